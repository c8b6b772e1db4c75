/**
 * @file The surface of a drafted body: sketched (a piece per shape, cut where it lies inside another) or fused (surface
 * nets on a coarse grid, limbs melting into the trunk). Both keep the shape of each vertex, which gives its weights.
 */

import type { Body } from '../../src/creatures/body.js';
import { createField } from '../../src/creatures/field.js';
import { polygonise } from '../../src/creatures/polygonise.js';
import type { Shape } from '../../src/creatures/shapes.js';
import { sketchSurface } from '../../src/creatures/sketch-creature.js';
import { add, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Skin } from '../../src/rig/rig-records.js';
import { smoothWeights } from './smooth-weights.js';

export interface MeshDraftOptions {
  /** Edge length against the diagonal of the body's box. */
  readonly spacing: number;
  readonly fused: boolean;
  /** Most points around a sketched shape: 4 makes boxes. */
  readonly sides: number;
}

export function meshDraft(body: Body, options: MeshDraftOptions): { mesh: Mesh; skin: Skin } {
  const bounds = createField(body, { minRadius: 0 }).bounds;
  const cell =
    options.spacing * Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const { positions, triangles, shapes } = options.fused
    ? fuseSurface(body, cell)
    : sketchSurface(body, cell, options.sides);
  return { mesh: { positions, triangles }, skin: smoothWeights(body, positions, shapes) };
}

/** The polygoniser makes the half of a body at x ≥ 0, so the whole is moved there first. */
function fuseSurface(
  body: Body,
  cell: number,
): { positions: Float32Array; triangles: Uint32Array; shapes: number[] } {
  const minRadius = 0.86 * cell;
  const shift = 4 * cell - createField(body, { minRadius }).bounds[0];
  const moved: Body = {
    ...body,
    shapes: body.shapes.map((shape) => moveShape(shape, [shift, 0, 0])),
    parts: body.parts.map((part) => ({ ...part, at: add(part.at, [shift, 0, 0]) })),
  };
  const field = createField(moved, { minRadius });
  const { positions, quads, regionAt } = polygonise(field, cell, minRadius);
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let q = 0; q < quads.length / 4; q++) {
    const [a, b, c, d] = quads.subarray(q * 4, q * 4 + 4);
    triangles.set([a, b, c, a, c, d], q * 6);
  }
  const shapes: number[] = [];
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [positions[v], positions[v + 1], positions[v + 2]];
    shapes.push(Math.max(0, field.nearestShape(regionAt(x, y, z), x, y, z)));
    positions[v] -= shift;
  }
  return { positions: Float32Array.from(positions), triangles, shapes };
}

function moveShape(shape: Shape, by: Vec3): Shape {
  if (shape.kind === 'cone') return { ...shape, from: add(shape.from, by), to: add(shape.to, by) };
  if (shape.kind === 'ball') return { ...shape, center: add(shape.center, by) };
  const [a, b, c] = shape.corners;
  return { ...shape, corners: [add(a, by), add(b, by), add(c, by)] };
}
