/**
 * @file Measures sampled poses (METRICS.md): distance to real poses, diversity, self-intersection, joint range.
 */

import { createIntersectionFinder } from '../../src/mesh/self-intersection.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { createPoseCloud } from './pose-cloud.js';
import {
  clipDistance,
  findBounds,
  logIntersection,
  logSpread,
  outsideBounds,
  plausibility,
  poseSpread,
} from './pose-metrics.js';
import { type RealPoses, spreadIndices } from './pose-subject.js';

export interface SampleFigures {
  /** 1: as close to real poses as those of other clips are; null for rigs with one clip. */
  readonly plausibility: number | null;
  /** 0: as diverse as real poses. */
  readonly logSpread: number | null;
  /** 0: as much self-intersection as in real poses; null without a mesh. */
  readonly selfIntersection: number | null;
  /** Fraction of joints outside the range of the real poses, 0 to 1. */
  readonly bounds: number | null;
}

export const SAMPLE_FIGURES = ['plausibility', 'logSpread', 'selfIntersection', 'bounds'] as const;

export const NO_SAMPLE_FIGURES: SampleFigures = Object.freeze({
  plausibility: null,
  logSpread: null,
  selfIntersection: null,
  bounds: null,
});

export interface SampleMeasure {
  measure(poses: readonly Pose[]): SampleFigures;
  /**
   * The rig's own clips, each against the others: what samples would reach that are as good as one more real clip. Spread
   * and self-intersection are 0 by definition.
   */
  measureClips(): SampleFigures;
}

export interface SampleMeasureOptions {
  /** Triangles tested for self-intersection in one set of poses, at most. */
  readonly triangleBudget?: number;
  /** Poses tested for self-intersection in one set, at most. */
  readonly intersectionPoses?: number;
}

/** 16 poses of a mesh of 25,000 triangles take two seconds. */
export const SAMPLE_MEASURE_DEFAULTS = Object.freeze({ triangleBudget: 400_000, intersectionPoses: 16 });

/** Computes the real figures once; without a mesh there is no self-intersection. */
export function createSampleMeasure(
  poseRig: SolverRig,
  real: RealPoses,
  rig: Rig | undefined,
  options: SampleMeasureOptions = {},
): SampleMeasure {
  const clips = clipDistance(real.cloud, real.clipOf);
  const spread = poseSpread(real.cloud);
  const bounds = findBounds(real.cloud);
  const shares = rig && createIntersectionMeasure(rig, { ...SAMPLE_MEASURE_DEFAULTS, ...options });
  const realShares = shares?.(real.poses);
  return {
    measure(poses) {
      const cloud = createPoseCloud(poseRig, poses);
      return {
        plausibility: plausibility(cloud, real.cloud, clips),
        logSpread: logSpread(poseSpread(cloud), spread),
        selfIntersection: shares && realShares ? logIntersection(shares(poses), realShares) : null,
        bounds: outsideBounds(cloud, bounds),
      };
    },
    measureClips() {
      const rows = [...new Set(real.clipOf)].map((clip) => {
        const pick = (isOwn: boolean) =>
          createPoseCloud(
            poseRig,
            real.poses.filter((_, i) => (real.clipOf[i] === clip) === isOwn),
          );
        const [own, others] = [pick(true), pick(false)];
        return {
          share: own.count / real.poses.length,
          plausibility: plausibility(own, others, clips),
          bounds: others.count > 0 ? outsideBounds(own, findBounds(others)) : null,
        };
      });
      const meanOverPoses = (key: 'plausibility' | 'bounds') =>
        rows.some((row) => row[key] === null)
          ? null
          : rows.reduce((sum, row) => sum + row.share * row[key]!, 0);
      return {
        plausibility: meanOverPoses('plausibility'),
        logSpread: logSpread(spread, spread),
        selfIntersection: realShares ? 0 : null,
        bounds: meanOverPoses('bounds'),
      };
    },
  };
}

/** Fraction of intersecting triangles, in evenly spaced poses: fewer for larger meshes. */
function createIntersectionMeasure(
  rig: Rig,
  { triangleBudget, intersectionPoses }: Required<SampleMeasureOptions>,
): (poses: readonly Pose[]) => number[] {
  const skinner = createRigSkinner(rig);
  const finder = createIntersectionFinder(rig.mesh);
  const posed = new Float32Array(rig.mesh.positions.length);
  const triangles = Math.max(1, rig.mesh.triangles.length / 3);
  const most = Math.min(intersectionPoses, Math.max(2, Math.floor(triangleBudget / triangles)));
  return (poses) =>
    spreadIndices(poses.length, most).map((i) => finder.find(skinner.pose(poses[i], posed)).triangleFraction);
}
