/**
 * @file Wings: fly, glide, hover, take off, land. A beat goes down spread and comes up half folded, tips behind the
 * roots; the body rises on the way down. Larger wings beat more slowly, as those of animals do.
 */

import { clamp } from '../../math/scalar.js';
import { hasLegs, hasWings } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { MotionBody } from './motion-body.js';
import { bump, ease } from './motion-curves.js';
import {
  bendChain,
  leanTrunk,
  type MotionFrame,
  type MotionLayer,
  shiftTrunk,
  turnHead,
} from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition } from './motion-plan.js';
import { wander } from './random-draws.js';

const spanOf = ({ wings }: MotionBody): number => Math.max(...wings.map(({ length }) => length));

/** Seconds of a beat. */
const beatOf = (body: MotionBody): number => clamp(0.62 * Math.sqrt(spanOf(body)), 0.3, 1.3);

/** Joints of wings turn faster than others. */
const WINGS = 34;

/** One beat at a phase in cycles; `amount` fades it in, `size` is its half angle. */
function beatWings(frame: MotionFrame, body: MotionBody, phase: number, size: number, amount: number): void {
  for (const [i, wing] of frame.wings.entries()) {
    // Second pairs follow a little later.
    const late = Math.floor(i / 2) % 2 === 1 && body.wings.length > 2 ? 0.1 : 0;
    const p = phase - late;
    const rising = Math.max(0, Math.sin(2 * Math.PI * (p - 0.5)));
    wing.open = Math.max(wing.open, amount);
    wing.raise += amount * (0.12 + size * Math.cos(2 * Math.PI * p));
    wing.sweep += amount * (0.12 * Math.sin(2 * Math.PI * p) + 0.22 * rising);
    wing.twist += amount * 0.22 * Math.sin(2 * Math.PI * p);
    wing.fold += amount * 0.28 * rising;
    wing.curl += amount * (0.7 * size * Math.cos(2 * Math.PI * (p - 0.14)) - 0.3 * rising);
  }
}

/** Legs under the body or behind it. */
function trailLegs(frame: MotionFrame, { legs, rows }: MotionBody, amount: number): void {
  for (const [i, leg] of legs.entries()) {
    const foot = frame.feet[i];
    foot.carried = Math.max(foot.carried, amount);
    foot.y += 0.34 * leg.size * amount;
    foot.z += (rows > 1 && leg.row === 0 ? -0.1 : -0.42) * leg.size * amount;
    foot.pitch += 0.8 * amount;
  }
}

/** Bodies that stand upright lie down in the air. */
const levelOf = (body: MotionBody, amount: number): number => (body.upright ? 0.85 : 0.08) * amount;

const planFly =
  (hovers: boolean): MotionDefinition['plan'] =>
  (body, style, rng) => {
    const { unit } = body;
    const beats = 2;
    const period = beatOf(body);
    const size = (hovers ? 0.85 : 0.75) * (0.6 + 0.4 * style.energy);
    const speed = style.speed ?? 7 * Math.sqrt(spanOf(body));
    const layer: MotionLayer = (frame, t) => {
      const p = beats * t;
      beatWings(frame, body, p, size, 1);
      trailLegs(frame, body, hovers ? 0.45 : 1);
      const lift = Math.cos(2 * Math.PI * (p - 0.3));
      shiftTrunk(frame, 0, -0.1 * unit * style.bounce * lift, 0);
      leanTrunk(frame, hovers ? -0.35 + levelOf(body, 0.4) : levelOf(body, 1) + 0.04 * lift);
      turnHead(frame, body, hovers ? 0.3 : -levelOf(body, 0.7) - 0.04 * lift);
      bendChain(frame, body.plan.tail, hovers ? 0.3 : 0.08 * lift);
      if (!hovers) frame.path.z += speed * beats * period * t;
    };
    return {
      seconds: beats * period,
      loop: true,
      grounded: false,
      fastest: WINGS,
      cycles: beats,
      layers: [layer, airLayer(body, style, rng, 0.25)],
    };
  };

/** What a flier does besides: no breath, no folded wings. */
const airLayer = (
  body: MotionBody,
  style: FullMotionStyle,
  rng: Parameters<MotionDefinition['plan']>[2],
  amount: number,
): MotionLayer => carriageLayer(body, style, rng, { breaths: 1, amount, airborne: true });

const planGlide: MotionDefinition['plan'] = (body, style, rng) => {
  const bank = wander(rng, 0.14 * style.energy, 2);
  const lift = wander(rng, 0.1, 3);
  const speed = style.speed ?? 7 * Math.sqrt(spanOf(body));
  const seconds = 3;
  const layer: MotionLayer = (frame, t) => {
    const roll = bank(t);
    for (const [i, wing] of frame.wings.entries()) {
      wing.open = 1;
      wing.raise += 0.16 + lift(t) + 0.3 * body.wings[i].side * roll;
      wing.curl += 0.12 + 0.6 * lift(t + 0.03);
      wing.sweep += 0.06;
    }
    trailLegs(frame, body, 1);
    leanTrunk(frame, levelOf(body, 1) + 0.06, 0.3 * roll, roll);
    shiftTrunk(frame, 0, 0.15 * body.unit * lift(t), 0);
    turnHead(frame, body, -levelOf(body, 0.7), 0.3 * roll, -0.5 * roll);
    bendChain(frame, body.plan.tail, 0, -0.5 * roll, 0.4 * roll);
    frame.path.z += speed * seconds * t;
  };
  return {
    seconds,
    loop: true,
    grounded: false,
    fastest: WINGS,
    layers: [layer, airLayer(body, style, rng, 0.2)],
  };
};

/** Crouches, jumps and beats its way up; the end is in the air. */
const planTakeOff: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit } = body;
  const period = beatOf(body);
  const seconds = Math.max(1.4, 4 * period);
  const off = 0.28;
  const beats = Math.max(2, Math.round((seconds * (1 - off)) / period));
  const layer: MotionLayer = (frame, t) => {
    const wind = bump(t, 0, off + 0.08);
    const up = Math.max(0, (t - off) / (1 - off));
    const gone = ease((t - off) / 0.14);
    shiftTrunk(frame, 0, unit * (-0.25 * wind + 3 * up ** 1.6), 0);
    leanTrunk(frame, 0.12 * wind - 0.3 * bump(t, off - 0.05, 1) + levelOf(body, ease(up)));
    turnHead(frame, body, -0.25 * wind - levelOf(body, 0.6 * ease(up)));
    trailLegs(frame, body, gone);
    beatWings(frame, body, beats * up, 0.85, ease((t - 0.06) / (off - 0.06)));
    frame.path.z += 2.5 * unit * up * up;
  };
  return {
    seconds,
    loop: false,
    grounded: hasLegs(body),
    fastest: WINGS,
    layers: [layer, airLayer(body, style, rng, 0.15)],
  };
};

/** Comes in, brakes with its wings, sets its feet down, folds up. */
const planTouchDown: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit } = body;
  const period = beatOf(body);
  const seconds = Math.max(1.5, 4 * period);
  const down = 0.6;
  const beats = Math.max(2, Math.round((seconds * down) / period));
  const far = 2.2 * unit;
  const layer: MotionLayer = (frame, t) => {
    const left = Math.max(0, 1 - t / down);
    const absorb = bump(t, down - 0.05, 0.98);
    const gone = 1 - ease((t - down + 0.12) / 0.12);
    const open = 1 - ease((t - down) / 0.3);
    shiftTrunk(frame, 0, unit * (2.4 * left ** 1.5 - 0.2 * absorb), 0);
    leanTrunk(frame, levelOf(body, ease(2 * left - 0.6)) - 0.45 * bump(t, 0.1, down + 0.1) + 0.1 * absorb);
    turnHead(frame, body, 0.3 * bump(t, 0.1, down + 0.1) - 0.1 * absorb);
    trailLegs(frame, body, ease(2 * left - 0.9));
    for (const [i, foot] of frame.feet.entries()) {
      foot.carried = Math.max(foot.carried, gone);
      foot.z += 0.2 * body.legs[i].size * gone * (1 - ease(2 * left - 0.9));
      foot.y += 0.1 * body.legs[i].size * gone * (1 - ease(2 * left - 0.9));
    }
    beatWings(frame, body, beats * (1 - left), 0.8, open);
    frame.path.z += far * (1 - left ** 1.6);
    for (const foot of frame.feet) foot.print.z += far;
  };
  return {
    seconds,
    loop: false,
    grounded: hasLegs(body),
    fastest: WINGS,
    layers: [layer, airLayer(body, style, rng, 0.15)],
  };
};

/** Motions of wings. */
export const FLIGHT_MOTIONS: readonly MotionDefinition[] = [
  { name: 'fly', summary: 'beats its wings and flies ahead', suits: hasWings, plan: planFly(false) },
  { name: 'glide', summary: 'glides on spread wings', suits: hasWings, plan: planGlide },
  { name: 'hover', summary: 'beats its wings on the spot', suits: hasWings, plan: planFly(true) },
  {
    name: 'take-off',
    summary: 'jumps and flies up',
    suits: (body) => hasWings(body) && hasLegs(body),
    plan: planTakeOff,
  },
  {
    name: 'land',
    summary: 'comes in from the air and lands',
    suits: (body) => hasWings(body) && hasLegs(body),
    plan: planTouchDown,
  },
];
