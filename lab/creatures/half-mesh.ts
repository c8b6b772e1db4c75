/**
 * @file From implicit surface to the finished triangle mesh of one half: project, even out, triangulate,
 * refine small features, mirror.
 *
 * The grid sees a fattened body (see shapes.ts); projection onto the true surface makes wings, claws and
 * beaks as thin as they should be. Evening out slides vertices along the surface only, so that no volume is
 * lost; features smaller than the grid get their own density by splitting edges, which keeps the surface closed.
 */

import type { Mesh } from '../../src/mesh/mesh.js';
import { alignPaint } from './align-paint.js';
import type { Body } from './body.js';
import type { Field } from './field.js';
import { findNeighbours } from './neighbours.js';
import { polygonise } from './polygonise.js';
import { createProjector } from './projector.js';
import { splitLongEdges } from './split-edges.js';
import { untangle } from './untangle.js';

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

/**
 * Share of the fattening that stays: a tip thinner than a third of a cell would crowd the vertices of a whole
 * cell into a point.
 */
const SLIMMEST = 0.4;

/** Makes the left half of a body's surface with edges of about `cell` metres. */
export function makeHalfMesh(body: Body, field: Field, cell: number, minRadius: number): HalfMesh {
  const half = polygonise(field, cell, minRadius);
  const surface = createProjector(field, half, cell);
  const slim = SLIMMEST * minRadius;
  let positions = half.positions;
  let onPlane = half.onPlane;

  // (1) Relax the quads on the fat body, where rims are round (four neighbours each give the evenest spacing);
  //     then only slim it: relaxing thin sheets would draw vertices off their rims and leave a saw.
  const quadEdges = findNeighbours(half.quads, 4, onPlane.length);
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
    const edges = findNeighbours(triangles, 3, onPlane.length);
    for (let i = 0; i < 3; i++) surface.relax(positions, onPlane, edges, slim, fine);
  }

  // (3) Clean borders between colours.
  const edges = findNeighbours(triangles, 3, onPlane.length);
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
