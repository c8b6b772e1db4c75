/**
 * @file A body while it grows: the shape language of `lab/creatures`, with a role for every joint, chains that shapes
 * are bound to, and the trunk that limbs are placed on.
 */

import type { Rng } from '../../src/base/rng.js';
import { add, distance, dot, lerp, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import { type BodyBuilder, createBody, type PartBuilder, type ShapeOptions } from '../creatures/body.js';

/** How many joints a rigger gives: a third of bodies each. */
export type Detail = 'sparse' | 'usual' | 'rich';

/** Joints in a row, with the point where the last bone ends. */
export interface Chain {
  readonly joints: readonly number[];
  /** One more than joints. */
  readonly points: readonly Vec3[];
}

/** The trunk as limbs see it; `t` runs from 0 at the hips to 1 at the chest. */
export interface TrunkFrame {
  readonly part: PartBuilder;
  readonly joints: readonly number[];
  /** Height of the ground, undefined for a body that stands on none. */
  readonly ground: number | undefined;
  point(t: number): Vec3;
  along(t: number): Vec3;
  /** Towards the back. */
  up(t: number): Vec3;
  halfWidth(t: number): number;
  halfDepth(t: number): number;
  /** The joint that moves the trunk here. */
  jointAt(t: number): number;
}

export interface Draft {
  readonly rng: Rng;
  readonly detail: Detail;
  readonly builder: BodyBuilder;
  readonly roles: Role[];
  /** Share of each limb segment that is missing at its ends. */
  readonly gap: number;
  /** Rows of cones that are one piece of surface: index of the first shape and number of shapes. */
  readonly tubes: { readonly first: number; readonly count: number }[];
  part: BodyBuilder['part'];
  /** Notes that the shapes added by `add` are one tube. */
  tube(add: () => void): void;
  joint(name: string, role: Role, parent: number, at: Vec3, tip?: Vec3): number;
  /** A run of joints; `roles` gives each its role, the last repeats. The last point is where the chain ends. */
  chain(name: string, roles: Role | readonly Role[], parent: number, points: readonly Vec3[]): Chain;
  /** A number by detail. */
  count(sparse: number, usual: number, rich: number): number;
  chance(p: number): boolean;
  /** A factor around 1. */
  vary(by: number): number;
}

export function createDraft(rng: Rng, gap: number): Draft {
  const builder = createBody();
  const roles: Role[] = [];
  const tubes: Draft['tubes'] = [];
  let shapeCount = 0;
  const detail: Detail = (['sparse', 'usual', 'rich'] as const)[rng.integer(3)];
  const joint: Draft['joint'] = (name, role, parent, at, tip) => {
    roles.push(role);
    return builder.joint(name, parent, at, tip);
  };
  return {
    rng,
    detail,
    builder,
    roles,
    gap,
    tubes,
    part(parent, at, reach, blend) {
      const made = builder.part(parent, at, reach, blend);
      const counted =
        <A extends unknown[]>(shape: (...given: A) => void) =>
        (...given: A) => {
          shapeCount++;
          shape(...given);
        };
      return {
        index: made.index,
        cone: counted(made.cone),
        ball: counted(made.ball),
        sheet: counted(made.sheet),
      };
    },
    tube(add) {
      const first = shapeCount;
      add();
      if (gap === 0 && shapeCount > first) tubes.push({ first, count: shapeCount - first });
    },
    joint,
    chain(name, given, parent, points) {
      const joints: number[] = [];
      for (let i = 0; i + 1 < points.length; i++) {
        const role = typeof given === 'string' ? given : given[Math.min(i, given.length - 1)];
        joints.push(
          joint(`${name}${i + 1}`, role, i === 0 ? parent : joints[i - 1], points[i], points[i + 1]),
        );
      }
      return { joints, points };
    },
    count: (sparse, usual, rich) => Math.round({ sparse, usual, rich }[detail]),
    chance: (p) => rng.next() < p,
    vary: (by) => rng.range(1 - by, 1 + by),
  };
}

/** Name of a joint that belongs to one of several heads or tails: sided where it points aside. */
export function fanName(word: string, yaw: number, suffix: string): string {
  if (Math.abs(yaw) < 1) return `${word}${suffix}`;
  return `${yaw > 0 ? 'left' : 'right'}${word[0].toUpperCase()}${word.slice(1)}${suffix}`;
}

/** Point at a fraction of a polyline's length. */
export function pointAlong(points: readonly Vec3[], fraction: number): Vec3 {
  const lengths = points.slice(1).map((p, i) => distance(points[i], p));
  let left = fraction * lengths.reduce((a, b) => a + b, 0);
  for (const [i, length] of lengths.entries()) {
    if (left <= length || i === lengths.length - 1) {
      return lerp(points[i], points[i + 1], length > 0 ? left / length : 0);
    }
    left -= length;
  }
  return points[0];
}

/** `count` + 1 points at equal distances along a polyline. */
export const resample = (points: readonly Vec3[], count: number): Vec3[] =>
  Array.from({ length: count + 1 }, (_, i) => pointAlong(points, i / count));

/** Direction in the mirror plane: 0 forward, 90 up, 180 back; `yaw` turns it to the left. */
export function direction(pitch: number, yaw = 0): Vec3 {
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  return [Math.cos(p) * Math.sin(y), Math.sin(p), Math.cos(p) * Math.cos(y)];
}

/** A path of `steps` pieces whose pitch and yaw run from one value to another. */
export function curvePath(
  start: Vec3,
  length: number,
  pitch: (t: number) => number,
  yaw: (t: number) => number = () => 0,
  steps = 10,
): Vec3[] {
  const path = [start];
  for (let i = 0; i < steps; i++) {
    const t = (i + 0.5) / steps;
    path.push(add(path[i], scale(direction(pitch(t), yaw(t)), length / steps)));
  }
  return path;
}

/** Joints of a chain that may move a piece of surface around a point: the nearest bone and its neighbours. */
export function ownersAt(chain: Chain, at: Vec3, attach?: number): number[] {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < chain.joints.length; i++) {
    const d = distanceToBone(at, chain.points[i], chain.points[i + 1]);
    if (d < least) [best, least] = [i, d];
  }
  const owners = chain.joints.slice(Math.max(0, best - 1), best + 2);
  return best === 0 && attach !== undefined ? [attach, ...owners] : [...owners];
}

function distanceToBone(p: Vec3, a: Vec3, b: Vec3): number {
  const ab = subtract(b, a);
  const square = dot(ab, ab);
  const t = square > 0 ? Math.min(1, Math.max(0, dot(subtract(p, a), ab) / square)) : 0;
  return distance(p, lerp(a, b, t));
}

export interface TubeOptions extends ShapeOptions {
  /** The joint that the chain grows from, which the first piece blends with. */
  readonly attach?: number;
}

/** A row of cones through points, each bound to the bones of the chain near it. */
export function addTube(
  draft: Draft,
  part: PartBuilder,
  chain: Chain,
  points: readonly Vec3[],
  radii: readonly number[],
  { attach, ...options }: TubeOptions = {},
): void {
  draft.tube(() => {
    for (let i = 0; i + 1 < points.length; i++) {
      const owners = ownersAt(chain, lerp(points[i], points[i + 1], 0.5), i === 0 ? attach : undefined);
      const from = lerp(points[i], points[i + 1], i === 0 ? 0 : draft.gap);
      const to = lerp(points[i], points[i + 1], 1 - draft.gap);
      part.cone(owners, from, to, [radii[i], radii[i + 1]], { blend: 0.5 * radii[i + 1], ...options });
    }
  });
}
