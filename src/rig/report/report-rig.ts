/**
 * @file The quality report of a rig: confidence of each joint, how much of the surface is near the bones that move it, and how
 * the skin deforms when joints bend.
 */

import type { WorkOptions } from '../../base/progress.js';
import { mean } from '../../math/statistics.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import { triangleArea } from '../../mesh/triangle-normal.js';
import type { Rig } from '../rig-records.js';
import { type RigStress, stressRig } from './stress-rig.js';

/** What is known of one joint of a rig. */
export interface JointReport {
  readonly name: string;
  /** Name of the parent; absent for the root. */
  readonly parent?: string;
  readonly position: readonly [number, number, number];
  /** 0 to 1; absent where it is not known. */
  readonly confidence?: number;
}

/** How good a rig is: coverage, stress test, confidence. */
export interface RigReport {
  readonly vertices: number;
  readonly triangles: number;
  readonly joints: readonly JointReport[];
  /** Mean over the joints, 0 to 1; absent where it is not known. */
  readonly confidence?: number;
  readonly leastConfident?: JointReport;
  /** Fraction of the surface within a tenth of the diagonal of a bone that moves it, 0 to 1. */
  readonly coverage: number;
  readonly stress: RigStress;
}

/** Largest distance from a bone, as a fraction of the diagonal. */
const REACH = 0.1;

/** Reports on a rig; `confidence` per joint, 0 to 1, where it is known. [J] */
export function reportRig(rig: Rig, confidence?: Float32Array, options: WorkOptions = {}): RigReport {
  const { names, parents, rest } = rig.skeleton;
  const joints = names.map(
    (name, j): JointReport => ({
      name,
      ...(parents[j] >= 0 && { parent: names[parents[j]] }),
      position: [rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]],
      ...(confidence && { confidence: confidence[j] }),
    }),
  );
  return {
    vertices: rig.mesh.positions.length / 3,
    triangles: rig.mesh.triangles.length / 3,
    joints,
    ...(confidence && {
      confidence: mean(confidence),
      leastConfident: joints[confidence.indexOf(Math.min(...confidence))],
    }),
    coverage: measureCoverage(rig),
    stress: stressRig(rig, options),
  };
}

/** By triangle area, a third per corner. */
function measureCoverage({ mesh, skeleton, skin }: Rig): number {
  const { positions, triangles } = mesh;
  const reach = REACH * boxDiagonal(computeBox(positions));
  const bones = bonesOf(skeleton.parents);
  const near = new Uint8Array(positions.length / 3);
  for (let v = 0; v < near.length; v++) {
    for (let k = 0; k < skin.influenceCount && near[v] === 0; k++) {
      const slot = v * skin.influenceCount + k;
      if (!(skin.weights[slot] > 0)) continue;
      for (const [from, to] of bones[skin.joints[slot]]) {
        if (distanceToBone(positions, v, skeleton.rest, from, to) <= reach) near[v] = 1;
      }
    }
  }
  let covered = 0;
  let total = 0;
  for (let t = 0; t < triangles.length / 3; t++) {
    const area = triangleArea(mesh, t);
    total += area;
    for (let k = 0; k < 3; k++) covered += (area / 3) * near[triangles[t * 3 + k]];
  }
  return total > 0 ? covered / total : 0;
}

/** The bones of each joint, to its children; a leaf is a point. */
function bonesOf(parents: Int16Array): [number, number][][] {
  const bones: [number, number][][] = Array.from(parents, () => []);
  for (let j = 1; j < parents.length; j++) bones[parents[j]].push([parents[j], j]);
  for (let j = 0; j < parents.length; j++) if (bones[j].length === 0) bones[j].push([j, j]);
  return bones;
}

function distanceToBone(
  positions: Float32Array,
  vertex: number,
  rest: Float32Array,
  from: number,
  to: number,
): number {
  let along = 0;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    const bone = rest[to * 3 + k] - rest[from * 3 + k];
    along += bone * (positions[vertex * 3 + k] - rest[from * 3 + k]);
    length += bone * bone;
  }
  const t = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const at = rest[from * 3 + k] + t * (rest[to * 3 + k] - rest[from * 3 + k]);
    sum += (positions[vertex * 3 + k] - at) ** 2;
  }
  return Math.sqrt(sum);
}
