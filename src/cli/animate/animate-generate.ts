/** @file `posespace animate generate`: motions of the library for the body of a file. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { MOTION_STYLE_DEFAULTS as DEFAULTS, type MotionStyle } from '../../motion/library/motion-plan.js';
import { addClip } from '../../verbs/add-clip.js';
import { openMotionLibrary } from '../../verbs/generate-motion.js';
import { BODY_FLAGS } from '../shared/body-flags.js';
import { PREVIEW_FLAG, writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { list, number, toggle, writtenPath } from '../shared/flags.js';
import { decimals, formatTable } from '../shared/format-table.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawStrip, REDUCE_FLAG, readAnimated } from './animated-file.js';

/** What is generated where nothing is asked for, as far as the body has it. */
const USUAL = ['idle', 'walk', 'run', 'fly', 'swim', 'slither', 'crawl', 'bounce'];

const FLAGS = {
  motion: list('motions to generate; by default idle and how the body gets about', 'names'),
  list: toggle('say which motions this body has, and write nothing'),
  speed: number('speed over the ground; by default what a body of this size has', {
    min: 0.01,
    placeholder: 'm/s',
  }),
  stride: number('factor of the stride', { min: 0.3, max: 2, default: DEFAULTS.stride }),
  energy: number('factor of the size of movements', { min: 0.2, max: 2, default: DEFAULTS.energy }),
  bounce: number('factor of the bob of the trunk', { min: 0, max: 3, default: DEFAULTS.bounce }),
  stanceWidth: number('factor of the distance between left and right feet', {
    min: 0.3,
    max: 2,
    default: DEFAULTS.stanceWidth,
  }),
  headLiveliness: number('how much the head looks about', {
    min: 0,
    max: 3,
    default: DEFAULTS.headLiveliness,
  }),
  tailLiveliness: number('how much the tail moves', { min: 0, max: 3, default: DEFAULTS.tailLiveliness }),
  duration: number('length of the clips; by default as long as each motion takes', {
    min: 0.1,
    max: 120,
    placeholder: 'seconds',
  }),
  fps: number('frames per second', { min: 1, max: 240, default: DEFAULTS.frameRate }),
  rootMotion: toggle('let the root travel; otherwise the body moves on the spot'),
  ...BODY_FLAGS,
  reduce: REDUCE_FLAG,
  sheet: writtenPath('write a PNG with frames of every motion'),
  preview: PREVIEW_FLAG,
};

export const animateGenerateCommand = defineCommand({
  usage: 'animate generate <input>',
  summary: 'Generate walks, runs, attacks and other motions for whatever body the file has',
  output: 'the file to write (default: <input>-animated.glb)',
  flags: FLAGS,
  examples: [
    ['posespace animate generate hero.glb --list', 'what this body can do'],
    ['posespace animate generate hero.glb --motion idle,walk,run -o hero.glb', 'three clips in the file'],
    [
      'posespace animate generate wolf.glb --motion walk --energy 1.3 --root-motion --sheet walk.png',
      'a livelier walk that travels, and a picture',
    ],
  ],
  async run(context, input) {
    const { options, output, seed, now } = context;
    const start = now();
    const { model } = await readAnimated(context, input);
    const library = openMotionLibrary(model);
    const known = library.motions;
    if (options.list) {
      const width = Math.max(...known.map(({ name }) => name.length));
      const text = known.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n');
      return { data: { input, motions: known }, text };
    }
    const { motion: wanted, list: _, reduce, sheet, preview, fps, ...style } = options;
    const names = wanted ?? USUAL.filter((name) => known.some((one) => one.name === name));
    const given: MotionStyle = { ...style, frameRate: fps, seed };
    const made = names.map((name) => library.generate(name, given));
    let animated = model;
    const clips = made.map(({ clip, speed, contacts, jointSpeed }) => {
      // A clip that the library made before gives way to the new one; an artist's stays.
      const replace = animated.clips.some((old) => old.name === clip.name && old.source === 'library');
      animated = addClip(animated, clip, { replace });
      const added = replace ? clip.name : (animated.clips.at(-1) as Clip).name;
      const frames = clip.times.length;
      return {
        clip: added,
        seconds: clipDuration(clip),
        frames,
        loop: contacts.loop,
        speed,
        jointSpeed,
        contacts,
      };
    });
    const target = output ?? besideInput(input, '-animated.glb');
    const written = await writeModelFile(target, animated, { reduce });
    const files = [target];
    if (preview !== undefined) {
      files.push(preview);
      await writeClipVideo(preview, model, made[0].clip, { frameRate: fps });
    }
    if (sheet !== undefined) {
      files.push(sheet);
      const rows = made.map(({ clip }) => ({ model, clip, label: clip.name }));
      await writeBytesFile(sheet, await drawStrip(rows, model.name));
    }
    const findings = [...model.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clips, findings, seconds },
      text: [
        ...formatTable(
          ['clip', 'seconds', 'm/s', 'ends as it began'],
          clips.map((one) => [
            one.clip,
            decimals(one.seconds, 2),
            decimals(one.speed, 2),
            one.loop ? 'yes' : 'no',
          ]),
        ),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
