/**
 * @file True skinning weights of a described body.
 *
 * Every vertex starts owned by one bone: the nearest among those its shape may follow. Ownership then diffuses
 * along the surface, over a width proportional to the distance from bone to skin: a thick thigh bends over a
 * longer stretch than a finger. Heat cannot jump through air, so weights never leak between parts that only
 * come near each other. Works on one half; a vertex on the mirror plane sees its neighbours' mirror images.
 */

import type { Vec3 } from '../../src/math/vector.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { Body } from './body.js';
import type { HalfMesh } from './half-mesh.js';
import { findNeighbours, type Neighbours } from './neighbours.js';
import type { Shape } from './shapes.js';

const INFLUENCE_COUNT = 4;
const ROUNDS = 50;
/** Width of the diffusion over the distance from bone to skin. */
const SPREAD = 0.6;
/** Influences kept per vertex while diffusing, and the least that is worth keeping in the end. */
const SLOTS = 6;
const LEAST_WEIGHT = 0.004;

/** Weights of the whole mirrored mesh; `source` as `mirrorMesh` gives it, `cell` the usual edge length. */
export function skinBody(body: Body, half: HalfMesh, source: Uint32Array, cell: number): Skin {
  const mirror = mirrorJoints(body.skeleton.names);
  const rows = evenOutSheets(diffuse(body, half, mirror), body, half, cell);
  const count = half.onPlane.length;
  const joints = new Uint16Array(source.length * INFLUENCE_COUNT);
  const weights = new Float32Array(source.length * INFLUENCE_COUNT);
  for (const [v, s] of source.entries()) {
    const row = strongest(rows, s, half.onPlane[s] ? mirror : undefined);
    for (const [k, [joint, weight]] of row.entries()) {
      joints[v * INFLUENCE_COUNT + k] = v < count ? joint : mirror[joint];
      weights[v * INFLUENCE_COUNT + k] = weight;
    }
  }
  return { joints, weights, influenceCount: INFLUENCE_COUNT };
}

/** `left…` ↔ `right…`; joints of the midline map to themselves. */
export function mirrorJoints(names: readonly string[]): Int16Array {
  return Int16Array.from(names, (name, j) => {
    const other = name.startsWith('left')
      ? `right${name.slice(4)}`
      : name.startsWith('right')
        ? `left${name.slice(5)}`
        : name;
    const found = names.indexOf(other);
    return found < 0 ? j : found;
  });
}

/** Sparse weights: `SLOTS` joints and weights per vertex; weight 0 marks an unused slot. */
interface Rows {
  readonly joints: Int16Array;
  readonly weights: Float64Array;
}

function diffuse(body: Body, half: HalfMesh, mirror: Int16Array): Rows {
  const count = half.onPlane.length;
  const edges = findNeighbours(half.triangles, 3, count);
  let rows = emptyRows(count);
  let next = emptyRows(count);
  const rate = startRows(rows, body, half, edges);

  const sums = new Float64Array(mirror.length);
  const touched: number[] = [];
  const gather = (from: Rows, v: number, factor: number, image: boolean) => {
    for (let k = v * SLOTS; k < (v + 1) * SLOTS && from.weights[k] > 0; k++) {
      const joint = image ? mirror[from.joints[k]] : from.joints[k];
      if (sums[joint] === 0) touched.push(joint);
      sums[joint] += from.weights[k] * factor;
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let v = 0; v < count; v++) {
      if (undisputed(rows, edges, v)) {
        next.joints[v * SLOTS] = rows.joints[v * SLOTS];
        next.weights[v * SLOTS] = 1;
        continue;
      }
      touched.length = 0;
      let total = 0;
      for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
        const u = edges.list[e];
        const both = half.onPlane[v] === 1 && half.onPlane[u] === 0;
        gather(rows, u, rate[v], false);
        if (both) gather(rows, u, rate[v], true);
        total += both ? 2 : 1;
      }
      gather(rows, v, (1 - rate[v]) * total, false);
      writeRow(next, v, sums, touched, total);
    }
    [rows, next] = [next, rows];
  }
  return rows;
}

/** Whether a vertex and all around it follow one joint, so that nothing can change yet. */
function undisputed(rows: Rows, edges: Neighbours, v: number): boolean {
  if (rows.weights[v * SLOTS] !== 1) return false;
  const joint = rows.joints[v * SLOTS];
  for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
    const u = edges.list[e] * SLOTS;
    if (rows.weights[u] !== 1 || rows.joints[u] !== joint) return false;
  }
  return true;
}

/** One bone per vertex; returns how much of its neighbours a vertex takes on per round. */
function startRows(rows: Rows, body: Body, half: HalfMesh, edges: Neighbours): Float64Array {
  const p = half.positions;
  return Float64Array.from(half.onPlane, (_, v) => {
    const at: Vec3 = [p[v * 3], p[v * 3 + 1], p[v * 3 + 2]];
    const { joint, distance } = nearestBone(body, half.shapes[v], at);
    rows.joints[v * SLOTS] = joint;
    rows.weights[v * SLOTS] = 1;
    let square = 0;
    for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
      const u = edges.list[e] * 3;
      square += (p[u] - at[0]) ** 2 + (p[u + 1] - at[1]) ** 2 + (p[u + 2] - at[2]) ** 2;
    }
    square /= edges.start[v + 1] - edges.start[v];
    // A random walk of ROUNDS steps of this rate spreads over SPREAD × distance.
    return Math.min(0.95, (2 * (SPREAD * distance) ** 2) / (ROUNDS * square));
  });
}

const emptyRows = (count: number): Rows => ({
  joints: new Int16Array(count * SLOTS),
  weights: new Float64Array(count * SLOTS),
});

/** Writes the largest sums as a row that sums to 1, and clears them. */
function writeRow(rows: Rows, v: number, sums: Float64Array, touched: number[], total: number): void {
  if (touched.length > SLOTS) touched.sort((a, b) => sums[b] - sums[a] || a - b);
  let kept = 0;
  const used = Math.min(SLOTS, touched.length);
  for (let k = 0; k < used; k++) kept += sums[touched[k]];
  const factor = touched.length > SLOTS ? 1 / kept : 1 / total;
  for (let k = 0; k < SLOTS; k++) {
    rows.joints[v * SLOTS + k] = k < used ? touched[k] : 0;
    rows.weights[v * SLOTS + k] = k < used ? sums[touched[k]] * factor : 0;
  }
  for (const joint of touched) sums[joint] = 0;
}

/**
 * Gives the two faces of a wing or fin the same weights, by averaging over a ball that holds both: were they
 * bent by different weights, a thin sheet would pass through itself.
 */
function evenOutSheets(rows: Rows, body: Body, half: HalfMesh, cell: number): Rows {
  const p = half.positions;
  const reach = 1.8 * cell;
  const bin = (x: number) => Math.floor(x / reach);
  const thin = (v: number) => isThin(body.shapes[half.shapes[v]], cell);
  const bins = new Map<string, number[]>();
  for (let v = 0; v < half.onPlane.length; v++) {
    if (!thin(v)) continue;
    const key = `${bin(p[v * 3])} ${bin(p[v * 3 + 1])} ${bin(p[v * 3 + 2])}`;
    const list = bins.get(key);
    if (list) list.push(v);
    else bins.set(key, [v]);
  }
  const out: Rows = { joints: rows.joints.slice(), weights: rows.weights.slice() };
  const sums = new Float64Array(body.skeleton.names.length);
  const touched: number[] = [];
  for (let v = 0; v < half.onPlane.length; v++) {
    if (!thin(v) || half.onPlane[v]) continue;
    touched.length = 0;
    let total = 0;
    for (let c = 0; c < 27; c++) {
      const [i, j, k] = [(c % 3) - 1, (Math.floor(c / 3) % 3) - 1, Math.floor(c / 9) - 1];
      const key = `${bin(p[v * 3]) + i} ${bin(p[v * 3 + 1]) + j} ${bin(p[v * 3 + 2]) + k}`;
      for (const u of bins.get(key) ?? []) {
        if (body.shapes[half.shapes[u]].part !== body.shapes[half.shapes[v]].part) continue;
        const square =
          (p[u * 3] - p[v * 3]) ** 2 +
          (p[u * 3 + 1] - p[v * 3 + 1]) ** 2 +
          (p[u * 3 + 2] - p[v * 3 + 2]) ** 2;
        const near = Math.max(0, 1 - square / (reach * reach)) ** 2;
        if (near === 0) continue;
        total += near;
        for (let s = u * SLOTS; s < (u + 1) * SLOTS && rows.weights[s] > 0; s++) {
          if (sums[rows.joints[s]] === 0) touched.push(rows.joints[s]);
          sums[rows.joints[s]] += near * rows.weights[s];
        }
      }
    }
    writeRow(out, v, sums, touched, total);
  }
  return out;
}

/** Whether a shape is a sheet by design: much thinner than the grid that made it. */
function isThin(shape: Shape, cell: number): boolean {
  if (shape.kind === 'sheet') return true;
  return shape.kind === 'cone' && shape.squash < 0.35 && shape.squash * shape.fromRadius < cell;
}

/** The largest weights of a vertex, summing to 1, in descending order. Mirror pairs stay or go together. */
function strongest(rows: Rows, v: number, mirror: Int16Array | undefined): [number, number][] {
  const row = new Map<number, number>();
  for (let k = v * SLOTS; k < (v + 1) * SLOTS; k++) {
    if (rows.weights[k] > 0) row.set(rows.joints[k], rows.weights[k]);
  }
  const groups: [number, number][][] = [];
  for (const [joint, weight] of row) {
    const image = mirror ? mirror[joint] : joint;
    if (image === joint) groups.push([[joint, weight]]);
    else if (joint < image || !row.has(image)) {
      const each = (weight + (row.get(image) ?? 0)) / 2;
      groups.push([
        [Math.min(joint, image), each],
        [Math.max(joint, image), each],
      ]);
    }
  }
  groups.sort((a, b) => b[0][1] - a[0][1] || a[0][0] - b[0][0]);
  const kept: [number, number][] = [];
  for (const group of groups) {
    const worthIt = kept.length === 0 || group[0][1] >= LEAST_WEIGHT;
    if (worthIt && kept.length + group.length <= INFLUENCE_COUNT) kept.push(...group);
  }
  let total = 0;
  for (const [, weight] of kept) total += weight;
  return kept.map(([joint, weight]) => [joint, weight / total]);
}

/** The bone that a point of a shape lies nearest to, among those the shape may follow. */
export function nearestBone(body: Body, shape: number, at: Vec3): { joint: number; distance: number } {
  const { rest } = body.skeleton;
  let best = { joint: 0, distance: Infinity };
  for (const joint of body.shapes[shape].joints) {
    const head: Vec3 = [rest[joint * 3], rest[joint * 3 + 1], rest[joint * 3 + 2]];
    const distance = distanceToSegment(at, head, body.tips[joint]);
    if (distance < best.distance) best = { joint, distance };
  }
  return best;
}

function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const ab = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const ap = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const square = ab[0] ** 2 + ab[1] ** 2 + ab[2] ** 2;
  const along = square > 0 ? (ap[0] * ab[0] + ap[1] * ab[1] + ap[2] * ab[2]) / square : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(ap[0] - t * ab[0], ap[1] - t * ab[1], ap[2] - t * ab[2]);
}
