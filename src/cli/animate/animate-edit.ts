/** @file `posespace animate edit`: a clip cut, turned round, mirrored, held in place, faster or slower. */

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
import { besideInput } from '../pose/posed-file.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, flagNumber, pickClip, readAnimated, readReduce } from './animated-file.js';

export const animateEditCommand: CommandDefinition = {
  usage: 'animate edit <input>',
  summary: 'Cut, reverse, mirror, hold in place, retime or thin out a clip; edits are done in this order',
  output: 'the file to write (default: <input>-edited.glb)',
  flags: [
    ['--from <seconds>', 'cut off what is before'],
    ['--to <seconds>', 'cut off what is after'],
    ['--reverse', 'backwards'],
    ['--mirror', 'left and right exchanged'],
    ['--in-place', 'without its travel along the ground'],
    ['--pace <name>', `${Object.keys(EASINGS).join(', ')}: slow out of rest, into it, or both`],
    ['--speed <factor>', '2 is twice as fast'],
    ['--frame-rate <count>', 'frames a second'],
    ['--name <name>', "what the new clip is called; without it, the clip's own name and what was done"],
    ...ANIMATE_FLAGS,
  ],
  examples: [
    [
      'posespace animate edit wolf.glb --clip walk --mirror -o mirrored.glb',
      'a clip "walk mirrored" beside the others',
    ],
    ['posespace animate edit wolf.glb --clip jump --from 0.2 --to 0.9 --speed 1.5', 'the leap, faster'],
    [
      'posespace animate edit wolf.glb --clip run --in-place --reduce 0.1',
      'for games that move it themselves',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { model, skeleton } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const { clip: edited, done } = editClip(source, skeleton, options);
    const reduce = readReduce(options.reduce);
    if (done.length === 0 && reduce.reduce === undefined) {
      throw new PosespaceError(
        'bad-usage',
        'animate edit: nothing to do; say what, as in --mirror (posespace animate edit --help)',
      );
    }
    const name = (options.name as string | undefined) ?? [source.name, ...done].join(' ');
    const clip: Clip = { ...edited, name };
    const path = output ?? besideInput(input, '-edited.glb');
    const clips = [...model.clips.filter((old) => old.name !== name), clip];
    const written = await writeModelFile(path, { ...model, clips }, reduce);
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet as string);
      const rows = [
        { model, clip: source, label: 'before' },
        { model, clip, label: 'after' },
      ];
      await writeBytesFile(options.sheet as string, await drawStrip(rows, `${model.name}: ${name}`));
    }
    const findings = [...model.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const [duration, frames] = [clipDuration(clip), clip.times.length];
    return {
      data: { input, files, clip: name, done, duration, frames, findings, seconds },
      text: [
        `"${source.name}" → "${name}": ${duration.toFixed(2)} s, ${frames} frames`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** All edits that the flags ask for, one after the other, and a word for each. */
function editClip(
  source: Clip,
  skeleton: Skeleton,
  options: CommandContext['options'],
): { clip: Clip; done: string[] } {
  const done: string[] = [];
  let clip = source;
  const edit = (word: string, next: Clip) => {
    clip = next;
    done.push(word);
  };
  const from = flagNumber('--from', options.from);
  const to = flagNumber('--to', options.to);
  if (from !== undefined || to !== undefined) {
    const first = clip.times[0];
    const part = sliceClip(clip, from ?? first, to ?? first + clipDuration(clip));
    edit('cut', part);
  }
  if (options.reverse === true) edit('reversed', reverseClip(clip));
  if (options.mirror === true) edit('mirrored', mirrorClip(clip, skeleton));
  if (options.inPlace === true) edit('in place', removeRootMotion(clip, skeleton).clip);
  if (options.pace !== undefined) edit(String(options.pace), easeClip(clip, readPace(options.pace)));
  const speed = flagNumber('--speed', options.speed);
  if (speed !== undefined) edit(`at ${speed}`, stretchClip(clip, { speed }));
  const frameRate = flagNumber('--frame-rate', options.frameRate);
  if (frameRate !== undefined) edit(`${frameRate} fps`, resampleClip(clip, { frameRate }));
  return { clip, done };
}

function readPace(name: unknown): EasingName {
  const pace = (Object.keys(EASINGS) as EasingName[]).find((known) => known === name);
  if (pace) return pace;
  throw new PosespaceError(
    'bad-usage',
    `--pace must be one of ${Object.keys(EASINGS).join(', ')}, got ${name}`,
  );
}
