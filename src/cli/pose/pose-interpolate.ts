/** @file `posespace pose walk`: from pose to pose through the creature's own poses, as a clip, a picture, or both. */

import { PosespaceError } from '../../base/errors.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import { WALK_POSES_DEFAULTS, walkPoses } from '../../pose/path/interpolate-poses.js';
import type { Pose } from '../../rig/rig-records.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { choosePose } from './pose-choice.js';
import { drawStrips } from './pose-strip.js';
import { besideInput, openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'walk between poses';

export const poseWalkCommand: CommandDefinition = {
  usage: 'pose walk <input>',
  summary: 'Go from one pose to another the way the creature would, as a clip',
  output: 'the file to write (default: <input>-walk.glb)',
  flags: [
    ['--from <pose>', 'rest, <clip>:<frame> or sample:<seed>', 'rest'],
    ['--through <poses>', 'poses on the way, separated by commas'],
    ['--to <pose>', 'where it ends'],
    ['--frames <count>', 'even steps of the walk', `${WALK_POSES_DEFAULTS.steps}`],
    ['--noise', 'start from the arc between the noises of the poses, not from the straight way'],
    ['--seconds <number>', 'length of the clip', '2'],
    ...POSE_FLAGS,
  ],
  examples: [
    [
      'posespace pose walk wolf.glb --from idle:0 --to run:4 -o walk.glb',
      'a clip from a frame of one clip to a frame of another',
    ],
    ['posespace pose walk wolf.glb --to sample:7 --sheet walk.png', 'from rest to a pose drawn at random'],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    if (options.to === undefined) {
      throw new PosespaceError(
        'bad-usage',
        'pose walk needs --to <pose>: rest, <clip>:<frame> or sample:<seed>',
      );
    }
    const steps = wholeNumber('--frames', options.frames, 1, 100_000)!;
    const length = Number(options.seconds);
    if (!(length > 0 && length < Infinity)) {
      throw new PosespaceError('bad-usage', `--seconds must be a number above 0, got ${options.seconds}`);
    }
    const words = [
      options.from as string,
      ...(options.through === undefined ? [] : (options.through as string).split(',')),
      options.to as string,
    ];
    const { model, space } = await openFile(context, input);
    const walk = async () => {
      const poses: Pose[] = [];
      for (const word of words) poses.push(await choosePose(model, space, word, signal));
      return walkPoses(space, poses, {
        steps,
        start: options.noise ? 'noise' : 'straight',
        signal,
        onProgress,
      });
    };
    const { poses, stops, evenness, detour } = await walk().finally(() => space.close());
    const times = Float32Array.from(poses, (_, i) => (i * length) / steps);
    const clip: Clip = { name: CLIP_NAME, times, poses };
    const path = output ?? besideInput(input, '-walk.glb');
    const written = await writeModelFile(path, { ...model, clips: [...model.clips, clip] });
    const sheet = options.sheet as string | undefined;
    if (sheet !== undefined)
      await writeBytesFile(sheet, await drawStrips(model, [{ label: 'frame', poses }]));
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clip: CLIP_NAME, poses: words, stops, evenness, detour, findings, seconds },
      text: [
        `${words.join(' → ')} in ${steps} even steps, ${detour.toFixed(2)} times as long as the straight way`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};
