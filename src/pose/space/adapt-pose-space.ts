/**
 * @file Adapts a pose space to example poses of its rig: the user's own, or frames of its clips. It takes milliseconds
 * and no training; the given space stays unchanged.
 *
 * Examples go into the prior (`adapt-prior.ts`), the metric of the solver, and into the estimate before a solve
 * (`estimate-pose.ts`). Fine-tuning the network instead takes minutes and gained 3 % at best. Samples start from
 * examples (`sample-adapted.ts`); `invert` and `decode` stay the model's.
 */

import { requireInput } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import { sampleEvenly } from '../../base/sample-evenly.js';
import { normalizeQuaternion } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import { type BoundRig, toSolverPose } from '../model/bound-rig.js';
import { chooseExamples } from '../prior/choose-examples.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { removeHeading } from '../records/pose-state.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { solveHandles } from '../solve/solve-handles.js';
import { adaptPrior, measureExampleErrors } from './adapt-prior.js';
import { sampleAdapted } from './sample-adapted.js';

/** Options of `adaptPoseSpace`. */
export interface AdaptPoseSpaceOptions {
  /** Examples to keep, the most different ones, 1 to 512. */
  readonly most?: number;
}

/** Defaults of `adaptPoseSpace`. */
export const ADAPT_POSE_SPACE_DEFAULTS = Object.freeze({ most: 64 });

/** Of more poses than this, as many are looked at, spread evenly. */
const MOST_CONSIDERED = 2000;

/**
 * A space adapted to these poses and its previous examples. It shares the network of the given one:
 * closing either closes both.
 */
export function adaptPoseSpace(
  space: PoseSpace,
  poses: readonly Pose[],
  options: AdaptPoseSpaceOptions = {},
): PoseSpace {
  const { most } = { ...ADAPT_POSE_SPACE_DEFAULTS, ...options };
  requireInput(
    Number.isInteger(most) && most >= 1 && most <= 512,
    `pose/adaptPoseSpace: most is ${most}; give a whole number in 1 to 512`,
  );
  const { examples, rotations } = keepExamples(space, [...space.examples, ...poses], most);
  requireInput(examples.length > 0, 'pose/adaptPoseSpace: no poses; give one or more of this rig');
  const unadapted = space.unadapted ?? space;
  let prior: Promise<PosePrior> | undefined;
  const prepare = (work: WorkOptions = {}): Promise<PosePrior> => {
    prior ??= unadapted
      .prepare(work)
      .then(async (samples) => {
        const errors = await measureExampleErrors(space.completer, space.rig, samples, rotations);
        return adaptPrior(samples, rotations, space.rig, errors);
      })
      .catch((error) => {
        prior = undefined;
        throw error;
      });
    return prior;
  };
  return {
    ...unadapted,
    // Its prior is another one, and what is computed from that.
    memo: new Map(),
    examples,
    unadapted,
    prepare,
    sample: (work) => sampleAdapted(space, examples, work),
    async solve(handles, work = {}) {
      return solveHandles(space, await prepare(work), handles, work);
    },
  };
}

/** The most different poses, and their rotations on the body without heading. */
function keepExamples(
  space: BoundRig,
  poses: readonly Pose[],
  most: number,
): { examples: Pose[]; rotations: Float64Array } {
  const { rig } = space;
  const considered = sampleEvenly(poses, MOST_CONSIDERED);
  const count = considered.length;
  const bodies = considered.map((pose) => removeHeading(rig, toSolverPose(space, pose).rotations));
  const positions = new Float64Array(count * rig.jointCount * 3);
  for (const [i, body] of bodies.entries()) positions.set(body.positions, i * rig.jointCount * 3);
  const chosen = chooseExamples(positions, count, most);
  const rotations = new Float64Array(chosen.length * rig.jointCount * 4);
  for (const [i, index] of chosen.entries()) rotations.set(bodies[index].rotations, i * rig.jointCount * 4);
  for (let o = 0; o < rotations.length; o += 4) normalizeQuaternion(rotations, o);
  return { examples: chosen.map((index) => considered[index]), rotations };
}
