/**
 * @file The records of a procedural animal.
 */

import type { Rng } from '../../src/base/rng.js';
import type { BodyPlan } from '../../src/rig/body-plan/body-plan.js';
import type { JointLimits } from '../../src/rig/kinematics/clamp-to-limits.js';
import type { Rig } from '../../src/rig/rig-records.js';
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

/** A sample creature: rig, body plan, colours, joint limits. */
export interface Creature {
  readonly kind: CreatureKind;
  /** Kind and seed, e.g. `raptor-7`. */
  readonly name: string;
  readonly rig: Rig;
  readonly limits: JointLimits;
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
}

/** Draws an individual; the same stream gives the same animal. */
export type Species = (rng: Rng) => CreatureSpec;
