/**
 * @file Walks, runs, turns and sidesteps of any number of legs, from a gait: feet by their footfalls, a trunk that
 * rises over standing legs (a walk) or sinks into them (a run), hips and chest that turn against each other, arms
 * against the legs of their side, head and gaze held still.
 */

import type { Rng } from '../../base/rng.js';
import { type FootStyle, footMoment, pathAt, stepFoot } from './foot-cycle.js';
import type { MotionBody } from './motion-body.js';
import { wave } from './motion-curves.js';
import {
  backOf,
  bendChain,
  leanTrunk,
  type MotionFrame,
  type MotionLayer,
  shiftTrunk,
  turnHead,
} from './motion-frame.js';
import type { Gait } from './plan-gait.js';

/** How a gait looks; lengths in leg sizes, angles in radians. */
export interface GaitStyle {
  /** Steps that the trunk bobs with in a cycle. */
  readonly beats: 1 | 2;
  /** Whether the trunk is lowest in the middle of a stance, as in runs. */
  readonly springs: boolean;
  readonly bounce: number;
  /** What more of it there is than legs that are nearly straight let be seen. */
  readonly dip?: number;
  /** Factor of how the tail swings along. */
  readonly tail?: number;
  /** How far the trunk leans forward. */
  readonly lean: number;
  /** Trunk rocking fore and aft, and the back with it: leaps. */
  readonly rock: number;
  /** Turning of the hips, and dropping of the free hip. */
  readonly twist: number;
  readonly roll: number;
  /** To the standing side, over the distance of the feet from the middle. */
  readonly sway: number;
  readonly lift: number;
  readonly push: number;
  readonly strike: number;
  readonly hang: number;
  readonly armSwing: number;
  readonly elbow: number;
}

/** The layer of a gait; `t` of the layer counts cycles. */
export function gaitLayer(body: MotionBody, gait: Gait, style: GaitStyle, width: number): MotionLayer {
  const { legs, unit, upright } = body;
  const { landings, duty, heading } = gait;
  const fore = Math.cos(heading);
  const lead = legs.findIndex(({ side, row }) => side > 0 && row === body.rows - 1);
  const reference = landings[Math.max(0, lead)];
  const middle = reference + duty / 2;
  const across =
    legs.reduce((sum, { sole, side }) => sum + side * (sole[0] - body.pivot[0]), 0) / legs.length;
  // Feet are lifted enough to clear the ground at once, whatever the size of the legs.
  const lift = Math.max(style.lift * unit, 0.042 * body.height);
  const foot: FootStyle = {
    lift,
    push: style.push * Math.max(0, fore),
    strike: style.strike * Math.max(0, fore),
    hang: style.hang * Math.max(0.3, fore),
  };
  const one = legs.length === 1 || style.beats === 1;
  return (frame, t) => {
    const path = pathAt(t, gait);
    frame.path.x += path.x;
    frame.path.z += path.z;
    frame.path.yaw += path.yaw;
    const bob = Math.cos(2 * Math.PI * style.beats * (t - middle));
    const side = one ? 0 : Math.cos(2 * Math.PI * (t - middle));
    const ahead = one ? 0 : Math.cos(2 * Math.PI * (t - reference));
    const rock = style.rock * wave(t, reference + 0.05);
    shiftTrunk(frame, style.sway * across * side, (style.springs ? -1 : 1) * style.bounce * unit * bob, 0);
    frame.dip += (style.dip ?? 0) * unit * (style.springs ? 1 + bob : 1 - bob);
    leanTrunk(frame, style.lean * fore + rock, (upright ? -1 : 0.6) * style.twist * ahead, style.roll * side);
    poseTrunkParts(frame, body, style, { side, ahead, bob, rock, t, curve: gait.curve });
    swingArms(frame, body, style, gait, t);
    for (const [i, leg] of legs.entries()) {
      frame.feet[i].x += (width - 1) * (leg.sole[0] - body.pivot[0]);
      stepFoot(frame.feet[i], leg, gait, i, t, foot);
    }
  };
}

interface Moment {
  readonly side: number;
  readonly ahead: number;
  readonly bob: number;
  readonly rock: number;
  readonly t: number;
  readonly curve: number;
}

/** Back, neck, head and tail: they take back what the hips do, so that the head goes straight. */
function poseTrunkParts(frame: MotionFrame, body: MotionBody, style: GaitStyle, now: Moment): void {
  const { upright, plan } = body;
  const { twist, roll, lean } = style;
  const { side, ahead, bob, rock, curve } = now;
  const back = backOf(body);
  if (upright) {
    bendChain(frame, back, 0.2 * lean, 1.9 * twist * ahead + 0.15 * curve, -1.3 * roll * side);
    turnHead(frame, body, -0.9 * lean - 0.02 * bob, -0.9 * twist * ahead + 0.3 * curve, 0.3 * roll * side);
  } else {
    // A back that bends to the side of the hind leg that stands, and arches in leaps.
    bendChain(
      frame,
      back,
      -2.2 * style.rock * wave(now.t, 0.3),
      -1.2 * twist * ahead + 0.25 * curve,
      -roll * side,
    );
    const nod = (style.beats === 2 ? 0.05 : 0.04) * bob;
    turnHead(frame, body, nod - 0.8 * (lean + rock), 0.5 * twist * ahead + 0.4 * curve, 0);
  }
  const { tail } = plan;
  for (const [k, j] of tail.entries()) {
    const s = (k + 1) / tail.length;
    const size = (style.tail ?? 1) * (0.5 + s) * (1.6 * twist + 0.03);
    const phase = wave(now.t, 0.25 * s + 0.1);
    frame.rotations[j * 3 + 1] += (size * phase * 2.4) / Math.max(2, tail.length);
    frame.rotations[j * 3] += ((0.6 * rock + 0.03 * bob) * 2) / Math.max(2, tail.length);
  }
}

/** Arms swing against the leg of their side. */
function swingArms(frame: MotionFrame, body: MotionBody, style: GaitStyle, gait: Gait, t: number): void {
  const rows = new Map<number, number>();
  for (const [i, arm] of body.arms.entries()) {
    const row = rows.get(arm.side) ?? 0;
    rows.set(arm.side, row + 1);
    const leg = body.legs.findIndex(({ side }) => side === arm.side);
    const landing = leg >= 0 ? gait.landings[leg] : arm.side > 0 ? 0 : 0.5;
    // A second pair of arms swings the other way.
    const swing = -Math.cos(2 * Math.PI * (t - landing - 0.04)) * (row % 2 === 0 ? 1 : -0.7);
    const control = frame.arms[i];
    const amount = style.armSwing * Math.max(0.35, Math.cos(gait.heading));
    control.swing += amount * swing;
    control.bend += style.elbow + 0.35 * amount * (1 + swing);
    control.spread += 0.15 * style.elbow;
  }
}

/** Whether a foot of a gait stands. */
export const isStanding = (gait: Gait, leg: number, t: number): boolean =>
  footMoment(t, gait.landings[leg], gait.duty).swing < 0;

/** Small differences between individuals. */
export function varyStyle(style: GaitStyle, rng: Rng, amount: number): GaitStyle {
  const vary = (x: number) => x * (1 + amount * rng.range(-1, 1));
  return {
    ...style,
    bounce: vary(style.bounce),
    twist: vary(style.twist),
    roll: vary(style.roll),
    sway: vary(style.sway),
    lift: vary(style.lift),
    armSwing: vary(style.armSwing),
    hang: vary(style.hang),
  };
}
