/**
 * @file A motion of the library for whatever body a model has: `generateMotion(model, 'walk')`. The body plan decides
 * what the limbs are; nothing is asked of names, proportions or the number of legs.
 */

import { PosespaceError } from '../base/errors.js';
import type { Model } from '../io/model.js';
import { type CreatedMotion, createMotion } from '../motion/library/create-motion.js';
import { createMotionBody, type MotionBody } from '../motion/library/motion-body.js';
import type { MotionStyle } from '../motion/library/motion-plan.js';
import { motionsOf } from '../motion/library/motions.js';
import type { Rig } from '../rig/rig-records.js';
import { requireRig } from './with-anatomy.js';

/** Options of `generateMotion`. */
export type GenerateMotionOptions = MotionStyle;

/** A clip of the motion library, when its feet stand, and how fast it is. */
export type GeneratedMotion = CreatedMotion;

/** A motion that a body can do. */
export interface AvailableMotion {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
}

/**
 * Generates a motion for the body of a model, or of a rig. Feet hold, nothing sinks into the ground, loops are exact.
 *
 * @example
 * const { clip } = generateMotion(model, 'walk', { energy: 1.2 });
 * const walking = addClip(model, clip);
 */
export function generateMotion(
  model: Model | Rig,
  name: string,
  options: GenerateMotionOptions = {},
): GeneratedMotion {
  const [motion] = generateMotions(model, [name], options);
  return motion;
}

/** Generates several motions; the body is measured once. */
export function generateMotions(
  model: Model | Rig,
  names: readonly string[],
  options: GenerateMotionOptions = {},
): GeneratedMotion[] {
  const body = measureBody(model);
  const known = motionsOf(body);
  return names.map((name) => {
    const definition = known.find((one) => one.name === name);
    if (definition) return createMotion(body, definition, options);
    throw new PosespaceError(
      'bad-usage',
      `motion/generateMotion: this body (${body.kind}) has no motion "${name}"; it has ${known.map((one) => one.name).join(', ')}`,
    );
  });
}

/** The motions that the body of a model can do. */
export function listMotions(model: Model | Rig): AvailableMotion[] {
  return motionsOf(measureBody(model)).map(({ name, summary }) => ({ name, summary }));
}

const measureBody = (model: Model | Rig): MotionBody =>
  createMotionBody(requireRig(model, 'motion/generateMotion'));
