/** @file What a foot does in a gait: when it stands and where, how it swings, how it rolls from heel to toe. */

import { clamp } from '../../math/scalar.js';
import type { MotionLeg } from './measure-legs.js';
import { bump, ease } from './motion-curves.js';
import type { FootControl, GroundPlace } from './motion-frame.js';
import type { Gait } from './plan-gait.js';

export interface FootMoment {
  /** The cycle of travel at which the body is over the foot's place: constant while it stands. */
  readonly travel: number;
  /** 0 to 1 through the swing; −1 while it stands. */
  readonly swing: number;
  /** 0 to 1 through the stance; 1 while it swings. */
  readonly stance: number;
}

/** Share of the swing in which a foot gathers speed, and loses it, and what it is only lifted in before and after. */
const RAMP = 0.3;
const UPRIGHT = 0.07;

/** A foot that lands at `landing` and stands for the share `duty` of each cycle, at time `t` in cycles. */
export function footMoment(t: number, landing: number, duty: number): FootMoment {
  const cycles = t - landing;
  const cycle = Math.floor(cycles + 1e-9);
  const within = Math.max(0, cycles - cycle);
  const travel = landing + cycle + duty / 2;
  if (within <= duty + 1e-9) return { travel, swing: -1, stance: clamp(within / duty, 0, 1) };
  const swing = clamp((within - duty) / (1 - duty), 0, 1);
  return { travel: travel + glide(clamp((swing - UPRIGHT) / (1 - 2 * UPRIGHT), 0, 1)), swing, stance: 1 };
}

/** From 0 to 1 at an even speed, gathered and lost softly. */
function glide(u: number): number {
  if (u > 0.5) return 1 - glide(1 - u);
  const top = 1 / (1 - RAMP);
  if (u >= RAMP) return top * (u - RAMP / 2);
  const s = u / RAMP;
  return top * RAMP * s ** 3 * (1 - s / 2);
}

/** Where the body is after so many cycles. */
export function pathAt(cycles: number, { stride, heading, curve }: Gait): GroundPlace {
  if (Math.abs(curve) < 1e-6) {
    return { x: stride * cycles * Math.sin(heading), z: stride * cycles * Math.cos(heading), yaw: 0 };
  }
  const yaw = curve * cycles;
  const radius = stride / curve;
  return {
    x: radius * (Math.cos(heading) - Math.cos(heading + yaw)),
    z: radius * (Math.sin(heading + yaw) - Math.sin(heading)),
    yaw,
  };
}

/** Feet shorter than this share of their leg's size roll although they have no toes. */
const SMALL_FOOT = 0.25;
/** Most that a foot pitches, radians, times its length over the size of the leg. */
const PITCH = 0.35;
/** Most that a foot is lifted, over what its leg can be shortened by. */
const LIFT = 0.7;
/** How loose a foot is in the middle of its swing. */
const LOOSE = 0.8;

export interface FootStyle {
  /** Height of the swing, metres. */
  readonly lift: number;
  /** Pitch of the foot as it leaves the ground and as it lands, radians; only feet with toes roll. */
  readonly push: number;
  readonly strike: number;
  /** How far a foot hangs while it swings, radians. */
  readonly hang: number;
}

/** Adds a foot's part of a gait to its control. */
export function stepFoot(
  foot: FootControl,
  leg: MotionLeg,
  gait: Gait,
  i: number,
  t: number,
  style: FootStyle,
): void {
  const now = footMoment(t, gait.landings[i], gait.duty);
  const place = pathAt(now.travel, gait);
  foot.print.x += place.x;
  foot.print.z += place.z;
  foot.print.yaw += place.yaw;
  foot.x += gait.leads[i] * Math.sin(gait.heading);
  foot.z += gait.leads[i] * Math.cos(gait.heading);
  // Paws and hooves roll over their tips; a long foot without toes stays flat.
  const small = leg.soleLength < SMALL_FOOT * leg.size;
  const rolls = leg.toe >= 0 || small ? 1 : 0;
  // Short legs lift long feet only as far as they can fold.
  const most = (PITCH * leg.size) / Math.max(1e-6, leg.soleLength);
  const { fold } = leg;
  const lift = fold.joints.length > 1 ? Math.min(style.lift, LIFT * (fold.rest - fold.shortest)) : style.lift;
  const [push, strike, hang] = [style.push, style.strike, style.hang].map((angle) => Math.min(angle, most));
  if (now.swing < 0) {
    const leave = rolls * push * ease((now.stance - 0.55) / 0.45);
    foot.toes = leave > 0 ? 1 : 0;
    foot.pitch += leave - rolls * strike * (1 - ease(now.stance / 0.16));
    return;
  }
  const u = now.swing;
  // Highest before the middle: feet are drawn up behind the body and reach for the ground in front of it.
  foot.y += lift * Math.sin(Math.PI * u * (1 + 0.3 * (1 - u)));
  if (small) foot.loose = Math.max(foot.loose, LOOSE * bump(u, 0, 1));
  foot.pitch +=
    rolls * push * (1 - ease(u / 0.6)) + hang * bump(u, 0, 0.9) - rolls * strike * ease((u - 0.45) / 0.5);
  foot.toes = 1 - ease(u / 0.6);
}
