/** @file Steps of a pose: rotation vectors between two poses, and a step applied to one. */

import {
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
} from '../../math/quaternion.js';
import type { FitBody, FitPose } from './fit-body.js';

/** out_j = log(a_j b_j⁻¹): what turns b into a, in the parents' axes. [J, 3] */
export function rotationVectorsInto(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const inverse = [0, 0, 0, 1];
  const turn = [0, 0, 0, 1];
  for (let j = 0; j < a.length / 4; j++) {
    for (let k = 0; k < 3; k++) inverse[k] = -b[j * 4 + k];
    inverse[3] = b[j * 4 + 3];
    multiplyQuaternionInto(turn, 0, a, j * 4, inverse, 0);
    logRotationInto(out, j * 3, turn, 0);
  }
}

/** The pose after a step [3J + 3]; rotations are scaled down together so that none exceeds `limit`, radians. */
export function applyStep(
  { unit, jointCount }: FitBody,
  pose: FitPose,
  step: Float64Array,
  limit: number,
): FitPose {
  let largest = 0;
  for (let j = 0; j < jointCount; j++) {
    largest = Math.max(largest, Math.hypot(step[j * 3], step[j * 3 + 1], step[j * 3 + 2]));
  }
  const share = largest > limit ? limit / largest : 1;
  const rotations = pose.rotations.slice();
  const vector = [0, 0, 0];
  const turn = [0, 0, 0, 1];
  for (let j = 0; j < jointCount; j++) {
    for (let k = 0; k < 3; k++) vector[k] = step[j * 3 + k] * share;
    expRotationInto(turn, 0, vector, 0);
    multiplyQuaternionInto(rotations, j * 4, turn, 0, pose.rotations, j * 4);
    normalizeQuaternion(rotations, j * 4);
  }
  const root = pose.root.map((value, k) => value + unit * share * step[jointCount * 3 + k]);
  return { rotations, root };
}

/** The pose that goes on from `now` as it came from `before`, by a share of that step. */
export function extrapolatePose(body: FitBody, before: FitPose, now: FitPose, share: number): FitPose {
  const step = new Float64Array(body.jointCount * 3 + 3);
  rotationVectorsInto(step, now.rotations, before.rotations);
  for (let k = 0; k < 3; k++) step[body.jointCount * 3 + k] = (now.root[k] - before.root[k]) / body.unit;
  return applyStep(
    body,
    now,
    step.map((value) => value * share),
    0.5,
  );
}
