/** @file The tables of `eval video`. */

import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { DISCOVER_SHARE, type DiscoverEvaluation } from '../eval/evaluate-discover.js';
import { type ReconstructionEvaluation, RIGHT_ERROR } from '../eval/evaluate-reconstructions.js';
import type { VideoEvaluation } from '../eval/evaluate-video.js';

const CLIP_COLUMNS = [
  ...['clip', 'joints %', 'visible %', 'rest', 'silhouettes', 'no pose space', 'two views'],
  ...['IoU', 'contacts', 's', 'CPU s'],
];

export function formatVideo(evaluation: VideoEvaluation): string {
  const { perClip, median, references, twoViews, betterThanReferences, clips, skipped } = evaluation;
  return [
    ...formatTable(CLIP_COLUMNS, [
      ...perClip.map((row) => [
        `${row.file}: ${row.clip}`,
        decimals(row.fit.joints, 2),
        decimals(row.fit.visible, 2),
        decimals(row.references.rest.joints, 2),
        decimals(row.references.silhouettes.joints, 2),
        decimals(row.references.noPoseSpace.joints, 2),
        decimals(row.twoViews?.joints ?? null, 2),
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
        decimals(twoViews, 2),
        decimals(median.iou, 3),
        decimals(median.contacts, 2),
        decimals(median.seconds, 0),
        decimals(median.cpuSeconds, 0),
      ],
    ]),
    '',
    `better than every reference  ${betterThanReferences} of ${clips}`,
    `left out, no motion          ${skipped}`,
    ...failedLines(evaluation),
  ].join('\n');
}

export function formatReconstructions(evaluation: ReconstructionEvaluation): string {
  const { perClip, right, wrong, dropped, joints, skipped } = evaluation;
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  return [
    ...formatTable(
      ['clip', 'frames', 'kept', 'right', 'wrong', 'joints %', 'surface %', 'rest', 'CPU s'],
      perClip.map((row) => [
        `${row.file}: ${row.clip}`,
        `${row.frames}`,
        `${row.kept}`,
        `${row.right}`,
        `${row.wrong}`,
        decimals(row.joints, 2),
        decimals(row.chamfer, 2),
        decimals(row.rest, 2),
        decimals(row.cpuSeconds, 0),
      ]),
    ),
    '',
    `within ${RIGHT_ERROR} % of the diameter  ${percent(right)} of all frames, median ${decimals(joints, 2)} %`,
    `left out                     ${percent(dropped)}`,
    `kept though farther away     ${percent(wrong)}`,
    `skipped, no motion           ${skipped}`,
    ...failedLines(evaluation),
  ].join('\n');
}

export function formatDiscover(evaluation: DiscoverEvaluation): string {
  const { perRig, byVideos, byTruth, enough, skipped } = evaluation;
  return [
    ...formatTable(
      ['rig', 'films', 'poses', 'their error %', 'untaught', 'by videos', 'by ten true poses'],
      perRig.map((row) => [
        row.file,
        `${row.films}`,
        `${row.discovered}`,
        decimals(row.poseError, 2),
        decimals(row.untaught, 2),
        decimals(row.taught, 2),
        decimals(row.taughtTruth, 2),
      ]),
    ),
    '',
    `taught over untaught, median  videos ${decimals(byVideos, 3)}, ten true poses ${decimals(byTruth, 3)}`,
    `at most ${DISCOVER_SHARE} times that of true poses: ${enough ? 'yes' : 'no'}`,
    `skipped, fewer than two clips ${skipped}`,
    ...failedLines(evaluation),
  ].join('\n');
}

const failedLines = ({
  failed,
}: {
  readonly failed: readonly { file: string; error: string }[];
}): string[] => [
  `failed                       ${failed.length}`,
  ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
];
