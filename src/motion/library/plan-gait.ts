/**
 * @file A gait for a body: the laws of its size, held to what its legs can reach.
 */

import { clamp } from '../../math/scalar.js';
import { type FootfallPattern, footfalls } from './footfalls.js';
import { gaitAt } from './gait-laws.js';
import type { MotionLeg } from './measure-legs.js';
import type { MotionBody } from './motion-body.js';

export interface Gait {
  readonly froude: number;
  /** Way of the body in a cycle, metres. */
  readonly stride: number;
  /** Seconds of a cycle. */
  readonly period: number;
  readonly duty: number;
  /** When each foot lands, in cycles. */
  readonly landings: readonly number[];
  /** How far the middle of each foot's stance is ahead of where it rests, metres. */
  readonly leads: readonly number[];
  /** Which way the body goes against where it faces, radians to the left. */
  readonly heading: number;
  /** Turn to the left in a cycle, radians. */
  readonly curve: number;
}

export interface GaitRequest {
  readonly pattern: FootfallPattern;
  readonly froude: number;
  /** Metres per second; replaces the Froude number. */
  readonly speed?: number;
  /** Factors of the period, and of steps as far as legs can make them. */
  readonly slowed?: number;
  readonly shortened?: number;
  /** Factor of the stride. */
  readonly stride: number;
  /** Shortest and longest cycle, seconds. */
  readonly periods: readonly [number, number];
  readonly duties: readonly [number, number];
  readonly heading?: number;
  readonly curve?: number;
}

/** How far the trunk may come down for longer strides, over the size of a leg. */
const SINK = 0.11;
/** What sideways steps are of the distance between the feet. */
const SIDESTEP = 0.7;
/** How much of a foot's distance from its hip along the heading is given up. */
const LEAD = 0.35;
const SPRAWL_LEAD = 0.4;
/** Longest way of a foot whose leg cannot bend, half of it, over the leg's size: its sole tilts with the leg. */
const STIFF = 0.2;
/** and less where its sole is longer than this share of its size. */
const SHORT_SOLE = 0.5;
/** Froude numbers that are looked at for a speed, and how often their range is halved. */
const FROUDES = [0.005, 12];
const HALVINGS = 24;
/** Feet of neighbouring legs keep this share of their distance. */
const ROOM = 0.8;

export function planGait(body: MotionBody, request: GaitRequest): Gait {
  const { legs } = body;
  const { heading = 0, curve = 0, speed } = request;
  const steps =
    speed === undefined ? stepsAt(body, request, request.froude) : stepsOfSpeed(body, request, speed);
  return {
    ...steps,
    landings: footfalls(legs, request.pattern),
    leads: legs.map((leg) => leadOf(leg, heading)),
    heading,
    curve,
  };
}

type Steps = Pick<Gait, 'froude' | 'stride' | 'period' | 'duty'>;

/** What the laws say at a Froude number, held to what the legs can reach. */
function stepsAt({ unit, legs }: MotionBody, request: GaitRequest, froude: number): Steps {
  const { heading = 0 } = request;
  const figures = gaitAt(froude, unit);
  // Legs of one bone cannot share the weight while both slant: the next lands as the last one leaves.
  const stiff = legs.every(({ fold }) => fold.joints.length === 1);
  const duty = stiff && legs.length > 1 ? 0.5 : clamp(figures.duty, ...request.duties);
  const wanted = figures.stride * unit * request.stride;
  const most = Math.min(...legs.map((leg) => sweepOf(leg, heading)), neighbourRoom(legs));
  const sideways = Math.abs(Math.sin(heading));
  const narrow =
    sideways > 0.5 ? SIDESTEP * 2 * Math.max(...legs.map(({ sole }) => Math.abs(sole[0]))) : Infinity;
  const sweep = Math.min(wanted * duty, most, narrow) * (request.shortened ?? 1);
  const short = sweep / duty / wanted;
  // Shorter strides come a little faster, as they do in life.
  const period = clamp(figures.period * Math.sqrt(clamp(short, 0.36, 1)), ...request.periods);
  return { froude, stride: sweep / duty, period: period * (request.slowed ?? 1), duty };
}

/** The steps whose speed is the one asked for: the Froude number is sought, since legs may not reach what its law says. */
function stepsOfSpeed(body: MotionBody, request: GaitRequest, speed: number): Steps {
  let [low, high] = FROUDES.map(Math.log);
  let steps = stepsAt(body, request, FROUDES[0]);
  if (steps.stride > speed * steps.period) return { ...steps, stride: speed * steps.period };
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    steps = stepsAt(body, request, Math.exp(middle));
    if (steps.stride < speed * steps.period) low = middle;
    else high = middle;
  }
  return steps;
}

/** Feet that rest far in front of their hips or behind them step nearer to those. */
function leadOf({ hip, end, sprawls }: MotionLeg, heading: number): number {
  const along = (end[0] - hip[0]) * Math.sin(heading) + (end[2] - hip[2]) * Math.cos(heading);
  return -(sprawls ? SPRAWL_LEAD : LEAD) * along;
}

/** How far a foot can go along a heading while it stands, metres. */
function sweepOf({ fold, hip, end, size, sprawls, soleLength }: MotionLeg, heading: number): number {
  const [dx, dz] = [Math.sin(heading), Math.cos(heading)];
  const [x, z] = [end[0] - hip[0], end[2] - hip[2]];
  const height = Math.max(0, hip[1] - end[1] - SINK * size);
  const ahead = x * dx + z * dz;
  const along = Math.abs(ahead) * (1 - (sprawls ? SPRAWL_LEAD : LEAD));
  const room = fold.longest ** 2 - height ** 2 - x * x - z * z + ahead * ahead;
  const reach = Math.sqrt(Math.max(0, room)) - along;
  // A long sole that tilts with its leg rolls far.
  const flat = clamp((SHORT_SOLE * size) / Math.max(1e-6, soleLength), 0.4, 1);
  const stiff = fold.joints.length === 1 ? STIFF * flat * size : Infinity;
  return 2 * clamp(reach, 0.12 * size, Math.min(0.62 * fold.length, stiff));
}

/** Many legs must not step on each other. */
function neighbourRoom(legs: readonly MotionLeg[]): number {
  let room = Infinity;
  for (const a of legs) {
    for (const b of legs) {
      if (a === b || a.side !== b.side || b.row !== a.row + 1 || legs.length < 6) continue;
      const away = Math.hypot(a.sole[0] - b.sole[0], a.sole[2] - b.sole[2]);
      room = Math.min(room, ROOM * 2 * away);
    }
  }
  return room;
}
