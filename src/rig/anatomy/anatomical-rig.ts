/**
 * @file A rig as the anatomical tree that its anatomy says: without controls, every joint the child of the joint it moves
 * with. In a control rig feet are children of the root; in its anatomical tree they end the legs.
 */

import type { Finding } from '../../base/finding.js';
import { pickJoints, pickSkin } from '../pick-joints.js';
import type { Anatomy, PartialRig, Skeleton } from '../rig-records.js';
import { roleNumber } from './roles.js';

/** An artist's rig as an anatomical tree, and the map between the two. */
export interface AnatomicalRig {
  /** The skeleton of the file. */
  readonly original: Skeleton;
  /** The body on its anatomical tree; with mesh and skin where the original had them. */
  readonly rig: PartialRig;
  /** Original joint of each anatomical joint. [A] */
  readonly sources: Int16Array;
  /**
   * Anatomical joint of each original joint: itself, or the one it follows rigidly where it was dropped; −1 where it
   * was an ancestor of the body's root and stands still. [J]
   */
  readonly carriers: Int16Array;
  readonly findings: readonly Finding[];
}

const CONTROL = roleNumber('control');

/** The rig on its anatomical tree. */
export function toAnatomicalRig(body: PartialRig, anatomy: Anatomy): AnatomicalRig {
  const { anatomy: _, ...given } = body;
  const { skeleton } = body;
  const sources = Int16Array.from(orderJoints(anatomy));
  const carriers = new Int16Array(skeleton.parents.length).fill(-1);
  sources.forEach((j, a) => {
    carriers[j] = a;
  });
  for (let j = 0; j < carriers.length; j++)
    if (carriers[j] < 0) carriers[j] = carrierOf(anatomy, carriers, j);
  const parents = sources.map((j, a) => (a === 0 ? -1 : Math.max(0, carriers[anatomy.moves[j]] ?? 0)));
  return {
    original: skeleton,
    rig: {
      ...given,
      skeleton: pickJoints(skeleton, sources, parents),
      ...(body.skin && { skin: pickSkin(body.skin, carriers) }),
    },
    sources,
    carriers,
    findings: [],
  };
}

/** Joints that are part of the body, parents first, otherwise in their order in the file. */
export function orderJoints({ role, moves }: Anatomy): number[] {
  // How often the way up from a joint leads to one that comes later in the file; −1 where it leads to no root.
  const turns = new Int32Array(role.length).fill(UNKNOWN);
  for (let start = 0; start < role.length; start++) {
    const way: number[] = [];
    let j = start;
    for (; j >= 0 && turns[j] === UNKNOWN; j = moves[j]) {
      turns[j] = -1;
      way.push(j);
    }
    for (const below of way.reverse()) {
      const above = j < 0 ? 0 : turns[j];
      const isBody = role[below] !== CONTROL && above >= 0;
      turns[below] = isBody ? above + +(j > below) : -1;
      j = below;
    }
  }
  const order = Array.from(role.keys()).filter((j) => turns[j] >= 0);
  return order.sort((a, b) => turns[a] - turns[b]);
}

const UNKNOWN = -2;

/** The anatomical joint that a control follows; −1 where it stands still. */
function carrierOf({ moves }: Anatomy, carriers: Int16Array, control: number): number {
  let j = control;
  for (let steps = 0; j >= 0 && carriers[j] < 0 && steps < moves.length; steps++) j = moves[j];
  return j < 0 ? -1 : carriers[j];
}
