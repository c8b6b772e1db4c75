/**
 * @file A repertoire of clips for any sample creature: gaits, actions, flight, gestures, deaths, drawn at random so that
 * no two individuals move alike.
 *
 * A motion is a stack of layers that add to one set of controls (motions/controls.ts): the action itself and secondary
 * motion. Poses come out of the controls in one place (motions/apply-controls.ts), which plants the feet, lowers the hips
 * to where the feet are in reach and lays fallen bodies on the ground; so any layers may be combined. How amplitudes
 * were chosen: lab/notes/creatures.md.
 */

import { requireInput } from '../base/errors.js';
import type { Rng } from '../base/rng.js';
import type { Clip } from '../motion/clip.js';
import { chance, pick } from '../motion/library/random-draws.js';
import { clampToLimits } from '../rig/kinematics/clamp-to-limits.js';
import { createAnimator } from './animator.js';
import type { Creature, CreatureKind } from './creature-record.js';
import { type Actor, createActor } from './motions/actor.js';
import { applyControls } from './motions/apply-controls.js';
import { HAND_ACTIONS, swingArms } from './motions/arm-gestures.js';
import { drawBatAction, drawBatGaits } from './motions/bat-actions.js';
import { type Action, createControls, type Motion } from './motions/controls.js';
import { drawFlight, drawGlide, drawTakeoff, drawWingShow } from './motions/flight.js';
import { drawFrogAction, drawFrogBasics } from './motions/frog-actions.js';
import { drawGaits } from './motions/gaits.js';
import { collapse } from './motions/hits-and-deaths.js';
import { improvise } from './motions/improvise.js';
import { drawLeggedAction } from './motions/legged-actions.js';
import { drawLizardMotion, undulate } from './motions/lizard-actions.js';
import { drawSecondaryMotion, type SecondaryPart } from './motions/secondary-motion.js';
import { drawTentacleMotions } from './motions/tentacle-motions.js';
import { drawSwimmerMotions } from './motions/undulation.js';

/** Options of `createCreatureClips`. */
export interface CreateCreatureClipsOptions {
  /** How many clips, 1 to 100; absent: 12 to 20, drawn. */
  readonly count?: number;
  /** Frames per second, 1 to 120. */
  readonly framesPerSecond?: number;
}

/** Defaults of `createCreatureClips`. */
export const CREATE_CREATURE_CLIPS_DEFAULTS = Object.freeze({
  framesPerSecond: 12,
} as const satisfies CreateCreatureClipsOptions);

/** Draws a repertoire of clips for one animal. The same animal and stream give the same bytes. */
export function createCreatureClips(
  creature: Creature,
  rng: Rng,
  options: CreateCreatureClipsOptions = {},
): Clip[] {
  const { framesPerSecond } = { ...CREATE_CREATURE_CLIPS_DEFAULTS, ...options };
  const count = options.count ?? 12 + rng.integer(9);
  requireInput(
    Number.isInteger(count) && count >= 1 && count <= 100,
    `creatures/createCreatureClips: count is a whole number from 1 to 100, got ${count}; leave it out for 12 to 20`,
  );
  requireInput(
    framesPerSecond >= 1 && framesPerSecond <= 120,
    `creatures/createCreatureClips: framesPerSecond lies in 1 to 120, got ${framesPerSecond}; use 12`,
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
        applyControls(draft, actor, controls, motion.contact ?? false);
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
        ...drawSecondaryMotion(actor, rng, { without: ['wings', 'arms', 'tail', 'breath'] }),
      ],
    }));
  }
  return drawLeggedMotions(actor, rng, count);
}

/** What a kind does besides what all bodies on legs do. */
interface Specialty {
  /** How often, against everything else. */
  readonly share: number;
  readonly draw: Action;
  /** Parts of the body that it moves itself. */
  readonly without?: readonly SecondaryPart[];
}

const IN_FLIGHT = ['wings', 'breath'] as const;
const drawWings: Action = (actor, rng) =>
  pick(rng, [drawFlight, drawFlight, drawGlide, drawWingShow, drawTakeoff])(actor, rng);
const FLYING: Specialty = { share: 0.4, draw: drawWings, without: IN_FLIGHT };

const SPECIALTIES: Partial<Record<CreatureKind, Specialty>> = {
  biped: { share: 0.4, draw: (actor, rng) => pick(rng, HAND_ACTIONS)(actor, rng), without: ['arms'] },
  bird: FLYING,
  dragon: FLYING,
  insect: FLYING,
  bat: {
    share: 0.7,
    draw: (actor, rng) => (chance(rng, 0.7) ? drawBatAction : drawWings)(actor, rng),
    without: IN_FLIGHT,
  },
  lizard: { share: 0.55, draw: drawLizardMotion, without: ['tail', 'gaze'] },
  frog: { share: 0.75, draw: drawFrogAction },
};

function drawLeggedMotions(actor: Actor, rng: Rng, count: number): Motion[] {
  const { kind } = actor;
  const bear = (motion: Motion, without: readonly SecondaryPart[] = []): Motion => ({
    ...motion,
    layers: [...motion.layers, ...drawSecondaryMotion(actor, rng, { without })],
  });
  const hands = kind === 'biped' || kind === 'raptor';
  const walks = (kind === 'bat' ? drawBatGaits : drawGaits)(actor, rng, Math.min(count, 3 + rng.integer(3)));
  const made = walks.map((motion) => {
    const swings = hands && chance(rng, 0.7);
    const walk = bear(motion, swings ? ['arms'] : kind === 'bat' ? ['wings'] : []);
    const cycles = motion.cycles ?? 1;
    if (kind === 'lizard') return { ...walk, layers: [...walk.layers, undulate(actor, rng, cycles)] };
    return swings ? { ...walk, layers: [...walk.layers, swingArms(actor, rng, cycles)] } : walk;
  });
  const play = () => bear(improvise(actor, rng), ['wings', 'arms', 'tail', 'gaze']);
  made.push(bear(collapse(actor, rng)));
  if (chance(rng, 0.4)) made.push(bear(collapse(actor, rng)));
  made.push(play());
  if (actor.plan.wings.length > 0) {
    made.push(bear(drawFlight(actor, rng), IN_FLIGHT), bear(drawGlide(actor, rng), IN_FLIGHT));
  }
  if (kind === 'frog') made.push(...drawFrogBasics(actor, rng).map((motion) => bear(motion)));
  const own = SPECIALTIES[kind];
  while (made.length < count) {
    const which = rng.next();
    if (own && which < own.share) made.push(bear(own.draw(actor, rng), own.without));
    else made.push(which > 0.84 ? play() : bear(drawLeggedAction(actor, rng)));
  }
  return made.slice(0, count);
}
