/** @file `npm run lab -- eval imagine`: the motion prior judged by motion, beside a random field and real clips. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, number, text, toggle } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes } from '../../src/io/node.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { type DatasetRow, parseDatasetRows } from '../dataset/dataset-row.js';
import type { ImagineOutcome } from '../eval/evaluate-imagine.js';
import {
  IMAGINE_MEASURES,
  type ImagineEvaluation,
  type ImagineMeasure,
  summarizeImagine,
} from '../eval/summarize-imagine.js';
import { EVALUATION_FLAGS } from './evaluation-flags.js';
import { type ImagineTaskInput, imagineTask } from './imagine-task.js';
import { runTasks } from './task-pool.js';

export const evaluateImagineCommand = defineCommand({
  usage: 'eval imagine <folder>',
  summary:
    'Motions of the motion prior on unseen rigs, beside a random field of the same spread and real clips',
  output: 'a JSON file to write the whole evaluation to',
  flags: {
    split: text('only rows of this split', { default: 'test' }),
    heldOut: toggle('families of the train split that training never sees, instead of a split'),
    limit: count('at most this many rigs to judge, one of each family', { min: 1 }),
    trainers: count('families of the train split that the classifier learns from', { min: 10, default: 200 }),
    seeds: count('motions of each action', { min: 1, max: 100, default: 3 }),
    actions: count('actions of a rig, at most', { min: 1, max: 10, default: 4 }),
    guidance: number('how firmly motions keep to the action', { min: 0, max: 20 }),
    steps: count('steps from noise to motion', { min: 2, max: 200 }),
    network: text('folder of another motion prior; the shipped one by default'),
    jobs: EVALUATION_FLAGS.jobs,
    timeout: EVALUATION_FLAGS.timeout,
  },
  examples: [
    ['npm run lab -- eval imagine creatures/ --split test', 'rigs that nothing was trained on'],
    ['npm run lab -- eval imagine creatures/ --held-out --seeds 2', 'while training'],
  ],
  async run({ options, limits, output, signal, onProgress }, folder) {
    const { split, heldOut, seeds, actions, guidance, steps, network, jobs, timeout } = options;
    const bytes = await readBytes(join(folder, 'index.json'));
    const index: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const rows = firstOfFamilies(parseDatasetRows(index), filesWithClips(index));
    const isUnseen = ({ rigFamily = '', file, split: own }: DatasetRow) =>
      heldOut ? own === 'train' && isHeldOutFamily(rigFamily || file) : own === split;
    const judged = spread(rows.filter(isUnseen), options.limit);
    const trainers = spread(
      rows.filter((row) => row.split === 'train' && !isHeldOutFamily(row.rigFamily ?? row.file)),
      options.trainers,
    );
    if (judged.length === 0) {
      throw new PosespaceError('bad-usage', 'eval imagine: no row of the index is chosen; see --split');
    }
    const settings = {
      seeds,
      actions,
      frames: 16,
      ...(guidance !== undefined && { guidance }),
      ...(steps !== undefined && { steps }),
    };
    const inputs: ImagineTaskInput[] = [...judged, ...trainers].map((row, i) => ({
      folder,
      limits,
      row,
      imagine: i < judged.length,
      settings,
      ...(network !== undefined && { network }),
    }));
    const results = await runTasks(imagineTask, inputs, ({ row }) => row.file, {
      signal,
      onProgress,
      timeout,
      ...(jobs !== undefined && { jobs }),
    });
    const given = results.map((result) => ('error' in result ? result.error : result.value));
    const isOutcome = (value: ImagineOutcome | string): value is ImagineOutcome => typeof value !== 'string';
    const leftOut = given.flatMap((value, i) =>
      isOutcome(value) ? [] : [{ file: inputs[i].row.file, reason: value }],
    );
    const evaluation = summarizeImagine(
      given.slice(0, judged.length).filter(isOutcome),
      given.slice(judged.length).filter(isOutcome),
    );
    if (output) await writeJsonFile(output, { ...evaluation, leftOut });
    return { data: { ...evaluation, leftOut }, text: formatImagine(evaluation, leftOut.length) };
  },
});

/** Files whose row lists clips, or a file that has them. */
function filesWithClips(index: unknown): Set<string> {
  const rows = index as { file: string; clips?: unknown[]; clipsFrom?: string }[];
  return new Set(
    rows.filter(({ clips = [], clipsFrom }) => clips.length > 0 || clipsFrom).map(({ file }) => file),
  );
}

/** One file of each family, with clips where one has them; bare skeletons are left out. */
function firstOfFamilies(rows: readonly DatasetRow[], moving: ReadonlySet<string>): DatasetRow[] {
  const families = new Map<string, DatasetRow>();
  for (const row of rows) {
    const family = row.rigFamily ?? row.file;
    const known = families.get(family);
    const better = !known || (!moving.has(known.file) && moving.has(row.file));
    if (!row.source?.startsWith('cmu-mocap') && better) families.set(family, row);
  }
  return [...families.values()].filter(({ file }) => moving.has(file));
}

/** At most so many, evenly spaced. */
function spread<T>(list: readonly T[], most = list.length): T[] {
  const taken = Math.min(most, list.length);
  return Array.from({ length: taken }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / taken)]);
}

function formatImagine(evaluation: ImagineEvaluation, leftOut: number): string {
  const { measures, byAction, rigs, families, trainedOn } = evaluation;
  const lines = (Object.keys(IMAGINE_MEASURES) as ImagineMeasure[]).map((measure) => {
    const figure = measures[measure];
    const { title } = IMAGINE_MEASURES[measure];
    if (!figure) return [title, '–', '–', '–', '–', '–', '–'];
    const [low, high] = figure.interval;
    return [
      title,
      decimals(figure.imagined, 3),
      decimals(figure.control, 3),
      decimals(figure.real, 3),
      `${decimals(figure.better, 3)} (${decimals(low, 3)} to ${decimals(high, 3)})`,
      figure.rows,
      figure.families,
    ];
  });
  return [
    ...formatTable(
      ['means over families', 'prior', 'random field', 'real', 'better by', 'motions', 'families'],
      lines,
    ),
    '',
    ...formatTable(
      ['action recognised', 'motions', 'prior', 'random field', 'real'],
      Object.entries(byAction).map(([action, [number_, a, b, c]]) => [
        action,
        number_,
        decimals(a, 2),
        decimals(b, 2),
        decimals(c, 2),
      ]),
    ),
    `${rigs} rigs of ${families} families; classifier trained on ${trainedOn.motions} windows of ${trainedOn.families} families; left out ${leftOut}`,
  ].join('\n');
}
