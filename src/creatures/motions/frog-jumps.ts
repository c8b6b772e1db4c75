/**
 * @file Hops and leaps of frogs. The feet stand until the hind legs are long, whatever their length, because the place of
 * the hips at takeoff comes from the bones. Leaps of frogs cover up to ten lengths of the body, hops of toads one or two.
 */

import type { Rng } from '../../base/rng.js';
import { clamp } from '../../math/scalar.js';
import { lerp } from '../../math/vector.js';
import { ease, hold } from '../../motion/library/motion-curves.js';
import { spread } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  adjustFoot,
  bend,
  FOOT,
  type Motion,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';
import { hang, hindLength, IN_LINE, isHind, reachOut, takeoff } from './frog-legs.js';

interface SpringStyle {
  readonly name: string;
  /** Way and height of one spring in lengths of a hind leg. */
  readonly far: readonly [number, number];
  readonly high: readonly [number, number];
  /** Rise of the path at takeoff, radians. */
  readonly angle: readonly [number, number];
  /** How straight the legs become. */
  readonly share: readonly [number, number];
  readonly seconds: readonly [number, number];
  readonly most: number;
}

const HOP: SpringStyle = {
  name: 'hop',
  far: [0.7, 2],
  high: [0.08, 0.4],
  angle: [0.3, 0.7],
  share: [0.6, 0.85],
  seconds: [0.85, 1.5],
  most: 2,
};
const LEAP: SpringStyle = {
  name: 'leap',
  far: [2, 7],
  high: [0.4, 1.8],
  angle: [0.5, 0.9],
  share: [0.8, 0.97],
  seconds: [1, 2],
  most: 1,
};
const HIGH: SpringStyle = {
  name: 'leap high',
  far: [0.3, 1.5],
  high: [0.8, 2.5],
  angle: [0.9, 1.4],
  share: [0.8, 0.97],
  seconds: [1, 1.9],
  most: 1,
};

/** Crouches, springs off stretched hind legs, flies with the forelegs tucked, lands on them and draws the rest in. */
function drawSpring(actor: Actor, rng: Rng, style: SpringStyle): Motion {
  const { unit, legs } = actor;
  const long = hindLength(actor);
  const springs = 1 + rng.integer(style.most);
  const far = rng.range(...style.far) * long;
  const high = rng.range(...style.high) * long;
  const heel = rng.range(1.2, 1.7);
  const start = takeoff(actor, rng.range(...style.angle), rng.range(...style.share), heel);
  const goes = Math.min(start.z, 0.45 * far);
  const off = rng.range(0.26, 0.4);
  const land = rng.range(0.62, 0.74);
  const settle = rng.range(0.14, 0.22);
  const depth = rng.range(0.1, 0.4);
  const [nose, dive] = [rng.range(0.1, 0.55), rng.range(0, 0.4)];
  const late = rng.range(0.05, 0.2) * long;
  const folding = rng.range(0.3, 0.6);
  const roll = spread(rng, 0.12);
  const trails = legs.map((leg) =>
    isHind(leg)
      ? reachOut(actor, leg, [leg.side * rng.range(0.08, 0.4), 0.7 * nose, -1], rng.range(0.85, 0.97))
      : reachOut(actor, leg, [leg.side * rng.range(0.1, 0.6), -0.5, -1], rng.range(0.6, 0.9)),
  );
  const meets = legs.map((leg) =>
    reachOut(actor, leg, [0.3 * leg.side, -1, rng.range(0.3, 0.9)], rng.range(0.7, 0.9)),
  );
  return {
    name: style.name,
    seconds: Math.min(4, Math.max(0.85, rng.range(...style.seconds) * springs)),
    loop: true,
    layers: [
      (c, whole) => {
        const done = Math.min(springs - 1, Math.floor(whole * springs));
        const t = whole * springs - done;
        const wind = hold(t, 0.02, off - 0.14, off - 0.12, off - 0.01);
        const push = clamp((t - off + 0.12) / 0.12, 0, 1) ** 2;
        const air = clamp((t - off) / (land - off), 0, 1);
        const flight = 4 * air * (1 - air);
        const landed = ease((t - land) / settle);
        const absorb = hold(t, land - 0.01, land + 0.5 * settle, land + 0.6 * settle, 0.98);
        const rising = push * (1 - air);
        const falling = air * (1 - landed);
        const rise =
          start.y * rising + high * flight + 0.05 * long * falling - depth * unit * (wind + 0.8 * absorb);
        const way = goes * push + (far - goes - late) * air + late * landed - 0.05 * long * wind;
        const pitch = 0.1 * wind - nose * rising + dive * falling;
        shift(c, 0, rise, done * far + way);
        rotateJoint(c, 0, pitch, 0, roll * flight);
        bend(c, trunk(actor), 0.3 * wind - 0.2 * rising - 0.15 * flight + 0.3 * absorb, 0, 0);
        turnHead(c, actor, -0.2 * wind + 0.5 * nose * rising - 0.7 * dive * falling, 0, 0);
        for (const [i, leg] of legs.entries()) {
          const hind = isHind(leg);
          const [up, down] = hind ? [off, land + 0.5 * settle] : [off - 0.1, land - 0.01];
          const gone = ease((t - up) / 0.06) * (1 - ease((t - down + 0.07) / 0.07));
          adjustFoot(c, i, FOOT.groundZ, (done + (air > 0.5 ? 1 : 0)) * far);
          // What stands no more is off the ground at once, not dragged over it.
          adjustFoot(c, i, FOOT.clear, 0.3 * unit * (1 - (1 - gone) ** 4));
          // Legs trail until the way down, then fold, or come forward to meet the ground.
          const trail = 1 - ease((air - folding) / (0.96 - folding));
          if (hind) {
            const point = IN_LINE * trail;
            hang(c, actor, i, gone, { end: trails[i], amount: trail, pitch: point });
            adjustFoot(c, i, FOOT.ankle, heel * push * (1 - gone) * (air < 0.5 ? 1 : 0));
          } else {
            const end = lerp(meets[i], trails[i], trail);
            hang(c, actor, i, gone, {
              end,
              amount: 1,
              pitch: 1.4 * trail - 0.3 * (1 - trail),
              aside: [0, 0.2 * unit, 0],
            });
          }
        }
      },
    ],
  };
}

export const hop: Action = (actor, rng) => drawSpring(actor, rng, HOP);
export const leap: Action = (actor, rng) => drawSpring(actor, rng, LEAP);
export const leapHigh: Action = (actor, rng) => drawSpring(actor, rng, HIGH);
