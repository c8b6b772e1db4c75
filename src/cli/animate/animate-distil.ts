/** @file `posespace animate distil`: a motion distilled from the score of a video model. */

import { rm } from 'node:fs/promises';
import { PosespaceError } from '../../base/errors.js';
import { type Model, modelRig } from '../../io/model.js';
import { readBytes, writeBytesFile, writeModelFile } from '../../io/node.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import type { Clip } from '../../motion/clip.js';
import type { Pose, Rig } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { type ModelPoseSpace, openPoseSpace } from '../../verbs/open-pose-space.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../video/distil/distil-checkpoint.js';
import { distilledClip, distilMotion } from '../../video/distil/distil-motion.js';
import { DISTIL_DEFAULTS, DISTIL_PAPER, type DistilCheckpoint } from '../../video/distil/distil-options.js';
import { createHttpScore } from '../../video/distil/http-score.js';
import { sleepByTimer } from '../../video/models/service-tools.js';
import { BODY_FLAGS } from '../shared/body-flags.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, oneOf, text, toggle, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawStrip, readAnimated } from './animated-file.js';
import { distilEmbedded, EMBEDDED } from './distil-embedded.js';

const FLAGS = {
  ...BODY_FLAGS,
  prompt: text('what the body does, as a video model is told: "a fox jumps"'),
  score: text(
    'address of a score server, http://127.0.0.1:8123, or "embedded": the motion prior of this package',
    { placeholder: 'url', forAssistants: [EMBEDDED] },
  ),
  preset: oneOf(['standard', 'paper'], 'standard settings, or those of the AKD paper', {
    default: 'standard',
  }),
  frames: count('frames of the clip', { min: 2, max: 256, default: DISTIL_DEFAULTS.frameCount }),
  fps: number('frames per second', { min: 1, max: 120, default: DISTIL_DEFAULTS.frameRate }),
  size: count('width and height of the pictures', { min: 16, max: 512, default: DISTIL_DEFAULTS.size }),
  splats: count('Gaussian splats of the body', {
    min: 100,
    max: 100_000,
    default: DISTIL_DEFAULTS.splatCount,
  }),
  views: count('cameras around the body', { min: 1, max: 8 }),
  iterations: count('iterations', { min: 1, max: 1_000_000 }),
  guidance: number('classifier-free guidance', { min: 0, max: 1000 }),
  smoothness: number('weight of the temporal Laplacian; 0 is off', { min: 0 }),
  ground: number('weight of depth below the ground; 0 is off', { min: 0 }),
  loop: toggle('the last frame is followed by the first'),
  poseSpace: toggle('pull every frame towards natural poses of the pose space'),
  preview: writtenPath(
    'write the motion every 20 iterations (embedded: not) and at the end: a .png strip, or a video: .mp4, .webm, .gif',
  ),
};

/** Iterations between checkpoints and previews. */
const EVERY = 20;

export const animateDistilCommand = defineCommand({
  usage: 'animate distil <input>',
  summary: "Distil a motion from a video model's score (AKD): splats, score distillation, joint rotations",
  output:
    'the file to write (default: <input>-distilled.glb); beside it lies the checkpoint of a run that was stopped',
  flags: FLAGS,
  examples: [
    ['posespace animate distil fox.glb --prompt "a fox jumps" --score http://127.0.0.1:8123', 'a jump'],
    ['posespace animate distil fox.glb --prompt "a fox runs" --score embedded', 'without a server'],
    [
      'posespace animate distil fox.glb --prompt "a fox walks" --score http://127.0.0.1:8123 --preset paper',
      "the paper's settings",
    ],
  ],
  async run(context, input) {
    const { options, output, seed, now, signal, onProgress } = context;
    const start = now();
    const { model } = await readAnimated(context, input);
    const rig = requireRig(model, input);
    const { prompt, score: address } = requireRequest(options);
    const settings = distilSettings(options, prompt, seed);
    const target = output ?? besideInput(input, '-distilled.glb');
    const saved = `${target}.distil`;
    // Everything that decides the result: another run's checkpoint is not taken up.
    const run = JSON.stringify({
      ...settings,
      address,
      poseSpace: options.poseSpace,
      joints: rig.skeleton.names,
    });
    const checkpoint = await readCheckpoint(saved, run);
    const { paint } = await readSurfacePaint(model);
    const space = options.poseSpace ? await openPoseSpace(model) : undefined;
    let latest = checkpoint;
    let writing = Promise.resolve();
    const onIteration = (state: DistilCheckpoint) => {
      latest = state;
      if (state.iteration % EVERY === 0) writing = writing.then(() => save(state));
    };
    const save = async (state: DistilCheckpoint) => {
      await writeBytesFile(saved, encodeCheckpoint(state, run));
      if (address !== EMBEDDED) await preview(distilledClip(state.variables, settings));
    };
    const preview = async (clip: Clip) => {
      if (options.preview === undefined) return;
      if (!/\.png$/i.test(options.preview)) return writeClipVideo(options.preview, model, clip);
      await writeBytesFile(options.preview, await drawStrip([{ model, clip, label: prompt }], model.name));
    };
    try {
      const common = {
        ...(space && { project: (poses: readonly Pose[]) => projectAll(space, poses) }),
        ...(checkpoint && { checkpoint }),
        signal,
        onProgress,
        onIteration,
      };
      const { clip, history } =
        address === EMBEDDED
          ? await distilEmbedded(model, options, { prompt, seed, ...common })
          : await distilMotion(rig, createHttpScore(address, { fetch, sleep: sleepByTimer }), {
              ...settings,
              ...(paint && { surface: { paint } }),
              ...common,
            });
      const animated = addClip(model, clip);
      const written = await writeModelFile(target, animated);
      await writing;
      await preview(clip);
      await rm(saved, { force: true });
      const findings = [...model.findings, ...written.findings];
      const seconds = (now() - start) / 1000;
      const last = history.at(-1);
      const { name } = animated.clips.at(-1) as Clip;
      return {
        data: {
          input,
          files: [target],
          clip: name,
          iterations: history.length,
          last,
          findings,
          seconds,
        },
        text: [
          `distilled "${prompt}": ${clip.poses.length} frames, ${history.length} iterations`,
          `next: posespace animate foot-skate ${target} --clip "${name}", then animate track`,
          ...closingLines(findings, [target], seconds),
        ].join('\n'),
      };
    } catch (error) {
      await writing.catch(() => {});
      if (latest && latest !== checkpoint) await save(latest);
      throw error;
    } finally {
      await space?.close();
    }
  },
});

function distilSettings(options: OptionsOf<typeof FLAGS>, prompt: string, seed: number) {
  const { views, iterations, guidance, smoothness, ground } = options;
  return {
    ...DISTIL_DEFAULTS,
    ...(options.preset === 'paper' && DISTIL_PAPER),
    prompt,
    seed,
    frameCount: options.frames,
    frameRate: options.fps,
    size: options.size,
    splatCount: options.splats,
    loop: options.loop,
    ...(views !== undefined && { viewCount: views }),
    ...(iterations !== undefined && { iterations }),
    ...(guidance !== undefined && { guidance }),
    ...(smoothness !== undefined && { smoothness }),
    ...(ground !== undefined && { groundWeight: ground }),
  };
}

function requireRig(model: Model, input: string): Rig {
  const rig = modelRig(model);
  if (rig) return rig;
  throw new PosespaceError(
    'bad-input',
    `animate distil: "${input}" has no skin; rig it first with posespace rig`,
  );
}

function requireRequest({ prompt, score }: OptionsOf<typeof FLAGS>): { prompt: string; score: string } {
  if (prompt && score) return { prompt, score };
  throw new PosespaceError(
    'bad-usage',
    'animate distil needs --prompt "what the body does" and --score with the address of a score server, or --score embedded',
  );
}

/** Poses pulled towards natural ones, one after the other. */
async function projectAll(space: ModelPoseSpace, poses: readonly Pose[]): Promise<Pose[]> {
  const out: Pose[] = [];
  for (const pose of poses) out.push(await space.project(pose));
  return out;
}

/** The state of a run that was stopped; undefined where there is none. */
async function readCheckpoint(path: string, run: string): Promise<DistilCheckpoint | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(path);
  } catch {
    return undefined;
  }
  return decodeCheckpoint(bytes, run);
}
