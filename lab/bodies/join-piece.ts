/** @file Adds a piece of mesh to a body, bound to joints that are there. */

import { distance, type Vec3, vectorAt } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { mergeMeshes } from '../../src/mesh/primitives.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { LabelledBody } from './labelled-body.js';
import type { RiggedBody } from './measure-rigged-body.js';

/** Joints and weights of a point. */
export type Binding = readonly (readonly [joint: number, weight: number])[];

/** The body with a piece added; `bind` says what moves each point of it. */
export function joinPiece(body: RiggedBody, mesh: Mesh, bind: (point: Vec3) => Binding): LabelledBody {
  const rows = Array.from({ length: mesh.positions.length / 3 }, (_, v) => bind(vectorAt(mesh.positions, v)));
  const influenceCount = Math.max(body.skin.influenceCount, ...rows.map((row) => row.length));
  const old = widenSkin(body.skin, influenceCount);
  const joints = new Uint16Array(old.joints.length + rows.length * influenceCount);
  const weights = new Float32Array(joints.length);
  joints.set(old.joints);
  weights.set(old.weights);
  for (const [v, row] of rows.entries()) {
    const total = row.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [k, [joint, weight]] of row.entries()) {
      joints[old.joints.length + v * influenceCount + k] = joint;
      weights[old.joints.length + v * influenceCount + k] = weight / total;
    }
  }
  return { ...body, mesh: mergeMeshes([body.mesh, mesh]), skin: { joints, weights, influenceCount } };
}

/** The skin with at least so many slots per vertex. */
export function widenSkin(skin: Skin, influenceCount: number): Skin {
  if (skin.influenceCount >= influenceCount) return skin;
  const count = skin.joints.length / skin.influenceCount;
  const joints = new Uint16Array(count * influenceCount);
  const weights = new Float32Array(count * influenceCount);
  for (let v = 0; v < count; v++) {
    for (let k = 0; k < skin.influenceCount; k++) {
      joints[v * influenceCount + k] = skin.joints[v * skin.influenceCount + k];
      weights[v * influenceCount + k] = skin.weights[v * skin.influenceCount + k];
    }
  }
  return { joints, weights, influenceCount };
}

/** Binds a point to the nearest of some joints, weights falling with the fourth power of the distance. */
export function bindNear({ skeleton }: RiggedBody, joints: readonly number[]): (point: Vec3) => Binding {
  return (point) =>
    joints
      .map((j): [number, number] => [j, 1 / Math.max(1e-9, distance(point, vectorAt(skeleton.rest, j))) ** 4])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 4);
}
