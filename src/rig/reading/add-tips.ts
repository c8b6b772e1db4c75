/**
 * @file Adds end joints to the limbs of a body that was joined from parts: one where the last part of each limb ends.
 *
 * A leg that is one box has one joint, its hip; its swing moves no joint, and different poses have equal joint positions.
 * A foot joint distinguishes them, as in rigs made of bones. It rotates with its part and moves the outer half of it.
 */

import type { Mesh } from '../../mesh/mesh.js';
import type { PartialRig } from '../rig-records.js';
import { type Pose, type Rig, skeletonDiameter } from '../rig-records.js';

/** Parts that reach less far than this from their joint have no end, as a share of the diameter. */
const LEAST_REACH = 0.04;
/** The outer part begins here, as a share of the reach. */
const OUTER = 0.5;

export interface TippedBody {
  readonly body: PartialRig;
  /** A pose of the body as one of the body with tips. */
  readonly carry: (pose: Pose) => Pose;
}

/** The body with a joint at the end of every limb that has flesh there. */
export function addTips(body: PartialRig): TippedBody {
  const { skeleton, mesh, skin } = body;
  if (!mesh || !skin) return { body, carry: (pose) => pose };
  const { names, parents, rest, frames } = skeleton;
  const least = LEAST_REACH * skeletonDiameter(skeleton);
  const joints = skin.joints.slice();
  const tips: { readonly joint: number; readonly place: Float64Array }[] = [];
  for (let joint = 1; joint < parents.length; joint++) {
    if (parents.includes(joint)) continue;
    const outer = outerSlots({ skeleton, mesh, skin }, joint, least);
    if (outer.length === 0) continue;
    for (const slot of outer) joints[slot] = parents.length + tips.length;
    tips.push({ joint, place: meanPlace(mesh, outer, skin.influenceCount) });
  }
  const tipFrames = tips.flatMap(({ joint }) => [...frames.subarray(joint * 4, joint * 4 + 4)]);
  return {
    body: {
      mesh,
      skin: { ...skin, joints },
      skeleton: {
        names: [...names, ...tips.map(({ joint }) => `${names[joint]} tip`)],
        parents: Int16Array.of(...parents, ...tips.map(({ joint }) => joint)),
        rest: Float32Array.of(...rest, ...tips.flatMap(({ place }) => [...place])),
        frames: Float32Array.of(...frames, ...tipFrames),
      },
    },
    carry: (pose) => ({
      ...pose,
      rotations: Float32Array.of(...pose.rotations, ...tips.flatMap(() => [0, 0, 0, 1])),
    }),
  };
}

/** Slots of the skin with what a joint moves of the outer part of its limb; none where that does not reach far enough. */
function outerSlots(
  { skeleton: { rest }, mesh: { positions }, skin }: Rig,
  joint: number,
  least: number,
): number[] {
  const { joints, weights, influenceCount } = skin;
  const own = [...joints.keys()].filter((slot) => joints[slot] === joint && weights[slot] > 0.5);
  const bone = (slot: number, k: number) =>
    positions[Math.floor(slot / influenceCount) * 3 + k] - rest[joint * 3 + k];
  const axis = [0, 1, 2].map((k) => own.reduce((sum, slot) => sum + bone(slot, k), 0));
  const length = Math.hypot(...axis);
  const reachOf = (slot: number) =>
    (axis[0] * bone(slot, 0) + axis[1] * bone(slot, 1) + axis[2] * bone(slot, 2)) / length;
  const reach = own.reduce((furthest, slot) => Math.max(furthest, reachOf(slot)), 0);
  return reach < least ? [] : own.filter((slot) => reachOf(slot) > OUTER * reach);
}

function meanPlace({ positions }: Mesh, slots: readonly number[], influenceCount: number): Float64Array {
  const place = new Float64Array(3);
  for (const slot of slots) {
    for (let k = 0; k < 3; k++)
      place[k] += positions[Math.floor(slot / influenceCount) * 3 + k] / slots.length;
  }
  return place;
}
