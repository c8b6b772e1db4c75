/** @file `npm run lab -- dataset build`: a folder of rigs with an index.json as shards for training. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { count, type OptionsOf, text, toggle } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { type CommandContext, defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes, writeFiles } from '../../src/io/node.js';
import { chooseCreature } from '../dataset/convert-creature.js';
import { type DatasetRow, parseDatasetRows } from '../dataset/dataset-row.js';
import { encodeShards } from '../dataset/encode-shards.js';
import { lendClips } from '../dataset/lend-clips.js';
import type { DatasetCard, DroppedFile } from '../dataset/make-card.js';
import type { PackedRig } from '../dataset/pack-rig.js';
import { shareClips } from '../dataset/share-clips.js';
import { type DatasetTaskInput, datasetTask } from './dataset-task.js';
import { runTasks, TASK_POOL_DEFAULTS } from './task-pool.js';

const FLAGS = {
  split: text('only rows of this split', { default: 'train' }),
  creatures: count('sample creatures to add, of all kinds in turn', { max: 100_000, default: 0 }),
  lend: toggle('retarget clips between creatures of one body plan'),
  jobs: count('threads; 0 runs everything in one, without protection from files that hang or crash'),
  timeout: count('time limit per file', {
    min: 1,
    default: TASK_POOL_DEFAULTS.timeout,
    placeholder: 'seconds',
  }),
};

export const datasetCommand = defineCommand({
  usage: 'dataset build <folder>',
  summary: 'Convert every rig of a folder with an index.json, and sample creatures, to training shards',
  output: 'the folder to write (default: shards)',
  flags: FLAGS,
  examples: [
    ['npm run lab -- dataset build creatures/ -o shards/', 'the train split'],
    ['npm run lab -- dataset build creatures/ --creatures 200 -o shards/', 'with 200 sample creatures'],
  ],
  async run(context, folder) {
    const { options, output = 'shards' } = context;
    const { split, creatures: creatureCount } = options;
    const rows = chooseRows(await readRows(folder), split);
    const inputs: DatasetTaskInput[] = [
      ...rows.map((row) => ({ folder, limits: context.limits, row })),
      ...Array.from({ length: creatureCount }, (_, creature) => ({ creature, split })),
    ];
    const { rigs, dropped } = await convertAll(inputs, context);
    if (rigs.length === 0) {
      throw new PosespaceError(
        'bad-input',
        `dataset build: none of ${inputs.length} files gives a rig with clips`,
      );
    }
    const words = ['--split', split, '--creatures', creatureCount, ...(options.lend ? ['--lend'] : [])];
    const command = `npm run lab -- dataset build <folder> ${words.join(' ')}`;
    const shared = shareClips(rigs);
    const files = encodeShards(options.lend ? lendClips(shared) : shared, { command, dropped });
    await writeFiles(output, files);
    const card: DatasetCard = JSON.parse(new TextDecoder().decode(files[files.length - 1].bytes));
    return { data: { output, ...card }, text: formatCard(output, card) };
  },
});

async function readRows(folder: string): Promise<DatasetRow[]> {
  const path = join(folder, 'index.json');
  const text = new TextDecoder().decode(await readBytes(path));
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    throw new PosespaceError('bad-input', `dataset build: "${path}" is not JSON`);
  }
  return parseDatasetRows(index);
}

function chooseRows(index: readonly DatasetRow[], split: string): DatasetRow[] {
  const rows = index.filter((row) => (row.split ?? 'train') === split);
  if (rows.length > 0) return rows;
  const splits = [...new Set(index.map((row) => row.split ?? 'train'))].sort().join(', ');
  throw new PosespaceError(
    'bad-usage',
    `dataset build: the index has no rig of split "${split}"; its splits are: ${splits}`,
  );
}

async function convertAll(
  inputs: readonly DatasetTaskInput[],
  { options, signal, onProgress }: CommandContext<OptionsOf<typeof FLAGS>>,
): Promise<{ rigs: PackedRig[]; dropped: DroppedFile[] }> {
  const { jobs, timeout } = options;
  const results = await runTasks(datasetTask, inputs, nameInput, {
    signal,
    onProgress,
    ...(jobs !== undefined && { jobs }),
    timeout,
  });
  const rigs: PackedRig[] = [];
  const dropped: DroppedFile[] = [];
  for (const [i, result] of results.entries()) {
    if ('error' in result) dropped.push({ file: nameInput(inputs[i]), reason: result.error });
    else if ('rig' in result.value) rigs.push(result.value.rig);
    else dropped.push(result.value);
  }
  return { rigs, dropped };
}

function nameInput(input: DatasetTaskInput): string {
  if ('row' in input) return input.row.file;
  const { kind, seed } = chooseCreature(input.creature);
  return `posespace/${kind}-${seed}`;
}

function formatCard(output: string, card: DatasetCard): string {
  const reasons = new Map<string, number>();
  for (const { reason } of card.dropped.files) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const listed = (entries: Iterable<readonly [string, number]>) =>
    [...entries].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
  return [
    ...formatTable(
      ['body plan', 'rigs', 'families', 'frames'],
      [
        ...Object.entries(card.bodyPlans).map(([name, count]) => [
          name,
          count.rigs,
          count.families,
          count.frames,
        ]),
        ['all', card.rigs, card.families, card.frames],
      ],
    ),
    `clips                ${card.clips}, and ${card.sharedClips} that rigs share`,
    `rigs by residual     ${listed(Object.entries(card.residuals))}`,
    `clips left out       ${listed(Object.entries(card.dropped.clips))}`,
    `files left out       ${listed(reasons)}`,
    `${output}: ${(card.bytes / 1e6).toFixed(1)} MB`,
  ].join('\n');
}
