/**
 * @file How many joints an artist would have along a piece of the curve: a Poisson regression by a network of 6 hidden
 * units. On families left out its deviance (−6.20, of one number for all −4.4) is that of boosted trees (−6.15 to
 * −6.26) and joints came no nearer with those, nor with 3, 10 or 12 units; little weight decay is worse (−6.1).
 */

import { EXPECT_JOINTS_MODEL } from './expect-joints-model.js';
import { runSmallNet } from './small-net.js';

/** Joints a unit of length (the longest side of the body) around a point with the measures of `measure-curve`. */
export function predictJointDensity(features: readonly number[]): number {
  return Math.exp(Math.max(-6, Math.min(6, runSmallNet(EXPECT_JOINTS_MODEL, features))));
}
