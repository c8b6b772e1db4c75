/**
 * @file `posespace pose sample`: random natural poses, as a clip and a picture: any, variations of a pose, poses in the
 * style of a clip, symmetric or mirrored ones.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { mirrorPose } from '../../pose/edit/mirror-pose.js';
import { VARY_POSE_DEFAULTS, varyPose } from '../../pose/edit/vary-pose.js';
import { SAMPLE_DEFAULTS, type SampleOptions } from '../../pose/model/sample-states.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { SAMPLE_SIMILAR_DEFAULTS, sampleSimilar } from '../../pose/space/sample-similar.js';
import { sampleSymmetric } from '../../pose/space/sample-symmetric.js';
import type { Pose } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { besideInput } from '../shared/command-files.js';
import { count as countFlag, list, number, type OptionsOf, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { chooseJoints, choosePose, findClip } from './pose-choice.js';
import { drawPoses, openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'samples';

const FLAGS = {
  count: countFlag('number of poses', { min: 1, max: 10_000, default: 16 }),
  steps: countFlag('denoising steps: more are finer and slower', {
    min: 1,
    max: 1000,
    default: SAMPLE_DEFAULTS.steps,
  }),
  strength: number(
    `0 is the most likely pose (or the one of --like), 1 the full variety (default: ${SAMPLE_DEFAULTS.strength}, ` +
      `with --like ${VARY_POSE_DEFAULTS.strength}, with --style ${SAMPLE_SIMILAR_DEFAULTS.strength})`,
  ),
  like: text('variations of this pose: rest, <clip>:<frame> or sample:<seed>', { placeholder: 'pose' }),
  joints: list('with --like, vary only these joints and their descendants', 'names'),
  style: text('poses in the style of a clip', { placeholder: 'clip' }),
  symmetric: toggle('left and right do the same'),
  mirror: toggle('swap left and right'),
  ...POSE_FLAGS,
};

export const poseSampleCommand = defineCommand({
  usage: 'pose sample <input>',
  summary: 'Sample random natural poses, as a clip with one pose per second',
  output: 'the file to write (default: <input>-samples.glb)',
  flags: FLAGS,
  examples: [
    ['posespace pose sample wolf.glb -o poses.glb', 'a clip "samples" beside the clips of the file'],
    [
      'posespace pose sample wolf.glb --count 9 --seed 4 --sheet poses.png',
      'other poses, and a picture of them',
    ],
    [
      'posespace pose sample wolf.glb --like idle:0 --joints neck1,tail1',
      'variations of neck and tail of a frame',
    ],
  ],
  async run(context, input) {
    const { options, seed, output, signal, onProgress, now } = context;
    const { count, steps, strength } = options;
    const start = now();
    const { model, space } = await openFile(context, input);
    const settings = { count, steps, seed, ...(strength !== undefined && { strength }), signal, onProgress };
    const poses = await drawSamples(context, model, space, settings).finally(() => space.close());
    const sampled = addClip(model, poses, { name: CLIP_NAME, frameRate: 1, source: 'model' });
    const path = output ?? besideInput(input, '-samples.glb');
    const { sheet } = options;
    const written = await writeModelFile(path, sampled);
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
        clip: sampled.clips.at(-1)!.name,
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
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** Samples of the kind that the flags name. */
async function drawSamples(
  { options, signal }: CommandContext<OptionsOf<typeof FLAGS>>,
  model: Model,
  space: PoseSpace,
  settings: SampleOptions,
): Promise<Pose[]> {
  const { like, style, symmetric, joints, mirror } = options;
  if ([like !== undefined, style !== undefined, symmetric].filter(Boolean).length > 1) {
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
    if (style !== undefined) return sampleSimilar(space, thin(findClip(model.clips, style).poses), settings);
    return symmetric ? sampleSymmetric(space, settings) : space.sample(settings);
  };
  const poses = await draw();
  return mirror ? poses.map((pose) => mirrorPose(space, pose)) : poses;
}

/** Most poses of a clip that define its style, evenly spaced. */
const STYLE_POSES = 32;

const thin = (poses: readonly Pose[]): readonly Pose[] => {
  const every = Math.ceil(poses.length / STYLE_POSES);
  return poses.filter((_, i) => i % every === 0);
};
