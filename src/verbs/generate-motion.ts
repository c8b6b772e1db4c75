/**
 * @file A motion of the library for whatever body a model has: `generateMotion(model, 'walk')`. The body plan decides
 * what the limbs are; nothing is asked of names, proportions or the number of legs.
 */

import { PosespaceError } from '../base/errors.js';
import { type Model, modelRig } from '../io/model.js';
import { type CreatedMotion, createMotion } from '../motion/library/create-motion.js';
import { createMotionBody, type MotionBody } from '../motion/library/motion-body.js';
import type { MotionStyle } from '../motion/library/motion-plan.js';
import { motionsOf } from '../motion/library/motions.js';
import type { FoundBodyPlan } from '../rig/body-plan/body-plan.js';
import type { Pose, Rig } from '../rig/rig-records.js';
import { collectClipPoses } from './collect-examples.js';

/** Poses that are looked at to understand a control rig. */
const MOST_POSES = 60;

/** Options of `generateMotion`. */
export interface GenerateMotionOptions extends MotionStyle {
  /** What the joints are, where it is known; absent: read from the shape. */
  readonly body?: FoundBodyPlan;
}

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
  const { body: found, ...style } = options;
  const body = measureBody(model, found);
  const known = motionsOf(body);
  return names.map((name) => {
    const definition = known.find((one) => one.name === name);
    if (definition) return createMotion(body, definition, style);
    throw new PosespaceError(
      'bad-usage',
      `motion/generateMotion: this body (${body.kind}) has no motion "${name}"; it has ${known.map((one) => one.name).join(', ')}`,
    );
  });
}

/** The motions that the body of a model can do. */
export function listMotions(
  model: Model | Rig,
  options: Pick<GenerateMotionOptions, 'body'> = {},
): AvailableMotion[] {
  return motionsOf(measureBody(model, options.body)).map(({ name, summary }) => ({ name, summary }));
}

function measureBody(model: Model | Rig, found: FoundBodyPlan | undefined): MotionBody {
  const rig = 'source' in model ? modelRig(model) : model;
  if (rig) return createMotionBody(rig, found, 'source' in model ? somePoses(model) : []);
  throw new PosespaceError(
    'bad-input',
    `motion/generateMotion: "${(model as Model).name}" has no rig to move; rig it first with rigModel`,
  );
}

/** Poses of a model's clips, few enough to be read at once. @internal */
export function somePoses(model: Model): Pose[] {
  const poses = collectClipPoses(model);
  const step = Math.ceil(poses.length / MOST_POSES);
  return poses.filter((_, i) => i % step === 0);
}
