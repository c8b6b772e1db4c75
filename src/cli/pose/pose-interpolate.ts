/** @file `posespace pose interpolate`: a transition between poses through the pose space, as a clip and a picture. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { INTERPOLATE_POSES_DEFAULTS } from '../../pose/path/interpolate-poses.js';
import type { Pose } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { besideInput } from '../shared/command-files.js';
import { count, list, number, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { choosePose } from './pose-choice.js';
import { drawStrips } from './pose-strip.js';
import { openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'interpolated';

export const poseInterpolateCommand = defineCommand({
  usage: 'pose interpolate <input>',
  formerly: 'pose walk',
  summary: 'Interpolate between poses through the pose space: a natural transition, as a clip',
  output: 'the file to write (default: <input>-interpolated.glb)',
  flags: {
    from: text('first pose: rest, <clip>:<frame> or sample:<seed>', { default: 'rest', placeholder: 'pose' }),
    through: list('poses on the path, in order', 'poses'),
    to: text('last pose: rest, <clip>:<frame> or sample:<seed>', { required: true, placeholder: 'pose' }),
    frames: count('number of even steps', {
      min: 1,
      max: 100_000,
      default: INTERPOLATE_POSES_DEFAULTS.steps,
    }),
    noise: toggle('start from the arc between the latent codes of the poses, not from the straight path'),
    seconds: number('length of the clip', { min: 0.001, default: 2, placeholder: 'seconds' }),
    ...POSE_FLAGS,
  },
  examples: [
    [
      'posespace pose interpolate wolf.glb --from idle:0 --to run:4 -o transition.glb',
      'a transition from a frame of one clip to a frame of another',
    ],
    ['posespace pose interpolate wolf.glb --to sample:7 --sheet path.png', 'from rest to a random pose'],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const { frames: steps, seconds: length } = options;
    const words = [options.from, ...(options.through ?? []), options.to];
    const { model, space } = await openFile(context, input);
    const interpolate = async () => {
      const poses: Pose[] = [];
      for (const word of words) poses.push(await choosePose(model, space, word, signal));
      return space.interpolate(poses, {
        steps,
        start: options.noise ? 'noise' : 'straight',
        signal,
        onProgress,
      });
    };
    const { poses, stops, evenness, detour } = await interpolate().finally(() => space.close());
    const times = Float32Array.from(poses, (_, i) => (i * length) / steps);
    const animated = addClip(model, { name: CLIP_NAME, times, poses }, { source: 'model' });
    const path = output ?? besideInput(input, '-interpolated.glb');
    const written = await writeModelFile(path, animated);
    const { sheet } = options;
    if (sheet !== undefined)
      await writeBytesFile(sheet, await drawStrips(model, [{ label: 'frame', poses }]));
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        input,
        files,
        clip: animated.clips.at(-1)!.name,
        poses: words,
        stops,
        evenness,
        detour,
        findings,
        seconds,
      },
      text: [
        `${words.join(' → ')} in ${steps} even steps, ${detour.toFixed(2)} times as long as the straight path`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
