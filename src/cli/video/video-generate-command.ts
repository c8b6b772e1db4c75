/** @file `posespace video generate`: a video of the creature by a video model, from the first frame of its stage. */

import { join } from 'node:path';
import { writeFiles } from '../../io/node.js';
import { encodeStage } from '../../video/stage/stage-record.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, path, text } from '../shared/flags.js';
import { readRigged } from '../shared/model-input.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { askVideoModel, describePlan, openModelOf, VIDEO_MODEL_FLAGS } from './model-flags.js';
import { writeOutputFiles } from './output-files.js';
import { stageCreature, stageRequest } from './stage-files.js';

export const videoGenerateCommand = defineCommand({
  usage: 'video generate <input>',
  summary: 'Ask a video model for a video of the creature: its stage is the first frame',
  output: 'the folder to write (default: <input>-video)',
  flags: {
    prompt: text('what the creature does: "walks to the left"', { required: true, placeholder: 'words' }),
    stage: path('the folder that "video stage" wrote; by default the camera is chosen'),
    frames: count('frames of the video; Wan makes 4 n + 1', { min: 2, max: 1000, default: 49 }),
    fps: number('frames per second', { min: 1, max: 60, default: 16 }),
    ...VIDEO_MODEL_FLAGS,
  },
  examples: [
    [
      'posespace video generate hero.glb --prompt "walks" -o walk/',
      'by the motion library: no network, no key',
    ],
    ['posespace video generate hero.glb --prompt "walks" --model comfyui', 'by Wan 2.2 on your own GPU'],
    [
      'posespace video generate hero.glb --prompt "walks" --model fal --dry-run',
      'what would be sent to fal, and its cost',
    ],
  ],
  async run(context, input) {
    const { options, output, seed, now } = context;
    const start = now();
    const file = await readRigged(context, input);
    const staged = await stageCreature(file, options.stage, { action: options.prompt });
    const model = await openModelOf(options.model, options, () => staged);
    const request = stageRequest(staged, {
      action: options.prompt,
      frames: options.frames,
      fps: options.fps,
      seed,
    });
    const made = await askVideoModel(context, model, request);
    if ('plan' in made) return { data: { input, plan: made.plan }, text: describePlan(made.plan) };
    const { job, origin } = made;
    const folder = output ?? besideInput(input, '-video');
    const stage = { name: 'stage.json', bytes: new TextEncoder().encode(encodeStage(staged.stage)) };
    await writeFiles(folder, [stage]);
    const videos = await writeOutputFiles(join(folder, 'video'), made.output);
    const shown = videos.length === 1 ? videos : [join(folder, 'video')];
    const files = [...shown, join(folder, 'stage.json')];
    const seconds = (now() - start) / 1000;
    const cost = job?.cost?.dollars;
    return {
      data: { input, files, job, origin, findings: file.findings, seconds },
      text: [
        `${origin === 'store' ? 'the video was there already' : `job ${job?.id.slice(0, 8)}: done`}${cost ? `, $${cost.toFixed(2)} at most` : ''}`,
        ...(job?.warnings ?? []),
        `next: posespace animate video ${input} --video ${shown[0]} --stage ${folder}`,
        ...closingLines(file.findings, files, seconds),
      ].join('\n'),
    };
  },
});
