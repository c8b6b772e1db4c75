/**
 * @file The frame a skeleton is searched in: the longest side of the body is 1, its mirror plane is x = 0, y is up.
 * Everything after this is independent of scale, position and the axis the body was modelled across; z points to the
 * longer end, so that a body that was turned by quarters is seen alike.
 */

import { cross, dot, type Vec3 } from '../../math/vector.js';
import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import type { SymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import { chooseHorizontalAxes, pointsToLongerEnd } from './horizontal-axes.js';

export interface BodyFrame {
  /** Rows are the frame's axes in mesh coordinates. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
  /** The frame's origin, metres. */
  readonly origin: Vec3;
  /** Longest side of the body, metres. */
  readonly scale: number;
  /** Whether the body is symmetric across x = 0. */
  readonly symmetric: boolean;
}

/** Finds the frame; a plane that the body is not symmetric across is ignored. */
export function findBodyFrame(mesh: Mesh, plane: SymmetryPlane | undefined): BodyFrame {
  const box = computeBox(mesh.positions);
  const scale = longestSide(box) || 1;
  const center = boxCenter(box);
  if (plane === undefined || !plane.symmetric) {
    const [x, z] = chooseHorizontalAxes(mesh);
    return { axes: [x, [0, 1, 0], z], origin: center, scale, symmetric: false };
  }
  const normal = plane.normal;
  // Up as near to +Y as the plane allows; a body that is symmetric across a horizontal plane has z up instead.
  const up: Vec3 = Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1];
  const lean = dot(up, normal);
  const y = unit([up[0] - lean * normal[0], up[1] - lean * normal[1], up[2] - lean * normal[2]]);
  const sign = pointsToLongerEnd(mesh, cross(normal, y)) ? 1 : -1;
  const x: Vec3 = [sign * normal[0], sign * normal[1], sign * normal[2]];
  const shift = plane.offset - dot(center, normal);
  const origin: Vec3 = [
    center[0] + shift * normal[0],
    center[1] + shift * normal[1],
    center[2] + shift * normal[2],
  ];
  return { axes: [x, y, cross(x, y)], origin, scale, symmetric: true };
}

/** Points of the mesh [N, 3] in the frame. */
export function toFrame({ axes, origin, scale }: BodyFrame, points: Float32Array): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i + 2 < points.length; i += 3) {
    const dx = points[i] - origin[0];
    const dy = points[i + 1] - origin[1];
    const dz = points[i + 2] - origin[2];
    for (let k = 0; k < 3; k++) {
      out[i + k] = (axes[k][0] * dx + axes[k][1] * dy + axes[k][2] * dz) / scale;
    }
  }
  return out;
}

/** Points of the frame [N, 3] in the mesh's axes and metres. */
export function fromFrame({ axes, origin, scale }: BodyFrame, points: readonly number[]): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] =
        origin[k] +
        scale * (axes[0][k] * points[i] + axes[1][k] * points[i + 1] + axes[2][k] * points[i + 2]);
    }
  }
  return out;
}

function unit(v: Vec3): Vec3 {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}
