/**
 * @file Wings: folded, spread, beating, gliding, banking, and the fins of a fish, which are small wings.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  adjustFoot,
  bend,
  type Controls,
  FOOT,
  type Layer,
  type Motion,
  moveFoot,
  rotateJoint,
  shift,
} from './controls.js';
import type { WingPose } from './hand-wing.js';
import { poseHandWing } from './hand-wing.js';

const sideOf = (actor: Actor, wing: readonly number[]) => (actor.skeleton.rest[wing[0] * 3] < 0 ? -1 : 1);

export function poseWing(c: Controls, actor: Actor, i: number, pose: WingPose): void {
  const wing = actor.plan.wings[i];
  const s = sideOf(actor, wing);
  const { raise, sweep, twist, fold, curl } = pose;
  if (actor.kind === 'dragon') {
    const [w1, w2, ...fingers] = wing;
    rotateJoint(c, w1, twist, (sweep + 0.45 * fold) * s, (raise + 0.25 * fold) * s);
    rotateJoint(c, w2, 0.3 * twist, (-0.55 * fold + 0.2 * sweep) * s, (0.4 * curl + 0.15 * fold) * s);
    for (const [k, joint] of fingers.entries()) {
      const finger = Math.floor(k / 2);
      const first = k % 2 === 0;
      rotateJoint(
        c,
        joint,
        0,
        fold * s * (first ? 0.85 - 0.3 * finger : 0.08),
        (first ? 0.4 : 0.3) * curl * s,
      );
    }
    return;
  }
  if (actor.kind === 'bat') {
    // Spread wings are level in flight, where the steep trunk lies down; folded they hang along it.
    poseHandWing(c, actor.skeleton, wing, {
      ...pose,
      raise: raise - 0.7 * fold,
      twist: twist - 0.4 + 0.1 * fold,
      fold: 0.8 * fold,
    });
    return;
  }
  if (actor.kind === 'bird') {
    const [w1, w2, w3, w4] = wing;
    rotateJoint(c, w1, twist, (0.42 * fold + sweep) * s, (-0.72 * fold + raise) * s);
    rotateJoint(c, w2, 0.2 * twist, (0.32 * fold + 0.3 * sweep) * s, (0.1 * fold + 0.35 * curl) * s);
    rotateJoint(c, w3, 0, (0.4 * fold + 0.3 * sweep) * s, (0.06 * fold + 0.4 * curl) * s);
    rotateJoint(c, w4, 0, (0.3 * fold + 0.2 * sweep) * s, (0.04 * fold + 0.3 * curl) * s);
    return;
  }
  const hind = i % 2 === 1 && actor.plan.wings.length > 2 ? 1 : 0;
  const [root, tip] = wing;
  rotateJoint(
    c,
    root,
    twist,
    ((0.34 - 0.26 * hind) * fold + sweep) * s,
    (raise + (0.18 - 0.04 * hind) * fold) * s,
  );
  rotateJoint(c, tip, 0, 0.2 * sweep * s, 0.6 * curl * s);
}

/** Wings while the body is busy: folded mostly, sometimes half open or spread. */
export function wingStyle(actor: Actor, rng: Rng): Layer {
  const open = chance(rng, 0.3) ? rng.range(0.2, 1) : rng.range(0, 0.15);
  const fold = actor.kind === 'fish' ? rng.range(-0.2, 0.8) : 1 - open;
  const raise = spread(rng, 0.12) + open * spread(rng, 0.5);
  const [ruffle, lift] = [wander(rng, 0.05 + 0.2 * open), wander(rng, 0.04 + 0.25 * open)];
  const curl = open * spread(rng, 0.4);
  const [sweep, twist] = [open * spread(rng, 0.4), spread(rng, 0.1)];
  const uneven = chance(rng, 0.3) ? rng.range(-0.3, 0.3) : 0;
  return (c, t) => {
    for (let i = 0; i < actor.plan.wings.length; i++) {
      const s = sideOf(actor, actor.plan.wings[i]);
      poseWing(c, actor, i, {
        raise: raise + lift(t),
        sweep: sweep + 0.5 * ruffle(t),
        twist,
        fold: Math.min(1, fold + ruffle(t) + uneven * s),
        curl: curl + 0.5 * lift(t),
      });
    }
  };
}

/** One beat cycle: down spread, up half folded and drawn back. `lean` beats one side more. */
export interface Beat {
  readonly size: number;
  readonly center: number;
  readonly row: number;
  readonly lean: number;
  readonly recover: number;
  readonly lag: number;
}

export function drawBeat(actor: Actor, rng: Rng): Beat {
  const big = actor.kind === 'insect' ? rng.range(0.45, 0.85) : rng.range(0.6, 1.1);
  return {
    size: big,
    center: actor.kind === 'insect' ? rng.range(-0.1, 0.15) : spread(rng, 0.2),
    row: rng.range(0.05, 0.35),
    lean: chance(rng, 0.3) ? spread(rng, 0.4) : 0,
    recover: rng.range(0.2, 1),
    lag: rng.range(0.08, 0.2),
  };
}

export function beatWings(
  c: Controls,
  actor: Actor,
  beat: Beat,
  phase: number,
  amount: number,
  fold = 0,
): void {
  for (let i = 0; i < actor.plan.wings.length; i++) {
    const s = sideOf(actor, actor.plan.wings[i]);
    const late = actor.plan.wings.length > 2 && i % 2 === 1 ? 0.08 : 0;
    const p = phase - late;
    const rising = Math.max(0, Math.sin(2 * Math.PI * (p - 0.5)));
    const size = beat.size * amount * (1 + beat.lean * s);
    poseWing(c, actor, i, {
      raise: beat.center * amount + size * Math.cos(2 * Math.PI * p),
      sweep: amount * (beat.row * Math.sin(2 * Math.PI * p) + 0.35 * beat.recover * rising),
      twist: amount * (0.25 * Math.sin(2 * Math.PI * p) - 0.1),
      fold: fold + 0.45 * beat.recover * rising * amount,
      curl: size * 0.7 * Math.cos(2 * Math.PI * (p - beat.lag)) - 0.4 * beat.recover * rising * amount,
    });
  }
}

/** Draws the legs up under the body, or lets them trail. */
export function tuckLegs(actor: Actor, rng: Rng): Layer {
  const { unit } = actor;
  const up = actor.sprawls ? rng.range(0.1, 0.6) : rng.range(0.1, 0.55);
  const back = actor.rows === 1 ? rng.range(-0.7, 0.1) : rng.range(-0.5, 0.15);
  const dangle = wander(rng, 0.06, 2);
  const point = rng.range(0.2, 1);
  return (c, t) => {
    for (const [i, leg] of actor.legs.entries()) {
      adjustFoot(c, i, FOOT.carried, 1);
      const inward = actor.sprawls ? -0.25 * leg.side * up : 0;
      moveFoot(
        c,
        i,
        inward * unit,
        (up + dangle(t)) * unit,
        (back + (leg.row === 0 && actor.rows > 1 ? 0.2 : 0)) * unit,
      );
      adjustFoot(c, i, FOOT.ankle, 0.5 * point);
      adjustFoot(c, i, FOOT.toes, 0.8 * point);
    }
  };
}

/** Bats have short legs for the span of their wings. */
const height = (actor: Actor) => (actor.kind === 'bat' ? 2.6 : 1) * actor.unit;
const altitude = (actor: Actor, rng: Rng) => rng.range(1, 2.5) * height(actor);
/** How far the trunk of a standing body leans forward to fly. */
const level = (actor: Actor) => (actor.kind === 'bird' ? 0.4 : actor.kind === 'bat' ? 0.6 : 0);

/** Flight that goes on: cruise, climb, hover, bank. */
export function drawFlight(actor: Actor, rng: Rng): Motion {
  const beat = drawBeat(actor, rng);
  const hover = chance(rng, 0.3);
  const insect = actor.kind === 'insect';
  const beats = insect ? 3 + rng.integer(4) : 1 + rng.integer(3);
  const upright = actor.kind === 'bat' ? level(actor) : 0;
  const pitch =
    upright + (hover ? rng.range(-0.7, -0.1) : rng.range(-0.3, actor.kind === 'bird' ? 0.6 : 0.35));
  const bank = chance(rng, 0.4) ? spread(rng, 0.7) : 0;
  const high = altitude(actor, rng);
  const heave = rng.range(0.05, 0.2) * actor.unit;
  const speed = hover ? 0 : rng.range(1, 4) * actor.unit;
  const { spine, neck, head, tail } = actor.plan;
  const steerTail = [spread(rng, 0.4), spread(rng, 0.4)];
  return {
    name: hover ? 'hover' : bank === 0 ? 'fly' : 'bank',
    seconds: insect ? rng.range(1, 1.8) : Math.max(1, beats * rng.range(0.5, 1.1)),
    loop: true,
    layers: [
      tuckLegs(actor, rng),
      (c, t) => {
        const p = beats * (t - (0.04 / beats) * Math.sin(2 * Math.PI * beats * t));
        shift(c, 0, high - heave * Math.cos(2 * Math.PI * (p - 0.2)), speed * t);
        rotateJoint(c, 0, pitch + 0.05 * wave(p, 0.1), 0.2 * bank, -bank);
        bend(c, spine.slice(1), 0.06 * wave(p, 0.15), 0.25 * bank, 0);
        bend(c, [...neck, head], -0.9 * pitch - 0.05 * wave(p, 0.1), 0.4 * bank, 0.7 * bank);
        bend(c, tail, steerTail[0] + 0.12 * wave(p, 0.3), steerTail[1] + 0.3 * bank, 0);
        beatWings(c, actor, { ...beat, lean: beat.lean + 0.3 * bank }, p, 1);
      },
    ],
  };
}

/** Gliding with still wings, from spread to a half tucked stoop. */
export function drawGlide(actor: Actor, rng: Rng): Motion {
  const tuck = chance(rng, 0.35) ? rng.range(0.3, actor.kind === 'bird' ? 0.8 : 0.6) : rng.range(0, 0.2);
  const pitch =
    actor.kind === 'bird' || actor.kind === 'bat'
      ? level(actor) + rng.range(-0.2, 0.2) + 0.4 * tuck
      : rng.range(-0.15, 0.2) + 0.5 * tuck;
  const roll = wander(rng, rng.range(0.1, 0.6), 2);
  const dihedral = spread(rng, 0.35);
  const waver = wander(rng, 0.08);
  const high = altitude(actor, rng);
  const speed = rng.range(2, 5) * actor.unit;
  const { neck, head, tail } = actor.plan;
  return {
    name: tuck > 0.3 ? 'stoop' : 'glide',
    seconds: rng.range(1.5, 3),
    loop: true,
    layers: [
      tuckLegs(actor, rng),
      (c, t) => {
        const lean = roll(t);
        shift(c, 0, high, speed * t);
        rotateJoint(c, 0, pitch + waver(t), 0.3 * lean, -lean);
        bend(c, [...neck, head], -0.8 * pitch, 0.4 * lean, 0.7 * lean);
        bend(c, tail, -0.2 + waver(t), 0.5 * lean, 0.3 * lean);
        for (let i = 0; i < actor.plan.wings.length; i++) {
          const s = sideOf(actor, actor.plan.wings[i]);
          poseWing(c, actor, i, {
            raise: dihedral + waver(t) + 0.3 * lean * s,
            sweep: 0.5 * tuck,
            twist: -0.1 + 0.15 * lean * s,
            fold: tuck,
            curl: 0.3 * dihedral + 0.5 * waver(t),
          });
        }
      },
    ],
  };
}

/** On the ground: opens the wings, beats or shows them, one or both, and folds them again. */
export function drawWingShow(actor: Actor, rng: Rng): Motion {
  const { start, top, leave, end } = drawEnvelope(rng);
  const one = chance(rng, 0.3) ? drawSign(rng) : 0;
  const flap = chance(rng, 0.6) ? rng.range(0.3, 1) : 0;
  const beat = drawBeat(actor, rng);
  const beats = 2 + rng.integer(4);
  const raise = rng.range(-0.2, 0.7);
  const rear = rng.range(0, 0.35);
  const { spine, neck, head } = actor.plan;
  return {
    name: 'spread wings',
    seconds: rng.range(1.5, 3),
    loop: true,
    layers: [
      (c, t) => {
        const open = hold(t, start, top, leave, end);
        shift(c, 0, -0.04 * actor.unit * open * (1 + flap * wave(beats * t, 0.3)), 0);
        rotateJoint(c, 0, -rear * open, 0, 0);
        bend(c, spine.slice(1), -0.4 * rear * open, 0, 0.15 * one * open);
        bend(c, [...neck, head], 0.7 * rear * open, -0.4 * one * open, 0);
        for (let i = 0; i < actor.plan.wings.length; i++) {
          const s = sideOf(actor, actor.plan.wings[i]);
          const mine = one === 0 || one === s ? open : 0.1 * open;
          poseWing(c, actor, i, {
            raise: mine * (raise + flap * beat.size * wave(beats * t)),
            sweep: 0.2 * mine * flap * wave(beats * t, 0.25),
            twist: 0.15 * mine,
            fold: 1 - mine,
            curl: mine * (0.2 + flap * beat.size * 0.6 * wave(beats * t, 0.12)),
          });
        }
      },
    ],
  };
}

/** Springs up, beats a few times in the air, comes down. */
export function drawTakeoff(actor: Actor, rng: Rng): Motion {
  const beat = drawBeat(actor, rng);
  const beats = actor.kind === 'insect' ? 8 : 3 + rng.integer(3);
  const high = rng.range(0.5, 1.6) * height(actor);
  const pitch = rng.range(-0.7, -0.1) + (actor.kind === 'bat' ? level(actor) : 0);
  const tuck = tuckLegs(actor, rng);
  const lands = chance(rng, 0.6);
  return {
    name: 'take off',
    seconds: rng.range(1.6, 2.8),
    loop: lands,
    layers: [
      (c, t) => {
        const crouch = bump(t, 0.04, 0.3) + (lands ? 0.7 * bump(t, 0.78, 0.98) : 0);
        const up = ease((t - 0.2) / 0.24) * (lands ? 1 - ease((t - 0.64) / 0.22) : 1);
        const spreadOut = ease((t - 0.06) / 0.16) * (lands ? 1 - ease((t - 0.84) / 0.14) : 1);
        const before = c.feet.slice();
        tuck(c, t);
        for (let k = 0; k < before.length; k++) c.feet[k] = before[k] + up * (c.feet[k] - before[k]);
        shift(c, 0, -0.22 * actor.unit * crouch + high * up, 0.6 * high * up);
        rotateJoint(c, 0, 0.2 * crouch + pitch * up, 0, 0);
        bend(c, [...actor.plan.neck, actor.plan.head], -0.3 * crouch - 0.8 * pitch * up, 0, 0);
        bend(c, actor.plan.tail, 0.3 * crouch + 0.3 * up, 0, 0);
        beatWings(c, actor, beat, beats * t, spreadOut, 1 - spreadOut);
      },
    ],
  };
}
