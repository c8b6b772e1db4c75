/** @file A sample creature with the motions that a distillation should find again, and how far from them a motion is. */

import { clipDuration } from '../../src/motion/clip.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { type Pose, type Rig, restPose, skeletonDiameter } from '../../src/rig/rig-records.js';
import { openMotionLibrary } from '../../src/verbs/generate-motion.js';
import { distilCameras } from '../../src/video/distil/distil-cameras.js';
import { createExactTrajectoryDenoiser } from '../../src/video/distil/exact-denoiser.js';
import { measureTrajectories } from '../../src/video/distil/measure-trajectories.js';
import { findTrajectoryCells } from '../../src/video/distil/trajectory-cells.js';
import type { TrajectoryDenoiser } from '../../src/video/distil/trajectory-denoiser.js';
import { createFitBody, poseBody, toFitPose } from '../../src/video/fit/fit-body.js';
import { createCreature } from '../creatures/create-creature.js';
import type { CreatureKind } from '../creatures/creature-record.js';
import { SAMPLE_MOTIONS } from '../samples/sample-recipes.js';

/** A creature and its motions. */
export interface DistilSubject {
  readonly name: string;
  readonly rig: Rig;
  /** sRGB and alpha. [V, 4] */
  readonly colors: Uint8Array;
  /** Idle, locomotion, action; frames evenly over the clip. */
  readonly motions: readonly { readonly caption: string; readonly poses: readonly Pose[] }[];
}

/** The locomotion of a sample creature among its motions. */
export const LOCOMOTION = 1;

/** Cells along a side of a view, and frequencies of a trajectory. */
const CELLS = 32;
const FREQUENCIES = 8;
const VIEWS = 2;

/** A sample creature with `frameCount` poses of each of its clips, on the spot; what flies does so at rest height. */
export function createDistilSubject(kind: CreatureKind, seed: number, frameCount: number): DistilSubject {
  const { rig, colors, name } = createCreature(kind, { seed });
  const library = openMotionLibrary(rig);
  const motions = SAMPLE_MOTIONS[kind].slice(0, 3).map((name) => {
    const { clip } = library.generate(name, { seed });
    const poses = Array.from({ length: frameCount }, (_, f) =>
      sampleClip(clip, (f / frameCount) * clipDuration(clip)),
    );
    const mean = poses.reduce((sum, { root }) => sum + root[1], 0) / frameCount;
    const flies = mean > 0.15 * skeletonDiameter(rig.skeleton);
    return {
      caption: clip.name,
      poses: poses.map(({ rotations, root }) => ({
        rotations,
        root: Float32Array.of(0, root[1] - (flies ? mean : 0), 0),
      })),
    };
  });
  return { name, rig, colors, motions };
}

/** The ideal denoiser of the trajectories of all motions of a subject. */
export function createExactScore({ rig, motions }: DistilSubject): TrajectoryDenoiser {
  const body = createFitBody(rig);
  const cells = findTrajectoryCells(body, distilCameras(rig, VIEWS).cameras, CELLS);
  const frameCount = motions[0].poses.length;
  const known = motions.map(({ caption, poses }) => ({
    caption,
    trajectories: measureTrajectories(
      body,
      cells,
      poses.map((pose) => poseBody(body, toFitPose(pose))),
      FREQUENCIES,
    ),
  }));
  const deviations = Float32Array.from({ length: FREQUENCIES }, (_, k) => {
    let [squares, count] = [0, 0];
    for (const { trajectories } of known) {
      for (let i = k * 3; i < trajectories.length; i += FREQUENCIES * 3) {
        for (let axis = 0; axis < 3; axis++, count++) squares += trajectories[i + axis] ** 2;
      }
    }
    return Math.sqrt(squares / count);
  });
  return createExactTrajectoryDenoiser(cells, known, { frameCount, deviations });
}

/** Mean distance of joints in % of the diameter. */
export function poseDistance({ skeleton }: Rig, poses: readonly Pose[], truth: readonly Pose[]): number {
  let [sum, count] = [0, 0];
  poses.forEach((pose, f) => {
    const [a, b] = [pose, truth[f]].map((one) => poseJoints(skeleton, one).positions);
    for (let i = 0; i < a.length; i += 3, count++)
      sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  });
  return (100 * sum) / count / skeletonDiameter(skeleton);
}

/** The same of the rest pose. */
export const restDistance = (rig: Rig, truth: readonly Pose[]): number =>
  poseDistance(
    rig,
    truth.map(() => restPose(rig.skeleton)),
    truth,
  );
