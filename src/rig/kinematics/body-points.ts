/**
 * @file The points of a body that may meet the ground or each other: the vertices of its mesh, or a share of them where
 * they are many; the joints of a skeleton without one. Each moves with its weights; the joint that moves it most owns it.
 */

import { dominantJoints } from '../dominant-joints.js';
import type { PartialRig, Pose, Rig } from '../rig-records.js';
import { poseJoints } from './forward-kinematics.js';
import { createRigSkinner } from './skin-mesh.js';

export interface BodyPoints {
  /** At rest. [N, 3] */
  readonly rest: Float32Array;
  /** The joint that moves each point most. [N] */
  readonly owners: Int16Array;
  /** Height of the lowest point at rest. */
  readonly lowest: number;
  /** Longest side of the box around the points at rest. */
  readonly size: number;
  /** Where the points are in a pose; the same array every time. [N, 3] */
  pose(pose: Pose): Float32Array;
}

/** Points that are kept of a mesh, at most, besides the lowest ones. */
const MOST = 12000;
/** Points below this share of the height are all kept. */
const LOW = 0.08;

export function createBodyPoints(rig: PartialRig, feet: readonly number[]): BodyPoints {
  const { skeleton, mesh, skin } = rig;
  if (!mesh || !skin || mesh.triangles.length === 0) {
    const owners = Int16Array.from(skeleton.parents, (_, j) => j);
    const posed = new Float32Array(skeleton.rest.length);
    return {
      ...measure(skeleton.rest),
      rest: skeleton.rest,
      owners,
      pose(pose) {
        posed.set(poseJoints(skeleton, pose).positions);
        return posed;
      },
    };
  }
  const kept = pickVertices(rig as Rig, feet);
  const { influenceCount: k } = skin;
  const rest = new Float32Array(kept.length * 3);
  const joints = new Uint16Array(kept.length * k);
  const weights = new Float32Array(kept.length * k);
  for (const [i, v] of kept.entries()) {
    rest.set(mesh.positions.subarray(v * 3, v * 3 + 3), i * 3);
    joints.set(skin.joints.subarray(v * k, v * k + k), i * k);
    weights.set(skin.weights.subarray(v * k, v * k + k), i * k);
  }
  const picked = { joints, weights, influenceCount: k };
  const owners = dominantJoints(picked).map((j) => Math.max(0, j));
  const skinner = createRigSkinner({
    skeleton,
    mesh: { positions: rest, triangles: new Uint32Array(0) },
    skin: picked,
  });
  const posed = new Float32Array(rest.length);
  return { ...measure(rest), rest, owners, pose: (pose) => skinner.pose(pose, posed) };
}

/** Vertices that triangles use, one per position; of many, the low ones, those of feet, and every so manieth other. */
function pickVertices({ mesh, skin }: Rig, feet: readonly number[]): number[] {
  const { positions, triangles } = mesh;
  const seen = new Uint8Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) seen[triangles[i]] = 1;
  const places = new Set<string>();
  const used: number[] = [];
  const count = seen.reduce((sum, one) => sum + one, 0);
  let [low, high] = [Infinity, -Infinity];
  for (let v = 0; v < seen.length; v++) {
    if (!seen[v] || !Number.isFinite(positions[v * 3] + positions[v * 3 + 1] + positions[v * 3 + 2]))
      continue;
    // Seams of UVs and flat shading give the same point several times.
    const place = count > MOST ? '' : `${positions[v * 3]},${positions[v * 3 + 1]},${positions[v * 3 + 2]}`;
    if (place !== '' && places.has(place)) continue;
    places.add(place);
    used.push(v);
    low = Math.min(low, positions[v * 3 + 1]);
    high = Math.max(high, positions[v * 3 + 1]);
  }
  if (used.length <= MOST) return used;
  const step = Math.ceil(used.length / MOST);
  const ends = new Set(feet);
  const owners = dominantJoints(skin);
  const limit = low + LOW * (high - low);
  return used.filter(
    (v, i) => i % step === 0 || positions[v * 3 + 1] < limit || (i % 2 === 0 && ends.has(owners[v])),
  );
}

function measure(points: Float32Array): { lowest: number; size: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return { lowest: low[1], size: Math.max(1e-9, ...low.map((x, k) => high[k] - x)) };
}
