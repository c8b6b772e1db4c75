/**
 * @file How many joints an artist would have along a piece of the curve.
 */

import { EXPECT_JOINTS_MODEL } from './expect-joints-model.js';
import { runSmallNet } from './small-net.js';

/** Joints a unit of length (the longest side of the body) around a point with the measures of `measure-curve`. */
export function expectJoints(features: readonly number[]): number {
  return Math.exp(Math.max(-6, Math.min(6, runSmallNet(EXPECT_JOINTS_MODEL, features))));
}
