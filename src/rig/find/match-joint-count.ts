/**
 * @file Reaches a requested number of joints as nearly as the body allows: more detail prunes less and makes bones
 * shorter, less detail the reverse. Missing joints are added by splitting the longest bones, surplus ones removed
 * between the shortest.
 */

import { type DraftJoint, findImages, sortJoints } from './draft-joints.js';

const SEARCH_STEPS = 9;
/** Range of detail that is searched. */
export const MOST_DETAIL = 8;
const LEAST_DETAIL = 0.15;

/** The largest set of joints that is not above the requested count, then split; `place` gives joints for a detail. */
export function matchJointCount(
  wanted: number,
  symmetric: boolean,
  place: (detail: number) => DraftJoint[],
): DraftJoint[] {
  let low = Math.log(LEAST_DETAIL);
  let high = Math.log(MOST_DETAIL);
  let best = place(LEAST_DETAIL);
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
  return fitJointCount(best, wanted, symmetric);
}

/** As many joints as wanted: bones are merged, then split. */
export const fitJointCount = (
  joints: readonly DraftJoint[],
  wanted: number,
  symmetric: boolean,
): DraftJoint[] => splitBones(mergeBones(joints, wanted, symmetric), wanted, symmetric);

/** Removes the joint between the shortest bones, with its mirror image, until there are few enough. */
function mergeBones(joints: readonly DraftJoint[], wanted: number, symmetric: boolean): DraftJoint[] {
  let out = [...joints];
  while (out.length > wanted) {
    const images = symmetric ? findImages(out) : new Int32Array(out.length).map((_, j) => j);
    const childCounts = new Int32Array(out.length);
    for (const { parent } of out) if (parent >= 0) childCounts[parent]++;
    // Joints inside a chain first; ends only where nothing but forks is left.
    const rank = (j: number) => (childCounts[j] === 1 ? 0 : childCounts[j] === 0 ? 1 : 2);
    const current = out;
    const order = [...current.keys()]
      .slice(1)
      .sort(
        (a, b) =>
          rank(a) - rank(b) || boneLength(current, current[a]) - boneLength(current, current[b]) || a - b,
      );
    if (order.length === 0) break;
    out = remove(remove(out, order[0]), afterRemoval(images[order[0]], order[0]));
  }
  return out;
}

/** Index of a joint once another is removed; −1 where it is the same or none. */
const afterRemoval = (j: number, gone: number): number => (j === gone ? -1 : j > gone ? j - 1 : j);

function remove(joints: readonly DraftJoint[], gone: number): DraftJoint[] {
  if (gone < 1) return [...joints];
  const above = joints[gone].parent;
  return joints
    .filter((_, j) => j !== gone)
    .map((joint) => {
      const parent = joint.parent === gone ? above : joint.parent;
      return { ...joint, parent: parent > gone ? parent - 1 : parent };
    });
}

/** Splits the longest bone, with its mirror image, until there are enough joints or a pair would be too many. */
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
