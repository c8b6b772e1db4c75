/** @file Mirroring of joints, positions, rotations and vertices across the mirror plane of a body. */

import { multiplyQuaternionInto, rotateVectorInto } from 'posespace';
import type { PoseHandle, Vec3 } from 'posespace/pose';
import type { JointGlobals } from 'posespace/rig';
import { leftOf } from '../../../store/body-directions.js';
import type { StudioDocument } from '../../../store/document.js';

/** The mirror plane of a body: midway between mirror partners at rest, moving with the root. */
export function findMirror({ model, partners }: StudioDocument, globals: JointGlobals) {
  const { rest } = model.skeleton!;
  const pairs = [...partners.keys()].filter((j) => partners[j] > j);
  if (pairs.length === 0) return undefined;
  const across = leftOf(model);
  const dot = (list: ArrayLike<number>, o: number) =>
    across[0] * list[o] + across[1] * list[o + 1] + across[2] * list[o + 2];
  const middle =
    pairs.reduce((sum, j) => sum + dot(rest, j * 3) + dot(rest, partners[j] * 3), 0) / (2 * pairs.length);
  const reflect = (point: number[], offset: number): void => {
    const away = 2 * (dot(point, 0) - offset);
    for (let k = 0; k < 3; k++) point[k] -= away * across[k];
  };
  const root = globals.rotations.subarray(0, 4);
  const back = [-root[0], -root[1], -root[2], root[3]];
  return {
    partner: (joint: number): number | undefined =>
      partners[joint] >= 0 && partners[joint] !== joint ? partners[joint] : undefined,
    position(position: Vec3): Vec3 {
      const out = [0, 1, 2].map((k) => position[k] - globals.positions[k]);
      rotateVectorInto(out, 0, back, 0, out, 0);
      for (let k = 0; k < 3; k++) out[k] += rest[k];
      reflect(out, middle);
      for (let k = 0; k < 3; k++) out[k] -= rest[k];
      rotateVectorInto(out, 0, root, 0, out, 0);
      return [out[0] + globals.positions[0], out[1] + globals.positions[1], out[2] + globals.positions[2]];
    },
    rotation(rotation: NonNullable<PoseHandle['rotation']>): NonNullable<PoseHandle['rotation']> {
      // Relative to the root, a mirrored rotation is reversed about every axis but the one across.
      const local = [0, 0, 0, 1];
      multiplyQuaternionInto(local, 0, back, 0, rotation, 0);
      const along = dot(local, 0);
      for (let k = 0; k < 3; k++) local[k] = 2 * along * across[k] - local[k];
      multiplyQuaternionInto(local, 0, root, 0, local, 0);
      return [local[0], local[1], local[2], local[3]];
    },
    vertex(vertex: number): number | undefined {
      const { positions } = model.mesh;
      const wanted = Array.from(positions.subarray(vertex * 3, vertex * 3 + 3));
      const distance = Math.abs(dot(wanted, 0) - middle);
      reflect(wanted, middle);
      const found = nearestPoint(positions, wanted);
      // A vertex on the plane, or without a counterpart, has no mirror image.
      return found.index !== vertex && found.distance < distance ? found.index : undefined;
    },
  };
}

/** The last search, which is the same for a whole drag. */
let lastFound: { positions: Float32Array; wanted: string; index: number; distance: number } | undefined;

function nearestPoint(
  positions: Float32Array,
  point: readonly number[],
): { index: number; distance: number } {
  const wanted = point.join(' ');
  if (lastFound?.positions === positions && lastFound.wanted === wanted) return lastFound;
  const [x, y, z] = point;
  let index = -1;
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const squared = (positions[i] - x) ** 2 + (positions[i + 1] - y) ** 2 + (positions[i + 2] - z) ** 2;
    if (squared < least) [least, index] = [squared, i / 3];
  }
  lastFound = { positions, wanted, index, distance: Math.sqrt(least) };
  return lastFound;
}
