import { expect, it } from 'vitest';
import { alignment, lengthOf, rotationDifference } from './rotation-difference.js';

const about = (axis: number, angle: number) => {
  const rotations = Float32Array.of(0, 0, 0, Math.cos(angle / 2));
  rotations[axis] = Math.sin(angle / 2);
  return { rotations, root: new Float32Array(3) };
};

it('differences are half rotation vectors of the shorter rotation', () => {
  const turns = rotationDifference(about(1, 0.2), about(1, 0.3));
  expect(turns[1]).toBeCloseTo(0.05, 4);
  const other = about(1, 0.3);
  other.rotations.forEach((value, i) => {
    other.rotations[i] = -value;
  });
  expect(rotationDifference(about(1, 0.2), other)[1]).toBeCloseTo(0.05, 4);
});

it('alignment is 1 forward, −1 back, 0 across, and 1 for a zero vector', () => {
  const still = about(0, 0);
  const [on, back, across] = [about(0, 0.1), about(0, -0.1), about(2, 0.1)].map((to) =>
    rotationDifference(still, to),
  );
  expect(alignment(on, on)).toBeCloseTo(1, 9);
  expect(alignment(on, back)).toBeCloseTo(-1, 9);
  expect(alignment(on, across)).toBeCloseTo(0, 9);
  expect(alignment(on, rotationDifference(still, still))).toBe(1);
  expect(lengthOf(rotationDifference(still, still))).toBe(0);
});
