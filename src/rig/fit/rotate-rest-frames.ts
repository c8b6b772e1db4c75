/**
 * @file Rest orientations that follow their bones: when a skeleton is fitted to another body, every joint's frame rotates
 * with the body and then with its own bone, so that axes keep their meaning (a knee still bends about the same axis) and
 * clips of the source play as before.
 */

import {
  matrixToQuaternionInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
} from '../../math/quaternion.js';
import type { BodyAxes } from '../body-plan/body-axes.js';
import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';

/** Frames of the source's joints at their new rest positions [J, 3]. [J, 4] */
export function rotateRestFrames(
  source: Skeleton,
  rest: Float32Array,
  from: BodyAxes,
  to: BodyAxes,
): Float32Array {
  const count = source.parents.length;
  const children = childrenOf(source.parents);
  const sizes = new Int32Array(count).fill(1);
  for (let j = count - 1; j > 0; j--) sizes[source.parents[j]] += sizes[j];
  const body = bodyRotation(from, to);
  const rotations = new Float64Array(count * 4);
  const frames = new Float32Array(count * 4);
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  const between = new Float64Array(4);
  for (let j = 0; j < count; j++) {
    // The bone of a joint runs to the child with the largest subtree; a leaf follows its parent.
    const child = children[j].reduce((kept, c) => (kept < 0 || sizes[c] > sizes[kept] ? c : kept), -1);
    const p = source.parents[j];
    for (let k = 0; k < 3; k++) {
      before[k] = child < 0 ? 0 : source.rest[child * 3 + k] - source.rest[j * 3 + k];
      after[k] = child < 0 ? 0 : rest[child * 3 + k] - rest[j * 3 + k];
    }
    const lengths = [Math.hypot(...before), Math.hypot(...after)];
    if (lengths[0] > 1e-9 * from.size && lengths[1] > 1e-9 * to.size) {
      rotateInto(before, body.matrix);
      for (let k = 0; k < 3; k++) {
        before[k] /= lengths[0];
        after[k] /= lengths[1];
      }
      quaternionBetweenInto(between, 0, before, 0, after, 0);
      multiplyQuaternionInto(rotations, j * 4, between, 0, body.quaternion, 0);
    } else {
      for (let k = 0; k < 4; k++) rotations[j * 4 + k] = p >= 0 ? rotations[p * 4 + k] : body.quaternion[k];
    }
    multiplyQuaternionInto(frames, j * 4, rotations, j * 4, source.frames, j * 4);
  }
  return frames;
}

/** The rotation from one body's axes to another's. */
function bodyRotation(from: BodyAxes, to: BodyAxes): { matrix: Float64Array; quaternion: Float64Array } {
  const matrix = new Float64Array(9);
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) {
      matrix[c * 3 + r] = to.left[r] * from.left[c] + to.up[r] * from.up[c] + to.forward[r] * from.forward[c];
    }
  }
  const quaternion = new Float64Array(4);
  matrixToQuaternionInto(quaternion, 0, matrix, 0);
  return { matrix, quaternion };
}

function rotateInto(v: Float64Array, m: Float64Array): void {
  const [x, y, z] = v;
  for (let r = 0; r < 3; r++) v[r] = m[r] * x + m[3 + r] * y + m[6 + r] * z;
}
