import { poseJoints, restPose, type Skeleton } from 'posespace/rig';
import { describe, expect, it } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import { type Quaternion, rotateJoint } from './rotate-joint.js';

/** Hips, a left and a right arm of two bones each. */
const skeleton: Skeleton = {
  names: ['hips', 'arm.L', 'hand.L', 'arm.R', 'hand.R'],
  parents: Int16Array.of(-1, 0, 1, 0, 3),
  rest: Float32Array.of(0, 1, 0, 0.2, 1.5, 0, 0.6, 1.5, 0, -0.2, 1.5, 0, -0.6, 1.5, 0),
  frames: Float32Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
};
const partner = Int16Array.of(0, 3, 4, 1, 2);
const document = {
  model: { skeleton, anatomy: { partner, up: [0, 1, 0], forward: [0, 0, 1] } },
} as unknown as StudioDocument;

const about = (axis: number, angle: number): Quaternion => {
  const q = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q as unknown as Quaternion;
};

describe('rotateJoint', () => {
  it('rotates a joint to a global rotation, whatever the rotation of its parent', () => {
    const bent = rotateJoint(document, restPose(skeleton), 0, about(1, 0.7));
    const rotated = rotateJoint(document, bent, 1, about(2, 0.5));
    const { rotations } = poseJoints(skeleton, rotated);
    about(2, 0.5).forEach((value, k) => {
      expect(rotations[4 + k]).toBeCloseTo(value, 6);
    });
    expect(rotated.rotations.subarray(0, 4)).toEqual(bent.rotations.subarray(0, 4));
  });

  it('mirrors the rotation to the other side', () => {
    const pose = rotateJoint(document, restPose(skeleton), 1, about(2, 0.5), true);
    const { positions } = poseJoints(skeleton, pose);
    expect(positions[6]).toBeCloseTo(-positions[12], 6);
    expect(positions[7]).toBeCloseTo(positions[13], 6);
    expect(positions[7]).toBeGreaterThan(1.6);
  });

  it('rotates middle joints about the left axis only', () => {
    const pose = rotateJoint(document, restPose(skeleton), 0, about(2, 0.5), true);
    expect([...pose.rotations.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
    const nod = rotateJoint(document, restPose(skeleton), 0, about(0, 0.5), true);
    expect(nod.rotations[0]).toBeCloseTo(Math.sin(0.25));
  });
});
