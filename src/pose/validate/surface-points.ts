/**
 * @file Surface points that can touch the ground: per joint, the extreme vertices in 26 directions. However a rigid
 * part is rotated, its lowest vertex is one of them or near one.
 */

import { requireInput } from '../../base/errors.js';
import { dominantVertices } from '../../rig/dominant-joints.js';
import type { BoundRig } from '../model/bound-rig.js';
import type { ForceTree } from './force-tree.js';

export interface SurfacePoints {
  readonly count: number;
  /** Written by `pose`: positions of the points, the root at the origin, normalised. [N, 3] */
  readonly posedPositions: Float64Array;
  /** Places the points of a posed tree. */
  pose(tree: ForceTree): void;
  /** Adds a force on a point. */
  push(tree: ForceTree, point: number, fx: number, fy: number, fz: number): void;
}

/** Picks the points of a body; it needs a mesh. */
export function createSurfacePoints({ anatomy, rig }: BoundRig): SurfacePoints {
  const { mesh, skin, skeleton } = anatomy.rig;
  requireInput(
    mesh && skin,
    'pose/check: ground and balance need a mesh with a skin; open the space with one',
  );
  const vertices = pickOuter(mesh.positions, dominantVertices(mesh.positions, skin, rig.jointCount));
  const count = vertices.length;
  const { influenceCount } = skin;
  const joints = new Int16Array(count * influenceCount);
  const weights = new Float64Array(count * influenceCount);
  const offsets = new Float64Array(count * influenceCount * 3);
  vertices.forEach((v, i) => {
    for (let k = 0; k < influenceCount; k++) {
      const o = i * influenceCount + k;
      joints[o] = skin.joints[v * influenceCount + k];
      weights[o] = skin.weights[v * influenceCount + k];
      for (let c = 0; c < 3; c++) {
        offsets[o * 3 + c] = (mesh.positions[v * 3 + c] - skeleton.rest[joints[o] * 3 + c]) * rig.scale;
      }
    }
  });
  // Where each influence alone would put the point.
  const parts = new Float64Array(count * influenceCount * 3);
  const posedPositions = new Float64Array(count * 3);
  return {
    count,
    posedPositions,
    pose({ positions, globals }) {
      posedPositions.fill(0);
      for (let o = 0; o < weights.length; o++) {
        if (weights[o] === 0) continue;
        const q = joints[o] * 4;
        const g = joints[o] * 3;
        const qx = globals[q];
        const qy = globals[q + 1];
        const qz = globals[q + 2];
        const qw = globals[q + 3];
        const x = offsets[o * 3];
        const y = offsets[o * 3 + 1];
        const z = offsets[o * 3 + 2];
        const tx = 2 * (qy * z - qz * y);
        const ty = 2 * (qz * x - qx * z);
        const tz = 2 * (qx * y - qy * x);
        parts[o * 3] = positions[g] + x + qw * tx + qy * tz - qz * ty;
        parts[o * 3 + 1] = positions[g + 1] + y + qw * ty + qz * tx - qx * tz;
        parts[o * 3 + 2] = positions[g + 2] + z + qw * tz + qx * ty - qy * tx;
        const i = Math.floor(o / influenceCount) * 3;
        for (let c = 0; c < 3; c++) posedPositions[i + c] += weights[o] * parts[o * 3 + c];
      }
    },
    push(tree, point, fx, fy, fz) {
      for (let o = point * influenceCount; o < (point + 1) * influenceCount; o++) {
        const w = weights[o];
        if (w === 0) continue;
        tree.push(joints[o], parts[o * 3], parts[o * 3 + 1], parts[o * 3 + 2], w * fx, w * fy, w * fz);
      }
    },
  };
}

/** Of each list of vertices those furthest out in 26 directions, ascending. */
function pickOuter(positions: Float32Array, lists: readonly (readonly number[])[]): number[] {
  const picked = new Set<number>();
  for (const list of lists) {
    for (let d = 0; d < 27 && list.length > 0; d++) {
      const [x, y, z] = [(d % 3) - 1, (Math.floor(d / 3) % 3) - 1, Math.floor(d / 9) - 1];
      let [best, most] = [list[0], -Infinity];
      for (const v of list) {
        const out = x * positions[v * 3] + y * positions[v * 3 + 1] + z * positions[v * 3 + 2];
        if (out > most) [best, most] = [v, out];
      }
      if (x !== 0 || y !== 0 || z !== 0) picked.add(best);
    }
  }
  return [...picked].sort((a, b) => a - b);
}
