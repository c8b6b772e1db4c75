/** @file `npm run lab -- eval video`: motion from videos and reconstructions of the clips of a folder, against the truth. */

import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, oneOf, path } from '../../src/cli/shared/flags.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { type DiscoverRow, summarizeDiscover } from '../eval/evaluate-discover.js';
import { type ReconstructionRow, summarizeReconstructions } from '../eval/evaluate-reconstructions.js';
import { summarizeVideo, type VideoRow } from '../eval/evaluate-video.js';
import { type IndexRow, selectRows } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { readClipIndex } from './read-clip-index.js';
import { readIndex } from './read-index.js';
import { formatDiscover, formatReconstructions, formatVideo } from './video-tables.js';
import { VIDEO_MEASURES, videoTask } from './video-task.js';

const FLAGS = {
  ...EVALUATION_FLAGS,
  measure: oneOf(VIDEO_MEASURES, 'what to measure', { default: 'clips' }),
  twoViews: count('fit so many of the clips to two views as well; by default all'),
  keep: path('a folder for what each file gave: a run that was stopped goes on there', {
    placeholder: 'folder',
  }),
};

export const evaluateVideoCommand = defineCommand({
  usage: 'eval video <folder>',
  summary: 'Recover the motion of clips from videos of them, or from one mesh per frame; teach by videos',
  output: 'a JSON file to write the whole evaluation to',
  flags: FLAGS,
  examples: [
    ['npm run lab -- eval video creatures/ --split test --limit 24 --keep done/', 'a table, with references'],
    ['npm run lab -- eval video creatures/ --measure reconstructions --limit 12', 'clips remeshed per frame'],
    ['npm run lab -- eval video creatures/ --measure discover --json > gain.json', 'what videos teach'],
  ],
  async run(context, folder) {
    const { options, limits } = context;
    const { measure, keep } = options;
    const rows = await videoRows(folder, options, measure === 'discover');
    const inputs = rows.map((row, i) => ({
      ...{ folder, limits, row, measure, twoViews: i < (options.twoViews ?? Infinity) },
      ...(keep !== undefined && { keep }),
    }));
    const results = await runFileTasks(videoTask, inputs, context);
    const outcomes = results.map((result, i) =>
      'value' in result ? result.value : { file: rows[i].file, error: result.error },
    );
    const { data, text } = summarize(measure, outcomes);
    if (context.output) await writeJsonFile(context.output, data);
    return { data, text, ok: data.failed.length === 0 };
  },
});

function summarize(measure: (typeof VIDEO_MEASURES)[number], outcomes: readonly FileOutcome<unknown>[]) {
  if (measure === 'reconstructions') {
    const data = summarizeReconstructions(outcomes as FileOutcome<ReconstructionRow>[]);
    return { data, text: formatReconstructions(data) };
  }
  if (measure === 'discover') {
    const data = summarizeDiscover(outcomes as FileOutcome<DiscoverRow>[]);
    return { data, text: formatDiscover(data) };
  }
  const data = summarizeVideo(outcomes as FileOutcome<VideoRow>[]);
  return { data, text: formatVideo(data) };
}

/** Rigs with clips first; those without get motions of the library. Flat rigs have no bones to fit. */
async function videoRows(
  folder: string,
  options: Parameters<typeof chooseRows>[1],
  clipsOnly: boolean,
): Promise<IndexRow[]> {
  const wholeRigs = (rows: readonly IndexRow[]) => rows.filter(({ flatRig }) => !flatRig);
  const filmed = wholeRigs(await readClipIndex(folder));
  if (clipsOnly) return chooseRows(filmed, options);
  const files = new Set(filmed.map(({ file }) => file));
  const all = wholeRigs(await readIndex(folder));
  chooseRows(all, options);
  const first = selectRows(filmed, options);
  const left = options.limit === undefined ? undefined : options.limit - first.length;
  if (left === 0) return first;
  const others = all.filter(({ file }) => !files.has(file));
  return [...first, ...selectRows(others, { ...options, limit: left })];
}
