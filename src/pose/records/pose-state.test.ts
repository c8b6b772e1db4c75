import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionAngle, quaternionToMatrixInto } from '../../math/quaternion.js';
import {
  findHeading,
  normalisedPositions,
  poseToState,
  removeHeading,
  rotateRoot,
  STATE_CHANNELS,
  STATE_SCALE,
  stateToPose,
} from './pose-state.js';
import { createSolverRig } from './solver-rig.js';

const skeleton = createSolverRig({
  scale: 4,
  parents: Int16Array.of(-1, 0, 1, 0),
  rest: Float32Array.of(0, 0, 0, 0, 0.5, 0, 0, 1, 0, 1, 0, 0),
});

function makePose(seed: number, spread = 0.4) {
  const rng = createRng(seed);
  const rotations = new Float32Array(16);
  for (let j = 0; j < 4; j++)
    expRotationInto(
      rotations,
      j * 4,
      [0, 1, 2].map(() => rng.normal() * spread),
      0,
    );
  return { rotations, root: Float32Array.of(rng.normal(), rng.normal(), rng.normal()) };
}

describe('the state of a pose', () => {
  it('is zero at rest', () => {
    const rotations = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 1 : 0));
    const { state, placement } = poseToState(skeleton, { rotations, root: new Float32Array(3) });
    expect(state.every((value) => value === 0)).toBe(true);
    expect(placement).toEqual({ heading: 0, x: 0, z: 0 });
  });

  it('comes back as the pose it was', () => {
    for (let seed = 0; seed < 20; seed++) {
      const pose = makePose(seed);
      const { state, placement } = poseToState(skeleton, pose);
      const back = stateToPose(skeleton, state, placement);
      for (let j = 0; j < 4; j++) {
        expect(quaternionAngle(pose.rotations, j * 4, back.rotations, j * 4)).toBeLessThan(1e-5);
      }
      for (let k = 0; k < 3; k++) expect(back.root[k]).toBeCloseTo(pose.root[k], 6);
    }
  });

  it('does not depend on position and facing', () => {
    const pose = makePose(3);
    const rotated = { rotations: pose.rotations.slice(), root: Float32Array.of(7, pose.root[1], -2) };
    rotateRoot(rotated.rotations, 1.1);
    const [a, b] = [poseToState(skeleton, pose), poseToState(skeleton, rotated)];
    for (let i = 0; i < a.state.length; i++) expect(b.state[i]).toBeCloseTo(a.state[i], 5);
    expect(b.placement.heading - a.placement.heading).toBeCloseTo(1.1, 5);
    expect(b.placement.x).toBe(7);
  });

  it('has its channels where the network expects them', () => {
    const pose = makePose(5);
    const { state } = poseToState(skeleton, pose);
    const { rotations, positions } = removeHeading(skeleton, pose.rotations);
    expect(normalisedPositions(skeleton, pose)).toEqual(positions);
    const matrix = new Float64Array(9);
    quaternionToMatrixInto(matrix, 0, rotations, 8);
    const o = 2 * STATE_CHANNELS;
    expect(state[o + 1]).toBeCloseTo(matrix[1] / STATE_SCALE.rotation, 5);
    expect(state[o + 4]).toBeCloseTo((matrix[4] - 1) / STATE_SCALE.rotation, 5);
    expect(state[o + 8]).toBeCloseTo((positions[7] - 1) / STATE_SCALE.position, 5);
    expect(state[6]).toBeCloseTo((pose.root[1] * 4) / STATE_SCALE.height, 5);
    expect(state[o + 6]).toBe(0);
  });

  it('weights the heading by subtree size', () => {
    // The mean of matrices: sizes 4, 2, 1, 1; joints 1 and 2 rotate by 90°.
    const rig = skeleton;
    const half = Math.SQRT1_2;
    const globals = Float64Array.of(0, 0, 0, 1, 0, half, 0, half, 0, half, 0, half, 0, 0, 0, 1);
    expect(findHeading(rig, globals)).toBeCloseTo(Math.atan2(3, 5), 12);
  });

  it('decodes anything to a pose', () => {
    const state = new Float32Array(40).fill(Number.NaN);
    state[0] = -4; // a first column of zero
    const pose = stateToPose(skeleton, state);
    for (let j = 0; j < 4; j++) {
      expect(Math.hypot(...pose.rotations.subarray(j * 4, j * 4 + 4))).toBeCloseTo(1, 6);
    }
    expect(pose.root.every(Number.isFinite)).toBe(true);
  });
});
