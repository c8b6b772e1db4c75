/** @file What the pose commands share: a file's rig with its pose space, and pictures of poses. */

import { availableParallelism } from 'node:os';
import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/report.js';
import { type ExamplePoses, readExamplePoses } from '../../io/example-poses.js';
import { type Model, modelRig } from '../../io/model.js';
import { readModelFile } from '../../io/node.js';
import { readPoseModel } from '../../io/node-pose-model.js';
import { gatherColors } from '../../io/vertex-colors.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { openRigPoseSpace } from '../../pose/space/open-rig-pose-space.js';
import { contactSheet } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import type { Pose } from '../../rig/rig-records.js';
import { count, type OptionsOf, path, toggle } from '../shared/flags.js';
import type { CommandContext } from '../shared/shell.js';

/** Flags that say how a file's pose space is opened. */
export const SPACE_FLAGS = {
  model: path('folder of a pose model to use instead of the one that ships', { placeholder: 'folder' }),
  threads: count('threads of the network, by default one per core; results do not depend on it', {
    min: 1,
    max: 64,
  }),
};

/** Flags of most pose commands. */
export const POSE_FLAGS = {
  ...SPACE_FLAGS,
  sheet: path('write a PNG with the poses'),
  adapt: toggle('use the model alone, without the clips of the file and the poses saved in it', {
    default: true,
  }),
};

/** Clips that the model itself made: nothing to learn from. */
const GENERATED = /^(samples|solved|interpolated|walk between poses)$|-(projected|repaired)$/;

export interface OpenedFile {
  readonly model: Model;
  readonly space: PoseSpace;
}

export interface SpaceOptions extends OptionsOf<typeof SPACE_FLAGS> {
  /** Learn from the clips of the file and the poses saved in it. */
  readonly adapt: boolean;
}

/** Reads a rigged file and opens its pose space. */
export async function openFile(
  { limits, options }: CommandContext<SpaceOptions>,
  input: string,
): Promise<OpenedFile> {
  const { threads = Math.min(8, availableParallelism()), adapt } = options;
  const model = await readModelFile(input, { limits });
  const { skeleton } = model;
  if (!skeleton) {
    throw new PosespaceError('bad-input', `pose: "${input}" has no skeleton; make one with posespace rig`);
  }
  const files = await readPoseModel(options.model);
  const poses = clipPoses(model);
  const saved = adapt ? readExamplePoses(model) : NOTHING_SAVED;
  const examples = adapt ? [...saved.poses, ...poses] : [];
  const rig = modelRig(model) ?? { skeleton };
  const notices: Finding[] = [];
  const onFinding = (finding: Finding) => void notices.push(finding);
  const space = await openRigPoseSpace(rig, files, { threads, poses, examples, onFinding });
  const findings = [
    ...model.findings,
    ...saved.findings,
    ...notices,
    ...findTaught(space, saved.poses.length),
  ];
  return { model: { ...model, findings }, space };
}

const NOTHING_SAVED: ExamplePoses = { poses: [], findings: [] };

/** Poses of the clips that an artist made; those with missing numbers are left out. */
export const clipPoses = ({ clips }: Pick<Model, 'clips'>): Pose[] =>
  clips
    .filter(({ name }) => !GENERATED.test(name))
    .flatMap(({ poses }) => poses)
    .filter(({ rotations, root }) => rotations.every(Number.isFinite) && root.every(Number.isFinite));

function findTaught({ examples }: PoseSpace, saved: number): Finding[] {
  if (examples.length === 0) return [];
  const origin = saved > 0 ? 'saved in the file or in its clips' : 'from the clips of the file';
  return [
    {
      code: 'taught-by-file',
      severity: 'info',
      message: `the pose space learned from ${examples.length} poses ${origin}`,
      fix: 'Give --no-adapt to use the model alone.',
    },
  ];
}

/** Draws poses side by side, as a PNG. */
export async function drawPoses(
  model: Model,
  poses: readonly Pose[],
  labels: readonly string[],
): Promise<Uint8Array> {
  const rig = modelRig(model);
  const colors = rig && (await gatherColors(model));
  const size = { width: 320, height: 320 };
  const tiles = poses.map((pose, i) => ({
    image: rig ? renderRig(rig, pose, { ...size, colors }) : renderSkeleton(model.skeleton!, pose, size),
    label: labels[i],
  }));
  return encodePng(contactSheet(tiles, { title: model.name }));
}
