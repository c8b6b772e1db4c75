/**
 * @file A creature in a few milliseconds: the shapes of its table, each as a small mesh of its own, without what lies
 * inside another shape, every vertex bound to its nearest bone.
 *
 * Same skeleton, limits and plan as `createCreature`; the surface is open where shapes meet, uncoloured, with one
 * joint per vertex. Enough where hundreds of individuals are needed and only the rough shape around each joint counts:
 * radii differ by 12 % from those of the full mesh, in 5 to 60 ms instead of 300 to 1500 (lab/notes/creatures.md).
 */

import { PosespaceError } from '../../src/base/errors.js';
import { createRng } from '../../src/base/rng.js';
import { rotateVectorInto } from '../../src/math/quaternion.js';
import {
  add,
  cross,
  dot,
  lengthOf,
  lerp,
  normalize,
  scale,
  subtract,
  type Vec3,
} from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { Body } from './body.js';
import { CREATURE_KINDS, type Creature, type CreatureKind } from './creature-record.js';
import { type Ball, type Cone, type Shape, type Sheet, shapeBounds, shapeDistance } from './shapes.js';
import { nearestBone } from './skin-body.js';
import { SPECIES } from './species.js';

/** Distance between points against the edge length of the true mesh. */
const SPACING = 1.8;

/** Options of `sketchCreature`. */
export interface SketchCreatureOptions {
  /** Which individual: any integer. The same one as `createCreature` makes of this seed. */
  readonly seed?: number;
}

/** Defaults of `sketchCreature`. */
export const SKETCH_CREATURE_DEFAULTS = Object.freeze({
  seed: 0,
} as const satisfies SketchCreatureOptions);

/** Sketches one individual of a kind, all one grey. */
export function sketchCreature(kind: CreatureKind, options: SketchCreatureOptions = {}): Creature {
  const { seed } = { ...SKETCH_CREATURE_DEFAULTS, ...options };
  if (!CREATURE_KINDS.includes(kind)) {
    throw new PosespaceError(
      'bad-usage',
      `creatures/sketchCreature: no such kind, got ${kind}; use one of ${CREATURE_KINDS.join(', ')}`,
    );
  }
  const rng = createRng(Math.imul(seed, 0x9e3779b1) + CREATURE_KINDS.indexOf(kind));
  const { body, plan, stands, cell } = SPECIES[kind](rng);
  const { mesh, skin } = sketchBody(body, stands, SPACING * cell);
  return {
    kind,
    name: `${kind}-${seed}`,
    rig: { mesh, skeleton: body.skeleton, skin },
    limits: body.limits,
    colors: new Uint8Array((mesh.positions.length / 3) * 4).fill(200),
    plan,
  };
}

/** The surface of a described body, one joint per vertex; `spacing` is the distance between points, metres. */
export function sketchBody(body: Body, stands: boolean, spacing: number): { mesh: Mesh; skin: Skin } {
  const boxes = body.shapes.map((shape) => shapeBounds(shape, 0));
  const positions: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  for (const [s, shape] of body.shapes.entries()) {
    const piece = meshShape(shape, spacing);
    const inside = piece.points.map((point) => isInside(body.shapes, boxes, s, point));
    const index = new Int32Array(piece.points.length);
    for (const corners of piece.triangles) {
      if (corners.every((k) => inside[k])) continue;
      for (const k of corners) {
        if (index[k] === 0) {
          const [x, y, z] = piece.points[k];
          index[k] = positions.push(x, stands ? Math.max(0, y) : y, z) / 3;
          joints.push(nearestBone(body, s, piece.points[k]).joint);
        }
        triangles.push(index[k] - 1);
      }
    }
  }
  return {
    mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    skin: {
      joints: Uint16Array.from(joints),
      weights: new Float32Array(joints.length).fill(1),
      influenceCount: 1,
    },
  };
}

/** Whether a point of shape `own` lies inside another one. */
function isInside(
  shapes: readonly Shape[],
  boxes: readonly (readonly number[])[],
  own: number,
  [x, y, z]: Vec3,
): boolean {
  for (let s = 0; s < shapes.length; s++) {
    const box = boxes[s];
    if (s === own || x < box[0] || x > box[3] || y < box[1] || y > box[4] || z < box[2] || z > box[5])
      continue;
    if (shapeDistance(shapes[s], x, y, z, 0) < 0) return true;
  }
  return false;
}

/** A mesh of points. */
export interface Piece {
  readonly points: readonly Vec3[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** Points that fit along a length, at least `least`; small features stay small in number too. */
const countAlong = (length: number, spacing: number, least: number) =>
  Math.min(24, Math.max(least, Math.round(length / spacing)));

/** One shape as a mesh of its own; `most` bounds the points around it. */
export function meshShape(shape: Shape, spacing: number, most = 24): Piece {
  if (shape.kind === 'sheet') return meshSheet(shape, spacing);
  if (shape.kind === 'ball') {
    const girth = Math.PI * (shape.radii[0] + shape.radii[2]);
    const arc = (Math.PI / 2) * (shape.radii[1] + Math.max(shape.radii[0], shape.radii[2]));
    return meshGlobe(
      ballSurface(shape),
      Math.min(most, countAlong(girth, spacing, 4)),
      countAlong(arc, spacing, 3),
    );
  }
  const radius = Math.max(shape.fromRadius, shape.toRadius) * (0.5 + 0.5 * shape.squash);
  const arc = lengthOf(subtract(shape.to, shape.from)) + 1.6 * (shape.fromRadius + shape.toRadius);
  return meshGlobe(
    coneSurface(shape),
    Math.min(most, countAlong(2 * Math.PI * radius, spacing, 4)),
    countAlong(arc, spacing, 6),
  );
}

/** A globe whose points come from latitude (−1 to 1) and longitude (radians). */
function meshGlobe(
  surface: (latitude: number, longitude: number) => Vec3,
  sides: number,
  rows: number,
): Piece {
  const points: Vec3[] = [surface(-1, 0)];
  for (let r = 1; r < rows; r++) {
    for (let k = 0; k < sides; k++) points.push(surface((2 * r) / rows - 1, (2 * Math.PI * k) / sides));
  }
  const top = points.push(surface(1, 0)) - 1;
  const at = (r: number, k: number) => (r === 0 ? 0 : r === rows ? top : 1 + (r - 1) * sides + (k % sides));
  const triangles: [number, number, number][] = [];
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < sides; k++) {
      if (r > 0) triangles.push([at(r, k), at(r, k + 1), at(r + 1, k)]);
      if (r + 1 < rows) triangles.push([at(r, k + 1), at(r + 1, k + 1), at(r + 1, k)]);
    }
  }
  return { points, triangles };
}

/** The first and last sixth of the latitudes are the round ends. */
function coneSurface(cone: Cone): (latitude: number, longitude: number) => Vec3 {
  const along = subtract(cone.to, cone.from);
  const axis = lengthOf(along) > 0 ? normalize(along) : ([0, 1, 0] as const);
  const aside = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const third = cross(axis, aside);
  return (latitude, longitude) => {
    const end = 2 / 3;
    const t = Math.min(1, Math.max(0, (latitude / end + 1) / 2));
    const beyond = Math.max(0, Math.abs(latitude) - end) / (1 - end);
    const radius = cone.fromRadius + (cone.toRadius - cone.fromRadius) * t + cone.bulge * 4 * t * (1 - t);
    const round = radius * Math.sqrt(Math.max(0, 1 - beyond * beyond));
    const out = add(
      scale(axis, Math.sign(latitude) * beyond * radius),
      add(scale(aside, round * Math.cos(longitude)), scale(third, round * Math.sin(longitude))),
    );
    const flat = add(out, scale(cone.squashAxis, (cone.squash - 1) * dot(out, cone.squashAxis)));
    return add(lerp(cone.from, cone.to, t), flat);
  };
}

function ballSurface(ball: Ball): (latitude: number, longitude: number) => Vec3 {
  const back = [-ball.inverse[0], -ball.inverse[1], -ball.inverse[2], ball.inverse[3]];
  return (latitude, longitude) => {
    const angle = (Math.PI / 2) * latitude;
    const v = [
      ball.radii[0] * Math.cos(angle) * Math.cos(longitude),
      ball.radii[1] * Math.sin(angle),
      -ball.radii[2] * Math.cos(angle) * Math.sin(longitude),
    ];
    rotateVectorInto(v, 0, back, 0, v, 0);
    return add(ball.center, [v[0], v[1], v[2]]);
  };
}

/** Both faces of a sheet, each a triangular grid. */
function meshSheet({ corners: [a, b, c], thickness }: Sheet, spacing: number): Piece {
  const [ab, ac] = [subtract(b, a), subtract(c, a)];
  const normal = normalize(cross(ab, ac));
  const n = countAlong(Math.max(lengthOf(ab), lengthOf(ac), lengthOf(subtract(c, b))), spacing, 1);
  const points: Vec3[] = [];
  const triangles: [number, number, number][] = [];
  for (const side of [1, -1]) {
    const start = points.length;
    const at = (i: number, j: number) => start + (i * (2 * n + 3 - i)) / 2 + j;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; i + j <= n; j++) {
        const [u, v] = [i / n, j / n];
        const thick = thickness[0] * (1 - u - v) + thickness[1] * u + thickness[2] * v;
        points.push(add(add(a, add(scale(ab, u), scale(ac, v))), scale(normal, side * thick)));
        const add3 = (p: number, q: number, r: number) => triangles.push(side > 0 ? [p, q, r] : [p, r, q]);
        if (i + j < n) add3(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j + 1 < n) add3(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return { points, triangles };
}
