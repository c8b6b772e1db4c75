/** @file Poses of a file, on the joints of another of the same rig. */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/report.js';
import { readExamplePoses } from '../../io/example-poses.js';
import type { Model } from '../../io/model.js';
import { type Pose, restPose, type Skeleton } from '../../rig/rig-records.js';
import { clipPoses } from './posed-file.js';

export interface BorrowedPoses {
  readonly poses: readonly Pose[];
  readonly findings: readonly Finding[];
}

/** Poses of the lender's clips, or some of them, and those saved in it, by the names of joints. */
export function borrowPoses(lender: Model, model: Model, names: string | undefined): BorrowedPoses {
  const clips =
    names === undefined ? lender.clips : names.split(',').map((name) => findClip(lender, name.trim()));
  const saved = names === undefined ? readExamplePoses(lender) : { poses: [], findings: [] };
  const poses = [...saved.poses, ...clipPoses({ clips })];
  if (poses.length === 0) {
    throw new PosespaceError(
      'bad-input',
      `pose: "${lender.name}" has no clips to learn from; give --poses <file>`,
    );
  }
  if (lender === model) return { poses, findings: saved.findings };
  const to = model.skeleton!;
  const order = to.names.map((name) => lender.skeleton?.names.indexOf(name) ?? -1);
  const strange = order.flatMap((from, joint) => (from < 0 ? [joint] : []));
  if (strange.length > order.length / 2) {
    throw new PosespaceError(
      'bad-input',
      `pose: "${lender.name}" has ${order.length - strange.length} of the ${order.length} joints of "${model.name}"; give poses of the same rig`,
    );
  }
  return {
    poses: poses.map((pose) => reorder(pose, order, to)),
    findings: [...saved.findings, ...tellStrange(strange)],
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

const tellStrange = (joints: readonly number[]): Finding[] =>
  joints.length === 0
    ? []
    : [
        {
          code: 'joints-without-poses',
          severity: 'warning',
          message: `${joints.length} joints are not in the file that the poses come from and stay at rest in them`,
          fix: 'Give poses of the same rig.',
          kind: 'joint',
          elements: joints.slice(0, 256),
          count: joints.length,
        },
      ];
