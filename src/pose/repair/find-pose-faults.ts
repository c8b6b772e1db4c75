/**
 * @file What repair would fix in a pose: the share of the skin that intersects itself, and how far joints are beyond
 * their limits.
 */

import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { type PoseFaults, toPoseFaults } from './pose-faults.js';
import { NO_FAULTS, REPAIR_TOLERANCES } from './repair-body.js';
import { toRepairTask } from './repair-task.js';
import { createRepairTools, type RepairToolOptions } from './repair-tools.js';
import { createRepairWorkspace, findFaults, isTolerable, type RepairTools } from './repair-workspace.js';

/** Finds the faults of a pose of the rig. */
export async function findPoseFaults(
  space: PoseSpace,
  pose: Pose,
  options: RepairToolOptions = {},
): Promise<PoseFaults> {
  return findFaultsWith(space, await createRepairTools(space, options), pose);
}

/** The same with tools that are prepared. */
export function findFaultsWith(space: PoseSpace, tools: RepairTools, pose: Pose): PoseFaults {
  const { rotations } = toRepairTask(space, pose, []);
  const faults = findFaults(createRepairWorkspace(tools, rotations, [], REPAIR_TOLERANCES));
  return toPoseFaults(isTolerable(faults, tools) ? NO_FAULTS : faults);
}
