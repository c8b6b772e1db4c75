/**
 * @file From a sequence to the data of the fit: usable frames, normalised by the anchor's box, vertices that always move together
 * merged, and neighbours on the surface.
 */

import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import { findAnchorFrame, isFiniteFrame, type MeshSequence, surfaceArea } from '../../mesh/mesh-sequence.js';
import { weld } from '../../mesh/weld.js';
import { graphOf } from './coarsen.js';
import type { Trajectories } from './fit-state.js';

/** A frame whose surface or box is this many times the median has exploded. */
const EXPLODED = 4;
/** Precision in longest sides that a file's quantisation leaves at best. */
const LEAST_ROUNDING = 1e-5;
/** Coincident vertices of the anchor that move apart by more than this, in longest sides, are not merged. */
const PART = 1e-4;
/** Surfaces that do not touch are linked where they are closer than this, in longest sides. */
const BRIDGE = 0.02;
const BRIDGE_LOOKUPS = 64;

export interface NormalizedSequence {
  readonly data: Trajectories;
  /** Index of the anchor among all frames of the sequence. */
  readonly anchor: number;
  /** Frames that the fit uses, ascending. */
  readonly frames: readonly number[];
  /** Frames left out for coordinates that are not finite. */
  readonly broken: readonly number[];
  /** Frames left out for having exploded. */
  readonly exploded: readonly number[];
  /** Unique vertex of each vertex. [V] */
  readonly vertexMap: Uint32Array;
  /** Offset subtracted from each fitted frame, in longest sides: keeps precision for a body far from the origin. [F, 3] */
  readonly shifts: Float64Array;
  /** Rounding error of the coordinates in single precision, in longest sides. */
  readonly rounding: number;
  /** Longest side and centre of the anchor's box. */
  readonly center: readonly [number, number, number];
  readonly scale: number;
}

/** Normalises a checked sequence; undefined where no frame is usable. */
export function normalizeSequence(sequence: MeshSequence): NormalizedSequence | undefined {
  const { frames, broken, exploded } = sortFrames(sequence);
  if (frames.length === 0) return undefined;
  const usable = new Uint8Array(sequence.frames.length);
  for (const f of frames) usable[f] = 1;
  const anchor = findAnchorFrame(sequence, usable);
  const rest = sequence.frames[anchor];
  const box = computeBox(rest);
  const scale = longestSide(box) || 1;
  const center = boxCenter(box);

  const { vertexMap, owners } = uniqueVertices(sequence, anchor, frames, scale);
  const pick = (positions: Float32Array, k: number) =>
    (positions[owners[Math.floor(k / 3)] * 3 + (k % 3)] - center[k % 3]) / scale;
  const points = Float64Array.from({ length: owners.length * 3 }, (_, i) => pick(rest, i));
  const shifts = new Float64Array(frames.length * 3);
  let furthest = 0;
  const normalized = frames.map((f, i) => {
    const source = sequence.frames[f];
    const { min, max } = computeBox(source);
    const middle = f === anchor ? center : boxCenter({ min, max });
    furthest = Math.max(furthest, ...min.map(Math.abs), ...max.map(Math.abs));
    for (let k = 0; k < 3; k++) shifts[i * 3 + k] = (middle[k] - center[k]) / scale;
    const out = new Float32Array(owners.length * 3);
    for (let u = 0; u < owners.length; u++) {
      const v = owners[u] * 3;
      for (let k = 0; k < 3; k++) out[u * 3 + k] = (source[v + k] - middle[k]) / scale;
    }
    return out;
  });
  const graph = surfaceGraph(sequence.triangles, vertexMap, points);
  const data = {
    vertexCount: owners.length,
    frameCount: frames.length,
    points,
    frames: normalized,
    ...graph,
  };
  const rounding = LEAST_ROUNDING + (2 ** -24 * furthest) / scale;
  return { data, anchor, frames, broken, exploded, vertexMap, shifts, rounding, center, scale };
}

/** Separates frames that can be fitted from broken and exploded ones. */
function sortFrames({ frames: all, triangles }: MeshSequence) {
  const finite = [...all.keys()].filter((f) => isFiniteFrame(all[f]));
  const broken = [...all.keys()].filter((f) => !finite.includes(f));
  const areas = finite.map((f) => Math.sqrt(surfaceArea(all[f], triangles)));
  const sides = finite.map((f) => longestSide(computeBox(all[f])));
  const [area, side] = [median(areas), median(sides)];
  const sound = (i: number) => areas[i] <= EXPLODED * area && sides[i] <= EXPLODED * side;
  const frames = finite.filter((_, i) => sound(i));
  return { frames, broken, exploded: finite.filter((_, i) => !sound(i)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/** Merges vertices that coincide in every frame; seams that open later stay separate. */
function uniqueVertices(sequence: MeshSequence, anchor: number, frames: readonly number[], scale: number) {
  const mesh = { positions: sequence.frames[anchor], triangles: sequence.triangles };
  const { vertexMap: welded } = weld(mesh);
  const vertexMap = new Uint32Array(welded.length);
  const owners: number[] = [];
  // Coincident vertices of the anchor form a short list of those that stay separate.
  const keptAt = new Map<number, number[]>();
  const limit = PART * scale;
  for (let v = 0; v < welded.length; v++) {
    const kept = keptAt.get(welded[v]) ?? [];
    let unique = kept.find((u) => frames.every((f) => together(sequence.frames[f], owners[u], v, limit)));
    if (unique === undefined) {
      unique = owners.length;
      owners.push(v);
      kept.push(unique);
      keptAt.set(welded[v], kept);
    }
    vertexMap[v] = unique;
  }
  return { vertexMap, owners };
}

function together(positions: Float32Array, a: number, b: number, limit: number): boolean {
  return (
    Math.abs(positions[a * 3] - positions[b * 3]) <= limit &&
    Math.abs(positions[a * 3 + 1] - positions[b * 3 + 1]) <= limit &&
    Math.abs(positions[a * 3 + 2] - positions[b * 3 + 2]) <= limit
  );
}

/** Neighbours along edges, and across gaps between separate parts. */
function surfaceGraph(triangles: Uint32Array, vertexMap: Uint32Array, points: Float64Array) {
  const count = points.length / 3;
  const keys: number[] = [];
  const link = (a: number, b: number) => {
    if (a !== b) keys.push(a * count + b, b * count + a);
  };
  const parts = new Uint32Array(count).map((_, v) => v);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = vertexMap[triangles[t + k]];
      const b = vertexMap[triangles[t + ((k + 1) % 3)]];
      link(a, b);
      join(parts, a, b);
    }
  }
  bridgeParts(points, parts, link);
  return graphOf(Float64Array.from(keys).sort(), count);
}

/** Links vertices of small parts to the nearest vertex of another part, within reach: an eye to its head. */
function bridgeParts(points: Float64Array, parts: Uint32Array, link: (a: number, b: number) => void): void {
  const count = points.length / 3;
  const sizes = new Uint32Array(count);
  for (let v = 0; v < count; v++) sizes[root(parts, v)]++;
  let largest = 0;
  for (let v = 0; v < count; v++) if (sizes[v] > sizes[largest]) largest = v;
  if (sizes[largest] === count) return;
  const cell = (v: number, k: number) => Math.floor((points[v * 3 + k] + 0.5) / BRIDGE) + 1;
  const width = Math.ceil(1 / BRIDGE) + 4;
  const cells = new Map<number, number[]>();
  for (let v = 0; v < count; v++) {
    const key = (cell(v, 0) * width + cell(v, 1)) * width + cell(v, 2);
    const list = cells.get(key);
    if (!list) cells.set(key, [v]);
    else if (list.length < BRIDGE_LOOKUPS) list.push(v);
  }
  for (let v = 0; v < count; v++) {
    const own = root(parts, v);
    if (own === largest) continue;
    let nearest = -1;
    let least = BRIDGE * BRIDGE;
    for (let i = 0; i < 27; i++) {
      const x = cell(v, 0) + (i % 3) - 1;
      const y = cell(v, 1) + (Math.floor(i / 3) % 3) - 1;
      const z = cell(v, 2) + Math.floor(i / 9) - 1;
      for (const u of cells.get((x * width + y) * width + z) ?? []) {
        if (root(parts, u) === own) continue;
        const square =
          (points[u * 3] - points[v * 3]) ** 2 +
          (points[u * 3 + 1] - points[v * 3 + 1]) ** 2 +
          (points[u * 3 + 2] - points[v * 3 + 2]) ** 2;
        if (square < least) [nearest, least] = [u, square];
      }
    }
    if (nearest >= 0) link(v, nearest);
  }
}

function root(parts: Uint32Array, v: number): number {
  while (parts[v] !== v) {
    parts[v] = parts[parts[v]];
    v = parts[v];
  }
  return v;
}

function join(parts: Uint32Array, a: number, b: number): void {
  const [x, y] = [root(parts, a), root(parts, b)];
  parts[Math.max(x, y)] = Math.min(x, y);
}
