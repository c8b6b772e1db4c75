/** @file `posespace animate keys`: key poses into a clip, by joints or through the creature's own poses. */

import { PosespaceError } from '../../base/errors.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { CREATE_CLIP_DEFAULTS, createClip } from '../../motion/keys/create-clip.js';
import { inbetweenClip } from '../../motion/keys/inbetween-clip.js';
import type { KeyPose } from '../../motion/keys/key-pose.js';
import { walkPoses } from '../../pose/path/interpolate-poses.js';
import { choosePose } from '../pose/pose-choice.js';
import { besideInput, type OpenedFile, openFile, POSE_FLAGS } from '../pose/posed-file.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { drawStrip, flagNumber, readReduce, withClip } from './animated-file.js';

const WAYS = ['smooth', 'straight', 'space'] as const;
type Way = (typeof WAYS)[number];

export const animateKeysCommand: CommandDefinition = {
  usage: 'animate keys <input>',
  summary: 'Make a clip from key poses',
  output: 'the file to write (default: <input>-keys.glb)',
  flags: [
    ['--keys <list>', 'seconds=pose, separated by commas; a pose is rest, <clip>:<frame> or sample:<seed>'],
    ['--between <way>', 'smooth or straight turns of joints, or through the pose space', 'smooth'],
    ['--loop', 'the last key is the first again: speeds go on over the end'],
    ['--frame-rate <count>', 'frames a second', `${CREATE_CLIP_DEFAULTS.frameRate}`],
    ['--name <name>', 'what the clip is called', 'keys'],
    ['--reduce <percent>', 'write fewer frames, as long as no joint is off by more, in % of the diameter'],
    ...POSE_FLAGS,
  ],
  examples: [
    [
      'posespace animate keys wolf.glb --keys "0=rest,0.4=attack:6,0.9=rest" --loop -o bite.glb',
      'a bite out of one frame',
    ],
    [
      'posespace animate keys wolf.glb --keys "0=idle:0,1=sample:7,2=idle:0" --between space',
      'the way that the creature would take',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const asked = readKeys(options.keys);
    const between = WAYS.find((way) => way === options.between);
    if (!between) {
      throw new PosespaceError(
        'bad-usage',
        `--between must be one of ${WAYS.join(', ')}, got ${options.between}`,
      );
    }
    const file = await openFile(context, input);
    const { model, space } = file;
    const clip = await createClipFromFlags(context, file, asked, between).finally(() => space.close());
    const path = output ?? besideInput(input, '-keys.glb');
    const written = await writeModelFile(
      path,
      { ...model, clips: withClip(model.clips, clip) },
      readReduce(options.reduce),
    );
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet as string);
      const sheet = await drawStrip([{ model, clip, label: 'clip' }], `${model.name}: ${clip.name}`);
      await writeBytesFile(options.sheet as string, sheet);
    }
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const [duration, frames] = [clipDuration(clip), clip.times.length];
    return {
      data: { input, files, clip: clip.name, keys: asked, between, duration, frames, findings, seconds },
      text: [
        `"${clip.name}": ${asked.length} keys, ${duration.toFixed(2)} s, ${frames} frames`,
        ...describeFindings(findings),
        ...files.map((name) => `wrote ${name}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

interface AskedKey {
  readonly time: number;
  readonly pose: string;
}

/** `0=rest,0.5=walk:3` */
function readKeys(list: unknown): AskedKey[] {
  const keys = String(list ?? '')
    .split(',')
    .map((entry) => {
      const [, time, pose] = /^\s*([^=\s]+)\s*=\s*(.+?)\s*$/.exec(entry) ?? [];
      return { time: Number(time), pose };
    });
  if (keys.length >= 2 && keys.every(({ time, pose }) => Number.isFinite(time) && pose)) return keys;
  throw new PosespaceError(
    'bad-usage',
    `--keys is a list of at least two seconds=pose, like "0=rest,0.5=walk:3,1=rest", got ${list ?? 'none'}`,
  );
}

async function createClipFromFlags(
  { options, signal, onProgress }: CommandContext,
  { model, space }: OpenedFile,
  asked: readonly AskedKey[],
  between: Way,
): Promise<Clip> {
  const keys: KeyPose[] = [];
  for (const { time, pose } of asked) {
    keys.push({ time, pose: await choosePose(model, space, pose, signal) });
  }
  const name = String(options.name);
  const frameRate = flagNumber('--frame-rate', options.frameRate, 0)!;
  if (between !== 'space') {
    return createClip(keys, { name, frameRate, between, loop: options.loop === true });
  }
  // Shares are evenly spaced, as the steps of a walk are.
  const walk = async (from: KeyPose['pose'], to: KeyPose['pose'], shares: readonly number[]) =>
    (await walkPoses(space, [from, to], { steps: shares.length + 1, signal })).poses.slice(1, -1);
  return inbetweenClip(keys, walk, { name, frameRate, signal, onProgress });
}
