/** @file `npm run lab -- eval motion`: foot-skate cleanup and physics tracking of locomotion clips. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, type OptionsOf, someOf } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { type CommandContext, defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes } from '../../src/io/node.js';
import { parseDatasetRows } from '../dataset/dataset-row.js';
import { chooseMotions, type MotionIndexRow, rowsToScan, type ScannedRow } from '../eval/choose-motions.js';
import { type MotionEvaluation, type MotionOutcome, summarizeMotion } from '../eval/evaluate-motion.js';
import { MOTION_MEASURES } from '../eval/measure-motion-clip.js';
import { listSampleMotions, nameSampleMotion } from '../eval/sample-motions.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { type MotionTaskInput, motionTask } from './motion-task.js';

const CLIPS = 30;
const OWN_CLIPS = 14;
/** Files scanned per clip. */
const SCAN_FACTOR = 3;
/** Scanning takes about this fraction of the time. */
const SCAN_SHARE = 0.3;

const FLAGS = {
  ...EVALUATION_FLAGS,
  limit: count('at most this many clips, body plans in turn, one or two per rig family', {
    min: 1,
    default: CLIPS,
  }),
  measure: someOf(MOTION_MEASURES, 'what to measure; by default everything'),
  own: count(`this many clips of sample creatures as well; without a folder, ${OWN_CLIPS}`, { max: 1000 }),
};

export const evaluateMotionCommand = defineCommand({
  usage: 'eval motion [folder]',
  summary:
    'Foot-skate cleanup and physics tracking of the walks and runs of a folder, or of sample creatures',
  output: 'a JSON file to write the whole evaluation to',
  flags: FLAGS,
  examples: [
    ['npm run lab -- eval motion creatures/ --split test', 'thirty walks and runs, before and after'],
    [
      'npm run lab -- eval motion creatures/ --measure clean --json > motion.json',
      'contacts only, every figure',
    ],
    ['npm run lab -- eval motion', 'sample creatures'],
  ],
  async run(context, folder: string | undefined) {
    const { options, seed } = context;
    const { measure = MOTION_MEASURES, own = folder === undefined ? OWN_CLIPS : 0 } = options;
    const track = measure.includes('track');
    const inputs: MotionTaskInput[] = [
      ...(folder === undefined ? [] : await chooseFiles(context, folder, track)),
      ...listSampleMotions(own, seed).map(
        (motion): MotionTaskInput => ({
          kind: 'own',
          row: { file: nameSampleMotion(motion) },
          own: motion,
          track,
        }),
      ),
    ];
    const results = await runFileTasks(motionTask, inputs, context, [
      folder === undefined ? 0 : SCAN_SHARE,
      1,
    ]);
    const outcomes = results.map((result, i): MotionOutcome => {
      if ('value' in result) return { row: result.value.row! };
      const input = inputs[i];
      const clip = input.kind === 'measure' ? `${input.row.file}: ${input.choice.clip}` : input.row.file;
      return { clip, error: result.error };
    });
    const evaluation = summarizeMotion(outcomes);
    if (context.output) await writeJsonFile(context.output, evaluation);
    const broken = evaluation.failed.some(({ stage }) => stage === 'read');
    return { data: evaluation, text: formatMotion(evaluation), ok: !broken };
  },
});

/** The locomotion clips of a folder that the flags select. */
async function chooseFiles(
  context: CommandContext<OptionsOf<typeof FLAGS>>,
  folder: string,
  track: boolean,
): Promise<MotionTaskInput[]> {
  const { options, limits } = context;
  const { limit } = options;
  const index = await readMotionIndex(folder);
  const rows = chooseRows(index, { split: options.split, category: options.category });
  const chosen = rowsToScan(rows, SCAN_FACTOR * limit);
  const scans = chosen.map((row): MotionTaskInput => ({ kind: 'scan', folder, limits, row }));
  const results = await runFileTasks(motionTask, scans, context, [0, SCAN_SHARE]);
  const scanned = results.flatMap((result, i): ScannedRow[] =>
    'value' in result && result.value.reading ? [{ row: chosen[i], reading: result.value.reading }] : [],
  );
  const choices = chooseMotions(scanned, limit);
  if (choices.length > 0) {
    return choices.map((choice) => ({ kind: 'measure', folder, limits, row: choice.row, choice, track }));
  }
  throw new PosespaceError(
    'bad-input',
    `eval: nothing walks in the ${chosen.length} rigs of "${folder}" that were scanned`,
  );
}

async function readMotionIndex(folder: string): Promise<MotionIndexRow[]> {
  const path = join(folder, 'index.json');
  let index: unknown;
  try {
    index = JSON.parse(new TextDecoder().decode(await readBytes(path)));
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    throw new PosespaceError('bad-input', `eval: "${path}" is not JSON`);
  }
  // Rows are in the order of the list.
  return parseDatasetRows(index).map((row, i) => {
    const { clips } = (index as readonly { readonly clips?: unknown }[])[i];
    if (!Array.isArray(clips)) return row;
    return { ...row, clipNames: clips.filter((name): name is string => typeof name === 'string') };
  });
}

function formatMotion({ perClip, failed, reached, clips, median, byPlan }: MotionEvaluation): string {
  const tracks = reached.tracked !== null;
  const sum = (name: string, count: number, { before, cleaned, tracked }: typeof median) => [
    name,
    count,
    decimals(before.skate, 3),
    decimals(cleaned.skate, 3),
    decimals(cleaned.less.skate, 0),
    decimals(before.penetration, 2),
    decimals(cleaned.penetration, 2),
    decimals(cleaned.less.penetration, 0),
    decimals(before.jolt, 1),
    decimals(cleaned.jolt, 1),
    decimals(cleaned.pop, 2),
    ...(tracks
      ? [
          decimals(tracked.skate, 3),
          decimals(tracked.penetration, 2),
          decimals(tracked.trackingError, 1),
          decimals(tracked.seconds, 0),
        ]
      : []),
  ];
  const header = ['skate', '→', '% less', 'sinks %', '→', '% less', 'jolt %', '→', 'pop'];
  const trackHeader = tracks ? ['tracked: skate', 'sinks %', 'error %', 'seconds'] : [];
  return [
    ...formatTable(
      ['clip', 'legs', ...header, ...trackHeader],
      perClip.map((row) => sum(`${row.clip} (${row.plan})`, row.legs, row as unknown as typeof median)),
    ),
    '',
    ...formatTable(
      ['medians', 'clips', ...header, ...trackHeader],
      [
        ...Object.entries(byPlan).map(([plan, group]) => sum(plan, group.clips, group)),
        sum('all', clips, median),
      ],
    ),
    `cleaned         ${reached.cleaned} of ${clips} slide and sink in 80 % less, or invisibly`,
    ...(tracks
      ? [
          `tracked         ${reached.tracked} of ${clips} stand, sink in less than 0.3 %, tracking error below 6 %`,
        ]
      : []),
    `failed          ${failed.length}`,
    ...failed.map(({ clip, stage, reason }) => `failed: ${clip}: ${stage}: ${reason}`),
  ].join('\n');
}
