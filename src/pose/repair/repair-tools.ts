/**
 * @file What repair needs of a pose space: its surface with the exact intersection test, collision spheres and joint
 * limits. Created on first use and cached as long as the space lives.
 */

import { PosespaceError } from '../../base/errors.js';
import { recall } from '../../base/memo.js';
import type { WorkOptions } from '../../base/progress.js';
import { sampleEvenly } from '../../base/sample-evenly.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { LIMIT_TOLERANCE, UNCERTAIN_SCALE } from '../validate/check-limits.js';
import { fitJointLimits } from '../validate/fit-joint-limits.js';
import type { LearnedLimits } from '../validate/limit-excess.js';
import { createKnownCrossings, type KnownCrossings } from '../validate/measure-crossings.js';
import { fitCollisionSpheres } from './fit-collision-spheres.js';
import { normalisedSurface } from './normalised-surface.js';
import { createPosedSurface, type PosedSurface } from './posed-surface.js';
import { toRepairTask } from './repair-task.js';
import type { RepairTools } from './repair-workspace.js';
import { createSelfCollision, type SelfCollision } from './self-collision.js';

export interface RepairToolOptions extends WorkOptions {
  /** Limits of the anatomical joints to keep; `learned` takes those of the space's own poses, `none` knows none. */
  readonly limits?: LearnedLimits | 'learned' | 'none';
  /**
   * Whether intersections around rest-pose overlaps, as of a leg stuck into a trunk, count
   * as faults.
   */
  readonly restOverlaps?: 'ignored' | 'counted';
  /** Natural poses of the rig that show which contacts are normal; by default the examples of the space. */
  readonly examples?: readonly Pose[];
}

export const REPAIR_TOOL_DEFAULTS = Object.freeze({
  limits: 'learned' as 'learned' | 'none',
  restOverlaps: 'ignored' as 'ignored' | 'counted',
});

/** Examples whose crossings are looked at, at most. */
const MOST_EXAMPLES = 24;

/** Prepares the tools of a space. */
export async function createRepairTools(
  space: PoseSpace,
  options: RepairToolOptions = {},
): Promise<RepairTools> {
  const { limits, restOverlaps } = { ...REPAIR_TOOL_DEFAULTS, ...options };
  const prior = await space.prepare(options);
  const surface = recall(space, restOverlaps === 'ignored' ? ignoringSurface : countingSurface);
  return {
    rig: space.rig,
    prior,
    ...(surface && { surface, collision: recall(space, createCollision) }),
    ...(restOverlaps === 'ignored' && {
      tolerated: {
        crossings: await findKnownCrossings(space, options.examples),
        excess: toleratedExcess(prior, limits),
      },
    }),
    ...(limits !== 'none' && {
      limits: limits === 'learned' ? await recall(space, learnLimits) : checkLimits(space, limits),
    }),
  };
}

function ignoringSurface(space: PoseSpace): PosedSurface | undefined {
  const rig = recall(space, normalisedSurface);
  return rig && createPosedSurface(rig, space.rig.radius);
}

function countingSurface(space: PoseSpace): PosedSurface | undefined {
  const rig = recall(space, normalisedSurface);
  return rig && createPosedSurface(rig);
}

function createCollision(space: PoseSpace): SelfCollision | undefined {
  const rig = recall(space, normalisedSurface);
  return rig && createSelfCollision(space.rig, fitCollisionSpheres(rig));
}

/** What poses show is normal for the body; of the space's own examples it is found once. */
function findKnownCrossings(
  space: PoseSpace,
  poses: readonly Pose[] | undefined,
): KnownCrossings | Promise<KnownCrossings> {
  if (!poses) return recall(space, observeExamples);
  const bodies = sampleEvenly(poses, MOST_EXAMPLES).map((pose) => toRepairTask(space, pose, []).rotations);
  return observeCrossings(space, bodies);
}

async function observeExamples(space: PoseSpace): Promise<KnownCrossings> {
  const { examples = new Float64Array(0) } = await space.prepare();
  const width = space.rig.jointCount * 4;
  const starts = Array.from({ length: examples.length / width }, (_, i) => i * width);
  return observeCrossings(
    space,
    sampleEvenly(starts, MOST_EXAMPLES).map((start) => examples.subarray(start, start + width)),
  );
}

function observeCrossings(space: PoseSpace, bodies: readonly Float64Array[]): KnownCrossings {
  const known = createKnownCrossings();
  const surface = recall(space, ignoringSurface);
  for (const rotations of bodies) {
    if (surface) known.observe(surface.crossings(surface.measure(rotations).pairs));
  }
  return known;
}

/** Limits of the caller's own are strict; learned ones are as wide as `pose check` has them. */
function toleratedExcess(prior: PosePrior, limits: RepairToolOptions['limits']): number {
  if (limits !== 'learned') return 0;
  return LIMIT_TOLERANCE * ((prior.examples?.length ?? 0) > 0 ? 1 : UNCERTAIN_SCALE);
}

function checkLimits({ rig }: PoseSpace, limits: LearnedLimits): LearnedLimits {
  if (limits.jointCount === rig.jointCount) return limits;
  throw new PosespaceError(
    'bad-usage',
    `pose/repair: limits of ${limits.jointCount} joints for a rig of ${rig.jointCount}; learn them on its anatomical tree`,
  );
}

/** Joint limits from the samples and examples of the space. */
async function learnLimits(space: PoseSpace): Promise<LearnedLimits> {
  const { samples, examples = new Float64Array(0) } = await space.prepare();
  const rotations = new Float64Array(samples.length + examples.length);
  rotations.set(samples);
  rotations.set(examples, samples.length);
  return fitJointLimits(rotations, space.rig);
}
