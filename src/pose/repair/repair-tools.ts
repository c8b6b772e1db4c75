/**
 * @file What repair needs of a pose space: its surface with the exact intersection test, collision spheres and joint
 * limits. Created on first use and cached as long as the space lives.
 */

import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
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

interface SurfaceTools {
  readonly surfaces: Partial<Record<'ignored' | 'counted', PosedSurface>>;
  readonly collision?: SelfCollision;
}

const surfacesOf = new WeakMap<PoseSpace, SurfaceTools>();
const learned = new WeakMap<PosePrior, LearnedLimits>();
const observed = new WeakMap<PosePrior, KnownCrossings>();
/** Examples whose crossings are looked at, at most. */
const MOST_EXAMPLES = 24;

/** Prepares the tools of a space. */
export async function createRepairTools(
  space: PoseSpace,
  options: RepairToolOptions = {},
): Promise<RepairTools> {
  const { limits, restOverlaps } = { ...REPAIR_TOOL_DEFAULTS, ...options };
  const prior = await space.prepare(options);
  const surface = createSurfaceTools(space, restOverlaps);
  return {
    rig: space.rig,
    prior,
    ...surface,
    ...(restOverlaps === 'ignored' && {
      tolerated: {
        crossings: knownCrossings(space, prior, surface, options.examples),
        excess: toleratedExcess(prior, limits),
      },
    }),
    ...(limits !== 'none' && {
      limits: limits === 'learned' ? learnLimits(space, prior) : checkLimits(space, limits),
    }),
  };
}

function createSurfaceTools(
  space: PoseSpace,
  restOverlaps: 'ignored' | 'counted',
): Pick<RepairTools, 'surface' | 'collision'> {
  const rig = normalisedSurface(space);
  if (!rig) return {};
  let surface = surfacesOf.get(space);
  if (!surface) {
    surface = { surfaces: {}, collision: createSelfCollision(space.rig, fitCollisionSpheres(rig)) };
    surfacesOf.set(space, surface);
  }
  const { surfaces, collision } = surface;
  surfaces[restOverlaps] ??= createPosedSurface(
    rig,
    restOverlaps === 'ignored' ? space.rig.radius : undefined,
  );
  return { surface: surfaces[restOverlaps], collision };
}

/** What the examples of a space show is normal for it. */
function knownCrossings(
  space: PoseSpace,
  prior: PosePrior,
  { surface }: Pick<RepairTools, 'surface'>,
  examples?: readonly Pose[],
): KnownCrossings {
  const kept = examples ? undefined : observed.get(prior);
  const known = kept ?? createKnownCrossings();
  if (kept || !surface) return known;
  if (!examples) observed.set(prior, known);
  const width = surface.rig.skeleton.parents.length * 4;
  const count = examples?.length ?? (prior.examples?.length ?? 0) / width;
  for (let i = 0; i < Math.min(count, MOST_EXAMPLES); i++) {
    const at = Math.floor(((i + 0.5) * count) / Math.min(count, MOST_EXAMPLES));
    const rotations = examples
      ? toRepairTask(space, examples[at], []).rotations
      : prior.examples!.subarray(at * width, (at + 1) * width);
    known.observe(surface.crossings(surface.measure(rotations).pairs));
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
function learnLimits({ rig }: PoseSpace, prior: PosePrior): LearnedLimits {
  let limits = learned.get(prior);
  if (!limits) {
    const examples = prior.examples ?? new Float64Array(0);
    const rotations = new Float64Array(prior.samples.length + examples.length);
    rotations.set(prior.samples);
    rotations.set(examples, prior.samples.length);
    limits = fitJointLimits(rotations, rig);
    learned.set(prior, limits);
  }
  return limits;
}
