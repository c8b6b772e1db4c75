/** @file `posespace animate keys`: a clip from key poses, interpolated per joint or through the pose space. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { clipDuration } from '../../motion/clip.js';
import { CREATE_CLIP_DEFAULTS } from '../../motion/keys/create-clip.js';
import { addClip } from '../../verbs/add-clip.js';
import { openFile, POSE_FLAGS } from '../pose/posed-file.js';
import { PREVIEW_FLAG, writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { number, oneOf, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawStrip, REDUCE_FLAG } from './animated-file.js';
import { createKeyClip, INTERPOLATIONS, readKeys } from './key-clip.js';

const FLAGS = {
  keys: text('seconds=pose, separated by commas; a pose is rest, <clip>:<frame> or sample:<seed>', {
    required: true,
    placeholder: 'list',
  }),
  between: oneOf(INTERPOLATIONS, 'interpolate rotations smoothly or linearly, or through the pose space', {
    default: 'smooth',
  }),
  loop: toggle('the last key is the first one again: velocities continue across the seam'),
  frameRate: number('frames per second', {
    min: 0,
    default: CREATE_CLIP_DEFAULTS.frameRate,
    placeholder: 'fps',
  }),
  name: text('name of the clip', { default: 'keys' }),
  reduce: REDUCE_FLAG,
  ...POSE_FLAGS,
  preview: PREVIEW_FLAG,
};

export const animateKeysCommand = defineCommand({
  usage: 'animate keys <input>',
  summary: 'Make a clip from key poses: in-betweens by smooth interpolation or through the pose space',
  output: 'the file to write (default: <input>-keys.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace animate keys wolf.glb --keys "0=rest,0.4=attack:6,0.9=rest" --loop -o bite.glb',
      'a bite from one frame of a clip',
    ],
    [
      'posespace animate keys wolf.glb --keys "0=idle:0,1=sample:7,2=idle:0" --between space',
      'in-betweens that suit the creature',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const keys = readKeys(options.keys);
    const { between } = options;
    const file = await openFile(context, input);
    const { model, space } = file;
    const clip = await createKeyClip(context, file, keys).finally(() => space.close());
    const path = output ?? besideInput(input, '-keys.glb');
    const written = await writeModelFile(path, addClip(model, clip, { replace: true }), {
      reduce: options.reduce,
    });
    const files = [path];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, clip);
    }
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const sheet = await drawStrip([{ model, clip, label: 'clip' }], `${model.name}: ${clip.name}`);
      await writeBytesFile(options.sheet, sheet);
    }
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const [duration, frames] = [clipDuration(clip), clip.times.length];
    return {
      data: { input, files, clip: clip.name, keys, between, duration, frames, findings, seconds },
      text: [
        `"${clip.name}": ${keys.length} keys, ${duration.toFixed(2)} s, ${frames} frames`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
