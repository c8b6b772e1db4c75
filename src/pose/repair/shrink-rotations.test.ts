import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expRotationInto, logRotationInto } from '../../math/quaternion.js';
import { restPose } from '../../rig/rig-records.js';
import { normaliseRig } from '../records/normalise-rig.js';
import { createSolverRig, type SolverRig } from '../records/solver-rig.js';
import { findShrinkAngles, shrinkRotationsInto } from './shrink-rotations.js';

const { rig } = sampleCreature('dog');
const body = normaliseRig(rig);
const DEGREE = Math.PI / 180;

/** A chain of so many joints along +X, without a surface. */
function chain(jointCount: number): SolverRig {
  const rest = new Float32Array(jointCount * 3);
  for (let j = 0; j < jointCount; j++) rest[j * 3] = (2 * j) / (jointCount - 1);
  return createSolverRig({ parents: Int16Array.from({ length: jointCount }, (_, j) => j - 1), rest });
}

describe('findShrinkAngles', () => {
  it('is smaller for larger subtrees, and never large', () => {
    const angles = findShrinkAngles(chain(3));
    expect(angles[0]).toBe(0);
    // The middle joint moves one unit, the end nothing.
    expect(angles[1]).toBeCloseTo(0.07, 6);
    expect(angles[2]).toBeCloseTo(12 * DEGREE, 6);
  });

  it('is shared by the joints of a long chain', () => {
    // Eight bones, the same reach: a quarter of the angle.
    expect(findShrinkAngles(chain(9))[4]).toBeCloseTo(0.07 / 4, 6);
  });

  it('includes the surface that a joint moves', () => {
    const fleshy = chain(3);
    fleshy.centroid[2 * 3] = 0.4;
    fleshy.covariance[2 * 6] = 0.01;
    expect(findShrinkAngles(fleshy)[2]).toBeCloseTo(0.07 / 0.5, 5);
  });

  it('does not depend on the size of the body', () => {
    const mesh = { ...rig.mesh, positions: rig.mesh.positions.map((value) => value * 1024) };
    const skeleton = { ...rig.skeleton, rest: rig.skeleton.rest.map((value) => value * 1024) };
    const angles = findShrinkAngles(normaliseRig({ ...rig, mesh, skeleton }));
    findShrinkAngles(body).forEach((angle, j) => {
      expect(angles[j]).toBeCloseTo(angle, 5);
    });
  });
});

describe('shrinkRotationsInto', () => {
  const rotated = (vector: number[], side = 1) => {
    const rotations = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1);
    expRotationInto(rotations, 4, vector, 0);
    return rotations.map((value, k) => (k < 4 ? value : value * side));
  };
  const still = (rotations: Float32Array) => {
    shrinkRotationsInto(rotations, Float64Array.of(0, 0.2));
    const vector = [0, 0, 0];
    logRotationInto(vector, 0, rotations, 4);
    return vector;
  };

  it('removes small rotations, and little of large ones, about the same axis', () => {
    expect(still(rotated([0.1, 0.05, -0.1]))).toEqual([0, 0, 0]);
    // 1 − 0.2² / 1
    for (const side of [1, -1]) {
      const [x, y, z] = still(rotated([0.6, 0, -0.8], side));
      expect(x).toBeCloseTo(0.6 * 0.96, 5);
      expect(y).toBeCloseTo(0, 5);
      expect(z).toBeCloseTo(-0.8 * 0.96, 5);
    }
  });

  it('leaves rest, and joints without an angle, as they are', () => {
    const { rotations } = restPose(rig.skeleton);
    const before = rotations.slice();
    shrinkRotationsInto(rotations, findShrinkAngles(body));
    expect(rotations).toEqual(before);
    const root = Float32Array.of(0.01, 0, 0, Math.sqrt(1 - 1e-4));
    shrinkRotationsInto(root, Float64Array.of(0));
    expect(root[0]).toBeCloseTo(0.01, 6);
  });
});
