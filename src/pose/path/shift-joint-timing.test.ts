import { expect, it } from 'vitest';
import { axisAngleInto, quaternionAngle } from '../../math/quaternion.js';
import type { Rig } from '../../rig/rig-records.js';
import { resamplePath } from '../records/pose-path.js';
import { createSolverRig } from '../records/solver-rig.js';
import type { PosedSurface } from '../repair/posed-surface.js';
import { shiftJointTiming } from './shift-joint-timing.js';
import { visitIntersections } from './visit-intersections.js';

const rig = createSolverRig({
  parents: Int16Array.of(-1, 0, 0),
  rest: Float32Array.of(0, 0, 0, 1, 0, 0, -1, 0, 0),
});
const REST = [0, 0, 0, 1];
/** Triangles of the root, and of each of two limbs. */
const EACH = 100;

/** Limbs that intersect the trunk: the more triangles the further they rotate, and most of them early. */
const surface: PosedSurface = {
  rig: { mesh: { positions: new Float32Array(9), triangles: new Uint32Array(9 * EACH) } } as Rig,
  owners: Int16Array.from({ length: 3 * EACH }, (_, t) => Math.floor(t / EACH)),
  positions: new Float32Array(9),
  measure(rotations) {
    const pairs: number[] = [];
    for (const j of [1, 2]) {
      const angle = quaternionAngle(Float64Array.from(rotations), j * 4, REST, 0);
      const count = Math.round(EACH * 0.9 * Math.sqrt(angle));
      for (let k = 0; k < count; k++) pairs.push(j * EACH + k, k);
    }
    const triangles = Uint32Array.from(new Set(pairs)).sort();
    return { pairs: Uint32Array.from(pairs), triangles, area: triangles.length / (3 * EACH), complete: true };
  },
  crossings: () => [],
};

it('lets joints that come apart go first and those that close last', async () => {
  const rotations = new Float64Array(24).map((_, i) => (i % 4 === 3 ? 1 : 0));
  axisAngleInto(rotations, 4, 1, 0, 0, 1);
  axisAngleInto(rotations, 12 + 8, 1, 0, 0, 1);
  const path = resamplePath(rig, { count: 2, rotations, heights: new Float64Array(2) }, 12);
  const count = async (of: typeof path) => {
    const counts: number[] = [];
    await visitIntersections(
      rig,
      surface,
      of,
      (_, { triangles }) => counts.push(triangles.length),
      undefined,
    );
    return counts;
  };
  const before = await count(path);
  const level = Math.max(before[0], before[12]);
  const excess = (counts: readonly number[]) => counts.reduce((sum, c) => sum + Math.max(0, c - level), 0);
  expect(excess(before)).toBeGreaterThan(50);
  const shifted = await shiftJointTiming(rig, surface, path, level / (3 * EACH), undefined);
  expect(excess(await count(shifted))).toBeLessThan(0.5 * excess(before));
  expect(shifted.rotations.subarray(0, 12)).toEqual(path.rotations.subarray(0, 12));
  expect(shifted.rotations.subarray(12 * 12)).toEqual(path.rotations.subarray(12 * 12));
});

it('leaves joints alone that would move too much for what they spare', async () => {
  // The first limb has a long pole.
  const heavy = createSolverRig({
    parents: Int16Array.of(-1, 0, 0, 1),
    rest: Float32Array.of(0, 0, 0, 1, 0, 0, -1, 0, 0, 50, 0, 0),
  });
  const rotations = new Float64Array(32).map((_, i) => (i % 4 === 3 ? 1 : 0));
  axisAngleInto(rotations, 4, 1, 0, 0, 1);
  axisAngleInto(rotations, 16 + 8, 1, 0, 0, 1);
  const path = resamplePath(heavy, { count: 2, rotations, heights: new Float64Array(2) }, 12);
  const shifted = await shiftJointTiming(heavy, surface, path, 0.3, undefined);
  const away = (joint: number) => {
    const middle = (6 * 4 + joint) * 4;
    return quaternionAngle(shifted.rotations, middle, path.rotations, middle);
  };
  expect(away(1)).toBeLessThan(1e-9);
  expect(away(2)).toBeGreaterThan(0.05);
});

it('can be aborted', async () => {
  const rotations = new Float64Array(36).map((_, i) => (i % 4 === 3 ? 1 : 0));
  const path = { count: 3, rotations, heights: new Float64Array(3) };
  await expect(shiftJointTiming(rig, surface, path, 0, AbortSignal.abort())).rejects.toMatchObject({
    code: 'aborted',
  });
});
