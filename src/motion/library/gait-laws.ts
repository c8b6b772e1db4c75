/**
 * @file How fast a body of its size walks, how long its strides are and how long its feet stand.
 *
 * Animals that differ in size move alike at equal Froude numbers, Fr = v² / (g h), h the length of the leg: most walk
 * at 0.1 to 0.25, change to a run or trot at 0.5 to 1 and to a gallop above 2, and their strides are about
 * λ = 2.3 h Fr^0.3 (R. McN. Alexander and A. S. Jayes, "A dynamic similarity hypothesis for the gaits of quadrupedal
 * mammals", J. Zool. 201, 1983; Alexander, "Estimates of speeds of dinosaurs", Nature 261, 1976). The duty factor falls
 * with Fr from 0.7 through 0.5 where the walk ends; 0.48 Fr^−0.2 follows their figure 5. A mouse so steps five
 * times as often as an elephant.
 */

import { clamp } from '../../math/scalar.js';

const GRAVITY = 9.81;
/** Legs outside of this are of files that are not in metres, and move as these do. */
const SHORTEST_LEG = 0.04;
const LONGEST_LEG = 3;

/** What follows from leg length and Froude number. */
export interface GaitFigures {
  readonly froude: number;
  /** Distance that the body goes in a cycle, in leg lengths. */
  readonly stride: number;
  /** Seconds of a cycle. */
  readonly period: number;
  /** Share of the cycle that a foot stands. */
  readonly duty: number;
}

/** The gait at a Froude number of a leg of a length in metres. */
export function gaitAt(froude: number, leg: number): GaitFigures {
  const h = clamp(leg, SHORTEST_LEG, LONGEST_LEG);
  const stride = 2.3 * froude ** 0.3;
  return {
    froude,
    stride,
    period: (stride * h) / Math.sqrt(froude * GRAVITY * h),
    duty: clamp(0.48 * froude ** -0.2, 0.25, 0.8),
  };
}
