/**
 * @file Free play: the body goes through a few postures drawn at random, each of the whole body at once. No clip that
 * anyone named looks like this, but the poses in between lie within what the body can do.
 */

import type { Rng } from '../../base/rng.js';
import { ease } from '../../motion/library/motion-curves.js';
import { chance, spread } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import { armStyle } from './arm-gestures.js';
import {
  adjustFoot,
  bend,
  type Controls,
  createControls,
  FOOT,
  type Motion,
  moveFoot,
  rotateJoint,
  shift,
  turnHead,
} from './controls.js';
import { wingStyle } from './flight.js';
import { tailRise } from './secondary-motion.js';

export function improvise(actor: Actor, rng: Rng): Motion {
  const count = 3 + rng.integer(3);
  const keys = Array.from({ length: count }, () => drawPosture(actor, rng));
  const loop = chance(rng, 0.5);
  const legs = loop ? count : count - 1;
  return {
    name: 'improvise',
    seconds: rng.range(2, 4),
    loop,
    layers: [
      (c, t) => {
        const at = Math.min(t * legs, legs - 1e-9);
        const k = Math.floor(at);
        const [from, to] = [keys[k].values, keys[(k + 1) % count].values];
        const way = ease((at - k) * 1.25);
        for (let i = 0; i < from.length; i++) c.values[i] += from[i] + (to[i] - from[i]) * way;
      },
    ],
  };
}

/** One posture of the whole body. */
function drawPosture(actor: Actor, rng: Rng): Controls {
  const { unit, plan } = actor;
  const c = createControls(actor);
  shift(c, spread(rng, 0.12) * unit, -rng.range(0, 0.4) * unit, spread(rng, 0.15) * unit);
  rotateJoint(c, 0, spread(rng, 0.25), spread(rng, 0.3), spread(rng, actor.rows === 2 ? 0.12 : 0.2));
  bend(c, plan.spine.slice(1), spread(rng, 0.8), spread(rng, 0.9), spread(rng, 0.5));
  turnHead(c, actor, spread(rng, 0.9), spread(rng, 1), spread(rng, 0.4));
  bend(
    c,
    plan.tail,
    spread(rng, tailRise(actor) * plan.tail.length),
    spread(rng, 0.25 * plan.tail.length),
    0,
  );
  rotateJoint(c, plan.jaw, rng.range(0, 0.4), 0, 0);
  const raised = chance(rng, 0.35) ? rng.integer(Math.max(1, actor.legs.length)) : -1;
  for (const [i, leg] of actor.legs.entries()) {
    const big = actor.pointed ? 1.3 : 1;
    const out = leg.side * rng.range(-0.05, 0.18) * big;
    if (i === raised || (actor.sprawls && chance(rng, 0.2))) {
      adjustFoot(c, i, FOOT.carried, 1);
      moveFoot(c, i, out * unit, rng.range(0.15, 0.7) * big * unit, spread(rng, 0.6) * unit);
      adjustFoot(c, i, FOOT.ankle, rng.range(0, 0.8));
      adjustFoot(c, i, FOOT.toes, rng.range(0, 0.6));
    } else {
      adjustFoot(c, i, FOOT.follow, rng.range(0.6, 1));
      moveFoot(c, i, out * unit, 0, spread(rng, 0.25) * big * unit);
    }
  }
  // The styles move in time; a moment of theirs is a posture.
  if (plan.arms.length > 0) armStyle(actor, rng)(c, rng.next());
  if (plan.wings.length > 0) wingStyle(actor, rng)(c, rng.next());
  return c;
}
