/** @file `npm run lab -- eval pose`: a pose space measured over a folder with an index.json. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, path, someOf, toggle } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { POSE_MODEL_FOLDER, readBytes } from '../../src/io/node.js';
import { parseDatasetRows } from '../dataset/dataset-row.js';
import { choosePoseExamples, EVALUATE_POSE_DEFAULTS, type PoseIndexRow } from '../eval/evaluate-pose.js';
import {
  MEASURE_POSE_RIG_DEFAULTS,
  POSE_MEASURES,
  POSE_METHODS,
  POSE_REFERENCES,
  type PoseMethod,
} from '../eval/measure-pose-rig.js';
import type { SampleFigures } from '../eval/measure-samples.js';
import { KINSHIPS, knownRigs, readTrainingRecord } from '../eval/pose-kinship.js';
import type { PoseOutcome } from '../eval/pose-outcome.js';
import { type PoseEvaluation, type PoseGroup, rigRatio, summarizePose } from '../eval/summarize-pose.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { listWorst } from './list-worst.js';
import { formatPoseSpace, type NamedGroup } from './pose-tables.js';
import { type PoseTaskInput, poseTask } from './pose-task.js';

/** Reading the examples takes about this fraction of the time. */
const EXAMPLE_SHARE = 0.1;

export const evaluatePoseCommand = defineCommand({
  usage: 'eval pose <folder>',
  summary: 'Complete, sample and invert poses of every rig of a folder with an index.json',
  output: 'a JSON file to write the whole evaluation to',
  flags: {
    ...EVALUATION_FLAGS,
    model: path('the pose model; by default the one that ships', { placeholder: 'folder' }),
    references: toggle('measure the references alone, without a model'),
    measure: someOf(POSE_MEASURES, 'what to measure; by default everything'),
    samples: count('samples per rig', { min: 2, max: 10_000, default: MEASURE_POSE_RIG_DEFAULTS.samples }),
    examples: count('train rigs among which the nearest is retargeted, as a reference; 0 for none', {
      default: EVALUATE_POSE_DEFAULTS.examples,
    }),
    sheets: path('write a picture of each rig, real poses and samples, to this folder', {
      placeholder: 'folder',
    }),
  },
  examples: [
    [
      'npm run lab -- eval pose creatures/ --split test --sheets sheets/',
      'tables, and a picture of every rig',
    ],
    ['npm run lab -- eval pose creatures/ --json > pose.json', 'the figures of METRICS.md, every rig'],
    ['npm run lab -- eval pose creatures/ --references', 'classical solvers alone'],
  ],
  async run(context, folder) {
    const { options, limits, seed } = context;
    const index = await readPoseIndex(folder);
    const rows: PoseIndexRow[] = chooseRows(index, options);
    const model = options.references ? undefined : (options.model ?? POSE_MODEL_FOLDER);
    const known = knownRigs(model === undefined ? undefined : await readRecord(model), index);
    const { samples, measure: measures = POSE_MEASURES, sheets } = options;

    const asked = choosePoseExamples(index, options.examples).map(
      (row): PoseTaskInput => ({ kind: 'example', folder, limits, row }),
    );
    const read = await runFileTasks(poseTask, asked, context, [0, EXAMPLE_SHARE]);
    const examples = read.flatMap((result) => ('value' in result && result.value.example) || []);
    const inputs = rows.map(
      (row): PoseTaskInput => ({
        kind: 'measure',
        folder,
        limits,
        row,
        known,
        examples,
        settings: { measures, samples, seed },
        ...(model !== undefined && { model }),
        ...(sheets !== undefined && { sheets }),
      }),
    );
    const results = await runFileTasks(poseTask, inputs, context, [EXAMPLE_SHARE, 1]);
    const outcomes = results.map(
      (result, i): PoseOutcome =>
        'value' in result ? result.value.outcome! : { file: rows[i].file, error: result.error },
    );
    const evaluation = summarizePose(outcomes, {
      examples: examples.length,
      model: model !== undefined,
      known,
    });
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatPose(evaluation), ok: evaluation.failed.length === 0 };
  },
});

async function readPoseIndex(folder: string): Promise<PoseIndexRow[]> {
  const path = join(folder, 'index.json');
  const text = new TextDecoder().decode(await readBytes(path));
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    throw new PosespaceError('bad-input', `eval: "${path}" is not JSON`);
  }
  // Rows are in the order of the list.
  return parseDatasetRows(index).map((row, i) => {
    const { clips } = (index as readonly { readonly clips?: unknown }[])[i];
    return Array.isArray(clips) ? { ...row, hasClips: clips.length > 0 || row.clipsFrom !== undefined } : row;
  });
}

/** The training record on the model's card. */
async function readRecord(folder: string) {
  const bytes = await readBytes(join(folder, 'card.json'));
  try {
    return readTrainingRecord(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new PosespaceError(
      'bad-input',
      `eval: "${join(folder, 'card.json')}" is not JSON; get the model again`,
    );
  }
}

function formatPose(evaluation: PoseEvaluation): string {
  const { failed, skipped, notes, perRig, bySplit, byCategory, worst } = evaluation;
  const kinds = KINSHIPS.filter((kind) => bySplit[kind].rigs > 0);
  const main: NamedGroup[] = [...kinds.map((kind): NamedGroup => [kind, bySplit[kind]]), ['all', evaluation]];
  const categories: NamedGroup[] = Object.entries(byCategory);
  const leftOut = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...formatCompletion(main, categories),
    '',
    ...formatSamples([...categories, ...main], evaluation.references),
    '',
    ...formatPoseSpace([...categories, ...main]),
    ...listWorst('worst against least squares, leaves:', ...ratios(perRig, 'leaves')),
    ...listWorst('worst against least squares, four:', ...ratios(perRig, 'four')),
    ...listWorst(
      'adapted to ten poses of one clip, worst against the model alone, leaves:',
      ...taughtRatios(perRig),
    ),
    `worst ratio     ${decimals(evaluation.worstRatio, 2) ?? '–'}${worst ? ` (${worst.file}, ${worst.handles})` : ''}`,
    `left out        ${leftOut.join(', ') || 'none'}`,
    ...notes.map((note) => `note            ${note}`),
    `failed          ${failed.length}`,
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}

/** Names of the methods in the table. */
const METHOD_NAMES: Readonly<Record<Exclude<PoseMethod, 'model'>, string>> = {
  dls: '  least squares',
  rest: '  rest pose',
  random: '  random rotations',
  retargeted: '  nearest rig retargeted',
};

/** Errors of the joints that were not given: per category the model alone, else with all references. */
function formatCompletion(main: readonly NamedGroup[], categories: readonly NamedGroup[]): string[] {
  const line = (name: string, method: PoseMethod, { rigs, mean, ratio }: PoseGroup) => {
    const own = method === 'model';
    const sets = (['leaves', 'four', 'one'] as const).flatMap((set) => [
      decimals(mean[set][method], 2),
      own ? decimals(ratio[set], 2) : undefined,
    ]);
    return [
      name,
      own ? rigs : undefined,
      ...sets,
      decimals(mean.rotationDegrees[method], 1),
      decimals(mean.handleError[method], 3),
      own ? decimals(mean.solveMilliseconds, 1) : undefined,
    ];
  };
  return formatTable(
    [
      'completion, %',
      'rigs',
      'leaves',
      '/ DLS',
      'four',
      '/ DLS',
      'one',
      '/ DLS',
      'degrees',
      'handles %',
      'ms',
    ],
    [
      ...categories.map(([name, group]) => line(name, 'model', group)),
      ...main.flatMap(([name, group]) =>
        POSE_METHODS.map((method) => line(method === 'model' ? name : METHOD_NAMES[method], method, group)),
      ),
    ],
  );
}

/** Samples and inversion; the references only of all rigs. */
function formatSamples(groups: readonly NamedGroup[], references: PoseGroup['references']): string[] {
  const figures = (of: SampleFigures) => [
    decimals(of.plausibility, 2),
    decimals(of.logSpread, 2),
    decimals(of.selfIntersection, 2),
    decimals(of.bounds === null ? null : 100 * of.bounds, 1),
  ];
  return formatTable(
    ['samples', 'rigs', 'plausibility', 'log spread', 'intersection', 'bounds %', 'inverted 20 %', '50 %'],
    [
      ...groups.map(([name, { rigs, mean }]) => [
        name,
        rigs,
        ...figures(mean),
        decimals(mean.inversion20, 2),
        decimals(mean.inversion50, 2),
      ]),
      ...POSE_REFERENCES.map((name) => [
        `reference: ${name}`,
        undefined,
        ...figures(references[name]),
        undefined,
        undefined,
      ]),
    ],
  );
}

type Rows = PoseEvaluation['perRig'];

/** Rows with a ratio, as arguments of `listWorst`. */
function ratios(rows: Rows, set: 'leaves' | 'four') {
  const of = (row: Rows[number]) => rigRatio(row[set]);
  return [rows.filter((row) => of(row) !== null), (row: Rows[number]) => of(row)!, 2] as const;
}

/** Rows with adaptation, and the ratio of the errors after and before. */
function taughtRatios(rows: Rows) {
  const of = ({ adapt }: Rows[number]): number | null => {
    const { taught, untaught } = adapt?.oneClip.leaves ?? { taught: null, untaught: null };
    return taught !== null && untaught ? taught / untaught : null;
  };
  return [rows.filter((row) => of(row) !== null), (row: Rows[number]) => of(row)!, 2] as const;
}
