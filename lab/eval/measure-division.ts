/**
 * @file Measures whether samples depend on how finely limbs are divided: every bone of the rig is divided into two and
 * three equal parts, and unevenly into three (`divide-bones.ts`). Clips are not used: nobody tells which joints are real.
 *
 * Equal parts: distance of the shared joints between samples of the same seed, % of the diameter. Uneven parts:
 * plausibility of the samples at the shared joints, with and without `mergeDivisions`.
 */

import { createRng } from '../../src/base/rng.js';
import { relativeQuaternionInto } from '../../src/math/quaternion.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { type Pose, type Skeleton, skeletonDiameter } from '../../src/rig/rig-records.js';
import { type DividedRig, divideBones } from './divide-bones.js';
import { type Figure, meanOf } from './means.js';
import { createSampleMeasure } from './measure-samples.js';
import type { PoseSubject } from './pose-subject.js';
import type { PoseTruth } from './pose-truth.js';

/** Opens the pose space of another rig with the same network; `asIs` takes its joints as they are. */
export type ReopenSpace = (rig: Omit<PoseSubject, 'clips'>, asIs?: boolean) => Promise<PoseSpace>;

/** Samples of a divided rig against those of the whole one. */
export interface DivisionFigures {
  /** Mean and largest distance of a shared joint, % of the diameter. */
  readonly mean: Figure;
  readonly worst: Figure;
  /** Share of samples in which every shared joint is within 1 % of the diameter, 0 to 1. */
  readonly same: Figure;
}

export interface DivisionMeasures {
  readonly two: DivisionFigures;
  readonly three: DivisionFigures;
  /** Plausibility of samples: of the rig, of the rig unevenly divided, and that with every joint taken for a real one. */
  readonly whole: Figure;
  readonly uneven: Figure;
  readonly unevenAsIs: Figure;
}

export interface MeasureDivisionOptions {
  readonly samples?: number;
  readonly seed?: number;
}

export const MEASURE_DIVISION_DEFAULTS = Object.freeze({ samples: 16, seed: 0 });

const SAME = 1;

/** Measures one rig. */
export async function measureDivision(
  reopen: ReopenSpace,
  { subject, rig, real }: Pick<PoseTruth, 'subject' | 'rig' | 'real'>,
  options: MeasureDivisionOptions = {},
): Promise<DivisionMeasures> {
  const { samples, seed } = { ...MEASURE_DIVISION_DEFAULTS, ...options };
  const draw = async (body: Omit<PoseSubject, 'clips'>, asIs?: boolean) =>
    (await reopen(body, asIs)).sample({ count: samples, seed });
  const whole = await draw(subject);
  const compare = async (parts: number) => {
    const divided = divideBones(subject, parts);
    return compareSamples(subject.skeleton, whole, divided, await draw(divided.subject));
  };
  const uneven = divideBones(subject, 3, createRng(seed));
  const measure = createSampleMeasure(rig, real, undefined);
  const plausibility = (poses: readonly Pose[]): Figure => measure.measure(poses).plausibility;
  const shared = async (asIs: boolean) =>
    plausibility(
      (await draw(uneven.subject, asIs)).map((pose) => sharedPose(subject.skeleton, uneven, pose)),
    );
  return {
    two: await compare(2),
    three: await compare(3),
    whole: plausibility(whole),
    uneven: await shared(false),
    unevenAsIs: await shared(true),
  };
}

function compareSamples(
  skeleton: Skeleton,
  whole: readonly Pose[],
  { subject, joints }: DividedRig,
  divided: readonly Pose[],
): DivisionFigures {
  const diameter = skeletonDiameter(skeleton);
  const distances = whole.map((pose, i) => {
    const a = poseJoints(skeleton, pose).positions;
    const b = poseJoints(subject.skeleton, divided[i]).positions;
    return Array.from(joints, (to, j) => {
      const away = [0, 1, 2].map((k) => a[j * 3 + k] - b[to * 3 + k]);
      return (100 * Math.hypot(...away)) / diameter;
    });
  });
  const worst = distances.map((list) => Math.max(...list));
  return {
    mean: meanOf(distances.flat()),
    worst: Math.max(...worst),
    same: meanOf(worst.map((distance) => (distance <= SAME ? 1 : 0))),
  };
}

/** A pose of the divided rig on the joints of the whole one. */
function sharedPose({ parents }: Skeleton, { subject, joints }: DividedRig, pose: Pose): Pose {
  const globals = poseJoints(subject.skeleton, pose).rotations;
  const rotations = new Float32Array(parents.length * 4);
  for (let j = 0; j < parents.length; j++) {
    const own = joints[j] * 4;
    if (parents[j] < 0) rotations.set(globals.subarray(own, own + 4), j * 4);
    else relativeQuaternionInto(rotations, j * 4, globals, joints[parents[j]] * 4, globals, own);
  }
  return { rotations, root: pose.root };
}
