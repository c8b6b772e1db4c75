import { beforeAll, describe, expect, it } from 'vitest';
import { solveLeastSquares } from '../../src/pose/solve/solve-least-squares.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { choosePoseExamples, evaluatePose, type OpenSpace, type PoseSources } from './evaluate-pose.js';
import type { IndexRow } from './index-row.js';
import { describeSubject, type PoseSubject } from './pose-subject.js';
import type { PoseEvaluation } from './summarize-pose.js';

/** A creature with a surface on its front only, for speed, or with none. */
const creature = (kind: 'fish' | 'snake', hasFlesh: boolean): PoseSubject => {
  const { rig, clips } = sampleCreature(kind);
  const { skeleton, mesh } = rig;
  const front = { ...rig, mesh: { ...mesh, triangles: mesh.triangles.slice(0, 3000) } };
  return { skeleton, ...(hasFlesh && { rig: front }), clips };
};

const rows: IndexRow[] = [
  { file: 'fish1', category: 'fish', split: 'train', rigFamily: 'pike' },
  { file: 'fish2', category: 'fish', split: 'test', rigFamily: 'pike' },
  { file: 'snake', category: 'reptile', split: 'test', rigFamily: 'adder' },
  { file: 'still', split: 'test' },
  { file: 'box', split: 'test', flatRig: true },
  { file: 'broken', split: 'test' },
];
let subjects: Record<string, PoseSubject>;
const read: PoseSources['read'] = async ({ file, flatRig }) => {
  if (flatRig) return 'flat rig';
  if (!subjects[file]) throw new Error('not there');
  return subjects[file];
};

/** Samples are the first clip, solutions those of least squares, and inverted poses come back rotated. */
const open: OpenSpace = async (subject) => {
  const { skeleton, clips } = subject;
  const poseRig = describeSubject(subject);
  return {
    sample: async ({ count }) => Array.from({ length: count }, (_, i) => clips[0].poses[i % 4]),
    solve: async (handles) => {
      const root = handles[0].position;
      const { rotations } = solveLeastSquares(poseRig, {
        joints: handles.map(({ joint }) => joint),
        targets: handles.flatMap(({ position }) => position.map((x, k) => (x - root[k]) * poseRig.scale)),
      });
      return {
        rotations: Float32Array.from(rotations),
        root: Float32Array.from(root, (x, k) => x - skeleton.rest[k]),
      };
    },
    invert: async (pose, { steps }) => ({ pose, steps }),
    decode: async (latent) => (latent as { pose: Pose }).pose,
  };
};

beforeAll(() => {
  const fish = creature('fish', true);
  subjects = {
    fish1: fish,
    fish2: { ...fish, rig: undefined },
    snake: creature('snake', false),
    still: { ...fish, clips: [] },
  };
});

describe('evaluating a pose space', () => {
  let evaluation: PoseEvaluation;
  const drawn: number[] = [];
  beforeAll(async () => {
    const training = { families: ['pike'], heldOutClips: [`pike/${subjects.fish1.clips[1].name}`] };
    const onSamples = async (_: PoseSubject, real: { poses: readonly Pose[] }, samples: readonly Pose[]) => {
      drawn.push(real.poses.length, samples.length);
    };
    evaluation = await evaluatePose(
      rows,
      { read, open, onSamples },
      { training, samples: 8, inversionPoses: 2 },
    );
  });

  it('gives every rig, what failed and what was left out', () => {
    const { rigs, failed, skipped, perRig } = evaluation;
    expect(rigs).toBe(3);
    expect(failed).toEqual([{ file: 'broken', error: 'not there' }]);
    expect(skipped).toEqual({ 'flat rig': 1, 'no clips': 1 });
    expect(perRig.map(({ file, kinship, clips }) => [file, kinship, clips])).toEqual([
      ['fish1', 'seen', 1],
      ['fish2', 'near', subjects.fish2.clips.length],
      ['snake', 'far', subjects.snake.clips.length],
    ]);
    expect(drawn).toHaveLength(6);
    expect(drawn.filter((_, i) => i % 2 === 1)).toEqual([8, 8, 8]);
    for (const { frames } of perRig) expect(frames).toBeLessThanOrEqual(40);
  });

  it('measures a solver in metres as one in normalised units', () => {
    for (const { leaves, four, one, handleError } of evaluation.perRig) {
      for (const { model, dls, rest } of [leaves, four, one]) {
        expect(Math.abs(model! - dls!)).toBeLessThan(1e-3);
        expect(rest).toBeGreaterThan(0);
      }
      expect(handleError.leaves.dls!).toBeLessThan(0.5 * handleError.leaves.rest!);
    }
    expect(evaluation.worstRatio).toBeCloseTo(1, 2);
    expect(evaluation.ratio.leaves).toBeCloseTo(1, 3);
  });

  it('knows real poses when it sees them', () => {
    const { mean, references } = evaluation;
    expect(mean.plausibility!).toBeLessThan(0.2);
    expect(mean.logSpread!).toBeLessThan(0);
    expect(mean.bounds).toBe(0);
    // Only one has a surface.
    expect(mean.selfIntersection).toBe(evaluation.perRig[0].selfIntersection);
    expect(mean.selfIntersection).toEqual(expect.any(Number));
    expect(evaluation.perRig[1].selfIntersection).toBeNull();
    expect(references.random.bounds!).toBeGreaterThan(0.02);
    expect(references.random.plausibility!).toBeGreaterThan(2 * mean.plausibility!);
    // A clip is further from the others than what was picked from all of them, and as diverse as it is.
    expect(references.clips.plausibility!).toBeGreaterThan(mean.plausibility!);
    expect(references.clips.logSpread).toBe(0);
    expect([mean.inversion20, mean.inversion50]).toEqual([0, 0]);
  });

  it('retargets from a train rig of another family', () => {
    const [seen, near, far] = evaluation.perRig;
    expect([seen.retargetedFrom, near.retargetedFrom, far.retargetedFrom]).toEqual([
      undefined,
      undefined,
      'fish1',
    ]);
    expect(far.leaves.retargeted).toBeGreaterThan(0);
    expect(near.leaves.retargeted).toBeNull();
    expect(far.references.retargeted.plausibility).toBeGreaterThan(0);
  });

  it('means run over rigs', () => {
    const { perRig, mean, bySplit, byCategory } = evaluation;
    const sum = perRig.reduce((total, row) => total + row.four.dls!, 0);
    expect(mean.four.dls).toBeCloseTo(sum / 3, 9);
    expect(mean.four.retargeted).toBe(perRig[2].four.retargeted);
    expect([bySplit.seen.rigs, bySplit.near.rigs, bySplit.far.rigs]).toEqual([1, 1, 1]);
    expect(bySplit.far.mean.one.dls).toBe(perRig[2].one.dls);
    expect(Object.keys(byCategory)).toEqual(['fish', 'reptile']);
    expect(byCategory.fish.rigs).toBe(2);
  });
});

describe('without a model', () => {
  it('references are the same whatever else is measured', async () => {
    const alone = await evaluatePose([rows[2]], { read });
    expect(alone.notes.join()).toMatch(/no model.*nothing is retargeted/);
    expect(alone).toMatchObject({ rigs: 1, worstRatio: null, worst: null, mean: { plausibility: null } });
    expect(alone.perRig[0].leaves.model).toBeNull();
    const among = await evaluatePose([rows[3], rows[2]], { read, open }, { samples: 4, inversionPoses: 0 });
    for (const set of ['leaves', 'four', 'one'] as const) {
      expect(among.perRig[0][set].dls).toBe(alone.perRig[0][set].dls);
    }
  });

  it('what training has seen whole is left out', async () => {
    const { skipped } = await evaluatePose(
      [rows[0]],
      { read },
      {
        training: { families: ['pike'], heldOutClips: ['pike/unknown'] },
      },
    );
    expect(skipped).toEqual({ 'trained on all its clips': 1 });
  });
});

it('a model that gives no numbers fails', async () => {
  const broken: OpenSpace = async (subject) => ({
    ...(await open(subject)),
    solve: async () => ({ rotations: new Float32Array(100).fill(NaN), root: new Float32Array(3) }),
  });
  const { failed, rigs } = await evaluatePose([rows[2]], { read, open: broken });
  expect(rigs).toBe(0);
  expect(failed[0].error).toMatch(/a solution of the model is not finite/);
});

it('stops when aborted', async () => {
  const controller = new AbortController();
  const work = evaluatePose(
    rows,
    { read, open },
    {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    },
  );
  await expect(work).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
});

it('examples are one of each train family that has clips', () => {
  const index = [
    { file: 'a', split: 'train', rigFamily: 'x', hasClips: false },
    { file: 'b', split: 'train', rigFamily: 'x', hasClips: true },
    { file: 'c', split: 'train', rigFamily: 'x' },
    { file: 'd', split: 'train' },
    { file: 'e', split: 'train', flatRig: true },
    { file: 'f', split: 'test' },
  ];
  expect(choosePoseExamples(index).map(({ file }) => file)).toEqual(['b', 'd']);
  expect(choosePoseExamples(index, 0)).toEqual([]);
  expect(choosePoseExamples(index, 1)).toHaveLength(1);
});
