/** @file `posespace video stage`: the first frame for a video model, with camera and prompt. */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { modelRig } from '../../io/model.js';
import { writeFiles } from '../../io/node.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { encodePng } from '../../render/encode-png.js';
import { createStage, CREATE_STAGE_DEFAULTS as DEFAULTS } from '../../video/stage/create-stage.js';
import { renderStage } from '../../video/stage/render-stage.js';
import { encodeStage } from '../../video/stage/stage-record.js';
import { pickClip } from '../animate/animated-file.js';
import { besideInput } from '../shared/command-files.js';
import { number, oneOf, text, toggle } from '../shared/flags.js';
import { readRigged } from '../shared/model-input.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';

/** Sizes that video models take. */
const SIZES = ['832x480', '480x832', '1280x720', '720x1280', '960x960', '640x640'] as const;

const FLAGS = {
  action: text('what the creature shall do', { default: DEFAULTS.action, placeholder: 'words' }),
  subject: text('what the creature is, as "a red dragon"', { placeholder: 'words' }),
  size: oneOf(SIZES, 'size of the picture, pixels', { default: '832x480' }),
  azimuth: number(
    'where the camera stands: 0 in front, 90 on the left of the creature; by default where it sees the limbs',
    {
      min: -360,
      max: 360,
      placeholder: 'degrees',
    },
  ),
  elevation: number('its height above the horizon', { min: -89, max: 89, placeholder: 'degrees' }),
  fieldOfView: number('vertical field of view', {
    min: 5,
    max: 100,
    default: DEFAULTS.fieldOfView,
    placeholder: 'degrees',
  }),
  margin: number('free border on each side, as a fraction of the picture', {
    min: 0,
    max: 0.4,
    default: DEFAULTS.margin,
  }),
  clip: text('start in a pose of this clip; by default at rest'),
  time: number('where in the clip', { min: 0, default: 0, placeholder: 'seconds' }),
  checkerboard: toggle('draw a checkerboard on the ground'),
  pattern: toggle('paint no mottled pattern on a surface without colours', { default: true }),
};

export const videoStageCommand = defineCommand({
  usage: 'video stage <input>',
  summary:
    'Draw the first frame for a video model, with camera and prompt, so that its video can be put on the rig',
  output: 'the folder to write (default: <input>-stage)',
  flags: FLAGS,
  examples: [
    ['posespace video stage hero.glb -o stage/', 'first-frame.png, stage.json and prompt.txt'],
    ['posespace video stage dragon.glb --action "flaps its wings" --azimuth 40', 'from the front left'],
  ],
  async run(context, input) {
    const { output, options, now } = context;
    const start = now();
    const model = await readRigged(context, input);
    const rig = modelRig(model);
    if (!rig)
      throw new PosespaceError('bad-input', `video: "${input}" has no rig; make one with posespace rig`);
    const { paint: surface, findings } = await readSurfacePaint(model);
    const [width, height] = options.size.split('x').map(Number);
    const { size: _, clip, time, ...given } = options;
    const source = clip === undefined ? undefined : pickClip(model, clip);
    const pose = source && sampleClip(source, source.times[0] + time);
    const stage = createStage(rig, { ...given, width, height, surface, ...(pose && { pose }) });
    const folder = output ?? besideInput(input, '-stage');
    const encoder = new TextEncoder();
    const files = [
      { name: 'first-frame.png', bytes: encodePng(renderStage(rig, stage, { surface })) },
      { name: 'stage.json', bytes: encoder.encode(encodeStage(stage)) },
      {
        name: 'prompt.txt',
        bytes: encoder.encode(`${stage.prompt}\n\nNegative prompt:\n${stage.negativePrompt}\n`),
      },
    ];
    await writeFiles(folder, files);
    const paths = files.map(({ name }) => join(folder, name));
    const seconds = (now() - start) / 1000;
    const all = [...model.findings, ...findings];
    return {
      data: { input, files: paths, stage, findings: all, seconds },
      text: [
        `prompt: ${stage.prompt}`,
        `next: give first-frame.png and the prompt to a video model, then posespace animate video ${input} --video <its video> --stage ${folder}`,
        ...closingLines(all, paths, seconds),
      ].join('\n'),
    };
  },
});
