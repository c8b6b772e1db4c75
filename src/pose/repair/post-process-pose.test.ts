import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionAngle } from '../../math/quaternion.js';
import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import type { PartialRig } from '../../rig/rig-records.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { type BoundRig, identityAnatomy } from '../model/bound-rig.js';
import { normaliseRig } from '../records/normalise-rig.js';
import { postProcessPose } from './post-process-pose.js';

const { rig } = sampleCreature('dog');
const { skeleton } = rig;
const jointCount = skeleton.parents.length;

/** A rig whose network is never run. */
function boundRigOf(parts: PartialRig): BoundRig {
  return {
    anatomy: identityAnatomy(parts),
    rig: normaliseRig(parts),
    denoiser: undefined as never,
    completer: undefined as never,
    memo: new Map(),
  };
}

function randomPose(seed: number, spread: number): Pose {
  const rng = createRng(seed);
  const pose = restPose(skeleton);
  for (let j = 1; j < jointCount; j++) {
    const turn = [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread];
    expRotationInto(pose.rotations, j * 4, turn, 0);
  }
  pose.root.set([0, 0.1, 0]);
  return pose;
}

const finder = createIntersectionFinder(rig.mesh);
const meeting = (pose: Pose) => finder.find(skinMesh(rig, pose)).triangleFraction;
const space = boundRigOf(rig);
const postProcess = (pose: Pose, signal?: AbortSignal) => postProcessPose(space, pose, signal);
const wild = [1, 2, 3, 4, 5, 6].map((seed) => randomPose(seed, 0.9));

describe('settling', () => {
  it('brings skin out of skin', () => {
    const sum = (poses: readonly Pose[]) => poses.reduce((total, pose) => total + meeting(pose), 0);
    const before = sum(wild);
    expect(before).toBeGreaterThan(0.3);
    expect(sum(wild.map((pose) => postProcess(pose)))).toBeLessThan(0.6 * before);
  });

  it('removes small rotations, keeps the root and large rotations', () => {
    const pose = restPose(skeleton);
    expRotationInto(pose.rotations, 0, [0.02, 0, 0], 0);
    const small = 1 + skeleton.parents.slice(1).findIndex((_, j) => !skeleton.parents.includes(j + 1));
    expRotationInto(pose.rotations, small * 4, [0.01, 0, 0], 0);
    const processed = postProcess(pose);
    expect([...processed.rotations.subarray(small * 4, small * 4 + 4)]).toEqual([0, 0, 0, 1]);
    expect(processed.rotations.subarray(0, 4)).toEqual(pose.rotations.subarray(0, 4));
    expRotationInto(pose.rotations, small * 4, [0.5, 0, 0], 0);
    expect(quaternionAngle(postProcess(pose).rotations, small * 4, pose.rotations, small * 4)).toBeLessThan(
      0.05,
    );
  });

  it('is the same for the same pose, and leaves what it is given', () => {
    const copy = wild[0].rotations.slice();
    expect(postProcess(wild[0])).toEqual(postProcess(wild[0]));
    expect(wild[0].rotations).toEqual(copy);
    expect(postProcess(wild[0]).root).toEqual(wild[0].root);
  });

  it('works without a mesh', () => {
    const processed = postProcessPose(boundRigOf({ skeleton }), wild[0]);
    expect(processed.rotations.every(Number.isFinite)).toBe(true);
    expect(processed.rotations).not.toEqual(wild[0].rotations);
  });

  it('can be aborted', () => {
    const worst = wild.reduce((one, other) => (meeting(one) > meeting(other) ? one : other));
    expect(() => postProcess(worst, AbortSignal.abort())).toThrow('stopped');
  });
});
