/** @file `npm run lab -- eval rig`: skeletons found from geometry measured over a folder with an index.json. */

import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { oneOf, path } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { RIG_MESH_DEFAULTS, RIG_METHODS } from '../../src/rig/rig-mesh.js';
import type { BoxSkeleton } from '../eval/category-skeleton.js';
import { exampleRows, planRigTasks, type RigEvaluation, summarizeRig } from '../eval/evaluate-rig.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { listWorst } from './list-worst.js';
import { readIndex } from './read-index.js';
import { rigTask } from './rig-task.js';

/** How the skeleton is found. */
export const METHOD_FLAGS = {
  method: oneOf(RIG_METHODS, 'how the skeleton is found', { default: RIG_MESH_DEFAULTS.method }),
  network: path('folder of the skeleton network; by default the one that ships'),
};

/** Reading the examples takes about this part of the time. */
const EXAMPLE_SHARE = 0.1;

export const evaluateRigCommand = defineCommand({
  usage: 'eval rig <folder>',
  summary: "Find a skeleton for every rig of a folder with an index.json and measure it against the artist's",
  output: 'a JSON file to write the whole evaluation to',
  flags: { ...EVALUATION_FLAGS, ...METHOD_FLAGS },
  examples: [
    ['npm run lab -- eval rig creatures/ --split test', 'a table per category, with two trivial references'],
    [
      'npm run lab -- eval rig creatures/ --limit 60 --json > rig.json',
      'the figures of METRICS.md, every rig',
    ],
  ],
  async run(context, folder) {
    const index = await readIndex(folder);
    const rows = chooseRows(index, context.options);
    const { limits } = context;
    const { method, network } = context.options;
    const common = { folder, limits, method, ...(network !== undefined && { network }) };
    const examples = exampleRows(rows, index).map((row) => ({
      kind: 'example' as const,
      ...common,
      row,
    }));
    const read = await runFileTasks(rigTask, examples, context, [0, EXAMPLE_SHARE]);
    const skeletons: BoxSkeleton[] = read.flatMap(
      (result) => ('value' in result && result.value.skeleton) || [],
    );
    const inputs = planRigTasks(rows, skeletons).map((task) => ({
      kind: 'measure' as const,
      ...common,
      ...task,
    }));
    const results = await runFileTasks(rigTask, inputs, context, [EXAMPLE_SHARE, 1]);
    const outcomes = results.map((result, i) =>
      'value' in result ? result.value.outcome! : { file: rows[i].file, error: result.error },
    );
    const evaluation = summarizeRig(outcomes, skeletons);
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatRig(evaluation), ok: evaluation.failed.length === 0 };
  },
});

type Line = Partial<RigEvaluation['median']> & { readonly rigs?: number };

function formatRig(evaluation: RigEvaluation): string {
  const { failed, skipped, references, notes, byCategory, perRig } = evaluation;
  const line = (name: string, { rigs, ...figures }: Line) => [
    name,
    rigs,
    decimals(figures.cdJ2J, 4),
    decimals(figures.cdJ2B, 4),
    decimals(figures.cdB2B, 4),
    decimals(figures.precision, 3),
    decimals(figures.recall, 3),
    decimals(figures.jointRatio, 2),
    decimals(figures.seconds, 2),
  ];
  const group = (name: string, own: Line, { curve, categorySkeleton }: RigEvaluation['references']) => [
    line(name, own),
    line('  raw curve, even steps', curve),
    line("  category's skeleton", categorySkeleton),
  ];
  const leftOut = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...formatTable(
      ['medians', 'rigs', 'J2J', 'J2B', 'B2B', 'precision', 'recall', 'joint ratio', 'seconds'],
      [
        ...Object.entries(byCategory).flatMap(([name, own]) => group(name, own, own.references)),
        ...group('all', { rigs: evaluation.rigs, ...evaluation.median }, references),
      ],
    ),
    ...listWorst('worst J2B:', perRig, ({ cdJ2B }) => cdJ2B, 4),
    ...listWorst('slowest, seconds:', perRig, ({ seconds }) => seconds, 2, 3),
    `joints outside  ${evaluation.outsideJoints}, in ${evaluation.rigsWithOutsideJoints} rigs`,
    `left out        ${leftOut.join(', ') || 'none'}`,
    ...notes.map((note) => `note            ${note}`),
    `failed          ${failed.length}`,
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
