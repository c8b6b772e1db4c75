/** @file `npm run lab -- dataset motions`: rigs with their clips as training data for the motion prior. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { count, text } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes, writeBytesFile } from '../../src/io/node.js';
import { MOTION_ACTIONS } from '../../src/video/distil/motion-actions.js';
import { parseDatasetRows } from '../dataset/dataset-row.js';
import { encodeMotions, type ListedMover } from '../motions/encode-motions.js';
import { type MotionsTaskInput, motionsTask } from './motions-task.js';
import { runTasks, TASK_POOL_DEFAULTS } from './task-pool.js';

const FLAGS = {
  split: text('only rows of this split', { default: 'train' }),
  leaveOut: text('sources to leave out, by how they begin', { default: 'cmu-mocap', placeholder: 'words' }),
  alike: count('files of a rig family', { min: 1, default: 3 }),
  creatures: count('sample creatures, all kinds in turn', { max: 10_000, default: 0 }),
  generated: count('generated bodies', { max: 1_000_000, default: 0 }),
  library: count('motions of the library for each made body', { max: 40, default: 6 }),
  lent: count('motions of the library for each rig of the folder', { max: 40, default: 0 }),
  jobs: count('threads; 0 runs everything in one'),
  timeout: count('time limit per file', {
    min: 1,
    default: TASK_POOL_DEFAULTS.timeout,
    placeholder: 'seconds',
  }),
};

export const datasetMotionsCommand = defineCommand({
  usage: 'dataset motions <folder>',
  summary:
    'Pack every rig of a folder with an index.json, and made bodies, with their clips for the motion prior',
  output: 'the folder to write (default: motions)',
  flags: FLAGS,
  examples: [
    ['npm run lab -- dataset motions creatures/ -o motions/', 'the train split'],
    ['npm run lab -- dataset motions creatures/ --creatures 60 --generated 200', 'with made bodies'],
  ],
  async run({ options, output = 'motions', limits, seed = 0, signal, onProgress }, folder) {
    const { creatures, generated, library, jobs, timeout } = options;
    const rows = await chooseFiles(folder, options);
    const inputs: MotionsTaskInput[] = [
      ...rows.map((row) => ({ folder, limits, row, library: options.lent })),
      ...Array.from({ length: creatures }, (_, creature) => ({ creature, library })),
      ...Array.from({ length: generated }, (_, i) => ({ generated: i, seed, library })),
    ];
    const results = await runTasks(motionsTask, inputs, nameInput, {
      signal,
      onProgress,
      timeout,
      ...(jobs !== undefined && { jobs }),
    });
    const movers: ListedMover[] = [];
    const refused: { file: string; reason: string }[] = [];
    results.forEach((result, i) => {
      const value = 'error' in result ? result.error : result.value;
      if (typeof value === 'string') refused.push({ file: nameInput(inputs[i]), reason: value });
      else movers.push(value);
    });
    if (movers.length === 0) throw new PosespaceError('bad-input', 'dataset motions: no rig with clips');
    for (const { name, bytes } of encodeMotions(movers)) await writeBytesFile(join(output, name), bytes);
    return {
      data: { output, rigs: movers.length, refused },
      text: [...describe(movers), `left out  ${refused.length}`].join('\n'),
    };
  },
});

async function chooseFiles(
  folder: string,
  { split, leaveOut, alike }: { split: string; leaveOut: string; alike: number },
) {
  const without = leaveOut.split(',').filter((word) => word !== '');
  const index: unknown = JSON.parse(new TextDecoder().decode(await readBytes(join(folder, 'index.json'))));
  const taken = new Map<string, number>();
  return parseDatasetRows(index).filter((row) => {
    const { file, source = '', rigFamily = file } = row;
    if ((row.split ?? 'train') !== split || without.some((word) => source.startsWith(word))) return false;
    const before = taken.get(rigFamily) ?? 0;
    taken.set(rigFamily, before + 1);
    return before < alike;
  });
}

function nameInput(input: MotionsTaskInput): string {
  if ('row' in input) return input.row.file;
  return 'creature' in input ? `creature ${input.creature}` : `generated body ${input.generated}`;
}

function describe(movers: readonly ListedMover[]): string[] {
  const clips = movers.flatMap(({ mover }) => mover.clips);
  return [
    ...formatTable(
      ['action', 'clips', 'frames'],
      MOTION_ACTIONS.map((name, i) => {
        const own = clips.filter(({ action }) => action === i);
        return [name, own.length, own.reduce((sum, { frames }) => sum + frames, 0)];
      }),
    ),
    `rigs ${movers.length}, families ${new Set(movers.map(({ family }) => family)).size}`,
  ];
}
