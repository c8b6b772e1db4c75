/** @file `npm run lab -- eval sequence`: rigs and motions recovered from vertices, over a folder with an index.json. */

import { join } from 'node:path';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, text, toggle } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes } from '../../src/io/node.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import {
  EVALUATE_SEQUENCE_DEFAULTS,
  type SequenceEvaluation,
  summarizeSequences,
} from '../eval/evaluate-sequence.js';
import type { IndexRow } from '../eval/index-row.js';
import { chooseRows, EVALUATION_FLAGS, type EvaluationOptions, runFileTasks } from './evaluation-flags.js';
import { readIndex } from './read-index.js';
import { type SequenceTaskInput, sequenceTask } from './sequence-task.js';

export const evaluateSequenceCommand = defineCommand({
  usage: 'eval sequence [folder]',
  summary:
    'Bake a clip of every rig of a folder with an index.json and recover rig and motion from the vertices',
  output: 'a JSON file to write the whole evaluation to',
  flags: {
    ...EVALUATION_FLAGS,
    clip: text('the clip to use where a file has it; by default the one with the largest rotations'),
    frames: count('most frames of a sequence', { min: 2, default: EVALUATE_SEQUENCE_DEFAULTS.maxFrames }),
    soloFrames: count('frames on which the rigger is run alone, as a reference; 0 for none', {
      default: EVALUATE_SEQUENCE_DEFAULTS.soloFrames,
    }),
    student: text('folder of a fine-tuned skeleton network to run frame by frame beside the shipped one'),
    heldOut: toggle('only families that training never sees'),
    morphs: count('this many made bodies that morph targets move; without a folder, these alone', {
      max: 1000,
    }),
  },
  examples: [
    ['npm run lab -- eval sequence creatures/ --split test --limit 10', 'a table'],
    ['npm run lab -- eval sequence --morphs 12', 'bodies that no skeleton moved'],
    [
      'npm run lab -- eval sequence creatures/ --json > sequence.json',
      'the figures of METRICS.md, every sequence',
    ],
  ],
  async run(context, folder: string | undefined) {
    const { options } = context;
    const { morphs = folder === undefined ? MORPHS : 0 } = options;
    const rows = folder === undefined ? [] : await listRows(folder, options);
    const riggers = {
      geometric: 'geometric',
      learned: '',
      ...(options.student !== undefined && { student: options.student }),
    };
    const settings = {
      ...(options.clip !== undefined && { clip: options.clip }),
      maxFrames: options.frames,
      soloFrames: options.soloFrames,
      seed: context.seed,
    };
    const common = { limits: context.limits, riggers, settings };
    const inputs: SequenceTaskInput[] = [
      ...rows.map((row) => ({ row, folder, ...common })),
      ...Array.from({ length: morphs }, (_, i) => {
        const morph = (context.seed ?? 0) + i;
        return { row: { file: `morph ${morph}` }, morph, ...common };
      }),
    ];
    const results = await runFileTasks(sequenceTask, inputs, context);
    const evaluation = summarizeSequences(
      results.map((result, i) =>
        'value' in result ? result.value : { file: inputs[i].row.file, error: result.error },
      ),
    );
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatSequences(evaluation), ok: evaluation.failed.length === 0 };
  },
});

/** Made sequences where nothing else is measured. */
const MORPHS = 12;

/** The rows that the flags choose. */
async function listRows(
  folder: string,
  options: EvaluationOptions & { readonly heldOut: boolean },
): Promise<IndexRow[]> {
  const listed = (await rowsWithClips(folder)).filter(
    ({ file, rigFamily }) => !options.heldOut || isHeldOutFamily(rigFamily ?? file),
  );
  return chooseRows(listed, options);
}

/** The rows with clips; all rows where the index does not list clips. */
async function rowsWithClips(folder: string): Promise<IndexRow[]> {
  const rows = await readIndex(folder);
  // Read a second time: only this command needs the clips of the index.
  const index = JSON.parse(new TextDecoder().decode(await readBytes(join(folder, 'index.json'))));
  const without = new Set<unknown>();
  for (const { file, clips } of index) if (Array.isArray(clips) && clips.length === 0) without.add(file);
  return rows.filter(({ file }) => !without.has(file));
}

function formatSequences(evaluation: SequenceEvaluation): string {
  const { failed, skipped, frameByFrame, perSequence } = evaluation;
  const percent = (value: number | null) => (value === null ? undefined : (100 * value).toFixed(3));
  const left = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...formatTable(
      ['sequence', 'clip', 'frames', 'joints', 'rigid %', 'LBS RMSE %', 's'],
      [
        ...perSequence.map((row) => [
          row.file,
          row.clip,
          row.frames,
          row.joints.fitted,
          percent(row.rigidRmse),
          percent(row.lbsRmse),
          decimals(row.seconds, 1),
        ]),
        [
          'median',
          undefined,
          undefined,
          undefined,
          undefined,
          percent(evaluation.median.lbsRmse),
          decimals(evaluation.median.seconds, 1),
        ],
      ],
    ),
    '',
    `under 1 % of the box  ${evaluation.underOnePercent} of ${evaluation.sequences}`,
    'one rig for all frames: PJDD, GSD and temporal error are 0 by construction',
    ...formatTable(
      [
        'frame by frame, medians',
        'sequences',
        'PJDD %',
        'GSD',
        'temporal',
        'per point',
        'same tree %',
        'LBS RMSE %',
      ],
      Object.entries(frameByFrame).map(([name, one]) => [
        name,
        one.sequences,
        decimals(one.pjdd, 2),
        decimals(one.gsd, 4),
        decimals(one.temporalError, 0),
        decimals(one.temporalErrorPerPoint, 3),
        one.samePlan === null ? undefined : (100 * one.samePlan).toFixed(0),
        percent(one.lbsRmse),
      ]),
    ),
    `left out              ${left.join(', ') || 'none'}`,
    `failed                ${failed.length}`,
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
