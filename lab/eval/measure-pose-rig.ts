/**
 * @file Measures a pose space on one rig: completion, samples and inversion, with the references of METRICS.md, and what
 * is built on a pose space (`measure-pose-space.ts`).
 */

import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { solveLeastSquares } from '../../src/pose/solve/solve-least-squares.js';
import { type Pose, restPose, type Skeleton } from '../../src/rig/rig-records.js';
import type { HandleSet } from './handle-sets.js';
import { type Figure, meanOf } from './means.js';
import { type CompletePose, type CompletionFigures, measureCompletion } from './measure-completion.js';
import { type DivisionMeasures, measureDivision, type ReopenSpace } from './measure-division.js';
import { measurePoseSpace, POSE_SPACE_MEASURES, type PoseSpaceFigures } from './measure-pose-space.js';
import {
  createSampleMeasure,
  NO_SAMPLE_FIGURES,
  type SampleFigures,
  type SampleMeasure,
} from './measure-samples.js';
import { createPoseCloud, PERCENT_OF_DIAMETER, type PoseCloud, poseDistance } from './pose-cloud.js';
import { type RealPoses, spreadIndices } from './pose-subject.js';
import type { PoseTruth } from './pose-truth.js';
import { randomPoses } from './random-poses.js';
import { nearestStart } from './retarget-rig.js';
import { median } from './summary.js';

/** A joint and its target, metres in rig space. */
export interface JointHandle {
  readonly joint: number;
  readonly position: readonly [number, number, number];
}

/** A pose space under test, opened for one rig. */
export interface MeasuredPoseSpace<Latent = unknown> {
  sample(options: {
    readonly count: number;
    readonly steps: number;
    readonly seed: number;
  }): Promise<readonly Pose[]>;
  solve(handles: readonly JointHandle[]): Promise<Pose>;
  invert(pose: Pose, options: { readonly steps: number }): Promise<Latent>;
  decode(latent: Latent, options: { readonly steps: number }): Promise<Pose>;
  /** The pose space itself; without it, `measure-pose-space.ts` is skipped. */
  readonly whole?: PoseSpace;
  /** Opens the pose space of the same body divided otherwise; without it, `division` is skipped. */
  readonly reopen?: ReopenSpace;
}

/** What can be measured, in the order in which it is. */
export const POSE_MEASURES = ['completion', 'samples', 'division', ...POSE_SPACE_MEASURES] as const;
export type PoseMeasureName = (typeof POSE_MEASURES)[number];

export const POSE_METHODS = ['model', 'dls', 'rest', 'random', 'retargeted'] as const;
export type PoseMethod = (typeof POSE_METHODS)[number];
/** References for samples; `clips` are the rig's own, each against the others. */
export const POSE_REFERENCES = ['rest', 'random', 'retargeted', 'clips'] as const;
export type PoseReference = (typeof POSE_REFERENCES)[number];

/** A figure of every method, null where the method did not run. */
export type MethodFigures = Readonly<Record<PoseMethod, Figure>>;

/** What was measured on a rig. */
export interface PoseFigures extends SampleFigures, PoseSpaceFigures {
  /** Errors of the joints that were not given, % of the diameter. */
  readonly leaves: MethodFigures;
  readonly four: MethodFigures;
  readonly one: MethodFigures;
  /** Errors of the local rotations, degrees. */
  readonly rotationDegrees: Readonly<Record<HandleSet, MethodFigures>>;
  /** Errors of the handles, % of the diameter. */
  readonly handleError: Readonly<Record<HandleSet, MethodFigures>>;
  /** The same figures for the references. */
  readonly references: Readonly<Record<PoseReference, SampleFigures>>;
  /** Error of invert, then decode, % of the diameter. */
  readonly inversion20: Figure;
  readonly inversion50: Figure;
  /** Whether samples depend on how finely limbs are divided. */
  readonly division: DivisionMeasures | null;
  /** Median of a solve of the model, and of a sample; null without a clock. */
  readonly solveMilliseconds: Figure;
  readonly sampleMilliseconds: Figure;
}

export interface MeasurePoseRigOptions {
  /** What to measure; all by default. What is not measured is null. */
  readonly measures?: readonly PoseMeasureName[];
  readonly samples?: number;
  readonly sampleSteps?: number;
  /** Poses that are inverted and decoded. */
  readonly inversionPoses?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** The caller's clock, milliseconds. */
  readonly now?: () => number;
}

export const MEASURE_POSE_RIG_DEFAULTS = Object.freeze({
  measures: POSE_MEASURES as readonly PoseMeasureName[],
  samples: 32,
  sampleSteps: 20,
  inversionPoses: 3,
  seed: 0,
  now: () => 0,
});

/** All figures of a rig; `space` is absent where only references are wanted. */
export async function measurePoseRig(
  truth: PoseTruth,
  space: MeasuredPoseSpace | undefined,
  options: MeasurePoseRigOptions = {},
): Promise<PoseFigures & { readonly sampled: readonly Pose[] }> {
  const settings = { ...MEASURE_POSE_RIG_DEFAULTS, ...options };
  const { tests, real } = truth;
  const { seed, samples, measures, now, signal } = settings;
  const random = randomPoses(real.cloud, Math.max(samples, tests.poses.length), createRng(seed));
  const wanted = new Set(measures);
  return {
    ...(await completeTests(truth, wanted.has('completion'), space, random, settings)),
    ...(await measureSamples(truth, wanted.has('samples'), space, random, settings)),
    division:
      space?.reopen && wanted.has('division') ? await measureDivision(space.reopen, truth, { seed }) : null,
    ...(await measurePoseSpace(truth, wanted, space?.whole, { seed, now, signal })),
  };
}

type Settings = Required<Omit<MeasurePoseRigOptions, 'signal'>> & Pick<MeasurePoseRigOptions, 'signal'>;

/** Completion of the tests by every method. */
async function completeTests(
  { subject, rig, tests, retargeted }: PoseTruth,
  isWanted: boolean,
  space: MeasuredPoseSpace | undefined,
  random: readonly Pose[],
  { seed, now, signal }: Settings,
) {
  if (!isWanted) return { ...flattenCompletion({ leaves: {}, four: {}, one: {} }), solveMilliseconds: null };
  const times: number[] = [];
  const { rotations: atRest } = restPose(subject.skeleton);
  const methods: Record<string, CompletePose> = {
    dls: ({ joints, targets }) => solveLeastSquares(rig, { joints, targets }),
    rest: () => ({ rotations: atRest }),
    random: ({ pose }) => ({ rotations: random[pose].rotations }),
  };
  if (space) methods.model = completeBySpace(space, subject.skeleton, rig, tests, now, times);
  if (retargeted.length > 0) methods.retargeted = completeByNearest(rig, createPoseCloud(rig, retargeted));
  const completion = await measureCompletion(rig, tests.cloud, methods, seed, signal);
  return { ...flattenCompletion(completion), solveMilliseconds: median(times) };
}

/** Samples and references against real poses; and inversion. */
async function measureSamples(
  { subject, rig, tests, real, retargeted }: PoseTruth,
  isWanted: boolean,
  space: MeasuredPoseSpace | undefined,
  random: readonly Pose[],
  { seed, samples, sampleSteps, inversionPoses, now, signal }: Settings,
) {
  throwIfAborted(signal);
  if (!isWanted) return NO_SAMPLES;
  const start = now();
  const sampled = space ? await space.sample({ count: samples, steps: sampleSteps, seed }) : [];
  const sampleMilliseconds = space ? (now() - start) / samples : null;
  requireFinite(sampled, 'a sample');
  const sampleMeasure = createSampleMeasure(rig, real, subject.rig);
  const inversion = async (steps: number) =>
    space ? measureInversion(space, rig, tests, steps, inversionPoses) : null;
  return {
    ...sampleMeasure.measure(sampled),
    references: measureReferences(
      sampleMeasure,
      subject.skeleton,
      random.slice(0, samples),
      retargeted,
      samples,
    ),
    inversion20: await inversion(20),
    inversion50: await inversion(50),
    sampleMilliseconds,
    sampled,
  };
}

const NO_SAMPLES = Object.freeze({
  ...NO_SAMPLE_FIGURES,
  references: Object.freeze({
    rest: NO_SAMPLE_FIGURES,
    random: NO_SAMPLE_FIGURES,
    retargeted: NO_SAMPLE_FIGURES,
    clips: NO_SAMPLE_FIGURES,
  }),
  inversion20: null,
  inversion50: null,
  sampleMilliseconds: null,
  sampled: [] as readonly Pose[],
});

/** The model's solver: handles in metres, as a user would give them. */
function completeBySpace(
  space: MeasuredPoseSpace,
  { rest }: Skeleton,
  { scale }: SolverRig,
  { poses }: RealPoses,
  now: () => number,
  times: number[],
): CompletePose {
  return async ({ joints, targets, pose: index }) => {
    const height = poses[index].root[1];
    const handles = joints.map((joint, h): JointHandle => {
      const at = (k: number) => rest[k] + targets[h * 3 + k] / scale + (k === 1 ? height : 0);
      return { joint, position: [at(0), at(1), at(2)] };
    });
    const start = now();
    const pose = await space.solve(handles);
    times.push(now() - start);
    requireFinite([pose], 'a solution');
    const root = [pose.root[0] * scale, (pose.root[1] - height) * scale, pose.root[2] * scale] as const;
    return { rotations: pose.rotations, root };
  };
}

/** The retargeted pose with the nearest handles, then least squares from there. */
function completeByNearest(rig: SolverRig, retargeted: PoseCloud): CompletePose {
  return ({ joints, targets }) => {
    const start = nearestStart(retargeted, joints, targets);
    // Without a pull to rest: the start is the prior of this method.
    return solveLeastSquares(rig, { joints, targets }, { start, restPull: 0 });
  };
}

function measureReferences(
  sampleMeasure: SampleMeasure,
  skeleton: Skeleton,
  random: readonly Pose[],
  retargeted: readonly Pose[],
  samples: number,
): PoseFigures['references'] {
  const rest = restPose(skeleton);
  return {
    rest: sampleMeasure.measure([rest]),
    random: sampleMeasure.measure(random),
    retargeted: sampleMeasure.measure(spreadIndices(retargeted.length, samples).map((i) => retargeted[i])),
    clips: sampleMeasure.measureClips(),
  };
}

async function measureInversion(
  space: MeasuredPoseSpace,
  rig: SolverRig,
  { poses, cloud }: RealPoses,
  steps: number,
  count: number,
): Promise<Figure> {
  const indices = spreadIndices(poses.length, count);
  const errors: number[] = [];
  for (const i of indices) {
    const decoded = await space.decode(await space.invert(poses[i], { steps }), { steps });
    requireFinite([decoded], 'a decoded pose');
    errors.push(PERCENT_OF_DIAMETER * poseDistance(createPoseCloud(rig, [decoded]), 0, cloud, i));
  }
  return meanOf(errors);
}

type Completions = Readonly<Record<HandleSet, Partial<Record<PoseMethod, CompletionFigures>>>>;

function flattenCompletion(completion: Completions) {
  const pick = (set: HandleSet, key: keyof CompletionFigures): MethodFigures => {
    const of = (method: PoseMethod): Figure => completion[set][method]?.[key] ?? null;
    return {
      model: of('model'),
      dls: of('dls'),
      rest: of('rest'),
      random: of('random'),
      retargeted: of('retargeted'),
    };
  };
  const bySet = (key: keyof CompletionFigures) => ({
    leaves: pick('leaves', key),
    four: pick('four', key),
    one: pick('one', key),
  });
  return { ...bySet('joints'), rotationDegrees: bySet('degrees'), handleError: bySet('handles') };
}

function requireFinite(poses: readonly Pose[], what: string): void {
  const sound = poses.every(
    ({ rotations, root }) => rotations.every(Number.isFinite) && root.every(Number.isFinite),
  );
  if (!sound)
    throw new PosespaceError(
      'bad-input',
      `eval/measurePoseRig: ${what} of the model is not finite; look at its inputs`,
    );
}
