/**
 * @file The points of a body that may touch the ground: of the vertices that each part moves most, those furthest out
 * in 26 directions and those that are lowest in some frames. A rig without a mesh touches with its joints.
 */

import { usedVertices } from '../../mesh/used-vertices.js';
import { dominantJoints, dominantVertices } from '../../rig/dominant-joints.js';
import type { JointGlobals } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { PartialRig, Pose, Rig } from '../../rig/rig-records.js';

export interface ContactPoints {
  readonly count: number;
  /** Part of the body that each point belongs to: the joint of the rig that moves it most. [N] */
  readonly owners: Int16Array;
  /** out = where the points of posed joints are. [N, 3] */
  placeInto(out: Float64Array, globals: JointGlobals): void;
}

/** Frames that are looked at for what is lowest. */
const LOOKED_AT = 16;
/** Vertices of a part that are kept of each frame. */
const LOWEST = 3;

/** Picks the points of a rig that performs some poses. */
export function createContactPoints(body: PartialRig, poses: readonly Pose[]): ContactPoints {
  const { skeleton, mesh, skin } = body;
  if (!mesh || !skin || mesh.positions.length === 0) return jointPoints(skeleton.parents.length);
  const { influenceCount } = skin;
  const vertices = pickVertices(body as Rig, poses);
  const count = vertices.length;
  const joints = new Uint16Array(count * influenceCount);
  const weights = new Float64Array(count * influenceCount);
  const offsets = new Float64Array(count * influenceCount * 3);
  for (const [i, v] of vertices.entries()) {
    for (let k = 0; k < influenceCount; k++) {
      const o = i * influenceCount + k;
      joints[o] = skin.joints[v * influenceCount + k];
      weights[o] = skin.weights[v * influenceCount + k];
      for (let c = 0; c < 3; c++) {
        offsets[o * 3 + c] = mesh.positions[v * 3 + c] - skeleton.rest[joints[o] * 3 + c];
      }
    }
  }
  return {
    count,
    owners: dominantJoints({ joints, weights, influenceCount }).map((j) => Math.max(0, j)),
    placeInto(out, { positions, rotations }) {
      out.fill(0);
      for (let o = 0; o < weights.length; o++) {
        const weight = weights[o];
        if (weight === 0) continue;
        const q = joints[o] * 4;
        const g = joints[o] * 3;
        const [qx, qy, qz, qw] = [rotations[q], rotations[q + 1], rotations[q + 2], rotations[q + 3]];
        const x = offsets[o * 3];
        const y = offsets[o * 3 + 1];
        const z = offsets[o * 3 + 2];
        const tx = 2 * (qy * z - qz * y);
        const ty = 2 * (qz * x - qx * z);
        const tz = 2 * (qx * y - qy * x);
        const i = Math.floor(o / influenceCount) * 3;
        out[i] += weight * (positions[g] + x + qw * tx + qy * tz - qz * ty);
        out[i + 1] += weight * (positions[g + 1] + y + qw * ty + qz * tx - qx * tz);
        out[i + 2] += weight * (positions[g + 2] + z + qw * tz + qx * ty - qy * tx);
      }
    },
  };
}

function jointPoints(count: number): ContactPoints {
  return {
    count,
    owners: Int16Array.from({ length: count }, (_, j) => j),
    placeInto(out, { positions }) {
      out.set(positions);
    },
  };
}

/** Vertices worth watching, ascending. */
function pickVertices(rig: Rig, poses: readonly Pose[]): number[] {
  const parts = partVertices(rig);
  const picked = new Set<number>();
  for (const list of parts) {
    for (let d = 0; d < 27; d++) {
      const [x, y, z] = [(d % 3) - 1, (Math.floor(d / 3) % 3) - 1, Math.floor(d / 9) - 1];
      if (x !== 0 || y !== 0 || z !== 0) addFurthest(picked, rig.mesh.positions, list, x, y, z, 1);
    }
  }
  const skinner = createRigSkinner(rig);
  const looks = Math.min(LOOKED_AT, poses.length);
  const placed = new Float32Array(rig.mesh.positions.length);
  for (let f = 0; f < looks; f++) {
    skinner.pose(poses[Math.floor(((f + 0.5) * poses.length) / looks)], placed);
    for (const list of parts) addFurthest(picked, placed, list, 0, -1, 0, LOWEST);
  }
  return [...picked].sort((a, b) => a - b);
}

/** The vertices of triangles that each joint moves most. [J] */
function partVertices({ mesh, skin, skeleton }: Rig): number[][] {
  const used = new Set(usedVertices(mesh));
  const parts = dominantVertices(mesh.positions, skin, skeleton.parents.length);
  return parts.map((vertices) => vertices.filter((v) => used.has(v)));
}

/** Adds the few vertices of a list that are furthest in a direction. */
function addFurthest(
  picked: Set<number>,
  positions: ArrayLike<number>,
  list: readonly number[],
  x: number,
  y: number,
  z: number,
  most: number,
): void {
  const best: number[] = [];
  const reach: number[] = [];
  for (const v of list) {
    const out = x * positions[v * 3] + y * positions[v * 3 + 1] + z * positions[v * 3 + 2];
    if (best.length === most && !(out > reach[most - 1])) continue;
    let at = Math.min(best.length, most - 1);
    while (at > 0 && out > reach[at - 1]) {
      best[at] = best[at - 1];
      reach[at] = reach[at - 1];
      at--;
    }
    best[at] = v;
    reach[at] = out;
  }
  for (const v of best) picked.add(v);
}
