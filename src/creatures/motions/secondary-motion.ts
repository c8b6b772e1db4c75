/**
 * @file How a body carries itself while it does something else: breath, gaze, tail, ears, feelers, folded wings,
 * hanging arms. Laid under every motion, drawn anew each time.
 */

import type { Rng } from '../../base/rng.js';
import { wave } from '../../motion/library/motion-curves.js';
import { chance, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import { armStyle } from './arm-gestures.js';
import { bend, type Layer, rotateJoint, shift } from './controls.js';
import { wingStyle } from './flight.js';
import { drawTentacles } from './tentacle-motions.js';

export type SecondaryPart = 'wings' | 'arms' | 'tail' | 'gaze' | 'breath';

export interface SecondaryMotionOptions {
  /** What is left to the motion itself. */
  readonly without?: readonly SecondaryPart[];
}

export function drawSecondaryMotion(
  actor: Actor,
  rng: Rng,
  { without = [] }: SecondaryMotionOptions = {},
): Layer[] {
  const layers: Layer[] = [drawLoose(actor, rng), drawJaw(actor, rng)];
  if (!without.includes('breath')) layers.push(drawBreath(actor, rng));
  if (!without.includes('gaze'))
    layers.push(drawGaze(actor, rng, rng.range(0.05, 0.25) * (actor.plan.neck.length + 2)));
  if (!without.includes('tail')) layers.push(drawTail(actor, rng));
  if (!without.includes('wings') && actor.plan.wings.length > 0) layers.push(wingStyle(actor, rng));
  if (!without.includes('arms') && actor.plan.arms.length > 0) {
    layers.push(actor.kind === 'octopus' ? drawTentacles(actor, rng) : armStyle(actor, rng));
  }
  return layers;
}

function drawBreath(actor: Actor, rng: Rng): Layer {
  const { spine } = actor.plan;
  const chest = spine[spine.length - 1];
  const breaths = 1 + rng.integer(3);
  const depth = rng.range(0.005, 0.03);
  const heave = rng.range(0, 0.012) * actor.unit;
  const supple = actor.kind === 'biped' ? 2 : 1.5;
  const bow = wander(rng, supple * rng.range(0.01, 0.12), 2);
  const twist = wander(rng, supple * rng.range(0.01, 0.14), 2);
  const lean = wander(rng, supple * rng.range(0.005, 0.06), 2);
  const [held, turned] = [supple * spread(rng, 0.12), supple * spread(rng, 0.1)];
  return (c, t) => {
    const breath = wave(breaths * t);
    shift(c, 0, heave * breath - heave, 0);
    rotateJoint(c, chest, -depth * breath, 0, 0);
    bend(c, spine.slice(1), held + bow(t), turned + twist(t), lean(t));
  };
}

/** The head goes from one thing to the next, or only drifts. */
export function drawGaze(actor: Actor, rng: Rng, size: number): Layer {
  const { neck, head } = actor.plan;
  const yaw = wander(rng, size, 2);
  const pitch = wander(rng, 0.6 * size, 2);
  const tilt = wander(rng, 0.3 * size, 2);
  const [heldYaw, heldPitch] = [spread(rng, 0.5 * size), spread(rng, 0.6 * size)];
  const share = rng.range(0.4, 0.7);
  return (c, t) => {
    const [x, y, z] = [pitch(t) + heldPitch, yaw(t) + heldYaw, tilt(t)];
    bend(c, neck, share * x, share * y, share * z);
    rotateJoint(c, head, (1 - share) * x, (1 - share) * y, (1 - share) * z);
  };
}

function drawJaw(actor: Actor, rng: Rng): Layer {
  const { jaw } = actor.plan;
  // Jaws are drawn half open at rest.
  const shut = actor.kind === 'fish' || actor.kind === 'snake' ? -0.03 : -0.12;
  const pant = chance(rng, 0.3) ? rng.range(0.05, 0.25) : 0.02;
  const pants = 1 + rng.integer(4);
  return (c, t) => rotateJoint(c, jaw, shut + pant * (0.5 + 0.5 * wave(pants * t)), 0, 0);
}

/** How far a joint of the tail is raised at most, radians: heavy tails of bodies that lie low are carried low. */
export const tailRise = (actor: Actor): number => (actor.sprawls && !actor.pointed ? 0.1 : 0.25);

/** A tail that sways, curls or is carried high; the abdomen of an insect pulses. */
function drawTail(actor: Actor, rng: Rng): Layer {
  const { tail } = actor.plan;
  if (tail.length === 0) return () => {};
  return drawChainWave(tail, rng, {
    lateral: rng.range(0.02, tail.length > 3 ? 0.35 : 0.2),
    vertical: rng.range(0, 0.12),
    curl: [spread(rng, tailRise(actor) * tail.length), spread(rng, 0.2 * tail.length)],
  });
}

export interface ChainWave {
  /** Greatest turn of a joint to the side, and up and down, radians. */
  readonly lateral: number;
  readonly vertical: number;
  /** Bend of the whole chain up and to the side, radians. */
  readonly curl: readonly [number, number];
  /** Length of the wave in chains. */
  readonly wavelength?: number;
  /** Waves in a motion; negative runs towards the body. */
  readonly turns?: number;
}

/** A wave that travels along a chain of joints and grows towards its end. */
export function drawChainWave(joints: readonly number[], rng: Rng, options: ChainWave): Layer {
  const { lateral, vertical, curl } = options;
  const length = options.wavelength ?? rng.range(0.7, 2.5);
  const turns = options.turns ?? pick(rng, [1, 1, 2, 2, 3]);
  const [lag, tip] = [rng.next(), rng.range(-0.3, 0.8)];
  const end = rng.range(-0.7, 0.7) * curl[0];
  const n = joints.length;
  return (c, t) => {
    for (const [i, j] of joints.entries()) {
      const s = (i + 0.5) / n;
      const grow = 1 + tip * (s - 0.5);
      rotateJoint(
        c,
        j,
        ((1 - s) * curl[0] + s * end) / n + vertical * grow * wave(turns * t, s / length + lag),
        curl[1] / n + lateral * grow * wave(turns * t, s / length),
        0,
      );
    }
  };
}

/** Ears, fins, tongues, fingers. */
function drawLoose(actor: Actor, rng: Rng): Layer {
  const parts = actor.loose.map((joint) => ({
    joint,
    x: wander(rng, rng.range(0.05, 0.35)),
    y: wander(rng, rng.range(0, 0.2)),
    z: wander(rng, rng.range(0, 0.2)),
    held: spread(rng, 0.3),
  }));
  return (c, t) => {
    for (const part of parts) rotateJoint(c, part.joint, part.held + part.x(t), part.y(t), part.z(t));
  };
}
