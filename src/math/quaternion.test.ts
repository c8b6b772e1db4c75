import { describe, expect, it } from 'vitest';
import { expectClose, expectSameRotations } from '../../test/support/numbers.js';
import { randomQuaternion, randomVector } from '../../test/support/random-rig.js';
import { createRng } from '../base/rng.js';
import {
  axisAngleInto,
  expRotationInto,
  invertQuaternionInto,
  logRotationInto,
  matrixToQuaternionInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  quaternionAngle,
  quaternionBetweenInto,
  quaternionToMatrixInto,
  relativeQuaternionInto,
  rotateVectorInto,
  slerpInto,
} from './quaternion.js';

const multiply = (a: number[], b: number[]) => {
  const out = [0, 0, 0, 0];
  multiplyQuaternionInto(out, 0, a, 0, b, 0);
  return out;
};
const rotate = (q: number[], v: number[]) => {
  const out = [0, 0, 0];
  rotateVectorInto(out, 0, q, 0, v, 0);
  return out;
};
const about = (axis: number[], angle: number) => {
  const out = [0, 0, 0, 0];
  axisAngleInto(out, 0, axis[0], axis[1], axis[2], angle);
  return out;
};
const unit = (v: number[]) => v.map((x) => x / Math.hypot(...v));

describe('quaternions', () => {
  it('turn as the right hand does', () => {
    expectClose(rotate(about([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0], 1e-15);
    expectClose(rotate(about([1, 0, 0], Math.PI / 2), [0, 1, 0]), [0, 0, 1], 1e-15);
    expectClose(rotate(about([0, 1, 0], Math.PI / 2), [0, 0, 1]), [1, 0, 0], 1e-15);
  });

  it('multiply so that the right factor turns first', () => {
    const rng = createRng(1);
    for (let i = 0; i < 50; i++) {
      const [a, b, c] = [randomQuaternion(rng), randomQuaternion(rng), randomQuaternion(rng)];
      const v = randomVector(rng);
      expectClose(rotate(multiply(a, b), v), rotate(a, rotate(b, v)), 1e-14);
      expectClose(multiply(multiply(a, b), c), multiply(a, multiply(b, c)), 1e-14);
      expect(Math.hypot(...rotate(a, v))).toBeCloseTo(Math.hypot(...v), 13);
    }
  });

  it('invert, and relative is inverse times', () => {
    const rng = createRng(2);
    for (let i = 0; i < 20; i++) {
      const [a, b] = [randomQuaternion(rng), randomQuaternion(rng)];
      const inverse = [0, 0, 0, 0];
      invertQuaternionInto(inverse, 0, a, 0);
      expectClose(multiply(a, inverse), [0, 0, 0, 1], 1e-15);
      const relative = [0, 0, 0, 0];
      relativeQuaternionInto(relative, 0, a, 0, b, 0);
      expectClose(multiply(a, relative), b, 1e-14);
    }
  });

  it('may be written over their operands', () => {
    const rng = createRng(3);
    const [a, b] = [randomQuaternion(rng), randomQuaternion(rng)];
    const product = multiply(a, b);
    const left = [...a];
    multiplyQuaternionInto(left, 0, left, 0, b, 0);
    expect(left).toEqual(product);
    const right = [...b];
    multiplyQuaternionInto(right, 0, a, 0, right, 0);
    expect(right).toEqual(product);
    const v = [1, 2, 3];
    rotateVectorInto(v, 0, a, 0, v, 0);
    expect(v).toEqual(rotate(a, [1, 2, 3]));
    const over = [...a];
    slerpInto(over, 0, over, 0, b, 0, 0.3);
    const apart = [0, 0, 0, 0];
    slerpInto(apart, 0, a, 0, b, 0, 0.3);
    expect(over).toEqual(apart);
  });

  it('become unit, or the identity where there is no direction', () => {
    const q = [9, 1, 2, 3, 4, 9];
    normalizeQuaternion(q, 1);
    expectClose(
      q.slice(1, 5),
      [1, 2, 3, 4].map((x) => x / Math.sqrt(30)),
      1e-15,
    );
    expect([q[0], q[5]]).toEqual([9, 9]);
    for (const bad of [
      [0, 0, 0, 0],
      [Number.NaN, 0, 0, 1],
      [Number.POSITIVE_INFINITY, 0, 0, 1],
    ]) {
      normalizeQuaternion(bad, 0);
      expect(bad).toEqual([0, 0, 0, 1]);
    }
  });
});

describe('the rotation vector', () => {
  it.each([0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-4, 0.3, 2, 3, Math.PI - 1e-4, Math.PI - 1e-9])(
    'goes to a quaternion and back at %d radians',
    (angle) => {
      const rng = createRng(4);
      for (let i = 0; i < 20; i++) {
        const axis = unit(randomVector(rng));
        const vector = axis.map((x) => x * angle);
        const q = [0, 0, 0, 0];
        expRotationInto(q, 0, vector, 0);
        expectClose(q, about(axis, angle), 1e-15);
        const back = [0, 0, 0];
        for (const sign of [1, -1]) {
          logRotationInto(
            back,
            0,
            q.map((x) => x * sign),
            0,
          );
          expectClose(back, vector, 1e-14 + angle * 1e-14);
        }
      }
    },
  );

  it('is of length π at half a turn, whichever way', () => {
    const back = [0, 0, 0];
    logRotationInto(back, 0, about([0, 1, 0], Math.PI), 0);
    expectClose(back, [0, Math.PI, 0], 1e-14);
    logRotationInto(back, 0, about([0, 1, 0], Math.PI + 0.1), 0);
    expectClose(back, [0, 0.1 - Math.PI, 0], 1e-14);
  });
});

describe('the angle between two rotations', () => {
  it.each([0, 1e-10, 1e-5, 1, 3, Math.PI])('is found at %d', (angle) => {
    const a = randomQuaternion(createRng(5));
    const b = multiply(a, about([0.6, 0, 0.8], angle)).map((x) => -x);
    expect(Math.abs(quaternionAngle(a, 0, b, 0) - angle)).toBeLessThan(1e-15 + 1e-14 * angle);
  });
});

describe('slerp', () => {
  const slerp = (a: number[], b: number[], t: number) => {
    const out = [0, 0, 0, 0];
    slerpInto(out, 0, a, 0, b, 0, t);
    return out;
  };

  it.each([1e-9, 1e-5, 1e-3, 0.5, 2, 3.1])('turns at constant speed over %d radians', (angle) => {
    const rng = createRng(6);
    const a = randomQuaternion(rng);
    const axis = unit(randomVector(rng));
    const b = multiply(a, about(axis, angle));
    for (const t of [0, 0.1, 0.25, 0.5, 0.9, 1]) {
      expectSameRotations(slerp(a, b, t), multiply(a, about(axis, angle * t)), 1e-12);
    }
  });

  it('goes the short way round whatever the signs', () => {
    const rng = createRng(7);
    const a = randomQuaternion(rng);
    const b = multiply(a, about([1, 0, 0], 1)).map((x) => -x);
    expectSameRotations(slerp(a, b, 0.5), multiply(a, about([1, 0, 0], 0.5)), 1e-14);
    expectClose(slerp(a, b, 0), a, 1e-15);
    const long = multiply(a, about([1, 0, 0], 4));
    expectSameRotations(slerp(a, long, 0.5), multiply(a, about([1, 0, 0], (4 - 2 * Math.PI) / 2)), 1e-14);
  });
});

describe('rotation matrices', () => {
  it('are column-major: the columns are the rotated axes', () => {
    const q = randomQuaternion(createRng(8));
    const m = new Array<number>(9).fill(0);
    quaternionToMatrixInto(m, 0, q, 0);
    expectClose(m.slice(0, 3), rotate(q, [1, 0, 0]), 1e-15);
    expectClose(m.slice(3, 6), rotate(q, [0, 1, 0]), 1e-15);
    expectClose(m.slice(6, 9), rotate(q, [0, 0, 1]), 1e-15);
  });

  // The four branches are taken by which component is the largest.
  it.each([
    ['w', [0.2, -0.3, 0.1, 0.9]],
    ['x', [0.9, 0.2, -0.3, 0.05]],
    ['y', [-0.3, 0.9, 0.2, 0.05]],
    ['z', [0.2, -0.3, 0.9, 0.05]],
    ['x, half a turn', [1, 0, 0, 0]],
    ['y, half a turn', [0, 1, 0, 0]],
    ['z, half a turn', [0, 0, 1, 0]],
    ['x, negative w', [0.9, 0.2, -0.3, -0.05]],
    ['y, negative w', [-0.3, 0.9, 0.2, -0.05]],
    ['z, negative w', [0.2, -0.3, 0.9, -0.05]],
  ])('give their quaternion back, largest %s', (_, given) => {
    const q = unit(given);
    const m = new Float64Array(9);
    quaternionToMatrixInto(m, 0, q, 0);
    const back = [0, 0, 0, 0];
    matrixToQuaternionInto(back, 0, m, 0);
    expectSameRotations(back, q, 1e-15);
    expect(back[3]).toBeGreaterThanOrEqual(0);
  });

  it('give back a thousand random quaternions', () => {
    const rng = createRng(9);
    const m = new Float64Array(9);
    const back = [0, 0, 0, 0];
    for (let i = 0; i < 1000; i++) {
      const q = randomQuaternion(rng);
      quaternionToMatrixInto(m, 0, q, 0);
      matrixToQuaternionInto(back, 0, m, 0);
      expectSameRotations(back, q, 1e-14);
    }
  });
});

describe('the shortest rotation between two directions', () => {
  const between = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    const out = [0, 0, 0, 0];
    quaternionBetweenInto(out, 0, Array.from(a), 0, Array.from(b), 0);
    return out;
  };

  it('turns one into the other about their normal', () => {
    const rng = createRng(10);
    for (let i = 0; i < 50; i++) {
      const [a, b] = [unit(randomVector(rng)), unit(randomVector(rng))];
      const q = between(a, b);
      expectClose(rotate(q, a), b, 1e-12);
      expect(Math.abs(q[0] * a[0] + q[1] * a[1] + q[2] * a[2])).toBeLessThan(1e-12);
    }
  });

  it.each([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0.6, 0.8, 0],
    [0.95, 0, Math.sqrt(1 - 0.95 ** 2)],
  ])('is half a turn for opposite directions (%d, %d, %d)', (...a) => {
    const q = between(
      a,
      a.map((x) => -x),
    );
    expectClose(
      rotate(q, a),
      a.map((x) => -x),
      1e-12,
    );
    expect(Math.hypot(...q)).toBeCloseTo(1, 14);
  });

  it('is half a turn for opposite directions of single precision, which are not quite unit', () => {
    const rng = createRng(12);
    for (let i = 0; i < 200; i++) {
      const a = Float32Array.from(unit(randomVector(rng)));
      expectClose(
        rotate(
          between(
            a,
            a.map((x) => -x),
          ),
          [...a],
        ),
        a.map((x) => -x),
        1e-6,
      );
    }
  });

  it.each([1e-3, 1e-4, 1e-5, 1e-6])('is exact at %d radians short of opposite', (gap) => {
    const b = [Math.cos(Math.PI - gap), Math.sin(Math.PI - gap), 0];
    expectClose(rotate(between([1, 0, 0], b), [1, 0, 0]), b, 1e-8);
  });
});
