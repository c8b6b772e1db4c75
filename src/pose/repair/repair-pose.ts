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
import type { PoseSpace } from '../solve/pose-space.js';
import { reportUnmetHandles } from '../solve/solve-pose.js';
import { keepNatural, reportNaturalness } from './keep-natural.js';
import { meanMove } from './mean-move.js';
import { createPlausibilityGuard } from './plausibility-guard.js';
import { type PoseFaults, reportRemaining, toPoseFaults } from './pose-faults.js';
import { REPAIR_TOLERANCES, type RepairedBody, repairBody } from './repair-body.js';
import { fromRepairTask, type RepairTask, toRepairTask } from './repair-task.js';
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
  /** Whether a repair keeps natural poses natural and frames of clips as natural as they were; not with `handles`. */
  readonly keepNatural?: boolean;
}

/** Defaults of `repairPose`. */
export const REPAIR_DEFAULTS = Object.freeze({
  ...REPAIR_TOOL_DEFAULTS,
  strength: 1,
  tolerance: 0,
  bound: 0.03,
  keepNatural: true,
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
  const { task, repaired, bodyOptions } = draftRepair(space, tools, pose, options);
  const guard = createPlausibilityGuard(space, options);
  const kept = mustStayNatural(options)
    ? await keepNatural({ space, tools, guard, pose, task, options: bodyOptions }, repaired)
    : repaired;
  return describeRepair(space, tools, pose, task, kept, options);
}

/** Handles are what the caller wants of a pose, natural or not. */
export const mustStayNatural = ({
  keepNatural: isAsked = REPAIR_DEFAULTS.keepNatural,
  handles,
}: RepairOptions): boolean => isAsked && !handles?.length;

/** Repairs one pose with tools that are prepared, whether it stays natural or not. */
export function repairWith(
  space: PoseSpace,
  tools: RepairTools,
  pose: Pose,
  options: RepairOptions,
): RepairedPose {
  const { task, repaired } = draftRepair(space, tools, pose, options);
  return describeRepair(space, tools, pose, task, repaired, options);
}

function draftRepair(space: PoseSpace, tools: RepairTools, pose: Pose, options: RepairOptions) {
  const { strength, tolerance } = { ...REPAIR_DEFAULTS, ...options };
  const task = toRepairTask(space, pose, allHandles(options));
  const bodyOptions = {
    strength,
    tolerances: { ...REPAIR_TOLERANCES, area: tolerance },
    signal: options.signal,
  };
  const repaired = repairBody(tools, task.rotations, task.handles.list, bodyOptions);
  return { task, repaired, bodyOptions };
}

/** The repaired body as a pose of the rig, and what there is to say of it. */
function describeRepair(
  space: PoseSpace,
  tools: RepairTools,
  pose: Pose,
  task: RepairTask,
  repaired: RepairedBody,
  options: RepairOptions,
): RepairedPose {
  const { strength, tolerance, bound } = { ...REPAIR_DEFAULTS, ...options };
  const { list } = task.handles;
  const tolerances = { ...REPAIR_TOLERANCES, area: tolerance };
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
      ...reportNaturalness(repaired),
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
