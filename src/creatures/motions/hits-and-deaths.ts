/**
 * @file Being struck and falling: the root is free, the feet move with the body, and the ground is put under
 * whatever lies lowest.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold } from '../../motion/library/motion-curves.js';
import { chance, drawSign, spread } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  adjustFoot,
  bend,
  FOOT,
  type Layer,
  moveFoot,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';

/** Is struck and staggers. */
export const stagger: Action = (actor, rng) => {
  const { unit } = actor;
  const stiff = actor.rows === 2 ? 0.7 : 1;
  const [pitch, yaw, roll] = [spread(rng, 0.35), spread(rng, 0.5 * stiff), spread(rng, 0.3 * stiff)];
  const depth = rng.range(0.02, 0.25) * unit;
  const way = [spread(rng, 0.2) * unit, spread(rng, 0.3) * unit];
  const stepsBack = chance(rng, 0.5);
  return {
    name: 'stagger',
    seconds: rng.range(0.9, 1.6),
    loop: true,
    layers: [
      (c, t) => {
        const blow = hold(t, 0.03, 0.16, 0.2, 0.9);
        const whip = hold(t, 0.08, 0.26, 0.32, 0.96) + 0.2 * bump(t, 0.4, 0.8);
        shift(c, way[0] * blow, -depth * whip, way[1] * blow);
        rotateJoint(c, 0, 0.7 * pitch * blow, 0.5 * yaw * blow, 0.7 * roll * blow);
        bend(c, trunk(actor), 1.3 * pitch * whip, 1.2 * yaw * whip, roll * whip);
        turnHead(
          c,
          actor,
          -2 * pitch * blow + 1.4 * pitch * whip,
          -1.6 * yaw * blow + 1.2 * yaw * whip,
          roll * whip,
        );
        bend(c, actor.plan.tail, pitch * whip, -yaw * whip, 0);
        for (let i = 0; i < actor.legs.length; i++) adjustFoot(c, i, FOOT.follow, stepsBack ? 0.8 * blow : 0);
        if (!stepsBack) return;
        for (const [i, leg] of actor.legs.entries()) {
          if (leg.side > 0 !== way[0] > 0 && actor.rows === 1) continue;
          const go = ease((t - 0.1 - 0.04 * (i % 4)) / 0.14) * (1 - ease((t - 0.7 - 0.04 * (i % 4)) / 0.14));
          moveFoot(c, i, way[0] * go, 0.5 * unit * go * (1 - go), way[1] * go);
        }
      },
    ],
  };
};

/** How a body comes to lie, and how far its feet may be to the front of it. */
function drawFall(
  actor: Actor,
  rng: Rng,
  side: number,
): { pitch: number; roll: number; low: number; high: number } {
  if (actor.kind === 'biped') {
    const way = rng.integer(3);
    if (way === 0) return { pitch: -rng.range(1.42, 1.6), roll: spread(rng, 0.3), low: -0.02, high: 0.35 };
    if (way === 1) return { pitch: rng.range(1.42, 1.6), roll: spread(rng, 0.3), low: -0.3, high: 0.02 };
    return { pitch: spread(rng, 0.2), roll: side * rng.range(1.35, 1.65), low: -0.3, high: 0.5 };
  }
  const onBack = chance(rng, actor.sprawls ? 0.5 : actor.rows === 1 ? 0.3 : 0.1);
  const upright = actor.sprawls ? spread(rng, 0.4) : side * rng.range(1.1, 1.75);
  const roll = onBack ? side * rng.range(2.4, 3.1) : upright;
  return { pitch: spread(rng, 0.2), roll, low: -0.5, high: 0.5 };
}

/** Where a foot comes to lie: many legs curl up over a body on its back, or spread around one on its belly. */
function drawLimpFoot(actor: Actor, rng: Rng, side: number, curled: boolean): { x: number; y: number } {
  if (!actor.sprawls) return { x: side * rng.range(-0.1, 0.25), y: rng.range(0, 0.5) };
  if (curled) return { x: side * rng.range(-0.9, 0.1), y: rng.range(-0.8, 0.6) };
  // A body whose belly is low can only fall that far.
  return { x: side * rng.range(-0.1, 0.6), y: actor.pointed ? rng.range(0.3, 1.1) : rng.range(0.05, 0.45) };
}

/** Falls and lies: on a side, on the back, on the belly, legs folded or flung out. */
export const collapse: Action = (actor, rng) => {
  const { unit } = actor;
  const side = drawSign(rng);
  const { pitch, roll, low, high } = drawFall(actor, rng, side);
  const start = rng.range(0.02, 0.2);
  const end = start + rng.range(0.35, 0.6);
  const curled = Math.abs(roll) > 2;
  const plans = actor.legs.map((leg) => ({
    ...drawLimpFoot(actor, rng, leg.side, curled),
    z: rng.range(low, high),
    bent: rng.range(-0.2, 0.8),
  }));
  const buckle = rng.range(0.1, 0.5);
  const limp: Layer = (c, t) => {
    const down = ease((t - start - 0.15) / (end - start));
    bend(c, trunk(actor), plans[0].z * 0.5 * down, plans[0].bent * 0.4 * side * down, 0);
    turnHead(c, actor, plans[0].bent * down, -0.6 * plans[1].z * down, 0.4 * side * down);
    bend(c, actor.plan.tail, 0.3 * plans[1].bent * down, plans[1].z * down, 0);
    rotateJoint(c, actor.plan.jaw, 0.25 * down, 0, 0);
  };
  return {
    name: 'collapse',
    seconds: rng.range(1.2, 2.4),
    loop: false,
    contact: true,
    layers: [
      limp,
      (c, t) => {
        const fall = ease((t - start) / (end - start)) ** 1.3;
        const sink = bump(t, start - 0.05, end);
        shift(c, -side * 0.3 * unit * fall, 0, 0);
        rotateJoint(c, 0, pitch * fall + (actor.rows === 1 && pitch >= 0 ? 0.15 * sink : 0), 0, -roll * fall);
        for (const [i, plan] of plans.entries()) {
          adjustFoot(c, i, FOOT.carried, 1);
          moveFoot(c, i, plan.x * unit * fall, unit * (plan.y * fall + buckle * sink), plan.z * unit * fall);
          adjustFoot(c, i, FOOT.ankle, plan.bent * fall);
          adjustFoot(c, i, FOOT.toes, 0.6 * plan.bent * fall);
        }
      },
    ],
  };
};
