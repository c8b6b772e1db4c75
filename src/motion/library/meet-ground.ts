/**
 * @file What the skin does at the ground once the frames are posed, and what feet, trunk, head, tail, arms and wings are moved by for
 * it: soles that stand lie on the ground by their lowest point, everything else stays above it.
 *
 * Demands on the trunk, the tail and arms are enveloped over time, so that they are smooth and nowhere too little. A
 * foot that swings passes from what it was raised by at its last stance to what it will be at the next.
 */

import { clamp } from '../../math/scalar.js';
import { subtreeOf } from '../../rig/joint-tree.js';
import { envelope } from './envelope.js';
import type { MotionBody } from './motion-body.js';
import type { FootControl } from './motion-frame.js';
import { createRollingSole, type RollingSole } from './rolling-sole.js';
import { bridgeSwings, standingRuns } from './standing-runs.js';
import { type PoseFramesOptions, toPose, type WorkFrame } from './work-frame.js';

/** A foot that swings is kept this far over the ground, over the height: what is nearer slides along it. */
const SKIM = 0.026;
/** Points this near to the ground touch it, over the height. */
export const CONTACT = 0.02;
/** Most that a trunk is raised in a round, over the height, and a part is turned in all, radians. */
const MOST_RISE = 0.02;
const MOST_TURN = 0.9;
/** Most that a swinging foot is raised, over the size of its leg. */
const MOST_RAISE = 0.25;
/** Parts turn a little more than a small angle would take. */
const OVERTURN = 1.15;

/** Whether a foot is held to the ground. */
export const stands = ({ carried, y }: FootControl): boolean => carried === 0 && y === 0;

/** Meets the ground with frames that are posed; `meet` returns the most that anything is moved by, metres. */
export interface GroundContact {
  meet(works: readonly WorkFrame[]): number;
}

/** Parts that are held off the ground by turning them at their base. */
interface HangingPart {
  /** Joints whose skin belongs to it. */
  readonly joints: ReadonlySet<number>;
  /** How far it reaches from its base along the ground, metres. */
  readonly reach: number;
  angle(work: WorkFrame): number;
  turn(work: WorkFrame, angle: number): void;
}

/** Heights of the lowest points of a frame. */
interface Lows {
  readonly legs: Float64Array;
  readonly parts: Float64Array;
  trunk: number;
  whole: number;
}

export function createGroundContact(body: MotionBody, options: PoseFramesOptions): GroundContact {
  const { legs, partOf } = body;
  const parts = findHangingParts(body);
  const partIndex = new Int16Array(partOf.length).fill(-1);
  for (const [i, { joints }] of parts.entries()) for (const j of joints) partIndex[j] = i;
  const lows: Lows = {
    legs: new Float64Array(legs.length),
    parts: new Float64Array(parts.length),
    trunk: 0,
    whole: 0,
  };
  return {
    meet(works) {
      const near = body.ground + CONTACT * body.height;
      const soles = legs.map((leg, i) => createRollingSole(i, leg.points, works.length, near));
      const needs: Needs = {
        feet: legs.map(() => new Float64Array(works.length)),
        parts: parts.map(() => new Float64Array(works.length)),
        trunk: new Float64Array(works.length),
      };
      let moved = 0;
      for (const [f, work] of works.entries()) {
        const posed = body.points.pose(toPose(work));
        for (const sole of soles) sole.record(f, posed, work.frame.feet[sole.leg]);
        measureLows(lows, body, work, posed, partIndex);
        moved = Math.max(moved, demand(needs, body, work, f, lows, options.clearance, parts));
      }
      moved = Math.max(moved, raiseFeet(body, works, needs.feet, options.loop));
      for (const sole of soles) moved = Math.max(moved, rollSole(works, sole, options.loop));
      return Math.max(moved, raiseRest(body, works, needs, options, parts));
    },
  };
}

/** Head, tail, arms and wings, as far as they have skin and something to turn. */
function findHangingParts(body: MotionBody): HangingPart[] {
  const { plan, skeleton, arms, wings } = body;
  const below = (joints: readonly number[]) => {
    const all = new Set<number>();
    for (const j of joints) for (const one of subtreeOf(skeleton.parents, j)) all.add(one);
    return all;
  };
  const part = (
    base: number,
    joints: ReadonlySet<number>,
    angle: HangingPart['angle'],
    turn: HangingPart['turn'],
  ): HangingPart => ({ joints, reach: reachOf(body, base, joints), angle, turn });
  const found: HangingPart[] = [];
  const neck = plan.neck[0] ?? plan.head;
  if (neck > 0) {
    const turn = (work: WorkFrame, angle: number) => {
      work.head = angle;
    };
    found.push(part(neck, below([neck]), ({ head }) => head, turn));
  }
  if (plan.tail.length > 0) {
    const turn = (work: WorkFrame, angle: number) => {
      work.tail = angle;
    };
    found.push(part(plan.tail[0], below([plan.tail[0]]), ({ tail }) => tail, turn));
  }
  for (const [i, { joints, length }] of arms.entries()) {
    const turn = (work: WorkFrame, angle: number) => {
      work.arms[i] = angle;
    };
    found.push({ joints: below([joints[0]]), reach: length, angle: (work) => work.arms[i], turn });
  }
  for (const [i, { joints }] of wings.entries()) {
    const turn = (work: WorkFrame, angle: number) => {
      work.wings[i] = angle;
    };
    found.push(part(joints[0], below([joints[0]]), (work) => work.wings[i], turn));
  }
  const legs = new Set(body.legs.flatMap(({ subtree }) => [...subtree]));
  return found.filter(({ joints, reach }) => reach > 0 && [...joints].every((j) => !legs.has(j)));
}

/** What is missing of each part's height, by frame; of parts that turn the angle that it takes. */
interface Needs {
  readonly feet: readonly Float64Array[];
  readonly parts: readonly Float64Array[];
  readonly trunk: Float64Array;
}

function measureLows(
  lows: Lows,
  body: MotionBody,
  work: WorkFrame,
  posed: Float32Array,
  partIndex: Int16Array,
): void {
  const { legs, points, partOf } = body;
  for (const [i, leg] of legs.entries()) {
    let low = leg.points.length > 0 ? Infinity : work.positions[leg.joints[leg.joints.length - 1] * 3 + 1];
    for (const p of leg.points) low = Math.min(low, posed[p * 3 + 1]);
    lows.legs[i] = low;
  }
  lows.parts.fill(Infinity);
  [lows.trunk, lows.whole] = [Infinity, Infinity];
  for (let p = 0; p < points.owners.length; p++) {
    const y = posed[p * 3 + 1];
    const owner = points.owners[p];
    const part = partIndex[owner];
    lows.whole = Math.min(lows.whole, y);
    if (part >= 0) lows.parts[part] = Math.min(lows.parts[part], y);
    else if (partOf[owner] === 'trunk') lows.trunk = Math.min(lows.trunk, y);
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
  parts: readonly HangingPart[],
): number {
  const { ground, height } = body;
  const { feet, lying } = work.frame;
  for (const [i, low] of lows.legs.entries()) {
    const floor = ground + clamp(feet[i].y, 0, SKIM * height);
    needs.feet[i][f] = stands(feet[i]) ? ground - low : Math.max(0, floor - low) * (1 - lying);
  }
  const up = 1 - lying;
  const floor = ground + clearance;
  needs.trunk[f] = up * Math.max(0, floor - lows.trunk);
  for (const [i, { reach }] of parts.entries())
    needs.parts[i][f] = (up * Math.max(0, floor - lows.parts[i])) / reach;
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
      // A fat shank may dip into the ground as its knee folds: lifting the foot would fold it further.
      const most = Math.max(passed[f], MOST_RAISE * legs[i].size);
      if (!standing[f]) work.raises[i] = Math.min(most, Math.max(passed[f], before[f] + needs[i][f]));
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
  { height }: MotionBody,
  works: readonly WorkFrame[],
  needs: Needs,
  options: PoseFramesOptions,
  parts: readonly HangingPart[],
): number {
  const trunk = envelope(needs.trunk, options);
  const turns = needs.parts.map((need) => envelope(need, options));
  let moved = 0;
  for (const [f, work] of works.entries()) {
    const rise = Math.min(trunk[f], options.clearance + MOST_RISE * height);
    work.lift += rise;
    moved = Math.max(moved, rise);
    for (const [i, part] of parts.entries()) {
      const angle = clamp(part.angle(work) + OVERTURN * turns[i][f], 0, MOST_TURN);
      part.turn(work, angle);
      if (angle < MOST_TURN) moved = Math.max(moved, turns[i][f] * part.reach);
    }
  }
  return moved;
}

/** How far the skin of a part is from its base along the ground. */
function reachOf({ skeleton, points }: MotionBody, base: number, joints: ReadonlySet<number>): number {
  const [x, z] = [skeleton.rest[base * 3], skeleton.rest[base * 3 + 2]];
  let far = 0;
  for (let p = 0; p < points.owners.length; p++) {
    if (!joints.has(points.owners[p])) continue;
    far = Math.max(far, Math.hypot(points.rest[p * 3] - x, points.rest[p * 3 + 2] - z));
  }
  return far;
}
