/** @file `posespace pose map`: a map of a creature's poses, as a picture and as points. */

import { modelRig } from '../../io/model.js';
import { writeBytesFile } from '../../io/node.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { mapPoses } from '../../pose/edit/map-poses.js';
import { SAMPLE_DEFAULTS } from '../../pose/model/sample-states.js';
import { encodePng } from '../../render/encode-png.js';
import { besideInput, writeJsonFile } from '../shared/command-files.js';
import { count as countFlag } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawPoseMap, type MappedClip } from './pose-map-sheet.js';
import { openFile, POSE_FLAGS } from './posed-file.js';

export const poseMapCommand = defineCommand({
  usage: 'pose map <input>',
  summary: 'Draw a 2D map of the pose space: the clips of a file, samples, and the poses in between',
  output: 'a JSON file with the points; the picture goes to --sheet (default: <input>-map.png)',
  flags: {
    count: countFlag('samples to put on the map beside the clips', { max: 10_000, default: 64 }),
    steps: countFlag('denoising steps of each sample', { min: 1, max: 1000, default: SAMPLE_DEFAULTS.steps }),
    ...POSE_FLAGS,
  },
  examples: [
    ['posespace pose map wolf.glb --sheet map.png', 'a picture of the poses of a wolf'],
    ['posespace pose map wolf.glb --count 0 -o map.json', 'the coordinates of the frames of its clips'],
  ],
  async run(context, input) {
    const { options, seed, output, signal, onProgress, now } = context;
    const { count, steps } = options;
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
    const sheet = options.sheet ?? besideInput(input, '-map.png');
    const picture = drawPoseMap(model, map, clips, rig && (await readVertexColors(model)));
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
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
