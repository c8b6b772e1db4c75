/**
 * @file What bodies with legs do where they stand: crouch, sit, lie down, rear, jump, kick, bite, stagger, fall.
 * Feet that stand stay where they are; everything else follows from that.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold, wave } from '../gait.js';
import type { Actor } from './actor.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from './chance.js';
import { bend, FOOT, face, type Layer, type Motion, shift, steer, step, turn } from './controls.js';

export type Act = (actor: Actor, rng: Rng) => Motion;

const trunk = (actor: Actor) => actor.plan.spine.slice(1);

/** Stands, breathes, shifts its weight and looks about. */
export const idle: Act = (actor, rng) => {
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
        turn(c, 0, 0, yaw(t), 0.4 * (weight(t) / actor.unit));
      },
    ],
  };
};

/** Looks up, down, around, sniffs the ground, shakes the head. */
export const look: Act = (actor, rng) => {
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
        face(
          c,
          actor,
          on * down + (style === 'down' ? s : 0),
          on * around * sway + (style === 'shake' ? s : 0),
          on * tilt + 0.6 * s,
        );
        bend(c, trunk(actor), 0.35 * on * down, 0.35 * on * around * sway, 0.15 * s);
        turn(c, 0, actor.rows === 1 ? 0.25 * on * down : 0.08 * on * down, 0.1 * on * around * sway, 0);
        turn(c, actor.plan.jaw, style === 'howl' ? 0.35 * on : 0, 0, 0);
        shift(c, 0, -sink * on, 0);
      },
    ],
  };
};

/** Goes down or up as a whole, or with one end: crouches, bows, stretches, stands tall. */
export const crouch: Act = (actor, rng) => {
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
        turn(c, 0, on * pitch, on * yaw, on * roll);
        bend(c, trunk(actor), on * 0.5 * pitch, -0.5 * on * yaw, -0.8 * on * roll);
        for (let i = 0; i < actor.legs.length; i++) steer(c, i, FOOT.follow, 0.7 * on);
        face(c, actor, on * head, on * yaw, 0);
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
          step(c, i, apart * leg.side * go, 0.4 * actor.unit * go * (1 - go), along * go);
        }
      },
    ],
  };
};

/** Sits down: on the haunches with four legs, in a squat with two. */
export const sit: Act = (actor, rng) => {
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
        turn(c, 0, pitch * on, 0, 0);
        bend(c, trunk(actor), (two ? 0.4 : 0.25) * Math.abs(pitch) * on, 0, 0);
        face(c, actor, -gazeDown * pitch * on, 0, 0);
        bend(c, actor.plan.tail, two ? 0.3 * on : -0.5 * pitch * on, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          const hind = leg.row === actor.rows - 1;
          if (hind)
            step(
              c,
              i,
              out * leg.side * actor.unit * on,
              0.3 * actor.unit * on * (1 - on),
              (two ? 0.2 : 0.6) * forward * actor.unit * on,
            );
          else step(c, i, 0, 0, -0.15 * actor.unit * on);
        }
      },
    ],
  };
};

/** Lies down on its belly, legs folded or stretched. */
export const lieDown: Act = (actor, rng) => {
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
        turn(c, 0, actor.kind === 'biped' ? 0.4 * kneel : 0.22 * kneel, 0, roll * on);
        bend(c, trunk(actor), actor.kind === 'biped' ? 0.3 * on : 0, curl * on, 0);
        face(c, actor, head * on, (yaw + 0.8 * curl) * on, 0);
        bend(c, actor.plan.tail, 0, 0.8 * curl * on, 0);
        for (let i = 0; i < plans.length; i++) {
          steer(c, i, FOOT.follow, 0.8 * on);
          step(c, i, plans[i][0] * actor.unit * on, 0.1 * actor.unit * kneel, plans[i][1] * actor.unit * on);
        }
      },
    ],
  };
};

/** Rises on the hind legs; spiders and insects lift the front pairs in threat. */
export const rear: Act = (actor, rng) => {
  const { start, top, leave, end } = drawEnvelope(rng);
  const high = actor.sprawls ? rng.range(0.25, 0.6) : rng.range(0.4, 1.15);
  const lifted = actor.sprawls ? 1 + rng.integer(actor.rows - 1) : 1;
  const beats = 1 + rng.integer(4);
  const paw = rng.range(0, 0.2);
  const plans = actor.legs.map((leg) => ({
    active: leg.row < lifted,
    x: leg.side * rng.range(-0.05, actor.sprawls ? 0.7 : 0.15),
    y: actor.sprawls ? rng.range(0.5, 2.4) / (leg.row + 1) : rng.range(0.05, 0.5),
    z: actor.sprawls ? rng.range(-0.5, 0.6) : rng.range(-0.3, 0.4),
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
        turn(c, 0, -high * on + 0.1 * dip, 0, 0.05 * on * wave(beats * t));
        bend(c, trunk(actor), -0.2 * high * on, 0, 0);
        face(c, actor, 0.7 * high * on, 0.15 * on * wave(beats * t), 0);
        bend(c, actor.plan.tail, (actor.sprawls ? 0.8 : 0.6) * high * on, 0, 0);
        turn(c, actor.plan.jaw, 0.3 * on, 0, 0);
        for (const [i, leg] of plans.entries()) {
          if (!leg.active) continue;
          steer(c, i, FOOT.carried, on);
          const wag = paw * wave(beats * t, leg.lag);
          step(
            c,
            i,
            leg.x * actor.unit * on,
            (leg.y + wag) * actor.unit * on,
            (leg.z + 0.6 * wag) * actor.unit * on,
          );
          steer(c, i, FOOT.ankle, 0.7 * on);
          steer(c, i, FOOT.toes, 0.9 * on);
        }
      },
    ],
  };
};

/** Crouches, springs, flies, lands. */
export const jump: Act = (actor, rng) => {
  const { unit } = actor;
  const off = rng.range(0.3, 0.42);
  const land = rng.range(0.66, 0.78);
  const high = rng.range(0.3, 1.1) * unit;
  const far = rng.range(-0.2, 2.2) * unit;
  const depth = rng.range(0.2, 0.45) * (actor.sprawls ? 0.7 : 1);
  const tuck = rng.range(0.15, 0.55);
  const stretch = actor.rows === 1 ? rng.range(0, 0.4) : rng.range(0, 0.55);
  const spin = chance(rng, 0.25) ? spread(rng, 0.5) : 0;
  const pitch = rng.range(0.1, 0.35);
  return {
    name: 'jump',
    seconds: rng.range(1, 1.9),
    loop: true,
    layers: [
      (c, t) => {
        const wind = hold(t, 0.04, off - 0.12, off - 0.1, off);
        const absorb = hold(t, land - 0.02, land + 0.07, land + 0.08, 0.98);
        const air = Math.min(1, Math.max(0, (t - off) / (land - off)));
        const flight = 4 * air * (1 - air);
        const gone = ease((t - off + 0.04) / 0.1) * (1 - ease((t - land + 0.06) / 0.08));
        shift(c, 0, high * flight - unit * depth * (wind + 0.9 * absorb), far * air - 0.08 * unit * wind);
        turn(c, 0, pitch * (0.5 * wind - flight * (1 - 2 * air) + 0.6 * absorb), spin * flight, 0);
        bend(
          c,
          trunk(actor),
          0.5 * wind - 0.4 * flight * (1 - 2 * air) + 0.4 * absorb,
          0.4 * spin * flight,
          0,
        );
        face(c, actor, -0.6 * wind + 0.2 * flight - 0.4 * absorb, 0.3 * spin * flight, 0);
        bend(c, actor.plan.tail, 0.5 * wind - 0.6 * flight, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          const fore = actor.rows > 1 && leg.row < actor.rows / 2 ? 1 : -1;
          steer(c, i, FOOT.carried, gone);
          steer(c, i, FOOT.groundZ, air > 0.5 ? far : 0);
          const reach = (1 - air) * (fore > 0 ? -0.1 : -1) + air * (fore > 0 ? 1 : 0.4);
          step(c, i, 0, tuck * unit * gone * (0.4 + 0.6 * flight), stretch * reach * unit * gone);
          steer(c, i, FOOT.ankle, gone * (0.6 * (1 - air) + 0.1));
          steer(c, i, FOOT.toes, 0.7 * gone * (1 - air));
        }
      },
    ],
  };
};

/** Uses one foot, or both hind feet: reaches, paws, kicks, scratches. */
export const useFoot: Act = (actor, rng) => {
  const { unit } = actor;
  const { start, top, leave, end } = drawEnvelope(rng);
  const buck = actor.rows === 2 && chance(rng, 0.25);
  const chosen = rng.integer(actor.legs.length);
  const first = actor.legs[chosen];
  const hind = actor.rows > 1 && first.row === actor.rows - 1;
  const style = buck
    ? 'buck'
    : hind
      ? pick(rng, ['kick', 'scratch'] as const)
      : pick(rng, ['reach', 'paw', 'kick'] as const);
  const beats = style === 'scratch' || style === 'paw' ? 3 + rng.integer(4) : 1;
  const big = actor.sprawls ? 1.6 : 1;
  const back = style === 'buck' || (style === 'kick' && hind);
  const x = first.side * rng.range(-0.05, style === 'scratch' ? 0.35 : 0.2) * big;
  const y = rng.range(0.2, style === 'reach' ? 0.8 : 0.55) * big;
  const z = (back ? -rng.range(0.4, 0.9) : rng.range(0.1, 0.7)) * (style === 'scratch' ? 0.8 : 1);
  const beat = style === 'scratch' ? 0.12 : style === 'paw' ? 0.25 : 0;
  const lean = actor.sprawls ? 0.08 : 0.1;
  return {
    name: style,
    seconds: rng.range(1, 2.4),
    loop: true,
    layers: [
      (c, t) => {
        const on = style === 'kick' || buck ? hold(t, 0.2, 0.42, 0.5, 0.85) : hold(t, start, top, leave, end);
        const draw = style === 'kick' || buck ? bump(t, 0.02, 0.4) : 0;
        const s = on * beat * wave(beats * t);
        shift(
          c,
          buck ? 0 : -first.side * lean * unit * on,
          -0.08 * unit * (on + draw),
          (back ? 0.12 : -0.1) * unit * on,
        );
        turn(
          c,
          0,
          buck ? 0.35 * on - 0.1 * draw : (back ? 0.12 : -0.12) * on,
          0.12 * first.side * on,
          -first.side * 0.08 * on,
        );
        bend(
          c,
          trunk(actor),
          buck ? 0.25 * on : -0.12 * on,
          first.side * (style === 'scratch' ? 0.45 : -0.15) * on,
          0,
        );
        face(
          c,
          actor,
          buck ? 0.5 * on : 0.3 * on,
          first.side * (style === 'scratch' ? 0.5 : 0.25) * on,
          -0.2 * first.side * on,
        );
        bend(c, actor.plan.tail, buck ? -0.5 * on : 0, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          if (buck ? leg.row === 0 : i !== chosen) continue;
          steer(c, i, FOOT.carried, Math.min(1, on + draw));
          step(
            c,
            i,
            x * unit * on,
            unit * (y * on + 0.25 * draw * (1 - on) + s),
            unit * (z * on + 0.12 * draw * (1 - on) + 0.8 * s),
          );
          steer(c, i, FOOT.ankle, (back ? 0.9 : 0.3) * on + 0.5 * draw * (1 - on));
          steer(c, i, FOOT.toes, 0.5 * on);
        }
      },
    ],
  };
};

/** Lunges with the head: bites, butts, pecks. */
export const lunge: Act = (actor, rng) => {
  const { unit } = actor;
  const hit = rng.range(0.38, 0.55);
  const blows = chance(rng, 0.35) ? 2 : 1;
  const low = rng.range(-0.3, 1);
  const side = spread(rng, 0.7);
  const power = rng.range(0.5, 1.2);
  const gape = rng.range(0, 0.5);
  const twist = spread(rng, 0.5);
  return {
    name: gape > 0.2 ? 'bite' : 'butt',
    seconds: rng.range(0.9, 1.8) * (blows === 2 ? 1.4 : 1),
    loop: true,
    layers: [
      (c, whole) => {
        const t = blows === 2 ? (whole * 2) % 1 : whole;
        const wind = hold(t, 0.03, hit - 0.12, hit - 0.08, hit);
        const out = hold(t, hit - 0.08, hit, hit + 0.1, 0.97);
        shift(
          c,
          0.1 * unit * side * out,
          -unit * (0.08 * wind + 0.14 * Math.max(0, low) * out),
          unit * power * (0.2 * out - 0.14 * wind),
        );
        turn(c, 0, power * (-0.1 * wind + (actor.rows === 1 ? 0.3 : 0.12) * out), 0.15 * side * out, 0);
        bend(c, trunk(actor), power * (-0.2 * wind + 0.3 * low * out), 0.4 * side * out, 0.2 * twist * out);
        bend(c, actor.plan.neck, power * (-0.6 * wind + 0.6 * low * out), 0.6 * side * out, 0);
        turn(
          c,
          actor.plan.head,
          power * (0.35 * wind - 0.4 * out + 0.3 * low * out),
          0.3 * side * out,
          twist * out,
        );
        turn(c, actor.plan.jaw, gape * hold(t, 0.15, hit - 0.05, hit, hit + 0.08), 0, 0);
        bend(c, actor.plan.tail, 0.4 * wind - 0.4 * out, -0.3 * side * out, 0);
      },
    ],
  };
};

/** Is struck and staggers. */
export const stagger: Act = (actor, rng) => {
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
        turn(c, 0, 0.7 * pitch * blow, 0.5 * yaw * blow, 0.7 * roll * blow);
        bend(c, trunk(actor), 1.3 * pitch * whip, 1.2 * yaw * whip, roll * whip);
        face(
          c,
          actor,
          -2 * pitch * blow + 1.4 * pitch * whip,
          -1.6 * yaw * blow + 1.2 * yaw * whip,
          roll * whip,
        );
        bend(c, actor.plan.tail, pitch * whip, -yaw * whip, 0);
        for (let i = 0; i < actor.legs.length; i++) steer(c, i, FOOT.follow, stepsBack ? 0.8 * blow : 0);
        if (!stepsBack) return;
        for (const [i, leg] of actor.legs.entries()) {
          if (leg.side > 0 !== way[0] > 0 && actor.rows === 1) continue;
          const go = ease((t - 0.1 - 0.04 * (i % 4)) / 0.14) * (1 - ease((t - 0.7 - 0.04 * (i % 4)) / 0.14));
          step(c, i, way[0] * go, 0.5 * unit * go * (1 - go), way[1] * go);
        }
      },
    ],
  };
};

/** Shakes itself from head to tail, or dances on the spot. */
export const sway: Act = (actor, rng) => {
  const { unit } = actor;
  const shaking = chance(rng, 0.4);
  const beats = shaking ? 4 + rng.integer(4) : 1 + rng.integer(3);
  const size = shaking ? rng.range(0.15, 0.35) : rng.range(0.15, 0.5);
  const lateral = shaking ? 0.02 : rng.range(0.05, 0.2);
  const bounce = shaking ? 0.02 : rng.range(0.02, 0.15);
  const [yaw, roll] = [shaking ? 0.2 : rng.range(0, 1), shaking ? 1 : rng.range(0, 0.7)];
  const { start, top, leave, end } = drawEnvelope(rng);
  const stepping = !shaking && chance(rng, 0.5) ? rng.range(0.1, 0.4) : 0;
  return {
    name: shaking ? 'shake' : 'dance',
    seconds: rng.range(1.2, 2.6),
    loop: true,
    layers: [
      (c, t) => {
        const on = shaking ? hold(t, start, top, leave, end) : 1;
        const w = (lag: number) => on * size * wave(beats * t, lag);
        shift(
          c,
          lateral * unit * wave(beats * t) * on,
          -bounce * unit * on * (1 + Math.cos(4 * Math.PI * beats * t)),
          0,
        );
        turn(c, 0, 0, 0.4 * yaw * w(0.1), 0.4 * roll * w(0));
        bend(c, trunk(actor), 0, yaw * w(0.25), roll * w(0.15));
        face(c, actor, 0, yaw * w(0.5), 1.2 * roll * w(0.3));
        bend(c, actor.plan.tail, 0, 1.5 * w(0.6), 0);
        for (const [i, leg] of actor.legs.entries()) {
          const up = Math.max(
            0,
            leg.side * ((leg.row + (actor.rows > 2 ? 1 : 0)) % 2 === 0 ? 1 : -1) * wave(beats * t, 0.1),
          );
          step(c, i, 0, stepping * unit * up ** 2, 0);
          steer(c, i, FOOT.ankle, 0.6 * stepping * up);
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

/** Falls and lies: on a side, on the back, on the belly, legs folded or flung out. */
export const collapse: Act = (actor, rng) => {
  const { unit } = actor;
  const side = drawSign(rng);
  const { pitch, roll, low, high } = drawFall(actor, rng, side);
  const start = rng.range(0.02, 0.2);
  const end = start + rng.range(0.35, 0.6);
  const plans = actor.legs.map((leg) => ({
    x: leg.side * rng.range(actor.sprawls ? -0.9 : -0.1, actor.sprawls ? 0.1 : 0.25),
    y: actor.sprawls ? rng.range(-0.8, 0.6) : rng.range(0, 0.5),
    z: rng.range(low, high),
    bent: rng.range(-0.2, 0.8),
  }));
  const buckle = rng.range(0.1, 0.5);
  const limp: Layer = (c, t) => {
    const down = ease((t - start - 0.15) / (end - start));
    bend(c, trunk(actor), plans[0].z * 0.5 * down, plans[0].bent * 0.4 * side * down, 0);
    face(c, actor, plans[0].bent * down, -0.6 * plans[1].z * down, 0.4 * side * down);
    bend(c, actor.plan.tail, 0.3 * plans[1].bent * down, plans[1].z * down, 0);
    turn(c, actor.plan.jaw, 0.25 * down, 0, 0);
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
        turn(c, 0, pitch * fall + (actor.rows === 1 && pitch >= 0 ? 0.15 * sink : 0), 0, -roll * fall);
        for (const [i, plan] of plans.entries()) {
          steer(c, i, FOOT.carried, 1);
          step(c, i, plan.x * unit * fall, unit * (plan.y * fall + buckle * sink), plan.z * unit * fall);
          steer(c, i, FOOT.ankle, plan.bent * fall);
          steer(c, i, FOOT.toes, 0.6 * plan.bent * fall);
        }
      },
    ],
  };
};

/** Every act with how often it is drawn. */
export const ACTS: readonly (readonly [Act, number])[] = [
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
];
