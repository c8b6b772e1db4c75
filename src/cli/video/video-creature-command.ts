/**
 * @file `posespace video creature`: a rigged creature from words, as ViPS begins: a picture by an image model, a mesh of it by
 * a model that makes meshes, a rig. An image model is a video model of one frame, so its requests are kept and paid for once.
 */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { readBytes, writeBytesFile, writeModelFile } from '../../io/node.js';
import { decodePicture } from '../../render/decode-picture.js';
import type { Image } from '../../render/image.js';
import { kindOf } from '../../rig/anatomy/views.js';
import { rigModel } from '../../verbs/rig-model.js';
import type { VideoPlan } from '../../video/models/generate-video.js';
import { composePicturePrompt } from '../../video/stage/compose-prompt.js';
import { count, type OptionsOf, path, text, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askForMesh, MESH_FLAGS, openMeshModelOf } from './ask-for-mesh.js';
import { askVideoModel, describePlan, graphIn, openModelOf, VIDEO_MODEL_FLAGS } from './model-flags.js';

const FLAGS = {
  subject: text('what it is: "a red fox"', { placeholder: 'words' }),
  picture: path('a PNG or JPEG picture of it instead of one that an image model makes'),
  pictures: text(
    'the image model: fal:<endpoint>, comfyui:<graph.json> whose graph makes a picture, or a file that exports a model',
    { default: 'fal:fal-ai/flux/dev', fileIn: graphIn, forAssistants: [] },
  ),
  size: count('width and height of the picture', {
    min: 64,
    max: 4096,
    default: 1024,
    placeholder: 'pixels',
  }),
  ...VIDEO_MODEL_FLAGS,
  ...MESH_FLAGS,
  keep: writtenPath('write the picture and the bare mesh to this folder'),
};

type CreatureContext = CommandContext<OptionsOf<typeof FLAGS>>;

/** Most bytes of a picture. */
const PICTURE_BYTES = 64 << 20;

export const videoCreatureCommand = defineCommand({
  usage: 'video creature',
  summary: 'A rigged creature from words or a picture: image model, mesh model, rig',
  output: 'the file to write (default: creature.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace video creature --subject "a red fox" --model fal:fal-ai/trellis-2 -o fox.glb',
      'by Flux and Trellis at fal.ai, with FAL_KEY',
    ],
    [
      'posespace video creature --picture fox.png --model comfyui -o fox.glb',
      'of your own picture, by Hunyuan3D on your own GPU',
    ],
  ],
  async run(context) {
    const { options, output = 'creature.glb', signal, onProgress, now } = context;
    const start = now();
    const { subject, picture: file, thing, keep } = options;
    if ((subject === undefined) === (file === undefined)) {
      throw new PosespaceError(
        'bad-usage',
        'video creature needs --subject <words> or --picture <file>, one of them',
      );
    }
    const drawn =
      file === undefined
        ? await drawSubject(context, subject!)
        : { bytes: await readBytes(file, PICTURE_BYTES), cost: 0 };
    // What a mesh costs is known once there is a picture.
    if ('plan' in drawn) return describePlans([drawn.plan]);
    const picture: Image = await decodePicture(drawn.bytes);
    const asked = await askForMesh(
      context,
      await openMeshModelOf(options.model, options),
      picture,
      thing,
      drawn.cost,
    );
    if ('plan' in asked) return describePlans([asked.plan]);
    const rigged = await rigModel(asked.model, { mode: 'find', signal, onProgress });
    const { findings: fromWriting } = await writeModelFile(output, rigged.model);
    const files = [output];
    for (const [name, bytes] of [
      ['picture.png', drawn.bytes],
      ['mesh.glb', asked.bytes],
    ] as const) {
      if (keep === undefined) continue;
      files.push(join(keep, name));
      await writeBytesFile(join(keep, name), bytes);
    }
    const findings = [...asked.model.findings, ...rigged.findings, ...fromWriting];
    const seconds = (now() - start) / 1000;
    const cost = drawn.cost + asked.cost;
    return {
      data: {
        subject,
        files,
        body: rigged.model.anatomy && kindOf(rigged.model.anatomy),
        cost,
        findings,
        seconds,
      },
      text: closingLines(findings, files, seconds).join('\n'),
    };
  },
});

/** A picture by an image model. */
async function drawSubject(context: CreatureContext, subject: string) {
  const { options, seed } = context;
  const { pictures, size } = options;
  const model = await openModelOf(pictures, options, () => {
    throw new PosespaceError('bad-usage', '--pictures: the embedded model films rigs; choose an image model');
  });
  const prompt = composePicturePrompt(subject);
  const request = { prompt, width: size, height: size, frames: 1, fps: 1, seed };
  const made = await askVideoModel(context, model, request);
  if ('plan' in made) return made;
  const [{ mediaType, bytes }] = made.output.files;
  if (mediaType !== 'image/png') {
    throw new PosespaceError(
      'bad-input',
      `video creature: ${pictures} made ${mediaType}, not a picture; choose an image model`,
    );
  }
  return { bytes, cost: made.origin === 'new' ? (made.job?.cost?.dollars ?? 0) : 0 };
}

const describePlans = (plans: readonly VideoPlan[]) => ({
  data: { plans },
  text: plans.map(describePlan).join('\n\n'),
});
