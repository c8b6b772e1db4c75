/**
 * @file Completing poses from handles (METRICS.md): every method gets the true positions of the same joints of the same
 * poses and predicts the others.
 *
 * The truth has its heading removed and its root at the origin; a prediction is compared as it is, without alignment.
 * All methods but the model know the root position exactly; the model gets it as one of the handles.
 */

import { throwIfAborted } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import type { ReadonlyNumbers } from '../../src/math/quaternion.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import { forwardKinematicsInto } from '../../src/rig/kinematics/forward-kinematics.js';
import { drawHandleSets, HANDLE_SETS, type HandleSet } from './handle-sets.js';
import { meanOf } from './means.js';
import type { PoseCloud } from './pose-cloud.js';
import { completionError, rotationError } from './pose-metrics.js';

/** Joints and where they are: root-centred, heading-free, normalised. */
export interface CompletionTask {
  /** Ascending, the root first. */
  readonly joints: readonly number[];
  /** [joints, 3] */
  readonly targets: Float64Array;
  /** Which of the poses it is, and which of the sets: for methods that peek at the truth or draw numbers. */
  readonly pose: number;
}

/** A pose that was completed. */
export interface Completion {
  /** Local rotations. [J, 4] */
  readonly rotations: ReadonlyNumbers;
  /** Where its root is from where it should be, normalised. Absent: there. [3] */
  readonly root?: readonly [number, number, number];
}

export type CompletePose = (task: CompletionTask) => Completion | Promise<Completion>;

/** Means over poses. */
export interface CompletionFigures {
  /** Error of the joints that were not given, % of the diameter; null where all were. */
  readonly joints: number | null;
  /** Error of the handles, % of the diameter. */
  readonly handles: number | null;
  /** Error of the local rotations, degrees. */
  readonly degrees: number | null;
}

/** Figures of every method on every handle set. `seed` decides which joints are given. */
export async function measureCompletion(
  rig: SolverRig,
  truth: PoseCloud,
  methods: Readonly<Record<string, CompletePose>>,
  seed: number,
  signal?: AbortSignal,
): Promise<Record<HandleSet, Record<string, CompletionFigures>>> {
  const { jointCount } = rig;
  const names = Object.keys(methods);
  const found = new Map<string, { joints: number | null; handles: number | null; degrees: number }[]>();
  const predicted = new Float64Array(jointCount * 3);
  const globals = new Float64Array(jointCount * 4);
  for (let pose = 0; pose < truth.count; pose++) {
    const truePositions = truth.positions.subarray(pose * jointCount * 3, (pose + 1) * jointCount * 3);
    const turns = truth.rotations.subarray(pose * jointCount * 4, (pose + 1) * jointCount * 4);
    const sets = drawHandleSets(rig.parents, createRng(seed + pose));
    for (const set of HANDLE_SETS) {
      const joints = sets[set];
      const targets = Float64Array.from(joints.flatMap((j) => [...truePositions.subarray(j * 3, j * 3 + 3)]));
      for (const name of names) {
        throwIfAborted(signal);
        const { rotations, root } = await methods[name]({ joints, targets, pose });
        forwardKinematicsInto(predicted, globals, rig, rotations);
        if (root) for (let i = 0; i < predicted.length; i++) predicted[i] += root[i % 3];
        const figures = {
          ...completionError(predicted, truePositions, joints),
          degrees: rotationError(rotations, turns),
        };
        const key = `${set} ${name}`;
        if (!found.has(key)) found.set(key, []);
        found.get(key)!.push(figures);
      }
    }
  }
  const figuresOf = (set: HandleSet, name: string): CompletionFigures => {
    const own = found.get(`${set} ${name}`) ?? [];
    return {
      joints: meanOf(own.map(({ joints }) => joints)),
      handles: meanOf(own.map(({ handles }) => handles)),
      degrees: meanOf(own.map(({ degrees }) => degrees)),
    };
  };
  const bySet = (set: HandleSet) => Object.fromEntries(names.map((name) => [name, figuresOf(set, name)]));
  return { leaves: bySet('leaves'), four: bySet('four'), one: bySet('one') };
}
