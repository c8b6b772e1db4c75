/**
 * @file What only snakes do: they lie in coils, bows and loops and pass from one into another, sway with a raised
 * front, wind sideways, strike out of a coil, hang limp.
 *
 * A posture is a curve along the body, as in swimmers.ts, with a twist besides: bends of one size about an axis that
 * leans forward make a screw, which is how a coil comes to lie upon itself.
 */

import type { Rng } from '../../base/rng.js';
import { ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import { type BodyBend, bendBody, bendingJoints, perJoint } from './bend-body.js';
import { type Motion, rotateJoint, shift } from './controls.js';

interface Posture {
  /** How the joint at `s` (−1 tail tip, 0 the root, 1 the head) turns. */
  readonly bend: (s: number) => Required<BodyBend>;
  /** How far the middle of the body looks up, radians. */
  readonly pitch: number;
}

/** How much of its bends to the sides a raised part keeps: more would lay it over. */
const UPRIGHT = 0.35;

/**
 * A coil as a resting snake lies in: its circles grow from one end to the other by a body's width each turn, the
 * outer end or the inner one may be the head, the outer end may lie straight, the circles may lie on each other.
 */
export function drawCoil(actor: Actor, rng: Rng): Posture {
  const turns = drawSign(rng) * rng.range(0.9, 3.4) * 2 * Math.PI;
  const inwards = drawSign(rng);
  const narrow = rng.range(0.35, 0.9);
  const straight = chance(rng, 0.5) ? rng.range(0, 0.5) : 0;
  // Radius grows evenly along the body, so a joint's share falls as one over it.
  const share = (s: number) => {
    const x = (1 + inwards * s) / 2;
    return x < straight ? 0 : 1 / (1 - (1 - narrow) * ((x - straight) / (1 - straight)));
  };
  const even = 16;
  let mean = 0;
  for (let k = 0; k < even; k++) mean += share((2 * k + 1) / even - 1) / even;
  const lean = straight === 0 && chance(rng, 0.7) ? -inwards * rng.range(0.04, 0.16) : 0;
  return {
    bend: (s) => {
      const left = (perJoint(actor, turns) * share(s)) / mean;
      return [left, 0, left * Math.tan(lean)];
    },
    pitch: -lean,
  };
}

/** The body heads to the left and right of its way in waves. */
function drawBows(actor: Actor, rng: Rng): Posture {
  const waves = rng.range(0.5, 3);
  const size = perJoint(actor, rng.range(0.3, 1.7) * 2 * Math.PI * waves);
  const grow = spread(rng, 0.6);
  const lag = rng.next();
  return { bend: (s) => [size * (1 + grow * s) * wave((s / 2) * waves, lag), 0, 0], pitch: 0 };
}

/** Thrown down anyhow: a few long bends on top of each other. */
function drawLoops(actor: Actor, rng: Rng): Posture {
  const modes = Array.from({ length: 5 }, (_, k) => ({
    size: perJoint(actor, spread(rng, 7 / (1 + 0.35 * k))),
    lag: rng.next(),
  }));
  return {
    bend: (s) => {
      let left = 0;
      for (const [k, { size, lag }] of modes.entries()) left += size * wave((k * s) / 4, lag);
      return [left, 0, 0];
    },
    pitch: 0,
  };
}

/** Two halves that lie differently: a hook, a question mark, a coil with a bow. */
function drawHalves(actor: Actor, rng: Rng): Posture {
  const [fore, aft] = [drawWhole(actor, rng), drawWhole(actor, rng)];
  const middle = spread(rng, 0.5);
  return { bend: (s) => [(s > middle ? fore : aft).bend(s)[0], 0, 0], pitch: 0 };
}

const drawWhole = (actor: Actor, rng: Rng): Posture =>
  pick(rng, [drawCoil, drawCoil, drawBows, drawBows, drawLoops])(actor, rng);

const drawLying = (actor: Actor, rng: Rng): Posture =>
  chance(rng, 0.25) ? drawHalves(actor, rng) : drawWhole(actor, rng);

/** A posture, as often as `raised` says with the front part of the body in the air, where it lies less in bends. */
function drawPosture(actor: Actor, rng: Rng, raised = 0.5): Posture {
  const { bend, pitch } = drawLying(actor, rng);
  if (!chance(rng, raised)) return { bend, pitch };
  const rise = drawRise(actor, rng);
  return {
    bend: (s) => {
      const [left, , roll] = bend(s);
      const up = rise(s);
      return up === 0 ? [left, 0, roll] : [UPRIGHT * left, up, 0];
    },
    pitch,
  };
}

/** Raises the front part of the body and levels the head: how the joint at `s` turns upwards. */
function drawRise(actor: Actor, rng: Rng): (s: number) => number {
  const from = rng.range(0, 0.6);
  const top = from + rng.range(0.3, 0.6) * (1 - from);
  const level = rng.range(0.5, 1.1);
  const angle = rng.range(0.5, 1.7);
  const joints = bendingJoints(actor) / 2;
  const [rising, levelling] = [angle / (joints * (top - from)), (angle * level) / (joints * (1 - top))];
  return (s) => (s < from ? 0 : s < top ? rising : -levelling);
}

const blend = (a: Required<BodyBend>, b: Required<BodyBend>, w: number): Required<BodyBend> => [
  a[0] + (b[0] - a[0]) * w,
  a[1] + (b[1] - a[1]) * w,
  a[2] + (b[2] - a[2]) * w,
];

/** A posture that is kept, with or without a raised head, by a body that breathes and looks about. */
function drawRest(actor: Actor, rng: Rng): Motion {
  const posture = drawPosture(actor, rng);
  const breath = Array.from({ length: 3 }, () => wander(rng, perJoint(actor, rng.range(0.1, 0.9)), 2));
  const [nod, look] = [wander(rng, 0.15, 2), wander(rng, 0.3, 2)];
  return {
    name: 'rest',
    seconds: rng.range(2, 4),
    loop: true,
    contact: true,
    layers: [
      (c, t) => {
        rotateJoint(c, 0, posture.pitch, 0, 0);
        const now = breath.map((size) => size(t));
        const sway = (s: number) => now[0] + now[1] * wave(s / 4) + now[2] * wave(s / 2, 0.25);
        bendBody(c, actor, (s) => {
          const [left, up, roll] = posture.bend(s);
          return [left + sway(s), up * (1 + 0.2 * wave(t)), roll];
        });
        rotateJoint(c, actor.plan.head, nod(t), look(t), 0);
      },
    ],
  };
}

/** From one posture into another and, where it loops, back: each part of the body a little after the one before. */
function drawChange(actor: Actor, rng: Rng): Motion {
  const [from, to] = [drawPosture(actor, rng), drawPosture(actor, rng)];
  const loop = chance(rng, 0.4);
  const delay = spread(rng, 0.2);
  return {
    name: 'uncoil',
    seconds: rng.range(1.6, 3.5),
    loop,
    contact: true,
    layers: [
      (c, t) => {
        const way = (s: number) => {
          const u = t + delay * s;
          return loop ? hold(u, 0.22, 0.45, 0.55, 0.78) : ease((u - 0.22) / 0.5);
        };
        rotateJoint(c, 0, from.pitch + (to.pitch - from.pitch) * way(0), 0, 0);
        bendBody(c, actor, (s) => blend(from.bend(s), to.bend(s), way(s)));
      },
    ],
  };
}

/** Raised high out of a posture, swaying as a charmed cobra does. */
function drawDance(actor: Actor, rng: Rng): Motion {
  const posture = drawPosture(actor, rng, 1);
  const beats = 1 + rng.integer(3);
  const [sway, circle, bob] = [rng.range(0.3, 1.8), rng.range(0, 0.8), rng.range(0, 0.5)];
  const [lag, late] = [rng.next(), rng.range(0, 0.5)];
  const all = chance(rng, 0.3) ? rng.range(0.3, 1) : 0;
  const joints = bendingJoints(actor) / 2;
  return {
    name: 'dance',
    seconds: rng.range(1.5, 3.5),
    loop: true,
    contact: true,
    layers: [
      (c, t) => {
        rotateJoint(c, 0, posture.pitch, 0, 0);
        bendBody(c, actor, (s) => {
          const [left, up, roll] = posture.bend(s);
          const raised = up !== 0 ? 1 : all;
          const phase = beats * t - late * s;
          return [
            left + ((raised * sway) / joints) * wave(phase, lag),
            up * (1 + bob * wave(2 * phase)) + ((raised * circle) / joints) * wave(phase, lag + 0.25),
            roll,
          ];
        });
      },
    ],
  };
}

/** Winding sideways: a wave to the sides and one upwards a quarter behind, so that only parts touch the ground. */
function drawSidewind(actor: Actor, rng: Rng): Motion {
  const waves = rng.range(0.8, 2);
  const size = perJoint(actor, rng.range(0.5, 1.4) * 2 * Math.PI * waves);
  const steep = rng.range(0.05, 0.4);
  const lift = perJoint(actor, steep * 2 * Math.PI * waves);
  const [turns, lag, side] = [1 + rng.integer(2), rng.next(), drawSign(rng)];
  const turning = chance(rng, 0.4) ? perJoint(actor, spread(rng, 2)) : 0;
  return {
    name: 'slither sideways',
    seconds: turns * rng.range(0.9, 1.8),
    loop: true,
    contact: true,
    layers: [
      (c, t) => {
        shift(c, side * actor.unit * turns * t, 0, 0.6 * actor.unit * turns * t);
        rotateJoint(c, 0, -steep * wave(turns * t, lag + 0.25 * side), 0, 0);
        bendBody(c, actor, (s) => {
          const phase = turns * t - (s / 2) * waves;
          return [size * wave(phase, lag) + turning, -lift * wave(phase, lag + 0.25 * side - 0.25), 0];
        });
      },
    ],
  };
}

/** Shoots out of a posture towards something near, jaws open, and draws back. */
function drawLunge(actor: Actor, rng: Rng): Motion {
  const [posture, after] = [drawPosture(actor, rng, 0.7), drawPosture(actor, rng)];
  const hit = rng.range(0.35, 0.6);
  const aim = perJoint(actor, spread(rng, 2));
  const reach = rng.range(0.6, 1);
  const from = rng.range(-0.6, 0.4);
  const gape = rng.range(0.3, 0.6);
  const recoils = chance(rng, 0.3);
  return {
    name: 'lunge',
    seconds: rng.range(1, 2.4),
    loop: false,
    contact: true,
    layers: [
      (c, t) => {
        const out = reach * hold(t, hit - 0.1, hit, hit + 0.1, 0.92);
        const other = recoils ? ease((t - hit - 0.1) / 0.3) : 0;
        rotateJoint(c, 0, (posture.pitch + (after.pitch - posture.pitch) * other) * (1 - out), 0, 0);
        bendBody(c, actor, (s) => {
          const now = blend(posture.bend(s), after.bend(s), other);
          return blend(now, [aim, 0.3 * now[1], 0], s > from ? out : 0);
        });
        rotateJoint(c, actor.plan.jaw, gape * hold(t, hit - 0.12, hit - 0.02, hit + 0.05, hit + 0.2), 0, 0);
      },
    ],
  };
}

/** Goes limp: what was raised sinks, the body writhes once and lies anyhow, its belly to the side or up. */
function drawDeath(actor: Actor, rng: Rng): Motion {
  const [from, to] = [drawPosture(actor, rng, 0.7), drawLying(actor, rng)];
  const flat = rng.range(0.2, 1);
  const rolls = [0, 1].map(() => spread(rng, 2.4) / (bendingJoints(actor) / 2));
  const writhe = perJoint(actor, rng.range(0, 5));
  const [beats, lag] = [1 + rng.integer(3), rng.next()];
  return {
    name: 'die',
    seconds: rng.range(1.5, 3),
    loop: false,
    contact: true,
    layers: [
      (c, t) => {
        const over = ease((t - 0.15) / 0.6);
        rotateJoint(c, 0, from.pitch * (1 - over), 0, 0);
        bendBody(c, actor, (s) => {
          const limp = [flat * to.bend(s)[0], 0, rolls[s > 0 ? 0 : 1]] as const;
          const [left, up, roll] = blend(from.bend(s), limp, over);
          const life = 4 * over * (1 - over) * writhe * wave(beats * t - s, lag);
          return [left + life, up + 0.3 * life, roll];
        });
      },
    ],
  };
}

/** Draws one of the motions that only snakes have. */
export const drawSnakeMotion = (actor: Actor, rng: Rng): Motion =>
  pick(rng, [
    ...[drawRest, drawRest, drawRest, drawChange, drawChange, drawDance, drawDance],
    ...[drawSidewind, drawLunge, drawDeath],
  ])(actor, rng);
