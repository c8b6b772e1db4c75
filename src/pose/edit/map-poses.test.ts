import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { quaternionAngle } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import { removeHeading } from '../records/pose-state.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { openRigPoseSpace } from '../space/open-rig-pose-space.js';
import { mapPoses, type PoseMap } from './map-poses.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('dog');
const poses = clips.flatMap((clip) => clip.poses).filter((_, i) => i % 3 === 0);
let model: PoseModel;
let space: PoseSpace;
let map: PoseMap;

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
  map = await mapPoses(space, poses);
});
afterAll(() => model.close());

const bare = (pose: Pose) => removeHeading(space.rig, pose.rotations).rotations;
/** The largest angle between two poses, their headings aside. */
const apart = (a: Pose, b: Pose) => {
  const [p, q] = [bare(a), bare(b)];
  let most = 0;
  for (let i = 0; i < p.length; i += 4) most = Math.max(most, quaternionAngle(p, i, q, i));
  return most;
};

it('gives every pose a position, the same alone and among others', async () => {
  expect(map.points).toHaveLength(poses.length * 2);
  expect(map.landmarks).toHaveLength(32);
  expect(map.points.every(Number.isFinite)).toBe(true);
  const few = await mapPoses(space, poses.slice(0, 3));
  expect(few.points).toEqual(map.points.slice(0, 6));
  expect(few.landmarks).toEqual(map.landmarks);
  for (const i of [0, 5]) {
    expect(map.place(poses[i])).toEqual({ x: map.points[i * 2], y: map.points[i * 2 + 1] });
  }
  // A rotation of the whole body is the same pose.
  const rotated = { ...poses[5], rotations: Float32Array.from(bare(poses[5])) };
  expect(map.place(rotated).x).toBeCloseTo(map.points[10], 4);
});

it('decodes to the pose that lies there', () => {
  for (const [i, pose] of poses.entries()) {
    const [x, y] = map.points.subarray(i * 2, i * 2 + 2);
    // Of poses that share a position the first is returned.
    const first = poses.findIndex((_, j) => map.points[j * 2] === x && map.points[j * 2 + 1] === y);
    const decoded = map.decode(x, y);
    expect(apart(decoded, poses[first])).toBeLessThan(1e-3);
    if (first === i) expect(decoded.root[1]).toBeCloseTo(pose.root[1], 5);
  }
});

it('decodes smoothly in between and outside', () => {
  const [x0, y0, x1, y1] = map.points;
  const at = (t: number) => map.decode(x0 + t * (x1 - x0), y0 + t * (y1 - y0));
  const length = Math.hypot(x1 - x0, y1 - y0);
  expect(length).toBeGreaterThan(1e-3);
  for (let t = 0.05; t < 1; t += 0.1) expect(apart(at(t), at(t + 1e-4))).toBeLessThan(0.02);
  const far = map.decode(1e6, -1e6);
  expect([...far.rotations, ...far.root].every(Number.isFinite)).toBe(true);
  expect(() => map.decode(NaN, 0)).toThrow(/no point of the map/);
});

it('needs no poses', async () => {
  const empty = await mapPoses(space, []);
  expect(empty.points).toHaveLength(0);
  const [x, y] = empty.landmarks;
  expect(
    apart(empty.decode(x, y), {
      rotations: Float32Array.from((await space.prepare()).samples.subarray(0, poses[0].rotations.length)),
      root: new Float32Array(3),
    }),
  ).toBeLessThan(1e-3);
});
