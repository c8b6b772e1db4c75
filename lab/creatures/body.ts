/**
 * @file The language that animals are described in: joints, parts, and shapes attached to joints.
 *
 * A body is a tree of parts (torso, each leg, each ear). Shapes melt together within a part; a part melts into
 * its parent part only near the place where it grows out of it. So an arm beside a flank, or one finger beside
 * another, never fuse, whatever their distance.
 */

import { expRotationInto } from '../../src/math/quaternion.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { JointLimits } from '../../src/rig/kinematics/clamp-to-limits.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import type { Shape } from './shapes.js';

/** A piece of the body that grows out of another. */
export interface Part {
  /** −1 for the trunk. */
  readonly parent: number;
  /** Where it grows out of its parent. */
  readonly at: Vec3;
  /** Distance from `at` over which the blend with the parent fades to nothing, metres. */
  readonly reach: number;
  /** Width of that blend, metres. */
  readonly blend: number;
}

export interface Body {
  readonly skeleton: Skeleton;
  /** Far end of each joint's bone. [J] */
  readonly tips: readonly Vec3[];
  readonly limits: JointLimits;
  readonly parts: readonly Part[];
  readonly shapes: readonly Shape[];
}

export interface ShapeOptions {
  /** Width of the blend with earlier shapes of the part, metres. */
  readonly blend?: number;
  readonly paint?: string;
  /** Longest edge wanted, metres. */
  readonly detail?: number;
  /** Cones: added to the radius half-way, metres. */
  readonly bulge?: number;
  /** Cones: axis of the section that is scaled, and the factor. */
  readonly squash?: readonly [Vec3, number];
  /** Balls: rotation vector, radians. */
  readonly turn?: Vec3;
}

type Range = readonly [number, number];

/** Adds shapes to one part. `joints`: who moves it. */
export interface PartBuilder {
  readonly index: number;
  cone(joints: number | readonly number[], from: Vec3, to: Vec3, radii: Range, options?: ShapeOptions): void;
  ball(joints: number | readonly number[], center: Vec3, radii: Vec3 | number, options?: ShapeOptions): void;
  /** A thick triangle: a fin or a wing membrane. */
  sheet(
    joints: number | readonly number[],
    corners: readonly [Vec3, Vec3, Vec3],
    thickness: Vec3 | number,
    options?: ShapeOptions,
  ): void;
}

export interface BodyBuilder {
  joint(name: string, parent: number, at: Vec3, tip?: Vec3): number;
  /** A run of joints `name1…nameN` (or the given names) through the points; the last point is the last tip. */
  chain(names: string | readonly string[], parent: number, points: readonly Vec3[]): number[];
  /** Range of rotation about X, Y and Z; `sign` −1 mirrors it to the right side. */
  limit(joints: number | readonly number[], x: Range, y: Range, z: Range, sign?: number): void;
  part(parent: PartBuilder | undefined, at: Vec3, reach: number, blend: number): PartBuilder;
  position(joint: number): Vec3;
  build(): Body;
}

/** One side of a symmetric body. */
export interface Side {
  readonly sign: 1 | -1;
  /** `UpperArm` → `leftUpperArm`. */
  name(suffix: string): string;
  /** Mirrors a point given for the left side. */
  at(x: number, y: number, z: number): Vec3;
}

const makeSide = (prefix: string, sign: 1 | -1): Side => ({
  sign,
  name: (suffix) => prefix + suffix,
  at: (x, y, z) => [sign * x, y, z],
});

/** Left is +X of an animal that faces +Z. */
export const SIDES: readonly Side[] = [makeSide('left', 1), makeSide('right', -1)];

/** Joint range where nothing else was said, radians. */
const DEFAULT_RANGE: Range = [-0.7, 0.7];

export function createBody(): BodyBuilder {
  const names: string[] = [];
  const parents: number[] = [];
  const rest: Vec3[] = [];
  const tips: (Vec3 | undefined)[] = [];
  const ranges: [Range, Range, Range][] = [];
  const parts: Part[] = [];
  const shapes: Shape[] = [];

  const joint: BodyBuilder['joint'] = (name, parent, at, tip) => {
    // The bone of a joint runs to its first child, which is why trunks are described before limbs.
    if (parent >= 0 && tips[parent] === undefined) tips[parent] = at;
    ranges.push([DEFAULT_RANGE, DEFAULT_RANGE, DEFAULT_RANGE]);
    parents.push(parent);
    rest.push(at);
    tips.push(tip);
    return names.push(name) - 1;
  };

  return {
    joint,
    chain(name, parent, points) {
      const made: number[] = [];
      for (let i = 0; i + 1 < points.length; i++) {
        const label = typeof name === 'string' ? `${name}${i + 1}` : name[i];
        made.push(joint(label, i === 0 ? parent : made[i - 1], points[i], points[i + 1]));
      }
      return made;
    },
    limit(joints, x, y, z, sign = 1) {
      const flip = ([low, high]: Range): Range => (sign < 0 ? [-high, -low] : [low, high]);
      for (const j of typeof joints === 'number' ? [joints] : joints) ranges[j] = [x, flip(y), flip(z)];
    },
    part(parent, at, reach, blend) {
      const index = parts.push({ parent: parent?.index ?? -1, at, reach, blend }) - 1;
      return partBuilder(index, shapes);
    },
    position: (j) => rest[j],
    build() {
      const frames = new Float32Array(names.length * 4);
      for (let j = 0; j < names.length; j++) frames[j * 4 + 3] = 1;
      return {
        skeleton: { names, parents: Int16Array.from(parents), rest: Float32Array.from(rest.flat()), frames },
        tips: tips.map((tip, j) => tip ?? rest[j]),
        limits: {
          lower: Float32Array.from(ranges.flatMap((r) => r.map(([low]) => low))),
          upper: Float32Array.from(ranges.flatMap((r) => r.map(([, high]) => high))),
        },
        parts,
        shapes,
      };
    },
  };
}

function partBuilder(part: number, shapes: Shape[]): PartBuilder {
  const base = (joints: number | readonly number[], options: ShapeOptions) => ({
    part,
    joints: typeof joints === 'number' ? [joints] : joints,
    blend: options.blend ?? 0,
    paint: options.paint ?? 'coat',
    detail: options.detail ?? 0,
  });
  return {
    index: part,
    cone(joints, from, to, [fromRadius, toRadius], options = {}) {
      const [squashAxis, squash] = options.squash ?? [[1, 0, 0], 1];
      shapes.push({
        kind: 'cone',
        ...base(joints, options),
        from,
        to,
        fromRadius,
        toRadius,
        bulge: options.bulge ?? 0,
        squashAxis,
        squash,
      });
    },
    ball(joints, center, radii, options = {}) {
      const inverse: [number, number, number, number] = [0, 0, 0, 1];
      if (options.turn)
        expRotationInto(
          inverse,
          0,
          options.turn.map((x) => -x),
          0,
        );
      const all: Vec3 = typeof radii === 'number' ? [radii, radii, radii] : radii;
      shapes.push({ kind: 'ball', ...base(joints, options), center, radii: all, inverse });
    },
    sheet(joints, corners, thickness, options = {}) {
      const all: Vec3 = typeof thickness === 'number' ? [thickness, thickness, thickness] : thickness;
      shapes.push({ kind: 'sheet', ...base(joints, options), corners, thickness: all });
    },
  };
}
