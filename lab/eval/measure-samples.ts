/**
 * @file How good poses out of nowhere are (METRICS.md): as close to real ones as those are to each other, as diverse,
 * as free of self-intersection, within the range of real joints.
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
  /** 1 where samples are as close to real poses as those of other clips; null for rigs of one clip. */
  readonly plausibility: number | null;
  /** 0 where samples are as diverse as real poses. */
  readonly logSpread: number | null;
  /** 0 where samples intersect themselves as real poses do; null without a mesh. */
  readonly selfIntersection: number | null;
  /** Share of joints that turn further than in any real pose, 0 to 1. */
  readonly bounds: number | null;
}

export const SAMPLE_FIGURES = ['plausibility', 'logSpread', 'selfIntersection', 'bounds'] as const;

export const NO_SAMPLE_FIGURES: SampleFigures = Object.freeze({
  plausibility: null,
  logSpread: null,
  selfIntersection: null,
  bounds: null,
});

export interface SampleMeter {
  measure(poses: readonly Pose[]): SampleFigures;
  /**
   * The rig's own clips, each against the others: what samples have that are as good as the poses of one more clip. As
   * diverse and as free of self-intersection as they are themselves.
   */
  measureClips(): SampleFigures;
}

export interface SampleMeterOptions {
  /** Triangles tested for self-intersection in one set of poses, at most. */
  readonly triangleBudget?: number;
  /** Poses tested for self-intersection in one set, at most. */
  readonly intersectionPoses?: number;
}

/** 16 poses of a mesh of 25,000 triangles take two seconds. */
export const SAMPLE_METER_DEFAULTS = Object.freeze({ triangleBudget: 400_000, intersectionPoses: 16 });

/** Prepares the measures of a rig; without a mesh there is no self-intersection. */
export function createSampleMeter(
  poseRig: SolverRig,
  real: RealPoses,
  rig: Rig | undefined,
  options: SampleMeterOptions = {},
): SampleMeter {
  const clips = clipDistance(real.cloud, real.clipOf);
  const spread = poseSpread(real.cloud);
  const bounds = findBounds(real.cloud);
  const shares = rig && createShareFinder(rig, { ...SAMPLE_METER_DEFAULTS, ...options });
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

/** Shares of intersecting triangles in some of many poses, fewer for larger meshes. */
function createShareFinder(
  rig: Rig,
  { triangleBudget, intersectionPoses }: Required<SampleMeterOptions>,
): (poses: readonly Pose[]) => number[] {
  const skinner = createRigSkinner(rig);
  const finder = createIntersectionFinder(rig.mesh);
  const posed = new Float32Array(rig.mesh.positions.length);
  const triangles = Math.max(1, rig.mesh.triangles.length / 3);
  const most = Math.min(intersectionPoses, Math.max(2, Math.floor(triangleBudget / triangles)));
  return (poses) =>
    spreadIndices(poses.length, most).map((i) => finder.find(skinner.pose(poses[i], posed)).triangleFraction);
}
