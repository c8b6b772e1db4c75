/**
 * @file `posespace pose sample`: poses of a creature at random, as a clip, a picture, or both: any, those like a pose or
 * in the manner of a clip, symmetric ones, and all of them in the mirror.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import { mirrorPose } from '../../pose/edit/mirror-pose.js';
import { VARY_POSE_DEFAULTS, varyPose } from '../../pose/edit/vary-pose.js';
import { SAMPLE_DEFAULTS, type SampleOptions } from '../../pose/model/sample-states.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { SAMPLE_ALIKE_DEFAULTS, sampleAlike } from '../../pose/space/sample-similar.js';
import { sampleSymmetric } from '../../pose/space/sample-symmetric.js';
import type { Pose } from '../../rig/rig-records.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { chooseJoints, choosePose, findClip } from './pose-choice.js';
import { besideInput, drawPoses, openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'samples';

export const poseSampleCommand: CommandDefinition = {
  usage: 'pose sample <input>',
  summary: 'Draw poses that the creature would take, as a clip of one pose a second',
  output: 'the file to write (default: <input>-samples.glb)',
  flags: [
    ['--count <number>', 'poses', '16'],
    ['--steps <number>', 'steps from noise to pose: more are finer and slower', `${SAMPLE_DEFAULTS.steps}`],
    [
      '--strength <number>',
      `0 is the most usual pose (or the one of --like), 1 as varied as the creature is (default: ${SAMPLE_DEFAULTS.strength}, ` +
        `with --like ${VARY_POSE_DEFAULTS.strength}, with --style ${SAMPLE_ALIKE_DEFAULTS.strength})`,
    ],
    ['--like <pose>', 'more like this one: rest, <clip>:<frame> or sample:<seed>'],
    ['--joints <names>', 'with --like, only these joints and what hangs on them, separated by commas'],
    ['--style <clip>', 'poses in the manner of a clip'],
    ['--symmetric', 'left and right do the same'],
    ['--mirror', 'as in a mirror'],
    ...POSE_FLAGS,
  ],
  examples: [
    ['posespace pose sample wolf.glb -o poses.glb', 'a clip "samples" beside the clips of the file'],
    [
      'posespace pose sample wolf.glb --count 9 --seed 4 --sheet poses.png',
      'other poses, and a picture of them',
    ],
    [
      'posespace pose sample wolf.glb --like idle:0 --joints neck1,tail1',
      'other necks and tails for a pose of a clip',
    ],
  ],
  async run(context, input) {
    const { options, seed, output, signal, onProgress, now } = context;
    const count = wholeNumber('--count', options.count, 1, 10_000)!;
    const steps = wholeNumber('--steps', options.steps, 1, 1000)!;
    const strength = options.strength === undefined ? undefined : Number(options.strength);
    const start = now();
    const { model, space } = await openFile(context, input);
    const settings = { count, steps, seed, ...(strength !== undefined && { strength }), signal, onProgress };
    const poses = await drawSamples(context, model, space, settings).finally(() => space.close());
    const clip: Clip = { name: CLIP_NAME, times: Float32Array.from({ length: count }, (_, i) => i), poses };
    const path = output ?? besideInput(input, '-samples.glb');
    const sheet = options.sheet as string | undefined;
    const written = await writeModelFile(path, { ...model, clips: [...model.clips, clip] });
    if (sheet !== undefined) {
      const labels = poses.map((_, i) => `${i}`);
      await writeBytesFile(sheet, await drawPoses(model, poses, labels));
    }
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        input,
        files,
        clip: CLIP_NAME,
        count,
        steps,
        strength,
        seed,
        joints: space.anatomy.sources.length,
        findings,
        seconds,
      },
      text: [
        `${count} poses of ${space.anatomy.sources.length} joints in ${steps} steps`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** Poses of the kind that was asked for. */
async function drawSamples(
  { options, signal }: CommandContext,
  model: Model,
  space: PoseSpace,
  settings: SampleOptions,
): Promise<Pose[]> {
  const { like, style, symmetric, joints, mirror } = options as Record<string, string | undefined>;
  if ([like, style, symmetric].filter((kind) => kind !== undefined).length > 1) {
    throw new PosespaceError('bad-usage', 'give one of --like, --style and --symmetric');
  }
  if (joints !== undefined && like === undefined) {
    throw new PosespaceError(
      'bad-usage',
      '--joints needs --like <pose>: the pose that the other joints keep',
    );
  }
  const draw = async () => {
    if (like !== undefined) {
      const pose = await choosePose(model, space, like, signal);
      const some = joints === undefined ? {} : { joints: chooseJoints(model, joints, true) };
      return varyPose(space, pose, { ...settings, ...some });
    }
    if (style !== undefined) return sampleAlike(space, thin(findClip(model.clips, style).poses), settings);
    return symmetric ? sampleSymmetric(space, settings) : space.sample(settings);
  };
  const poses = await draw();
  return mirror ? poses.map((pose) => mirrorPose(space, pose)) : poses;
}

/** At most so many of a clip's poses tell its style, spread evenly. */
const STYLE_POSES = 32;

const thin = (poses: readonly Pose[]): readonly Pose[] => {
  const every = Math.ceil(poses.length / STYLE_POSES);
  return poses.filter((_, i) => i % every === 0);
};
