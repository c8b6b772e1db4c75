/**
 * @file Bodies that move by waves along the spine: snakes on the ground, fish in the water.
 *
 * Every motion is a curve along the body: how far each joint turns to the side and up, as a function of the place
 * along the body and of time. Waves of any length, coils, S-bends, strikes, rolls.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import { type BodyBend, bendBody, perJoint } from './bend-body.js';
import { type Layer, type Motion, rotateJoint, shift } from './controls.js';
import { poseWing } from './flight.js';
import { drawCoil, drawSnakeMotion } from './snake-actions.js';

interface BodyWave {
  /** Greatest turn of one joint, radians. */
  readonly size: number;
  /** Waves along the whole body. */
  readonly waves: number;
  readonly turns: number;
  /** Growth from head to tail, −1 to 1. */
  readonly grow: number;
  readonly lag: number;
}

const along = (w: BodyWave, s: number, t: number) =>
  w.size * Math.max(0, 1 - w.grow * s) * wave(w.turns * t, (-s / 2) * w.waves + w.lag);

function drawWave(actor: Actor, rng: Rng, size: number): BodyWave {
  const fish = actor.kind === 'fish';
  const waves = fish ? rng.range(0.5, 1.3) : rng.range(0.9, 3.2);
  return {
    // The same sweep to the sides takes sharper turns in a shorter wave.
    size: fish ? size * rng.range(0.6, 1.3) : size * rng.range(0.6, 1.9) * waves,
    waves,
    turns: pick(rng, fish ? [1, 2, 2, 3] : [1, 1, 2]),
    grow: fish ? rng.range(0.4, 0.95) : spread(rng, 0.5),
    lag: rng.next(),
  };
}

/** Creeping and swimming: one travelling wave, straight or turning. */
function drawTravel(actor: Actor, rng: Rng): Motion {
  const fish = actor.kind === 'fish';
  const w = drawWave(actor, rng, fish ? 0.2 : 0.24);
  const turning = chance(rng, 0.5) ? perJoint(actor, spread(rng, fish ? 0.8 : 2.5)) : 0;
  const upright = !fish && chance(rng, 0.4) ? rng.range(0.05, 0.2) : 0;
  const climb = fish ? spread(rng, 0.25) : 0;
  const bank = fish ? turning * -3 + spread(rng, 0.15) : 0;
  const vertical = fish && chance(rng, 0.2) ? 0.8 : chance(rng, 0.15) ? 0.4 : 0;
  const seconds = w.turns * rng.range(0.5, 1.2);
  return {
    name: fish ? 'swim' : 'slither',
    seconds: Math.max(1, seconds),
    loop: true,
    contact: !fish,
    layers: [
      (c, t) => {
        shift(c, 0, 0, actor.unit * w.turns * 1.5 * t);
        rotateJoint(c, 0, climb, 0.3 * w.size * wave(w.turns * t, w.lag), bank);
        bendBody(c, actor, (s) => {
          const x = along(w, s, t);
          const lift = upright * Math.max(0, s - 0.3) * (s > 0.75 ? -1.4 : 1.6);
          return [(1 - vertical) * x + turning, 0.6 * vertical * x + lift];
        });
      },
    ],
  };
}

/** A pose that is taken, held and left: coil, C, S, raised or drooping front, arched back. */
function drawBend(actor: Actor, rng: Rng): Motion {
  const fish = actor.kind === 'fish';
  const { start, top, leave, end } = drawEnvelope(rng);
  const shape = pick(rng, [
    ...(['C', 'S', 'hook', 'tail', 'arch', 'rear', 'rear'] as const),
    ...(fish ? [] : (['coil', 'coil', 'coil'] as const)),
  ]);
  const s0 = drawSign(rng);
  const size = perJoint(actor, rng.range(1.5, fish ? 1.9 : 5.2)) * s0;
  const raise = perJoint(actor, fish ? spread(rng, 0.7) : rng.range(0, 3));
  const lag = rng.next();
  const still = drawWave(actor, rng, fish ? 0.08 : 0.1);
  const roll = fish ? spread(rng, 0.25) : 0;
  const coil = drawCoil(actor, rng);
  const curve = (s: number): BodyBend => {
    if (shape === 'C') return [size, 0.1 * raise];
    // The head looks out of the coil, or lies on it.
    if (shape === 'coil') return [coil.bend(s)[0], s > 0.6 ? (s > 0.8 ? -1.2 : 1.2) * raise : 0];
    if (shape === 'S') return [size * 1.5 * wave(s, lag), 0];
    if (shape === 'hook') return [s > 0.1 ? 1.6 * size : 0.2 * size, s > 0.3 ? 0.3 * raise : 0];
    if (shape === 'tail') return [s < -0.1 ? 1.6 * size : 0.1 * size, 0];
    if (shape === 'arch') return [0.4 * size, fish ? -raise : 0.7 * raise * wave(s, lag)];
    const up = s > 0.15 ? (s > 0.7 ? -2.6 * raise : 2.2 * raise) : 0;
    return [(s > 0.15 ? 0.3 : 1) * size * wave(s, lag), up];
  };
  return {
    name: shape === 'rear' ? 'rear' : `${shape.toLowerCase()} bend`,
    seconds: rng.range(1.2, 3),
    loop: true,
    contact: !fish,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        rotateJoint(c, 0, 0, 0, roll * on);
        bendBody(c, actor, (s) => {
          const [left, up] = curve(s);
          return [on * left + along(still, s, t), on * up];
        });
      },
    ],
  };
}

/** Draws back into an S, shoots forward with open jaws, returns. */
function drawStrike(actor: Actor, rng: Rng): Motion {
  const fish = actor.kind === 'fish';
  const back = perJoint(actor, fish ? rng.range(0.8, 2.2) : rng.range(4, 8)) * drawSign(rng);
  const rise = perJoint(actor, fish ? spread(rng, 0.5) : rng.range(0.5, 2.5));
  const rest = drawWave(actor, rng, fish ? 0.08 : 0.15);
  const aim = spread(rng, 0.5);
  const gape = rng.range(0.3, 0.6);
  const far = rng.range(0.5, 1.2) * actor.unit;
  const hit = rng.range(0.42, 0.58);
  return {
    name: fish ? 'dart' : 'strike',
    seconds: rng.range(1.2, 2.4),
    loop: true,
    contact: !fish,
    layers: [
      (c, t) => {
        const coil = hold(t, 0.04, hit - 0.12, hit - 0.06, hit);
        const lunge = hold(t, hit - 0.07, hit, hit + 0.08, 0.96);
        shift(c, 0, 0, far * (lunge - 0.4 * coil));
        rotateJoint(c, 0, 0, aim * (coil + lunge), fish ? 0.3 * coil * Math.sign(back) : 0);
        bendBody(c, actor, (s) => {
          const fold = fish ? back : s > 0 ? back * 1.2 * wave(1.5 * s) : 0.3 * back * wave(s);
          const neck = s > 0.2 ? (s > 0.75 ? -2.2 : 1.6) * rise : 0;
          return [
            fold * (coil - 0.3 * lunge) + (1 - 0.8 * lunge) * along(rest, s, t),
            neck * (coil + 0.5 * lunge),
          ];
        });
        rotateJoint(c, actor.plan.jaw, gape * hold(t, hit - 0.14, hit - 0.04, hit + 0.03, hit + 0.12), 0, 0);
      },
    ],
  };
}

/** Rolls over and lies, or floats, still: a death. A fish out of water flaps first. */
function drawRoll(actor: Actor, rng: Rng): Motion {
  const fish = actor.kind === 'fish';
  const roll = drawSign(rng) * rng.range(fish ? 1.2 : 0.9, 3);
  const shape = perJoint(actor, spread(rng, fish ? 1.5 : 5));
  const s1 = drawWave(actor, rng, fish ? 0.2 : 0.15);
  const flop = chance(rng, 0.6) ? rng.range(0.3, 0.9) : 0;
  const beats = 2 + rng.integer(3);
  const fore = actor.plan.spine.slice(1).length + actor.plan.neck.length + 1;
  return {
    name: flop > 0 ? 'flop' : 'die',
    seconds: rng.range(1.5, 2.8),
    loop: false,
    contact: true,
    layers: [
      (c, t) => {
        const over = ease((t - 0.1) / 0.5);
        if (fish) rotateJoint(c, 0, 0, 0, roll * over);
        else {
          // A snake does not roll as a stick: each half winds from the middle outwards.
          const { spine, neck, head, tail } = actor.plan;
          for (const j of [...spine.slice(1), ...neck, head]) rotateJoint(c, j, 0, 0, (roll / fore) * over);
          for (const j of tail) rotateJoint(c, j, 0, 0, (roll / tail.length) * 0.7 * over);
        }
        const life = (1 - ease((t - 0.3) / 0.5)) * (0.4 + flop);
        bendBody(c, actor, (s) => [
          shape * over + life * along(s1, s, beats * t),
          fish ? 0.4 * life * along(s1, s, beats * t + 0.3) : 0,
        ]);
        rotateJoint(c, actor.plan.jaw, 0.3 * over, 0, 0);
      },
    ],
  };
}

/** A soft random curve that drifts from shape to shape. */
function drawDriftingBody(actor: Actor, rng: Rng): Motion {
  const fish = actor.kind === 'fish';
  const modes = Array.from({ length: 4 }, (_, k) => ({
    left: wander(rng, perJoint(actor, (fish ? 1.2 : 4) / (1 + 0.4 * k)), 2),
    up: wander(rng, perJoint(actor, (fish ? 0.4 : 1) / (1 + 0.4 * k)), 2),
    lag: rng.next(),
  }));
  const [roll, pitch, yaw] = [
    wander(rng, fish ? 0.25 : 0.05, 2),
    wander(rng, fish ? 0.2 : 0, 2),
    wander(rng, 0.3, 2),
  ];
  return {
    name: fish ? 'hover' : 'writhe',
    seconds: rng.range(2, 4),
    loop: true,
    contact: !fish,
    layers: [
      (c, t) => {
        rotateJoint(c, 0, pitch(t), yaw(t), roll(t));
        bendBody(c, actor, (s) => {
          let [left, up] = [0, 0];
          for (const [k, mode] of modes.entries()) {
            const shape = Math.cos(Math.PI * k * (s / 2 + 0.5) + mode.lag);
            left += mode.left(t) * shape;
            up += mode.up(t) * shape;
          }
          return [left, up];
        });
      },
    ],
  };
}

/** Beats, spreads and tucks the fins of a fish. */
export function drawFins(actor: Actor, rng: Rng): Layer {
  const tuck = rng.range(-0.4, 1.4);
  const size = rng.range(0.05, 0.6);
  const beats = 1 + rng.integer(4);
  const apart = chance(rng, 0.4) ? 0.5 : 0;
  const [dip, curl] = [spread(rng, 0.4), rng.range(0.3, 1)];
  return (c, t) => {
    for (let i = 0; i < actor.plan.wings.length; i++) {
      const p = beats * t - apart * i;
      poseWing(c, actor, i, {
        raise: dip + size * wave(p),
        sweep: 0.2 * size * wave(p, 0.25),
        twist: 0.3 * size * wave(p, 0.2),
        fold: tuck,
        curl: curl * size * wave(p, 0.2),
      });
    }
  };
}

/** The tongue of a snake, the breath of a fish. */
function drawMouth(actor: Actor, rng: Rng): Layer {
  const { jaw } = actor.plan;
  const beats = 1 + rng.integer(3);
  const size = actor.kind === 'fish' ? rng.range(0.02, 0.2) : 0.02;
  const at = rng.range(0.1, 0.8);
  return (c, t) => {
    rotateJoint(c, jaw, size * (0.5 + 0.5 * wave(beats * t)) + 0.2 * bump(t, at, at + 0.12), 0, 0);
  };
}

/** The repertoire of a snake or a fish. */
export function drawSwimmerMotions(actor: Actor, rng: Rng, count: number): Motion[] {
  const made = [
    drawTravel(actor, rng),
    drawTravel(actor, rng),
    drawStrike(actor, rng),
    drawRoll(actor, rng),
    drawBend(actor, rng),
    ...(actor.kind === 'snake' ? [drawSnakeMotion(actor, rng)] : []),
  ];
  while (made.length < count) {
    const kind = rng.next();
    if (actor.kind === 'snake' && chance(rng, 0.65)) made.push(drawSnakeMotion(actor, rng));
    else if (kind < 0.35) made.push(drawTravel(actor, rng));
    else if (kind < 0.6) made.push(drawBend(actor, rng));
    else if (kind < 0.75) made.push(drawStrike(actor, rng));
    else if (kind < 0.95) made.push(drawDriftingBody(actor, rng));
    else made.push(drawRoll(actor, rng));
  }
  return made.map((motion) => ({
    ...motion,
    layers: [
      ...motion.layers,
      drawMouth(actor, rng),
      ...(actor.plan.wings.length > 0 ? [drawFins(actor, rng)] : []),
    ],
  }));
}
