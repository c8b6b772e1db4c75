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
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';

/** Flags of every pose command. */
export const POSE_FLAGS: NonNullable<CommandDefinition['flags']> = [
  ['--model <folder>', 'a pose model other than the one that ships'],
  ['--threads <count>', 'threads of the network, by default one per core; the numbers stay the same'],
  ['--sheet <file>', 'a PNG with the poses'],
  ['--no-adapt', 'know the model alone, not the clips of the file and the poses saved in it'],
];

/** Clips of ours that hold what the model itself made up: nothing to learn from. */
const MADE_UP = /^(samples|solved|walk between poses)$|-(projected|repaired)$/;

export interface OpenedFile {
  readonly model: Model;
  readonly space: PoseSpace;
}

/** Reads a rigged file and opens its pose space. */
export async function openFile({ limits, options }: CommandContext, input: string): Promise<OpenedFile> {
  const threads = wholeNumber('--threads', options.threads ?? Math.min(8, availableParallelism()), 1, 64);
  const model = await readModelFile(input, { limits });
  const { skeleton } = model;
  if (!skeleton) {
    throw new PosespaceError('bad-input', `pose: "${input}" has no skeleton; make one with posespace rig`);
  }
  const files = await readPoseModel(options.model as string | undefined);
  const poses = clipPoses(model);
  const saved = options.adapt === false ? NOTHING_SAVED : readExamplePoses(model);
  const examples = options.adapt === false ? [] : [...saved.poses, ...poses];
  const rig = modelRig(model) ?? { skeleton };
  const notices: Finding[] = [];
  const onFinding = (finding: Finding) => void notices.push(finding);
  const space = await openRigPoseSpace(rig, files, { threads, poses, examples, onFinding });
  const findings = [
    ...model.findings,
    ...saved.findings,
    ...notices,
    ...tellTaught(space, saved.poses.length),
  ];
  return { model: { ...model, findings }, space };
}

const NOTHING_SAVED: ExamplePoses = { poses: [], findings: [] };

/** Whole poses of the clips that somebody made. */
export const clipPoses = ({ clips }: Pick<Model, 'clips'>): Pose[] =>
  clips
    .filter(({ name }) => !MADE_UP.test(name))
    .flatMap(({ poses }) => poses)
    .filter(({ rotations, root }) => rotations.every(Number.isFinite) && root.every(Number.isFinite));

function tellTaught({ examples }: PoseSpace, saved: number): Finding[] {
  if (examples.length === 0) return [];
  const whence = saved > 0 ? 'saved in the file or taken from its clips' : 'of the clips of the file';
  return [
    {
      code: 'taught-by-file',
      severity: 'info',
      message: `the pose space was taught ${examples.length} poses ${whence}`,
      fix: 'Give --no-adapt to know the model alone.',
    },
  ];
}

/** Pictures of poses in place, as a PNG. */
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

/** `input` with other letters behind its name. */
export const besideInput = (input: string, ending: string): string =>
  `${input.replace(/\.[^.\\/]*$/, '')}${ending}`;
