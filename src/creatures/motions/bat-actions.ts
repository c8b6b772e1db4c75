/**
 * @file What only bats do: hang by their feet, let go and come back to the roost, crawl on wrists and feet, flutter,
 * swoop, groom a wing, tumble out of the air.
 *
 * A hanging body turns about its feet. The root is the hips, so it is moved to where the turn would have carried it;
 * the legs stretch out along the trunk, and the feet go along with the body as they do in flight.
 */

import type { Rng } from '../../base/rng.js';
import { add, rotate, scale, subtract, type Vec3 } from '../../math/vector.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  adjustFoot,
  bend,
  type Controls,
  compose,
  FOOT,
  type Layer,
  type Motion,
  moveFoot,
  rotateJoint,
  shift,
  trunk,
  turnHead,
} from './controls.js';
import { beatWings, drawBeat, tuckLegs, wingStyle } from './flight.js';
import { drawGait } from './gaits.js';
import type { WingPose } from './hand-wing.js';
import { poseHandWing } from './hand-wing.js';

/** Where the hips are, which way the trunk goes from there, and how steep that is, radians. */
function trunkOf({ skeleton: { rest }, plan }: Actor): { hips: Vec3; way: Vec3; slope: number } {
  const chest = plan.spine[plan.spine.length - 1] * 3;
  const [y, z] = [rest[chest + 1] - rest[1], rest[chest + 2] - rest[2]];
  const slope = Math.atan2(y, z);
  return { hips: [rest[0], rest[1], rest[2]], way: [0, Math.sin(slope), Math.cos(slope)], slope };
}

/** The turn that brings the head straight down. */
const upsideDown = (actor: Actor): number => trunkOf(actor).slope + Math.PI / 2;

interface Perch {
  /** Height of the feet, metres. */
  readonly high: number;
  /** How far the legs are stretched, 0.6 to 1. */
  readonly reach: number;
  readonly point: number;
}

const drawPerch = (actor: Actor, rng: Rng): Perch => ({
  high: rng.range(5, 7) * actor.unit,
  reach: rng.range(0.75, 1),
  point: rng.range(0.2, 0.9),
});

/** Where the feet of a body that hangs would be if it stood. */
function hungFoot(actor: Actor, i: number, { reach }: Perch): Vec3 {
  const { hips, way } = trunkOf(actor);
  const { foot, reach: bones } = actor.legs[i];
  return add([0.8 * foot[0], hips[1], hips[2]], scale(way, -reach * (bones + 0.3 * actor.unit)));
}

/** Turns the body and moves it so that its feet stay on the perch; `amount` of the way from where it was. */
function hangBy(c: Controls, actor: Actor, perch: Perch, tilt: Vec3, amount = 1): void {
  const { hips, slope } = trunkOf(actor);
  const rotation = compose(tilt, [upsideDown(actor), 0, 0]);
  const foot = hungFoot(actor, 0, perch);
  const carried = rotate(rotation, subtract([0, foot[1], foot[2]], hips));
  const place = subtract(subtract([0, perch.high, 0], carried), hips);
  shift(c, ...scale(place, amount));
  rotateJoint(c, 0, ...scale(rotation, amount));
  for (let i = 0; i < actor.legs.length; i++) {
    adjustFoot(c, i, FOOT.carried, amount);
    moveFoot(c, i, ...scale(subtract(hungFoot(actor, i, perch), actor.legs[i].foot), amount));
    adjustFoot(c, i, FOOT.ankle, (Math.PI / 2 - slope) * amount);
    adjustFoot(c, i, FOOT.toes, (Math.PI / 2 - slope + perch.point) * amount);
  }
}

/** Wings laid along the trunk: held at the sides, or wrapped round the belly. */
function drawRoostingWing(actor: Actor, rng: Rng): WingPose {
  const { slope } = trunkOf(actor);
  const wrapped = chance(rng, 0.5);
  return {
    raise: wrapped ? -rng.range(1.4, 1.85) : -rng.range(0.95, 1.35),
    sweep: spread(rng, 0.12),
    twist: -slope * rng.range(0.8, 1.05),
    fold: rng.range(0.68, 0.88),
    curl: wrapped ? -rng.range(0, 0.9) : 0,
  };
}

const mixWing = (a: WingPose, b: WingPose, t: number): WingPose => ({
  raise: a.raise + (b.raise - a.raise) * t,
  sweep: a.sweep + (b.sweep - a.sweep) * t,
  twist: a.twist + (b.twist - a.twist) * t,
  fold: a.fold + (b.fold - a.fold) * t,
  curl: a.curl + (b.curl - a.curl) * t,
});

const sideOf = (actor: Actor, i: number): 1 | -1 =>
  actor.skeleton.rest[actor.plan.wings[i][0] * 3] < 0 ? -1 : 1;

/** Hangs head down: asleep, swinging, looking about, stretching one wing or fanning both. */
const hang: Action = (actor, rng) => {
  const style = pick(rng, ['sleep', 'swing', 'look', 'stretch', 'stretch', 'fan'] as const);
  const perch = drawPerch(actor, rng);
  const rest = drawRoostingWing(actor, rng);
  const swings = 1 + rng.integer(3);
  const [far, side] = [style === 'swing' ? rng.range(0.2, 0.6) : rng.range(0.01, 0.06), drawSign(rng)];
  const oblique = spread(rng, 0.6);
  const open: WingPose = {
    raise: rng.range(-0.5, 0.6),
    sweep: spread(rng, 0.3),
    twist: rest.twist * rng.range(0.4, 1),
    fold: rng.range(-0.05, 0.3),
    curl: spread(rng, 0.6),
  };
  const { start, top, leave, end } = drawEnvelope(rng);
  const [yaw, sway] = [wander(rng, rng.range(0.05, 0.4), 2), wander(rng, 0.05, 2)];
  const [chin, around] = [rng.range(-0.9, 0.3), style === 'look' ? rng.range(0.4, 1) : 0.1];
  const beats = 2 + rng.integer(3);
  return {
    name: style === 'sleep' ? 'hang' : `hang, ${style}`,
    seconds: rng.range(1.8, 3.8),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const swing = far * wave(swings * t);
        hangBy(c, actor, perch, [swing, yaw(t), oblique * swing + sway(t)]);
        bend(c, trunk(actor), -0.5 * far * wave(swings * t, 0.12), 0, 0.2 * sway(t));
        turnHead(c, actor, chin, around * on * side * wave(t, 0.1), 0.3 * yaw(t));
        for (let i = 0; i < actor.plan.wings.length; i++) {
          const mine = style === 'fan' || (style === 'stretch' && sideOf(actor, i) === side) ? on : 0;
          const fan = style === 'fan' ? 0.3 * on * wave(beats * t) : 0;
          const pose = mixWing(rest, open, mine);
          poseHandWing(c, actor.skeleton, actor.plan.wings[i], {
            ...pose,
            raise: pose.raise + fan + sway(t),
          });
        }
      },
    ],
  };
};

/** Comes in on the wing, turns over and takes hold with its feet; or lets go and flies off. */
const roost: Action = (actor, rng) => {
  const leaves = chance(rng, 0.45);
  const perch = drawPerch(actor, rng);
  const rest = drawRoostingWing(actor, rng);
  const beat = drawBeat(actor, rng);
  const tuck = tuckLegs(actor, rng);
  const beats = 2 + rng.integer(3);
  const pitch = rng.range(0.1, 0.6);
  const [roll, drop] = [spread(rng, 0.8), rng.range(0.5, 1.5) * actor.unit];
  const over = rng.range(0.35, 0.5);
  const come: Layer = (c, t) => {
    const flip = ease((t - over) / 0.3);
    const shut = ease((t - over - 0.22) / 0.26);
    const before = c.feet.slice();
    tuck(c, t);
    for (let k = 0; k < before.length; k++) c.feet[k] = before[k] + (1 - flip) * (c.feet[k] - before[k]);
    hangBy(c, actor, perch, [0.25 * bump(t, over + 0.2, 0.95), 0, 0], flip);
    const low = perch.high - 2 * actor.unit - drop;
    shift(c, 0, (1 - flip) * low, -(1 - t) * 3 * actor.unit * (1 - flip));
    rotateJoint(c, 0, (1 - flip) * pitch, 0, roll * bump(t, over, over + 0.3));
    turnHead(c, actor, -0.5 * pitch * (1 - flip) - 0.4 * flip, 0, 0);
    const amount = 1 - shut;
    if (shut < 1) beatWings(c, actor, beat, beats * t, amount);
    // Rotation vectors of the two postures are mixed, as a layer only ever adds.
    addRoosting(c, actor, rest, shut);
  };
  return {
    name: leaves ? 'let go' : 'land upside down',
    seconds: rng.range(1.4, 2.6),
    loop: false,
    layers: [(c, t) => come(c, leaves ? 1 - t : t)],
  };
};

/** Mixes what the wings do with how they roost. */
function addRoosting(c: Controls, actor: Actor, rest: WingPose, amount: number): void {
  for (const wing of actor.plan.wings) {
    for (const j of wing) for (let k = 0; k < 3; k++) c.rotations[j * 3 + k] *= 1 - amount;
    poseHandWing(c, actor.skeleton, wing, rest, amount);
  }
}

/** Quick shallow beats on the spot, body upright, legs hanging. */
const flutter: Action = (actor, rng) => {
  const beat = { ...drawBeat(actor, rng), size: rng.range(0.2, 0.5), center: rng.range(-0.1, 0.5) };
  const beats = 3 + rng.integer(4);
  const tuck = tuckLegs(actor, rng);
  const high = rng.range(3, 6) * actor.unit;
  const [x, y, z] = [0.5, 0.4, 0.4].map((size) => wander(rng, size * actor.unit, 2));
  const [pitch, yaw, roll] = [wander(rng, 0.2, 2), wander(rng, 0.4, 2), wander(rng, 0.25, 2)];
  const lean = rng.range(-0.4, 0.4);
  return {
    name: 'flutter',
    seconds: rng.range(0.9, 1.8),
    loop: true,
    layers: [
      tuck,
      (c, t) => {
        shift(c, x(t), high + y(t) - 0.08 * actor.unit * wave(beats * t, 0.2), z(t));
        rotateJoint(c, 0, lean + pitch(t), yaw(t), roll(t));
        bend(c, trunk(actor), 0.1 * wave(beats * t, 0.1), -0.3 * yaw(t), 0);
        turnHead(c, actor, -0.7 * (lean + pitch(t)), -0.4 * yaw(t), -0.5 * roll(t));
        beatWings(c, actor, beat, beats * t, 1);
      },
    ],
  };
};

/** Dives with wings half shut and pulls up with a few strokes, or goes on down in a spiral. */
const swoop: Action = (actor, rng) => {
  const pullsUp = chance(rng, 0.65);
  const beat = drawBeat(actor, rng);
  const beats = 3 + rng.integer(2);
  const tuck = tuckLegs(actor, rng);
  const [top, depth] = [rng.range(7, 10) * actor.unit, rng.range(3, 5) * actor.unit];
  const steep = rng.range(0.9, 1.7);
  const shut = rng.range(0.35, 0.85);
  const bank = spread(rng, pullsUp ? 0.7 : 1.2);
  const [start, bottom] = [rng.range(0.02, 0.12), rng.range(0.5, 0.7)];
  const way = rng.range(5, 10) * actor.unit;
  return {
    name: pullsUp ? 'swoop' : 'dive',
    seconds: rng.range(1.2, 2.2),
    loop: false,
    layers: [
      tuck,
      (c, t) => {
        const diving = pullsUp
          ? hold(t, start, start + 0.22, bottom - 0.1, bottom + 0.16)
          : ease((t - start) / 0.3);
        const up = pullsUp ? ease((t - bottom) / (1 - bottom)) : 0;
        const fall = ease((t - start) / (bottom + 0.1 - start));
        const pitch = 0.35 + (steep - 0.35) * diving - 0.6 * bump(t, bottom - 0.05, 1) * +pullsUp;
        shift(c, bank * actor.unit * t, top - depth * fall + 0.8 * depth * up, way * t);
        rotateJoint(c, 0, pitch, bank * 0.6 * t, -bank * diving);
        bend(c, trunk(actor), 0.1 * diving - 0.2 * up, 0.2 * bank * diving, 0);
        turnHead(c, actor, -0.5 * pitch, 0.2 * bank * diving, 0.4 * bank * diving);
        bend(c, actor.plan.tail, -0.3 * diving + 0.4 * up, 0, 0);
        beatWings(c, actor, beat, beats * t, 1 - 0.85 * diving, shut * diving);
      },
    ],
  };
};

/** Brings a wing to the face and licks it, standing or hanging. */
const groom: Action = (actor, rng) => {
  const hangs = chance(rng, 0.5);
  const perch = drawPerch(actor, rng);
  const { slope } = trunkOf(actor);
  const side = drawSign(rng);
  const { start, top, leave, end } = drawEnvelope(rng);
  const licks = 3 + rng.integer(5);
  const rest: WingPose = hangs
    ? drawRoostingWing(actor, rng)
    : {
        raise: -rng.range(0.4, 0.8),
        sweep: 0,
        twist: -rng.range(0.2, 0.6),
        fold: rng.range(0.6, 0.8),
        curl: 0,
      };
  const near: WingPose = {
    raise: rng.range(-0.3, 0.2),
    sweep: -rng.range(1.1, 1.4),
    twist: -rng.range(0.45, 0.8) - (hangs ? 0.2 * slope : 0),
    fold: rng.range(0.6, 0.8),
    curl: spread(rng, 0.5),
  };
  const [down, aside] = [rng.range(0.1, 0.5), rng.range(0.2, 0.6)];
  const sink = rng.range(0, 0.2) * actor.unit;
  const sway = wander(rng, 0.06, 2);
  return {
    name: hangs ? 'groom hanging' : 'groom',
    seconds: rng.range(1.8, 3.5),
    loop: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        const lick = on * wave(licks * t);
        if (hangs) hangBy(c, actor, perch, [sway(t), 2 * sway(t + 0.3), 0]);
        else shift(c, 0, -sink * on, 0);
        bend(c, trunk(actor), 0.2 * on * down, 0.25 * on * side * aside, 0.1 * lick);
        turnHead(c, actor, on * down + 0.12 * lick, on * side * aside, 0.25 * on * side + 0.08 * lick);
        rotateJoint(c, actor.plan.jaw, 0.15 * on + 0.12 * Math.max(0, lick), 0, 0);
        for (let i = 0; i < actor.plan.wings.length; i++) {
          const mine = sideOf(actor, i) === side ? on : 0;
          const pose = mixWing(rest, near, mine);
          poseHandWing(c, actor.skeleton, actor.plan.wings[i], {
            ...pose,
            raise: pose.raise + 0.08 * mine * lick,
          });
        }
      },
    ],
  };
};

/** Falls out of the air, over and over, wings anyhow, and lies. */
const tumble: Action = (actor, rng) => {
  const high = rng.range(3, 7) * actor.unit;
  const end = rng.range(0.5, 0.75);
  const [pitch, roll] = [spread(rng, 1.2), drawSign(rng) * rng.range(0.8, 2.6)];
  const [rock, yaw] = [wander(rng, 0.5, 2), spread(rng, 1)];
  const tuck = tuckLegs(actor, rng);
  const limp = actor.plan.wings.map(() => ({
    from: {
      raise: rng.range(-0.2, 0.9),
      sweep: spread(rng, 0.4),
      twist: spread(rng, 0.5),
      fold: rng.range(0, 0.6),
      curl: spread(rng, 0.9),
    },
    to: {
      raise: spread(rng, 0.5),
      sweep: spread(rng, 0.3),
      twist: spread(rng, 0.4),
      fold: rng.range(0.1, 0.8),
      curl: spread(rng, 0.5),
    },
    flap: wander(rng, 0.4, 3),
  }));
  const droop = [spread(rng, 0.8), spread(rng, 0.6)];
  return {
    name: 'tumble',
    seconds: rng.range(1.1, 2.2),
    loop: false,
    layers: [
      tuck,
      (c, t) => {
        const fall = Math.min(1, t / end) ** 2;
        const lies = ease((t - end) / 0.15);
        shift(c, 0, high * (1 - fall) - actor.unit * lies, 0);
        rotateJoint(c, 0, pitch * fall + rock(t) * (1 - lies), yaw * fall, roll * fall);
        bend(c, trunk(actor), 0.4 * droop[0] * fall, 0.3 * droop[1] * fall, 0);
        turnHead(c, actor, droop[0] * fall, droop[1] * fall, 0);
        rotateJoint(c, actor.plan.jaw, 0.25 * lies, 0, 0);
        for (const [i, { from, to, flap }] of limp.entries()) {
          const pose = mixWing(from, to, ease((t - 0.8 * end) / 0.35));
          const beat = flap(t) * (1 - lies);
          poseHandWing(c, actor.skeleton, actor.plan.wings[i], { ...pose, raise: pose.raise + beat });
        }
      },
    ],
  };
};

/** On wrists and feet: the wings are folded and step like forelegs, each with the foot across from it. */
function drawCrawl(actor: Actor, rng: Rng): Motion {
  const tall = chance(rng, 0.5);
  const gait = drawGait(actor, rng, {
    style: pick(rng, ['walk', 'walk', 'hop']),
    sneak: tall ? rng.range(0, 0.08) : rng.range(0.12, 0.35),
    name: tall ? 'walk on wrists' : 'crawl',
  });
  const hops = chance(rng, 0.25);
  const lean = rng.range(0.4, 0.85);
  const fold = rng.range(0.55, 0.8);
  const [low, stride] = [rng.range(0.7, 1.15), rng.range(0.15, 0.4)];
  const lift = rng.range(0.15, 0.45);
  const cycles = gait.cycles ?? 1;
  const lag = spread(rng, 0.1);
  const layer: Layer = (c, t) => {
    rotateJoint(c, 0, lean, 0, 0);
    turnHead(c, actor, -0.75 * lean, 0, 0);
    for (let i = 0; i < actor.plan.wings.length; i++) {
      const phase = cycles * t + (hops || sideOf(actor, i) > 0 ? 0.5 : 0) + lag;
      const swing = wave(phase);
      poseHandWing(c, actor.skeleton, actor.plan.wings[i], {
        raise: -low + lift * Math.max(0, Math.cos(2 * Math.PI * phase)),
        sweep: -0.1 - stride * swing,
        twist: -0.75 * lean,
        fold: fold - 0.12 * swing,
        curl: 0,
      });
    }
  };
  return { ...gait, layers: [...gait.layers, layer] };
}

/** Walks on wrists and feet mostly, now and then on the feet alone with the wings held anyhow. */
export function drawBatGaits(actor: Actor, rng: Rng, count: number): Motion[] {
  const draw = (i: number) => (i === 0 || chance(rng, 0.65) ? drawCrawl : drawTwoLegged);
  return Array.from({ length: count }, (_, i) => draw(i)(actor, rng));
}

function drawTwoLegged(actor: Actor, rng: Rng): Motion {
  const curve = chance(rng, 0.3) ? spread(rng, 0.6) : 0;
  const gait = curve === 0 ? drawGait(actor, rng) : drawGait(actor, rng, { curve, name: 'turn' });
  return { ...gait, layers: [...gait.layers, wingStyle(actor, rng)] };
}

const ACTIONS: readonly Action[] = [hang, hang, hang, roost, flutter, swoop, swoop, groom, tumble];

/** Draws one of the acts of a bat. */
export const drawBatAction: Action = (actor, rng) => pick(rng, ACTIONS)(actor, rng);
