/**
 * @file One bone per joint: the stretch of body that a joint moves, as a segment with a thickness.
 *
 * Where the joints' orientations show bone directions (`bone-directions.ts`), a bone runs to the child in that direction,
 * or has a tail that way to the surface. Elsewhere it runs to the child with the largest subtree; one bone per child scored
 * worse on artists' weights. A joint without such a child gets a tail that continues its parent's bone, most of the way to
 * the surface: otherwise a large head would be a point that ties with the neck. So does a joint whose largest children are
 * mirror twins (a head with two ears). Bones never run to controls (IK targets, poles).
 *
 * The thickness is the distance from the bone to the surface around it. Distances are compared with it: a point 10 cm from
 * the middle of a head belongs to the head, 10 cm from a finger bone it does not belong to the finger.
 */

import type { SegmentCaster } from '../../mesh/segment-crossings.js';
import type { WindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';
import { ALONG, findBoneDirections } from './bone-directions.js';
import { jointWordsOfRig } from './joint-words.js';

export interface Bones {
  /** Start of each joint's bone: the joint. [J, 3] */
  readonly starts: Float64Array;
  /** Vector from start to end; zero for a bone without a direction. [J, 3] */
  readonly axes: Float64Array;
  readonly lengths: Float64Array;
  /** Typical distance from the bone to the surface around it, metres; 0 outside the body. [J] */
  readonly radii: Float64Array;
  /** Fraction of the bone outside the body, 0 to 1. [J] */
  readonly outside: Float64Array;
  /** The child that the bone runs to, −1 for a tail. [J] */
  readonly children: Int32Array;
  /** Whether bone directions come from the joints' orientations. */
  readonly directed: boolean;
}

/** The queries on a surface that bones need. */
export interface BoneSurface {
  /** Longest side of the body, metres. */
  readonly size: number;
  readonly caster: SegmentCaster;
  readonly winding: WindingNumber;
}

/** Joints closer than this fraction of the size coincide. */
const COINCIDENT = 1e-3;
/** A tail ends at this fraction of the distance to the surface; with a known direction it may start outside. */
const TAIL_FILL = 0.8;
const DIRECTED_FILL = 0.75;
/** Sideways offsets of the rays that measure a directed tail, in fractions of the size, and which of their lengths counts. */
const TAIL_SPREAD = 0.012;
const TAIL_RAYS = [0, 0, 1, 0.3, -0.3, 1, -1, -0.3, 0.3, -1];
const TAIL_RANK = 3;
/** A bone that runs past children beside it ends this much beyond the last of them. */
const PAST_CHILDREN = 1.2;
/** Reach of a tail in search of the surface, in lengths of the parent's bone. */
const TAIL_REACH = 4;
/** Length of a tail that meets no surface, in lengths of the parent's bone. */
const TAIL_BLIND = 0.5;
/** Fractions along a bone where its thickness is measured, and the number of directions. */
const RADIUS_STATIONS = [0.25, 0.75];
const RADIUS_DIRECTIONS = 6;
/** Reach of these rays, as a fraction of the size: nothing is thicker, and long rays are slow. */
const RADIUS_REACH = 0.4;
/** Quantile of the measured distances that counts: a little below the median, because limbs open into bodies. */
const RADIUS_QUANTILE = 0.4;

/** Builds the bones of a skeleton inside a surface. */
export function buildBones(skeleton: Skeleton, surface: BoneSurface): Bones {
  const jointCount = skeleton.parents.length;
  const directions = findBoneDirections(skeleton, surface.size);
  const children = leadingChildren(skeleton, surface.size, directions);
  const starts = Float64Array.from(skeleton.rest);
  const axes = new Float64Array(jointCount * 3);
  const lengths = new Float64Array(jointCount);
  const radii = new Float64Array(jointCount);
  const outside = new Float64Array(jointCount);
  for (let j = 0; j < jointCount; j++) {
    if (children[j] >= 0) {
      for (let k = 0; k < 3; k++) axes[j * 3 + k] = starts[children[j] * 3 + k] - starts[j * 3 + k];
    } else {
      extendTail(skeleton, surface, j, axes);
      if (directions) orientTail(skeleton, surface, j, directions, axes);
    }
    lengths[j] = Math.hypot(axes[j * 3], axes[j * 3 + 1], axes[j * 3 + 2]);
    measureThickness(surface, starts, axes, lengths[j], j, radii, outside);
  }
  return { starts, axes, lengths, radii, outside, children, directed: directions !== undefined };
}

/** Number of joints in the subtree of each, itself included. */
export function subtreeSizes(parents: Int16Array): Int32Array {
  const sizes = new Int32Array(parents.length).fill(1);
  for (let j = parents.length - 1; j > 0; j--) if (parents[j] >= 0) sizes[parents[j]] += sizes[j];
  return sizes;
}

function leadingChildren(skeleton: Skeleton, size: number, directions?: Float64Array): Int32Array {
  const { parents } = skeleton;
  const words = jointWordsOfRig(skeleton.names);
  const sizes = subtreeSizes(parents);
  const childrenOf: number[][] = Array.from(parents, () => []);
  for (let j = 1; j < parents.length; j++) {
    const parent = parents[j];
    if (parent < 0 || jointDistance(skeleton, j, parent) <= COINCIDENT * size) continue;
    if (words[j].includes('control')) continue;
    childrenOf[parent].push(j);
  }
  return Int32Array.from(childrenOf, (children, j) => {
    if (children.length === 0) return -1;
    if (directions) {
      const ahead = children.filter(
        (c) => stepAlong(skeleton, directions, j, c) > ALONG * jointDistance(skeleton, c, j),
      );
      return ahead.length > 0 ? ahead.reduce((a, b) => (sizes[b] > sizes[a] ? b : a)) : -1;
    }
    const most = Math.max(...children.map((c) => sizes[c]));
    const largest = children.filter((c) => sizes[c] === most);
    if (largest.length === 1) return largest[0];
    const isTwin = (a: number) =>
      largest.some((b) => {
        const reach = jointDistance(skeleton, a, j);
        return (
          b !== a &&
          Math.abs(reach - jointDistance(skeleton, b, j)) < 0.02 * size &&
          jointDistance(skeleton, a, b) > 0.5 * reach
        );
      });
    return largest.find((c) => !isTwin(c)) ?? -1;
  });
}

function jointDistance({ rest }: Skeleton, a: number, b: number): number {
  return Math.hypot(
    rest[a * 3] - rest[b * 3],
    rest[a * 3 + 1] - rest[b * 3 + 1],
    rest[a * 3 + 2] - rest[b * 3 + 2],
  );
}

/** Distance of a joint along the bone direction of another. */
function stepAlong({ rest }: Skeleton, directions: Float64Array, from: number, to: number): number {
  let along = 0;
  for (let k = 0; k < 3; k++) along += directions[from * 3 + k] * (rest[to * 3 + k] - rest[from * 3 + k]);
  return along;
}

/** Distance from a point inside to where a ray leaves the body (winding number 0), or −1. */
function distanceOut(
  { caster }: BoneSurface,
  from: readonly number[],
  direction: readonly number[],
  reach: number,
  winding: number,
): number {
  const [x, y, z] = from;
  const [dx, dy, dz] = direction;
  const count = caster.cast(x, y, z, x + dx * reach, y + dy * reach, z + dz * reach);
  let depth = winding;
  for (let i = 0; i < count; i++) {
    depth += caster.crossings.signs[i];
    if (depth <= 0) return caster.crossings.at[i] * reach;
  }
  return -1;
}

function extendTail(skeleton: Skeleton, surface: BoneSurface, joint: number, axes: Float64Array): void {
  const { parents, rest } = skeleton;
  let before = parents[joint];
  while (before >= 0 && jointDistance(skeleton, joint, before) <= COINCIDENT * surface.size)
    before = parents[before];
  // A root without a bone stays a point: it has no direction.
  if (before < 0) return;
  const length = jointDistance(skeleton, joint, before);
  const from = [0, 1, 2].map((k) => rest[joint * 3 + k]);
  const direction = from.map((x, k) => (x - rest[before * 3 + k]) / length);
  const reach = Math.min(surface.size, TAIL_REACH * length);
  const depth = Math.round(surface.winding(from[0], from[1], from[2]));
  const out = distanceOut(surface, from, direction, reach, Math.max(0, depth));
  const tail = out >= 0 ? TAIL_FILL * out : TAIL_BLIND * length;
  for (let k = 0; k < 3; k++) axes[joint * 3 + k] = direction[k] * tail;
}

/** Rotates a joint's tail to its bone direction; keeps its length where no surface is met. */
function orientTail(
  skeleton: Skeleton,
  surface: BoneSurface,
  joint: number,
  directions: Float64Array,
  axes: Float64Array,
): void {
  const direction = directions.subarray(joint * 3, joint * 3 + 3);
  const run = runInside(surface, skeleton.rest.subarray(joint * 3, joint * 3 + 3), direction);
  let length =
    run > 0 ? DIRECTED_FILL * run : Math.hypot(axes[joint * 3], axes[joint * 3 + 1], axes[joint * 3 + 2]);
  let past = 0;
  for (let c = joint + 1; c < skeleton.parents.length; c++) {
    if (skeleton.parents[c] === joint) past = Math.max(past, stepAlong(skeleton, directions, joint, c));
  }
  if (past > 2 * TAIL_SPREAD * surface.size) length = Math.min(length, PAST_CHILDREN * past);
  for (let k = 0; k < 3; k++) axes[joint * 3 + k] = direction[k] * length;
}

/**
 * How far the body extends in a direction, 0 where it is not met. Several parallel rays: a limb's joint often lies on the
 * surface of its parent's part.
 */
function runInside(surface: BoneSurface, from: ArrayLike<number>, direction: Float64Array): number {
  const { caster, winding, size } = surface;
  const [across, over] = crossAxes(direction, 1);
  const runs: number[] = [];
  for (let ray = 0; ray < TAIL_RAYS.length; ray += 2) {
    const [a, b] = [TAIL_SPREAD * size * TAIL_RAYS[ray], TAIL_SPREAD * size * TAIL_RAYS[ray + 1]];
    const [x, y, z] = [0, 1, 2].map((k) => from[k] + a * across[k] + b * over[k]);
    let depth = Math.max(0, Math.round(winding(x, y, z)));
    const count = caster.cast(
      x,
      y,
      z,
      x + direction[0] * size,
      y + direction[1] * size,
      z + direction[2] * size,
    );
    let run = 0;
    for (let i = 0; i < count && run === 0; i++) {
      const before = depth;
      depth = Math.max(0, depth + caster.crossings.signs[i]);
      if (before > 0 && depth === 0) run = caster.crossings.at[i] * size;
    }
    runs.push(run);
  }
  return runs.sort((a, b) => a - b)[TAIL_RANK];
}

function measureThickness(
  surface: BoneSurface,
  starts: Float64Array,
  axes: Float64Array,
  length: number,
  joint: number,
  radii: Float64Array,
  outside: Float64Array,
): void {
  const axis = axes.subarray(joint * 3, joint * 3 + 3);
  const [across, over] = crossAxes(axis, length);
  const distances: number[] = [];
  for (const t of RADIUS_STATIONS) {
    const from = [0, 1, 2].map((k) => starts[joint * 3 + k] + t * axis[k]);
    const winding = surface.winding(from[0], from[1], from[2]);
    if (!(winding >= 0.5)) {
      outside[joint] += 1 / RADIUS_STATIONS.length;
      for (let i = 0; i < RADIUS_DIRECTIONS; i++) distances.push(0);
      continue;
    }
    for (let i = 0; i < RADIUS_DIRECTIONS; i++) {
      // Rotated a little, so that the rays of an upright body do not run along its edges.
      const angle = (2 * Math.PI * i) / RADIUS_DIRECTIONS + 0.3;
      const direction = across.map((x, k) => x * Math.cos(angle) + over[k] * Math.sin(angle));
      const reach = RADIUS_REACH * surface.size;
      const out = distanceOut(surface, from, direction, reach, Math.max(1, Math.round(winding)));
      distances.push(out >= 0 ? out : reach);
    }
  }
  distances.sort((a, b) => a - b);
  radii[joint] = distances[Math.floor(distances.length * RADIUS_QUANTILE)] ?? 0;
}

/** Two unit vectors across an axis. */
function crossAxes(axis: Float64Array, length: number): [number[], number[]] {
  const u = length > 0 ? Array.from(axis, (x) => x / length) : [0, 1, 0];
  const helper = Math.abs(u[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const along = helper[0] * u[0] + helper[1] * u[1] + helper[2] * u[2];
  const across = helper.map((x, k) => x - along * u[k]);
  const norm = Math.hypot(...across);
  const e = across.map((x) => x / norm);
  return [e, [u[1] * e[2] - u[2] * e[1], u[2] * e[0] - u[0] * e[2], u[0] * e[1] - u[1] * e[0]]];
}
