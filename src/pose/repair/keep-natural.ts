/**
 * @file A repair that makes its pose no less natural (`plausibility-guard.ts`). Moving parts out of each other with the least
 * change often turns joints about axes that the creature does not use: the joints that were turned relax toward rest by a
 * share, and what intersects then is repaired from there. Where that does not help, the repair is taken back in part.
 */

import type { Finding } from '../../base/finding.js';
import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { meanMove } from './mean-move.js';
import type { PlausibilityGuard } from './plausibility-guard.js';
import { type RepairBodyOptions, type RepairedBody, repairBody, restoreHandles } from './repair-body.js';
import { fromRepairTask, type RepairTask } from './repair-task.js';
import { type RepairTools, weighFaults } from './repair-workspace.js';

/** Shares by which turned joints relax, one after the other. */
const RELAXATIONS = [0.15, 0.3, 0.5];
/** Shares of the repair that are made where relaxing does not help. */
const REMAINDERS = [0.75, 0.5, 0.25];
/** Joints that turned by less than this share of the joint that turned most do not relax. */
const TURNED = 0.1;
const REST = [0, 0, 0, 1];

/** What a repair belongs to. */
export interface KeepNaturalTask {
  readonly space: PoseSpace;
  readonly tools: RepairTools;
  readonly guard: PlausibilityGuard;
  /** The pose of the rig before the repair, and its body. */
  readonly pose: Pose;
  readonly task: RepairTask;
  readonly options: RepairBodyOptions;
  /** How far joints may move in the mean, a share of the diameter. */
  readonly bound: number;
}

/** The repair, changed or taken back as far as it has to be to keep the pose natural; the same record where it may stay. */
export async function keepNatural(work: KeepNaturalTask, repaired: RepairedBody): Promise<RepairedBody> {
  const { space, tools, guard, pose, task, options } = work;
  const { list } = task.handles;
  const own = task.rotations;
  if (repaired.rotations.every((value, i) => value === own[i])) return repaired;
  const isNatural = ({ rotations, root }: RepairedBody) =>
    guard.allows(pose, fromRepairTask(space, pose, task, rotations, root));
  if (await isNatural(repaired)) return repaired;
  const farthest = Math.max(work.bound, meanMove(space.rig, own, repaired.rotations));
  const least = weighFaults(repaired.after);
  for (const share of RELAXATIONS) {
    const relaxed = relaxTurned(own, repaired.rotations, share);
    const next = repairBody(tools, relaxed, list, { ...options, root: repaired.root });
    const isBetter = weighFaults(next.after) <= least && meanMove(space.rig, own, next.rotations) <= farthest;
    if (isBetter && (await isNatural(next))) return { ...next, before: repaired.before };
  }
  for (const share of REMAINDERS) {
    const part = own.slice();
    for (let j = 0; j < part.length; j += 4) slerpInto(part, j, own, j, repaired.rotations, j, share);
    const root = repaired.root.map((value) => value * share);
    const next = { ...restoreHandles(tools, part, list, root), before: repaired.before };
    if (weighFaults(next.after) <= weighFaults(repaired.before) && (await isNatural(next)))
      return { ...next, isTakenBack: true };
  }
  const none = restoreHandles(tools, own, list, new Float64Array(3));
  return { ...none, before: repaired.before, after: repaired.before, isTakenBack: true };
}

/** Says that a repair stopped short of the skin for the sake of the pose. */
export const reportKeptNatural = (): Finding => ({
  code: 'kept-natural',
  severity: 'info',
  message: 'the whole repair would have made the pose less natural, so it was made in part',
  fix: 'Change the pose by hand, or pin less.',
});

/** The joints that a repair turned, nearer to rest by a share; the root keeps its rotation. [J, 4] */
function relaxTurned(original: Float64Array, repaired: Float64Array, share: number): Float64Array {
  const relaxed = repaired.slice();
  const angles = Array.from({ length: repaired.length / 4 }, (_, j) =>
    j === 0 ? 0 : quaternionAngle(original, j * 4, repaired, j * 4),
  );
  const least = TURNED * Math.max(...angles);
  for (const [j, angle] of angles.entries()) {
    if (angle > least) slerpInto(relaxed, j * 4, repaired, j * 4, REST, 0, share);
  }
  return relaxed;
}
