/** @file The motion registry: every motion of the library, written in terms of body plans. */

import { ARM_MOTIONS } from './arm-motions.js';
import { FLIGHT_MOTIONS } from './flight-motions.js';
import { GAIT_MOTIONS } from './gait-motions.js';
import { HEAD_MOTIONS } from './head-motions.js';
import { LEG_ACTIONS } from './leg-actions.js';
import type { MotionBody } from './motion-body.js';
import type { MotionDefinition } from './motion-plan.js';
import { REACTIONS } from './reactions.js';
import { SERPENT_MOTIONS } from './serpent-motions.js';
import { SHAPELESS_MOTIONS } from './shapeless-motions.js';
import { STRIKES } from './strikes.js';
import { SWIM_MOTIONS } from './swim-motions.js';
import { TENTACLE_MOTIONS } from './tentacle-waves.js';

/** All motions, in the order in which lists show them. */
export const MOTIONS: readonly MotionDefinition[] = Object.freeze([
  ...GAIT_MOTIONS,
  ...FLIGHT_MOTIONS,
  ...SWIM_MOTIONS,
  ...SERPENT_MOTIONS,
  ...TENTACLE_MOTIONS,
  ...SHAPELESS_MOTIONS,
  ...LEG_ACTIONS,
  ...STRIKES,
  ...REACTIONS,
  ...HEAD_MOTIONS,
  ...ARM_MOTIONS,
]);

/** The motions that a body can do. */
export const motionsOf = (body: MotionBody): readonly MotionDefinition[] =>
  MOTIONS.filter(({ suits }) => suits(body));
