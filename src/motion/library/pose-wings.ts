/**
 * @file Wings from their controls: spread from how they rest, raised and swept at the root, curled along the chain,
 * folded in a zigzag.
 */

import {
  expRotationInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  slerpInto,
} from '../../math/quaternion.js';
import { normalize, type Vec3 } from '../../math/vector.js';
import type { MotionBody } from './motion-body.js';
import type { WingControl } from './motion-frame.js';

/** Turns of the first three joints of a folded wing about the upright, radians, + backwards. */
const FOLDS = [0.95, -0.6, 1] as const;
/** How far a folded wing hangs. */
const DROOP = 0.3;
/** Where a spread wing points, for the left side. */
const SPREAD: Vec3 = normalize([0.96, 0.08, -0.12]);

export function poseWings(
  locals: Float64Array,
  { wings }: MotionBody,
  controls: readonly WingControl[],
): void {
  const q = [0, 0, 0, 1];
  const r = [0, 0, 0, 1];
  for (const [i, { side, joints, direction, spread }] of wings.entries()) {
    const { raise, sweep, twist, fold, curl, open } = controls[i];
    const inner = Math.max(1, joints.length - 1);
    for (const [k, j] of joints.entries()) {
      const first = k === 0;
      const back = (first ? sweep : 0) + fold * (joints.length > 2 ? (FOLDS[k] ?? 0) : first ? 1.1 : 0.2);
      const up = first ? raise - DROOP * fold : curl / inner;
      expRotationInto(q, 0, [first ? twist : 0, side * back, side * up], 0);
      if (first && open > 0 && spread < 1) {
        // Wings that rest folded are brought out to the side first.
        quaternionBetweenInto(r, 0, direction, 0, [side * SPREAD[0], SPREAD[1], SPREAD[2]], 0);
        slerpInto(r, 0, [0, 0, 0, 1], 0, [...r], 0, Math.min(1, open) * (1 - spread));
        multiplyQuaternionInto(q, 0, q, 0, r, 0);
      }
      multiplyQuaternionInto(locals, j * 4, q, 0, locals, j * 4);
    }
  }
}
