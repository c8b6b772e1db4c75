/**
 * @file `posespace video picture`: a picture of a creature by an image model, from which `video reconstruct` makes a mesh.
 * An image model is a video model of one frame, so its requests are kept and paid for like those of videos.
 */

import { PosespaceError } from '../../base/errors.js';
import { writeBytesFile } from '../../io/node.js';
import { composePicturePrompt } from '../../video/stage/compose-prompt.js';
import { count, text } from '../shared/flags.js';
import { defineCommand } from '../shared/shell.js';
import { askVideoModel, describePlan, openModelOf, VIDEO_MODEL_FLAGS } from './model-flags.js';

export const videoPictureCommand = defineCommand({
  usage: 'video picture',
  summary: 'A picture of a creature by an image model, to make a mesh of',
  output: 'the PNG file to write',
  flags: {
    subject: text('what it shows: "a red fox"', { required: true, placeholder: 'words' }),
    width: count('width of the picture', { min: 64, max: 4096, default: 1024, placeholder: 'pixels' }),
    height: count('height of the picture', { min: 64, max: 4096, default: 1024, placeholder: 'pixels' }),
    ...VIDEO_MODEL_FLAGS,
    model: text(
      'fal:<endpoint>, comfyui:<graph.json> whose graph makes a picture, or a file that exports a model of the AI SDK',
      { default: 'fal:fal-ai/flux/dev' },
    ),
  },
  examples: [
    ['posespace video picture --subject "a red fox" -o fox.png', 'by Flux at fal.ai, with FAL_KEY'],
    [
      'posespace video picture --subject "a red fox" --model comfyui:picture.json -o fox.png',
      'by a graph of your own',
    ],
  ],
  async run(context) {
    const { options, output, seed, now } = context;
    const start = now();
    const { subject, width, height } = options;
    const model = await openModelOf(options.model, () => {
      throw new PosespaceError(
        'bad-usage',
        'video picture: the embedded model makes videos of rigs, no pictures',
      );
    });
    const prompt = composePicturePrompt(subject);
    const made = await askVideoModel(context, model, { prompt, width, height, frames: 1, fps: 1, seed });
    if ('plan' in made) return { data: { subject, plan: made.plan }, text: describePlan(made.plan) };
    const [picture] = made.film.files;
    if (picture.mediaType !== 'image/png') {
      throw new PosespaceError(
        'bad-input',
        `video picture: ${options.model} made ${picture.mediaType}, not a picture; choose an image model`,
      );
    }
    const target = output ?? `${subject.toLowerCase().replace(/\W+/g, '-')}.png`;
    await writeBytesFile(target, picture.bytes);
    const cost = made.job?.cost?.dollars;
    return {
      data: { subject, model: options.model, seed, files: [target], cost, seconds: (now() - start) / 1000 },
      text: [
        `${target}${made.origin === 'store' ? ' (it was there already)' : ''}`,
        `next: posespace video reconstruct ${target} -o mesh.glb`,
      ].join('\n'),
    };
  },
});
