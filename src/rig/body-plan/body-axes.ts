/**
 * @file Body coordinates: x to the left of the mirror plane, y up from the ground, z forward, the longest side of the mesh 1:
 * independent of scale, position and facing.
 */

import { cross, dot, unitVector, type Vec3 } from '../../math/vector.js';
import { computeBox, longestSide } from '../../mesh/box.js';
import type { SymmetryPlane } from '../../mesh/find-symmetry-plane.js';

export interface BodyAxes {
  /** Unit, in character space. */
  readonly left: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Origin in character space: on the mirror plane and on the ground. */
  readonly origin: Vec3;
  /** Longest side of the mesh, metres. */
  readonly size: number;
}

/** The axes of points around a mirror plane; `forward` may point backward (see `reverseFacing`). */
export function findBodyAxes(points: Float32Array, plane: SymmetryPlane | undefined, up: Vec3): BodyAxes {
  const box = computeBox(points);
  const size = longestSide(box) || 1;
  // A horizontal plane mirrors top and bottom: it is no use for left and right.
  const usable = plane !== undefined && Math.abs(dot(plane.normal, up)) < 0.7;
  const fallback: Vec3 = Math.abs(up[0]) < 0.7 ? [1, 0, 0] : [0, 0, 1];
  const normal = usable && plane ? plane.normal : fallback;
  const tilt = dot(normal, up);
  const across = unitVector([normal[0] - tilt * up[0], normal[1] - tilt * up[1], normal[2] - tilt * up[2]]);
  const forward = cross(across, up);
  let ground = Infinity;
  const mean = [0, 0, 0];
  const count = Math.max(1, points.length / 3);
  for (let i = 0; i < points.length; i += 3) {
    ground = Math.min(ground, points[i] * up[0] + points[i + 1] * up[1] + points[i + 2] * up[2]);
    for (let k = 0; k < 3; k++) mean[k] += points[i + k] / count;
  }
  const middle: Vec3 = [mean[0], mean[1], mean[2]];
  const offset = usable && plane ? plane.offset : dot(normal, middle);
  const height = Number.isFinite(ground) ? ground : 0;
  const along = dot(middle, forward);
  const origin: Vec3 = [
    across[0] * offset + up[0] * height + forward[0] * along,
    across[1] * offset + up[1] * height + forward[1] * along,
    across[2] * offset + up[2] * height + forward[2] * along,
  ];
  // Left is up × forward, which is what `across` is here.
  return { left: across, up, forward, origin, size };
}

/** The axes of a body that faces the other way. */
export function reverseFacing(axes: BodyAxes): BodyAxes {
  const flip = (v: Vec3): Vec3 => [-v[0], -v[1], -v[2]];
  return { ...axes, left: flip(axes.left), forward: flip(axes.forward) };
}

/** Points [N, 3] in body coordinates. */
export function toBody(points: Float32Array, axes: BodyAxes): Float64Array {
  const { left, up, forward, origin, size } = axes;
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - origin[0];
    const y = points[i + 1] - origin[1];
    const z = points[i + 2] - origin[2];
    out[i] = (x * left[0] + y * left[1] + z * left[2]) / size;
    out[i + 1] = (x * up[0] + y * up[1] + z * up[2]) / size;
    out[i + 2] = (x * forward[0] + y * forward[1] + z * forward[2]) / size;
  }
  return out;
}

/** Points [N, 3] in body coordinates back in character space. */
export function fromBody(points: Float64Array, axes: BodyAxes): Float32Array {
  const { left, up, forward, origin, size } = axes;
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] =
        origin[k] + size * (points[i] * left[k] + points[i + 1] * up[k] + points[i + 2] * forward[k]);
    }
  }
  return out;
}
