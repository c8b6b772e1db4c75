import { expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import { fromAnatomicalPose } from '../anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../anatomy/to-anatomical-pose.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { skinMesh } from '../kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose, type Skeleton } from '../rig-records.js';
import { findAnatomicalRig } from './find-anatomical-rig.js';

/** Name, true parent, joint, and box: least and greatest corner. `helmet` moves with the head. */
const PARTS = [
  ['helmet', 'head', [0.1, 2, 1.2], [-0.25, 1.9, 1], [0.25, 2, 1.4]],
  ['shin.L', 'thigh.L', [0.3, 0.5, 0.6], [0.2, 0, 0.5], [0.4, 0.5, 0.7]],
  ['torso', '', [0, 1, 0], [-0.4, 1, -0.8], [0.4, 1.6, 0.8]],
  ['thigh.L', 'torso', [0.3, 1, 0.6], [0.2, 0.5, 0.5], [0.4, 1, 0.7]],
  ['thigh.R', 'torso', [-0.3, 1, 0.6], [-0.4, 0.5, 0.5], [-0.2, 1, 0.7]],
  ['shin.R', 'thigh.R', [-0.3, 0.5, 0.6], [-0.4, 0, 0.5], [-0.2, 0.5, 0.7]],
  ['neck', 'torso', [0, 1.5, 0.8], [-0.1, 1.4, 0.7], [0.1, 1.7, 1.1]],
  ['head', 'neck', [0, 1.6, 1.1], [-0.2, 1.5, 1], [0.2, 1.9, 1.4]],
] as const;

const names = PARTS.map(([name]) => name);
const order = ['torso', 'thigh.L', 'shin.L', 'thigh.R', 'shin.R', 'neck', 'head', 'helmet'] as const;

function skeletonOf(joints: readonly string[], parents: readonly number[], scale: number): Skeleton {
  const rest = joints.flatMap((name) => PARTS.find(([part]) => part === name)?.[2] ?? [0, 0, 0]);
  return {
    names: joints,
    parents: Int16Array.from(parents),
    rest: Float32Array.from(rest, (x) => x * scale),
    frames: Float32Array.from(joints.flatMap(() => [0, 0, 0, 1])),
  };
}

/** All parts are children of the ground; poses are those of the true tree. */
function looseBody(scale = 1): { rig: Rig; poses: Pose[] } {
  const skeleton = skeletonOf(['ground', ...names], [-1, ...names.map(() => 0)], scale);
  const corners = PARTS.flatMap(([, , , low, high]) =>
    Array.from({ length: 24 }, (_, i) => low.map((x, k) => (i & (1 << k) ? high[k] : x) * scale)),
  );
  const rig: Rig = {
    skeleton,
    mesh: { positions: Float32Array.from(corners.flat()), triangles: new Uint32Array(0) },
    skin: {
      joints: Uint16Array.from(corners, (_, v) => 1 + Math.floor(v / 24)),
      weights: new Float32Array(corners.length).fill(1),
      influenceCount: 1,
    },
  };
  const carrierOf = (name: string) => PARTS.find(([part]) => part === name)![1];
  const truth = skeletonOf(
    order,
    order.map((name) => order.indexOf(carrierOf(name) as (typeof order)[number])),
    scale,
  );
  const rng = createRng(3);
  const poses = Array.from({ length: 12 }, () => {
    const rotations = restPose(truth).rotations;
    for (let j = 0; j < order.length - 1; j++) {
      expRotationInto(
        rotations,
        j * 4,
        [rng.range(-0.6, 0.6), rng.range(-0.3, 0.3), rng.range(-0.2, 0.2)],
        0,
      );
    }
    const root = Float32Array.from({ length: 3 }, () => scale * rng.range(-0.5, 0.5));
    const rotated = poseJoints(truth, { rotations, root });
    const pose = restPose(skeleton);
    const offsets = new Float32Array(skeleton.rest.length);
    for (const [j, name] of order.entries()) {
      const flat = 1 + names.indexOf(name);
      pose.rotations.set(rotated.rotations.subarray(j * 4, j * 4 + 4), flat * 4);
      for (let k = 0; k < 3; k++) {
        offsets[flat * 3 + k] = rotated.positions[j * 3 + k] - skeleton.rest[flat * 3 + k];
      }
    }
    return { ...pose, offsets };
  });
  return { rig, poses };
}

const treeOf = ({ names: joints, parents }: Skeleton) =>
  Object.fromEntries(joints.map((name, j) => [name, parents[j] < 0 ? '' : joints[parents[j]]]));

it('finds the tree that loose parts were moved by, whatever their order and size', () => {
  for (const scale of [1, 1e-4, 1e4]) {
    const { rig, poses } = looseBody(scale);
    const anatomy = findAnatomicalRig(rig, poses);
    expect(treeOf(anatomy.rig.skeleton)).toEqual({
      torso: '',
      'thigh.L': 'torso',
      'thigh.R': 'torso',
      neck: 'torso',
      'shin.L': 'thigh.L',
      'shin.R': 'thigh.R',
      head: 'neck',
    });
    expect(anatomy.findings.map(({ code }) => code)).toEqual(['parts-joined']);
  }
});

it('converts poses there and back: bones reproduce them, and the parts stay together', () => {
  const { rig, poses } = looseBody();
  const anatomy = findAnatomicalRig(rig, poses);
  for (const pose of poses) {
    const { pose: converted, residual } = toAnatomicalPose(anatomy, pose);
    expect(residual).toBeLessThan(1e-5);
    const back = skinMesh(rig, fromAnatomicalPose(anatomy, converted));
    skinMesh(rig, pose).forEach((x, i) => {
      expect(Math.abs(x - back[i])).toBeLessThan(1e-4);
    });
  }
});
