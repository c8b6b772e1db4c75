/**
 * @file A motion of the library for whatever body a model has: `generateMotion(model, 'walk')`. The body plan decides
 * what the limbs are; nothing is asked of names, proportions or the number of legs.
 */

import { PosespaceError } from '../base/errors.js';
import type { Model } from '../io/model.js';
import { type CreatedMotion, createMotion } from '../motion/library/create-motion.js';
import { createMotionBody } from '../motion/library/motion-body.js';
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

/** The motion library for one body, which was measured once. */
export interface MotionLibrary {
  /** The motions that the body can do. */
  readonly motions: readonly AvailableMotion[];
  generate(name: string, options?: GenerateMotionOptions): GeneratedMotion;
}

/** Opens the motion library for the body of a model, or of a rig. */
export function openMotionLibrary(model: Model | Rig): MotionLibrary {
  const body = createMotionBody(requireRig(model, 'motion/generateMotion'));
  const known = motionsOf(body);
  return {
    motions: known.map(({ name, summary }) => ({ name, summary })),
    generate(name, options = {}) {
      const definition = known.find((one) => one.name === name);
      if (definition) return createMotion(body, definition, options);
      throw new PosespaceError(
        'bad-usage',
        `motion/generateMotion: this body (${body.kind}) has no motion "${name}"; it has ${known.map((one) => one.name).join(', ')}`,
      );
    },
  };
}

/**
 * Generates a motion for the body of a model, or of a rig. Feet hold, nothing sinks into the ground, loops are exact.
 *
 * @example
 * const { clip } = generateMotion(model, 'walk', { energy: 1.2 });
 * const walking = addClip(model, clip);
 */
export const generateMotion = (
  model: Model | Rig,
  name: string,
  options: GenerateMotionOptions = {},
): GeneratedMotion => openMotionLibrary(model).generate(name, options);
