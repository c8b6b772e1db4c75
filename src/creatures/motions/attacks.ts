/**
 * @file What bodies with legs do with force: jump, kick, scratch, lunge, shake, and the restless feet of many legs.
 */

import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, pick, spread, wander } from '../../motion/library/random-draws.js';
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

/** Crouches, springs, flies, lands. */
export const jump: Action = (actor, rng) => {
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
        rotateJoint(c, 0, pitch * (0.5 * wind - flight * (1 - 2 * air) + 0.6 * absorb), spin * flight, 0);
        bend(
          c,
          trunk(actor),
          0.5 * wind - 0.4 * flight * (1 - 2 * air) + 0.4 * absorb,
          0.4 * spin * flight,
          0,
        );
        turnHead(c, actor, -0.6 * wind + 0.2 * flight - 0.4 * absorb, 0.3 * spin * flight, 0);
        bend(c, actor.plan.tail, 0.5 * wind - 0.6 * flight, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          const fore = actor.rows > 1 && leg.row < actor.rows / 2 ? 1 : -1;
          adjustFoot(c, i, FOOT.carried, gone);
          adjustFoot(c, i, FOOT.groundZ, air > 0.5 ? far : 0);
          const reach = (1 - air) * (fore > 0 ? -0.1 : -1) + air * (fore > 0 ? 1 : 0.4);
          moveFoot(c, i, 0, tuck * unit * gone * (0.4 + 0.6 * flight), stretch * reach * unit * gone);
          adjustFoot(c, i, FOOT.ankle, gone * (0.6 * (1 - air) + 0.1));
          adjustFoot(c, i, FOOT.toes, 0.7 * gone * (1 - air));
        }
      },
    ],
  };
};

/** Uses one foot, or both hind feet: reaches, paws, kicks, scratches. */
export const useFoot: Action = (actor, rng) => {
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
  const big = actor.pointed ? 1.8 : 1;
  const both = actor.sprawls && chance(rng, 0.5);
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
        rotateJoint(
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
        turnHead(
          c,
          actor,
          buck ? 0.5 * on : 0.3 * on,
          first.side * (style === 'scratch' ? 0.5 : 0.25) * on,
          -0.2 * first.side * on,
        );
        bend(c, actor.plan.tail, buck ? -0.5 * on : 0, 0, 0);
        for (const [i, leg] of actor.legs.entries()) {
          // Bodies of many legs often use a pair.
          const used = buck ? leg.row > 0 : i === chosen || (both && leg.row === first.row);
          if (!used) continue;
          adjustFoot(c, i, FOOT.carried, Math.min(1, on + draw));
          moveFoot(
            c,
            i,
            x * first.side * leg.side * unit * on,
            unit * (y * on + 0.25 * draw * (1 - on) + s),
            unit * (z * on + 0.12 * draw * (1 - on) + 0.8 * s),
          );
          adjustFoot(c, i, FOOT.ankle, (back ? 0.9 : 0.3) * on + 0.5 * draw * (1 - on));
          adjustFoot(c, i, FOOT.toes, 0.5 * on);
        }
      },
    ],
  };
};

/** Lunges with the head: bites, butts, pecks. */
export const lunge: Action = (actor, rng) => {
  const { unit } = actor;
  const hit = rng.range(0.38, 0.55);
  const blows = chance(rng, 0.35) ? 2 : 1;
  const low = rng.range(-0.3, 1);
  const side = spread(rng, 0.7);
  const power = rng.range(0.5, 1.2) * (actor.pointed ? 1.8 : 1);
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
        rotateJoint(
          c,
          0,
          power * (-0.1 * wind + (actor.rows === 1 ? 0.3 : 0.12) * out),
          0.15 * side * out,
          0,
        );
        bend(c, trunk(actor), power * (-0.2 * wind + 0.3 * low * out), 0.4 * side * out, 0.2 * twist * out);
        bend(c, actor.plan.neck, power * (-0.6 * wind + 0.6 * low * out), 0.6 * side * out, 0);
        rotateJoint(
          c,
          actor.plan.head,
          power * (0.35 * wind - 0.4 * out + 0.3 * low * out),
          0.3 * side * out,
          twist * out,
        );
        rotateJoint(c, actor.plan.jaw, gape * hold(t, 0.15, hit - 0.05, hit, hit + 0.08), 0, 0);
        bend(c, actor.plan.tail, 0.4 * wind - 0.4 * out, -0.3 * side * out, 0);
      },
    ],
  };
};

/** Shakes itself from head to tail, or dances on the spot. */
export const sway: Action = (actor, rng) => {
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
        rotateJoint(c, 0, 0, 0.4 * yaw * w(0.1), 0.4 * roll * w(0));
        bend(c, trunk(actor), 0, yaw * w(0.25), roll * w(0.15));
        turnHead(c, actor, 0, yaw * w(0.5), 1.2 * roll * w(0.3));
        bend(c, actor.plan.tail, 0, 1.5 * w(0.6), 0);
        for (const [i, leg] of actor.legs.entries()) {
          const up = Math.max(
            0,
            leg.side * ((leg.row + (actor.rows > 2 ? 1 : 0)) % 2 === 0 ? 1 : -1) * wave(beats * t, 0.1),
          );
          moveFoot(c, i, 0, stepping * unit * up ** 2, 0);
          adjustFoot(c, i, FOOT.ankle, 0.6 * stepping * up);
        }
      },
    ],
  };
};

/** Many legs that feel about, drum or stretch, each a little after its neighbour, while the others stand. */
export const fidget: Action = (actor, rng) => {
  const { unit } = actor;
  const beats = 1 + rng.integer(3);
  const lag = rng.range(0.1, 0.5);
  const apart = chance(rng, 0.5) ? 0.5 : 0;
  const [high, wide, far] = [rng.range(0.2, 0.9), spread(rng, 0.5), spread(rng, 0.6)];
  const active = actor.legs.map(() => (chance(rng, 0.75) ? rng.range(0.5, 1) : 0));
  const [yaw, pitch, roll] = [0.2, 0.2, 0.15].map((size) => wander(rng, size, 2));
  const sink = wander(rng, 0.15 * unit, 2);
  return {
    name: 'fidget',
    seconds: rng.range(1.2, 2.8),
    loop: true,
    layers: [
      (c, t) => {
        shift(c, 0.3 * unit * yaw(t), sink(t), 0.3 * unit * pitch(t));
        rotateJoint(c, 0, pitch(t), yaw(t), roll(t));
        for (const [i, leg] of actor.legs.entries()) {
          const phase = beats * t - lag * leg.row - (leg.side > 0 ? 0 : apart);
          const up = active[i] * Math.max(0, wave(phase)) ** 1.5;
          moveFoot(
            c,
            i,
            wide * leg.side * unit * up,
            high * unit * up,
            far * unit * up * Math.cos(2 * Math.PI * phase),
          );
          adjustFoot(c, i, FOOT.ankle, 1.2 * up);
        }
      },
    ],
  };
};
