/** @file `posespace video poses`: poses of a creature from one video of it: stage, video model, fit, filter. */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeModelFile } from '../../io/node.js';
import { withTemporaryFolder } from '../../io/node-scratch.js';
import { readVideoFile } from '../../io/node-video-file.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Clip } from '../../motion/clip.js';
import { addClip } from '../../verbs/add-clip.js';
import { fitVideo } from '../../verbs/fit-video.js';
import { openPoseSpace } from '../../verbs/open-pose-space.js';
import { FILTER_FRAMES_DEFAULTS as DEFAULTS, filterFrames } from '../../video/fit/filter-frames.js';
import { fitReconstructions } from '../../video/fit/fit-reconstructions.js';
import type { VideoFrames } from '../../video/frames/video-frames.js';
import type { Stage } from '../../video/stage/stage-record.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, text } from '../shared/flags.js';
import { readRigged } from '../shared/model-input.js';
import { closingLines } from '../shared/outcome-text.js';
import { reconstructionFacts } from '../shared/reconstruction-facts.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askForMesh, MESH_MODELS, openMeshModelOf } from './ask-for-mesh.js';
import { askVideoModel, describePlan, graphIn, openModelOf, VIDEO_MODEL_FLAGS } from './model-flags.js';
import { writeOutputFiles } from './output-files.js';
import { stageCreature, stageRequest } from './stage-files.js';

const FLAGS = {
  prompt: text('what the creature does: "walks slowly"', { required: true, placeholder: 'words' }),
  frames: count('frames of the video; Wan makes 4 n + 1', { min: 2, max: 1000, default: 33 }),
  fps: number('frames per second', { min: 1, max: 60, default: 16 }),
  width: count('width of the video', { min: 64, max: 4096, default: 832, placeholder: 'pixels' }),
  height: count('height of the video', { min: 64, max: 4096, default: 480, placeholder: 'pixels' }),
  leastMotion: number('videos whose joints move less per frame are dropped, share of the diameter', {
    min: 0,
    default: DEFAULTS.leastMotion,
  }),
  largestStep: number('frames in which a joint moves farther are dropped, share of the diameter', {
    min: 0,
    default: DEFAULTS.largestStep,
  }),
  leastOverlap: number('frames whose outlines overlap less are dropped', {
    min: 0,
    max: 1,
    default: DEFAULTS.leastOverlap,
  }),
  mostIntersecting: number('frames with a larger share of newly intersecting triangles are dropped', {
    min: 0,
    max: 1,
    default: DEFAULTS.mostIntersecting,
  }),
  ...VIDEO_MODEL_FLAGS,
  meshes: text(
    `fit the rig to one mesh per frame that this model makes instead of to the video, as ViPS does: ${MESH_MODELS}`,
    { fileIn: graphIn, forAssistants: [] },
  ),
  every: count('with --meshes: of every n-th frame', { min: 1, default: 2 }),
};

export const videoPosesCommand = defineCommand({
  usage: 'video poses <input>',
  summary: 'Poses of a creature from a video that a model makes of it: filmed, fitted, filtered',
  output: 'the file to write, with the poses as a clip (default: <input>-poses.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace video poses fox.glb --prompt "trots" -o fox-trot.glb',
      'by the motion library, without a network',
    ],
    ['posespace video poses fox.glb --prompt "trots" --model comfyui --seed 3', 'by Wan 2.2 on your own GPU'],
  ],
  async run(context, input) {
    const { options, output, seed, now, signal } = context;
    const start = now();
    const model = await readRigged(context, input);
    const { prompt: action, frames, fps, width, height } = options;
    // The video must not learn from the answer: clips of the file are left out of stage and fit.
    const bare = { ...model, clips: [] };
    const staged = await stageCreature(bare, undefined, { action, width, height });
    const asked = await openModelOf(options.model, options, () => staged);
    const made = await askVideoModel(context, asked, stageRequest(staged, { action, frames, fps, seed }));
    if ('plan' in made) return { data: { input, plan: made.plan }, text: describePlan(made.plan) };
    const video = await withTemporaryFolder(async (folder) => {
      const files = await writeOutputFiles(join(folder, 'video'), made.output);
      const path = files.length === 1 ? files[0] : join(folder, 'video');
      return readVideoFile(path, { folderRate: fps, signal });
    });
    const {
      clip: motion,
      overlaps,
      findings: fromFit,
      ...fit
    } = options.meshes === undefined
      ? await fitMotion(context, bare, video, staged.stage)
      : await fitMeshes(context, bare, video, options.meshes);
    const filtered = filterFrames(modelRig(model)!, motion, overlaps, options);
    const { kept, spread } = filtered;
    const dropped = { ...filtered.dropped };
    for (const reason of ['misfit', 'jump'] as const) dropped[reason] += fit.dropped[reason];
    if (kept.length === 0) {
      throw new PosespaceError(
        'bad-input',
        `video/poses: no frame of "${action}" is worth keeping (${describeDrops(dropped)}); change the prompt or the seed`,
      );
    }
    const clip: Clip = {
      name: `${action.replace(/\W+/g, '-')}-${seed}`,
      times: Float32Array.from(kept, (_, f) => f / fps),
      poses: kept.map((f) => motion.poses[f]),
      source: 'video',
    };
    const target = output ?? besideInput(input, '-poses.glb');
    const written = await writeModelFile(target, addClip(bare, clip));
    const findings = [...model.findings, ...fromFit, ...written.findings];
    const seconds = (now() - start) / 1000;
    const cost = (made.job?.cost?.dollars ?? 0) + fit.cost;
    const overlap = overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length;
    const figures = {
      ...{ frames: fit.frames, kept: kept.length, dropped, spread, cost },
      ...(options.meshes === undefined && { overlap }),
    };
    return {
      data: {
        input,
        files: [target],
        clip: clip.name,
        model: options.model,
        prompt: action,
        seed,
        ...figures,
        seconds,
      },
      text: [
        `${kept.length} poses of ${fit.frames} frames (${describeDrops(dropped)}), spread ${(100 * spread).toFixed(1)} % of the diameter`,
        ...closingLines(findings, [target], seconds),
      ].join('\n'),
    };
  },
});

type PosesContext = CommandContext<OptionsOf<typeof FLAGS>>;

/** Motion that was fitted, and what was left out on the way. */
interface FittedMotion {
  readonly clip: Clip;
  /** Per pose of the clip. */
  readonly overlaps: readonly number[];
  readonly findings: readonly Finding[];
  /** Frames that were looked at. */
  readonly frames: number;
  readonly dropped: Readonly<Record<'misfit' | 'jump', number>>;
  readonly cost: number;
}

async function fitMotion(
  { signal, onProgress }: PosesContext,
  model: Model,
  video: VideoFrames,
  stage: Stage,
): Promise<FittedMotion> {
  const { clip, report, findings } = await fitVideo(model, video, {
    stage,
    adapt: false,
    signal,
    onProgress,
  });
  const overlaps = [...report.overlaps];
  return { clip, overlaps, findings, frames: overlaps.length, dropped: { misfit: 0, jump: 0 }, cost: 0 };
}

/** Motion by one mesh per frame of a model that makes meshes. */
async function fitMeshes(
  context: PosesContext,
  model: Model,
  video: VideoFrames,
  name: string,
): Promise<FittedMotion> {
  const { options, signal, onProgress } = context;
  const service = await openMeshModelOf(name, options);
  const meshes: Mesh[] = [];
  let cost = 0;
  for (const image of video.images.filter((_, f) => f % options.every === 0)) {
    const asked = await askForMesh(context, service, image, 'creature', cost);
    if ('plan' in asked) continue;
    cost += asked.cost;
    meshes.push(asked.model.mesh);
  }
  const space = await openPoseSpace(model, { adapt: false });
  const fitted = await fitReconstructions(space, meshes, {
    ...{ frameRate: video.frameRate / options.every, signal, onProgress },
  }).finally(() => space.close());
  const { frames, dropped } = reconstructionFacts(fitted);
  const misfit = dropped.far + dropped.empty;
  const overlaps = fitted.clip.poses.map(() => 1);
  const { clip, findings } = fitted;
  return { clip, overlaps, findings, frames, dropped: { misfit, jump: dropped.jump }, cost };
}

const describeDrops = (dropped: Readonly<Record<string, number>>): string =>
  Object.entries(dropped)
    .filter(([, frames]) => frames > 0)
    .map(([reason, frames]) => `${frames} ${reason}`)
    .join(', ') || 'none dropped';
