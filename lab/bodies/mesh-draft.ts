/**
 * @file The surface of a drafted body: sketched (a piece per tube or shape, cut where it lies inside another) or fused
 * (surface nets on a coarse grid, limbs melting into the trunk). Both keep the shape of each vertex, which gives its
 * weights.
 */

import { add, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { Body } from '../creatures/body.js';
import { createField } from '../creatures/field.js';
import { polygonise } from '../creatures/polygonise.js';
import { type Cone, type Shape, shapeBounds, shapeDistance } from '../creatures/shapes.js';
import { meshShape } from '../creatures/sketch-creature.js';
import type { Draft } from './body-draft.js';
import { smoothWeights } from './smooth-weights.js';
import { type SweptTube, sweepTube } from './sweep-tube.js';

export interface MeshDraftOptions {
  /** Edge length against the diagonal of the body's box. */
  readonly spacing: number;
  readonly fused: boolean;
  /** Most points around a sketched shape: 4 makes boxes. */
  readonly sides: number;
  /** Exponent of sketched sections: 2 is round, more is boxy. */
  readonly power: number;
}

/** A fused body of which more than this share of cones is thinner than the grid would lose its shape. */
const MOST_THIN = 0.15;

interface Surface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** The shape that each vertex lies on. [V] */
  readonly shapes: ArrayLike<number>;
}

export function meshDraft(
  body: Body,
  tubes: Draft['tubes'],
  options: MeshDraftOptions,
): { mesh: Mesh; skin: Skin } {
  const bounds = createField(body, { minRadius: 0 }).bounds;
  const cell =
    options.spacing * Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const surface =
    options.fused && !isThin(body, cell)
      ? fuseSurface(body, cell)
      : sketchSurface(body, tubes, { ...options, spacing: cell });
  const { positions, triangles } = surface;
  return { mesh: { positions, triangles }, skin: smoothWeights(body, positions, surface.shapes) };
}

function isThin({ shapes }: Body, cell: number): boolean {
  const cones = shapes.filter((shape) => shape.kind === 'cone');
  const thin = cones.filter((cone) => Math.max(cone.fromRadius, cone.toRadius) < 0.7 * cell);
  return thin.length > MOST_THIN * cones.length;
}

function sketchSurface(body: Body, tubes: Draft['tubes'], options: MeshDraftOptions): Surface {
  const boxes = body.shapes.map((shape) => shapeBounds(shape, 0));
  const positions: number[] = [];
  const triangles: number[] = [];
  const shapes: number[] = [];
  const addPiece = (piece: SweptTube, first: number, count: number) => {
    const others = body.shapes.flatMap((_, s) => (s >= first && s < first + count ? [] : s));
    const inside = piece.points.map((point) => isInside(body.shapes, boxes, others, point));
    const index = new Int32Array(piece.points.length);
    for (const corners of piece.triangles) {
      if (corners.every((k) => inside[k])) continue;
      for (const k of corners) {
        if (index[k] === 0) {
          index[k] = positions.push(...piece.points[k]) / 3;
          shapes.push(first + piece.cones[k]);
        }
        triangles.push(index[k] - 1);
      }
    }
  };
  const swept = new Set<number>();
  for (const { first, count } of tubes) {
    addPiece(sweepTube(body.shapes.slice(first, first + count) as Cone[], options), first, count);
    for (let s = first; s < first + count; s++) swept.add(s);
  }
  for (const [s, shape] of body.shapes.entries()) {
    if (swept.has(s)) continue;
    const piece = meshShape(shape, options.spacing, options.sides);
    addPiece({ ...piece, cones: piece.points.map(() => 0) }, s, 1);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles), shapes };
}

function isInside(
  shapes: readonly Shape[],
  boxes: readonly (readonly number[])[],
  others: readonly number[],
  [x, y, z]: Vec3,
): boolean {
  for (const s of others) {
    const box = boxes[s];
    if (x < box[0] || x > box[3] || y < box[1] || y > box[4] || z < box[2] || z > box[5]) continue;
    if (shapeDistance(shapes[s], x, y, z, 0) < 0) return true;
  }
  return false;
}

/** The polygoniser makes the half of a body at x ≥ 0, so the whole is moved there first. */
function fuseSurface(body: Body, cell: number): Surface {
  const minRadius = 0.86 * cell;
  const shift: Vec3 = [4 * cell - createField(body, { minRadius }).bounds[0], 0, 0];
  const moved: Body = {
    ...body,
    shapes: body.shapes.map((shape) => moveShape(shape, shift)),
    parts: body.parts.map((part) => ({ ...part, at: add(part.at, shift) })),
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
    positions[v] -= shift[0];
  }
  return { positions: Float32Array.from(positions), triangles, shapes };
}

function moveShape(shape: Shape, by: Vec3): Shape {
  if (shape.kind === 'cone') return { ...shape, from: add(shape.from, by), to: add(shape.to, by) };
  if (shape.kind === 'ball') return { ...shape, center: add(shape.center, by) };
  const [a, b, c] = shape.corners;
  return { ...shape, corners: [add(a, by), add(b, by), add(c, by)] };
}
