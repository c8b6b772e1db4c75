/** @file Wings from their controls: raised and swept at the root, curled along the chain, folded in a zigzag. */

import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { MotionBody } from './motion-body.js';
import type { WingControl } from './motion-frame.js';

/** Turns of the first three joints of a folded wing about the upright, radians, + backwards. */
const FOLDS = [1, -0.7, 1.1] as const;

export function poseWings(
  locals: Float64Array,
  { wings }: MotionBody,
  controls: readonly WingControl[],
): void {
  const q = [0, 0, 0, 1];
  for (const [i, { side, joints }] of wings.entries()) {
    const { raise, sweep, twist, fold, curl } = controls[i];
    const inner = Math.max(1, joints.length - 1);
    for (const [k, j] of joints.entries()) {
      const back = (k === 0 ? sweep : 0) + fold * (joints.length > 2 ? (FOLDS[k] ?? 0) : k === 0 ? 0.9 : 0.2);
      const up = k === 0 ? raise : curl / inner;
      if (back === 0 && up === 0 && (k > 0 || twist === 0)) continue;
      expRotationInto(q, 0, [k === 0 ? twist : 0, side * back, side * up], 0);
      multiplyQuaternionInto(locals, j * 4, q, 0, locals, j * 4);
    }
  }
}
