/**
 * @file From implicit surface to the finished triangle mesh of one half: project, even out, triangulate,
 * refine small features, mirror.
 *
 * The grid sees a fattened body (see shapes.ts); projection onto the true surface makes wings, claws and
 * beaks as thin as they should be. Evening out slides vertices along the surface only, so that no volume is
 * lost; features smaller than the grid get their own density by splitting edges, which keeps the surface closed.
 */

import type { Mesh } from '../mesh/mesh.js';
import { findSelfIntersections } from '../mesh/self-intersection.js';
import { alignPaint } from './align-paint.js';
import type { Body } from './body.js';
import type { Field } from './field.js';
import { type HalfSurface, polygonise } from './polygonise.js';
import { cross, direction, subtract, type Vec3 } from './vector.js';

/** The left half as triangles; open along the mirror plane. */
export interface HalfMesh {
  /** [V, 3] */
  readonly positions: Float64Array;
  /** [T, 3] */
  readonly triangles: Uint32Array;
  readonly onPlane: Uint8Array;
  /** Unit normals of the implicit surface. [V, 3] */
  readonly normals: Float64Array;
  /** Nearest shape of each vertex. [V] */
  readonly shapes: Int32Array;
}

/** Neighbours of each vertex: `list[start[v] … start[v + 1])`. */
export interface Neighbours {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

/**
 * Share of the fattening that stays: a tip thinner than a third of a cell would crowd the vertices of a whole
 * cell into a point.
 */
const SLIMMEST = 0.4;

/**
 * Sum of the cosines between a triangle and its three corners below which it counts as folded: first where
 * vertices return to the surface, then, for what is left, more strictly and free of it.
 */
const FOLDED = [0.15, 0.5] as const;

/** Makes the left half of a body's surface with edges of about `cell` metres. */
export function makeHalfMesh(body: Body, field: Field, cell: number, minRadius: number): HalfMesh {
  const half = polygonise(field, cell, minRadius);
  const surface = createProjector(field, half, cell);
  const slim = SLIMMEST * minRadius;
  let positions = half.positions;
  let onPlane = half.onPlane;

  // (1) Relax the quads on the fat body, where rims are round (four neighbours each give the evenest spacing);
  //     then only slim it: relaxing thin sheets would draw vertices off their rims and leave a saw.
  const quadEdges = neighboursOf(half.quads, 4, onPlane.length);
  surface.project(positions, onPlane, minRadius, 2);
  for (let round = 0; round < 7; round++) surface.relax(positions, onPlane, quadEdges, minRadius);
  surface.project(positions, onPlane, 0.65 * minRadius, 1);
  surface.project(positions, onPlane, slim, 2);

  // (2) Triangles; then split the long edges of small features and relax those.
  let triangles = triangulate(positions, half.quads);
  const detailAt = (x: number, y: number, z: number) => field.detailAt(half.regionAt(x, y, z), x, y, z);
  for (let round = 0; round < 3; round++) {
    const split = splitLongEdges(positions, triangles, onPlane, detailAt);
    if (split.triangles.length === triangles.length) break;
    ({ positions, triangles, onPlane } = split);
    const fine = onPlane.map((_, v) =>
      detailAt(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]) > 0 ? 1 : 0,
    );
    const edges = neighboursOf(triangles, 3, onPlane.length);
    for (let i = 0; i < 3; i++) surface.relax(positions, onPlane, edges, slim, fine);
  }

  // (3) Clean borders between colours.
  const edges = neighboursOf(triangles, 3, onPlane.length);
  const normals = surface.normals(positions, onPlane, slim);
  alignPaint(body, field, half.regionAt, positions, normals, onPlane, edges);
  surface.project(positions, onPlane, slim, 2);
  untangle(surface, positions, triangles, onPlane, edges, slim);

  const shapes = Int32Array.from(onPlane, (_, v) => {
    const [x, y, z] = positions.subarray(v * 3, v * 3 + 3);
    return field.nearestShape(half.regionAt(x, y, z), x, y, z);
  });
  return { positions, triangles, onPlane, normals: surface.normals(positions, onPlane, slim), shapes };
}

/** Joins a half and its mirror image. Vertex v > half of the result mirrors `source[v]`. */
export function mirrorMesh(half: HalfMesh): { mesh: Mesh; source: Uint32Array } {
  const count = half.onPlane.length;
  const source: number[] = Array.from({ length: count }, (_, v) => v);
  const image = new Uint32Array(count);
  for (let v = 0; v < count; v++) image[v] = half.onPlane[v] ? v : source.push(v) - 1;
  const positions = new Float32Array(source.length * 3);
  for (const [v, s] of source.entries()) {
    positions[v * 3] = half.positions[s * 3] * (v < count ? 1 : -1);
    positions[v * 3 + 1] = half.positions[s * 3 + 1];
    positions[v * 3 + 2] = half.positions[s * 3 + 2];
  }
  const triangles = new Uint32Array(half.triangles.length * 2);
  triangles.set(half.triangles);
  for (let t = 0; t < half.triangles.length; t += 3) {
    const o = half.triangles.length + t;
    triangles[o] = image[half.triangles[t]];
    triangles[o + 1] = image[half.triangles[t + 2]];
    triangles[o + 2] = image[half.triangles[t + 1]];
  }
  return { mesh: { positions, triangles }, source: Uint32Array.from(source) };
}

/** Vertices joined by an edge of the polygons (`sides` corners each). */
export function neighboursOf(polygons: Uint32Array, sides: number, vertexCount: number): Neighbours {
  // Each edge inside the surface is met twice, once from each side, so one direction per polygon is enough;
  // edges on the mirror plane are met once and entered both ways.
  const half = new Set<number>();
  for (let p = 0; p < polygons.length; p += sides) {
    for (let c = 0; c < sides; c++) half.add(polygons[p + c] * vertexCount + polygons[p + ((c + 1) % sides)]);
  }
  const start = new Uint32Array(vertexCount + 1);
  const pairs: number[] = [];
  for (const pair of half) {
    const a = Math.floor(pair / vertexCount);
    const b = pair % vertexCount;
    pairs.push(a, b);
    start[a + 1]++;
    if (!half.has(b * vertexCount + a)) {
      pairs.push(b, a);
      start[b + 1]++;
    }
  }
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const list = new Uint32Array(pairs.length / 2);
  for (let i = 0; i < pairs.length; i += 2) list[next[pairs[i]]++] = pairs[i + 1];
  return { start, list };
}

type Projector = ReturnType<typeof createProjector>;

/** Moves vertices onto and along the surface. `normals` are the gradients met on the way. */
function createProjector(field: Field, half: HalfSurface, cell: number) {
  const gradient = [0, 0, 0];
  const step = cell * 0.05;
  /** Value at a point, and the gradient, from the corners of a small tetrahedron: half the price of six sides. */
  const slope = (x: number, y: number, z: number, minRadius: number): number => {
    const region = half.regionAt(x, y, z);
    const a = field.value(region, x + step, y - step, z - step, minRadius);
    const b = field.value(region, x - step, y - step, z + step, minRadius);
    const c = field.value(region, x - step, y + step, z - step, minRadius);
    const d = field.value(region, x + step, y + step, z + step, minRadius);
    gradient[0] = (a - b - c + d) / (4 * step);
    gradient[1] = (c + d - a - b) / (4 * step);
    gradient[2] = (b + d - a - c) / (4 * step);
    return (a + b + c + d) / 4;
  };
  /** One Newton step along the gradient; steps are short, for the field bends within a cell. */
  const projectVertex = (p: Float64Array, v: number, plane: boolean, minRadius: number) => {
    const value = slope(p[v * 3], p[v * 3 + 1], p[v * 3 + 2], minRadius);
    if (plane) gradient[0] = 0;
    const square = gradient[0] ** 2 + gradient[1] ** 2 + gradient[2] ** 2;
    if (square < 1e-12) return;
    const limit = (0.6 * cell) / Math.sqrt(square);
    const s = Math.min(limit, Math.max(-limit, -value / square));
    for (let k = plane ? 1 : 0; k < 3; k++) p[v * 3 + k] += s * gradient[k];
    // A vertex that belongs to one side must not cross the mirror plane.
    if (!plane && p[v * 3] < 0.02 * cell) p[v * 3] = 0.02 * cell;
  };
  const normalsOf = (p: Float64Array, onPlane: Uint8Array, minRadius: number): Float64Array => {
    const out = new Float64Array(p.length);
    for (let v = 0; v < onPlane.length; v++) {
      slope(p[v * 3], p[v * 3 + 1], p[v * 3 + 2], minRadius);
      if (onPlane[v]) gradient[0] = 0;
      const length = Math.sqrt(gradient[0] ** 2 + gradient[1] ** 2 + gradient[2] ** 2) || 1;
      for (let k = 0; k < 3; k++) out[v * 3 + k] = gradient[k] / length;
    }
    return out;
  };
  return {
    normals: normalsOf,
    projectVertex,
    project(p: Float64Array, onPlane: Uint8Array, minRadius: number, steps: number) {
      for (let v = 0; v < onPlane.length; v++) {
        for (let i = 0; i < steps; i++) projectVertex(p, v, onPlane[v] === 1, minRadius);
      }
    },
    /** Slides vertices (all, or those marked) half-way to the middle of their neighbours, and projects. */
    relax(p: Float64Array, onPlane: Uint8Array, edges: Neighbours, minRadius: number, only?: Uint8Array) {
      const before = p.slice();
      const move = [0, 0, 0];
      for (let v = 0; v < onPlane.length; v++) {
        if (only && !only[v]) continue;
        move[0] = move[1] = move[2] = 0;
        let total = 0;
        for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
          const u = edges.list[e];
          // A neighbour off the plane stands for its mirror image too; their x cancel.
          const weight = onPlane[v] && !onPlane[u] ? 2 : 1;
          for (let k = 0; k < 3; k++) move[k] += weight * (before[u * 3 + k] - before[v * 3 + k]);
          total += weight;
        }
        if (onPlane[v]) move[0] = 0;
        for (let k = 0; k < 3; k++) p[v * 3 + k] += (0.5 * move[k]) / total;
        // Projecting takes out the part of the move that leaves the surface.
        projectVertex(p, v, onPlane[v] === 1, minRadius);
      }
    },
  };
}

/**
 * Around a narrow tip or in a crevice a few triangles may end up folded over. Their vertices are moved to the
 * middle of their neighbours and back onto the surface; what is still folded or runs through something else
 * after that is smoothed free of the surface, by less than a cell.
 */
function untangle(
  surface: Projector,
  p: Float64Array,
  triangles: Uint32Array,
  onPlane: Uint8Array,
  edges: Neighbours,
  minRadius: number,
): void {
  for (let round = 0; round < 18; round++) {
    let free = round >= 6;
    const normals = surface.normals(p, onPlane, minRadius);
    const bad = foldedVertices(p, triangles, normals, FOLDED[free ? 1 : 0]);
    if (bad.size === 0) {
      free = true;
      for (const v of foldedVertices(p, triangles, normals, FOLDED[1])) bad.add(v);
      for (const v of crossingVertices(p, triangles)) bad.add(v);
      if (bad.size === 0) return;
    }
    const before = p.slice();
    for (const v of bad) {
      const middle = [0, 0, 0];
      let total = 0;
      for (let e = edges.start[v]; e < edges.start[v + 1]; e++) {
        const u = edges.list[e];
        const weight = onPlane[v] && !onPlane[u] ? 2 : 1;
        for (let k = 0; k < 3; k++) middle[k] += weight * before[u * 3 + k];
        total += weight;
      }
      for (let k = onPlane[v] ? 1 : 0; k < 3; k++) p[v * 3 + k] += 0.7 * (middle[k] / total - p[v * 3 + k]);
      if (!free) surface.projectVertex(p, v, onPlane[v] === 1, minRadius);
    }
  }
}

/** Vertices of triangles that run through others. */
function crossingVertices(p: Float64Array, triangles: Uint32Array): Set<number> {
  const { pairs } = findSelfIntersections({ positions: Float32Array.from(p), triangles });
  const found = new Set<number>();
  for (const t of pairs) for (let k = 0; k < 3; k++) found.add(triangles[t * 3 + k]);
  return found;
}

/** Vertices of triangles that do not face the way their surface does. */
function foldedVertices(
  p: Float64Array,
  triangles: Uint32Array,
  normals: Float64Array,
  least: number,
): Set<number> {
  const found = new Set<number>();
  const at = (v: number): Vec3 => [p[v * 3], p[v * 3 + 1], p[v * 3 + 2]];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const facing = direction(cross(subtract(at(b), at(a)), subtract(at(c), at(a))));
    let agree = 0;
    for (let k = 0; k < 3; k++)
      agree += facing[k] * (normals[a * 3 + k] + normals[b * 3 + k] + normals[c * 3 + k]);
    if (agree < least) found.add(a).add(b).add(c);
  }
  return found;
}

/** Cuts each quad along its shorter diagonal. */
function triangulate(p: Float64Array, quads: Uint32Array): Uint32Array {
  const square = (a: number, b: number) =>
    (p[a * 3] - p[b * 3]) ** 2 + (p[a * 3 + 1] - p[b * 3 + 1]) ** 2 + (p[a * 3 + 2] - p[b * 3 + 2]) ** 2;
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let q = 0; q < quads.length / 4; q++) {
    const [a, b, c, d] = quads.subarray(q * 4, q * 4 + 4);
    const cut = square(a, c) <= square(b, d) ? [a, b, c, a, c, d] : [b, c, d, b, d, a];
    triangles.set(cut, q * 6);
  }
  return triangles;
}

/** Halves every edge that is longer than wanted at its middle (0 = any length), keeping the surface closed. */
function splitLongEdges(
  positions: Float64Array,
  triangles: Uint32Array,
  onPlane: Uint8Array,
  wanted: (x: number, y: number, z: number) => number,
): { positions: Float64Array; triangles: Uint32Array; onPlane: Uint8Array } {
  const points = Array.from(positions);
  const plane = Array.from(onPlane);
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * onPlane.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const at = [0, 1, 2].map((k) => (positions[a * 3 + k] + positions[b * 3 + k]) / 2);
    const length = Math.hypot(...[0, 1, 2].map((k) => positions[a * 3 + k] - positions[b * 3 + k]));
    const target = wanted(at[0], at[1], at[2]);
    let made = -1;
    if (target > 0 && length > 1.35 * target) {
      points.push(...at);
      made = plane.push(onPlane[a] && onPlane[b] ? 1 : 0) - 1;
    }
    middles.set(key, made);
    return made;
  };
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    let [a, b, c] = triangles.subarray(t, t + 3);
    let ab = middle(a, b);
    let bc = middle(b, c);
    let ca = middle(c, a);
    const count = +(ab >= 0) + +(bc >= 0) + +(ca >= 0);
    // Turn the triangle so that one split edge is ab, or with two, that ca is the whole one.
    while ((count === 1 && ab < 0) || (count === 2 && ca >= 0)) {
      [a, b, c, ab, bc, ca] = [b, c, a, bc, ca, ab];
    }
    if (count === 0) out.push(a, b, c);
    else if (count === 1) out.push(a, ab, c, ab, b, c);
    else if (count === 2) out.push(ab, b, bc, a, ab, bc, a, bc, c);
    else out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return {
    positions: Float64Array.from(points),
    triangles: Uint32Array.from(out),
    onPlane: Uint8Array.from(plane),
  };
}
