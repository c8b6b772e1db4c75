/**
 * @file How a body carries itself while it does something else: breath, gaze, tail, ears, wings, hanging arms.
 */

import type { Rng } from '../../base/rng.js';
import { hasWings } from './body-traits.js';
import type { MotionBody } from './motion-body.js';
import { wave } from './motion-curves.js';
import { backOf, bendChain, type MotionLayer, shiftTrunk, turnHead, turnJoint } from './motion-frame.js';
import type { FullMotionStyle } from './motion-plan.js';
import { spread, wander } from './random-draws.js';

/** Loose parts that flutter a little. */
const LOOSE = new Set(['ear', 'antenna', 'fin', 'crest', 'palp']);

export interface CarriageOptions {
  /** Breaths in the motion. */
  readonly breaths: number;
  /** Factor of all of it. */
  readonly amount: number;
  /** Whether it flies: wings are not folded. */
  readonly airborne?: boolean;
}

/** Breath, gaze, tail and loose parts; every curve closes on itself. */
export function carriageLayer(
  body: MotionBody,
  style: FullMotionStyle,
  rng: Rng,
  { breaths, amount, airborne = false }: CarriageOptions,
): MotionLayer {
  const { plan, unit, upright } = body;
  const back = backOf(body);
  const chest = back[back.length - 1] ?? -1;
  const head = amount * style.headLiveliness;
  const [yaw, pitch, tilt] = [wander(rng, 0.22 * head), wander(rng, 0.1 * head), wander(rng, 0.06 * head)];
  const tailSize = (amount * style.tailLiveliness * 0.5) / Math.max(2, plan.tail.length) ** 0.6;
  const [curl, sway] = [wander(rng, 0.25 * tailSize, 2), wander(rng, 0.3 * tailSize, 2)];
  const tailTurns = 1 + rng.integer(2);
  const loose = plan.extras
    .filter(({ kind }) => LOOSE.has(kind))
    .map(({ joints }) => ({
      joint: joints[0],
      x: wander(rng, 0.09 * amount),
      z: wander(rng, 0.06 * amount),
    }));
  const arms = body.arms.map(() => ({ swing: wander(rng, 0.05 * amount, 2), lag: spread(rng, 0.1) }));
  const wings = body.wings.map(() => wander(rng, 0.05 * amount, 2));
  const folded = airborne || !hasWings(body) ? 0 : 1;
  return (frame, t) => {
    const breath = wave(breaths * t);
    shiftTrunk(frame, 0, 0.006 * amount * unit * (breath - 1), 0);
    turnJoint(frame, chest, (upright ? -0.03 : -0.015) * amount * breath);
    bendChain(frame, back, 0, 0.1 * yaw(t), 0);
    turnHead(frame, body, pitch(t) + (upright ? 0.02 : 0.01) * amount * breath, yaw(t), tilt(t));
    for (const [k, j] of plan.tail.entries()) {
      const s = (k + 1) / plan.tail.length;
      turnJoint(frame, j, curl(t), tailSize * s * wave(tailTurns * t, 0.5 * s) + sway(t));
    }
    for (const { joint, x, z } of loose) turnJoint(frame, joint, x(t), 0, z(t));
    for (const [i, arm] of arms.entries()) {
      const control = frame.arms[i];
      control.swing += arm.swing(t);
      control.bend += 0.5 * arm.swing(t);
      control.spread += 0.025 * amount * (1 + breath);
    }
    for (const [i, wing] of wings.entries()) {
      frame.wings[i].raise += wing(t);
      frame.wings[i].fold += folded * body.wings[i].spread;
    }
  };
}
