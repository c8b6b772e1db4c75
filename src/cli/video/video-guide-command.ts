/** @file `posespace video guide`: proxy, depth, mask and tracks of a motion for a video model, which draws the video. */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { readBytes, writeFiles } from '../../io/node.js';
import { writeVideoFile } from '../../io/node-video-file.js';
import type { Clip } from '../../motion/clip.js';
import { resampleClip } from '../../motion/edit/resample-clip.js';
import { removeRootMotion } from '../../motion/edit/root-motion.js';
import { encodePng } from '../../render/encode-png.js';
import type { Image } from '../../render/image.js';
import { createVideoFrames } from '../../video/frames/video-frames.js';
import { CREATE_GUIDE_DEFAULTS, createGuide, type Guide } from '../../video/guide/create-guide.js';
import { seenTracks, TRACK_FORMS, writeTracks } from '../../video/guide/write-tracks.js';
import type { VideoRequest } from '../../video/models/video-request.js';
import { composePrompt } from '../../video/stage/compose-prompt.js';
import { encodeStage, type Stage } from '../../video/stage/stage-record.js';
import { pickClip } from '../animate/animated-file.js';
import { createKeyClip, INTERPOLATIONS, readKeys } from '../animate/key-clip.js';
import { openFile, SPACE_FLAGS } from '../pose/posed-file.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, oneOf, path, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askVideoModel, describePlan, graphIn, openModelOf, VIDEO_MODEL_FLAGS } from './model-flags.js';
import { writeOutputFiles } from './output-files.js';
import { stageCreature } from './stage-files.js';

/** What a model is given beside the prompt and the first frame. */
const CONTROLS = ['frames', 'depth', 'tracks'] as const;

const FLAGS = {
  keys: text('seconds=pose, separated by commas; a pose is rest, <clip>:<frame> or sample:<seed>', {
    placeholder: 'list',
  }),
  clip: text('guide by this clip of the file instead of keys'),
  between: oneOf(INTERPOLATIONS, 'in-betweens: through the pose space, or interpolated rotations', {
    default: 'space',
  }),
  rootMotion: toggle('let a clip travel; otherwise the body moves on the spot and stays in the picture'),
  fps: number('frames per second; Wan has 16', { min: 1, max: 60, default: 16 }),
  stage: path('the folder that "video stage" wrote; by default the camera is chosen'),
  prompt: text('what is seen, for the video model', { placeholder: 'words' }),
  tracks: count('points to follow', { max: 400, default: CREATE_GUIDE_DEFAULTS.trackCount }),
  control: oneOf(CONTROLS, 'what a model is given: first and last frame, a depth video, or point tracks', {
    default: 'frames',
  }),
  ...VIDEO_MODEL_FLAGS,
  model: text('ask this video model for the video: comfyui, fal:<endpoint>, …; by default none', {
    fileIn: graphIn,
    forAssistants: [],
  }),
  poseModel: SPACE_FLAGS.model,
  threads: SPACE_FLAGS.threads,
  adapt: toggle('use the pose model alone, without the clips of the file', { default: true }),
};

type GuideContext = CommandContext<OptionsOf<typeof FLAGS>>;

export const videoGuideCommand = defineCommand({
  usage: 'video guide <input>',
  summary:
    'Draw proxy, depth, mask and point tracks of a motion; a video model makes the finished video of them',
  output: 'the folder to write (default: <input>-guide)',
  flags: FLAGS,
  examples: [
    [
      'posespace video guide hero.glb --keys "0=rest,1=sample:4,2=rest" -o guide/',
      'a path through the pose space, as videos and tracks',
    ],
    [
      'posespace video guide hero.glb --clip walk --control depth --model comfyui --prompt "a bronze statue walks"',
      'the finished video by VACE in ComfyUI',
    ],
    [
      'posespace video guide hero.glb --clip jump --control tracks --model fal:fal-ai/wan-move --prompt "a lion jumps" --dry-run',
      'what would be sent, and what it costs',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { clip, staged, findings: read } = await readMotion(context, input);
    const { rig, stage, surface } = staged;
    const guide = await createGuide(rig, clip.poses, stage, {
      ...{ surface, trackCount: options.tracks },
      ...{ signal: context.signal, onProgress: context.onProgress },
    });
    const folder = output ?? besideInput(input, '-guide');
    const written = await writeGuide(folder, guide, stage, options.fps);
    const asked = options.model === undefined ? undefined : await drawVideo(context, staged, guide, written);
    const files = [...written.files, ...(asked?.files ?? [])];
    const findings = [...read, ...written.findings];
    const seconds = (now() - start) / 1000;
    const frames = clip.poses.length;
    const seen = seenTracks(guide.tracks).length;
    return {
      data: { input, files, frames, fps: options.fps, tracks: seen, ...asked?.facts, findings, seconds },
      text: [
        `${frames} frames at ${options.fps} a second; ${seen} points are seen throughout`,
        ...(asked?.lines ?? []),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** The poses that keys or a clip name, and the creature on its stage. */
async function readMotion(context: GuideContext, input: string) {
  const { options } = context;
  const { keys, clip: name, between, fps } = options;
  if ((keys === undefined) === (name === undefined)) {
    throw new PosespaceError('bad-usage', 'video guide needs --keys <list> or --clip <name>, one of them');
  }
  const words = keys === undefined ? [] : readKeys(keys);
  const { threads, adapt } = options;
  const opened = await openFile({ ...context, options: { model: options.poseModel, threads, adapt } }, input);
  const { model, space } = opened;
  const made = async (): Promise<Clip> => {
    if (name !== undefined) {
      const clip = resampleClip(pickClip(model, name), { frameRate: fps });
      return options.rootMotion ? clip : removeRootMotion(clip, model.skeleton!).clip;
    }
    const settings = { name: 'guide', frameRate: fps, between, loop: false };
    return createKeyClip({ ...context, options: settings }, opened, words);
  };
  const clip = await made().finally(() => space.close());
  const staged = await stageCreature(model, options.stage, { pose: clip.poses[0] });
  return { clip, staged, findings: model.findings };
}

interface WrittenGuide {
  readonly folder: string;
  readonly files: string[];
  /** The depth video, where it could be encoded. */
  readonly depth?: string;
  readonly findings: readonly Finding[];
}

async function writeGuide(folder: string, guide: Guide, stage: Stage, fps: number): Promise<WrittenGuide> {
  const encode = (value: string) => new TextEncoder().encode(value);
  const { width, height } = stage;
  const named = [
    { name: 'first-frame.png', bytes: encodePng(guide.first) },
    { name: 'last-frame.png', bytes: encodePng(guide.last) },
    { name: 'stage.json', bytes: encode(encodeStage(stage)) },
    {
      name: 'tracks.json',
      bytes: encode(`${JSON.stringify({ width, height, fps, tracks: guide.tracks })}\n`),
    },
    ...TRACK_FORMS.map((form) => ({
      name: `tracks-${form}.json`,
      bytes: encode(`${writeTracks(guide.tracks, fps, form)}\n`),
    })),
  ];
  await writeFiles(folder, named);
  const files = named.map(({ name }) => join(folder, name));
  const findings: Finding[] = [];
  let depth: string | undefined;
  for (const name of ['proxy', 'depth', 'mask'] as const) {
    const path = await writePictures(join(folder, name), guide[name], fps, findings);
    if (name === 'depth' && path.endsWith('.mp4')) depth = path;
    files.push(path);
  }
  return { folder, files, ...(depth !== undefined && { depth }), findings };
}

/** An MP4, or a folder of frames where nothing can encode one. */
async function writePictures(stem: string, images: readonly Image[], fps: number, findings: Finding[]) {
  const video = createVideoFrames(images, fps);
  try {
    await writeVideoFile(`${stem}.mp4`, video);
    return `${stem}.mp4`;
  } catch (error) {
    if (!(error instanceof PosespaceError) || error.code !== 'unsupported') throw error;
    await writeVideoFile(stem, video);
    if (findings.length === 0) {
      findings.push({
        code: 'no-encoder',
        severity: 'warning',
        message: `frames instead of MP4: ${error.message}`,
      });
    }
    return stem;
  }
}

/** The video that a model makes of a guide. */
async function drawVideo(
  context: GuideContext,
  { rig, stage, surface }: Awaited<ReturnType<typeof stageCreature>>,
  guide: Guide,
  { folder, depth }: WrittenGuide,
) {
  const { options, seed } = context;
  const { control, fps } = options;
  const model = await openModelOf(options.model!, options, () => ({ rig, stage, surface }));
  if (control === 'depth' && depth === undefined) {
    throw new PosespaceError(
      'unsupported',
      'video guide: a depth video cannot be encoded here; see the finding above',
    );
  }
  const picture = (image: Image) => ({ mediaType: 'image/png', bytes: encodePng(image) });
  const request: VideoRequest = {
    prompt: options.prompt === undefined ? stage.prompt : composePrompt(options.prompt).prompt,
    firstFrame: picture(guide.first),
    ...(control === 'frames' && { lastFrame: picture(guide.last) }),
    ...(control === 'depth' && { depth: { mediaType: 'video/mp4', bytes: await readBytes(depth!) } }),
    ...(control === 'tracks' && { tracks: seenTracks(guide.tracks) }),
    ...{ width: stage.width, height: stage.height, frames: guide.proxy.length, fps, seed },
  };
  const made = await askVideoModel(
    { ...context, options: { ...options, model: options.model! } },
    model,
    request,
  );
  if ('plan' in made) return { files: [], facts: { plan: made.plan }, lines: [describePlan(made.plan)] };
  const { output, job, origin } = made;
  const files = await writeOutputFiles(join(folder, 'video'), output);
  const lines = [`video: ${origin}${job ? `, job ${job.id.slice(0, 8)}` : ''}`, ...(job?.warnings ?? [])];
  return { files, facts: { job, origin }, lines };
}
