import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../math/vector.js';
import { boxSize, computeBox } from '../mesh/box.js';
import { createBox, mergeMeshes } from '../mesh/primitives.js';
import { standUp } from './stand-up.js';

/** A tall tower with a knob to the front, in metres, above the ground. */
const tower = mergeMeshes([createBox([1, 4, 1], [2, 5, 0]), createBox([0.5, 0.5, 0.5], [2, 6.5, 0.7])]);

describe('standUp', () => {
  it('leaves what stands already', () => {
    expect(standUp(tower, [0, 3, 0])).toBeUndefined();
  });

  it.each([
    [
      [0, 0, 1],
      [1, 1.45, 4],
    ],
    [
      [1, 0, 0],
      [4, 1, 1.45],
    ],
    [
      [0, -1, 0],
      [1, 4, 1.45],
    ],
  ] as [Vec3, number[]][])('turns %j to +y, with the size and the ground it had', (up, size) => {
    const { mesh, turn, movePoint } = standUp(tower, up)!;
    const sides = boxSize(computeBox(mesh.positions));
    expect([...sides].sort()).toEqual([...size].sort().map((side) => expect.closeTo(side, 5)));
    expect(computeBox(mesh.positions).min[1]).toBeCloseTo(computeBox(tower.positions).min[1], 5);
    expect(turn(up).map(Math.round)).toEqual([0, 1, 0].map((value) => expect.closeTo(value, 6)));
    const corner = movePoint([tower.positions[0], tower.positions[1], tower.positions[2]]);
    corner.forEach((value, k) => {
      expect(value).toBeCloseTo(mesh.positions[k], 5);
    });
  });

  it('refuses what is no direction', () => {
    expect(() => standUp(tower, [0, 0, 0])).toThrow(/up must be a direction/);
  });
});
