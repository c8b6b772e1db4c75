/**
 * @file Tentacles: curling, spreading, reaching, jetting, crawling by waves from arm to arm.
 */

import type { Rng } from '../../base/rng.js';
import { rotate } from '../../math/vector.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import { bend, type Controls, type Layer, type Motion, rotateJoint, shift } from './controls.js';

/** Direction in which each arm points at rest, radians from straight ahead. */
function angleOf(actor: Actor, arm: number): number {
  const joints = actor.plan.arms[arm];
  const { rest } = actor.skeleton;
  const [a, b] = [joints[0] * 3, joints[joints.length - 1] * 3];
  return Math.atan2(rest[b] - rest[a], rest[b + 2] - rest[a + 2]);
}

/** Curls one joint of an arm up (+) and sideways as seen along the arm. */
function curl(
  c: Controls,
  actor: Actor,
  angle: number,
  arm: number,
  k: number,
  lift: number,
  side: number,
): void {
  const across = rotate([0, angle, 0], [-1, 0, 0]);
  rotateJoint(c, actor.plan.arms[arm][k], lift * across[0], side, lift * across[2]);
}

/** What one arm does: bends up and sideways along its length, and waves that run down it. */
interface ArmShape {
  /** Lift at the root, in the middle and at the tip, radians per joint. */
  readonly lift: readonly [number, number, number];
  readonly side: number;
  readonly waveUp: number;
  readonly waveSide: number;
  readonly wavelength: number;
  readonly turns: number;
  readonly lag: number;
}

function drawShape(rng: Rng, size: number): ArmShape {
  const tip = chance(rng, 0.4) ? rng.range(0.3, 0.9) : spread(rng, 0.5);
  return {
    lift: [size * rng.range(-0.2, 0.6), size * spread(rng, 0.5), size * tip],
    side: size * spread(rng, 0.35),
    waveUp: size * rng.range(0, 0.3),
    waveSide: size * rng.range(0, 0.4),
    wavelength: rng.range(0.6, 2),
    turns: 1 + rng.integer(2),
    lag: rng.next(),
  };
}

function applyShape(
  c: Controls,
  actor: Actor,
  arm: number,
  angle: number,
  shape: ArmShape,
  t: number,
  amount: number,
): void {
  const count = actor.plan.arms[arm].length;
  const [root, middle, tip] = shape.lift;
  for (let k = 0; k < count; k++) {
    const s = k / (count - 1);
    const lift = s < 0.5 ? root + (middle - root) * 2 * s : middle + (tip - middle) * (2 * s - 1);
    const phase = shape.turns * t - shape.lag - s / shape.wavelength;
    const grow = 0.4 + 0.6 * s;
    curl(
      c,
      actor,
      angle,
      arm,
      k,
      amount * (lift + grow * shape.waveUp * wave(phase)),
      amount * (shape.side + grow * shape.waveSide * wave(phase, 0.25)),
    );
  }
}

/** Arms at rest on the ground, each alive in its own way. */
export function drawTentacles(actor: Actor, rng: Rng): Layer {
  const size = rng.range(0.3, 0.8);
  const shapes = actor.plan.arms.map(() => drawShape(rng, size));
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  return (c, t) => {
    for (const [i, shape] of shapes.entries()) applyShape(c, actor, i, angles[i], shape, t, 1);
  };
}

/** All arms in one shape, in pairs or in a wave around the body; the shape comes and goes. */
function drawGesture(actor: Actor, rng: Rng, name: string, size: number): Motion {
  const { start, top, leave, end } = drawEnvelope(rng);
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  const n = actor.plan.arms.length;
  const one = drawShape(rng, size);
  const pattern = pick(rng, ['same', 'each', 'front', 'wave'] as const);
  const shapes = actor.plan.arms.map((_, i): ArmShape => {
    const s = i < n / 2 ? 1 : -1;
    const own = pattern === 'each' ? drawShape(rng, size) : one;
    const lag = pattern === 'wave' ? (Math.abs(angles[i]) * s) / (2 * Math.PI) : own.lag;
    return { ...own, side: own.side * s, waveSide: own.waveSide * s, lag };
  });
  const active = actor.plan.arms.map((_, i) =>
    pattern === 'front' ? (Math.abs(angles[i]) < 1.4 ? 1 : 0.2) : 1,
  );
  const [pitch, yaw, roll] = [spread(rng, 0.4), spread(rng, 0.4), spread(rng, 0.3)];
  const rise = rng.range(-0.05, 0.35) * actor.unit;
  const { tail, head } = actor.plan;
  const mantle = spread(rng, 0.6);
  return {
    name,
    seconds: rng.range(1.5, 3.5),
    loop: true,
    contact: true,
    layers: [
      (c, t) => {
        const on = hold(t, start, top, leave, end);
        shift(c, 0, rise * on, 0);
        rotateJoint(c, 0, pitch * on, yaw * on, roll * on);
        rotateJoint(c, head, -0.5 * pitch * on, 0.5 * yaw * on, -0.5 * roll * on);
        bend(c, tail, mantle * on + 0.1 * wave(3 * t), 0, 0);
        for (const [i, shape] of shapes.entries())
          applyShape(c, actor, i, angles[i], shape, t, on * active[i]);
      },
    ],
  };
}

/** Swims mantle first: a squeeze of all arms, a glide, an opening. */
function drawJet(actor: Actor, rng: Rng): Motion {
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  const tilt = rng.range(0.1, 1.4);
  const strokes = 1 + rng.integer(2);
  const open = rng.range(0.3, 0.7);
  const shut = rng.range(0.3, 0.55);
  const trail = rng.range(0.1, 0.25);
  const sway = wander(rng, 0.15, 2);
  const bank = spread(rng, 0.5);
  const way = rng.range(1, 3) * actor.unit;
  return {
    name: 'jet',
    seconds: strokes * rng.range(1, 1.8),
    loop: true,
    layers: [
      (c, t) => {
        const p = strokes * t;
        const phase = p - Math.floor(p);
        const wide = 0.5 - 0.5 * Math.cos(2 * Math.PI * (phase - 0.12 * Math.sin(2 * Math.PI * phase)));
        shift(c, 0, 2 * actor.unit, way * t);
        rotateJoint(c, 0, tilt + 0.3 * sway(t), sway(t), bank);
        bend(c, actor.plan.tail, 0.12 * wave(p), 0.3 * sway(t), 0);
        for (let i = 0; i < angles.length; i++) {
          const count = actor.plan.arms[i].length;
          for (let k = 0; k < count; k++) {
            const late = k < 2 ? wide : 0.5 - 0.5 * Math.cos(2 * Math.PI * (phase - 0.05 * k));
            curl(
              c,
              actor,
              angles[i],
              i,
              k,
              -shut + (open + shut) * 0.6 * late,
              trail * (k / count) * wave(p, 0.11 * i + 0.1 * k),
            );
          }
        }
      },
    ],
  };
}

/** Crawls: arms lift, reach forwards and pull, one after the other. */
function drawCrawl(actor: Actor, rng: Rng): Motion {
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  const n = angles.length;
  const size = rng.range(0.25, 0.6);
  const lift = rng.range(0.15, 0.45);
  const cycles = 1 + rng.integer(2);
  const heading = pick(rng, [0, 0, Math.PI / 2, -Math.PI / 2, Math.PI]);
  const sign = heading === 0 ? 1 : -1;
  const base = drawTentacles(actor, rng);
  const way = rng.range(0.4, 1) * actor.unit * cycles;
  return {
    name: 'crawl',
    seconds: cycles * rng.range(0.9, 1.5),
    loop: true,
    contact: true,
    layers: [
      (c, t) => {
        base(c, t);
        shift(c, way * t * Math.sin(heading), 0, way * t * Math.cos(heading));
        rotateJoint(
          c,
          0,
          0.1 + 0.08 * wave(2 * cycles * t),
          0.08 * wave(cycles * t),
          0.1 * wave(cycles * t, 0.25),
        );
        for (let i = 0; i < n; i++) {
          const p = cycles * t - (sign * i) / (n / 2) - (i < n / 2 ? 0 : 0.5);
          const swing = wave(p);
          const up = Math.max(0, wave(p, 0.25));
          curl(c, actor, angles[i], i, 0, lift * up, size * swing * (i < n / 2 ? -1 : 1) * 0.7);
          curl(c, actor, angles[i], i, 1, 0.5 * lift * up - 0.15 * swing, 0);
          curl(c, actor, angles[i], i, 2, -0.3 * lift * up, 0.3 * size * swing * (i < n / 2 ? -1 : 1));
        }
      },
    ],
  };
}

/** Drifts or sinks with loose arms, tumbling slowly. */
function drawDrift(actor: Actor, rng: Rng): Motion {
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  const shapes = actor.plan.arms.map(() => drawShape(rng, rng.range(0.8, 1.4)));
  const [pitch, roll] = [spread(rng, 0.9), spread(rng, 0.7)];
  const rock = wander(rng, 0.3, 2);
  return {
    name: 'drift',
    seconds: rng.range(2, 3.5),
    loop: true,
    layers: [
      (c, t) => {
        shift(c, 0, 2 * actor.unit, 0);
        rotateJoint(c, 0, pitch + rock(t), 0, roll + rock(t + 0.3));
        bend(c, actor.plan.tail, 0.3 * rock(t), rock(t + 0.5), 0);
        for (const [i, shape] of shapes.entries()) applyShape(c, actor, i, angles[i], shape, t, 1);
      },
    ],
  };
}

/** Lies flat, all arms limp. */
function drawLimp(actor: Actor, rng: Rng): Motion {
  const angles = actor.plan.arms.map((_, i) => angleOf(actor, i));
  const shapes = actor.plan.arms.map(() => ({
    ...drawShape(rng, rng.range(0.5, 1)),
    waveUp: 0,
    waveSide: 0,
  }));
  const [roll, pitch] = [spread(rng, 1.4), spread(rng, 0.8)];
  return {
    name: 'collapse',
    seconds: rng.range(1.2, 2.2),
    loop: false,
    contact: true,
    layers: [
      (c, t) => {
        const jolt = bump(t, 0.02, 0.25);
        const down = ease((t - 0.12) / 0.5);
        rotateJoint(c, 0, pitch * down - 0.2 * jolt, 0, roll * down);
        bend(c, actor.plan.tail, 0.6 * down, 0.3 * roll * down, 0);
        for (const [i, shape] of shapes.entries()) applyShape(c, actor, i, angles[i], shape, t, down);
        for (let i = 0; i < angles.length; i++) {
          for (let k = 0; k < actor.plan.arms[i].length; k++) curl(c, actor, angles[i], i, k, 0.35 * jolt, 0);
        }
      },
    ],
  };
}

/** The repertoire of a body of tentacles. */
export function drawTentacleMotions(actor: Actor, rng: Rng, count: number): Motion[] {
  const made = [drawJet(actor, rng), drawCrawl(actor, rng), drawLimp(actor, rng), drawDrift(actor, rng)];
  while (made.length < count) {
    const kind = rng.next();
    if (kind < 0.15) made.push(drawJet(actor, rng));
    else if (kind < 0.3) made.push(drawCrawl(actor, rng));
    else if (kind < 0.45) made.push(drawDrift(actor, rng));
    else
      made.push(
        drawGesture(actor, rng, pick(rng, ['spread', 'curl', 'reach', 'threat']), rng.range(0.7, 1.5)),
      );
  }
  return made;
}
