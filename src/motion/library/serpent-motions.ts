/**
 * @file Bodies that are all length: slither, coil, strike. A slithering snake lies on one curve in the world and moves
 * along it (Hirose's serpenoid: the heading is a cosine of the way along the body, "Biologically Inspired Robots",
 * 1993), so that nothing of it slips sideways.
 */

import { clamp } from '../../math/scalar.js';
import { distance, vectorAt } from '../../math/vector.js';
import { isSerpent } from './body-traits.js';
import type { MotionBody } from './motion-body.js';
import { ease, hold, wave } from './motion-curves.js';
import { leanTrunk, type MotionFrame, type MotionLayer, turnJoint } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';

/** A joint and the middle of the bone after it, metres from the root along the body, + towards the head. */
interface Link {
  readonly joint: number;
  readonly at: number;
}

interface Serpent {
  readonly fore: readonly Link[];
  readonly rear: readonly Link[];
  readonly length: number;
  /** Joints that bend. */
  readonly count: number;
}

function measureSerpent({ plan, skeleton }: MotionBody): Serpent {
  const at = (j: number) => vectorAt(skeleton.rest, j);
  const links = (joints: readonly number[], sign: 1 | -1): Link[] => {
    let way = 0;
    let last = 0;
    return joints.map((joint, k) => {
      way += distance(at(joint), at(last));
      last = joint;
      const next = joints[k + 1];
      return { joint, at: sign * (way + (next === undefined ? 0 : 0.5 * distance(at(joint), at(next)))) };
    });
  };
  const ahead = [...plan.spine.filter((j) => j > 0), ...plan.neck, ...(plan.head > 0 ? [plan.head] : [])];
  const fore = links(ahead, 1);
  const rear = links(plan.tail, -1);
  const length = (fore.at(-1)?.at ?? 0) - (rear.at(-1)?.at ?? 0);
  return { fore, rear, length: Math.max(1e-6, length), count: fore.length + rear.length };
}

/** Gives every bone the heading and the rise (radians, up) that functions of its place have; the root's are returned. */
function layAlong(
  frame: MotionFrame,
  { fore, rear }: Serpent,
  heading: (s: number) => number,
  rise: (s: number) => number = () => 0,
): void {
  const chain = (links: readonly Link[], sign: 1 | -1) => {
    let [yaw, up] = [heading(0), rise(0)];
    for (const { joint, at } of links) {
      const [nextYaw, nextUp] = [heading(at), rise(at)];
      turnJoint(frame, joint, -sign * (nextUp - up), nextYaw - yaw);
      [yaw, up] = [nextYaw, nextUp];
    }
  };
  chain(fore, 1);
  chain(rear, -1);
  leanTrunk(frame, -rise(0), heading(0));
}

/** Largest turn of a joint. */
const MOST = 0.62;

/** How far the body swings from its way, and how many waves it lies in. */
function waveOf({ count }: Serpent, style: FullMotionStyle): { swing: number; waves: number } {
  const swing = 0.75 * clamp(style.energy, 0.4, 1.3);
  return { swing, waves: clamp((MOST * count) / (2 * Math.PI * swing), 0.5, 1.8) };
}

const planSlither: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const serpent = measureSerpent(body);
  const { swing, waves } = waveOf(serpent, style);
  const wavelength = (serpent.length / waves) * style.stride;
  const heading = (cycles: number) => swing * Math.cos(2 * Math.PI * cycles);
  // The way of the root along the curve, and how far a cycle leads ahead.
  const steps = 64;
  const way = [[0, 0]];
  for (let k = 0; k < steps; k++) {
    const angle = heading((k + 0.5) / steps);
    const [x, z] = way[k];
    way.push([x + (Math.sin(angle) * wavelength) / steps, z + (Math.cos(angle) * wavelength) / steps]);
  }
  const ahead = way[steps][1];
  const seconds = clamp(
    style.speed === undefined ? 1.5 * Math.sqrt(serpent.length / 1.5) : ahead / style.speed,
    0.7,
    6,
  );
  const layer: MotionLayer = (frame, t) => {
    const whole = Math.floor(t);
    const k = Math.min(steps - 1, Math.floor((t - whole) * steps));
    const share = (t - whole) * steps - k;
    const [x, z] = [0, 1].map((c) => way[k][c] + share * (way[k + 1][c] - way[k][c]));
    layAlong(frame, serpent, (s) => heading(s / wavelength + t));
    frame.path.z += ahead * t;
    frame.shift[0] += x;
    frame.shift[2] += z - ahead * (t - whole);
  };
  return { seconds, loop: true, grounded: false, fastest: 24, cycles: 1, layers: [layer] };
};

/** Lies in gentle bends, the head a little raised. */
export function planRest(body: MotionBody, style: FullMotionStyle): MotionPlan {
  const serpent = measureSerpent(body);
  const { swing, waves } = waveOf(serpent, style);
  const layer: MotionLayer = (frame, t) => {
    layAlong(
      frame,
      serpent,
      (s) =>
        0.55 * swing * Math.cos((2 * Math.PI * waves * s) / serpent.length) +
        0.08 * wave(t, s / serpent.length),
      (s) => raised(s, serpent, 0.35 + 0.05 * wave(2 * t)),
    );
    turnJoint(frame, body.plan.head, 0.05 * wave(t, 0.3), 0.25 * style.headLiveliness * wave(t));
  };
  return { seconds: 4, loop: true, grounded: false, layers: [layer] };
}

/** The front quarter up, the head level again. */
function raised(s: number, { fore }: Serpent, angle: number): number {
  const tip = fore.at(-1)?.at ?? 1;
  const share = clamp((s / tip - 0.45) / 0.3, 0, 1);
  return angle * ease(share) * (1 - ease((s / tip - 0.8) / 0.15));
}

/** Turns of a coil: as many as its joints allow. */
const coilOf = ({ count }: Serpent): number => Math.min(2 * Math.PI * 1.8, MOST * 0.9 * count);

const planCoil: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const serpent = measureSerpent(body);
  const turns = coilOf(serpent);
  const { swing, waves } = waveOf(serpent, style);
  const layer: MotionLayer = (frame, t) => {
    const on = ease((t - 0.05) / 0.75);
    layAlong(
      frame,
      serpent,
      (s) =>
        (1 - on) * 0.55 * swing * Math.cos((2 * Math.PI * waves * s) / serpent.length) +
        (on * turns * s) / serpent.length,
      (s) => raised(s, serpent, 0.35 + 0.4 * on),
    );
  };
  return { seconds: 2.4, loop: false, grounded: false, fastest: 24, layers: [layer] };
};

/** Draws back into an S, shoots ahead with open jaws, returns. */
const planStrike: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const serpent = measureSerpent(body);
  const { swing, waves } = waveOf(serpent, style);
  const layer: MotionLayer = (frame, t) => {
    const back = hold(t, 0.04, 0.34, 0.4, 0.5);
    const out = hold(t, 0.42, 0.52, 0.58, 0.95);
    const bend = 0.55 + 0.75 * back - 0.5 * out;
    layAlong(
      frame,
      serpent,
      (s) => bend * swing * Math.cos((2 * Math.PI * waves * s) / serpent.length),
      (s) => raised(s, serpent, 0.35 + 0.6 * back + 0.1 * out),
    );
    frame.shift[2] += serpent.length * style.energy * (0.12 * out - 0.06 * back);
    turnJoint(frame, body.plan.jaw, 0.6 * hold(t, 0.36, 0.48, 0.56, 0.72));
  };
  return { seconds: 1.5, loop: true, grounded: false, fastest: 30, layers: [layer] };
};

/** Motions of snakes. */
export const SERPENT_MOTIONS: readonly MotionDefinition[] = [
  { name: 'slither', summary: 'winds ahead', suits: isSerpent, plan: planSlither },
  { name: 'coil', summary: 'coils up and stays', suits: isSerpent, plan: planCoil },
  { name: 'strike', summary: 'draws back and strikes', suits: isSerpent, plan: planStrike },
];
