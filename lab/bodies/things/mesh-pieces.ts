/**
 * @file The pieces that things are made of: closed meshes from rings of points. A lathe, a tube along a path, an
 * ellipsoid and a torus are all rings joined in a row; a ring of one point closes an end.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, cross, lengthOf, normalize, perpendiculars, scale, subtract, type Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { createBox } from '../../../src/mesh/primitives.js';
import { extrude, roundedRectangle } from './extrude.js';

/** Points of a plane: radius and height of a lathe's profile, x and y of an outline. */
export type Outline = readonly (readonly [number, number])[];

/** Makes the pieces of one thing, about as large as one metre, standing on its base, up +Y. */
export type Maker = (rng: Rng) => Mesh[];

/** Points around a section. */
export type Ring = readonly Vec3[];

/** Joins rings in a row; all have the same number of points, or one. `closed` joins the last to the first. */
export function loft(rings: readonly Ring[], closed = false): Mesh {
  const start: number[] = [];
  const positions: number[] = [];
  for (const ring of rings) {
    start.push(positions.length / 3);
    for (const point of ring) positions.push(...point);
  }
  const triangles: number[] = [];
  for (let r = 0; r + (closed ? 0 : 1) < rings.length; r++) {
    const next = (r + 1) % rings.length;
    const sides = Math.max(rings[r].length, rings[next].length);
    const at = (ring: number, k: number) => start[ring] + (k % rings[ring].length);
    for (let k = 0; k < sides; k++) {
      if (rings[r].length > 1) triangles.push(at(r, k), at(r, k + 1), at(next, k));
      if (rings[next].length > 1) triangles.push(at(r, k + 1), at(next, k + 1), at(next, k));
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Turns a profile of [radius, height] about the Y axis; ends on the axis are closed. */
export function lathe(profile: Outline, segments = 24): Mesh {
  return loft(profile.map(([radius, y]) => (radius < 1e-6 ? [[0, y, 0]] : circle(radius, segments).map(([x, z]) => [x, y, -z]))));
}

/** A hollow vessel: the profile outside and, a wall's thickness further in, back down inside. */
export function hollowLathe(profile: Outline, wall: number, segments = 24): Mesh {
  const inner = profile
    .slice(1)
    .reverse()
    .map(([radius, y], i): [number, number] => [Math.max(0, radius - wall), i === 0 ? y : y + wall * 0.5]);
  const floor = profile[0][1] + wall;
  return lathe([[0, profile[0][1]], ...profile, ...inner.filter(([, y]) => y > floor), [0, floor]], segments);
}

/** Points on a circle in the plane, counter-clockwise. */
export function circle(radius: number, segments: number): [number, number][] {
  return Array.from({ length: segments }, (_, k) => {
    const angle = (2 * Math.PI * k) / segments;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** How a tube is made. */
export interface TubeOptions {
  readonly segments?: number;
  /** Joins the end of the path to its start. */
  readonly closed?: boolean;
  /** Unit section instead of a circle. */
  readonly section?: Outline;
  /** Factor of the section's first axis. */
  readonly squash?: number;
  /** Turns of the section about the path, radians in all. */
  readonly twist?: number;
}

/** A tube along a path; the radius as one number, per point, or by the share of the path. Frames by parallel transport. */
export function tube(
  path: readonly Vec3[],
  radius: number | readonly number[] | ((share: number) => number),
  { segments = 10, closed = false, section, squash = 1, twist = 0 }: TubeOptions = {},
): Mesh {
  const last = path.length - 1;
  const outline = section ?? circle(1, segments);
  const radiusAt = (i: number) => (typeof radius === 'number' ? radius : typeof radius === 'function' ? radius(i / last) : radius[i]);
  const rings: Ring[] = [];
  let across: Vec3 | undefined;
  for (let i = 0; i <= last; i++) {
    const before = path[i > 0 ? i - 1 : closed ? last : 0];
    const along = normalize(subtract(path[i < last ? i + 1 : closed ? 0 : last], before));
    const first: Vec3 = across ? normalize(cross(cross(along, across), along)) : perpendiculars(along)[0];
    across = lengthOf(first) > 0 ? first : perpendiculars(along)[0];
    const third = cross(along, across);
    const [c, s] = [Math.cos((twist * i) / last), Math.sin((twist * i) / last)];
    rings.push(
      outline.map(([x, y]) => {
        const [u, v] = [squash * (c * x - s * y) * radiusAt(i), (s * x + c * y) * radiusAt(i)];
        return add(path[i], add(scale(across as Vec3, u), scale(third, v)));
      }),
    );
  }
  return closed ? loft(rings, true) : loft([[path[0]], ...rings, [path[last]]]);
}

/** A straight rod between two points. */
export const rod = (from: Vec3, to: Vec3, radius: number, end = radius, segments = 10): Mesh => tube([from, to], [radius, end], { segments });

/** A bar of rectangular section between two points. */
export const bar = (from: Vec3, to: Vec3, width: number, thickness: number): Mesh =>
  tube([from, to], 1, {
    section: [
      [width / 2, thickness / 2],
      [-width / 2, thickness / 2],
      [-width / 2, -thickness / 2],
      [width / 2, -thickness / 2],
    ],
  });

/** An ellipsoid about a centre. */
export function ellipsoid(radii: Vec3, center: Vec3 = [0, 0, 0], segments = 16): Mesh {
  const rows = Math.max(4, Math.round(segments / 2));
  const rings = Array.from({ length: rows + 1 }, (_, r): Ring => {
    const polar = Math.PI * (r / rows - 0.5);
    const y = center[1] + radii[1] * Math.sin(polar);
    if (r === 0 || r === rows) return [[center[0], y, center[2]]];
    const c = Math.cos(polar);
    return circle(1, segments).map(([a, b]) => [center[0] + radii[0] * c * a, y, center[2] - radii[2] * c * b]);
  });
  return loft(rings);
}

/** A ball about a centre. */
export const ball = (radius: number, center: Vec3 = [0, 0, 0], segments = 14): Mesh => ellipsoid([radius, radius, radius], center, segments);

/** A ring around the Y axis. */
export function torus(radius: number, thickness: number, segments = 28, sides = 10): Mesh {
  const path = circle(radius, segments).map(([x, z]): Vec3 => [x, 0, z]);
  return tube(path, thickness, { closed: true, segments: sides });
}

/** A box about a centre; `round` is the radius of its edges. */
export function block(size: Vec3, center: Vec3 = [0, 0, 0], round = 0): Mesh {
  const least = Math.min(...size);
  if (round < 0.02 * least) return createBox(size, center);
  const radius = Math.min(round, 0.45 * least);
  const mesh = extrude(roundedRectangle(size[0], size[1], radius), size[2], { bevel: 0.8 * radius });
  return move(mesh, center);
}

/** The mesh with every point mapped. */
export function mapPoints(mesh: Mesh, map: (point: Vec3) => Vec3): Mesh {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(map([mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]]), i);
  }
  return { positions, triangles: mesh.triangles };
}

/** The mesh displaced. */
export const move = (mesh: Mesh, by: Vec3): Mesh => mapPoints(mesh, (p) => add(p, by));

/** The mesh with its axes scaled. */
export const stretch = (mesh: Mesh, by: Vec3): Mesh => mapPoints(mesh, ([x, y, z]) => [x * by[0], y * by[1], z * by[2]]);

/** The mesh rotated about X, then Y, then Z, radians. */
export function turn(mesh: Mesh, x: number, y = 0, z = 0): Mesh {
  const [cx, sx, cy, sy, cz, sz] = [x, y, z].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  return mapPoints(mesh, ([px, py, pz]) => {
    const [y1, z1] = [cx * py - sx * pz, sx * py + cx * pz];
    const [x2, z2] = [cy * px + sy * z1, -sy * px + cy * z1];
    return [cz * x2 - sz * y1, sz * x2 + cz * y1, z2];
  });
}

/** Copies of a mesh around the Y axis. */
export const around = (copies: number, mesh: Mesh, start = 0): Mesh[] =>
  Array.from({ length: copies }, (_, k) => turn(mesh, 0, start + (2 * Math.PI * k) / copies));

/** The mesh and its mirror image in x. */
export const bothSides = (mesh: Mesh): Mesh[] => [mesh, stretch(mesh, [-1, 1, 1])];

/** A smooth path through points (Catmull–Rom), so many steps between each two. */
export function curve(points: readonly Vec3[], steps = 5): Vec3[] {
  const path: Vec3[] = [];
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))];
  for (let i = 0; i + 1 < points.length; i++) {
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      path.push(
        [0, 1, 2].map((k) => {
          const [a, b, c, d] = [at(i - 1)[k], at(i)[k], at(i + 1)[k], at(i + 2)[k]];
          return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
        }) as unknown as Vec3,
      );
    }
  }
  path.push(at(points.length - 1));
  return path;
}

/** A smooth profile or outline through points of the plane. */
export const curve2 = (points: Outline, steps = 4): [number, number][] =>
  curve(
    points.map(([x, y]): Vec3 => [x, y, 0]),
    steps,
  ).map(([x, y]) => [x, y]);
