/** @file Which joints move something: those from which a vertex takes more than some of its motion. */

import { jointCount, type Rig } from '../../src/rig/rig-records.js';

/** More than the rounding of a file's weights. */
export const CONTROL_WEIGHT = 0.02;

/** [J] */
export function movingJoints({ skin, skeleton }: Rig, least: number): Uint8Array {
  const moving = new Uint8Array(jointCount(skeleton));
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > least) moving[skin.joints[i]] = 1;
  return moving;
}
