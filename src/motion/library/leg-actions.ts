/** @file What legs do besides going: jump, land, sit, lie down. */

import { hasLegs, hasWings, paceOf } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { MotionBody } from './motion-body.js';
import { bump, ease, hold } from './motion-curves.js';
import {
  backOf,
  bendChain,
  leanTrunk,
  type MotionFrame,
  type MotionLayer,
  shiftTrunk,
  turnHead,
} from './motion-frame.js';
import type { MotionDefinition, MotionPlan } from './motion-plan.js';

/** Degrees in a thirtieth of a second: actions are quicker than walks. */
const QUICK = 45;
/** Deepest crouch before a jump, over the size of a leg. */
const CROUCH = 0.28;

/** Legs bent, trunk and head ready. */
function crouch(frame: MotionFrame, body: MotionBody, amount: number): void {
  const { unit, upright } = body;
  shiftTrunk(frame, 0, -CROUCH * unit * amount, upright ? -0.06 * unit * amount : 0);
  leanTrunk(frame, (upright ? 0.3 : 0.06) * amount);
  bendChain(frame, backOf(body), (upright ? 0.35 : 0.1) * amount);
  turnHead(frame, body, -(upright ? 0.5 : 0.15) * amount);
  for (const arm of frame.arms) arm.swing -= 0.7 * amount;
}

/** Legs drawn up in the air, those in front ahead, those behind back. */
function tuckLegs(frame: MotionFrame, body: MotionBody, amount: number, reach: number): void {
  const { unit, legs, rows } = body;
  for (const [i, leg] of legs.entries()) {
    const foot = frame.feet[i];
    foot.carried = Math.max(foot.carried, amount);
    foot.y += 0.22 * leg.size * amount;
    foot.z += (rows > 1 ? (leg.row < rows / 2 ? 0.28 : -0.28) : 0.12) * unit * amount * reach;
    foot.pitch += 0.4 * amount * (1 - 0.5 * (1 + reach));
  }
}

function planJump(
  body: MotionBody,
  style: Parameters<MotionDefinition['plan']>[1],
  rng: Parameters<MotionDefinition['plan']>[2],
): MotionPlan {
  const { unit } = body;
  const high = 0.55 * unit * style.energy;
  const far = 0.8 * unit * style.stride;
  // As long in the air as gravity has it, for a body whose size is in metres.
  const pace = paceOf(body);
  const parts = [0.34 * pace, Math.sqrt(8 * 0.055 * style.energy) * pace * 0.62, 0.46 * pace];
  const seconds = parts[0] + parts[1] + parts[2];
  const off = parts[0] / seconds;
  const land = (parts[0] + parts[1]) / seconds;
  const layer: MotionLayer = (frame, t) => {
    const wind = hold(t, 0.02, 0.66 * off, 0.68 * off, off + 0.1);
    const absorb = hold(t, land - 0.12, land + 0.1, land + 0.12, 0.98);
    const air = Math.min(1, Math.max(0, (t - off) / (land - off)));
    const flight = 4 * air * (1 - air);
    const gone = ease((t - off + 0.02) / 0.14) * (1 - ease((t - land + 0.16) / 0.16));
    crouch(frame, body, wind + 0.8 * absorb);
    frame.path.z += far * air;
    shiftTrunk(frame, 0, high * flight, 0);
    leanTrunk(frame, (body.upright ? 0.1 : -0.3 * (1 - 2 * air)) * flight);
    for (const arm of frame.arms) arm.swing += 1.1 * flight;
    for (const j of body.plan.tail) frame.rotations[j * 3] += (-0.5 * flight) / body.plan.tail.length;
    tuckLegs(frame, body, gone, 1 - 2 * air);
    for (const foot of frame.feet) foot.print.z += air > 0.5 ? far : 0;
  };
  return {
    seconds,
    loop: true,
    grounded: true,
    fastest: QUICK,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.2 })],
  };
}

/** Comes down from a fall, gives in, stands up. */
const planLand: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit } = body;
  const high = 0.7 * unit;
  const land = 0.28;
  const layer: MotionLayer = (frame, t) => {
    const air = Math.max(0, 1 - t / land);
    const absorb = hold(t, land - 0.14, land + 0.14, land + 0.18, 0.95);
    const gone = 1 - ease((t - land + 0.18) / 0.18);
    crouch(frame, body, 1.1 * absorb);
    shiftTrunk(frame, 0, high * (1 - (1 - air) ** 2), 0);
    for (const arm of frame.arms) {
      arm.spread += 0.6 * air;
      arm.swing += 0.5 * air;
    }
    tuckLegs(frame, body, gone, 0.4);
    for (const foot of frame.feet) foot.y -= 0.1 * unit * gone;
  };
  return {
    seconds: 1.1 * paceOf(body),
    loop: false,
    grounded: true,
    fastest: QUICK,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.2 })],
  };
};

/** Sits down and stays: on its haunches with four legs, on the ground with two. */
const planSit: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit, upright, legs, rows } = body;
  const layer: MotionLayer = (frame, t) => {
    const on = ease((t - 0.04) / 0.5);
    const lean = bump(t, 0.02, 0.6);
    if (rows > 1) {
      leanTrunk(frame, -0.55 * on);
      shiftTrunk(frame, 0, -0.22 * unit * on, 0);
      turnHead(frame, body, 0.4 * on);
      for (const [i, leg] of legs.entries()) {
        if (leg.row < rows - 1) continue;
        frame.feet[i].z += 0.22 * unit * on;
        frame.feet[i].y += 0.1 * unit * on * (1 - on) * 4;
      }
      return;
    }
    frame.lying = on;
    leanTrunk(frame, (upright ? 0.35 : 0.1) * lean - (upright ? 0.12 : 0) * on);
    bendChain(frame, backOf(body), 0.25 * on);
    turnHead(frame, body, -0.15 * on);
    for (const [i, leg] of legs.entries()) {
      const foot = frame.feet[i];
      foot.carried = on;
      foot.x += 0.08 * leg.side * unit * on;
      foot.y += 0.66 * leg.size * on;
      foot.z += 0.52 * leg.size * on;
      foot.pitch -= 0.35 * on;
    }
    for (const arm of frame.arms) {
      arm.swing += 0.5 * on;
      arm.bend += 0.4 * on;
    }
  };
  return {
    seconds: 1.8 * paceOf(body),
    loop: false,
    grounded: true,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.4 })],
  };
};

/** Lies down and stays: on its belly, or on its back where it stood upright. */
const planLie: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit, upright, legs } = body;
  const layer: MotionLayer = (frame, t) => {
    const on = ease((t - 0.03) / 0.65);
    const kneel = bump(t, 0.02, 0.6);
    if (upright) {
      frame.lying = ease(t / 0.3);
      leanTrunk(frame, -1.5 * ease((t - 0.25) / 0.5) + 0.3 * kneel);
      for (const [i, leg] of legs.entries()) {
        const foot = frame.feet[i];
        foot.carried = ease(t / 0.3);
        foot.y += 0.6 * leg.size * bump(t, 0.05, 0.8);
        foot.z += 0.4 * leg.size * bump(t, 0.05, 0.8);
      }
      return;
    }
    shiftTrunk(frame, 0, -0.85 * unit * on, 0);
    leanTrunk(frame, 0.2 * kneel);
    turnHead(frame, body, 0.3 * kneel + 0.15 * on, 0.3 * on);
    for (const [i, leg] of legs.entries()) {
      const foot = frame.feet[i];
      foot.z += (leg.fore ? 0.25 : 0.12) * unit * on;
      foot.y += 0.05 * unit * bump(t, 0.1 + 0.03 * i, 0.5 + 0.03 * i);
    }
  };
  return {
    seconds: 2.2 * paceOf(body),
    loop: false,
    grounded: true,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.4 })],
  };
};

/** Jumps, landings and resting. */
export const LEG_ACTIONS: readonly MotionDefinition[] = [
  { name: 'jump', summary: 'crouches, jumps ahead, lands', suits: hasLegs, plan: planJump },
  {
    name: 'land',
    summary: 'comes down from a fall',
    suits: (body) => hasLegs(body) && !hasWings(body),
    plan: planLand,
  },
  {
    name: 'sit',
    summary: 'sits down and stays',
    suits: ({ rows, legs }) => legs.length > 1 && rows < 3,
    plan: planSit,
  },
  { name: 'lie-down', summary: 'lies down and stays', suits: hasLegs, plan: planLie },
];
