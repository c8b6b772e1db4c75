/** @file Being struck and falling. */

import { hasLegs, hasTentacles, hasWings, isFish, isShapeless, paceOf } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import { bump, ease, hold } from './motion-curves.js';
import {
  backOf,
  bendChain,
  leanTrunk,
  type MotionLayer,
  shiftTrunk,
  turnHead,
  turnJoint,
} from './motion-frame.js';
import type { MotionDefinition } from './motion-plan.js';
import { drawSign } from './random-draws.js';

/** Recoils from a blow and recovers. */
const planHit: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit, upright } = body;
  const side = drawSign(rng);
  const size = 0.6 + 0.4 * style.energy;
  const layer: MotionLayer = (frame, t) => {
    const blow = size * hold(t, 0, 0.16, 0.22, 0.9);
    const whip = size * hold(t, 0.05, 0.28, 0.34, 0.98);
    shiftTrunk(frame, -0.04 * side * unit * blow, -0.07 * unit * whip, -0.12 * unit * blow);
    leanTrunk(frame, (upright ? -0.2 : -0.1) * blow, 0.12 * side * blow, 0.06 * side * blow);
    bendChain(frame, backOf(body), (upright ? -0.1 : 0.1) * blow + 0.2 * whip, 0.3 * side * whip);
    turnHead(
      frame,
      body,
      0.3 * blow - 0.5 * whip,
      -0.4 * side * blow + 0.6 * side * whip,
      0.15 * side * whip,
    );
    bendChain(frame, body.plan.tail, 0.4 * whip, -0.5 * side * whip);
    for (const arm of frame.arms) {
      arm.spread += 0.4 * whip;
      arm.bend += 0.5 * whip;
      arm.swing += 0.25 * whip;
    }
    for (const wing of frame.wings) wing.raise += 0.25 * whip;
  };
  return {
    seconds: 0.75 * paceOf(body),
    loop: true,
    grounded: hasLegs(body),
    fastest: 30,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.2 })],
  };
};

/** Falls and lies: backwards from two legs, on its side from four, on its back from more; a fish turns over. */
const planDie: MotionDefinition['plan'] = (body, style, rng) => {
  const { unit, rows, legs, upright } = body;
  const side = drawSign(rng);
  const swims = isFish(body);
  const pitch = rows === 1 && upright && !hasWings(body) ? -1.5 : 0;
  // Wings and tentacles would stick out of a body on its side: it sinks down on its belly.
  const sinks = hasWings(body) || hasTentacles(body);
  const roll = pitch !== 0 ? 0 : side * (sinks ? 0.3 : rows > 2 || swims ? 2.9 : 1.5);
  const layer: MotionLayer = (frame, t) => {
    const sink = bump(t, 0, 0.55);
    const fall = ease((t - 0.12) / 0.5) ** 1.2;
    const limp = ease((t - 0.3) / 0.5);
    if (!swims) frame.lying = 1;
    shiftTrunk(frame, 0, swims ? 0.6 * unit * fall : 0, -0.1 * unit * fall);
    leanTrunk(frame, pitch * fall + (pitch !== 0 ? 0.15 * sink : 0), 0.15 * side * fall, roll * fall);
    bendChain(frame, backOf(body), 0.2 * sink - 0.1 * limp, 0.2 * side * limp);
    turnHead(frame, body, 0.4 * sink - 0.1 * limp, 0.4 * side * limp, 0.1 * side * limp);
    turnJoint(frame, body.plan.jaw, 0.25 * limp);
    bendChain(frame, body.plan.tail, 0.2 * limp, 0.5 * side * limp);
    for (const [i, leg] of legs.entries()) {
      const foot = frame.feet[i];
      foot.carried = 1;
      const curled = rows > 2 && !sinks ? 1 : 0;
      foot.y += leg.size * (0.3 * sink + (sinks ? 0.75 : curled ? -0.1 : 0.12) * limp);
      if (sinks) foot.x += leg.side * leg.size * 0.35 * limp;
      foot.z += leg.size * (0.2 * sink + (pitch !== 0 ? 0.05 : leg.fore ? 0.15 : -0.1) * limp);
      foot.x -= leg.side * leg.size * 0.6 * curled * limp;
      foot.pitch += 0.5 * limp;
    }
    for (const [i, arm] of body.arms.entries()) {
      const control = frame.arms[i];
      control.spread += (0.5 + 0.15 * arm.side * side) * limp + 0.3 * sink;
      control.bend += 0.3 * limp + 0.4 * sink;
      control.swing += 0.3 * sink;
    }
    for (const wing of frame.wings) {
      wing.fold -= 0.3 * limp;
      wing.raise += 0.2 * sink - 0.25 * limp;
    }
  };
  return {
    seconds: 1.6 * paceOf(body),
    loop: false,
    grounded: !swims,
    fastest: 30,
    layers: [layer, carriageLayer(body, style, rng, { breaths: 1, amount: 0.05 })],
  };
};

/** Hits and deaths. */
export const REACTIONS: readonly MotionDefinition[] = [
  {
    name: 'hit',
    summary: 'is struck and recovers',
    suits: (body) => !isShapeless(body) || body.arms.length > 0,
    plan: planHit,
  },
  { name: 'die', summary: 'falls and lies', suits: (body) => !isShapeless(body), plan: planDie },
];
