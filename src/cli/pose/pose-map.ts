/** @file `posespace pose map`: a map of a creature's poses, as a picture and as points. */

import { modelRig } from '../../io/model.js';
import { writeBytesFile } from '../../io/node.js';
import { gatherColors } from '../../io/vertex-colors.js';
import { mapPoses } from '../../pose/edit/map-poses.js';
import { SAMPLE_DEFAULTS } from '../../pose/model/sample-states.js';
import { encodePng } from '../../render/encode-png.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { writeJsonFile } from '../shared/write-json-file.js';
import { drawPoseMap, type MappedClip } from './pose-map-sheet.js';
import { besideInput, openFile, POSE_FLAGS } from './posed-file.js';

export const poseMapCommand: CommandDefinition = {
  usage: 'pose map <input>',
  summary: 'Lay the poses of a creature out on a map: its clips, samples, and all that lies between',
  output: 'a JSON file with the points; the picture goes to --sheet (default: <input>-map.png)',
  flags: [
    ['--count <number>', 'samples to put on the map beside the clips', '64'],
    ['--steps <number>', 'steps of each sample', `${SAMPLE_DEFAULTS.steps}`],
    ...POSE_FLAGS,
  ],
  examples: [
    ['posespace pose map wolf.glb --sheet map.png', 'a picture of all that a wolf does'],
    ['posespace pose map wolf.glb --count 0 -o map.json', 'where the frames of its clips lie'],
  ],
  async run(context, input) {
    const { options, seed, output, signal, onProgress, now } = context;
    const count = wholeNumber('--count', options.count, 0, 10_000)!;
    const steps = wholeNumber('--steps', options.steps, 1, 1000)!;
    const start = now();
    const { model, space } = await openFile(context, input);
    const work = async () => {
      const samples = await space.sample({ count, steps, seed, signal, onProgress });
      const frames = model.clips.flatMap((clip) => clip.poses);
      return mapPoses(space, [...frames, ...samples], { signal, onProgress });
    };
    const map = await work().finally(() => space.close());
    let frames = 0;
    const clips = model.clips.map(({ name, poses }): MappedClip => {
      frames += poses.length;
      return { name, first: frames - poses.length, count: poses.length };
    });
    const rig = modelRig(model);
    const sheet = String(options.sheet ?? besideInput(input, '-map.png'));
    const picture = drawPoseMap(model, map, clips, rig && (await gatherColors(model)));
    await writeBytesFile(sheet, encodePng(picture));
    const pointsOf = (first: number, size: number) =>
      Array.from({ length: size }, (_, i) => [map.points[(first + i) * 2], map.points[(first + i) * 2 + 1]]);
    const points = {
      clips: clips.map((clip) => ({ name: clip.name, points: pointsOf(clip.first, clip.count) })),
      samples: pointsOf(frames, count),
    };
    if (output) await writeJsonFile(output, points);
    const files = [sheet, ...(output ? [output] : [])];
    const findings = [...model.findings, ...space.anatomy.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, ...points, seed, findings, seconds },
      text: [
        `${frames} frames of ${clips.length} clips and ${count} samples`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};
