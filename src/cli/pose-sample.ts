/** @file `posespace pose sample`: poses of a creature at random, as a clip, a picture, or both. */

import { writeBytesFile, writeModelFile } from '../io/node.js';
import type { Clip } from '../motion/clip.js';
import { SAMPLE_DEFAULTS } from '../pose/sample-states.js';
import { describeFindings } from './describe.js';
import { besideInput, drawPoses, openFile, POSE_FLAGS } from './pose-space.js';
import type { CommandDefinition } from './shell.js';
import { wholeNumber } from './whole-number.js';

const CLIP_NAME = 'samples';

export const poseSampleCommand: CommandDefinition = {
  usage: 'pose sample <input>',
  summary: 'Draw poses that the creature would take, as a clip of one pose a second',
  output: 'the file to write (default: <input>-samples.glb)',
  flags: [
    ['--count <number>', 'poses', '16'],
    ['--steps <number>', 'steps from noise to pose: more are finer and slower', `${SAMPLE_DEFAULTS.steps}`],
    [
      '--strength <number>',
      '0 is the most usual pose, 1 as varied as the creature is',
      `${SAMPLE_DEFAULTS.strength}`,
    ],
    ...POSE_FLAGS,
  ],
  examples: [
    ['posespace pose sample wolf.glb -o poses.glb', 'a clip "samples" beside the clips of the file'],
    [
      'posespace pose sample wolf.glb --count 9 --seed 4 --sheet poses.png',
      'other poses, and a picture of them',
    ],
  ],
  async run(context, input) {
    const { options, seed, output, signal, onProgress, now } = context;
    const count = wholeNumber('--count', options.count, 1, 10_000)!;
    const steps = wholeNumber('--steps', options.steps, 1, 1000)!;
    const strength = Number(options.strength);
    const start = now();
    const { model, space } = await openFile(context, input);
    const poses = await space
      .sample({ count, steps, seed, strength, signal, onProgress })
      .finally(() => space.close());
    const clip: Clip = { name: CLIP_NAME, times: Float32Array.from({ length: count }, (_, i) => i), poses };
    const path = output ?? besideInput(input, '-samples.glb');
    const sheet = options.sheet as string | undefined;
    const written = await writeModelFile(path, { ...model, clips: [...model.clips, clip] });
    if (sheet !== undefined) {
      const labels = poses.map((_, i) => `${i}`);
      await writeBytesFile(sheet, await drawPoses(model, poses, labels));
    }
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        input,
        files,
        clip: CLIP_NAME,
        count,
        steps,
        strength,
        seed,
        joints: space.anatomy.sources.length,
        findings,
        seconds,
      },
      text: [
        `${count} poses of ${space.anatomy.sources.length} joints in ${steps} steps`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};
