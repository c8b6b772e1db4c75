/**
 * @file Points by which poses of a rig are compared: joints that move the surface, and the tips of last bones, without
 * which a leg that is one box could swing and no joint would move.
 */

import { rotateVectorInto } from '../../src/math/quaternion.js';
import { closenessRange, projectPointsInto } from '../../src/render/camera.js';
import { createSampleBuffer, rasterizeInto } from '../../src/render/rasterize.js';
import { triangleJoints } from '../../src/rig/dominant-joints.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import { addTips } from '../../src/rig/reading/add-tips.js';
import { type Pose, type Rig, skeletonDiameter } from '../../src/rig/rig-records.js';
import { SEEN_SHARE, visibleShares } from '../../src/video/fit/report-fit.js';
import type { Stage } from '../../src/video/stage/stage-record.js';

export interface MeasuredPoints {
  readonly count: number;
  /** Mean distance over frames from `first` on, % of the diameter: all points, and those that are visible. */
  compare(
    fitted: readonly Pose[],
    truth: readonly Pose[],
    stage: Stage,
    first: number,
  ): { readonly joints: number; readonly visible: number };
  /** Mean distance after the turn about +Y and the shift that bring one pose nearest to the other. */
  compareTurned(fitted: Pose, truth: Pose): number;
  /** Mean distance over all frames and points. */
  compareAll(fitted: readonly Pose[], truth: readonly Pose[]): number;
}

/** The points of a rig. */
export function createMeasuredPoints(rig: Rig): MeasuredPoints {
  const { skeleton, skin, mesh } = rig;
  const jointCount = skeleton.parents.length;
  const moves = new Uint8Array(jointCount);
  skin.joints.forEach((joint, slot) => {
    if (skin.weights[slot] > 0) moves[joint] = 1;
  });
  const tipped = addTips(rig).body.skeleton;
  const points: { readonly joint: number; readonly offset: number[] }[] = [];
  for (let j = 0; j < jointCount; j++) if (moves[j]) points.push({ joint: j, offset: [0, 0, 0] });
  for (let t = jointCount; t < tipped.parents.length; t++) {
    const joint = tipped.parents[t];
    points.push({ joint, offset: [0, 1, 2].map((k) => tipped.rest[t * 3 + k] - tipped.rest[joint * 3 + k]) });
  }
  const diameter = skeletonDiameter(tipped);
  const positionsOf = (pose: Pose): Float64Array => {
    const { positions, rotations } = poseJoints(skeleton, pose);
    const out = new Float64Array(points.length * 3);
    points.forEach(({ joint, offset }, i) => {
      rotateVectorInto(out, i * 3, rotations, joint * 4, offset, 0);
      for (let k = 0; k < 3; k++) out[i * 3 + k] += positions[joint * 3 + k];
    });
    return out;
  };
  const distances = (a: Pose, b: Pose): number[] => {
    const [p, q] = [positionsOf(a), positionsOf(b)];
    return points.map((_, i) => {
      const o = i * 3;
      return (100 * Math.hypot(p[o] - q[o], p[o + 1] - q[o + 1], p[o + 2] - q[o + 2])) / diameter;
    });
  };
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const parts = triangleJoints(rig);
  const skinner = createRigSkinner(rig);
  const seenJoints = (pose: Pose, { camera, width, height }: Stage): Float64Array => {
    const projected = new Float64Array((mesh.positions.length / 3) * 4);
    const [w, h] = [Math.round(width / 2), Math.round(height / 2)];
    projectPointsInto(projected, camera, w, h, skinner.pose(pose));
    const buffer = createSampleBuffer(w, h);
    rasterizeInto(buffer, projected, mesh.triangles, closenessRange(camera));
    return visibleShares({ buffer, projected }, mesh.triangles, parts, jointCount);
  };
  return {
    count: points.length,
    compare(fitted, truth, stage, first) {
      const all: number[] = [];
      const visible: number[] = [];
      for (let f = first; f < truth.length; f++) {
        const shares = seenJoints(truth[f], stage);
        distances(fitted[f], truth[f]).forEach((distance, i) => {
          all.push(distance);
          if (shares[points[i].joint] > SEEN_SHARE) visible.push(distance);
        });
      }
      return { joints: mean(all), visible: mean(visible) };
    },
    compareTurned(fitted, truth) {
      const [p, q] = [positionsOf(fitted), positionsOf(truth)].map(centre);
      let [cosine, sine] = [0, 0];
      for (let i = 0; i < p.length; i += 3) {
        cosine += p[i] * q[i] + p[i + 2] * q[i + 2];
        sine += p[i + 2] * q[i] - p[i] * q[i + 2];
      }
      const [c, s] = [cosine, sine].map((value) => value / (Math.hypot(cosine, sine) || 1));
      let sum = 0;
      for (let i = 0; i < p.length; i += 3) {
        const x = c * p[i] + s * p[i + 2] - q[i];
        const z = c * p[i + 2] - s * p[i] - q[i + 2];
        sum += Math.hypot(x, p[i + 1] - q[i + 1], z);
      }
      return (300 * sum) / p.length / diameter;
    },
    compareAll: (fitted, truth) => mean(truth.flatMap((pose, f) => distances(fitted[f], pose))),
  };
}

/** Points about their mean. */
function centre(points: Float64Array): Float64Array {
  const mean = [0, 0, 0];
  points.forEach((value, i) => {
    mean[i % 3] += (value * 3) / points.length;
  });
  return points.map((value, i) => value - mean[i % 3]);
}
