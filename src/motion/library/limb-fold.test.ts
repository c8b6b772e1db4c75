import { expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { distance, lengthOf, scale, type Vec3 } from '../../math/vector.js';
import { type LimbFold, measureFold, solveFoldInto } from './limb-fold.js';

/** Where the end of a limb is, from its first joint. */
function endAt({ bones }: LimbFold, rotations: Float64Array): Vec3 {
  const q = [0, 0, 0, 1];
  const bone = [0, 0, 0];
  const end: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < bones.length; i++) {
    multiplyQuaternionInto(q, 0, q, 0, rotations, i * 4);
    rotateVectorInto(bone, 0, q, 0, bones[i], 0);
    for (let k = 0; k < 3; k++) end[k] += bone[k];
  }
  return end;
}

const hindLeg = measureFold(
  [0, 1, 2],
  [
    [0, 1, 0],
    [0, 0.65, 0.2],
    [0, 0.35, -0.15],
    [0, 0, 0],
  ],
  [1, 0, 0],
);
const straight = measureFold(
  [0, 1],
  [
    [0, 1, 0],
    [0, 0.5, 0],
    [0, 0, 0],
  ],
  [1, 0, 0],
);

it('brings the end of a limb of two or three bones to every target in reach', () => {
  const rng = createRng(3);
  for (const limb of [hindLeg, straight]) {
    for (let k = 0; k < 50; k++) {
      const way: Vec3 = [rng.range(-0.6, 0.6), -1, rng.range(-0.6, 0.6)];
      const reach = rng.range(limb.shortest, limb.longest);
      const target = scale(way, reach / lengthOf(way));
      const rotations = new Float64Array(12);
      expect(Math.abs(solveFoldInto(rotations, limb, target))).toBeLessThan(1e-9);
      expect(distance(endAt(limb, rotations), target)).toBeLessThan(1e-6);
    }
  }
});

it('rests where the target is that of rest, and bends a straight knee forward', () => {
  const rotations = new Float64Array(12);
  solveFoldInto(rotations, hindLeg, [0, -1, 0]);
  for (let j = 0; j < 3; j++) expect(rotations[j * 4 + 3]).toBeCloseTo(1, 6);
  solveFoldInto(rotations, straight, [0, -0.8, 0]);
  // The thigh swings forward: -y towards +z is a turn about -x.
  expect(rotations[0]).toBeLessThan(-0.1);
  expect(rotations[4]).toBeGreaterThan(0.1);
});

it('tells what is out of reach, and keeps short of straight', () => {
  const rotations = new Float64Array(12);
  expect(solveFoldInto(rotations, straight, [0, -1.2, 0])).toBeCloseTo(0.215, 6);
  expect(lengthOf(endAt(straight, rotations))).toBeCloseTo(0.985, 6);
});

it('folds a straight leg at the middle, although its only bend is beside its end', () => {
  const limb = measureFold(
    [0, 1, 2, 3],
    [
      [0, 0.376, 0],
      [0, 0.339, 0.004],
      [0, 0.314, 0.007],
      [0, 0.289, 0.01],
      [0.04, 0, 0.046],
    ],
    [-1, 0, 0],
  );
  expect(limb.shortest).toBeLessThan(0.65 * limb.length);
});
