/**
 * @file The records of a procedural animal.
 */

import type { Rng } from '../base/rng.js';
import type { Clip } from '../motion/clip.js';
import type { BodyPlan } from '../rig/body-plan/body-plan.js';
import type { JointLimits } from '../rig/kinematics/clamp-to-limits.js';
import type { Rig } from '../rig/rig-records.js';
import type { Animator } from './animator.js';
import type { Body } from './body.js';
import type { Paints } from './paint.js';

/** All kinds of sample creatures. */
export const CREATURE_KINDS = [
  'biped',
  'quadruped',
  'bird',
  'fish',
  'snake',
  'spider',
  'insect',
  'dragon',
  'octopus',
  'raptor',
  'lizard',
  'frog',
  'bat',
] as const;

/** A kind of sample creature. */
export type CreatureKind = (typeof CREATURE_KINDS)[number];

/** Which joints are what; its kind is known, so nothing is left over. */
export type CreaturePlan = Omit<BodyPlan, 'extras'>;

/** A sample creature: rig, body plan, clips, colours, joint limits. */
export interface Creature {
  readonly kind: CreatureKind;
  /** Kind and seed, e.g. `raptor-7`. */
  readonly name: string;
  readonly rig: Rig;
  readonly limits: JointLimits;
  /** Idle, locomotion, action. */
  readonly clips: readonly Clip[];
  /** sRGB and alpha. [V, 4] */
  readonly colors: Uint8Array;
  readonly plan: CreaturePlan;
}

/** One individual as its species describes it, before meshing. */
export interface CreatureSpec {
  readonly body: Body;
  /** Edge length of the mesh at resolution 1, metres. */
  readonly cell: number;
  /** Whether soles are cut flat at y = 0. */
  readonly stands: boolean;
  readonly paints: Paints;
  readonly plan: CreaturePlan;
  animate(animator: Animator): Clip[];
}

/** Draws an individual; the same stream gives the same animal. */
export type Species = (rng: Rng) => CreatureSpec;
