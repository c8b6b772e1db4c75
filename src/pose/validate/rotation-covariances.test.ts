import { expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import { fitRotationCovariances, measureOffAxis } from './rotation-covariances.js';

/** Two joints: the first rotates about x, the second equally about all axes. */
function draw(count: number, seed: number): Float64Array {
  const rng = createRng(seed);
  const rotations = new Float64Array(count * 8);
  for (let i = 0; i < count; i++) {
    expRotationInto(rotations, i * 8, [0.4 * rng.normal(), 0, 0], 0);
    expRotationInto(rotations, i * 8 + 4, [0.3 * rng.normal(), 0.3 * rng.normal(), 0.3 * rng.normal()], 0);
  }
  return rotations;
}
const COUNT = 400;
const weights = new Float64Array(COUNT).fill(1 / COUNT);
const rotations = draw(COUNT, 1);
const shapes = fitRotationCovariances(rotations, weights, 2);

const pose = (first: readonly number[], second: readonly number[]) => {
  const out = new Float64Array(8);
  expRotationInto(out, 0, first, 0);
  expRotationInto(out, 4, second, 0);
  return out;
};

it('knows the axes of joints', () => {
  const [xx, yy, , xy] = shapes.precisions;
  expect(1 / Math.sqrt(xx)).toBeCloseTo(0.4, 1);
  expect(1 / Math.sqrt(yy)).toBeCloseTo(0.02, 3);
  expect(Math.abs(xy)).toBeLessThan(1);
  for (let k = 0; k < 3; k++) expect(1 / Math.sqrt(shapes.precisions[6 + k])).toBeCloseTo(0.3, 1);
});

it('separates rotations on and off the usual axis, whatever their size', () => {
  const still = [0.1, 0.1, 0.1];
  for (const angle of [0.2, 0.8]) {
    const along = measureOffAxis(shapes, pose([angle, 0, 0], still), 0);
    const against = measureOffAxis(shapes, pose([0, angle, 0], still), 0);
    expect(along).toBeLessThan(3.5);
    expect(against).toBeGreaterThan(20 * along);
  }
  expect(measureOffAxis(shapes, shapes.means, 0)).toBeCloseTo(1, 3);
});

it('a pose of the fit counts as if it were not in it', () => {
  const few = draw(8, 2);
  const all = fitRotationCovariances(few, new Float64Array(8).fill(1 / 8), 2);
  const [inside, corrected] = [0, 1 / 8].map((own) => measureOffAxis(all, few, 0, own));
  expect(corrected).toBeGreaterThan(inside);
});
