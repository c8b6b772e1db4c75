import { describe, expect, it } from 'vitest';
import { expectClose } from '../../test/support/numbers.js';
import { randomQuaternion, randomVector } from '../../test/support/random-rig.js';
import { createRng } from '../base/rng.js';
import {
  composeMatrix4,
  determinantMatrix4,
  identityMatrix4,
  invertMatrix4,
  linearPart,
  multiplyMatrix4,
  transformPointInto,
} from './matrix4.js';
import { rotateVectorInto } from './quaternion.js';

const apply = (m: Float64Array, v: number[]) => {
  const out = [0, 0, 0];
  transformPointInto(out, 0, m, v, 0);
  return out;
};

describe('affine matrices', () => {
  it('scale, then turn, then move', () => {
    const rng = createRng(1);
    const [t, q, s, v] = [randomVector(rng), randomQuaternion(rng), [2, 3, -4], randomVector(rng)];
    const expected = [v[0] * 2, v[1] * 3, v[2] * -4];
    rotateVectorInto(expected, 0, q, 0, expected, 0);
    const m = composeMatrix4(t, q, s);
    expectClose(
      apply(m, v),
      expected.map((x, k) => x + t[k]),
      1e-14,
    );
    expect(determinantMatrix4(m)).toBeCloseTo(-24, 12);
    expect([...linearPart(m)]).toEqual([m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]]);
  });

  it('multiply so that the right factor comes first', () => {
    const rng = createRng(2);
    const random = () => composeMatrix4(randomVector(rng), randomQuaternion(rng), randomVector(rng));
    const [a, b, v] = [random(), random(), randomVector(rng)];
    expectClose(apply(multiplyMatrix4(a, b), v), apply(a, apply(b, v)), 1e-14);
  });

  it('invert, sheared and mirrored ones too', () => {
    const rng = createRng(3);
    for (let i = 0; i < 50; i++) {
      const random = () =>
        composeMatrix4(randomVector(rng, 10), randomQuaternion(rng), [
          rng.range(0.2, 2),
          rng.range(-2, -0.2),
          1,
        ]);
      const m = multiplyMatrix4(random(), random());
      const inverse = invertMatrix4(m)!;
      expectClose(multiplyMatrix4(m, inverse), identityMatrix4(), 1e-11);
      expectClose(multiplyMatrix4(inverse, m), identityMatrix4(), 1e-11);
    }
  });

  it('invert however small or large they are', () => {
    for (const scale of [1e-9, 1e-3, 1e3, 1e9]) {
      const m = composeMatrix4([1, 2, 3], [0, 0, 0, 1], [scale, scale, scale]);
      expectClose(multiplyMatrix4(m, invertMatrix4(m)!), identityMatrix4(), 1e-9);
    }
  });

  it('have no inverse where they are flat', () => {
    expect(invertMatrix4(composeMatrix4([0, 0, 0], [0, 0, 0, 1], [1, 0, 1]))).toBeUndefined();
    expect(invertMatrix4(new Float64Array(16))).toBeUndefined();
    expect(invertMatrix4(identityMatrix4().fill(Number.NaN))).toBeUndefined();
    const two = identityMatrix4();
    for (let k = 0; k < 3; k++) [two[k], two[4 + k], two[8 + k]] = [k + 1, 2 * k + 0.3, 3 * k + 1.3];
    expect(invertMatrix4(two)).toBeUndefined();
  });
});
