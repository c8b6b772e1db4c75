import { describe, expect, it } from 'vitest';
import { createBox, mergeMeshes } from '../../mesh/primitives.js';
import type { LabelledSkeleton } from './label-skeleton.js';
import { ROLES, type Role } from './role-tokens.js';
import { traceLimbs } from './trace-limbs.js';

/** A trunk on two legs that touch along their whole length. */
const TOUCHING = mergeMeshes([
  createBox([0.3, 0.5, 0.2], [0, 0.25, 0]),
  createBox([0.15, 0.5, 0.16], [-0.075, -0.25, 0]),
  createBox([0.15, 0.5, 0.16], [0.075, -0.25, 0]),
]);

type Row = readonly [Role, 'm' | 'l' | 'r', parent: number, source: number, x: number, y: number, z: number];

const skeleton = (rows: readonly Row[]): LabelledSkeleton => ({
  parents: Int16Array.from(rows, (row) => row[2]),
  tokens: Uint8Array.from(rows, ([role, side]) => ROLES.indexOf(role) * 3 + 'mlr'.indexOf(side)),
  source: Int16Array.from(rows, (row) => row[3]),
  positions: Float64Array.from(rows.flatMap((row) => row.slice(4) as number[])),
});

const TRUNK: readonly Row[] = [
  ['hips', 'm', -1, 0, 0, 0.05, 0],
  ['head', 'm', 0, 1, 0, 0.4, 0],
];
const LEFT: readonly Row[] = [
  ['hindUpperLeg', 'l', 0, 2, 0.075, 0, 0],
  ['hindLowerLeg', 'l', 2, 3, 0.075, -0.22, 0],
  ['hindFoot', 'l', 3, 4, 0.075, -0.46, 0],
];
/** A guess that ends too high and beside the leg. */
const guessed = (first: number): readonly Row[] => [
  ['hindUpperLeg', 'r', 0, -1, -0.04, -0.02, 0.05],
  ['hindLowerLeg', 'r', first, -1, -0.16, -0.2, 0.06],
  ['hindFoot', 'r', first + 1, -1, -0.12, -0.42, 0.09],
];

describe('limbs that the curve lacks', () => {
  it.each([
    ['as the mirror image of their partner', true, 0.01],
    ['by the guess alone', false, 0.06],
  ])('are traced inside the body down to its end, %s', (_, symmetric, most) => {
    const joints = skeleton([...TRUNK, ...LEFT, ...guessed(5)]);
    const traced = traceLimbs(joints, TOUCHING, symmetric);
    const [x, y, z] = traced.subarray(7 * 3, 8 * 3);
    expect(y).toBeLessThan(-0.4);
    expect(Math.abs(x + 0.075)).toBeLessThan(most);
    expect(Math.abs(z)).toBeLessThan(0.06);
    for (let j = 5; j < 8; j++) expect(traced[j * 3]).toBeLessThan(0.01);
    // Joints with a branch stay.
    expect([...traced.subarray(0, 15)]).toEqual([...joints.positions.subarray(0, 15)]);
  });

  it('are left alone where there are none, and where they are no chain', () => {
    const whole = skeleton([...TRUNK, ...LEFT]);
    expect([...traceLimbs(whole, TOUCHING, true)]).toEqual([...whole.positions]);
    const stub = skeleton([...TRUNK, ...LEFT, ['fin', 'r', 0, -1, -0.3, 0.2, 0]]);
    expect([...traceLimbs(stub, TOUCHING, true)]).toEqual([...stub.positions]);
  });
});
