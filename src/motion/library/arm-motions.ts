/** @file What arms do: wave, reach, throw. */

import { hasArms, hasLegs, paceOf } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { MotionBody } from './motion-body.js';
import { hold, wave } from './motion-curves.js';
import { backOf, bendChain, leanTrunk, type MotionLayer, shiftTrunk, turnHead } from './motion-frame.js';
import type { MotionDefinition } from './motion-plan.js';

/** The right arm, or the only one. */
const handOf = ({ arms }: MotionBody): number =>
  Math.max(
    0,
    arms.findIndex(({ side }) => side < 0),
  );

const planArm =
  (
    seconds: number,
    layerOf: (body: MotionBody, size: number) => MotionLayer,
    fastest = 22,
  ): MotionDefinition['plan'] =>
  (body, style, rng) => ({
    seconds: seconds * paceOf(body),
    loop: true,
    grounded: hasLegs(body),
    fastest,
    layers: [
      layerOf(body, 0.6 + 0.4 * style.energy),
      carriageLayer(body, style, rng, { breaths: 1, amount: 0.4 }),
    ],
  });

const waveHand = (body: MotionBody, size: number): MotionLayer => {
  const index = handOf(body);
  const { side } = body.arms[index];
  return (frame, t) => {
    const on = hold(t, 0.03, 0.22, 0.8, 0.97);
    const arm = frame.arms[index];
    arm.spread += 1.35 * on;
    arm.swing += 0.35 * on;
    // Upper arm out, forearm up, and to and fro.
    arm.bend += 0.2 * on;
    arm.lift += on * (1.7 + 0.35 * size * wave(4 * t));
    bendChain(frame, backOf(body), 0, 0, -0.06 * side * on);
    turnHead(frame, body, 0, 0.12 * side * on, 0.08 * on * side);
  };
};

const reachOut = (body: MotionBody, size: number): MotionLayer => {
  const index = handOf(body);
  const { side } = body.arms[index];
  return (frame, t) => {
    const on = hold(t, 0.05, 0.34, 0.6, 0.95);
    const arm = frame.arms[index];
    arm.swing += 1.45 * size * on;
    arm.bend -= 0.2 * on;
    arm.cross += 0.15 * on;
    leanTrunk(frame, (body.upright ? 0.12 : 0.04) * on);
    shiftTrunk(frame, 0, -0.05 * body.unit * on, 0.08 * body.unit * on);
    bendChain(frame, backOf(body), 0.12 * on, -0.3 * side * on);
    turnHead(frame, body, -0.1 * on, 0.2 * side * on);
  };
};

const throwIt = (body: MotionBody, size: number): MotionLayer => {
  const index = handOf(body);
  const { side } = body.arms[index];
  return (frame, t) => {
    const back = hold(t, 0.03, 0.34, 0.36, 0.56);
    const out = hold(t, 0.36, 0.56, 0.62, 0.96);
    const arm = frame.arms[index];
    arm.swing += size * (0.9 * back + 1.5 * out);
    arm.spread += size * (0.9 * back + 0.2 * out);
    arm.bend += size * (1.5 * back + 0.1 * out);
    arm.lift += 0.5 * back;
    arm.cross += 0.4 * out - 0.5 * back;
    leanTrunk(frame, -0.1 * back + 0.15 * out, side * (-0.2 * back + 0.2 * out));
    shiftTrunk(frame, 0, -0.06 * body.unit * (back + out), body.unit * (-0.08 * back + 0.1 * out));
    bendChain(frame, backOf(body), -0.12 * back + 0.25 * out, side * size * (-0.4 * back + 0.45 * out));
    turnHead(frame, body, 0, side * (0.5 * back - 0.5 * out));
    for (const [i, other] of body.arms.entries()) {
      if (i === index || other.side === side) continue;
      frame.arms[i].swing += 0.8 * back - 0.3 * out;
      frame.arms[i].bend += 0.5 * back;
    }
  };
};

/** Motions of arms. */
export const ARM_MOTIONS: readonly MotionDefinition[] = [
  { name: 'wave', summary: 'waves a hand', suits: hasArms, plan: planArm(2.6, waveHand) },
  { name: 'reach', summary: 'reaches out with a hand', suits: hasArms, plan: planArm(2, reachOut) },
  { name: 'throw', summary: 'throws with one arm', suits: hasArms, plan: planArm(1.5, throwIt, 36) },
];
