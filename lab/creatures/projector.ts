/**
 * @file Moves vertices onto an implicit surface and along it.
 */

import type { Field } from './field.js';
import type { Neighbours } from './neighbours.js';
import type { HalfSurface } from './polygonise.js';

export type Projector = ReturnType<typeof createProjector>;

/** Moves vertices onto and along the surface. `normals` are the gradients met on the way. */
export function createProjector(field: Field, half: HalfSurface, cell: number) {
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
