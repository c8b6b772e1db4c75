/** @file `posespace animate video`: the motion of a video as a clip of the rig. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import type { Model } from '../../io/model.js';
import { readBytes, writeModelFile } from '../../io/node.js';
import { readVideoFile, writeVideoFile } from '../../io/node-video-file.js';
import type { Clip } from '../../motion/clip.js';
import { cleanFootSkateAsync } from '../../motion/contacts/clean-foot-skate.js';
import { detectContacts } from '../../motion/contacts/detect-contacts.js';
import { loopClip } from '../../motion/edit/loop-clip.js';
import { removeRootMotion } from '../../motion/edit/root-motion.js';
import { addClip } from '../../verbs/add-clip.js';
import { fitVideo } from '../../verbs/fit-video.js';
import { drawFitVideo } from '../../video/fit/draw-fit-video.js';
import type { VideoFitReport } from '../../video/fit/report-fit.js';
import type { DecodeVideoOptions } from '../../video/frames/decode-video.js';
import { decodeStage, type Stage } from '../../video/stage/stage-record.js';
import { BODY_FLAGS } from '../shared/body-flags.js';
import { PREVIEW_FLAG, writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, path, text, toggle, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askVideoModel, describePlan, openModelOf, VIDEO_MODEL_FLAGS } from '../video/model-flags.js';
import { readOutputFrames } from '../video/output-files.js';
import { stageCreature, stageRequest } from '../video/stage-files.js';
import { REDUCE_FLAG, readAnimated } from './animated-file.js';

const FLAGS = {
  ...BODY_FLAGS,
  video: path('the video: MP4, WebM, MOV, GIF, or a folder of PNG frames'),
  prompt: text('ask a video model instead: what the creature does, as "walks to the left"', {
    placeholder: 'words',
  }),
  frames: count('frames to ask a video model for; Wan makes 4 n + 1', { min: 2, max: 1000, default: 49 }),
  ...VIDEO_MODEL_FLAGS,
  stage: path(
    'the folder that "video stage" wrote, or its stage.json; by default the camera is found by alignment',
  ),
  mask: path('masks of the creature, white on black: a video or a folder of frames'),
  start: number('where to start in the video', { min: 0, default: 0, placeholder: 'seconds' }),
  end: number('where to stop', { min: 0, placeholder: 'seconds' }),
  fps: number('frames per second to fit; by default those of the video', { min: 1, max: 120 }),
  name: text('name of the new clip; by default that of the video'),
  holdFeet: toggle('foot-skate cleanup: feet stay put while they touch the ground'),
  loop: toggle('cut and blend the clip so that it loops'),
  rootMotion: toggle('keep the body on the spot', { default: true }),
  adapt: toggle('use the pose model alone, without the clips of the file', { default: true }),
  reduce: REDUCE_FLAG,
  preview: PREVIEW_FLAG,
  overlay: writtenPath('write the video with the outline of the fit: .mp4, .webm, .gif or a folder'),
};

export const animateVideoCommand = defineCommand({
  usage: 'animate video <input>',
  summary: 'Put the motion of a video on the rig: from a video model, a web page or a camera',
  output: 'the file to write (default: <input>-video.glb)',
  flags: FLAGS,
  examples: [
    ['posespace animate video hero.glb --video walk.mp4 --stage stage/ -o walk.glb', 'a video of a stage'],
    [
      'posespace animate video dog.glb --video phone.mov --start 2 --end 4 --hold-feet',
      'a part of any video',
    ],
    ['posespace animate video hero.glb --video walk.mp4 --overlay check.mp4', 'to see how well it fits'],
    [
      'posespace animate video hero.glb --prompt "walks to the left" --model comfyui',
      'prompt to clip in one go',
    ],
  ],
  async run(context, input) {
    const { options, output, now, signal, onProgress } = context;
    const started = now();
    const { model, body, skeleton } = await readAnimated(context, input);
    const { start, end, fps } = options;
    const part = {
      start,
      ...(end !== undefined && { end }),
      ...(fps !== undefined && { frameRate: fps }),
      signal,
    };
    const source = await findVideo(context, model, part);
    if ('plan' in source) return { data: { input, plan: source.plan }, text: describePlan(source.plan) };
    const { video } = source;
    const masks = options.mask === undefined ? undefined : await readVideoFile(options.mask, part);
    const stage = source.stage ?? (options.stage === undefined ? undefined : await readStage(options.stage));
    const name = options.name ?? source.name;
    const fitted = await fitVideo(model, video, {
      ...(stage && { stage }),
      ...(masks && { masks }),
      name,
      adapt: options.adapt,
      signal,
      onProgress,
    });
    const findings: Finding[] = [...model.findings, ...fitted.findings];
    let { clip } = fitted;
    if (options.holdFeet) {
      const contacts = detectContacts(body, clip, { ground: fitted.stage.ground, signal });
      const cleaned = await cleanFootSkateAsync(body, clip, { contacts, signal, onProgress });
      clip = cleaned.clip;
      findings.push(...cleaned.findings);
    }
    if (options.loop) clip = { ...loopClip(clip, skeleton, { frameRate: video.frameRate }).clip, name };
    if (!options.rootMotion) clip = removeRootMotion(clip, skeleton).clip;
    const target = output ?? besideInput(input, '-video.glb');
    const animated = addClip(model, clip);
    const written = await writeModelFile(target, animated, { reduce: options.reduce });
    findings.push(...written.findings);
    const files = [target];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, clip, { frameRate: video.frameRate });
    }
    if (options.overlay !== undefined) {
      await writeVideoFile(
        options.overlay,
        drawFitVideo(fitted, video, model.skin && { ...body, mesh: model.mesh, skin: model.skin }),
      );
      files.push(options.overlay);
    }
    const seconds = (now() - started) / 1000;
    const mean = fitted.report.overlaps.reduce((sum, one) => sum + one, 0) / fitted.report.overlaps.length;
    return {
      data: {
        input,
        files,
        clip: (animated.clips.at(-1) as Clip).name,
        frames: clip.times.length,
        overlap: mean,
        overlaps: Array.from(fitted.report.overlaps),
        visible: visibleByJoint(skeleton.names, fitted.report),
        camera: fitted.stage.camera,
        findings,
        seconds,
      },
      text: [
        `"${name}": ${video.images.length} frames at ${video.frameRate.toFixed(1)} a second; outlines overlap by ${(mean * 100).toFixed(0)} %`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** How much of each joint's surface was visible in each frame, 0 to 1; joints without any are left out. */
function visibleByJoint(names: readonly string[], { visible, jointCount, overlaps }: VideoFitReport) {
  const rows = names.map((name, j): [string, number[]] => [
    name,
    Array.from(overlaps, (_, f) => Math.round(100 * visible[f * jointCount + j]) / 100),
  ]);
  return Object.fromEntries(rows.filter(([, shares]) => shares.some((share) => share > 0)));
}

type VideoContext = CommandContext<OptionsOf<typeof FLAGS>>;

/** The video that is given, or that a model makes of a prompt. */
async function findVideo(context: VideoContext, model: Model, part: DecodeVideoOptions) {
  const { options, seed, signal } = context;
  const { video: path, prompt, fps = 16, frames } = options;
  if ((path === undefined) === (prompt === undefined)) {
    throw new PosespaceError(
      'bad-usage',
      'animate video needs --video <file> or --prompt <words>, one of them',
    );
  }
  if (path !== undefined) {
    const name = path
      .replace(/[\\/]+$/, '')
      .replace(/^.*[\\/]/, '')
      .replace(/\.[^.]*$/, '');
    return { video: await readVideoFile(path, part), name };
  }
  const action = prompt!;
  const staged = await stageCreature(model, options.stage, { action });
  const videoModel = await openModelOf(options.model, options, () => staged);
  const made = await askVideoModel(context, videoModel, stageRequest(staged, { action, frames, fps, seed }));
  if ('plan' in made) return made;
  const video = await readOutputFrames(made.output, fps, signal);
  return { video, name: action.slice(0, 40), stage: staged.stage };
}

/** The stage of a folder, or of its file. */
async function readStage(given: string): Promise<Stage> {
  const info = await stat(given).catch(() => undefined);
  const file = info?.isDirectory() ? join(given, 'stage.json') : given;
  return decodeStage(new TextDecoder().decode(await readBytes(file, 1 << 22)));
}
