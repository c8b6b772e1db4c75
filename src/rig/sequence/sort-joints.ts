/**
 * @file Renumbers the joints of a fit: parents before children, limb by limb, so that different limbs are apart in every linear
 * system; and removes joints.
 */

import { childrenOf } from '../joint-tree.js';
import { type FitState, jointTotal } from './fit-state.js';

/** Renumbers the joints limb by limb, parents before children; vertices of removed joints go to their parent. */
export function sortJoints(state: FitState, frameCount: number, keep?: readonly boolean[]): void {
  const count = jointTotal(state);
  const children = childrenOf(state.parents);
  const order: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const j = stack.pop()!;
    if (!keep || keep[j]) order.push(j);
    for (let i = children[j].length - 1; i >= 0; i--) stack.push(children[j][i]);
  }
  const numberOf = new Int32Array(count).fill(-1);
  order.forEach((j, i) => {
    numberOf[j] = i;
  });
  // The nearest kept ancestor takes over the children and vertices of a removed joint.
  const standIn = (j: number): number => {
    let at = j;
    while (numberOf[at] < 0) at = state.parents[at];
    return numberOf[at];
  };
  const bones = new Float64Array(frameCount * order.length * 12);
  for (let f = 0; f < frameCount; f++) {
    order.forEach((j, i) => {
      const from = (f * count + j) * 12;
      bones.set(state.bones.subarray(from, from + 12), (f * order.length + i) * 12);
    });
  }
  const pick = (source: Float64Array) =>
    Float64Array.from({ length: order.length * 3 }, (_, i) => source[order[Math.floor(i / 3)] * 3 + (i % 3)]);
  const parents = order.map((j) => (state.parents[j] < 0 ? -1 : standIn(state.parents[j])));
  const map = Uint16Array.from({ length: count }, (_, j) => standIn(j));
  for (let s = 0; s < state.joints.length; s++) state.joints[s] = map[state.joints[s]];
  [state.rest, state.home, state.names] = [
    pick(state.rest),
    pick(state.home),
    order.map((j) => state.names[j]),
  ];
  state.bones = bones;
  state.parents = parents;
}
