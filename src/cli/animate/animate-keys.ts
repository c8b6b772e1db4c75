/** @file `posespace animate keys`: a clip from key poses, interpolated per joint or through the pose space. */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { CREATE_CLIP_DEFAULTS, createClip } from '../../motion/keys/create-clip.js';
import { inbetweenClip } from '../../motion/keys/inbetween-clip.js';
import type { KeyPose } from '../../motion/keys/key-pose.js';
import type { Pose } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { choosePose } from '../pose/pose-choice.js';
import { type OpenedFile, openFile, POSE_FLAGS } from '../pose/posed-file.js';
import { besideInput } from '../shared/command-files.js';
import { number, type OptionsOf, oneOf, text, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { drawStrip, REDUCE_FLAG } from './animated-file.js';

const INTERPOLATIONS = ['smooth', 'straight', 'space'] as const;

const FLAGS = {
  keys: text('seconds=pose, separated by commas; a pose is rest, <clip>:<frame> or sample:<seed>', {
    required: true,
    placeholder: 'list',
  }),
  between: oneOf(INTERPOLATIONS, 'interpolate rotations smoothly or linearly, or through the pose space', {
    default: 'smooth',
  }),
  loop: toggle('the last key is the first one again: velocities continue across the seam'),
  frameRate: number('frames per second', {
    min: 0,
    default: CREATE_CLIP_DEFAULTS.frameRate,
    placeholder: 'fps',
  }),
  name: text('name of the clip', { default: 'keys' }),
  reduce: REDUCE_FLAG,
  ...POSE_FLAGS,
};

export const animateKeysCommand = defineCommand({
  usage: 'animate keys <input>',
  summary: 'Make a clip from key poses: in-betweens by smooth interpolation or through the pose space',
  output: 'the file to write (default: <input>-keys.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace animate keys wolf.glb --keys "0=rest,0.4=attack:6,0.9=rest" --loop -o bite.glb',
      'a bite from one frame of a clip',
    ],
    [
      'posespace animate keys wolf.glb --keys "0=idle:0,1=sample:7,2=idle:0" --between space',
      'in-betweens that suit the creature',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const keys = readKeys(options.keys);
    const { between } = options;
    const file = await openFile(context, input);
    const { model, space } = file;
    const clip = await createClipFromFlags(context, file, keys).finally(() => space.close());
    const path = output ?? besideInput(input, '-keys.glb');
    const written = await writeModelFile(path, addClip(model, clip, { replace: true }), {
      reduce: options.reduce,
    });
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const sheet = await drawStrip([{ model, clip, label: 'clip' }], `${model.name}: ${clip.name}`);
      await writeBytesFile(options.sheet, sheet);
    }
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const [duration, frames] = [clipDuration(clip), clip.times.length];
    return {
      data: { input, files, clip: clip.name, keys, between, duration, frames, findings, seconds },
      text: [
        `"${clip.name}": ${keys.length} keys, ${duration.toFixed(2)} s, ${frames} frames`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

interface KeyWords {
  readonly time: number;
  readonly pose: string;
}

/** `0=rest,0.5=walk:3` */
function readKeys(list: string): KeyWords[] {
  const keys = list.split(',').map((entry) => {
    const [, time, pose] = /^\s*([^=\s]+)\s*=\s*(.+?)\s*$/.exec(entry) ?? [];
    return { time: Number(time), pose };
  });
  if (keys.length >= 2 && keys.every(({ time, pose }) => Number.isFinite(time) && pose)) return keys;
  throw new PosespaceError(
    'bad-usage',
    `--keys is a list of at least two seconds=pose, like "0=rest,0.5=walk:3,1=rest", got ${list}`,
  );
}

async function createClipFromFlags(
  { options, signal, onProgress }: CommandContext<OptionsOf<typeof FLAGS>>,
  { model, space }: OpenedFile,
  words: readonly KeyWords[],
): Promise<Clip> {
  const keys: KeyPose[] = [];
  for (const { time, pose } of words) {
    keys.push({ time, pose: await choosePose(model, space, pose, signal) });
  }
  const { name, frameRate, between, loop } = options;
  const source = between === 'space' || keys.some(isFromNetwork(model)) ? 'model' : undefined;
  if (between !== 'space') {
    return createClip(keys, { name, source, frameRate, between, loop });
  }
  // In-betweens are evenly spaced, as the steps of an interpolation are.
  const interpolate = async (from: KeyPose['pose'], to: KeyPose['pose'], shares: readonly number[]) =>
    (await space.interpolate([from, to], { steps: shares.length + 1, signal })).poses.slice(1, -1);
  return inbetweenClip(keys, interpolate, { name, source, frameRate, signal, onProgress });
}

/** Whether a key is a sample or of a clip that the network made, not rest or a frame of an artist's clip. */
function isFromNetwork({ clips }: Model): (key: KeyPose) => boolean {
  const known = new Set(clips.filter(({ source }) => source !== 'model').flatMap(({ poses }) => poses));
  const isRest = ({ rotations, root }: Pose) =>
    root.every((value) => value === 0) && rotations.every((value, i) => value === (i % 4 === 3 ? 1 : 0));
  return ({ pose }) => !known.has(pose) && !isRest(pose);
}
