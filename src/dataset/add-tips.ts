/**
 * @file Ends for the limbs of a body that was joined from parts: a joint where the last part of each limb ends.
 *
 * A leg that is one box has one joint, its hip. How it swings moves no joint then, and poses that differ are the same to
 * whoever looks at joints. A foot tells them apart, as it does in rigs that are made of bones. It turns with its part
 * and carries the outer half of it.
 */

import type { BodyParts } from '../rig/find-anatomy.js';
import { type Pose, skeletonDiameter } from '../rig/rig.js';

/** Parts that reach less far than this from their joint have no end, as a share of the diameter. */
const LEAST_REACH = 0.04;
/** The outer part begins here, as a share of the reach. */
const OUTER = 0.5;

export interface TippedBody {
  readonly body: BodyParts;
  /** A pose of the body as one of the body with tips. */
  readonly carry: (pose: Pose) => Pose;
}

/** The body with a joint at the end of every limb that has flesh there. */
export function addTips({ skeleton, mesh, skin }: BodyParts): TippedBody {
  const { names, parents, rest, frames } = skeleton;
  const count = parents.length;
  if (!mesh || !skin) return { body: { skeleton, mesh, skin }, carry: (pose) => pose };
  const least = LEAST_REACH * skeletonDiameter(skeleton);
  const joints = skin.joints.slice();
  const tips: { readonly joint: number; readonly place: readonly number[] }[] = [];
  for (let joint = 1; joint < count; joint++) {
    if (parents.includes(joint)) continue;
    const own = ownVertices(skin, joint);
    const axis = sum(own.map((v) => [0, 1, 2].map((k) => mesh.positions[v * 3 + k] - rest[joint * 3 + k])));
    const length = Math.hypot(...axis) || 1;
    const reaches = own.map((v) =>
      axis.reduce((total, x, k) => total + (x / length) * (mesh.positions[v * 3 + k] - rest[joint * 3 + k]), 0),
    );
    const reach = Math.max(0, ...reaches);
    if (reach < least) continue;
    const outer = own.filter((_, i) => reaches[i] > OUTER * reach);
    const place = sum(outer.map((v) => [0, 1, 2].map((k) => mesh.positions[v * 3 + k] / outer.length)));
    for (const v of outer) {
      for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
        if (joints[k] === joint) joints[k] = count + tips.length;
      }
    }
    tips.push({ joint, place });
  }
  return {
    body: {
      mesh,
      skin: { ...skin, joints },
      skeleton: {
        names: [...names, ...tips.map(({ joint }) => `${names[joint]} tip`)],
        parents: Int16Array.of(...parents, ...tips.map(({ joint }) => joint)),
        rest: Float32Array.of(...rest, ...tips.flatMap(({ place }) => place)),
        frames: Float32Array.of(...frames, ...tips.flatMap(({ joint }) => [...frames.subarray(joint * 4, joint * 4 + 4)])),
      },
    },
    carry: (pose) => ({
      ...pose,
      rotations: Float32Array.of(...pose.rotations, ...tips.flatMap(() => [0, 0, 0, 1])),
    }),
  };
}

/** Vertices that a joint moves more than half. */
function ownVertices({ joints, weights, influenceCount }: NonNullable<BodyParts['skin']>, joint: number): number[] {
  const own: number[] = [];
  for (let i = 0; i < joints.length; i++) {
    if (joints[i] === joint && weights[i] > 0.5) own.push(Math.floor(i / influenceCount));
  }
  return own;
}

const sum = (vectors: readonly (readonly number[])[]): number[] =>
  vectors.reduce<number[]>((total, vector) => total.map((x, k) => x + vector[k]), [0, 0, 0]);
