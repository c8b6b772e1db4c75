/**
 * @file A repertoire for any of the procedural animals: gaits, acts, flight, gestures, falls, drawn at random so that
 * no two individuals move alike.
 *
 * A motion is a stack of layers that add to one set of controls (motions/controls.ts): what the body does, and how it
 * carries the rest of itself meanwhile. Poses come out of the controls in one place (motions/strike-pose.ts), which
 * plants the feet, lowers the hips to where the feet can be reached and lays fallen bodies on the ground; so any layers
 * may be combined.
 *
 * Sizes are set by animated animals of like kinds (game characters, mean distance between two poses in per cent of the
 * body's length, ours / theirs): two-legged 16 / 7–14, four-legged 10 / 7–13, bird 11 / 8, fish 7 / 2–7, dinosaur
 * 9 / 7, bee 7 / 8; legs turn by 20–26° / 14–33° on average, tails 10° / 8–25°, heads 12° / 8–18°. Of all triangles
 * 0.1–0.7 % pass through another, 0.5–14 % there. Plain additive noise on all joints was not tried again: an earlier
 * trial of the pose model found it to restore variety at the cost of likeness.
 */

import { requireInput } from '../base/errors.js';
import type { Rng } from '../base/rng.js';
import type { Clip } from '../motion/clip.js';
import { clampToLimits } from '../rig/joint-limits.js';
import { createAnimator } from './animator.js';
import type { Creature } from './creature.js';
import { type Actor, createActor } from './motions/actor.js';
import { drawAct } from './motions/acts.js';
import { HAND_ACTS, swingArms } from './motions/arms.js';
import { drawBearing } from './motions/bearing.js';
import { chance, pick } from './motions/chance.js';
import { createControls, type Motion } from './motions/controls.js';
import { collapse } from './motions/falls.js';
import { drawFrogAct, drawFrogBasics } from './motions/frogs.js';
import { drawGaits } from './motions/gaits.js';
import { improvise } from './motions/improvise.js';
import { drawLizardMotion, undulate } from './motions/lizards.js';
import { strikePose } from './motions/strike-pose.js';
import { drawSwimmerMotions } from './motions/swimmers.js';
import { drawTentacleMotions } from './motions/tentacles.js';
import { drawFlight, drawGlide, drawTakeoff, drawWingShow } from './motions/wings.js';

export interface PerformMotionsOptions {
  /** How many clips, 1 to 100; absent: 12 to 20, drawn. */
  readonly count?: number;
  /** Frames per second, 1 to 120. */
  readonly framesPerSecond?: number;
}

export const PERFORM_MOTIONS_DEFAULTS = Object.freeze({
  framesPerSecond: 12,
} as const satisfies PerformMotionsOptions);

/** Draws a repertoire of clips for one animal. The same animal and stream give the same bytes. */
export function performMotions(creature: Creature, rng: Rng, options: PerformMotionsOptions = {}): Clip[] {
  const { framesPerSecond } = { ...PERFORM_MOTIONS_DEFAULTS, ...options };
  const count = options.count ?? 12 + rng.integer(9);
  requireInput(
    Number.isInteger(count) && count >= 1 && count <= 100,
    `creatures/performMotions: count is a whole number from 1 to 100, got ${count}; leave it out for 12 to 20`,
  );
  requireInput(
    framesPerSecond >= 1 && framesPerSecond <= 120,
    `creatures/performMotions: framesPerSecond lies in 1 to 120, got ${framesPerSecond}; use 12`,
  );
  const actor = createActor(creature);
  const animator = createAnimator(actor.skeleton);
  const controls = createControls(actor);
  return drawMotions(actor, rng, count).map((motion, i) => {
    const clip = animator.clip(
      `${motion.name} ${i + 1}`,
      motion.seconds,
      (draft, t) => {
        controls.values.fill(0);
        for (const layer of motion.layers) layer(controls, t);
        strikePose(draft, actor, controls, motion.contact ?? false);
      },
      { loop: motion.loop, framesPerSecond },
    );
    return { ...clip, poses: clip.poses.map((pose) => clampToLimits(pose, actor.limits)) };
  });
}

function drawMotions(actor: Actor, rng: Rng, count: number): Motion[] {
  if (actor.legs.length === 0) {
    const motions =
      actor.kind === 'octopus'
        ? drawTentacleMotions(actor, rng, count)
        : drawSwimmerMotions(actor, rng, count);
    return motions.slice(0, count).map((motion) => ({
      ...motion,
      layers: [
        ...motion.layers,
        ...drawBearing(actor, rng, { without: ['wings', 'arms', 'tail', 'breath'] }),
      ],
    }));
  }
  return drawLeggedMotions(actor, rng, count);
}

function drawLeggedMotions(actor: Actor, rng: Rng, count: number): Motion[] {
  const flies = actor.plan.wings.length > 0;
  const winds = actor.kind === 'lizard';
  const hands = actor.kind === 'biped' || actor.kind === 'raptor';
  const made: Motion[] = drawGaits(actor, rng, Math.min(count, 3 + rng.integer(3))).map((motion) => {
    const swings = hands && chance(rng, 0.7);
    const layers = [...motion.layers, ...drawBearing(actor, rng, { without: swings ? ['arms'] : [] })];
    if (winds) layers.push(undulate(actor, rng, motion.cycles ?? 1));
    return { ...motion, layers: swings ? [...layers, swingArms(actor, rng, motion.cycles ?? 1)] : layers };
  });
  const bear = (motion: Motion, without: Parameters<typeof drawBearing>[2] = {}): Motion => ({
    ...motion,
    layers: [...motion.layers, ...drawBearing(actor, rng, without)],
  });
  const still = { without: ['wings', 'breath'] as const };
  made.push(bear(collapse(actor, rng)));
  if (chance(rng, 0.4)) made.push(bear(collapse(actor, rng)));
  made.push(bear(improvise(actor, rng), { without: ['wings', 'arms', 'tail', 'gaze'] }));
  if (flies) {
    made.push(bear(drawFlight(actor, rng), still));
    made.push(bear(drawGlide(actor, rng), still));
  }
  const frog = actor.kind === 'frog';
  if (frog) made.push(...drawFrogBasics(actor, rng).map((motion) => bear(motion)));
  while (made.length < count) {
    const kind = rng.next();
    if (flies && kind < 0.4) {
      const draw = pick(rng, [drawFlight, drawFlight, drawGlide, drawWingShow, drawTakeoff]);
      made.push(bear(draw(actor, rng), still));
    } else if (frog && kind < 0.75) made.push(bear(drawFrogAct(actor, rng)));
    else if (actor.kind === 'biped' && kind < 0.4) {
      made.push(bear(pick(rng, HAND_ACTS)(actor, rng), { without: ['arms'] }));
    } else if (winds && kind < 0.55) {
      made.push(bear(drawLizardMotion(actor, rng), { without: ['tail', 'gaze'] }));
    } else if (kind > 0.84) {
      made.push(bear(improvise(actor, rng), { without: ['wings', 'arms', 'tail', 'gaze'] }));
    } else made.push(bear(drawAct(actor, rng)));
  }
  return made.slice(0, count);
}
