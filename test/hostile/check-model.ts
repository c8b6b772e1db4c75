/**
 * @file What must hold of any model that a reader lets through, however strange the file.
 */

import type { Model } from '../../src/io/model.js';

/** What is wrong with a model, or undefined. */
export function findFault(model: Model): string | undefined {
  const { mesh, skeleton, skin, clips } = model;
  const vertexCount = mesh.positions.length / 3;
  if (!mesh.positions.every(Number.isFinite)) return 'positions are not finite';
  if (!mesh.triangles.every((index) => index < vertexCount))
    return 'a triangle refers to a vertex that is not there';
  if (mesh.triangles.length % 3 !== 0 || !Number.isInteger(vertexCount)) return 'half a row';
  if (skeleton) {
    const count = skeleton.parents.length;
    if (count === 0) return 'a skeleton without joints';
    if (
      skeleton.names.length !== count ||
      skeleton.rest.length !== count * 3 ||
      skeleton.frames.length !== count * 4
    )
      return 'skeleton arrays of different lengths';
    if (skeleton.parents[0] !== -1 || !skeleton.parents.every((p, j) => p < j && (j === 0 || p >= 0)))
      return 'parents out of order';
    if (!skeleton.rest.every(Number.isFinite)) return 'rest positions are not finite';
    if (!areUnit(skeleton.frames)) return 'rest orientations are not unit quaternions';
  }
  if (skin) {
    if (!skeleton) return 'a skin without a skeleton';
    const size = vertexCount * skin.influenceCount;
    if (skin.joints.length !== size || skin.weights.length !== size) return 'skin arrays of wrong length';
    if (!skin.joints.every((joint) => joint < skeleton.parents.length))
      return 'a weight for a joint that is not there';
    for (let v = 0; v < vertexCount; v++) {
      let sum = 0;
      for (let k = 0; k < skin.influenceCount; k++) sum += skin.weights[v * skin.influenceCount + k];
      if (!(Math.abs(sum - 1) < 1e-3)) return `weights that sum to ${sum}`;
    }
  }
  for (const { times, poses } of clips) {
    if (!skeleton) return 'a clip without a skeleton';
    if (times.length !== poses.length) return 'times and poses of different lengths';
    if (!times.every((t, f) => Number.isFinite(t) && (f === 0 || t > times[f - 1])))
      return 'times do not increase';
    for (const { rotations, root, offsets } of poses) {
      if (rotations.length !== skeleton.parents.length * 4 || !areUnit(rotations))
        return 'rotations are not unit quaternions';
      if (root.length !== 3 || !root.every(Number.isFinite)) return 'the root is not finite';
      if (offsets && !(offsets.length === skeleton.rest.length && offsets.every(Number.isFinite)))
        return 'offsets are not finite';
    }
  }
  return undefined;
}

function areUnit(quaternions: Float32Array): boolean {
  for (let i = 0; i < quaternions.length; i += 4) {
    const length = Math.hypot(quaternions[i], quaternions[i + 1], quaternions[i + 2], quaternions[i + 3]);
    if (!(Math.abs(length - 1) < 1e-3)) return false;
  }
  return true;
}
