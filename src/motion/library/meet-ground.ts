/**
 * @file What the skin does at the ground once the frames are posed, and what feet, tail, arms and trunk are moved by for
 * it: soles that stand lie on the ground by their lowest point, everything else stays above it.
 *
 * Demands on the trunk, the tail and arms are enveloped over time, so that they are smooth and nowhere too little. A
 * foot that swings passes from what it was raised by at its last stance to what it will be at the next.
 */

import { clamp } from '../../math/scalar.js';
import { envelope } from './envelope.js';
import { subtreeOf } from './measure-legs.js';
import type { MotionBody } from './motion-body.js';
import type { FootControl } from './motion-frame.js';
import { createRollingSole, type RollingSole } from './rolling-sole.js';
import { bridgeSwings, standingRuns } from './standing-runs.js';
import { type PoseFramesOptions, toPose, type WorkFrame } from './work-frame.js';

/** A foot that swings is kept this far over the ground, over the height: what is nearer slides along it. */
const SKIM = 0.026;
/** Most that a trunk is raised in a round, over the height, and a tail or an arm in all, radians. */
const MOST_RISE = 0.02;
const MOST_TURN = 0.9;

/** Whether a foot is held to the ground. */
export const stands = ({ carried, y }: FootControl): boolean => carried === 0 && y === 0;

/** Meets the ground with frames that are posed; `meet` returns the most that anything is moved by, metres. */
export interface GroundContact {
  meet(works: readonly WorkFrame[]): number;
}

/** Heights of the lowest points of a frame. */
interface Lows {
  readonly legs: Float64Array;
  readonly arms: Float64Array;
  tail: number;
  trunk: number;
  whole: number;
}

export function createGroundContact(body: MotionBody, options: PoseFramesOptions): GroundContact {
  const { legs, arms, skeleton, partOf } = body;
  const armOf = new Int16Array(partOf.length).fill(-1);
  for (const [i, { joints }] of arms.entries()) {
    for (const j of subtreeOf(skeleton.parents, joints[0])) armOf[j] = i;
  }
  const lows: Lows = {
    legs: new Float64Array(legs.length),
    arms: new Float64Array(arms.length),
    tail: 0,
    trunk: 0,
    whole: 0,
  };
  const tailLength = measureTail(body);
  return {
    meet(works) {
      const soles = legs.flatMap((leg, i) =>
        leg.foot < 0 ? createRollingSole(i, leg.points, works.length) : [],
      );
      const needs = createNeeds(body, works.length);
      let moved = 0;
      for (const [f, work] of works.entries()) {
        const posed = body.points.pose(toPose(body, work));
        for (const sole of soles) sole.record(f, posed, work.frame.feet[sole.leg]);
        measureLows(lows, body, work, posed, armOf);
        moved = Math.max(moved, demand(needs, body, work, f, lows, options.clearance, tailLength));
      }
      moved = Math.max(moved, raiseFeet(body, works, needs.feet, options.loop));
      for (const sole of soles) moved = Math.max(moved, rollSole(works, sole, options.loop));
      return Math.max(moved, raiseRest(body, works, needs, options, tailLength));
    },
  };
}

/** What is missing of each part's height, by frame; of tails and arms the angle that it takes. */
interface Needs {
  readonly feet: readonly Float64Array[];
  readonly arms: readonly Float64Array[];
  readonly tail: Float64Array;
  readonly trunk: Float64Array;
}

const createNeeds = ({ legs, arms }: MotionBody, frames: number): Needs => ({
  feet: legs.map(() => new Float64Array(frames)),
  arms: arms.map(() => new Float64Array(frames)),
  tail: new Float64Array(frames),
  trunk: new Float64Array(frames),
});

function measureLows(
  lows: Lows,
  body: MotionBody,
  work: WorkFrame,
  posed: Float32Array,
  armOf: Int16Array,
): void {
  const { legs, points, partOf } = body;
  for (const [i, leg] of legs.entries()) {
    let low = leg.points.length > 0 ? Infinity : work.positions[leg.joints[leg.joints.length - 1] * 3 + 1];
    for (const p of leg.points) low = Math.min(low, posed[p * 3 + 1]);
    lows.legs[i] = low;
  }
  lows.arms.fill(Infinity);
  [lows.tail, lows.trunk, lows.whole] = [Infinity, Infinity, Infinity];
  for (let p = 0; p < points.owners.length; p++) {
    const y = posed[p * 3 + 1];
    const owner = points.owners[p];
    lows.whole = Math.min(lows.whole, y);
    const part = partOf[owner];
    if (part === 'tail') lows.tail = Math.min(lows.tail, y);
    else if (part === 'trunk') lows.trunk = Math.min(lows.trunk, y);
    else if (armOf[owner] >= 0) lows.arms[armOf[owner]] = Math.min(lows.arms[armOf[owner]], y);
  }
}

/** Notes what a frame needs; a body that lies is laid on the ground at once. */
function demand(
  needs: Needs,
  body: MotionBody,
  work: WorkFrame,
  f: number,
  lows: Lows,
  clearance: number,
  tailLength: number,
): number {
  const { ground, height, arms } = body;
  const { feet, lying } = work.frame;
  for (const [i, low] of lows.legs.entries()) {
    const floor = ground + clamp(feet[i].y, 0, SKIM * height);
    needs.feet[i][f] = stands(feet[i]) ? ground - low : Math.max(0, floor - low) * (1 - lying);
  }
  const up = 1 - lying;
  const floor = ground + clearance;
  needs.trunk[f] = up * Math.max(0, floor - lows.trunk);
  if (tailLength > 0) needs.tail[f] = (up * Math.max(0, floor - lows.tail)) / tailLength;
  for (const [i, arm] of arms.entries())
    needs.arms[i][f] = (up * Math.max(0, floor - lows.arms[i])) / arm.length;
  if (lying === 0) return 0;
  const down = lying * (ground - lows.whole);
  work.lift += down;
  return Math.abs(down);
}

function raiseFeet(
  { legs }: MotionBody,
  works: readonly WorkFrame[],
  needs: readonly Float64Array[],
  loop: boolean,
): number {
  let moved = 0;
  for (let i = 0; i < legs.length; i++) {
    const standing = Uint8Array.from(works, ({ frame }) => +stands(frame.feet[i]));
    const before = works.map(({ raises }) => raises[i]);
    for (const [f, work] of works.entries()) if (standing[f]) work.raises[i] += needs[i][f];
    // What a swing needs on top of the way between its stances.
    const passed = Float64Array.from(works, ({ raises }) => raises[i]);
    bridgeSwings(passed, 1, standingRuns(standing, loop), loop);
    for (const [f, work] of works.entries()) {
      if (!standing[f]) work.raises[i] = Math.max(passed[f], before[f] + needs[i][f]);
      moved = Math.max(moved, Math.abs(work.raises[i] - before[f]));
    }
  }
  return moved;
}

function rollSole(works: readonly WorkFrame[], sole: RollingSole, loop: boolean): number {
  const slides = sole.solve(loop);
  let moved = 0;
  for (const [f, work] of works.entries()) {
    for (let k = 0; k < 2; k++) {
      work.slides[sole.leg * 2 + k] += slides[f * 2 + k];
      moved = Math.max(moved, Math.abs(slides[f * 2 + k]));
    }
  }
  return moved;
}

function raiseRest(
  { height, arms }: MotionBody,
  works: readonly WorkFrame[],
  needs: Needs,
  options: PoseFramesOptions,
  tailLength: number,
): number {
  const trunk = envelope(needs.trunk, options);
  const tail = envelope(needs.tail, options);
  const out = needs.arms.map((need) => envelope(need, options));
  let moved = 0;
  for (const [f, work] of works.entries()) {
    const rise = Math.min(trunk[f], options.clearance + MOST_RISE * height);
    work.lift += rise;
    work.tail = clamp(work.tail + 1.2 * tail[f], 0, MOST_TURN);
    moved = Math.max(moved, rise, work.tail < MOST_TURN ? tail[f] * tailLength : 0);
    for (const [i, arm] of arms.entries()) {
      work.arms[i] = clamp(work.arms[i] + 1.1 * out[i][f], 0, MOST_TURN);
      if (work.arms[i] < MOST_TURN) moved = Math.max(moved, out[i][f] * arm.length);
    }
  }
  return moved;
}

/** How far the tail reaches from its first joint along the ground. */
function measureTail({ plan, skeleton, points, partOf }: MotionBody): number {
  if (plan.tail.length === 0) return 0;
  const [x, z] = [skeleton.rest[plan.tail[0] * 3], skeleton.rest[plan.tail[0] * 3 + 2]];
  let far = 0;
  for (let p = 0; p < points.owners.length; p++) {
    if (partOf[points.owners[p]] !== 'tail') continue;
    far = Math.max(far, Math.hypot(points.rest[p * 3] - x, points.rest[p * 3 + 2] - z));
  }
  return far;
}
