/**
 * @file The solids that bodies are made of, as distance estimates: negative inside, zero on the surface.
 *
 * Distances need not be exact: the polygoniser only uses signs, and projection divides by the gradient. A
 * `minRadius` fattens whatever is thinner, so that a coarse grid cannot miss a wing or a claw; vertices are
 * projected onto the thin surface afterwards.
 */

import { rotateVectorInto } from '../../src/math/quaternion.js';
import type { Vec3 } from '../../src/math/vector.js';

interface ShapeBase {
  /** The part this shape belongs to: shapes blend freely within a part. */
  readonly part: number;
  /** Joints that may move this piece of surface; the nearest bone of them wins. */
  readonly joints: readonly number[];
  /** Width of the blend with the shapes of the part that came before, metres. */
  readonly blend: number;
  /** Name of the paint that colours it. */
  readonly paint: string;
  /** Longest edge wanted on its surface, metres; 0 leaves the grid's. */
  readonly detail: number;
}

/** A capsule whose radius runs from one end to the other, swollen in the middle, squashed along one axis. */
export interface Cone extends ShapeBase {
  readonly kind: 'cone';
  readonly from: Vec3;
  readonly to: Vec3;
  readonly fromRadius: number;
  readonly toRadius: number;
  /** Added to the radius half-way, metres. */
  readonly bulge: number;
  /** Unit axis and factor: below 1 flattens the section along the axis. */
  readonly squashAxis: Vec3;
  readonly squash: number;
}

export interface Ball extends ShapeBase {
  readonly kind: 'ball';
  readonly center: Vec3;
  readonly radii: Vec3;
  /** Orientation as the inverse quaternion, xyzw. */
  readonly inverse: readonly [number, number, number, number];
}

/** A triangle with thickness: half of it at each corner. */
export interface Sheet extends ShapeBase {
  readonly kind: 'sheet';
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly thickness: Vec3;
}

export type Shape = Cone | Ball | Sheet;

/** Distance estimate from a point to a shape. */
export function shapeDistance(shape: Shape, x: number, y: number, z: number, minRadius: number): number {
  if (shape.kind === 'cone') return coneDistance(shape, x, y, z, minRadius);
  if (shape.kind === 'ball') return ballDistance(shape, x, y, z, minRadius);
  return sheetDistance(shape, x, y, z, minRadius);
}

/** Box around a shape: least corner, then greatest. [6] */
export function shapeBounds(shape: Shape, minRadius: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const grow = (p: Vec3, r: number) => {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], p[k] - r);
      box[k + 3] = Math.max(box[k + 3], p[k] + r);
    }
  };
  if (shape.kind === 'cone') {
    const more = minRadius + Math.max(0, shape.bulge);
    const stretch = Math.max(1, shape.squash);
    grow(shape.from, shape.fromRadius * stretch + more);
    grow(shape.to, shape.toRadius * stretch + more);
  } else if (shape.kind === 'ball') {
    grow(shape.center, Math.max(...shape.radii, minRadius));
  } else {
    for (let i = 0; i < 3; i++) grow(shape.corners[i], Math.max(shape.thickness[i], minRadius));
  }
  return box;
}

/** Cones squashed more than this are plates with a round rim, the others have elliptic sections. */
const PLATE = 0.35;

function coneDistance(s: Cone, x: number, y: number, z: number, minRadius: number): number {
  if (s.squash < PLATE) return plateDistance(s, x, y, z, minRadius);
  let ax = x - s.from[0];
  let ay = y - s.from[1];
  let az = z - s.from[2];
  let bx = s.to[0] - s.from[0];
  let by = s.to[1] - s.from[1];
  let bz = s.to[2] - s.from[2];
  const r0 = Math.max(s.fromRadius, minRadius);
  const r1 = Math.max(s.toRadius, minRadius);
  const factor = s.squash === 1 ? 1 : Math.max(s.squash, (2 * minRadius) / (r0 + r1));
  const axis = s.squashAxis;
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  if (factor !== 1) {
    // Undo the squash in space; the section is round there.
    const pull = 1 / factor - 1;
    const alongA = (ax * nx + ay * ny + az * nz) * pull;
    const alongB = (bx * nx + by * ny + bz * nz) * pull;
    ax += alongA * nx;
    ay += alongA * ny;
    az += alongA * nz;
    bx += alongB * nx;
    by += alongB * ny;
    bz += alongB * nz;
  }
  const bb = bx * bx + by * by + bz * bz;
  const t = bb > 0 ? Math.min(1, Math.max(0, (ax * bx + ay * by + az * bz) / bb)) : 0;
  const radius = r0 + (r1 - r0) * t + s.bulge * 4 * t * (1 - t);
  const dx = ax - t * bx;
  const dy = ay - t * by;
  const dz = az - t * bz;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (factor === 1) return length - radius;
  // Back in true space by the length of the gradient, which makes it the distance to first order.
  const across = length > 0 ? (dx * nx + dy * ny + dz * nz) / length : 1;
  return (length - radius) / Math.sqrt(1 + across * across * (1 / (factor * factor) - 1));
}

/** A flat outline (a cone seen along the axis of its squash) with thickness and a round rim: exact, thin or fat. */
function plateDistance(s: Cone, x: number, y: number, z: number, minRadius: number): number {
  const axis = s.squashAxis;
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  const ax = x - s.from[0];
  const ay = y - s.from[1];
  const az = z - s.from[2];
  const bx = s.to[0] - s.from[0];
  const by = s.to[1] - s.from[1];
  const bz = s.to[2] - s.from[2];
  const bb = bx * bx + by * by + bz * bz;
  const t = bb > 0 ? Math.min(1, Math.max(0, (ax * bx + ay * by + az * bz) / bb)) : 0;
  const radius = s.fromRadius + (s.toRadius - s.fromRadius) * t + s.bulge * 4 * t * (1 - t);
  const dx = ax - t * bx;
  const dy = ay - t * by;
  const dz = az - t * bz;
  const height = dx * nx + dy * ny + dz * nz;
  const aside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - height * height));
  const thickness = 0.75 * radius * s.squash;
  const beyond = Math.max(0, aside - radius + thickness);
  return Math.sqrt(beyond * beyond + height * height) - Math.max(thickness, minRadius);
}

const scratch = [0, 0, 0];

function ballDistance(s: Ball, x: number, y: number, z: number, minRadius: number): number {
  scratch[0] = x - s.center[0];
  scratch[1] = y - s.center[1];
  scratch[2] = z - s.center[2];
  if (s.inverse[3] !== 1) rotateVectorInto(scratch, 0, s.inverse, 0, scratch, 0);
  const rx = Math.max(s.radii[0], minRadius);
  const ry = Math.max(s.radii[1], minRadius);
  const rz = Math.max(s.radii[2], minRadius);
  const ux = scratch[0] / rx;
  const uy = scratch[1] / ry;
  const uz = scratch[2] / rz;
  const k0 = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const k1 = Math.sqrt((ux / rx) ** 2 + (uy / ry) ** 2 + (uz / rz) ** 2);
  // First-order distance to an ellipsoid; at its very centre the gradient vanishes and any depth will do.
  return k1 < 1e-9 ? -Math.min(rx, ry, rz) : (k0 * (k0 - 1)) / k1;
}

/** Closest point on a triangle by Voronoi regions (Ericson, Real-Time Collision Detection, 5.1.5). */
function sheetDistance(s: Sheet, x: number, y: number, z: number, minRadius: number): number {
  const a = s.corners[0];
  const b = s.corners[1];
  const c = s.corners[2];
  const abx = b[0] - a[0];
  const aby = b[1] - a[1];
  const abz = b[2] - a[2];
  const acx = c[0] - a[0];
  const acy = c[1] - a[1];
  const acz = c[2] - a[2];
  const apx = x - a[0];
  const apy = y - a[1];
  const apz = z - a[2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bb = abx * abx + aby * aby + abz * abz;
  const cc = acx * acx + acy * acy + acz * acz;
  const bc = abx * acx + aby * acy + abz * acz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  const vc = d1 * d4 - d3 * d2;
  const vb = d5 * d2 - d1 * d6;
  const va = d3 * d6 - d5 * d4;
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
  } else {
    const total = va + vb + vc;
    v = vb / total;
    w = vc / total;
  }
  const dx = apx - v * abx - w * acx;
  const dy = apy - v * aby - w * acy;
  const dz = apz - v * abz - w * acz;
  const radius = s.thickness[0] * (1 - v - w) + s.thickness[1] * v + s.thickness[2] * w;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - Math.max(radius, minRadius);
}
