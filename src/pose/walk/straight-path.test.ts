import { expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import { createPoseTree } from '../pose-tree.js';
import { type BodyPath, evenPath, wayLength } from './body-path.js';
import { straightPath } from './straight-path.js';

const JOINTS = 16;
/** A chain that rests upright; bends about z turn no heading. */
const chain = createPoseTree({
  parents: Int16Array.from({ length: JOINTS }, (_, j) => j - 1),
  rest: Float32Array.from({ length: JOINTS * 3 }, (_, k) =>
    k % 3 === 1 ? (2 * Math.floor(k / 3)) / JOINTS : 0,
  ),
});

/** The way by joints between two poses in which every joint is bent by as much. */
function bendBetween(from: number, to: number): BodyPath {
  const rotations = new Float64Array(2 * JOINTS * 4);
  for (let k = 0; k < 2 * JOINTS; k++) axisAngleInto(rotations, k * 4, 0, 0, 1, k < JOINTS ? from : to);
  return evenPath(chain, { count: 2, rotations, heights: Float64Array.of(0, 1) }, 14);
}

it('turns joints where that leads straight on', () => {
  const little = bendBetween(-0.05, 0.05);
  expect(straightPath(chain, little)).toBe(little);
});

it('turns bones in space where joints would sweep the body round, between the same ends', () => {
  const coils = bendBetween(-0.5, 0.5);
  const straight = straightPath(chain, coils);
  expect(wayLength(chain, straight)).toBeLessThan(wayLength(chain, coils) / 1.4);
  expect([straight.heights[0], straight.heights[14]]).toEqual([0, 1]);
  for (const first of [0, coils.rotations.length - JOINTS * 4]) {
    for (let k = first; k < first + JOINTS * 4; k++) {
      // A quaternion and its opposite are one rotation.
      expect(Math.abs(straight.rotations[k])).toBeCloseTo(Math.abs(coils.rotations[k]), 12);
    }
  }
});

it('stays where both ends are one pose', () => {
  const still = bendBetween(0.3, 0.3);
  expect(straightPath(chain, still)).toBe(still);
});
