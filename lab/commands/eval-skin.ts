/** @file `npm run lab -- eval skin`: weights measured over a folder with an index.json. */

import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { text, toggle } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { type SkinEvaluation, summarizeSkin } from '../eval/evaluate-skin.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { listWorst } from './list-worst.js';
import { readIndex } from './read-index.js';
import { skinTask } from './skin-task.js';

export const evaluateSkinCommand = defineCommand({
  usage: 'eval skin <folder>',
  summary: "Solve weights for every rig of a folder with an index.json and measure them against the artists'",
  output: 'a JSON file to write the whole evaluation to',
  flags: {
    ...EVALUATION_FLAGS,
    learned: toggle('the skinning network beside the solver'),
    network: text('folder of that network; the shipped one by default', { default: '' }),
    bare: toggle('names and orientations of the joints are hidden, as of a skeleton that was found'),
    found: toggle('skeletons are found, weights solved for these and told in the joints of the true ones'),
    heldOut: toggle('only families that training never sees'),
  },
  examples: [
    ['npm run lab -- eval skin creatures/ --split test', 'a table per category'],
    [
      'npm run lab -- eval skin creatures/ --limit 60 --json > skin.json',
      'the figures of METRICS.md, every rig',
    ],
  ],
  async run(context, folder) {
    const { learned, network, bare, found, heldOut } = context.options;
    const listed = (await readIndex(folder)).filter(
      ({ file, rigFamily }) => !heldOut || isHeldOutFamily(rigFamily ?? file),
    );
    const rows = chooseRows(listed, context.options);
    const skinning = learned ? { skinning: network } : {};
    const inputs = rows.map((row) => ({ folder, limits: context.limits, row, bare, found, ...skinning }));
    const results = await runFileTasks(skinTask, inputs, context);
    const outcomes = results.map((result, i) =>
      'value' in result ? result.value : { file: rows[i].file, error: result.error },
    );
    const evaluation = summarizeSkin(outcomes);
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatSkin(evaluation), ok: evaluation.failed.length === 0 };
  },
});

type Line = Partial<SkinEvaluation['median']> & { readonly rigs?: number };

function formatSkin(evaluation: SkinEvaluation): string {
  const { failed, skipped, references, methods, perRig } = evaluation;
  const line = (name: string, { rigs, ...figures }: Line) => [
    name,
    rigs,
    decimals(figures.precision, 3),
    decimals(figures.recall, 3),
    decimals(figures.l1, 3),
    decimals(figures.motionError, 3),
    decimals(figures.leakage, 2),
    decimals(figures.microsecondsPerVertex, 1),
  ];
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  return [
    ...formatTable(
      ['medians', 'rigs', 'precision', 'recall', 'L1', 'motion %', 'leakage %', 'µs a vertex'],
      [
        ...Object.entries(evaluation.byCategory).map(([name, group]) => line(name, group)),
        line('all', { rigs: evaluation.rigs, ...evaluation.median }),
        line('all but automatic truths', evaluation.medianWithoutAutomatic),
        ...Object.entries(evaluation.others).map(([name, other]) => line(`${name}, all`, other)),
        line('reference: nearest bone, rigid', references.nearestBone),
        line('reference: the truth, filtered', references.filteredTruth),
      ],
    ),
    ...Object.entries(evaluation.others).map(
      ([name, { better, meanChange }]) =>
        `${name} is nearer to the artist on ${better} of ${evaluation.rigs} rigs; mean change of L1 ${meanChange.toFixed(4)}`,
    ),
    ...listWorst('worst L1:', perRig, ({ l1 }) => l1, 3),
    ...listWorst('slowest, µs a vertex:', perRig, (row) => row.microsecondsPerVertex, 1, 3),
    `unweighted vertices  ${evaluation.unweightedVertices}`,
    `methods              ${listed(methods)}`,
    `left out             ${listed(skipped)}`,
    `failed               ${failed.length}`,
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
