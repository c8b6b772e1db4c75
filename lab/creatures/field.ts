/**
 * @file The implicit surface of a body: one number per point, negative inside.
 *
 * Evaluating every shape everywhere would be the whole cost of making a creature, so a `Field` is queried
 * through a `Region`: the few shapes whose boxes come near a block of space. Culling uses boxes and not
 * distances, because estimates for ellipsoids and squashed cones are not bounds.
 */

import type { Body, Part } from './body.js';
import { type Shape, shapeBounds, shapeDistance } from './shapes.js';

/** The shapes that matter within a block of space. */
export interface Region {
  /** Indices into the body's shapes, ascending. */
  readonly shapes: readonly number[];
  /** Their parts and those parts' ancestors, children before parents. */
  readonly parts: readonly number[];
}

export interface Field {
  /** Box around everything: least corner, then greatest. [6] */
  readonly bounds: readonly number[];
  /** Shapes of `within` (default all) that can reach the box. */
  cull(box: readonly number[], within?: Region): Region;
  value(region: Region, x: number, y: number, z: number, minRadius: number): number;
  /** Index of the shape whose own surface is nearest or that holds the point deepest. */
  nearestShape(region: Region, x: number, y: number, z: number): number;
  /** Shortest edge that a shape here needs; 0 where none does. */
  detailAt(region: Region, x: number, y: number, z: number): number;
}

export interface FieldOptions {
  /** Cut the body flat at y = 0, rounded by this radius, metres; undefined leaves it floating. */
  readonly ground?: number;
  /** Largest `minRadius` that will be used, metres: pads the boxes. */
  readonly minRadius: number;
}

/** Smallest of two distances with a fillet of width k (quadratic polynomial). */
export function smoothMin(a: number, b: number, k: number): number {
  const h = k - Math.abs(a - b);
  // Written so that two infinite distances (NaN apart) stay infinite.
  return h > 0 ? Math.min(a, b) - (h * h) / (4 * k) : Math.min(a, b);
}

export function createField(body: Body, options: FieldOptions): Field {
  const { shapes, parts } = body;
  const boxes = shapes.map((shape) => {
    // A fillet reaches as far as the wider of its own and its part's blend.
    const reach = Math.max(shape.blend, parts[shape.part].blend, widestBlend(shapes, parts, shape.part));
    return inflate(shapeBounds(shape, options.minRadius), reach * 0.6 + options.minRadius);
  });
  const regionOf = (kept: readonly number[]): Region => {
    const found = new Set<number>();
    for (const i of kept) for (let p = shapes[i].part; p >= 0; p = parts[p].parent) found.add(p);
    return { shapes: kept, parts: [...found].sort((a, b) => b - a) };
  };
  const all = regionOf(shapes.map((_, i) => i));
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], box[k]);
      bounds[k + 3] = Math.max(bounds[k + 3], box[k + 3]);
    }
  }
  const own = new Float64Array(parts.length);
  const whole = new Float64Array(parts.length);

  return {
    bounds,
    cull: (box, within = all) => regionOf(within.shapes.filter((i) => overlaps(boxes[i], box))),
    value(region, x, y, z, minRadius) {
      // (1) Each part by itself.
      const present = region.parts;
      for (let i = 0; i < present.length; i++) own[present[i]] = Infinity;
      for (let i = 0; i < region.shapes.length; i++) {
        const shape = shapes[region.shapes[i]];
        const d = shapeDistance(shape, x, y, z, minRadius);
        own[shape.part] = smoothMin(own[shape.part], d, shape.blend);
      }
      // (2) Children into parents; siblings meet in a plain minimum, so they never swell towards each other.
      for (let i = 0; i < present.length; i++) whole[present[i]] = own[present[i]];
      for (let i = 0; i < present.length; i++) {
        const part = parts[present[i]];
        if (part.parent < 0) continue;
        const k = blendAt(part, x, y, z);
        whole[part.parent] = Math.min(whole[part.parent], smoothMin(own[part.parent], whole[present[i]], k));
      }
      if (present.length === 0) return Infinity;
      // (3) Soles.
      return options.ground === undefined ? whole[0] : -smoothMin(-whole[0], y, options.ground);
    },
    nearestShape(region, x, y, z) {
      let best = -1;
      let least = Infinity;
      for (const i of region.shapes) {
        const d = shapeDistance(shapes[i], x, y, z, 0);
        // On a border the shape described later wins: a feature lies on top of what it grows from.
        if (d < least + options.minRadius * 0.06) {
          least = Math.min(d, least);
          best = i;
        }
      }
      return best;
    },
    detailAt(region, x, y, z) {
      let finest = Infinity;
      for (const i of region.shapes) {
        const { detail } = shapes[i];
        // A little beyond its own surface too, for the line where it meets the rest.
        if (detail > 0 && detail < finest && shapeDistance(shapes[i], x, y, z, 0) < 2.2 * detail)
          finest = detail;
      }
      return finest === Infinity ? 0 : finest;
    },
  };
}

/** How wide a part's fillet with its parent is at a point: full at the root, nothing beyond its reach. */
function blendAt(part: Part, x: number, y: number, z: number): number {
  const dx = x - part.at[0];
  const dy = y - part.at[1];
  const dz = z - part.at[2];
  const r = Math.sqrt(dx * dx + dy * dy + dz * dz) / part.reach;
  if (r >= 1) return 1e-9;
  const fade = r <= 0.5 ? 1 : (1 - r) * 2;
  return Math.max(1e-9, part.blend * fade * fade * (3 - 2 * fade));
}

/** Widest fillet that another shape or a child part can draw out of a part. */
function widestBlend(shapes: readonly Shape[], parts: readonly Part[], part: number): number {
  let widest = 0;
  for (const shape of shapes) if (shape.part === part) widest = Math.max(widest, shape.blend);
  for (const child of parts) if (child.parent === part) widest = Math.max(widest, child.blend);
  return widest;
}

const inflate = (box: readonly number[], by: number): number[] =>
  box.map((x, k) => (k < 3 ? x - by : x + by));

function overlaps(a: readonly number[], b: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[k + 3] || b[k] > a[k + 3]) return false;
  return true;
}
