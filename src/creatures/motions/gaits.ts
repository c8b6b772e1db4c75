/**
 * @file Walks, runs and leaps of any number of legs.
 *
 * A gait is a cycle: the share of it that a foot stands (duty), when each foot lands (offsets), how far the body
 * goes meanwhile. The body follows a path, straight or curved, in any direction; a standing foot keeps the place
 * that the path gives it in the middle of its stance, so it does not slide, whatever the body does above it.
 * Names and footfall orders of four-legged gaits after Hildebrand ("The quadrupedal gaits of vertebrates", 1989);
 * waves that run along many legs after Wilson ("Insect walking", 1966).
 */

import type { Rng } from '../../base/rng.js';
import { rotate, type Vec3 } from '../../math/vector.js';
import { bump, ease, stepAt, wave } from '../../motion/library/motion-curves.js';
import { chance, pick, spread } from '../../motion/library/random-draws.js';
import type { Actor, Leg } from './actor.js';
import { adjustFoot, bend, FOOT, type Layer, type Motion, moveFoot, rotateJoint, shift } from './controls.js';

/** How a gait looks before chance has its say. Lengths are in units of the hips' height. */
interface GaitStyle {
  readonly name: string;
  /** When the foot of a leg lands, in cycles. */
  readonly offset: (leg: Leg, rows: number) => number;
  readonly duty: readonly [number, number];
  /** Way of the body over the ground while one foot stands. */
  readonly stride: readonly [number, number];
  readonly lift: readonly [number, number];
  readonly seconds: readonly [number, number];
  /** How often the body bobs in a cycle. */
  readonly bobs: 1 | 2;
  /** Height of the bob, and how much the body rocks fore and aft, radians. */
  readonly bounce: readonly [number, number];
  readonly rock: number;
}

const half = (leg: Leg) => (leg.side > 0 ? 0 : 0.5);

const TWO: readonly GaitStyle[] = [
  {
    name: 'walk',
    offset: half,
    duty: [0.56, 0.68],
    stride: [0.45, 0.95],
    lift: [0.08, 0.22],
    seconds: [0.8, 1.3],
    bobs: 2,
    bounce: [0.01, 0.04],
    rock: 0.03,
  },
  {
    name: 'run',
    offset: half,
    duty: [0.3, 0.45],
    stride: [0.6, 1.05],
    lift: [0.2, 0.5],
    seconds: [0.5, 0.8],
    bobs: 2,
    bounce: [0.04, 0.12],
    rock: 0.06,
  },
  {
    name: 'march',
    offset: half,
    duty: [0.52, 0.6],
    stride: [0.35, 0.7],
    lift: [0.35, 0.6],
    seconds: [0.8, 1.2],
    bobs: 2,
    bounce: [0.02, 0.05],
    rock: 0.03,
  },
  {
    name: 'hop',
    offset: (leg) => (leg.side > 0 ? 0 : 0.04),
    duty: [0.4, 0.55],
    stride: [0.4, 0.8],
    lift: [0.12, 0.3],
    seconds: [0.6, 1],
    bobs: 1,
    bounce: [0.1, 0.25],
    rock: 0.12,
  },
  {
    name: 'skip',
    offset: (leg) => (leg.side > 0 ? 0 : 0.28),
    duty: [0.4, 0.5],
    stride: [0.5, 0.9],
    lift: [0.2, 0.4],
    seconds: [0.6, 0.9],
    bobs: 1,
    bounce: [0.06, 0.15],
    rock: 0.08,
  },
];

const front = (leg: Leg) => leg.row === 0;
const FOUR: readonly GaitStyle[] = [
  {
    name: 'walk',
    offset: (leg) => half(leg) + (front(leg) ? 0.75 : 0),
    duty: [0.6, 0.72],
    stride: [0.45, 0.8],
    lift: [0.1, 0.25],
    seconds: [0.9, 1.4],
    bobs: 2,
    bounce: [0.01, 0.03],
    rock: 0.02,
  },
  {
    name: 'amble',
    offset: (leg) => half(leg) + (front(leg) ? 0.4 : 0),
    duty: [0.5, 0.64],
    stride: [0.4, 0.75],
    lift: [0.12, 0.3],
    seconds: [0.8, 1.2],
    bobs: 2,
    bounce: [0.01, 0.04],
    rock: 0.03,
  },
  {
    name: 'trot',
    offset: (leg) => half(leg) + (front(leg) ? 0.5 : 0),
    duty: [0.4, 0.52],
    stride: [0.5, 0.85],
    lift: [0.18, 0.4],
    seconds: [0.55, 0.85],
    bobs: 2,
    bounce: [0.03, 0.08],
    rock: 0.03,
  },
  {
    name: 'pace',
    offset: half,
    duty: [0.42, 0.55],
    stride: [0.5, 0.85],
    lift: [0.15, 0.3],
    seconds: [0.6, 0.9],
    bobs: 2,
    bounce: [0.02, 0.06],
    rock: 0.02,
  },
  {
    name: 'canter',
    offset: (leg) => (front(leg) ? (leg.side > 0 ? 0.5 : 0.72) : leg.side > 0 ? 0.9 : 0.72) + 0.2,
    duty: [0.34, 0.44],
    stride: [0.55, 0.85],
    lift: [0.2, 0.4],
    seconds: [0.55, 0.8],
    bobs: 1,
    bounce: [0.06, 0.14],
    rock: 0.14,
  },
  {
    name: 'gallop',
    offset: (leg) => (front(leg) ? (leg.side > 0 ? 0.45 : 0.58) : leg.side > 0 ? 0 : 0.12),
    duty: [0.24, 0.36],
    stride: [0.6, 0.95],
    lift: [0.25, 0.5],
    seconds: [0.45, 0.7],
    bobs: 1,
    bounce: [0.08, 0.18],
    rock: 0.2,
  },
  {
    name: 'bound',
    offset: (leg) => (front(leg) ? 0.5 : 0) + (leg.side > 0 ? 0.03 : 0),
    duty: [0.24, 0.36],
    stride: [0.55, 0.9],
    lift: [0.25, 0.5],
    seconds: [0.5, 0.75],
    bobs: 1,
    bounce: [0.12, 0.25],
    rock: 0.28,
  },
  {
    name: 'pronk',
    offset: (leg) => (front(leg) ? 0.06 : 0),
    duty: [0.3, 0.42],
    stride: [0.4, 0.7],
    lift: [0.2, 0.5],
    seconds: [0.6, 0.9],
    bobs: 1,
    bounce: [0.2, 0.4],
    rock: 0.08,
  },
];

/** Legs that stand out to the sides leave two feet on the ground, save for a rare bound. */
const LOW = FOUR.filter(({ name }) => ['walk', 'amble', 'trot', 'bound'].includes(name));

const MANY: readonly GaitStyle[] = [
  {
    name: 'tripod',
    offset: (leg) => half(leg) + 0.5 * (leg.row % 2),
    duty: [0.5, 0.62],
    stride: [0.3, 0.75],
    lift: [0.25, 0.7],
    seconds: [0.5, 0.9],
    bobs: 2,
    bounce: [0.02, 0.08],
    rock: 0.03,
  },
  {
    name: 'ripple',
    offset: (leg, rows) => half(leg) + (rows - leg.row) / rows,
    duty: [0.6, 0.75],
    stride: [0.3, 0.75],
    lift: [0.3, 0.8],
    seconds: [0.7, 1.2],
    bobs: 2,
    bounce: [0.01, 0.06],
    rock: 0.03,
  },
  {
    name: 'wave',
    offset: (leg, rows) => half(leg) + (0.5 * (rows - leg.row)) / rows,
    duty: [0.65, 0.8],
    stride: [0.3, 0.7],
    lift: [0.3, 0.9],
    seconds: [1, 1.6],
    bobs: 2,
    bounce: [0.01, 0.05],
    rock: 0.03,
  },
  {
    name: 'scuttle',
    offset: (leg, rows) => half(leg) + (0.35 * leg.row) / rows + 0.5 * (leg.row % 2),
    duty: [0.45, 0.55],
    stride: [0.35, 0.75],
    lift: [0.2, 0.6],
    seconds: [0.4, 0.6],
    bobs: 2,
    bounce: [0.02, 0.06],
    rock: 0.04,
  },
];

export interface GaitOptions {
  /** Which way the body goes against where it faces, radians from straight ahead. */
  readonly heading?: number;
  /** Turn per cycle, radians. */
  readonly curve?: number;
  /** Lowers the body, in units. */
  readonly sneak?: number;
  readonly name?: string;
  /** Only gaits of this name. */
  readonly style?: string;
}

/** Draws a gait for the body's number of legs. */
export function drawGait(actor: Actor, rng: Rng, options: GaitOptions = {}): Motion {
  const styles = actor.rows === 1 ? TWO : actor.rows > 2 ? MANY : actor.sprawls ? LOW : FOUR;
  const wanted = styles.filter((s) => s.name === options.style);
  const style = pick(rng, wanted.length > 0 ? wanted : styles);
  const curve = options.curve ?? 0;
  const duty = rng.range(...style.duty);
  const seconds = rng.range(...style.seconds);
  const cycles = Math.max(1, Math.ceil(rng.range(1, 1.8) / seconds));
  const walk = gaitLayer(actor, rng, style, {
    duty,
    heading: options.heading ?? 0,
    curve,
    sneak: options.sneak ?? 0,
  });
  return {
    name: options.name ?? style.name,
    seconds: seconds * cycles,
    // A body that has turned does not come back to the pose it began with.
    loop: curve === 0,
    cycles,
    layers: [(c, t) => walk(c, t * cycles)],
  };
}

interface Path {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
}

/** Where the body is after so many cycles on an arc. */
function pathAt(cycles: number, length: number, heading: number, curve: number): Path {
  if (Math.abs(curve) < 1e-6)
    return { x: length * cycles * Math.sin(heading), z: length * cycles * Math.cos(heading), yaw: 0 };
  const yaw = curve * cycles;
  const radius = length / curve;
  return {
    x: radius * (Math.cos(heading) - Math.cos(heading + yaw)),
    z: radius * (Math.sin(heading + yaw) - Math.sin(heading)),
    yaw,
  };
}

function gaitLayer(
  actor: Actor,
  rng: Rng,
  style: GaitStyle,
  { duty, heading, curve, sneak }: { duty: number; heading: number; curve: number; sneak: number },
): Layer {
  const { unit, legs, plan } = actor;
  const { spine, neck, head } = plan;
  const sideways = Math.abs(Math.sin(heading));
  const length = ((rng.range(...style.stride) * (1 - 0.65 * sideways)) / duty) * unit * (sneak > 0 ? 0.8 : 1);
  const lift = rng.range(...style.lift) * unit;
  const skew = rng.range(-0.25, 0.35);
  const bounce = rng.range(...style.bounce) * unit * (sneak > 0 ? 0.3 : 1);
  const rock = style.rock * rng.range(0.5, 1.3);
  const sway = rng.range(0.3, 1.3);
  const roll = rng.range(0.2, 1.3) * (actor.sprawls ? 0.06 : 0.05);
  const flex = rng.range(0.6, 1.3);
  const nod = rng.range(0.02, 0.14);
  const lean = spread(rng, 0.1) + (actor.rows === 1 ? 0.12 * Math.cos(heading) * style.bounce[1] * 5 : 0);
  const offsets = legs.map((leg) => style.offset(leg, actor.rows) + spread(rng, 0.015));
  const wide = rng.range(-0.06, actor.sprawls ? 0.3 : 0.14) * unit;
  const root: Vec3 = [actor.skeleton.rest[0], 0, actor.skeleton.rest[2]];
  const { bobs } = style;

  return (c, t) => {
    const path = pathAt(t, length, heading, curve);
    const seat = rotate([0, path.yaw, 0], root);
    const bob = Math.cos(2 * Math.PI * bobs * (t - duty / 2));
    const side = wave(t, 0.05);
    const pitch = rock * wave(t, 0.3);
    shift(
      c,
      path.x + seat[0] - root[0] + 0.02 * sway * unit * side,
      -bounce * bob - sneak * unit + (duty < 0.5 ? 0.6 * bounce : 0),
      path.z + seat[2] - root[2],
    );
    rotateJoint(
      c,
      0,
      lean + (bobs === 1 ? pitch : rock * bob),
      path.yaw + 0.09 * sway * wave(t, 0.25),
      roll * side,
    );
    // The spine takes back the sway of the hips; in leaps it arches and stretches.
    bend(
      c,
      spine.slice(1),
      bobs === 1 ? -2.2 * rock * wave(t, 0.1) : 0,
      -0.16 * sway * wave(t, 0.25) + 0.3 * curve,
      -1.4 * roll * side,
    );
    const gaze = -0.6 * (lean + (bobs === 1 ? pitch : 0)) + nod * wave(bobs * t, 0.2);
    if (neck.length > 0) bend(c, neck, 0.7 * gaze, 0.4 * curve, 0);
    rotateJoint(c, head, 0.5 * gaze, 0.3 * curve + 0.05 * sway * wave(t, 0.25), -roll * side);
    for (const [i, leg] of legs.entries()) {
      const now = stepAt(t, offsets[i], duty);
      const print = pathAt(now.travel, length, heading, curve);
      const placed = rotate([0, print.yaw, 0], [leg.foot[0] + wide * leg.side, 0, leg.foot[2]]);
      const rise = lift * now.lift * (1 + skew * Math.cos(Math.PI * now.swing));
      moveFoot(c, i, 0, rise, 0);
      adjustFoot(c, i, FOOT.groundX, print.x + placed[0] - leg.foot[0]);
      adjustFoot(c, i, FOOT.groundZ, print.z + placed[2] - leg.foot[2]);
      adjustFoot(c, i, FOOT.yaw, print.yaw);
      rollFoot(c, actor, i, now, flex * Math.cos(heading));
    }
  };
}

/** The roll of a foot over its toes, and its flexing on the way forward. */
function rollFoot(
  c: Parameters<Layer>[0],
  actor: Actor,
  i: number,
  now: ReturnType<typeof stepAt>,
  amount: number,
): void {
  const { swing, stance } = now;
  const leg = actor.legs[i];
  if (actor.kind === 'biped') {
    const push = 0.5 * ease((stance - 0.5) / 0.5);
    const pitch = swing > 0 ? 0.5 * (1 - ease(swing / 0.7)) - 0.25 * bump(swing, 0.3, 0.9) : push;
    adjustFoot(c, i, FOOT.ankle, amount * pitch);
    adjustFoot(c, i, FOOT.toes, swing > 0 ? 0.4 * amount * pitch : 0);
    return;
  }
  const bent = swing > 0 ? bump(swing, 0, 0.85) : 0;
  const rolled = swing > 0 ? 0.32 - 0.6 * ease(swing) : -0.28 + 0.6 * stance;
  const fore = leg.row === 0 && actor.rows > 1;
  adjustFoot(c, i, FOOT.ankle, amount * (rolled + (fore ? 0.8 : 0.35) * bent));
  adjustFoot(c, i, FOOT.toes, amount * 0.8 * bent);
  adjustFoot(c, i, FOOT.shoulder, amount * (swing > 0 ? 0.14 - 0.28 * ease(swing) : -0.14 + 0.28 * stance));
}

/** Draws the walks of a repertoire: at least one straight, one that turns, some sideways or backwards or sneaking. */
export function drawGaits(actor: Actor, rng: Rng, count: number): Motion[] {
  const made: Motion[] = [];
  const sign = chance(rng, 0.5) ? 1 : -1;
  for (let i = 0; i < count; i++) {
    if (i === 0) made.push(drawGait(actor, rng, { style: actor.pointed ? 'tripod' : 'walk', name: 'walk' }));
    else if (i === 1) made.push(drawGait(actor, rng));
    else if (i === 2) made.push(drawGait(actor, rng, { curve: sign * rng.range(0.25, 0.7), name: 'turn' }));
    else {
      const heading = pick(rng, [Math.PI / 2, -Math.PI / 2, Math.PI, 0.6, -0.6]) + spread(rng, 0.15);
      made.push(
        chance(rng, 0.45)
          ? drawGait(actor, rng, { heading, name: Math.abs(heading) > 2 ? 'walk backwards' : 'sidestep' })
          : chance(rng, 0.5)
            ? drawGait(actor, rng, { sneak: rng.range(0.1, 0.35), name: 'sneak' })
            : drawGait(actor, rng),
      );
    }
  }
  return made;
}
