/** @file The joint that moves each vertex or triangle most, and the vertices that each joint moves most. */

import type { ReadonlyNumbers } from '../math/quaternion.js';
import { isFinitePoint } from '../mesh/box.js';
import type { Rig, Skin } from './rig-records.js';

/** Skin weights in any precision. */
type SkinNumbers = Omit<Skin, 'weights'> & { readonly weights: ReadonlyNumbers };

/** The joint with the largest weight of each vertex, the first of equals; −1 without a weight. [V] */
export function dominantJoints({ joints, weights, influenceCount }: SkinNumbers): Int16Array {
  const out = new Int16Array(joints.length / influenceCount);
  for (let v = 0; v < out.length; v++) {
    let best = -1;
    let most = 0;
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
      if (weights[k] > most) {
        best = joints[k];
        most = weights[k];
      }
    }
    out[v] = best;
  }
  return out;
}

/** Vertices by the joint with the largest weight; those without a finite position or a weight are left out. [J] */
export function dominantVertices(positions: ArrayLike<number>, skin: Skin, jointCount: number): number[][] {
  const vertices: number[][] = Array.from({ length: jointCount }, () => []);
  for (const [v, joint] of dominantJoints(skin).entries()) {
    if (joint >= 0 && joint < jointCount && isFinitePoint(positions, v)) vertices[joint].push(v);
  }
  return vertices;
}

/**
 * The joint with the largest weight over the corners of each triangle; 0 without a weight. With `parts`, joints count for
 * the part that they belong to. [T]
 */
export function triangleJoints({ mesh, skin }: Pick<Rig, 'mesh' | 'skin'>, parts?: Int16Array): Int16Array {
  const { triangles } = mesh;
  const { joints, weights, influenceCount } = skin;
  const sums = new Map<number, number>();
  return Int16Array.from({ length: Math.floor(triangles.length / 3) }, (_, t) => {
    let best = 0;
    sums.clear();
    for (let i = t * 3; i < t * 3 + 3; i++) {
      for (let k = triangles[i] * influenceCount; k < (triangles[i] + 1) * influenceCount; k++) {
        const joint = parts ? parts[joints[k]] : joints[k];
        const sum = (sums.get(joint) ?? 0) + weights[k];
        sums.set(joint, sum);
        if (sum > (sums.get(best) ?? 0)) best = joint;
      }
    }
    return best;
  });
}
