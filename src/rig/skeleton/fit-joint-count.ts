/**
 * @file As many joints as were asked for, as nearly as the body allows: more detail prunes less and makes bones
 * shorter, less detail the reverse; what is still missing is made up by splitting the longest bones.
 */

import { type DraftJoint, findImages, sortJoints } from './joint-tree.js';

const SEARCH_STEPS = 9;
const DETAIL_RANGE = [0.15, 8] as const;

/** The joints with the greatest count that is not above the wanted one, then split; `place` gives joints for a detail. */
export function fitJointCount(
  wanted: number,
  symmetric: boolean,
  place: (detail: number) => DraftJoint[],
): DraftJoint[] {
  let [low, high] = DETAIL_RANGE.map(Math.log);
  let best = place(DETAIL_RANGE[0]);
  for (let step = 0; step < SEARCH_STEPS && best.length !== wanted; step++) {
    const middle = (low + high) / 2;
    const joints = place(Math.exp(middle));
    if (joints.length > wanted) {
      high = middle;
      continue;
    }
    low = middle;
    if (joints.length > best.length) best = joints;
  }
  return splitBones(best, wanted, symmetric);
}

/** Splits the longest bone, with its image, until there are enough joints or one more pair would be too many. */
function splitBones(joints: DraftJoint[], wanted: number, symmetric: boolean): DraftJoint[] {
  const out = [...joints];
  while (out.length < wanted && out.length > 1) {
    const images = symmetric ? findImages(out) : new Int32Array(out.length).map((_, j) => j);
    const longest = out
      .map((joint, j) => ({ j, length: boneLength(out, joint) }))
      .sort((a, b) => b.length - a.length || a.j - b.j)
      .find(({ j }) => out[j].parent >= 0 && (images[j] === j || images[j] < 0 || out.length + 2 <= wanted));
    if (longest === undefined) break;
    const image = images[longest.j];
    split(out, longest.j);
    if (image >= 0 && image !== longest.j) split(out, image);
  }
  return sortJoints(out);
}

function split(joints: DraftJoint[], j: number): void {
  const joint = joints[j];
  const above = joints[joint.parent];
  const position = joint.position.map((value, k) => (value + above.position[k]) / 2);
  const added: DraftJoint = {
    ...joint,
    position: [position[0], position[1], position[2]],
    radius: (joint.radius + above.radius) / 2,
    kind:
      joint.kind === 'tip' || joint.kind === 'first' ? 'limb' : joint.kind === 'fork' ? 'trunk' : joint.kind,
  };
  joints[j] = { ...joint, parent: joints.push(added) - 1 };
}

function boneLength(joints: readonly DraftJoint[], { parent, position }: DraftJoint): number {
  if (parent < 0) return 0;
  const above = joints[parent].position;
  return Math.hypot(position[0] - above[0], position[1] - above[1], position[2] - above[2]);
}
