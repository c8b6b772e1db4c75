/**
 * @file A repair that makes its pose no less natural (`plausibility-guard.ts`). Moving parts out of each other with the least
 * change often turns joints about axes that the creature does not use: the joints that were turned relax toward rest by a
 * share, and what intersects then is repaired from there. Where that does not help, the repair is taken back in part.
 */

import type { Finding } from '../../base/finding.js';
import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { allowedScore, NATURAL, type PlausibilityGuard } from './plausibility-guard.js';
import { type RepairBodyOptions, type RepairedBody, repairBody, restoreHandles } from './repair-body.js';
import { fromRepairTask, type RepairTask } from './repair-task.js';
import { type RepairTools, weighFaults } from './repair-workspace.js';

/** Shares by which the joints that were turned relax, then those by which all do, one after the other. */
const TURNED_SHARES = [0.15, 0.3, 0.5];
const WHOLE_SHARES = [0.25, 0.5];
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
}

/**
 * The repair, changed or taken back as far as it has to be to keep the pose natural; the same record where it may stay. A pose
 * that was not natural to begin with is parted all the same, in the least unnatural way.
 */
export async function keepNatural(work: KeepNaturalTask, repaired: RepairedBody): Promise<RepairedBody> {
  const { space, tools, guard, pose, task, options } = work;
  const { list } = task.handles;
  const own = task.rotations;
  if (repaired.rotations.every((value, i) => value === own[i])) return repaired;
  const score = ({ rotations, root }: RepairedBody) =>
    guard.score(fromRepairTask(space, pose, task, rotations, root));
  let best = { body: repaired, score: await score(repaired) };
  if (best.score <= NATURAL) return repaired;
  const before = await guard.score(pose);
  const allowed = allowedScore(before);
  for (const relaxed of relaxations(space.rig, own, repaired.rotations)) {
    if (best.score <= allowed) return best.body;
    const next = repairBody(tools, relaxed, list, { ...options, root: repaired.root });
    if (weighFaults(next.after) > weighFaults(repaired.after)) continue;
    const body = { ...next, before: repaired.before };
    const its = await score(body);
    if (its < best.score) best = { body, score: its };
  }
  if (best.score <= allowed) return best.body;
  if (before > NATURAL) return { ...best.body, isLessNatural: true };
  for (const share of REMAINDERS) {
    const part = own.slice();
    for (let j = 0; j < part.length; j += 4) slerpInto(part, j, own, j, repaired.rotations, j, share);
    const root = repaired.root.map((value) => value * share);
    const body = { ...restoreHandles(tools, part, list, root), before: repaired.before };
    if (weighFaults(body.after) <= weighFaults(repaired.before) && (await score(body)) <= allowed)
      return { ...body, isTakenBack: true };
  }
  const none = restoreHandles(tools, own, list, new Float64Array(3));
  return { ...none, before: repaired.before, after: repaired.before, isTakenBack: true };
}

/** The repaired rotations, nearer to rest: the joints that were turned by shares, then all. */
function* relaxations(
  rig: SolverRig,
  original: Float64Array,
  repaired: Float64Array,
): Generator<Float64Array> {
  const turned = turnedJoints(original, repaired);
  const all = Array.from({ length: rig.jointCount - 1 }, (_, j) => j + 1);
  for (const [joints, shares] of [[turned, TURNED_SHARES] as const, [all, WHOLE_SHARES] as const]) {
    for (const share of shares) {
      const relaxed = repaired.slice();
      for (const j of joints) slerpInto(relaxed, j * 4, repaired, j * 4, REST, 0, share);
      yield relaxed;
    }
  }
}

/** Says what a repair did for, or to, the naturalness of the pose. */
export function reportNaturalness({ isTakenBack, isLessNatural }: RepairedBody): Finding[] {
  if (isTakenBack) {
    return [
      {
        code: 'kept-natural',
        severity: 'info',
        message: 'the whole repair would have made the pose unnatural, so it was made in part',
        fix: 'Change the pose by hand, or pin less.',
      },
    ];
  }
  if (!isLessNatural) return [];
  return [
    {
      code: 'less-natural',
      severity: 'info',
      message: 'the pose was not natural before, and is a little less so where its parts are apart',
      fix: 'Look at the result; pose project brings it nearer to natural poses.',
    },
  ];
}

/** The joints that a repair turned most; the root keeps its rotation. */
function turnedJoints(original: Float64Array, repaired: Float64Array): number[] {
  const angles = Array.from({ length: repaired.length / 4 }, (_, j) =>
    j === 0 ? 0 : quaternionAngle(original, j * 4, repaired, j * 4),
  );
  const least = TURNED * Math.max(...angles);
  return [...angles.keys()].filter((j) => angles[j] > least);
}
