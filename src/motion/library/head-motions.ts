/** @file What heads do: look around, eat from the ground or from a hand. */

import { hasArms, hasHead, hasLegs, isFish, paceOf } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { MotionBody } from './motion-body.js';
import { hold, wave } from './motion-curves.js';
import {
  backOf,
  bendChain,
  createMotionFrame,
  leanTrunk,
  type MotionFrame,
  type MotionLayer,
  shiftTrunk,
  turnHead,
  turnJoint,
} from './motion-frame.js';
import type { MotionDefinition } from './motion-plan.js';
import { poseFrames } from './pose-frames.js';
import { drawSign } from './random-draws.js';

/** Looks to one side, to the other, up. */
const planLook: MotionDefinition['plan'] = (body, style, rng) => {
  const side = drawSign(rng);
  const size = 0.5 + 0.5 * style.headLiveliness;
  const layer: MotionLayer = (frame, t) => {
    const yaw = side * size * (hold(t, 0.06, 0.2, 0.32, 0.46) - hold(t, 0.4, 0.56, 0.68, 0.82));
    const up = size * hold(t, 0.24, 0.34, 0.58, 0.7);
    turnHead(frame, body, -0.2 * up, 0.95 * yaw, 0.12 * yaw);
    bendChain(frame, backOf(body), 0, 0.3 * yaw);
    leanTrunk(frame, 0, 0.06 * yaw);
    bendChain(frame, body.plan.tail, 0, -0.2 * yaw);
  };
  return {
    seconds: 3.4,
    loop: true,
    grounded: hasLegs(body),
    layers: [layer, carriageLayer(body, style, rng, { breaths: 2, amount: 0.5 })],
  };
};

/** Bends down with trunk, back, neck and head, by an amount of which 1 is as far as necks go. */
function bow(frame: MotionFrame, body: MotionBody, amount: number): void {
  const { unit, upright, plan } = body;
  const neck = plan.neck.length > 0 ? plan.neck : [plan.head];
  leanTrunk(frame, (upright ? 0.7 : 0.16) * amount);
  shiftTrunk(frame, 0, -0.22 * unit * amount, (upright ? -0.12 : -0.04) * unit * amount);
  bendChain(frame, backOf(body), (upright ? 0.7 : 0.2) * amount);
  bendChain(frame, neck, Math.min(1.9, 0.75 * neck.length + 0.4) * amount);
  if (plan.neck.length > 0) turnJoint(frame, plan.head, 0.25 * amount);
}

/** How far a body has to bow for its head to reach the ground, or all it can. */
function findBow(body: MotionBody): number {
  const { points, partOf, ground, height } = body;
  const lowAt = (amount: number) => {
    const frame = createMotionFrame(body);
    bow(frame, body, amount);
    const {
      poses: [pose],
    } = poseFrames(body, [frame], { loop: false, width: 0, grounded: true, clearance: 0, most: Math.PI });
    const posed = points.pose(pose);
    let low = Infinity;
    for (let p = 0; p < points.owners.length; p++) {
      if (partOf[points.owners[p]] === 'head') low = Math.min(low, posed[p * 3 + 1]);
    }
    return low - ground - 0.03 * height;
  };
  if (!(lowAt(1) < 0)) return 1;
  let [high, low] = [0, 1];
  for (let k = 0; k < 7; k++) {
    const middle = (high + low) / 2;
    if (lowAt(middle) > 0) high = middle;
    else low = middle;
  }
  return high;
}

const planEat: MotionDefinition['plan'] = (body, style, rng) => {
  const fromHand = body.upright && hasArms(body);
  const deep = fromHand || !hasLegs(body) ? 0 : findBow(body);
  const hand = Math.max(
    0,
    body.arms.findIndex(({ side }) => side < 0),
  );
  const layer: MotionLayer = (frame, t) => {
    const on = hold(t, 0.03, 0.27, 0.76, 0.97);
    const chew = on * (0.5 - 0.5 * Math.cos(2 * Math.PI * 6 * t));
    turnJoint(frame, body.plan.jaw, 0.3 * chew);
    if (fromHand) {
      const bite = on * (0.5 + 0.5 * wave(2 * t, 0.3));
      frame.arms[hand].swing += 0.75 * on + 0.2 * bite;
      frame.arms[hand].bend += 1.5 * on + 0.4 * bite;
      frame.arms[hand].cross += 0.5 * on;
      turnHead(frame, body, 0.25 * on + 0.05 * chew);
      return;
    }
    bow(frame, body, deep * on);
    turnJoint(frame, body.plan.head, 0.05 * chew, 0.08 * on * wave(2 * t));
  };
  return {
    seconds: 3.2 * paceOf(body),
    loop: true,
    grounded: hasLegs(body),
    layers: [
      layer,
      carriageLayer(body, { ...style, headLiveliness: 0.3 * style.headLiveliness }, rng, {
        breaths: 2,
        amount: 0.4,
      }),
    ],
  };
};

/** Motions of heads. */
export const HEAD_MOTIONS: readonly MotionDefinition[] = [
  {
    name: 'look-around',
    summary: 'looks to both sides',
    suits: (body) => hasHead(body) && !isFish(body),
    plan: planLook,
  },
  {
    name: 'eat',
    summary: 'eats from the ground, or from a hand',
    suits: (body) => hasHead(body) && hasLegs(body),
    plan: planEat,
  },
];
