/**
 * @file A new motion for whatever body a model has, drawn from the motion prior: `imagineMotion(model, { action:
 * 'attack', seed: 3 })`. Every seed is another motion. Feet are put right afterwards, as for any clip.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import type { WorkOptions } from '../base/progress.js';
import { createRng } from '../base/rng.js';
import type { Model } from '../io/model.js';
import type { Clip } from '../motion/clip.js';
import { cleanFootSkateAsync } from '../motion/contacts/clean-foot-skate.js';
import type { ClipContacts } from '../motion/contacts/contact-record.js';
import { createMotionBody, type MotionBody } from '../motion/library/motion-body.js';
import { fromAnatomicalPose } from '../rig/anatomy/from-anatomical-pose.js';
import type { Rig } from '../rig/rig-records.js';
import { IMAGINE_POSES_DEFAULTS, imaginePoses } from '../video/distil/imagine-poses.js';
import { MOTION_ACTIONS, type MotionAction } from '../video/distil/motion-actions.js';
import { usualSize } from '../video/distil/motion-prior-model.js';
import { createPriorBody } from '../video/distil/prior-body.js';
import { scaleSize } from '../video/distil/prior-denoiser.js';
import { resamplePoses } from '../video/distil/resample-poses.js';
import { createFitBody, fromFitPose } from '../video/fit/fit-body.js';
import { type MotionPriorSource, openMotionPrior } from './open-motion-prior.js';
import { requireRig } from './with-anatomy.js';

/** Options of `imagineMotion`. */
export interface ImagineMotionOptions extends WorkOptions {
  /** What the body does; absent: anything. */
  readonly action?: MotionAction;
  /** Another seed, another motion. */
  readonly seed?: number;
  /** Factor of how large the motion is. */
  readonly strength?: number;
  /** Frames of the clip; it takes as long as the prior's motions do, however many there are. */
  readonly frameCount?: number;
  /** Steps from noise to motion. */
  readonly steps?: number;
  /** How firmly the motion keeps to the action. */
  readonly guidance?: number;
  /** Whether feet are kept from sliding and sinking in. */
  readonly cleanFeet?: boolean;
  /** The motion prior: open, its files, or where they are. */
  readonly network?: MotionPriorSource;
}

/** Defaults of `imagineMotion`. */
export const IMAGINE_MOTION_DEFAULTS = Object.freeze({
  ...IMAGINE_POSES_DEFAULTS,
  seed: 0,
  strength: 1,
  frameCount: 38,
  cleanFeet: true,
} as const satisfies ImagineMotionOptions);

/** A motion that was drawn. */
export interface ImaginedMotion {
  readonly clip: Clip;
  /** When which foot stands, where feet were looked at. */
  readonly contacts?: ClipContacts;
  readonly findings: readonly Finding[];
}

/**
 * Imagines a motion. The same seed gives the same motion.
 *
 * @example
 * const { clip } = await imagineMotion(model, { action: 'attack', seed: 3 });
 * await writeModelFile('hero-attack.glb', addClip(model, clip));
 */
export async function imagineMotion(
  model: Model | Rig,
  options: ImagineMotionOptions = {},
): Promise<ImaginedMotion> {
  const settings: Settings = { ...IMAGINE_MOTION_DEFAULTS, ...options };
  checkOptions(settings);
  const { action, seed, strength, frameCount, steps, guidance, signal, onProgress } = settings;
  const rig = requireRig(model, 'video/imagineMotion');
  const prior = await openMotionPrior(settings.network);
  const body = createMotionBody(rig);
  const subject = createPriorBody(createFitBody(body.anatomy.rig as Rig), body.turn, prior.card.patch);
  const rng = createRng(seed);
  const size = scaleSize(usualSize(prior.card, action, [rng.normal() * AWAY, rng.normal() * AWAY]), strength);
  const poses = await imaginePoses(prior, subject, rng, {
    size,
    steps,
    guidance,
    signal,
    onProgress,
    ...(action && { action }),
  });
  const seconds = (prior.card.frames - 1) / prior.card.frameRate;
  const clip: Clip = {
    name: `${action ?? 'motion'} ${seed}`,
    source: 'model',
    times: Float32Array.from({ length: frameCount }, (_, f) => (seconds * f) / (frameCount - 1)),
    poses: resamplePoses(poses, frameCount).map((pose) =>
      fromAnatomicalPose(body.anatomy, fromFitPose(pose)),
    ),
  };
  if (!settings.cleanFeet || !stands(body, action)) return { clip, findings: [] };
  const cleaned = await cleanFootSkateAsync(rig, clip, { signal });
  return {
    clip: { ...cleaned.clip, source: 'model' },
    contacts: cleaned.contacts,
    findings: cleaned.findings,
  };
}

/** How far the size of a motion is from the usual one, in spreads. */
const AWAY = 0.5;

/** Whether a body touches the ground while it does this. */
const stands = ({ legs }: MotionBody, action: MotionAction | undefined): boolean =>
  legs.length > 0 && action !== 'fly' && action !== 'swim';

/** Options with every default filled in. */
type Settings = ImagineMotionOptions &
  Required<Pick<ImagineMotionOptions, keyof typeof IMAGINE_MOTION_DEFAULTS>>;

function checkOptions({ action, strength, frameCount, steps, guidance }: Settings): void {
  const whole = (value: number, low: number, high: number) =>
    Number.isInteger(value) && value >= low && value <= high;
  const wrong = [
    action === undefined ||
      MOTION_ACTIONS.includes(action) ||
      `there is no action "${action}"; there are ${MOTION_ACTIONS.join(', ')}`,
    (strength > 0 && strength <= 10) || `strength is above 0 and at most 10, got ${strength}`,
    whole(frameCount, 2, 1000) || `frameCount is 2 to 1000, got ${frameCount}`,
    whole(steps, 2, 200) || `steps is 2 to 200, got ${steps}`,
    (guidance >= 0 && guidance <= 20) || `guidance is 0 to 20, got ${guidance}`,
  ].find((one) => one !== true);
  if (wrong) throw new PosespaceError('bad-usage', `video/imagineMotion: ${wrong}`);
}
