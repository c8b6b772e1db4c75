/**
 * @file Cross-validates the examples of an adapted space: some are completed from their leaf joints by the model
 * alone, by a space adapted to all others, and by plain least squares. For reporting only: a solve weighs model and
 * examples itself, handle by handle, and weights per rig from so few poses made it worse.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { leafJoints } from '../../rig/joint-tree.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { holdJoint } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { solveLeastSquares } from '../solve/solve-least-squares.js';
import { solvePose } from '../solve/solve-pose.js';
import { adaptPrior, measureExampleErrors } from './adapt-prior.js';

/** Mean errors of the joints that were not given, % of the diameter; null where all joints are leaves or one pose is all. */
export interface ExampleValidation {
  readonly unadapted: number | null;
  readonly adapted: number | null;
  readonly leastSquares: number | null;
  readonly findings: readonly Finding[];
}

/** Options of `crossValidateExamples`. */
export interface CrossValidateExamplesOptions extends WorkOptions {
  /** Examples to complete, at most. */
  readonly count?: number;
}

/** Defaults of `crossValidateExamples`. */
export const CROSS_VALIDATE_EXAMPLES_DEFAULTS = Object.freeze({ count: 8 });

/** The model misleads where it is worse than least squares by more than this. */
const MISLEADING = 1.05;
const PERCENT_OF_DIAMETER = 50;

/** Cross-validates the examples of an adapted space. */
export async function crossValidateExamples(
  space: PoseSpace,
  options: CrossValidateExamplesOptions = {},
): Promise<ExampleValidation> {
  const { count, signal, onProgress } = { ...CROSS_VALIDATE_EXAMPLES_DEFAULTS, ...options };
  const { rig, completer, unadapted } = space;
  requireInput(
    unadapted,
    'pose/crossValidateExamples: the space was adapted nothing; use adaptPoseSpace first',
  );
  const plain = await unadapted.prepare({ signal });
  const { examples } = await space.prepare({ signal });
  const length = rig.jointCount * 4;
  const exampleCount = examples!.length / length;
  const leaves = leafJoints(rig.parents);
  if (exampleCount < 2 || leaves.length >= rig.jointCount - 1) {
    return { unadapted: null, adapted: null, leastSquares: null, findings: [] };
  }
  const testedCount = Math.min(count, exampleCount);
  const errors = await measureExampleErrors(completer, rig, plain, examples!);
  const sums = { unadapted: 0, adapted: 0, leastSquares: 0 };
  for (let i = 0; i < testedCount; i++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'cross-validating examples', fraction: i / testedCount });
    const out = Math.floor(((i + 0.5) * exampleCount) / testedCount) * length;
    const { positions } = jointPositionsOf(rig, examples!.subarray(out, out + length));
    const targets = leaves.flatMap((j) => [...positions.subarray(j * 3, j * 3 + 3)]);
    const others = new Float64Array(examples!.length - length);
    others.set(examples!.subarray(0, out));
    others.set(examples!.subarray(out + length), out);
    const handles = leaves.map((joint) => holdJoint(joint, positions));
    const solve = async (prior: PosePrior) =>
      jointPositionsOf(rig, (await solvePose(completer, rig, prior, handles, undefined)).rotations).positions;
    const errorOf = (found: Float64Array) => completionError(found, positions, leaves);
    sums.unadapted += errorOf(await solve(plain)) / testedCount;
    sums.adapted += errorOf(await solve(adaptPrior(plain, others, rig, errors))) / testedCount;
    sums.leastSquares += errorOf(solveLeastSquares(rig, { joints: leaves, targets }).positions) / testedCount;
  }
  return { ...sums, findings: reportMisleading(sums) };
}

function jointPositionsOf(rig: SolverRig, rotations: Float64Array): { positions: Float64Array } {
  const positions = new Float64Array(rig.jointCount * 3);
  forwardKinematicsInto(positions, new Float64Array(rig.jointCount * 4), rig, rotations);
  return { positions };
}

function completionError(found: Float64Array, truth: Float64Array, given: readonly number[]): number {
  let sum = 0;
  for (let j = 1; j < truth.length / 3; j++) {
    if (given.includes(j)) continue;
    const i = j * 3;
    sum += Math.hypot(found[i] - truth[i], found[i + 1] - truth[i + 1], found[i + 2] - truth[i + 2]);
  }
  return (PERCENT_OF_DIAMETER * sum) / (truth.length / 3 - 1 - given.length);
}

function reportMisleading(errors: { unadapted: number; adapted: number; leastSquares: number }): Finding[] {
  const { unadapted, adapted, leastSquares } = errors;
  if (unadapted <= MISLEADING * leastSquares) return [];
  const share = (unadapted / leastSquares).toFixed(2);
  return [
    {
      code: 'model-misleads',
      severity: adapted < unadapted ? 'info' : 'warning',
      message: `the model knows little about this creature: without examples it is ${share} times as far off as plain least squares`,
      fix: 'Adapt the space to more, different poses; near them they lead.',
    },
  ];
}
