import { describe, expect, it } from 'vitest';
import { expRotationInto } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { holdJoint } from '../records/solver-handle.js';
import { createSolverRig, type SolverRig } from '../records/solver-rig.js';
import { solveWithPrior } from '../solve/solve-with-prior.js';
import { addGenericPrior, genericPrior } from './generic-prior.js';
import { plainPrior } from './pose-prior.js';

// A trunk that goes forward, and a leg of two bones on either side of it; across x, or rotated by 90° across z.
const parents = Int16Array.of(-1, 0, 0, 2, 3, 0, 5, 6);
const partners = Int16Array.of(-1, -1, 5, 6, 7, 2, 3, 4);
const jointPositions = [
  [0, 0, 0],
  [0, 0.1, 0.6],
  [0.2, 0, 0],
  [0.25, -0.4, 0.05],
  [0.25, -0.8, 0],
  [-0.2, 0, 0],
  [-0.25, -0.4, 0.05],
  [-0.25, -0.8, 0],
];
const rest = Float64Array.from(jointPositions.flat());
const [leftFoot, rightFoot] = [4, 7];

/** Joint positions when the left thigh is rotated by this and only that foot is observed. */
function moveLeftFoot(rig: SolverRig, vector: readonly number[], prior = genericPrior(rig)) {
  const rotations = new Float64Array(parents.length * 4).map((_, i) => (i % 4 === 3 ? 1 : 0));
  expRotationInto(rotations, 2 * 4, vector, 0);
  const truth = new Float64Array(parents.length * 3);
  forwardKinematicsInto(truth, new Float64Array(parents.length * 4), rig, rotations);
  const { positions, errors } = solveWithPrior(rig, prior, [holdJoint(leftFoot, truth)], prior.mean);
  return { positions, errors };
}

const moved = (positions: Float64Array, joint: number): number[] =>
  [0, 1, 2].map((k) => positions[joint * 3 + k] - rest[joint * 3 + k]);

describe('what is known of any body', () => {
  const rig = createSolverRig({ parents, rest, partners });

  it('lets the other leg do as in a mirror where one goes outwards', () => {
    const { positions, errors } = moveLeftFoot(rig, [0, 0, 0.5]);
    const [left, right] = [moved(positions, leftFoot), moved(positions, rightFoot)];
    expect(errors[0]).toBeLessThan(0.002);
    expect(left[0]).toBeGreaterThan(0.2);
    expect(right[0]).toBeLessThan(-0.5 * left[0]);
    expect(right[1]).toBeGreaterThan(0);
  });

  it('lets it follow less where one goes forward: legs alternate', () => {
    const outwards = moved(moveLeftFoot(rig, [0, 0, 0.5]).positions, rightFoot);
    const forward = moved(moveLeftFoot(rig, [-0.5, 0, 0]).positions, rightFoot);
    expect(forward[2]).toBeGreaterThan(0);
    expect(forward[2]).toBeLessThan(-0.8 * outwards[0]);
  });

  it('is the same for a body that faces sideways', () => {
    const turn = (points: Float64Array) =>
      points.map((_, i) => (i % 3 === 0 ? points[i + 2] : i % 3 === 1 ? points[i] : -points[i - 2]));
    const rotated = createSolverRig({ parents, rest: turn(rest), partners });
    const { positions } = moveLeftFoot(rotated, [0.5, 0, 0]);
    const expected = turn(moveLeftFoot(rig, [0, 0, 0.5]).positions);
    for (let i = 0; i < positions.length; i++) expect(positions[i]).toBeCloseTo(expected[i], 6);
  });

  it('says nothing about the other leg without mirror partners', () => {
    const { positions, errors } = moveLeftFoot(createSolverRig({ parents, rest }), [0, 0, 0.5]);
    expect(errors[0]).toBeLessThan(0.002);
    // It follows the root.
    expect(moved(positions, rightFoot)[0]).toBeGreaterThan(-0.1);
  });

  it('moves limbs rather than the trunk', () => {
    const { positions } = moveLeftFoot(rig, [0, 0, 0.5]);
    const plain = plainPrior(parents.length);
    const alike = solveWithPrior(rig, plain, [holdJoint(leftFoot, positions)], plain.mean);
    const trunk = (at: Float64Array) => Math.hypot(...moved(at, 1));
    expect(trunk(positions)).toBeLessThan(0.5 * trunk(alike.positions));
  });

  it('lets the other leg follow, by its share, in a prior that knows nothing of it', () => {
    const plain = plainPrior(parents.length);
    const follows = (share: number) => {
      const { positions, errors } = moveLeftFoot(rig, [0, 0, 0.5], addGenericPrior(plain, rig, share));
      expect(errors[0]).toBeLessThan(0.002);
      return -moved(positions, rightFoot)[0];
    };
    const [none, some, most] = [0, 0.3, 3].map(follows);
    expect(some).toBeGreaterThan(none + 0.02);
    expect(most).toBeGreaterThan(some + 0.02);
  });
});
