/**
 * @file Repairs a pose: resolves self-intersections and joint limits with the least change in the metric of the
 * creature's own poses; handles and pinned joints stay. Intersections count where triangles are not neighbours, do not
 * intersect at rest and are not part of a rest-pose overlap (`rest-overlaps.ts`).
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import type { WorkOptions } from '../../base/progress.js';
import type { JointRef } from '../../rig/names/joint-index.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseHandle } from '../records/pose-handle.js';
import { forwardKinematicsInto, type SolverRig } from '../records/solver-rig.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { reportUnmetHandles } from '../solve/solve-pose.js';
import { type PoseFaults, reportRemaining, toPoseFaults } from './pose-faults.js';
import { REPAIR_TOLERANCES, type RepairedBody, repairBody } from './repair-body.js';
import { fromRepairTask, toRepairTask } from './repair-task.js';
import { createRepairTools, REPAIR_TOOL_DEFAULTS, type RepairToolOptions } from './repair-tools.js';
import type { RepairTools } from './repair-workspace.js';

/** Options of `repairPose`. */
export interface RepairOptions extends RepairToolOptions, WorkOptions {
  /** What has to stay met, as in `solve`; pins hold where the pose has them. */
  readonly handles?: readonly PoseHandle[];
  /** Joints of the rig that stay where they are. */
  readonly pinned?: readonly JointRef[];
  /** How much of the repair is made, 0 to 1. */
  readonly strength?: number;
  /** Share of the surface that may go on running through itself, 0 to 1. */
  readonly tolerance?: number;
  /** How far joints should move at most, in the mean, a share of the diameter: clips keep to it, poses say where not. */
  readonly bound?: number;
}

/** Defaults of `repairPose`. */
export const REPAIR_DEFAULTS = Object.freeze({
  ...REPAIR_TOOL_DEFAULTS,
  strength: 1,
  tolerance: 0,
  bound: 0.03,
});

/** A pose and what was done to it. */
export interface RepairedPose extends Pose {
  readonly before: PoseFaults;
  readonly after: PoseFaults;
  /** Mean distance that joints moved, seen from the root, as a share of the diameter. */
  readonly change: number;
  /** How far each handle, then each pinned joint, is from where it shall be: metres or radians. */
  readonly errors: readonly number[];
  /** What could not be put right and why; empty where all is in order. */
  readonly findings: readonly Finding[];
}

/** Repairs one pose of the rig. */
export async function repairPose(
  space: PoseSpace,
  pose: Pose,
  options: RepairOptions = {},
): Promise<RepairedPose> {
  checkRepairOptions(options);
  const tools = await createRepairTools(space, options);
  return repairWith(space, tools, pose, options);
}

/** Repairs one pose with tools that are prepared. */
export function repairWith(
  space: PoseSpace,
  tools: RepairTools,
  pose: Pose,
  options: RepairOptions,
): RepairedPose {
  const { strength, tolerance, bound } = { ...REPAIR_DEFAULTS, ...options };
  const task = toRepairTask(space, pose, allHandles(options));
  const { list } = task.handles;
  const tolerances = { ...REPAIR_TOLERANCES, area: tolerance };
  const { signal } = options;
  const repaired = repairBody(tools, task.rotations, list, { strength, tolerances, signal });
  const change = meanMove(space.rig, task.rotations, repaired.rotations);
  const isChanged = repaired.rotations.some((value, i) => value !== task.rotations[i]);
  const own = isChanged ? fromRepairTask(space, pose, task, repaired.rotations, repaired.root) : pose;
  return {
    ...own,
    before: toPoseFaults(repaired.before),
    after: toPoseFaults(repaired.after),
    change,
    errors: handleErrors(space, repaired, task.handles, allHandles(options).length),
    findings: [
      ...task.handles.findings,
      ...(change > bound ? [reportFar(change, bound)] : []),
      ...(strength < 1
        ? []
        : [
            ...reportUnmetHandles(repaired.errors, list, task.handles.sources),
            ...reportRemaining(space, tools, repaired, tolerances, list.length > 0),
          ]),
    ],
  };
}

/** Handles and pinned joints, as one list. */
export const allHandles = ({ handles = [], pinned = [] }: RepairOptions): PoseHandle[] => [
  ...handles,
  ...pinned.map((joint) => ({ joint, pin: true })),
];

const reportFar = (change: number, bound: number): Finding => ({
  code: 'moved-far',
  severity: 'warning',
  message: `joints moved by ${(100 * change).toFixed(1)} % of the diameter, more than the ${100 * bound} % that a repair is meant to need`,
  fix: 'Look at the result; pin what has to stay, or lower the strength.',
});

/** Mean distance of the joints from where they were, seen from the root, as a share of the diameter. */
export function meanMove(rig: SolverRig, from: Float64Array, to: Float64Array): number {
  if (rig.jointCount < 2) return 0;
  const globals = new Float64Array(rig.jointCount * 4);
  const [a, b] = [from, to].map((rotations) => {
    const positions = new Float64Array(rig.jointCount * 3);
    forwardKinematicsInto(positions, globals, rig, rotations);
    return positions;
  });
  let sum = 0;
  for (let i = 3; i < a.length; i += 3)
    sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  // The diameter is 2.
  return sum / (rig.jointCount - 1) / 2;
}

function handleErrors(
  { rig }: PoseSpace,
  { errors }: RepairedBody,
  { list, sources }: ReturnType<typeof toRepairTask>['handles'],
  count: number,
): number[] {
  const worst = new Array<number>(count).fill(0);
  list.forEach(({ kind }, i) => {
    const error = kind === 'position' ? errors[i] / rig.scale : errors[i];
    worst[sources[i]] = Math.max(worst[sources[i]], error);
  });
  return worst;
}

export function checkRepairOptions({ strength = 1, tolerance = 0, bound = 0 }: RepairOptions): void {
  for (const [name, value] of [
    ['bound', bound],
    ['strength', strength],
    ['tolerance', tolerance],
  ] as const) {
    if (!(value >= 0 && value <= 1)) {
      throw new PosespaceError('bad-usage', `pose/repair: ${name} is ${value}; give a number in 0 to 1`);
    }
  }
}
