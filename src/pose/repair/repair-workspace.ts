/** @file The working state of a repair: the rig, the current pose and its faults. */

import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';
import { measureHandles } from '../solve/handle-residuals.js';
import { createHandleWorkspace, type HandleWorkspace } from '../solve/handle-workspace.js';
import { type LearnedLimits, limitExcessInto } from '../validate/limit-excess.js';
import type { KnownCrossings } from '../validate/measure-crossings.js';
import { type ContactSystem, createContactSystem } from './contact-system.js';
import { createJointForces, type JointForces } from './joint-forces.js';
import type { IntersectingTriangles, PosedSurface } from './posed-surface.js';
import type { SelfCollision } from './self-collision.js';

/** What is known of a body. */
export interface RepairTools {
  readonly rig: SolverRig;
  readonly prior: PosePrior;
  /** Absent where there is no mesh: then only limits are repaired. */
  readonly surface?: PosedSurface;
  readonly collision?: SelfCollision;
  readonly limits?: LearnedLimits;
  /** What is tolerable, as `pose check` sees it; absent: nothing is. */
  readonly tolerated?: ToleratedFaults;
}

/** What a pose may have without being faulty, as `pose check` sees it. */
export interface ToleratedFaults {
  readonly crossings: KnownCrossings;
  /** Beyond their limits, joints are tolerable up to this angle, radians. */
  readonly excess: number;
}

/** What is wrong with a pose. */
export interface BodyFaults extends IntersectingTriangles {
  /** How far the joints are beyond their limits, radians, all together. */
  readonly excess: number;
  /** The joint that is furthest beyond its own. */
  readonly worstExcess: number;
}

export interface RepairWorkspace {
  readonly tools: RepairTools;
  /** Rotations, positions and root of the current pose, and its handle residuals. */
  readonly body: HandleWorkspace;
  readonly system: ContactSystem;
  readonly forces: JointForces;
  readonly tolerances: RepairTolerances;
  /** Exact intersection tests that are left. */
  tests: number;
}

/** When a pose is in order. */
export interface RepairTolerances {
  /** Share of the surface that may intersect. */
  readonly area: number;
  /** Angle beyond its limits that a joint may have, radians. */
  readonly excess: number;
  /** Error that handles may have, normalised units and radians. */
  readonly handle: number;
}

/** How freely the root moves where handles hold something else, normalised units. */
const ROOT_DEVIATION = 0.15;
/** Rows of contacts and limits, at most. */
const MOST_ROWS = 120;
/** A radian beyond the limits is as bad as this share of the surface. */
const EXCESS_WEIGHT = 0.05;

export function createRepairWorkspace(
  tools: RepairTools,
  rotations: ArrayLike<number>,
  handles: readonly SolverHandle[],
  tolerances: RepairTolerances,
  root?: ArrayLike<number>,
  tests = Infinity,
): RepairWorkspace {
  const { rig, prior } = tools;
  const rootDeviation = handles.length > 0 ? ROOT_DEVIATION : 0;
  const body = createHandleWorkspace(rig, prior, handles, rootDeviation);
  body.rotations.set(rotations);
  if (root) body.root.set(root);
  return {
    tools,
    body,
    system: createContactSystem(rig, prior, rootDeviation ** 2, MOST_ROWS + handles.length * 3),
    forces: createJointForces(rig.jointCount),
    tolerances,
    tests,
  };
}

/** Poses the joints and measures handle errors; returns the largest of the hard ones. */
export function poseBody({ body, tools }: RepairWorkspace): number {
  forwardKinematicsInto(body.positions, body.globals, tools.rig, body.rotations);
  for (let i = 0; i < body.positions.length; i++) body.positions[i] += body.root[i % 3];
  measureHandles(body);
  return body.handles.reduce(
    (worst, { softness }, h) => (softness === undefined ? Math.max(worst, body.errors[h]) : worst),
    0,
  );
}

const NOTHING = new Uint32Array(0);

/** What is wrong with the pose at hand. */
export function findFaults(work: RepairWorkspace): BodyFaults {
  const { body, tools } = work;
  work.tests--;
  const { surface, limits } = tools;
  const met = surface?.measure(body.rotations) ?? {
    pairs: NOTHING,
    triangles: NOTHING,
    area: 0,
    complete: true,
  };
  let [excess, worstExcess] = [0, 0];
  if (limits) {
    const excesses = new Float64Array(limits.jointCount * 2);
    limitExcessInto(excesses, limits, body.rotations);
    for (let j = 0; j < excesses.length; j += 2) {
      const both = Math.sqrt(excesses[j] ** 2 + excesses[j + 1] ** 2);
      excess += both;
      worstExcess = Math.max(worstExcess, both);
    }
  }
  return { ...met, excess, worstExcess };
}

/** Whether a pose is in order by the criterion of `pose check`; to be asked right after its faults were found. */
export function isTolerable(faults: BodyFaults, { surface, tolerated }: RepairTools): boolean {
  if (!tolerated || faults.worstExcess > tolerated.excess) return false;
  if (faults.area === 0 || !surface) return true;
  return surface.crossings(faults.pairs).every((crossing) => tolerated.crossings.score(crossing) < 1);
}

export const isClean = ({ area, worstExcess }: BodyFaults, tolerances: RepairTolerances): boolean =>
  area <= tolerances.area && worstExcess <= tolerances.excess;

/** One number for all faults, to compare poses. */
export const weighFaults = ({ area, excess }: BodyFaults): number => area + EXCESS_WEIGHT * excess;
