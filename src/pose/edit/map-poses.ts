/**
 * @file A map of a creature's poses in the plane: similar poses lie close together, and every point decodes to a pose.
 *
 * The landmarks are the samples of the creature's prior, so a pose has the same position on the map alone or among a
 * thousand. A point decodes to a blend of the poses around it; at the position of a pose it is that pose.
 */

import { requireInput } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import { lowestPoint } from '../../rig/ground.js';
import type { Pose } from '../../rig/rig-records.js';
import { fromSolverPose, toSolverPose } from '../model/bound-rig.js';
import { removeHeading } from '../records/pose-state.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { blendRotationsInto, blendWeights } from './blend-poses.js';
import { type LandmarkLayout, layOutLandmarks } from './landmark-layout.js';
import { createPoseFeatures, type PoseFeatures } from './pose-features.js';

/** One pose of a map. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Poses laid out in the plane: similar ones lie close together. */
export interface PoseMap {
  /** Where the poses lie; the samples of the creature lie within 0.5 of the origin, root mean square. [N, 2] */
  readonly points: Float32Array;
  /** Where the samples lie that hold the map. [M, 2] */
  readonly landmarks: Float32Array;
  /** The pose of a point, standing over the origin, heading as the rest pose does. */
  decode(x: number, y: number): Pose;
  /** The position of any pose, on the map or not. */
  place(pose: Pose): MapPoint;
}

/** Maps poses of the rig, its clips' or samples, or none; the landmarks are always there. */
export async function mapPoses(
  space: PoseSpace,
  poses: readonly Pose[],
  options: WorkOptions = {},
): Promise<PoseMap> {
  const { samples, sampleCount } = await space.prepare(options);
  const bodies = poses.map((pose) => toSolverPose(space, pose));
  const features = createPoseFeatures(space.rig);
  const layout = layOut(features, samples, sampleCount);
  const landmarks = Float32Array.from(layout.points);
  const points = Float32Array.from(bodies.flatMap((body) => placeBody(features, layout, body)));
  const known = gatherBodies(space, bodies, samples, sampleCount);
  // Poses come before landmarks: at a shared position the pose wins.
  const mapPositions = new Float32Array(points.length + landmarks.length);
  mapPositions.set(points);
  mapPositions.set(landmarks, points.length);
  return {
    points,
    landmarks,
    decode(x, y) {
      requireInput(
        Number.isFinite(x) && Number.isFinite(y),
        `pose/mapPoses: (${x}, ${y}) is no point of the map; give two numbers`,
      );
      const blend = blendWeights(mapPositions, x, y);
      const rotations = new Float32Array(space.rig.jointCount * 4);
      blendRotationsInto(rotations, known.rotations, blend);
      const height = blend.indices.reduce((sum, i, n) => sum + blend.weights[n] * known.heights[i], 0);
      return fromSolverPose(space, { rotations, root: Float32Array.of(0, height, 0) });
    },
    place(pose) {
      const [x, y] = placeBody(features, layout, toSolverPose(space, pose));
      return { x, y };
    },
  };
}

function layOut(features: PoseFeatures, samples: Float64Array, count: number): LandmarkLayout {
  const rows = new Float64Array(count * features.width);
  const length = samples.length / count;
  for (let i = 0; i < count; i++) {
    features.writeInto(rows, i * features.width, samples.subarray(i * length, (i + 1) * length));
  }
  return layOutLandmarks(rows, count);
}

function placeBody(features: PoseFeatures, layout: LandmarkLayout, { rotations }: Pose): [number, number] {
  const feature = new Float64Array(features.width);
  features.writeInto(feature, 0, rotations);
  // Rounded as the points are stored, so that a position found once is found again.
  const [x, y] = layout.place(feature);
  return [Math.fround(x), Math.fround(y)];
}

/** Everything that can be blended: rotations without heading [N + M, J, 4], and heights of roots, metres. */
function gatherBodies(
  { rig }: PoseSpace,
  bodies: readonly Pose[],
  samples: Float64Array,
  sampleCount: number,
) {
  const length = rig.jointCount * 4;
  const rotations = new Float32Array(bodies.length * length + samples.length);
  const heights = new Float64Array(bodies.length + sampleCount);
  for (const [i, body] of bodies.entries()) {
    rotations.set(removeHeading(rig, body.rotations).rotations, i * length);
    heights[i] = Number.isFinite(body.root[1]) ? body.root[1] : 0;
  }
  // Samples come without a height: they stand on what they have lowest, as the rest pose does.
  const ground = lowestPoint(rig.rest);
  for (let i = 0; i < sampleCount; i++) {
    const bare = removeHeading(rig, samples.subarray(i * length, (i + 1) * length));
    rotations.set(bare.rotations, (bodies.length + i) * length);
    heights[bodies.length + i] = (ground - lowestPoint(bare.positions)) / rig.scale;
  }
  return { rotations, heights };
}
