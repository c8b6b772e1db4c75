/**
 * @file `posespace video reconstruct`: the motion of a video by one mesh per frame, which a service makes of its picture,
 * or which a folder holds; the rig is registered and fitted to each.
 */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { readMeshFolder } from '../../io/node-mesh-folder.js';
import { readVideoFile } from '../../io/node-video-file.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Clip } from '../../motion/clip.js';
import { addClip } from '../../verbs/add-clip.js';
import { FIT_RECONSTRUCTIONS_DEFAULTS, fitReconstructions } from '../../video/fit/fit-reconstructions.js';
import type { VideoPlan } from '../../video/models/generate-video.js';
import { readAnimated } from '../animate/animated-file.js';
import { openFile, SPACE_FLAGS } from '../pose/posed-file.js';
import { PREVIEW_FLAG, writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, path, text, toggle, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { describeReconstructions, reconstructionFacts } from '../shared/reconstruction-facts.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askForMesh, MESH_FLAGS, openMeshModelOf } from './ask-for-mesh.js';
import { describePlan, VIDEO_MODEL_FLAGS } from './model-flags.js';

const FLAGS = {
  video: path('the video: MP4, WebM, MOV, GIF, or a folder of PNG frames'),
  meshes: path('a folder of meshes instead, one per frame: GLB, OBJ, PLY, STL'),
  ...VIDEO_MODEL_FLAGS,
  ...MESH_FLAGS,
  every: count('take every n-th frame of the video', { min: 1, default: 2 }),
  start: number('where to start in the video', { min: 0, default: 0, placeholder: 'seconds' }),
  end: number('where to stop', { min: 0, placeholder: 'seconds' }),
  frameRate: number('meshes per second of a folder', {
    min: 0.1,
    max: 1000,
    default: 12,
    placeholder: 'fps',
  }),
  maxDistance: number('frames whose surfaces stay farther apart are left out, in % of the diagonal', {
    min: 0,
    default: FIT_RECONSTRUCTIONS_DEFAULTS.maxChamfer * 100,
    placeholder: 'percent',
  }),
  name: text('name of the new clip'),
  adapt: toggle('use the pose model alone, without the clips of the file', { default: true }),
  poseModel: SPACE_FLAGS.model,
  threads: SPACE_FLAGS.threads,
  keep: writtenPath('write the meshes of the service to this folder'),
  preview: PREVIEW_FLAG,
};

type ReconstructContext = CommandContext<OptionsOf<typeof FLAGS>>;

/** Meshes of frames, and how many there are in a second. */
interface FrameMeshes {
  readonly meshes: readonly Mesh[];
  readonly frameRate: number;
  readonly files: readonly string[];
}

export const videoReconstructCommand = defineCommand({
  usage: 'video reconstruct <input>',
  summary: 'Put motion on the rig by one mesh per frame: of a video by a service, or from a folder',
  output: 'the file to write (default: <input>-video.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace video reconstruct hero.glb --video walk.mp4 --model comfyui -o walk.glb',
      'by Hunyuan3D on your own GPU',
    ],
    [
      'posespace video reconstruct hero.glb --video walk.mp4 --model fal:fal-ai/trellis-2 --every 4 --dry-run',
      'what it costs at most',
    ],
    ['posespace video reconstruct hero.glb --meshes frames/ --frame-rate 12', 'meshes that you have'],
  ],
  async run(context, input) {
    const { options, output, now, signal, onProgress } = context;
    const started = now();
    await readAnimated(context, input);
    const source = await findMeshes(context);
    if ('plans' in source) return describePlans(input, source.plans);
    const { meshes, frameRate } = source;
    const name = options.name ?? 'reconstructed';
    const { threads, poseModel, adapt } = options;
    const spaceOptions = { threads, model: poseModel, adapt };
    const { model, space } = await openFile({ ...context, options: spaceOptions }, input);
    const fitted = await fitReconstructions(space, meshes, {
      ...{ frameRate, name, signal, onProgress, maxChamfer: options.maxDistance / 100 },
    }).finally(() => space.close());
    const animated = addClip(model, fitted.clip);
    const target = output ?? besideInput(input, '-video.glb');
    const written = await writeModelFile(target, animated);
    const files = [target, ...source.files];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, fitted.clip, { frameRate });
    }
    const facts = reconstructionFacts(fitted);
    const findings = [...model.findings, ...fitted.findings, ...written.findings];
    const seconds = (now() - started) / 1000;
    return {
      data: { input, files, clip: (animated.clips.at(-1) as Clip).name, ...facts, findings, seconds },
      text: [describeReconstructions(facts), ...closingLines(findings, files, seconds)].join('\n'),
    };
  },
});

/** The meshes of a folder, or those that a service makes of the frames of a video. */
async function findMeshes(context: ReconstructContext): Promise<FrameMeshes | { plans: VideoPlan[] }> {
  const { options, limits, signal, onProgress } = context;
  const { video: path, meshes: folder } = options;
  if ((path === undefined) === (folder === undefined)) {
    throw new PosespaceError(
      'bad-usage',
      'video reconstruct needs --video <file> or --meshes <folder>, one of them',
    );
  }
  if (folder === undefined) return askForMeshes(context, path!);
  const { meshes } = await readMeshFolder(folder, { limits, signal, onProgress });
  return { meshes, frameRate: options.frameRate, files: [] };
}

async function askForMeshes(context: ReconstructContext, path: string) {
  const { options, signal } = context;
  const { start, end, every, keep } = options;
  const video = await readVideoFile(path, { start, ...(end !== undefined && { end }), signal });
  const images = video.images.filter((_, f) => f % every === 0);
  const model = await openMeshModelOf(options.model, options);
  const plans: VideoPlan[] = [];
  const meshes: Mesh[] = [];
  const files: string[] = [];
  let spent = 0;
  for (const [f, image] of images.entries()) {
    const asked = await askForMesh(context, model, image, options.thing, spent);
    if ('plan' in asked) {
      plans.push(asked.plan);
      continue;
    }
    spent += asked.cost;
    const { positions, triangles } = asked.model.mesh;
    meshes.push({ positions, triangles });
    if (keep === undefined) continue;
    const name = `${`${f}`.padStart(4, '0')}.glb`;
    files.push(join(keep, name));
    await writeBytesFile(join(keep, name), asked.bytes);
  }
  return options.dryRun ? { plans } : { meshes, frameRate: video.frameRate / every, files };
}

function describePlans(input: string, plans: readonly VideoPlan[]) {
  const known = plans.every(({ cost }) => cost.dollars !== undefined);
  const dollars = known ? plans.reduce((sum, { cost }) => sum + (cost.dollars ?? 0), 0) : undefined;
  const total = dollars === undefined ? 'the price is not known' : `at most $${dollars.toFixed(2)}`;
  return {
    data: { input, plans, ...(dollars !== undefined && { dollars }) },
    text: [describePlan(plans[0]), '', `${plans.length} pictures in all: ${total}`].join('\n'),
  };
}
