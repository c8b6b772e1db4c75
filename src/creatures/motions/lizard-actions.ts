/**
 * @file What long bodies on sprawling legs do beside the general acts: bend from side to side as they walk, crawl, swim,
 * snap, threaten, lash the tail, bask, do push-ups, climb, roll.
 *
 * Bends are counted + where the body is hollow on its left. The tail points backwards, so its joints turn the other way
 * for the same bend.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  adjustFoot,
  bend,
  type Controls,
  FOOT,
  type Layer,
  type Motion,
  moveFoot,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';
import { drawGait } from './gaits.js';

/** Bends the trunk into an arc; the hips give way, so that its middle keeps its course. */
function arch(c: Controls, actor: Actor, angle: number): void {
  rotateJoint(c, 0, 0, -0.5 * angle, 0);
  bend(c, trunk(actor), 0, angle, 0);
}

/** Bends the whole tail to the left and upwards, radians. */
function bendTail(c: Controls, actor: Actor, left: number, up: number): void {
  bend(c, actor.plan.tail, up, -left, 0);
}

/** How a wave runs along trunk and tail. */
interface Undulation {
  /** Greatest bend of the whole trunk, and of the whole tail, radians. */
  readonly trunk: number;
  readonly tail: number;
  /** Waves along the trunk (0: it bends as one) and along the tail. */
  readonly trunkWaves: number;
  readonly tailWaves: number;
  /** When the wave passes the hips, in cycles. */
  readonly lag: number;
  /** How much of the bend the head takes back. */
  readonly steady: number;
}

function drawUndulation(rng: Rng, size: number): Undulation {
  const standing = chance(rng, 0.5);
  return {
    trunk: size * rng.range(0.5, 1.3),
    tail: size * rng.range(0.5, 2.6),
    trunkWaves: standing ? 0 : rng.range(0.2, 0.8),
    tailWaves: rng.range(0.2, 1.1),
    lag: spread(rng, 0.06),
    steady: rng.range(0.2, 1),
  };
}

/** Lays the wave on the body; `phase` counts cycles, 0 where the left hind foot lands. */
function ripple(c: Controls, actor: Actor, w: Undulation, phase: number): void {
  const { tail } = actor.plan;
  const bones = trunk(actor);
  const at = (behind: number) => Math.cos(2 * Math.PI * (phase - behind + w.lag));
  let sum = 0;
  for (const [i, j] of bones.entries()) {
    // The wave runs from the head backwards: in front it is ahead of the hips.
    const angle = (w.trunk / bones.length) * at(-w.trunkWaves * ((i + 1) / bones.length - 0.5));
    rotateJoint(c, j, 0, angle, 0);
    sum += angle;
  }
  rotateJoint(c, 0, 0, -0.5 * sum, 0);
  turnHead(c, actor, 0, -0.5 * w.steady * sum, 0);
  for (const [i, j] of tail.entries()) {
    const s = (i + 0.5) / tail.length;
    rotateJoint(c, j, 0, ((0.5 + s) / tail.length) * w.tail * at(w.tailWaves * s), 0);
  }
}

/** A layer that bends trunk and tail from side to side in step with a gait of so many cycles. */
export function undulate(actor: Actor, rng: Rng, cycles: number, size = rng.range(0.2, 0.9)): Layer {
  const w = drawUndulation(rng, size);
  return (c, t) => ripple(c, actor, w, cycles * t);
}

/** Pushes itself along with the belly on the ground. */
const crawl: Action = (actor, rng) => {
  const gait = drawGait(actor, rng, { style: 'walk', name: 'crawl', sneak: rng.range(0.5, 1.2) });
  return { ...gait, layers: [...gait.layers, undulate(actor, rng, gait.cycles ?? 1, rng.range(0.5, 1.1))] };
};

/** Where a leg lies along the body, feet to the rear; in units from where it stands. */
function trailLegs(actor: Actor, rng: Rng, amount: (t: number) => number = () => 1): Layer {
  const { unit } = actor;
  const plans = actor.legs.map((leg) => {
    const hip = actor.skeleton.rest.subarray(leg.joints[0] * 3, leg.joints[0] * 3 + 3);
    const back = leg.reach * rng.range(0.78, 0.92);
    return {
      x: hip[0] + leg.side * leg.reach * rng.range(0.3, 0.55) - leg.foot[0],
      y: hip[1] - rng.range(0, 0.4) * unit - leg.foot[1],
      z: hip[2] - back - leg.foot[2],
      pitch: rng.range(1, 2.2),
      stir: wander(rng, 0.12 * unit, 2),
    };
  });
  return (c, t) => {
    const on = amount(t);
    for (const [i, leg] of plans.entries()) {
      adjustFoot(c, i, FOOT.carried, on);
      moveFoot(c, i, on * (leg.x + leg.stir(t)), on * (leg.y + leg.stir(t + 0.3)), on * leg.z);
      adjustFoot(c, i, FOOT.ankle, on * leg.pitch);
      adjustFoot(c, i, FOOT.toes, 1.1 * on * leg.pitch);
    }
  };
}

/** Swims: legs along the flanks, a wave along trunk and tail; some paddle with one pair. */
const swim: Action = (actor, rng) => {
  const { unit } = actor;
  const w = { ...drawUndulation(rng, rng.range(0.5, 1.1)), trunkWaves: rng.range(0.2, 0.9) };
  const strong = { ...w, tail: w.tail * rng.range(1, 1.8) };
  const cycles = 1 + rng.integer(3);
  const [climb, bank, deep] = [spread(rng, 0.35), spread(rng, 0.25), rng.range(0.5, 3) * unit];
  const bob = wander(rng, 0.1 * unit, 2);
  const paddle = chance(rng, 0.4) ? rng.range(0.2, 0.7) * unit : 0;
  return {
    name: 'swim',
    seconds: Math.max(1, cycles * rng.range(0.6, 1.3)),
    loop: true,
    layers: [
      trailLegs(actor, rng),
      (c, t) => {
        shift(c, 0, deep + bob(t), 4 * unit * cycles * t);
        rotateJoint(c, 0, climb, 0, bank);
        ripple(c, actor, strong, cycles * t);
        for (const [i, leg] of actor.legs.entries()) {
          if (leg.row > 0 || paddle === 0) continue;
          const beat = wave(cycles * t, leg.side > 0 ? 0 : 0.5);
          moveFoot(
            c,
            i,
            leg.side * paddle * (1 + 0.4 * beat),
            -0.4 * paddle * (1 + beat),
            paddle * (1 + beat),
          );
        }
      },
    ],
  };
};

/** Draws back and snaps, ahead or to a side, once or a few times. */
const snap: Action = (actor, rng) => {
  const { unit } = actor;
  const blows = 1 + rng.integer(3);
  const aims = Array.from({ length: blows }, () =>
    chance(rng, 0.65) ? drawSign(rng) * rng.range(0.4, 1.3) : spread(rng, 0.2),
  );
  const [reach, gape] = [rng.range(0.2, 0.7) * unit, rng.range(0.35, 0.75)];
  const [up, jerk] = [rng.range(-0.2, 0.35), spread(rng, 0.4)];
  const hit = rng.range(0.45, 0.6);
  return {
    name: 'snap',
    seconds: rng.range(0.7, 1.3) * (0.5 + 0.5 * blows) + 0.3,
    loop: true,
    layers: [
      (c, whole) => {
        const n = Math.min(blows - 1, Math.floor(whole * blows));
        const t = whole * blows - n;
        const wind = hold(t, 0.04, hit - 0.14, hit - 0.1, hit);
        const out = hold(t, hit - 0.1, hit, hit + 0.08, 0.97);
        const aim = aims[n] * (out - 0.35 * wind);
        shift(c, 0.3 * reach * aim, 0.1 * unit * up * out, reach * (out - 0.5 * wind) * Math.cos(aims[n]));
        rotateJoint(c, 0, -0.15 * up * out, 0, 0);
        arch(c, actor, 0.8 * aim);
        turnHead(c, actor, -up * (out + 0.5 * wind), 0.9 * aim, jerk * out);
        rotateJoint(c, actor.plan.jaw, gape * hold(t, 0.08, hit - 0.08, hit, hit + 0.07), 0, 0);
        bendTail(c, actor, 0.9 * aim, 0.2 * out);
      },
    ],
  };
};

/** Stands tall on stretched legs with open mouth and curled tail, and sways or turns its flank. */
const threaten: Action = (actor, rng) => {
  const { unit } = actor;
  const { start, top, leave, end } = drawEnvelope(rng);
  const [tall, gape] = [rng.range(0.3, 1), rng.range(0.2, 0.75)];
  const [curl, raised] = [drawSign(rng) * rng.range(0.5, 3.2), rng.range(-0.2, 1.2)];
  const [pitch, flank] = [rng.range(-0.25, 0.08), spread(rng, 0.8)];
  const beats = 1 + rng.integer(4);
  const [rock, neck] = [rng.range(0, 0.12), rng.range(-0.5, 0.5)];
  const close = rng.range(-0.3, 0.1) * unit;
  return {
    name: 'threat',
    seconds: rng.range(1.6, 3.6),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const beat = on * rock * wave(beats * t);
        shift(c, 0.3 * beat * unit, tall * unit * on, -0.1 * unit * on);
        rotateJoint(c, 0, pitch * on, 0, beat);
        arch(c, actor, flank * on + beat);
        turnHead(c, actor, neck * on - pitch * on, 0.4 * flank * on + beat, 0);
        rotateJoint(c, actor.plan.jaw, gape * on * (0.85 + 0.15 * wave(2 * beats * t)), 0, 0);
        bendTail(c, actor, curl * on + 3 * beat, raised * on);
        for (const [i, leg] of actor.legs.entries()) moveFoot(c, i, close * leg.side * on, 0, 0);
      },
    ],
  };
};

/** Sweeps the tail across like a whip, once or again and again. */
const lash: Action = (actor, rng) => {
  const { tail } = actor.plan;
  const side = drawSign(rng);
  const beats = pick(rng, [1, 1, 2, 3]);
  const [size, whip, up] = [rng.range(1.2, 3.6), rng.range(0.1, 0.35), rng.range(-0.1, 0.7)];
  const [body, low] = [rng.range(0.1, 0.8), rng.range(-0.2, 0.3) * actor.unit];
  return {
    name: 'tail lash',
    seconds: rng.range(0.7, 1.3) * (0.6 + 0.4 * beats) + 0.2,
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, 0.02, 0.2, 0.8, 0.98);
        shift(c, 0, -low * on, 0);
        arch(c, actor, -side * body * on * wave(beats * t));
        turnHead(c, actor, 0, 0.5 * side * body * on * wave(beats * t, 0.1), 0);
        for (const [i, j] of tail.entries()) {
          const s = (i + 0.5) / tail.length;
          const swing = on * size * side * wave(beats * t, whip * s);
          rotateJoint(c, j, ((1 - s) * 2 * up * on) / tail.length, swing / tail.length, 0);
        }
      },
    ],
  };
};

/** Lies flat in the sun, legs spread, laid back or tucked in. */
const bask: Action = (actor, rng) => {
  const { unit } = actor;
  const { start, top } = drawEnvelope(rng);
  const stay = chance(rng, 0.6);
  const plans = actor.legs.map((leg) => {
    const back = chance(rng, leg.row === 0 ? 0.35 : 0.7);
    return {
      x: leg.side * rng.range(-0.1, 0.5),
      z: back ? -rng.range(0.5, 1.4) : rng.range(-0.2, 0.7),
      turned: back ? rng.range(0.2, 0.9) : 0,
    };
  });
  const [curl, chin, aside] = [spread(rng, 0.9), rng.range(-0.7, 0.25), spread(rng, 0.6)];
  const [tail, breath] = [spread(rng, 2.5), rng.range(0.01, 0.05)];
  const gape = chance(rng, 0.3) ? rng.range(0.2, 0.6) : 0;
  return {
    name: 'bask',
    seconds: rng.range(2, 4),
    loop: !stay,
    layers: [
      (c, t) => {
        const on = stay ? ease((t - start) / 0.4) : hold(t, start, top + 0.1, 0.8, 0.96);
        shift(c, 0, -1.5 * unit * on, 0);
        arch(c, actor, curl * on);
        bend(c, trunk(actor), breath * on * wave(3 * t), 0, 0);
        turnHead(c, actor, chin * on, aside * on, 0);
        rotateJoint(c, actor.plan.jaw, gape * on, 0, 0);
        bendTail(c, actor, tail * on, 0);
        for (const [i, plan] of plans.entries()) {
          adjustFoot(c, i, FOOT.follow, 0.8 * on);
          moveFoot(c, i, plan.x * unit * on, 0.4 * unit * on * (1 - on), plan.z * unit * on);
          adjustFoot(c, i, FOOT.yaw, actor.legs[i].side * plan.turned * on);
        }
      },
    ],
  };
};

/** Goes up and down on the forelegs, or on all four, as lizards show themselves. */
const pushUp: Action = (actor, rng) => {
  const { unit } = actor;
  const beats = 2 + rng.integer(4);
  const four = chance(rng, 0.35);
  const [high, low, nod] = [rng.range(0.4, 1), rng.range(0, 0.5), rng.range(-0.3, 0.5)];
  const sharp = rng.range(0.6, 1.6);
  const [aside, tail] = [spread(rng, 0.5), spread(rng, 1.5)];
  return {
    name: 'push up',
    seconds: rng.range(1.2, 2.8),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, 0.02, 0.14, 0.86, 0.98);
        const up = on * (0.5 + 0.5 * wave(beats * t, 0.25)) ** sharp;
        shift(c, 0, unit * ((four ? high : 0.15 * high) * up - low * on), 0);
        rotateJoint(c, 0, four ? 0 : -0.32 * high * up, 0, 0);
        bend(c, trunk(actor), four ? 0 : -0.25 * high * up, 0.3 * aside * on, 0);
        turnHead(c, actor, (0.5 * high + nod) * up - 0.2 * on, aside * on, 0);
        bendTail(c, actor, tail * on, 0);
      },
    ],
  };
};

/** Reaches up with the forefeet by turns, the body steep, as on a trunk or a wall. */
const climb: Action = (actor, rng) => {
  const { unit } = actor;
  const cycles = 1 + rng.integer(3);
  const steep = rng.range(0.3, 0.95);
  const w = drawUndulation(rng, rng.range(0.3, 0.9));
  const [far, high, wide] = [rng.range(0.3, 0.9), rng.range(0.1, 0.7), spread(rng, 0.3)];
  const gaze = rng.range(-0.3, 0.8);
  return {
    name: 'climb',
    seconds: Math.max(1.2, cycles * rng.range(0.8, 1.4)),
    loop: true,
    layers: [
      (c, t) => {
        rotateJoint(c, 0, -steep, 0, 0);
        bend(c, trunk(actor), -0.25 * steep, 0, 0);
        turnHead(c, actor, gaze * steep, 0, 0);
        bendTail(c, actor, 0, 0.8 * steep);
        ripple(c, actor, w, cycles * t);
        for (const [i, leg] of actor.legs.entries()) {
          const reach = wave(cycles * t, leg.side > 0 ? 0.25 : 0.75);
          if (leg.row === 0) {
            adjustFoot(c, i, FOOT.carried, 1);
            moveFoot(
              c,
              i,
              leg.side * wide * unit,
              high * unit * (0.6 + 0.4 * reach),
              far * unit * (0.4 + reach),
            );
            adjustFoot(c, i, FOOT.ankle, -0.3 + 0.3 * reach);
          } else {
            const lift = Math.max(0, -wave(cycles * t, leg.side > 0 ? 0 : 0.5));
            moveFoot(c, i, 0, 0.35 * unit * lift, 0.3 * far * unit * reach);
          }
        }
      },
    ],
  };
};

/**
 * The root's range ends half a turn either way and is felt before; this asks for as much more as is held back, so that
 * a roll passes through the back without a stop.
 */
function wholeTurn(angle: number): number {
  const wrapped = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  const free = 0.7 * Math.PI;
  const size = Math.abs(wrapped);
  if (size <= free) return wrapped;
  const room = Math.PI - free;
  return Math.sign(wrapped) * (free + room * Math.atanh(Math.min(0.995, (size - free) / room)));
}

/** Turns over: as a crocodile does with its prey, round and round, or onto the back, legs in the air. */
const roll: Action = (actor, rng) => {
  const { unit } = actor;
  const side = drawSign(rng);
  const round = chance(rng, 0.55);
  const turns = round ? 1 + rng.integer(2) : 0;
  const over = rng.range(2.2, 3.1);
  const seconds = round ? turns * rng.range(0.7, 1.2) + 0.5 : rng.range(1.3, 2.6);
  const bent = spread(rng, 0.8);
  const [thrash, beats, gape] = [rng.range(0, 0.5), 1 + rng.integer(4), rng.range(0, 0.6)];
  const tail = spread(rng, 1.5);
  const feet = actor.legs.map((leg) => ({
    x: leg.side * rng.range(-0.5, 0.2),
    y: rng.range(-0.5, 0.7),
    z: rng.range(-0.7, 0.5),
    lag: rng.next(),
    kick: rng.range(0, 0.3),
    bent: rng.range(0, 0.8),
  }));
  const twist = rng.range(0, 0.5) * side;
  const onset = (t: number) => (round ? hold(t, 0.02, 0.16, 0.84, 0.98) : ease((t - 0.05) / 0.45));
  const laidBack = trailLegs(actor, rng, onset);
  return {
    name: round ? 'death roll' : 'on its back',
    seconds,
    loop: round,
    contact: true,
    layers: [
      (c, t) => {
        const on = onset(t);
        const angle = side * (round ? 2 * Math.PI * turns * ease(t) : over * on);
        const fight = on * thrash * wave(beats * t) * (round ? 1 : 1 - ease((t - 0.5) / 0.5));
        rotateJoint(c, 0, 0, 0, wholeTurn(angle));
        bend(c, trunk(actor), 0, bent * on + fight, twist * bump(t, 0, 1));
        turnHead(c, actor, -0.3 * on, 0.6 * fight, 0.5 * twist * on);
        rotateJoint(c, actor.plan.jaw, gape * on, 0, 0);
        bendTail(c, actor, tail * on - 2 * fight, 0.2 * on);
        if (round) laidBack(c, t);
        else
          for (const [i, foot] of feet.entries()) {
            const kick = foot.kick * on * wave(beats * t, foot.lag);
            adjustFoot(c, i, FOOT.carried, on);
            moveFoot(c, i, foot.x * unit * on, unit * (foot.y * on + kick), unit * (foot.z * on + kick));
            adjustFoot(c, i, FOOT.ankle, foot.bent * on);
            adjustFoot(c, i, FOOT.toes, 0.6 * foot.bent * on);
          }
      },
    ],
  };
};

const MOTIONS: readonly Action[] = [
  crawl,
  crawl,
  swim,
  swim,
  snap,
  snap,
  threaten,
  threaten,
  lash,
  bask,
  pushUp,
  climb,
  roll,
];

/** Draws one of what only such bodies do. */
export const drawLizardMotion = (actor: Actor, rng: Rng): Motion => pick(rng, MOTIONS)(actor, rng);
