/** @file The motion registry: every motion of the library, written in terms of body plans. */

import { GAIT_MOTIONS } from './gait-motions.js';
import type { MotionBody } from './motion-body.js';
import type { MotionDefinition } from './motion-plan.js';

/** All motions, in the order in which lists show them. */
export const MOTIONS: readonly MotionDefinition[] = Object.freeze([...GAIT_MOTIONS]);

/** The motions that a body can do. */
export const motionsOf = (body: MotionBody): readonly MotionDefinition[] =>
  MOTIONS.filter(({ suits }) => suits(body));
