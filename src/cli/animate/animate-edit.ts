/** @file `posespace animate edit`: trims, reverses, mirrors and retimes a clip, or removes its root motion. */

import { PosespaceError } from '../../base/errors.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { EASINGS, type EasingName, easeClip } from '../../motion/edit/ease-clip.js';
import { mirrorClip } from '../../motion/edit/mirror-clip.js';
import { resampleClip } from '../../motion/edit/resample-clip.js';
import { reverseClip } from '../../motion/edit/reverse-clip.js';
import { removeRootMotion } from '../../motion/edit/root-motion.js';
import { sliceClip } from '../../motion/edit/slice-clip.js';
import { stretchClip } from '../../motion/edit/stretch-clip.js';
import type { Skeleton } from '../../rig/rig-records.js';

import { addClip } from '../../verbs/add-clip.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { number, type OptionsOf, oneOf, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, pickClip, readAnimated } from './animated-file.js';

const FLAGS = {
  from: number('cut off everything before this time', { placeholder: 'seconds' }),
  to: number('cut off everything after this time', { placeholder: 'seconds' }),
  reverse: toggle('play backwards'),
  mirror: toggle('swap left and right'),
  rootMotion: toggle('remove the root motion: the character stays in place', {
    default: true,
    formerly: 'in-place',
  }),
  easing: oneOf(Object.keys(EASINGS) as EasingName[], 'ease out of the start, into the end, or both', {
    formerly: 'pace',
  }),
  speed: number('playback speed; 2 is twice as fast', { placeholder: 'factor' }),
  frameRate: number('resample to this many frames per second', { placeholder: 'fps' }),
  name: text("name of the new clip; by default the clip's name and what was done to it"),
  ...ANIMATE_FLAGS,
};

type EditOptions = OptionsOf<typeof FLAGS>;

export const animateEditCommand = defineCommand({
  usage: 'animate edit <input>',
  summary: 'Trim, reverse, mirror, remove root motion, ease, retime or reduce a clip, in this order',
  output: 'the file to write (default: <input>-edited.glb)',
  flags: FLAGS,

  examples: [
    [
      'posespace animate edit wolf.glb --clip walk --mirror -o mirrored.glb',
      'a clip "walk mirrored" beside the others',
    ],
    ['posespace animate edit wolf.glb --clip jump --from 0.2 --to 0.9 --speed 1.5', 'the leap, faster'],
    [
      'posespace animate edit wolf.glb --clip run --no-root-motion --reduce 0.1',
      'for games that move the character themselves',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { model, skeleton } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const { clip: edited, done } = editClip(source, skeleton, options);
    const { reduce } = options;
    if (done.length === 0 && reduce === undefined) {
      throw new PosespaceError(
        'bad-usage',
        'animate edit: nothing to do; give an edit, like --mirror (see posespace animate edit --help)',
      );
    }
    const name = options.name ?? [source.name, ...done].join(' ');
    const clip: Clip = { ...edited, name };
    const path = output ?? besideInput(input, '-edited.glb');
    const written = await writeModelFile(path, addClip(model, clip, { replace: true }), { reduce });
    const files = [path];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, clip);
    }
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const rows = [
        { model, clip: source, label: 'before' },
        { model, clip, label: 'after' },
      ];
      await writeBytesFile(options.sheet, await drawStrip(rows, `${model.name}: ${name}`));
    }
    const findings = [...model.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const [duration, frames] = [clipDuration(clip), clip.times.length];
    return {
      data: { input, files, clip: name, done, duration, frames, findings, seconds },
      text: [
        `"${source.name}" → "${name}": ${duration.toFixed(2)} s, ${frames} frames`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** All edits that the flags name, one after the other, with a word for each. */
function editClip(source: Clip, skeleton: Skeleton, options: EditOptions): { clip: Clip; done: string[] } {
  const done: string[] = [];
  let clip = source;
  const edit = (word: string, next: Clip) => {
    clip = next;
    done.push(word);
  };
  const { from, to, easing, speed, frameRate } = options;
  if (from !== undefined || to !== undefined) {
    const first = clip.times[0];
    const part = sliceClip(clip, from ?? first, to ?? first + clipDuration(clip));
    edit('cut', part);
  }
  if (options.reverse) edit('reversed', reverseClip(clip));
  if (options.mirror) edit('mirrored', mirrorClip(clip, skeleton));
  if (!options.rootMotion) edit('in place', removeRootMotion(clip, skeleton).clip);
  if (easing !== undefined) edit(easing, easeClip(clip, easing));
  if (speed !== undefined) edit(`at ${speed}`, stretchClip(clip, { speed }));
  if (frameRate !== undefined) edit(`${frameRate} fps`, resampleClip(clip, { frameRate }));
  return { clip, done };
}
