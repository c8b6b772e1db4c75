/**
 * @file What frogs and toads do beside walking: hop, leap, swim, float, croak, snap, climb, wipe their faces, stretch a
 * leg, sprawl, lie dead on their backs.
 */

import type { Rng } from '../../base/rng.js';
import { clamp } from '../../math/scalar.js';
import { add, scale, type Vec3 } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  adjustFoot,
  bend,
  FOOT,
  type Motion,
  moveFoot,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';
import { hop, leap, leapHigh } from './frog-jumps.js';
import { hang, hindLength, IN_LINE, isHind, reachOut, swellThroat, takeoff } from './frog-legs.js';

/** Swims: the hind legs fold slowly and thrust fast, together or by turns, then the body glides. */
const swim: Action = (actor, rng) => {
  const { legs, unit } = actor;
  const long = hindLength(actor);
  const kicks = 1 + rng.integer(3);
  const byTurns = chance(rng, 0.3);
  const fold = rng.range(0.35, 0.55);
  const thrust = fold + rng.range(0.12, 0.25);
  const speed = rng.range(0.5, 1.6) * long;
  const level = rng.range(0.1, 0.4) + (chance(rng, 0.35) ? spread(rng, 0.6) : 0);
  const deep = rng.range(1.5, 3) * long;
  const wide = rng.range(0.05, 0.3) * long;
  const whole = rng.range(0.75, 1);
  const arms = pick(rng, ['back', 'back', 'paddle', 'sweep'] as const);
  const lag = byTurns || chance(rng, 0.5) ? 0.5 : 0;
  const [yaw, pitch] = [wander(rng, 0.15, 2), wander(rng, 0.1, 2)];
  const ways = legs.map((leg) =>
    isHind(leg)
      ? reachOut(
          actor,
          leg,
          [leg.side * rng.range(0.05, 0.3), -rng.range(0.1, 0.4), -1],
          rng.range(0.9, 0.97),
        )
      : reachOut(
          actor,
          leg,
          [leg.side * rng.range(0.15, 0.5), -rng.range(0.2, 0.6), -1],
          rng.range(0.75, 0.95),
        ),
  );
  const tucked = legs.map((leg): Vec3 => [leg.side * spread(rng, 0.2) * unit, rng.range(0, 0.5) * unit, 0]);
  return {
    name: byTurns ? 'swim by turns' : 'swim',
    seconds: clamp(rng.range(0.9, 1.6) * kicks, 0.9, 4),
    loop: true,
    layers: [
      (c, t) => {
        const surge = 0.12 * speed * wave(kicks * t, thrust);
        shift(c, 0, deep + 0.03 * long * wave(t) - level * 0.3 * speed * t, speed * kicks * t + surge);
        const sway = byTurns ? 0.12 * wave(kicks * t, fold) : 0;
        rotateJoint(c, 0, level + pitch(t), yaw(t) + sway, sway);
        bend(c, trunk(actor), -0.15 * wave(kicks * t, fold), -1.2 * sway, 0);
        turnHead(c, actor, -0.5 * level, -sway, 0);
        for (const [i, leg] of legs.entries()) {
          const phase = kicks * t + (leg.side < 0 ? (isHind(leg) ? (byTurns ? 0.5 : 0) : lag) : 0);
          const u = phase - Math.floor(phase + 1e-9);
          if (isHind(leg)) {
            const amount = whole * (1 - ease(u / fold) + ease((u - fold) / (thrust - fold)));
            // Soles push first and point backwards last.
            const point = IN_LINE * whole * (1 - ease(u / fold) + ease((u - fold - 0.05) / (thrust - fold)));
            const sweep = leg.side * wide * bump(u, 0.7 * fold, thrust + 0.1);
            const aside = add(scale(tucked[i], 1 - amount), [sweep, 0, 0]);
            hang(c, actor, i, 1, { end: ways[i], amount, pitch: point, aside });
          } else {
            const amount =
              arms === 'back' ? 1 : arms === 'paddle' ? 0.5 + 0.5 * wave(phase) : hold(u, 0.1, 0.4, 0.6, 1);
            const out = arms === 'back' ? 0 : leg.side * 0.25 * unit * bump(u, 0, 1);
            const aside = add(scale(tucked[i], 1 - amount), [out, 0, 0]);
            hang(c, actor, i, 1, { end: ways[i], amount, pitch: 1.5 * amount, toes: 1.2 * amount, aside });
          }
        }
      },
    ],
  };
};

/** Hangs in the water with all limbs spread. */
const float: Action = (actor, rng) => {
  const { legs } = actor;
  const long = hindLength(actor);
  const deep = rng.range(1.5, 2.5) * long;
  const [pitch, yaw, roll] = [spread(rng, 0.4), wander(rng, 0.3, 2), wander(rng, 0.2, 2)];
  const drifts = legs.map((leg) => ({
    way: reachOut(
      actor,
      leg,
      isHind(leg)
        ? [leg.side * rng.range(0.3, 1.2), -rng.range(0.2, 0.7), -1]
        : [leg.side * rng.range(0.6, 1.2), -rng.range(0.3, 0.8), spread(rng, 0.7)],
      rng.range(0.75, 0.95),
    ),
    amount: rng.range(0.3, 0.9),
    move: wander(rng, rng.range(0.05, 0.2), 2),
  }));
  return {
    name: 'float',
    seconds: rng.range(2, 4),
    loop: true,
    layers: [
      (c, t) => {
        shift(c, 0, deep + 0.05 * long * wave(t), 0);
        rotateJoint(c, 0, pitch + 0.05 * wave(t, 0.2), yaw(t), roll(t));
        for (const [i, { way, amount, move }] of drifts.entries()) {
          const out = clamp(amount + move(t), 0, 1);
          const point = (isHind(legs[i]) ? 0.85 * IN_LINE : 0.6) * out;
          hang(c, actor, i, 1, { end: way, amount: out, pitch: point });
        }
      },
    ],
  };
};

/** Sits up on straightened forelegs and calls; the throat swells with every note. */
const croak: Action = (actor, rng) => {
  const { unit } = actor;
  const { start, top, leave, end } = drawEnvelope(rng);
  const raised = rng.range(0.05, 0.6);
  const notes = 2 + rng.integer(8);
  const swell = rng.range(0.2, 0.6);
  const gape = chance(rng, 0.3) ? rng.range(0.1, 0.35) : 0;
  const puff = rng.range(0, 0.08);
  const aside = spread(rng, 0.3);
  const apart = rng.range(-0.05, 0.2) * unit;
  return {
    name: 'croak',
    seconds: rng.range(1.4, 3.8),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const note = on * (0.5 + 0.5 * wave(notes * t, 0.25));
        shift(c, 0, -0.1 * unit * on + puff * unit * note, -0.2 * raised * unit * on);
        rotateJoint(c, 0, -raised * on + puff * note, 0.3 * aside * on, 0);
        bend(c, trunk(actor), -0.3 * raised * on + puff * note, 0, 0);
        turnHead(c, actor, (0.2 * raised - 0.15) * on - 0.1 * note, aside * on, 0);
        swellThroat(c, actor, swell * note);
        rotateJoint(c, actor.plan.jaw, gape * note, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          if (!isHind(leg))
            moveFoot(c, i, leg.side * apart * on, 0.3 * unit * on * (1 - on), -0.3 * raised * unit * on);
        }
      },
    ],
  };
};

/** Throws itself at prey off both hind legs, gapes and shuts, and sits back. */
const snap: Action = (actor, rng) => {
  const { unit, legs } = actor;
  const long = hindLength(actor);
  const heel = rng.range(0.5, 1.3);
  const at = takeoff(actor, rng.range(0.1, 0.7), rng.range(0.6, 0.9), heel);
  const hit = rng.range(0.35, 0.5);
  const gape = rng.range(0.3, 0.7);
  const nose = spread(rng, 0.35);
  const aside = spread(rng, 0.3);
  const held = legs.map((leg) =>
    reachOut(actor, leg, [0.5 * leg.side, -0.8, spread(rng, 0.8)], rng.range(0.6, 0.9)),
  );
  const gulps = 1 + rng.integer(3);
  return {
    name: 'snap',
    seconds: rng.range(1, 2),
    loop: true,
    layers: [
      (c, t) => {
        const aim = hold(t, 0.02, hit - 0.14, hit - 0.1, hit - 0.02);
        const dart = hold(t, hit - 0.1, hit, hit + 0.08, 0.92);
        const open = hold(t, hit - 0.12, hit - 0.02, hit, hit + 0.07);
        const gulp = hold(t, hit + 0.1, hit + 0.15, 0.9, 0.97) * wave(gulps * t);
        shift(c, 0, at.y * dart - 0.15 * unit * aim, at.z * dart - 0.04 * long * aim);
        rotateJoint(c, 0, 0.08 * aim - nose * dart, 0.4 * aside * dart, 0);
        bend(c, trunk(actor), 0.2 * aim - 0.2 * dart, aside * dart, 0);
        turnHead(c, actor, 0.2 * aim - 0.3 * open + 0.5 * nose * dart, aside * dart, 0);
        rotateJoint(c, actor.plan.jaw, gape * open, 0, 0);
        swellThroat(c, actor, 0.6 * gape * open + 0.25 * gulp);
        for (const [i, leg] of legs.entries()) {
          if (isHind(leg)) adjustFoot(c, i, FOOT.ankle, heel * dart);
          else hang(c, actor, i, dart, { end: held[i], amount: 1, pitch: 0.6 });
        }
      },
    ],
  };
};

/** Climbs a wall or a slope foot by foot. */
const climb: Action = (actor, rng) => {
  const { legs, unit } = actor;
  const steep = rng.range(0.5, 1.5);
  const cycles = 1 + rng.integer(2);
  const stride = rng.range(0.5, 1.3) * unit;
  const lift = rng.range(0.15, 0.5) * unit;
  const duty = rng.range(0.55, 0.75);
  const pace = pick(rng, [0.25, 0.5, 0.75]);
  const close = rng.range(-0.3, 0.2) * unit;
  const high = rng.range(1, 2) * hindLength(actor);
  const apart = rng.range(0, 0.4) * unit;
  const sway = rng.range(0.05, 0.25);
  return {
    name: 'climb',
    seconds: rng.range(1, 1.9) * cycles,
    loop: true,
    layers: [
      (c, whole) => {
        const t = whole * cycles;
        const way = stride * t;
        shift(c, 0, high + Math.sin(steep) * way, Math.cos(steep) * way);
        rotateJoint(c, 0, -steep, 0, sway * wave(t, 0.1));
        bend(c, trunk(actor), 0.1, sway * wave(t), 0);
        turnHead(c, actor, -0.2, -sway * wave(t), 0);
        for (const [i, leg] of legs.entries()) {
          const now = stepAt(t, (leg.side > 0 ? 0 : 0.5) + (isHind(leg) ? 0 : pace), duty);
          const flex = now.swing > 0 ? bump(now.swing, 0, 0.9) : 0;
          const held: Vec3 = [leg.side * apart, lift * now.lift + close, stride * (now.travel - t)];
          hang(c, actor, i, 1, {
            end: leg.foot,
            amount: 0,
            pitch: 0.5 * flex,
            toes: 0.6 * flex,
            aside: held,
          });
        }
      },
    ],
  };
};

/** Raises one forefoot: reaches up for a hold, or wipes its face. */
const useHand: Action = (actor, rng) => {
  const { legs, unit } = actor;
  const wipes = chance(rng, 0.5);
  const chosen = legs.findIndex((leg) => !isHind(leg)) + rng.integer(2);
  const leg = legs[chosen];
  const { start, top, leave, end } = drawEnvelope(rng);
  const raised = wipes ? rng.range(0, 0.2) : rng.range(0.2, 1);
  const beats = wipes ? 2 + rng.integer(4) : 1;
  const up: Vec3 = wipes
    ? [-leg.side * rng.range(0.1, 0.4), rng.range(0.3, 0.8), 1]
    : [leg.side * rng.range(-0.3, 0.8), rng.range(0, 1.2), 1];
  const held = reachOut(actor, leg, up, wipes ? rng.range(0.6, 0.8) : rng.range(0.8, 0.97));
  const grasp = rng.range(0, 0.9);
  return {
    name: wipes ? 'wipe face' : 'reach',
    seconds: rng.range(1.2, 2.6),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const rub = wipes ? on * 0.25 * unit * wave(beats * t) : 0;
        shift(c, -leg.side * 0.12 * unit * on, 0.5 * raised * unit * on, 0.3 * raised * unit * on);
        rotateJoint(c, 0, -raised * on, -0.1 * leg.side * on, -0.06 * leg.side * on);
        bend(c, trunk(actor), -0.2 * raised * on, 0.15 * leg.side * on, 0);
        turnHead(
          c,
          actor,
          wipes ? 0.4 * on : 0.3 * raised * on,
          leg.side * (wipes ? 0.5 : 0.2) * on,
          0.2 * leg.side * on,
        );
        hang(c, actor, chosen, on, {
          end: held,
          amount: 1,
          pitch: grasp - 0.4,
          toes: grasp,
          aside: [0, rub, 0.6 * rub],
        });
        // High up the other hand leaves the ground too.
        if (raised < 0.4) return;
        const other = legs.findIndex((each, i) => !isHind(each) && i !== chosen);
        hang(c, actor, other, on, { end: held, amount: 0, pitch: 0.5, aside: [0, 0.3 * unit, -0.2 * unit] });
      },
    ],
  };
};

/** Stretches one hind leg or both behind the body, where it sits or lies sprawled on its belly. */
const stretch: Action = (actor, rng) => {
  const { legs, unit } = actor;
  const { start, top, leave, end } = drawEnvelope(rng);
  const sprawls = chance(rng, 0.5);
  const one = drawSign(rng);
  const stay = sprawls && chance(rng, 0.5);
  const lowered = sprawls ? 1.2 : rng.range(0, 0.3);
  const pitch = sprawls ? rng.range(0.1, 0.35) : spread(rng, 0.15);
  const plans = legs.map((leg) => {
    const way: Vec3 = isHind(leg)
      ? [leg.side * rng.range(0.1, 1), sprawls ? -pitch - 0.15 : rng.range(-0.2, 0.2), -1]
      : [leg.side * rng.range(0.3, 1.2), -0.5, spread(rng, 1)];
    // On the ground a hind leg lies long or folded: half-way its ankle would stand upright.
    const long = isHind(leg) && (leg.side === one || (sprawls && chance(rng, 0.6)));
    const used = long ? rng.range(sprawls ? 0.85 : 0.6, 1) : sprawls && !isHind(leg) ? rng.range(0.2, 1) : 0;
    return { way: reachOut(actor, leg, way, rng.range(0.85, 0.97)), used };
  });
  const head = spread(rng, 0.4);
  return {
    name: sprawls ? 'sprawl' : 'stretch leg',
    seconds: rng.range(1.5, 3.2),
    loop: !stay,
    layers: [
      (c, t) => {
        const on = stay ? ease((t - start) / 0.5) : hold(t, start, top, leave, end);
        shift(c, 0, -lowered * unit * on, sprawls ? 0 : 0.1 * unit * on);
        rotateJoint(c, 0, pitch * on, 0, sprawls ? 0 : one * 0.1 * on);
        turnHead(c, actor, (head - pitch) * on, 0.5 * head * on, 0);
        for (const [i, { way, used }] of plans.entries()) {
          if (used === 0) continue;
          const point = (isHind(legs[i]) ? IN_LINE : 0.3) * used;
          hang(c, actor, i, on, {
            end: way,
            amount: used,
            pitch: point,
            aside: [0, 0.3 * unit * (1 - on), 0],
          });
        }
      },
    ],
  };
};

/** Turns over and lies on its back, limbs flung out; now and then a leg twitches. */
const lieDead: Action = (actor, rng) => {
  const { legs, unit } = actor;
  const side = drawSign(rng);
  const already = chance(rng, 0.4);
  const [start, end] = [rng.range(0.02, 0.2), rng.range(0.5, 0.75)];
  const roll = side * rng.range(2.7, 3.14);
  const pitch = spread(rng, 0.15);
  const plans = legs.map((leg) => {
    const way: Vec3 = isHind(leg)
      ? [leg.side * rng.range(0.1, 1.2), spread(rng, 0.5), -1]
      : [leg.side * rng.range(0.5, 1.2), spread(rng, 0.6), spread(rng, 1)];
    return {
      way: reachOut(actor, leg, way, rng.range(0.8, 0.97)),
      used: rng.range(0.3, 1),
      bent: rng.range(0.6, 1),
      twitch: chance(rng, 0.3) ? rng.range(0.05, 0.3) : 0,
      beats: 1 + rng.integer(4),
    };
  });
  const [gape, tilt] = [rng.range(0, 0.4), spread(rng, 0.3)];
  return {
    name: 'lie dead',
    seconds: rng.range(1.2, 2.6),
    loop: already,
    contact: true,
    layers: [
      (c, t) => {
        const fall = already ? 1 : ease((t - start) / (end - start)) ** 1.3;
        shift(c, -side * 0.5 * unit * fall, 0, 0);
        rotateJoint(c, 0, pitch * fall, 0, -roll * fall);
        bend(c, trunk(actor), -0.2 * fall, 0.3 * tilt * fall, 0);
        turnHead(c, actor, -0.3 * fall, tilt * fall, 0);
        rotateJoint(c, actor.plan.jaw, gape * fall, 0, 0);
        swellThroat(c, actor, 0.5 * gape * fall);
        for (const [i, { way, used, bent, twitch, beats }] of plans.entries()) {
          const out = clamp(fall * (used - twitch * (0.5 + 0.5 * wave(beats * t))), 0, 1);
          const point = (isHind(legs[i]) ? IN_LINE : 0.5) * bent * out;
          hang(c, actor, i, 1, { end: way, amount: out, pitch: point });
        }
      },
    ],
  };
};

/** Every act with how often it is drawn. */
const ACTIONS: readonly (readonly [Action, number])[] = [
  [hop, 2.4],
  [leap, 1.8],
  [leapHigh, 1],
  [swim, 2.6],
  [float, 0.8],
  [croak, 1.6],
  [snap, 1.2],
  [climb, 1],
  [useHand, 1],
  [stretch, 1.3],
  [lieDead, 0.8],
];

/** Draws what every repertoire of a frog has: a hop, a leap and a swim. */
export const drawFrogBasics = (actor: Actor, rng: Rng): Motion[] =>
  [hop, leap, swim].map((act) => act(actor, rng));

/** Draws one act of a frog. */
export function drawFrogAction(actor: Actor, rng: Rng): Motion {
  let at = rng.next() * ACTIONS.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [act, weight] of ACTIONS) {
    at -= weight;
    if (at < 0) return act(actor, rng);
  }
  return hop(actor, rng);
}
