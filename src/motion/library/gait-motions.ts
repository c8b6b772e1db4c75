/** @file Idle, walk, run, turn and sidestep: the motions of legs. */

import type { Rng } from '../../base/rng.js';
import { hasTentacles, isFish, isSerpent, isShapeless } from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { FootfallPattern } from './footfalls.js';
import { type GaitStyle, gaitLayer, varyStyle } from './locomotion.js';
import type { MotionLeg } from './measure-legs.js';
import type { MotionBody } from './motion-body.js';
import { leanTrunk, type MotionLayer, shiftTrunk } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';
import { type GaitRequest, planGait } from './plan-gait.js';
import { wander } from './random-draws.js';
import { planRest } from './serpent-motions.js';
import { planSway } from './shapeless-motions.js';
import { planFloat } from './swim-motions.js';
import { planFeel } from './tentacle-waves.js';

/** All but feet keep this far from the ground, over the height: what is nearer slides along it. */
const CLEARANCE = 0.028;

const WALK_TWO: GaitStyle = {
  beats: 2,
  springs: false,
  bounce: 0.012,
  lean: 0.03,
  rock: 0,
  twist: 0.08,
  roll: 0.045,
  sway: 0.3,
  lift: 0.09,
  push: 0.55,
  strike: 0.25,
  hang: 0.25,
  armSwing: 0.38,
  elbow: 0.12,
};
const RUN_TWO: GaitStyle = {
  ...WALK_TWO,
  springs: true,
  bounce: 0.045,
  lean: 0.16,
  twist: 0.12,
  roll: 0.05,
  sway: 0.15,
  lift: 0.26,
  push: 0.8,
  strike: 0.05,
  hang: 0.45,
  armSwing: 0.7,
  elbow: 1.1,
};
const WALK_FOUR: GaitStyle = {
  ...WALK_TWO,
  bounce: 0.01,
  lean: 0,
  twist: 0.06,
  roll: 0.025,
  sway: 0.12,
  lift: 0.09,
  push: 0.45,
  strike: 0,
  hang: 0.5,
  armSwing: 0.1,
  elbow: 0,
};
const TROT: GaitStyle = {
  ...WALK_FOUR,
  springs: true,
  bounce: 0.035,
  twist: 0.05,
  sway: 0.05,
  lift: 0.2,
  hang: 0.8,
};
const GALLOP: GaitStyle = {
  ...TROT,
  beats: 1,
  bounce: 0.06,
  rock: 0.1,
  twist: 0,
  roll: 0,
  sway: 0,
  lift: 0.24,
  hang: 0.9,
};
const WALK_MANY: GaitStyle = {
  ...WALK_FOUR,
  push: 0,
  bounce: 0.015,
  twist: 0.03,
  roll: 0.015,
  sway: 0.02,
  lift: 0.22,
  hang: 0.3,
};
const RUN_MANY: GaitStyle = { ...WALK_MANY, bounce: 0.03, lift: 0.3 };
const HOP: GaitStyle = { ...GALLOP, bounce: 0.16, rock: 0.14, lift: 0.2, push: 0.6, hang: 0.6 };

/** A trunk that is asked to bob more dips by at least this, leg sizes. */
const LEAST_DIP = 0.025;

/** The style of a gait, and what it asks for. */
interface GaitChoice {
  readonly style: GaitStyle;
  readonly pattern: FootfallPattern;
  readonly froude: number;
  readonly duties: readonly [number, number];
  readonly periods: readonly [number, number];
  readonly fastest?: number;
}

/** Joints of runners turn by up to 1000 degrees a second. */
const RUNNING = 30;
const WALK_PERIODS = [0.5, 2.4] as const;
const RUN_PERIODS = [0.36, 1.4] as const;

/** Hind legs that are longer than the front legs by this factor, and folded to this share of their length, hop. */
const HOPPER = 1.4;
const FOLDED = 0.62;

function isHopper({ legs, rows }: MotionBody): boolean {
  if (rows !== 2) return legs.length === 1;
  const mean = (fore: boolean, figure: (leg: MotionLeg) => number) => {
    const figures = legs.filter((leg) => leg.fore === fore).map(figure);
    return figures.reduce((sum, x) => sum + x, 0) / figures.length;
  };
  const folded = mean(false, ({ fold }) => fold.rest / fold.length);
  return (
    folded < FOLDED && mean(false, ({ fold }) => fold.length) > HOPPER * mean(true, ({ fold }) => fold.length)
  );
}

function chooseWalk(body: MotionBody): GaitChoice {
  if (isHopper(body)) return { ...chooseHop(), froude: 0.35, fastest: undefined };
  const { rows } = body;
  const style = rows === 1 ? WALK_TWO : rows === 2 ? WALK_FOUR : WALK_MANY;
  const duties = rows === 1 ? ([0.56, 0.68] as const) : ([0.58, 0.75] as const);
  return { style, pattern: 'walk', froude: rows > 2 ? 0.15 : 0.2, duties, periods: WALK_PERIODS };
}

function chooseRun(body: MotionBody): GaitChoice {
  const { rows, legs } = body;
  if (isHopper(body)) return chooseHop();
  if (rows === 1) {
    return {
      style: RUN_TWO,
      pattern: 'trot',
      froude: 1.3,
      duties: [0.34, 0.45],
      periods: RUN_PERIODS,
      fastest: RUNNING,
    };
  }
  // Legs that stand out to the sides cannot gallop; small bodies bound sooner than large ones.
  const sprawls = legs.some((leg) => leg.sprawls);
  if (rows === 2 && !sprawls) {
    return {
      style: GALLOP,
      pattern: 'gallop',
      froude: 2.4,
      duties: [0.3, 0.42],
      periods: RUN_PERIODS,
      fastest: RUNNING,
    };
  }
  if (rows === 2)
    return {
      style: TROT,
      pattern: 'trot',
      froude: 0.8,
      duties: [0.42, 0.5],
      periods: RUN_PERIODS,
      fastest: RUNNING,
    };
  return {
    style: RUN_MANY,
    pattern: 'trot',
    froude: 0.6,
    duties: [0.5, 0.55],
    periods: RUN_PERIODS,
    fastest: RUNNING,
  };
}

const chooseHop = (): GaitChoice => ({
  style: HOP,
  pattern: 'together',
  froude: 0.9,
  duties: [0.4, 0.5],
  periods: [0.45, 1.2],
  fastest: RUNNING,
});

function planSteps(
  body: MotionBody,
  style: FullMotionStyle,
  rng: Rng,
  choice: GaitChoice,
  direction: Pick<GaitRequest, 'heading' | 'curve'> & {
    readonly slow?: number;
    readonly short?: number;
  } = {},
): MotionPlan {
  const { slow = 1, short = 1, heading = 0, curve = 0 } = direction;
  const gait = planGait(body, {
    pattern: choice.pattern,
    froude: choice.froude * slow,
    ...(style.speed !== undefined && { speed: style.speed }),
    ...(style.slowed !== undefined && { slowed: style.slowed }),
    ...(style.shortened !== undefined && { shortened: style.shortened }),
    stride: short * style.stride,
    periods: choice.periods,
    duties: choice.duties,
    heading,
    curve,
  });
  const varied = varyStyle(choice.style, rng, style.seed === 0 ? 0 : 0.25);
  // A leg without an ankle turns its sole with the hips.
  const swivel = body.legs.every(({ fold }) => fold.joints.length === 1) ? 0 : style.energy;
  const look: GaitStyle = {
    ...varied,
    bounce: varied.bounce * Math.min(1, style.bounce) * style.energy,
    dip: Math.max(LEAST_DIP, varied.bounce) * Math.max(0, style.bounce - 1) * style.energy,
    lift: varied.lift * (0.5 + 0.5 * style.energy),
    tail: style.tailLiveliness,
    twist: varied.twist * swivel,
    roll: varied.roll * swivel,
    armSwing: varied.armSwing * style.energy,
  };
  return {
    seconds: gait.period,
    loop: true,
    grounded: true,
    clearance: CLEARANCE,
    cycles: 1,
    ...(choice.fastest !== undefined && { fastest: choice.fastest }),
    layers: [
      gaitLayer(body, gait, look, style.stanceWidth),
      carriageLayer(body, style, rng, { breaths: 1, amount: 0.3 }),
    ],
  };
}

const legged = ({ legs }: MotionBody) => legs.length > 0;
const QUARTER = Math.PI / 2;

/** Turns by a quarter in two cycles of small steps. */
const planTurn =
  (side: 1 | -1): MotionDefinition['plan'] =>
  (body, style, rng) => {
    const choice = chooseWalk(body);
    const { layers, ...plan } = planSteps(body, { ...style, speed: undefined }, rng, choice, {
      curve: (side * QUARTER) / 2,
      short: 0.08,
    });
    const cycles = 2;
    return {
      ...plan,
      seconds: cycles * plan.seconds,
      cycles,
      layers: layers.map((layer) => (frame, t) => layer(frame, cycles * t)),
    };
  };

/** Stands, breathes, shifts its weight. */
function planIdle(body: MotionBody, style: FullMotionStyle, rng: Rng): MotionPlan {
  if (isFish(body)) return planFloat(body, style);
  if (isSerpent(body)) return planRest(body, style);
  if (hasTentacles(body)) return planFeel(body, style);
  if (isShapeless(body) && body.arms.length === 0) return planSway(body, style);
  const { unit, legs, pivot } = body;
  // Small animals breathe faster.
  const breaths = unit < 0.25 ? 3 : unit < 1.2 ? 2 : 1;
  const across = Math.max(0, ...legs.map(({ sole }) => Math.abs(sole[0] - pivot[0])));
  const sway = wander(rng, 0.12 * style.energy * Math.min(across, 0.4 * unit), 2);
  const rock = wander(rng, 0.02 * style.energy * unit, 2);
  const turn = wander(rng, 0.02 * style.energy, 2);
  const stand: MotionLayer = (frame, t) => {
    shiftTrunk(frame, sway(t), 0, rock(t));
    leanTrunk(frame, 0, turn(t), 0.15 * (sway(t) / unit));
    for (const [i, leg] of legs.entries())
      frame.feet[i].x += (style.stanceWidth - 1) * (leg.sole[0] - pivot[0]);
  };
  return {
    seconds: 4,
    loop: true,
    grounded: legs.length > 0,
    layers: [stand, carriageLayer(body, style, rng, { breaths, amount: style.energy })],
  };
}

const sidestep =
  (side: 1 | -1): MotionDefinition['plan'] =>
  (body, style, rng) =>
    planSteps(body, style, rng, chooseWalk(body), { heading: side * QUARTER, slow: 0.4 });

/** The motions of legs. */
export const GAIT_MOTIONS: readonly MotionDefinition[] = [
  { name: 'idle', summary: 'stands, breathes, looks about', suits: () => true, plan: planIdle },
  {
    name: 'walk',
    summary: 'walks ahead',
    suits: legged,
    plan: (body, style, rng) => planSteps(body, style, rng, chooseWalk(body)),
  },
  {
    name: 'run',
    summary: 'runs, trots or gallops ahead',
    suits: legged,
    plan: (body, style, rng) => planSteps(body, style, rng, chooseRun(body)),
  },
  {
    name: 'hop',
    summary: 'hops ahead',
    suits: (body) => isHopper(body) || (body.rows === 1 && body.legs.length === 2),
    plan: (body, style, rng) => planSteps(body, style, rng, chooseHop()),
  },
  { name: 'turn-left', summary: 'turns left on the spot by a quarter', suits: legged, plan: planTurn(1) },
  { name: 'turn-right', summary: 'turns right on the spot by a quarter', suits: legged, plan: planTurn(-1) },
  {
    name: 'strafe-left',
    summary: 'steps to the left',
    suits: ({ rows, legs }) => rows === 1 && legs.length === 2,
    plan: sidestep(1),
  },
  {
    name: 'strafe-right',
    summary: 'steps to the right',
    suits: ({ rows, legs }) => rows === 1 && legs.length === 2,
    plan: sidestep(-1),
  },
];
