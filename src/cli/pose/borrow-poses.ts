/** @file Poses of a file, transferred by joint name to another file of the same rig. */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { readExamplePoses } from '../../io/example-poses.js';
import type { Model } from '../../io/model.js';
import { type Pose, restPose, type Skeleton } from '../../rig/rig-records.js';
import { collectClipPoses } from '../../verbs/collect-examples.js';

export interface BorrowedPoses {
  readonly poses: readonly Pose[];
  readonly findings: readonly Finding[];
}

/** The poses saved in the lender and those of its clips, or of the named clips only. */
export function borrowPoses(
  lender: Model,
  model: Model,
  names: readonly string[] | undefined,
): BorrowedPoses {
  const clips = names === undefined ? lender.clips : names.map((name) => findClip(lender, name));
  const saved = names === undefined ? readExamplePoses(lender) : { poses: [], findings: [] };
  const poses = [...saved.poses, ...collectClipPoses({ clips })];
  if (poses.length === 0) {
    throw new PosespaceError(
      'bad-input',
      `pose: "${lender.name}" has no clips to learn from; give --poses <file>`,
    );
  }
  if (lender === model) return { poses, findings: saved.findings };
  const to = model.skeleton!;
  const order = to.names.map((name) => lender.skeleton?.names.indexOf(name) ?? -1);
  const missing = order.flatMap((from, joint) => (from < 0 ? [joint] : []));
  if (missing.length > order.length / 2) {
    throw new PosespaceError(
      'bad-input',
      `pose: "${lender.name}" has ${order.length - missing.length} of the ${order.length} joints of "${model.name}"; give poses of the same rig`,
    );
  }
  return {
    poses: poses.map((pose) => reorder(pose, order, to)),
    findings: [...saved.findings, ...describeMissing(missing)],
  };
}

function findClip({ clips, name: file }: Model, name: string) {
  const clip = clips.find((candidate) => candidate.name === name);
  if (clip) return clip;
  const names = clips.map((candidate) => candidate.name).join(', ') || 'none';
  throw new PosespaceError('bad-usage', `there is no clip "${name}" in "${file}"; it has ${names}`);
}

function reorder({ rotations, root }: Pose, order: readonly number[], skeleton: Skeleton): Pose {
  const pose = restPose(skeleton);
  order.forEach((from, joint) => {
    if (from >= 0) pose.rotations.set(rotations.subarray(from * 4, from * 4 + 4), joint * 4);
  });
  pose.root.set(root);
  return pose;
}

const describeMissing = (joints: readonly number[]): Finding[] =>
  joints.length === 0
    ? []
    : [
        {
          code: 'joints-without-poses',
          severity: 'warning',
          message: `${joints.length} joints are not in the file that the poses come from; they stay at rest`,
          fix: 'Give poses of the same rig.',
          kind: 'joint',
          elements: joints.slice(0, 256),
          count: joints.length,
        },
      ];
