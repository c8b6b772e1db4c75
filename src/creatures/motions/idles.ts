/**
 * @file What bodies with legs do where they stand: look about, crouch, stretch, sit, lie down, rear. Feet that stand stay
 * where they are; everything else follows from that.
 */

import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import {
  type Action,
  adjustFoot,
  bend,
  FOOT,
  moveFoot,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';

/** Stands, breathes, shifts its weight and looks about. */
export const idle: Action = (actor, rng) => {
  const weight = wander(rng, rng.range(0.03, 0.1) * actor.unit, 2);
  const sink = rng.range(0, 0.12) * actor.unit;
  const yaw = wander(rng, rng.range(0.02, 0.15), 2);
  return {
    name: 'idle',
    seconds: rng.range(2, 4),
    loop: true,
    layers: [
      (c, t) => {
        shift(c, weight(t), -sink, 0.5 * weight(t + 0.37));
        rotateJoint(c, 0, 0, yaw(t), 0.4 * (weight(t) / actor.unit));
      },
    ],
  };
};

/** Looks up, down, around, sniffs the ground, shakes the head. */
export const look: Action = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const style = pick(rng, ['up', 'down', 'around', 'shake', 'howl'] as const);
  const down =
    style === 'down'
      ? rng.range(0.6, 1.3)
      : style === 'up'
        ? -rng.range(0.3, 0.9)
        : style === 'howl'
          ? -rng.range(0.6, 1.1)
          : spread(rng, 0.3);
  const around = style === 'around' ? rng.range(0.5, 1.5) * drawSign(rng) : spread(rng, 0.3);
  const beats = style === 'shake' ? 3 + rng.integer(4) : style === 'down' ? 2 + rng.integer(3) : 1;
  const shake = style === 'shake' ? rng.range(0.3, 0.7) : style === 'down' ? 0.08 : 0;
  const [tilt, sink] = [spread(rng, 0.4), style === 'down' ? rng.range(0.05, 0.3) * actor.unit : 0];
  const wide = style === 'around' && chance(rng, 0.4);
  return {
    name:
      style === 'down'
        ? 'sniff'
        : style === 'howl'
          ? 'howl'
          : style === 'shake'
            ? 'shake head'
            : `look ${style}`,
    seconds: rng.range(1.3, 3),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const sway = wide ? Math.cos(2 * Math.PI * t) : 1;
        const s = on * shake * wave(beats * t);
        turnHead(
          c,
          actor,
          on * down + (style === 'down' ? s : 0),
          on * around * sway + (style === 'shake' ? s : 0),
          on * tilt + 0.6 * s,
        );
        bend(c, trunk(actor), 0.35 * on * down, 0.35 * on * around * sway, 0.15 * s);
        rotateJoint(
          c,
          0,
          actor.rows === 1 ? 0.25 * on * down : 0.08 * on * down,
          0.1 * on * around * sway,
          0,
        );
        rotateJoint(c, actor.plan.jaw, style === 'howl' ? 0.35 * on : 0, 0, 0);
        shift(c, 0, -sink * on, 0);
      },
    ],
  };
};

/** Goes down or up as a whole, or with one end: crouches, bows, stretches, stands tall. */
export const crouch: Action = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const depth = actor.sprawls ? rng.range(-1, 0.8) : rng.range(-0.08, 0.5);
  const pitch = actor.rows === 1 ? rng.range(-0.2, 0.6) : spread(rng, actor.rows === 2 ? 0.3 : 0.4);
  const [yaw, roll] = [spread(rng, 0.3), spread(rng, actor.sprawls ? 0.3 : 0.12)];
  const apart = rng.range(-0.1, 0.35) * actor.unit;
  const long = rng.range(-0.1, 0.35) * actor.unit;
  const bob = wander(rng, 0.04 * actor.unit, 3);
  const head = spread(rng, 0.6) - 0.6 * pitch;
  return {
    name: depth > 0.1 ? 'crouch' : 'stretch',
    seconds: rng.range(1.2, 3),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        shift(c, 0, on * (bob(t) - depth * actor.unit), 0);
        rotateJoint(c, 0, on * pitch, on * yaw, on * roll);
        bend(c, trunk(actor), on * 0.5 * pitch, -0.5 * on * yaw, -0.8 * on * roll);
        for (let i = 0; i < actor.legs.length; i++) adjustFoot(c, i, FOOT.follow, 0.7 * on);
        turnHead(c, actor, on * head, on * yaw, 0);
        for (const [i, leg] of actor.legs.entries()) {
          // Feet step outwards one after the other, off the ground while they go.
          const go = hold(t, start + 0.02 * i, top - 0.02 * (4 - (i % 4)), leave, end);
          const along =
            actor.rows < 2
              ? leg.side > 0
                ? long
                : -long
              : leg.row === 0
                ? long
                : leg.row === actor.rows - 1
                  ? -0.4 * long
                  : 0;
          moveFoot(c, i, apart * leg.side * go, 0.4 * actor.unit * go * (1 - go), along * go);
        }
      },
    ],
  };
};

/** Sits down: on the haunches with four legs, in a squat with two. */
export const sit: Action = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const two = actor.rows === 1;
  const upright = actor.kind === 'biped';
  const pitch = upright ? rng.range(0.05, 0.6) : two ? spread(rng, 0.2) : -rng.range(0.4, 0.85);
  const depth = two ? rng.range(0.4, 0.68) : rng.range(0.4, 0.62);
  const forward = two ? rng.range(0.05, 0.35) : rng.range(0.15, 0.45);
  const out = rng.range(0.02, 0.18);
  const stay = chance(rng, 0.4);
  const gazeDown = rng.range(0.4, 1);
  return {
    name: 'sit',
    seconds: rng.range(1.5, 3.5),
    loop: !stay,
    layers: [
      (c, t) => {
        const on = stay ? ease((t - start) / 0.45) : hold(t, start, top, leave, end);
        shift(c, 0, -depth * actor.unit * on, two ? -0.12 * actor.unit * on : 0);
        rotateJoint(c, 0, pitch * on, 0, 0);
        bend(c, trunk(actor), (two ? 0.4 : 0.25) * Math.abs(pitch) * on, 0, 0);
        turnHead(c, actor, -gazeDown * pitch * on, 0, 0);
        bend(c, actor.plan.tail, two ? 0.3 * on : -0.5 * pitch * on, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          const hind = leg.row === actor.rows - 1;
          if (hind)
            moveFoot(
              c,
              i,
              out * leg.side * actor.unit * on,
              0.3 * actor.unit * on * (1 - on),
              (two ? 0.2 : 0.6) * forward * actor.unit * on,
            );
          else moveFoot(c, i, 0, 0, -0.15 * actor.unit * on);
        }
      },
    ],
  };
};

/** Lies down on its belly, legs folded or stretched. */
export const lieDown: Action = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const stay = chance(rng, 0.5);
  const roll = spread(rng, 0.35);
  const plans = actor.legs.map((leg) => {
    const fore = leg.row === 0 && actor.rows > 1;
    return [
      leg.side * rng.range(actor.sprawls ? 0.1 : -0.03, actor.sprawls ? 0.9 : 0.08),
      fore ? rng.range(0.2, 0.7) : rng.range(0.1, 0.4),
    ];
  });
  const head = spread(rng, 0.7);
  const yaw = spread(rng, 0.6);
  const curl = chance(rng, 0.3) ? drawSign(rng) * rng.range(0.4, 1) : 0;
  return {
    name: 'lie down',
    seconds: rng.range(1.5, 3.5),
    loop: !stay,
    layers: [
      (c, t) => {
        const on = stay
          ? ease((t - start) / 0.55)
          : hold(t, start, top + 0.1, Math.max(top + 0.15, leave), end);
        const kneel = stay ? bump(t, start, start + 0.55) : bump(t, start, top + 0.1) + bump(t, leave, end);
        shift(c, 0, -0.92 * actor.unit * on, 0);
        rotateJoint(c, 0, actor.kind === 'biped' ? 0.4 * kneel : 0.22 * kneel, 0, roll * on);
        bend(c, trunk(actor), actor.kind === 'biped' ? 0.3 * on : 0, curl * on, 0);
        turnHead(c, actor, head * on, (yaw + 0.8 * curl) * on, 0);
        bend(c, actor.plan.tail, 0, 0.8 * curl * on, 0);
        for (let i = 0; i < plans.length; i++) {
          adjustFoot(c, i, FOOT.follow, 0.8 * on);
          moveFoot(
            c,
            i,
            plans[i][0] * actor.unit * on,
            0.1 * actor.unit * kneel,
            plans[i][1] * actor.unit * on,
          );
        }
      },
    ],
  };
};

/** Rises on the hind legs; spiders and insects lift the front pairs in threat. */
export const rear: Action = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const high = actor.sprawls ? rng.range(0.25, 0.6) : rng.range(0.4, 1.15);
  const lifted = actor.sprawls ? 1 + rng.integer(actor.rows - 1) : 1;
  const beats = 1 + rng.integer(4);
  const paw = rng.range(0, 0.2);
  const plans = actor.legs.map((leg) => ({
    active: leg.row < lifted,
    x: leg.side * rng.range(-0.05, actor.pointed ? 0.7 : 0.15),
    y: actor.pointed ? rng.range(0.5, 2.4) / (leg.row + 1) : rng.range(0.05, 0.5),
    z: actor.pointed ? rng.range(-0.5, 0.6) : rng.range(-0.3, 0.4),
    lag: rng.next(),
  }));
  return {
    name: actor.sprawls ? 'threaten' : 'rear',
    seconds: rng.range(1.3, 2.8),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const dip = bump(t, Math.max(0, start - 0.05), top) * (1 - on);
        shift(c, 0, -actor.unit * (0.12 * dip + 0.05 * on), actor.unit * (actor.sprawls ? -0.2 : 0.08) * on);
        rotateJoint(c, 0, -high * on + 0.1 * dip, 0, 0.05 * on * wave(beats * t));
        bend(c, trunk(actor), -0.2 * high * on, 0, 0);
        turnHead(c, actor, 0.7 * high * on, 0.15 * on * wave(beats * t), 0);
        bend(c, actor.plan.tail, (actor.sprawls ? 0.8 : 1.2) * high * on, 0, 0);
        rotateJoint(c, actor.plan.jaw, 0.3 * on, 0, 0);
        for (const [i, leg] of plans.entries()) {
          if (!leg.active) continue;
          adjustFoot(c, i, FOOT.carried, on);
          const wag = paw * wave(beats * t, leg.lag);
          moveFoot(
            c,
            i,
            leg.x * actor.unit * on,
            (leg.y + wag) * actor.unit * on,
            (leg.z + 0.6 * wag) * actor.unit * on,
          );
          adjustFoot(c, i, FOOT.ankle, 0.7 * on);
          adjustFoot(c, i, FOOT.toes, 0.9 * on);
        }
      },
    ],
  };
};
