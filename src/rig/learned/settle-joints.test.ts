import { expect, it } from 'vitest';
import { createBox } from '../../mesh/primitives.js';
import { settleJoints } from './settle-joints.js';

const mesh = createBox([2, 2, 2]);
const skeleton = (rest: number[]) => ({
  names: ['a', 'b'],
  parents: Int16Array.of(-1, 0),
  rest: Float32Array.from(rest),
  frames: new Float32Array(8),
});
const bones = { parents: Int16Array.of(-1, 0), positions: [0, -0.5, 0, 0, 0.5, 0] };
const settle = (rest: number[], estimate: number[], fixed: number[] = []) => [
  ...settleJoints(mesh, skeleton(rest), {
    estimate: Float32Array.from(estimate),
    bones,
    size: 2,
    fixed: new Set(fixed),
  }),
];

it('goes half of the way to a joint of the network that is near', () => {
  const moved = settle([0, 0, 0, 0.5, 0.5, 0], [0.06, 0, 0, 0.5, 0.7, 0]);
  [0.03, 0, 0, 0.5, 0.5, 0].forEach((value, i) => {
    expect(moved[i]).toBeCloseTo(value, 6);
  });
});

it('leaves landmarks and moves joints outside of the body into it', () => {
  const rest = [0, 1.4, 0, 1.2, 0, 0];
  expect(settle(rest, [], [0, 1])).toEqual(rest.map(Math.fround));
  const [, y, , x] = settle(rest, []);
  expect(Math.abs(y)).toBeLessThanOrEqual(1);
  expect(Math.abs(x)).toBeLessThanOrEqual(1);
});
