/**
 * @file A row of cones as one piece of surface: rings along a curve through their ends, with round caps. Real meshes are
 * made like this, and weights run on over joints, which pieces that merely overlap cannot do.
 */

import {
  add,
  cross,
  distance,
  dot,
  normalize,
  perpendiculars,
  scale,
  subtract,
  type Vec3,
} from '../../src/math/vector.js';
import type { Cone } from '../creatures/shapes.js';
import type { Piece } from '../creatures/sketch-creature.js';

export interface SweepOptions {
  readonly spacing: number;
  /** Most points around. */
  readonly sides: number;
  /** Exponent of the section: 2 is round, more is boxy. */
  readonly power: number;
}

/** A swept tube and, per point, the number of the cone that it lies on. */
export interface SweptTube extends Piece {
  readonly cones: readonly number[];
}

const CAP_RINGS = 3;

export function sweepTube(cones: readonly Cone[], { spacing, sides, power }: SweepOptions): SweptTube {
  const rings = placeRings(cones, spacing);
  const girth = 2 * Math.PI * Math.max(...rings.map((ring) => ring.radius));
  const around = Math.min(sides, Math.max(sides < 8 ? 4 : 6, Math.round(girth / spacing)));
  const points: Vec3[] = [];
  const owners: number[] = [];
  for (const { center, radius, side, third, cone } of rings) {
    const { squash, squashAxis } = cones[cone];
    for (let k = 0; k < around; k++) {
      const [u, v] = section((2 * Math.PI * (k + 0.5)) / around, power);
      const out = add(scale(side, radius * u), scale(third, radius * v));
      points.push(add(center, add(out, scale(squashAxis, (squash - 1) * dot(out, squashAxis)))));
      owners.push(cone);
    }
  }
  const triangles: [number, number, number][] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let k = 0; k < around; k++) {
      const [a, b] = [r * around + k, r * around + ((k + 1) % around)];
      triangles.push([a, b, a + around], [b, b + around, a + around]);
    }
  }
  for (const [ring, start] of [
    [rings[0], 0],
    [rings[rings.length - 1], (rings.length - 1) * around],
  ] as const) {
    const pole = points.push(ring.center) - 1;
    owners.push(ring.cone);
    for (let k = 0; k < around; k++) {
      const [a, b] = [start + k, start + ((k + 1) % around)];
      triangles.push(start === 0 ? [pole, b, a] : [pole, a, b]);
    }
  }
  return { points, triangles, cones: owners };
}

/** A point of the unit section: a circle, or a rounded square of the same area or so. */
function section(angle: number, power: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (power === 2) return [c, s];
  const norm = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power);
  const shrink = 1 - 0.08 * Math.min(1, power - 2);
  return [c * norm * shrink, s * norm * shrink];
}

interface Ring {
  readonly center: Vec3;
  readonly radius: number;
  readonly side: Vec3;
  readonly third: Vec3;
  readonly cone: number;
}

/** Rings along the curve, closer than `spacing`, with a frame that does not twist, and those of the caps. */
function placeRings(cones: readonly Cone[], spacing: number): Ring[] {
  const knots = [cones[0].from, ...cones.map((cone) => cone.to)];
  const radii = [cones[0].fromRadius, ...cones.map((cone) => cone.toRadius)];
  const at = (i: number) => knots[Math.min(knots.length - 1, Math.max(0, i))];
  const raw: { center: Vec3; radius: number; cone: number }[] = [];
  for (const [i, cone] of cones.entries()) {
    const steps = Math.min(8, Math.max(2, Math.round(distance(cone.from, cone.to) / spacing)));
    for (let k = 0; k < steps + (i === cones.length - 1 ? 1 : 0); k++) {
      const t = k / steps;
      const bulge = cone.bulge * 4 * t * (1 - t);
      raw.push({
        center: curveAt(at(i - 1), at(i), at(i + 1), at(i + 2), t),
        radius: radii[i] + (radii[i + 1] - radii[i]) * t * t * (3 - 2 * t) + bulge,
        cone: i,
      });
    }
  }
  let side: Vec3 | undefined;
  const framed = raw.map((ring, i) => {
    const along = normalize(
      subtract(raw[Math.min(raw.length - 1, i + 1)].center, raw[Math.max(0, i - 1)].center),
    );
    const before = side ?? perpendiculars(along)[0];
    side = normalize(subtract(before, scale(along, dot(before, along))));
    return { ...ring, side, third: cross(along, side), along };
  });
  const cap = (ring: (typeof framed)[number], sign: number) =>
    Array.from({ length: CAP_RINGS }, (_, k) => {
      const angle = ((k + 1) / (CAP_RINGS + 0.3)) * (Math.PI / 2);
      const center = add(ring.center, scale(ring.along, sign * ring.radius * Math.sin(angle)));
      return { ...ring, center, radius: ring.radius * Math.cos(angle) };
    });
  return [...cap(framed[0], -1).reverse(), ...framed, ...cap(framed[framed.length - 1], 1)];
}

/** Catmull–Rom curve between the middle two of four points. */
function curveAt(a: Vec3, b: Vec3, c: Vec3, d: Vec3, t: number): Vec3 {
  const weights = [
    ((-t + 2) * t - 1) * t * 0.5,
    ((3 * t - 5) * t * t + 2) * 0.5,
    ((-3 * t + 4) * t + 1) * t * 0.5,
    (t - 1) * t * t * 0.5,
  ];
  return add(
    add(scale(a, weights[0]), scale(b, weights[1])),
    add(scale(c, weights[2]), scale(d, weights[3])),
  );
}
