import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { openRigPoseSpace } from '../space/open-rig-pose-space.js';
import { keepFramesNatural } from './keep-frames-natural.js';
import { keepNatural, reportNaturalness } from './keep-natural.js';
import { REPAIR_TOLERANCES, type RepairedBody, repairBody } from './repair-body.js';
import { type RepairTask, toRepairTask } from './repair-task.js';
import { createRepairTools } from './repair-tools.js';
import type { RepairTools } from './repair-workspace.js';

const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig } = sampleCreature('dog');
const jointCount = rig.skeleton.parents.length;

let model: PoseModel;
let space: PoseSpace;
let tools: RepairTools;
let pose: Pose;
let task: RepairTask;
let repaired: RepairedBody;

function randomPose(seed: number): Pose {
  const rng = createRng(seed);
  const random = restPose(rig.skeleton);
  for (let j = 1; j < jointCount; j++) {
    expRotationInto(
      random.rotations,
      j * 4,
      [rng.normal() * 0.45, rng.normal() * 0.45, rng.normal() * 0.45],
      0,
    );
  }
  return random;
}

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 8, priorSteps: 2 });
  tools = await createRepairTools(space, { limits: 'none' });
  for (let seed = 1; !(repaired?.before.area > 0); seed++) {
    pose = randomPose(seed);
    task = toRepairTask(space, pose, []);
    repaired = repairBody(tools, task.rotations, [], { tolerances: REPAIR_TOLERANCES });
  }
});
afterAll(() => model.close());

/** A guard by which the pose before the repair has one score, and others what `after` gives them in turn. */
const scores = (before: number, ...after: number[]) => ({
  score: async (one: Pose) => (one === pose ? before : (after.length > 1 ? after.shift() : after[0])!),
});
const keep = (guard: ReturnType<typeof scores>) =>
  keepNatural({ space, tools, guard, pose, task, options: {} }, repaired);
const codesOf = (body: RepairedBody) => reportNaturalness(body).map(({ code }) => code);

it('leaves a repair alone after which the pose is natural, or as natural as before', async () => {
  expect(await keep(scores(0.3, 0.9))).toBe(repaired);
  expect(await keep(scores(4, 4.03))).toBe(repaired);
  expect(codesOf(repaired)).toEqual([]);
});

it('relaxes what was turned until the pose is natural enough, and parts what meets then', async () => {
  const kept = await keep(scores(0.5, 3, 2, 0.9));
  expect(kept.after.area).toBe(0);
  expect(kept.before).toBe(repaired.before);
  expect(kept.rotations).not.toEqual(repaired.rotations);
  expect(codesOf(kept)).toEqual([]);
});

it('takes a repair back that leaves a natural pose unnatural', async () => {
  const kept = await keep(scores(0.5, 3));
  expect(kept.rotations).toEqual(task.rotations);
  expect(kept.after).toEqual(repaired.before);
  expect(codesOf(kept)).toEqual(['kept-natural']);
});

it('parts a pose that was not natural all the same, and says so', async () => {
  const kept = await keep(scores(2, 3));
  expect(kept.after.area).toBe(0);
  expect(codesOf(kept)).toEqual(['less-natural']);
});

it('takes back frames of a clip and fades over their neighbours', async () => {
  const poses = Array.from({ length: 7 }, () => ({ ...pose }));
  const frames = {
    tasks: poses.map(() => task),
    rotations: poses.map(() => repaired.rotations.slice()),
    roots: poses.map(() => new Float64Array(3)),
    changes: new Float64Array(0),
    width: 0,
    partly: new Set<number>(),
  };
  let asked = 0;
  // Before each frame its own score; only the fourth frame's repair is never natural.
  const guard = {
    score: async (one: Pose) => {
      const frame = poses.indexOf(one as never);
      if (frame >= 0) asked = frame;
      return frame >= 0 || asked !== 3 ? 1 : 5;
    },
  };
  await keepFramesNatural(space, guard, poses, frames, 2);
  expect([...frames.partly]).toEqual([3]);
  expect(frames.rotations[3]).toEqual(task.rotations);
  expect(frames.rotations[0]).toEqual(repaired.rotations);
  for (const f of [1, 2, 4, 5]) {
    expect(frames.rotations[f]).not.toEqual(repaired.rotations);
    expect(frames.rotations[f]).not.toEqual(task.rotations);
  }
});
