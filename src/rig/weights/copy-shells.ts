/**
 * @file Outline shells: a second, inside-out surface slightly around a body, which cartoon renderers draw as its outline. They
 * must move exactly with the surface they outline, so they copy its weights.
 *
 * A shell is a part that is inside out and lies close to the rest of the body all over.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex, type SurfaceIndex } from '../../mesh/nearest-surface.js';
import { ROW_WIDTH, type WeightRows } from './weight-rows.js';
import type { WeightSurface } from './weight-surface.js';

/** Largest distance of a shell from the surface it outlines, as a fraction of the size. */
const CLOSE = 0.03;
/** Fraction of a shell's vertices that must be that close. */
const LEAST_CLOSE = 0.95;
/** Parts below this fraction of the size are not shells: they are buttons modelled inside out. */
const LEAST_EXTENT = 0.1;

export interface Shells {
  /** Components that are shells. */
  readonly components: readonly number[];
  /** Where each vertex of a shell copies its weights from: triangle corners and barycentric weights. */
  readonly sources: readonly ShellSource[];
}

interface ShellSource {
  readonly vertex: number;
  readonly corners: readonly number[];
  readonly shares: readonly number[];
}

/** Finds the shells of a body. */
export function findShells(surface: WeightSurface): Shells {
  const { components, flipped, size } = surface;
  const { boxes } = components;
  const suspects = Array.from(flipped.keys()).filter((c) => {
    const extents = [0, 1, 2].map((k) => boxes[c * 6 + 3 + k] - boxes[c * 6 + k]);
    return flipped[c] && Math.max(...extents) > LEAST_EXTENT * size;
  });
  if (suspects.length === 0 || suspects.length === components.count) return { components: [], sources: [] };
  const rest = withoutFlipped(surface);
  const index = createSurfaceIndex(rest);
  const shells: number[] = [];
  const sources: ShellSource[] = [];
  for (const c of suspects) {
    const { found, count } = outlineSources(surface, rest, index, c);
    if (found.length < LEAST_CLOSE * count) continue;
    shells.push(c);
    sources.push(...found);
  }
  return { components: shells, sources };
}

function withoutFlipped({ mesh, components, flipped }: WeightSurface): Mesh {
  const triangles: number[] = [];
  for (let t = 0; t < components.ofTriangle.length; t++) {
    const c = components.ofTriangle[t];
    if (c < components.count && !flipped[c]) {
      triangles.push(mesh.triangles[t * 3], mesh.triangles[t * 3 + 1], mesh.triangles[t * 3 + 2]);
    }
  }
  return { positions: mesh.positions, triangles: Uint32Array.from(triangles) };
}

function outlineSources(
  { mesh, components, size }: WeightSurface,
  rest: Mesh,
  index: SurfaceIndex,
  component: number,
): { found: ShellSource[]; count: number } {
  const found: ShellSource[] = [];
  let count = 0;
  for (let v = 0; v < components.ofVertex.length; v++) {
    if (components.ofVertex[v] !== component) continue;
    count++;
    const [x, y, z] = [mesh.positions[v * 3], mesh.positions[v * 3 + 1], mesh.positions[v * 3 + 2]];
    const triangle = index.nearest(x, y, z, CLOSE * size);
    if (triangle < 0) continue;
    found.push({
      vertex: v,
      corners: [0, 1, 2].map((k) => rest.triangles[triangle * 3 + k]),
      shares: Array.from(index.found.barycentric),
    });
  }
  return { found, count };
}

/** Overwrites the shells' rows with those of the surface they outline. */
export function copyShellRowsInto(rows: WeightRows, shells: Shells, jointCount: number): void {
  const { joints, weights, width } = rows;
  const sums = new Float64Array(jointCount);
  for (const { vertex, corners, shares } of shells.sources) {
    sums.fill(0);
    corners.forEach((corner, i) => {
      for (let k = corner * width; k < (corner + 1) * width; k++) sums[joints[k]] += shares[i] * weights[k];
    });
    const order = Array.from(sums.keys()).sort((a, b) => sums[b] - sums[a] || a - b);
    for (let k = 0; k < ROW_WIDTH; k++) {
      joints[vertex * width + k] = order[k] ?? 0;
      weights[vertex * width + k] = k < order.length ? sums[order[k]] : 0;
    }
  }
}
