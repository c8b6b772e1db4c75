/** @file Adds a joint as a child of another. */

import type { Vec3 } from '../../math/vector.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import type { Skeleton } from '../rig-records.js';
import { type MirrorPlane, mirrorName, mirrorPoint, projectToPlane, signedDistance } from './mirror-plane.js';
import {
  type AddedJoint,
  createDraft,
  type Draft,
  type DraftJoint,
  type EditableSkeleton,
  finishAdded,
  pairJoints,
  requirePosition,
  restPosition,
  uniqueName,
} from './skeleton-draft.js';

/** Options of `addJoint`. */
export interface AddJointOptions {
  /** Rest position, metres; by default half a bone further in the direction of the parent's bone. */
  readonly position?: Vec3;
  /** Name of the joint; by default counted up from the parent's. */
  readonly name?: string;
  /** Adds the mirror image too, as a child of the parent's partner; null adds one joint. */
  readonly mirror?: MirrorPlane | null;
  /** Longest side of the body, metres: what is near the mirror plane is measured in it. */
  readonly size?: number;
}

/** Positions closer to the mirror plane than this fraction of the body's size are on it. */
const ON_PLANE = 0.02;

/**
 * Adds a joint.
 *
 * @example
 * const edited = addJoint(rig, 'Head', { position: [0, 1.9, 0], name: 'Hat' });
 * const hatted = { ...rig, skeleton: edited.skeleton, skin: transferSkin(rig.skin, edited) };
 */
export function addJoint(
  tree: EditableSkeleton,
  parent: JointRef,
  options: AddJointOptions = {},
): AddedJoint {
  const { skeleton } = tree;
  const parentIndex = jointIndex(skeleton, parent, 'rig/addJoint');
  const { mirror = null, size = 1, position = positionAhead(skeleton, parentIndex), name } = options;
  requirePosition(position, 'rig/addJoint');
  const draft = createDraft(tree);
  const above = draft[parentIndex];
  const like = name ?? above.name;
  if (!mirror || !above.partner) return finishAdded(draft, tree, addChild(draft, above, position, like));
  if (above.partner !== above) {
    const added = addChild(draft, above, position, like);
    const other = (name && mirrorName(name)) ?? above.partner.name;
    pairJoints(added, addChild(draft, above.partner, mirrorPoint(mirror, position), other));
    return finishAdded(draft, tree, added);
  }
  const side = signedDistance(mirror, position);
  if (Math.abs(side) < ON_PLANE * size) {
    const added = addChild(draft, above, projectToPlane(mirror, position), like);
    added.partner = added;
    return finishAdded(draft, tree, added);
  }
  const added = addChild(draft, above, position, name ?? `${above.name}${side > 0 ? 'Left' : 'Right'}`);
  const other = mirrorName(added.name) ?? above.name;
  pairJoints(added, addChild(draft, above, mirrorPoint(mirror, position), other));
  return finishAdded(draft, tree, added);
}

/** Half a bone beyond a joint; above a root. */
function positionAhead(skeleton: Skeleton, joint: number): Vec3 {
  const parent = skeleton.parents[joint];
  const here = restPosition(skeleton, joint);
  const from: Vec3 = parent >= 0 ? restPosition(skeleton, parent) : [here[0], here[1] - 0.1, here[2]];
  return [0, 1, 2].map((k) => here[k] + 0.5 * (here[k] - from[k])) as unknown as Vec3;
}

function addChild(draft: Draft, parent: DraftJoint, position: Vec3, like: string): DraftJoint {
  const added: DraftJoint = { name: uniqueName(draft, like), parent, position, partner: null, source: -1 };
  draft.push(added);
  return added;
}
