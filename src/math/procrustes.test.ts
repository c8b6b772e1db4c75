import { describe, expect, it } from 'vitest';
import { expectClose, expectSameRotations } from '../../test/support/numbers.js';
import { randomQuaternion, randomVector } from '../../test/support/random-rig.js';
import { createRng } from '../base/rng.js';
import { type Alignment, alignPoints } from './procrustes.js';
import { rotateVectorInto } from './quaternion.js';

function transform(points: number[], q: number[], t: number[], scale = 1): number[] {
  const out = new Array<number>(points.length);
  for (let i = 0; i < points.length; i += 3) {
    rotateVectorInto(out, i, q, 0, points, i);
    for (let k = 0; k < 3; k++) out[i + k] = out[i + k] * scale + t[k];
  }
  return out;
}
const apply = (points: number[], { rotation, translation, scale }: Alignment) =>
  transform(points, [...rotation], [...translation], scale);

describe('Procrustes', () => {
  const rng = createRng(1);
  const cloud = Array.from({ length: 20 }, () => randomVector(rng)).flat();

  it('finds a rigid motion', () => {
    for (let i = 0; i < 20; i++) {
      const [q, t] = [randomQuaternion(rng), randomVector(rng, 5)];
      const found = alignPoints(cloud, transform(cloud, q, t));
      expectSameRotations(found.rotation, q, 1e-10);
      expectClose(found.translation, t, 1e-10);
      expect(found.scale).toBe(1);
      expect(found.residual).toBeLessThan(1e-6);
    }
  });

  it('finds a scale only if requested', () => {
    const [q, t] = [randomQuaternion(rng), randomVector(rng)];
    const target = transform(cloud, q, t, 2.5);
    const found = alignPoints(cloud, target, { scale: true });
    expect(found.scale).toBeCloseTo(2.5, 10);
    expectClose(apply(cloud, found), target, 1e-9);
    const rigid = alignPoints(cloud, target);
    expect(rigid.scale).toBe(1);
    expectSameRotations(rigid.rotation, q, 1e-10);
    expect(rigid.residual).toBeGreaterThan(0.5);
  });

  it('maps points that lie in a plane', () => {
    const flat = cloud.map((x, i) => (i % 3 === 2 ? 0 : x));
    const q = randomQuaternion(rng);
    const found = alignPoints(flat, transform(flat, q, [1, 2, 3]));
    expectSameRotations(found.rotation, q, 1e-9);
  });

  it('maps points that lie on a line, and a single one', () => {
    const line = Array.from({ length: 8 }, (_, i) => [i, 2 * i, -i]).flat();
    const target = transform(line, randomQuaternion(rng), [1, 2, 3]);
    expectClose(apply(line, alignPoints(line, target)), target, 1e-9);
    const point = alignPoints([1, 2, 3], [4, 6, 8]);
    expectClose(apply([1, 2, 3], point), [4, 6, 8], 1e-12);
    expect(alignPoints([], []).residual).toBe(0);
  });

  it('never mirrors', () => {
    const mirrored = cloud.map((x, i) => (i % 3 === 0 ? -x : x));
    const found = alignPoints(cloud, mirrored, { scale: true });
    const image = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const rotated = transform(image, [...found.rotation], [0, 0, 0]);
    const det =
      rotated[0] * (rotated[4] * rotated[8] - rotated[5] * rotated[7]) -
      rotated[1] * (rotated[3] * rotated[8] - rotated[5] * rotated[6]) +
      rotated[2] * (rotated[3] * rotated[7] - rotated[4] * rotated[6]);
    expect(det).toBeCloseTo(1, 12);
    expect(found.scale).toBeGreaterThan(0);
    expect(found.residual).toBeGreaterThan(0.1);
  });

  it('weighs points: what weighs nothing does not count, what weighs twice counts twice', () => {
    const q = randomQuaternion(rng);
    const target = transform(cloud, q, [0, 1, 0]);
    const spoiled = [...target];
    spoiled[0] += 10;
    spoiled[4] -= 10;
    const weights = Array.from({ length: 20 }, (_, i) => (i < 2 ? 0 : 1));
    const found = alignPoints(cloud, spoiled, { weights });
    expectSameRotations(found.rotation, q, 1e-10);
    expect(found.residual).toBeLessThan(1e-6);
    expect(alignPoints(cloud, spoiled).residual).toBeGreaterThan(1);

    const twice = alignPoints(cloud, spoiled, { weights: weights.map((_, i) => (i === 5 ? 2 : 1)) });
    const doubled = alignPoints([...cloud, ...cloud.slice(15, 18)], [...spoiled, ...spoiled.slice(15, 18)]);
    expectSameRotations(twice.rotation, doubled.rotation, 1e-12);
    expect(twice.residual).toBeCloseTo(doubled.residual, 12);
  });

  it('states the residual that is left', () => {
    const noisy = cloud.map((x) => x + rng.normal() * 0.1);
    const found = alignPoints(cloud, noisy, { scale: true });
    const placed = apply(cloud, found);
    const square = placed.reduce((sum, x, i) => sum + (x - noisy[i]) ** 2, 0);
    expect(found.residual).toBeCloseTo(Math.sqrt(square / 20), 12);
  });
});
