/**
 * @file One bone per joint: the stretch of body that a joint moves, as a segment with a thickness.
 *
 * Where the joints' orientations tell which way bones point (`bone-directions.ts`), a bone runs to the child that lies
 * there, or has a tail that way to the surface. Elsewhere it runs to the child with the largest subtree; one bone per
 * child scored worse on artists' weights. A joint without such a child gets a tail: on in the direction it comes
 * from, most of the way to the surface, or a head as large as the body would be a point that ties with the neck. The
 * same goes for a joint whose largest children are twins to its left and right (a head with two ears): neither leads
 * on. Controls (inverse kinematics, poles) are never what a bone runs to.
 *
 * The thickness is how far it is from the bone to the surface around it. Distances are compared with it: a point
 * 10 cm from the middle of a head belongs to the head, 10 cm from a finger bone it does not belong to the finger.
 */

import type { SegmentCaster } from '../../mesh/segment-crossings.js';
import type { WindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';
import { ALONG, findBoneDirections } from './bone-directions.js';
import { jointWordsOfRig } from './joint-words.js';

export interface Bones {
  /** Where each joint's bone starts: at the joint. [J, 3] */
  readonly starts: Float64Array;
  /** From there to its end; zero for a bone without a direction. [J, 3] */
  readonly axes: Float64Array;
  readonly lengths: Float64Array;
  /** Typical distance from the bone to the surface around it, metres; 0 outside of the body. [J] */
  readonly radii: Float64Array;
  /** Share of the bone that lies outside of the body, 0 to 1. [J] */
  readonly outside: Float64Array;
  /** The child that the bone runs to, −1 for a tail. [J] */
  readonly children: Int32Array;
  /** Whether the joints' orientations told which way bones run. */
  readonly directed: boolean;
}

/** What bones ask of a surface. */
export interface BoneSurface {
  /** Longest side of the body, metres. */
  readonly size: number;
  readonly caster: SegmentCaster;
  readonly winding: WindingNumber;
}

/** Joints closer than this fraction of the size are in one place. */
const COINCIDENT = 1e-3;
/** A tail ends at this fraction of the way to the surface; one of a known direction may start outside of it. */
const TAIL_FILL = 0.8;
const DIRECTED_FILL = 0.75;
/** Rays that feel for the end of a directed tail, sideways in fractions of the size, and which of their lengths counts. */
const TAIL_SPREAD = 0.012;
const TAIL_RAYS = [0, 0, 1, 0.3, -0.3, 1, -1, -0.3, 0.3, -1];
const TAIL_RANK = 3;
/** A bone that runs past children which hang beside it ends this much beyond the last of them. */
const PAST_CHILDREN = 1.2;
/** How far a tail looks for the surface, in lengths of the bone before it. */
const TAIL_REACH = 4;
/** Without a surface ahead, the tail's length in lengths of the bone before it. */
const TAIL_BLIND = 0.5;
/** Where along a bone its thickness is felt, and in how many directions. */
const RADIUS_STATIONS = [0.25, 0.75];
const RADIUS_DIRECTIONS = 6;
/** How far it is felt, as a fraction of the size: nothing is thicker, and long rays take long. */
const RADIUS_REACH = 0.4;
/** Which of the felt distances counts: a little below the median, because limbs open into bodies. */
const RADIUS_QUANTILE = 0.4;

/** Makes the bones of a skeleton inside a surface. */
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

/** How far a joint is along the direction of another. */
function stepAlong({ rest }: Skeleton, directions: Float64Array, from: number, to: number): number {
  let along = 0;
  for (let k = 0; k < 3; k++) along += directions[from * 3 + k] * (rest[to * 3 + k] - rest[from * 3 + k]);
  return along;
}

/** The way out of the body from a point inside: distance to where the winding number falls to nothing, or −1. */
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
  // A root without a bone stays a point: it has no direction of its own.
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

/** Turns a joint's tail the way its orientation says; what was grown without is only as long as it should be. */
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
 * How far the body goes on in a direction, 0 where it is not met. Several rays side by side: a limb's joint often
 * lies on the skin of the part before it.
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
  const felt: number[] = [];
  for (const t of RADIUS_STATIONS) {
    const from = [0, 1, 2].map((k) => starts[joint * 3 + k] + t * axis[k]);
    const winding = surface.winding(from[0], from[1], from[2]);
    if (!(winding >= 0.5)) {
      outside[joint] += 1 / RADIUS_STATIONS.length;
      for (let i = 0; i < RADIUS_DIRECTIONS; i++) felt.push(0);
      continue;
    }
    for (let i = 0; i < RADIUS_DIRECTIONS; i++) {
      // Turned a little, so that the rays of an upright body do not run along its edges.
      const angle = (2 * Math.PI * i) / RADIUS_DIRECTIONS + 0.3;
      const direction = across.map((x, k) => x * Math.cos(angle) + over[k] * Math.sin(angle));
      const reach = RADIUS_REACH * surface.size;
      const out = distanceOut(surface, from, direction, reach, Math.max(1, Math.round(winding)));
      felt.push(out >= 0 ? out : reach);
    }
  }
  felt.sort((a, b) => a - b);
  radii[joint] = felt[Math.floor(felt.length * RADIUS_QUANTILE)] ?? 0;
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
