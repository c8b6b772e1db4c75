/** @file `posespace animate imagine`: new motions from the motion prior for the body of a file. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { addClip } from '../../verbs/add-clip.js';
import { IMAGINE_MOTION_DEFAULTS as DEFAULTS, imagineMotion } from '../../verbs/imagine-motion.js';
import { MOTION_ACTIONS } from '../../video/distil/motion-actions.js';
import { BODY_FLAGS } from '../shared/body-flags.js';
import { PREVIEW_FLAG, writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, oneOf, path, toggle, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawStrip, REDUCE_FLAG, readAnimated } from './animated-file.js';

const FLAGS = {
  ...BODY_FLAGS,
  action: oneOf(MOTION_ACTIONS, 'what the body does; by default anything'),
  motions: count('motions to imagine, of the seed and those after it', { min: 1, max: 50, default: 1 }),
  strength: number('factor of how large the motion is', { min: 0.05, max: 10, default: DEFAULTS.strength }),
  frames: count('frames of the clip, which takes 1.25 seconds however many there are', {
    min: 2,
    max: 1000,
    default: DEFAULTS.frameCount,
  }),
  guidance: number('how firmly the motion keeps to the action', {
    min: 0,
    max: 20,
    default: DEFAULTS.guidance,
  }),
  steps: count('steps from noise to motion', { min: 2, max: 200, default: DEFAULTS.steps }),
  cleanFeet: toggle('keep feet from sliding and from sinking in', { default: DEFAULTS.cleanFeet }),
  network: path('folder of a motion prior; the shipped one by default', { placeholder: 'folder' }),
  reduce: REDUCE_FLAG,
  sheet: writtenPath('write a PNG with frames of every motion'),
  preview: PREVIEW_FLAG,
};

export const animateImagineCommand = defineCommand({
  usage: 'animate imagine <input>',
  summary:
    'Imagine new motions for whatever body the file has, with a network that has learnt how bodies move',
  output: 'the file to write (default: <input>-imagined.glb)',
  flags: FLAGS,
  examples: [
    ['posespace animate imagine hero.glb --action attack --seed 3', 'an attack; another seed is another one'],
    [
      'posespace animate imagine hero.glb --action hit --motions 4 --sheet hits.png -o hero.glb',
      'four to choose from, and a picture',
    ],
  ],
  async run(context, input) {
    const { options, output, seed, now, signal, onProgress } = context;
    const start = now();
    const { model } = await readAnimated(context, input);
    const { motions, frames: frameCount, action, strength, guidance, steps, cleanFeet, network } = options;
    const made: Clip[] = [];
    const findings = [...model.findings];
    let animated = model;
    for (let n = 0; n < motions; n++) {
      const imagined = await imagineMotion(model, {
        seed: seed + n,
        frameCount,
        strength,
        guidance,
        steps,
        cleanFeet,
        signal,
        ...(action !== undefined && { action }),
        ...(network !== undefined && { network }),
        onProgress: (progress) => onProgress?.({ ...progress, fraction: (n + progress.fraction) / motions }),
      });
      const { clip } = imagined;
      const replace = animated.clips.some((old) => old.name === clip.name && old.source === 'model');
      animated = addClip(animated, clip, { replace });
      made.push(replace ? clip : (animated.clips.at(-1) as Clip));
      findings.push(...imagined.findings);
    }
    const target = output ?? besideInput(input, '-imagined.glb');
    const written = await writeModelFile(target, animated, { reduce: options.reduce });
    const files = [target];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, made[0]);
    }
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const rows = made.map((clip) => ({ model, clip, label: clip.name }));
      await writeBytesFile(options.sheet, await drawStrip(rows, model.name));
    }
    findings.push(...written.findings);
    const seconds = (now() - start) / 1000;
    const clips = made.map((clip) => ({
      clip: clip.name,
      seconds: clipDuration(clip),
      frames: clip.times.length,
      source: clip.source,
    }));
    return {
      data: { input, files, clips, findings, seconds },
      text: [
        ...clips.map(
          ({ clip, seconds: length, frames }) => `"${clip}": ${frames} frames, ${length.toFixed(2)} s`,
        ),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
