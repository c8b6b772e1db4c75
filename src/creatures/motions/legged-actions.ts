/**
 * @file The table of acts of bodies with legs, and the draw from it.
 */

import type { Rng } from '../../base/rng.js';
import type { Actor } from './actor.js';
import { fidget, jump, lunge, sway, useFoot } from './attacks.js';
import type { Action, Motion } from './controls.js';
import { collapse, stagger } from './hits-and-deaths.js';
import { crouch, idle, lieDown, look, rear, sit } from './idles.js';

/** Every act with how often it is drawn. */
const ACTIONS: readonly (readonly [Action, number])[] = [
  [idle, 1],
  [look, 1.4],
  [crouch, 1.2],
  [sit, 0.9],
  [lieDown, 0.8],
  [rear, 1],
  [jump, 1.2],
  [useFoot, 1.5],
  [lunge, 1.4],
  [stagger, 1],
  [sway, 0.9],
  [collapse, 0.9],
  [fidget, 2.5],
];

/** What bodies that sprawl cannot do, and what only they do. */
const NOT_SPRAWLING: readonly Action[] = [sit];
const ONLY_SPRAWLING: readonly Action[] = [fidget];

/** Draws an act that suits the body. */
export function drawLeggedAction(actor: Actor, rng: Rng): Motion {
  const known = ACTIONS.filter(([act]) => {
    if (actor.sprawls ? NOT_SPRAWLING.includes(act) : ONLY_SPRAWLING.includes(act)) return false;
    return !(act === rear && actor.rows === 1) && !(act === lieDown && actor.kind === 'biped');
  });
  let at = rng.next() * known.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [act, weight] of known) {
    at -= weight;
    if (at < 0) return act(actor, rng);
  }
  return known[0][0](actor, rng);
}
