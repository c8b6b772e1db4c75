/** @file `npm run lab -- eval video`: motion recovered from videos of the clips of a folder. */

import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { summarizeVideo, type VideoEvaluation } from '../eval/evaluate-video.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { readClipIndex } from './read-clip-index.js';
import { videoTask } from './video-task.js';

export const evaluateVideoCommand = defineCommand({
  usage: 'eval video <folder>',
  summary: 'Film a clip of every rig of a folder, encode it, and recover its motion from the video',
  output: 'a JSON file to write the whole evaluation to',
  flags: EVALUATION_FLAGS,
  examples: [
    ['npm run lab -- eval video creatures/ --split test --limit 24', 'a table, with references'],
    ['npm run lab -- eval video creatures/ --json > video.json', 'every clip'],
  ],
  async run(context, folder) {
    const rows = chooseRows(await readClipIndex(folder), context.options);
    const inputs = rows.map((row) => ({ folder, limits: context.limits, row }));
    const results = await runFileTasks(videoTask, inputs, context);
    const evaluation = summarizeVideo(
      results.map((result, i) =>
        'value' in result ? result.value : { file: rows[i].file, error: result.error },
      ),
    );
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatVideo(evaluation), ok: evaluation.failed.length === 0 };
  },
});

function formatVideo({
  perClip,
  median,
  references,
  betterThanReferences,
  clips,
  failed,
  skipped,
}: VideoEvaluation): string {
  return [
    ...formatTable(
      [
        'clip',
        'joints %',
        'visible %',
        'rest',
        'silhouettes',
        'no pose space',
        'IoU',
        'contacts',
        's',
        'CPU s',
      ],
      [
        ...perClip.map((row) => [
          `${row.file}: ${row.clip}`,
          decimals(row.fit.joints, 2),
          decimals(row.fit.visible, 2),
          decimals(row.references.rest.joints, 2),
          decimals(row.references.silhouettes.joints, 2),
          decimals(row.references.noPoseSpace.joints, 2),
          decimals(row.iou, 3),
          decimals(row.contacts, 2),
          decimals(row.seconds, 0),
          decimals(row.cpuSeconds, 0),
        ]),
        [
          'median',
          decimals(median.joints, 2),
          decimals(median.visible, 2),
          decimals(references.rest, 2),
          decimals(references.silhouettes, 2),
          decimals(references.noPoseSpace, 2),
          decimals(median.iou, 3),
          decimals(median.contacts, 2),
          decimals(median.seconds, 0),
          decimals(median.cpuSeconds, 0),
        ],
      ],
    ),
    '',
    `better than every reference  ${betterThanReferences} of ${clips}`,
    `left out, no motion          ${skipped}`,
    `failed                       ${failed.length}`,
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
