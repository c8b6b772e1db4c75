/** @file The records of the motion library: options, what a motion plans for a body, and its entry in the registry. */

import type { Rng } from '../../base/rng.js';
import type { MotionBody } from './motion-body.js';
import type { MotionLayer } from './motion-frame.js';

/** How a motion is performed. */
export interface MotionStyle {
  /** Speed over the ground, metres per second, above 0; absent: what a body of this size has. */
  readonly speed?: number;
  /** Factor of the stride, 0.3 to 2. */
  readonly stride?: number;
  /** How lively: factor of the size of movements, 0.2 to 2. */
  readonly energy?: number;
  /** Factor of the bob of the trunk, 0 to 3. */
  readonly bounce?: number;
  /** Factor of the distance between left and right feet, 0.3 to 2. */
  readonly stanceWidth?: number;
  /** How much the head looks about, 0 to 3. */
  readonly headLiveliness?: number;
  /** How much the tail moves, 0 to 3. */
  readonly tailLiveliness?: number;
  /** Which individual: other seeds move a little otherwise. */
  readonly seed?: number;
  /** Length of the clip, seconds; absent: as long as the motion takes. */
  readonly duration?: number;
  /** Frames per second. */
  readonly frameRate?: number;
  /** Whether the root travels; without it the body moves on the spot and the ground passes below it. */
  readonly rootMotion?: boolean;
  /** Whether the last frame is the first again, root motion aside; absent: as the motion is. */
  readonly loop?: boolean;
}

/** Defaults of `MotionStyle`. */
export const MOTION_STYLE_DEFAULTS = Object.freeze({
  stride: 1,
  energy: 1,
  bounce: 1,
  stanceWidth: 1,
  headLiveliness: 1,
  tailLiveliness: 1,
  seed: 0,
  frameRate: 30,
  rootMotion: false,
} as const satisfies MotionStyle);

/** A style with its defaults filled in. */
export type FullMotionStyle = MotionStyle &
  Required<Omit<MotionStyle, 'speed' | 'duration' | 'loop'>> & {
    /** How much longer the body's joints make a cycle of a gait than its size does: a speed is sought with that. */
    readonly slowed?: number;
    /** How much shorter its steps are than its legs could make them, a factor. */
    readonly shortened?: number;
  };

/** What a motion does with a body. */
export interface MotionPlan {
  /** Length, seconds. */
  readonly seconds: number;
  /** Whether it ends as it began. */
  readonly loop: boolean;
  /** Whether it is held to the ground. */
  readonly grounded: boolean;
  /** What moves, added up. */
  readonly layers: readonly MotionLayer[];
  /** Height over the ground that all but feet keep, over the body's height. */
  readonly clearance?: number;
  /** Largest turn of a joint in a thirtieth of a second, degrees: what is faster is slowed down. */
  readonly fastest?: number;
  /** Cycles of a gait in it. */
  readonly cycles?: number;
}

/** An entry of the motion registry. */
export interface MotionDefinition {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
  /** Whether a body can do it. */
  suits(body: MotionBody): boolean;
  plan(body: MotionBody, style: FullMotionStyle, rng: Rng): MotionPlan;
}
