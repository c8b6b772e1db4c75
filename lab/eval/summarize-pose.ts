/**
 * @file Means of a pose space's figures over rigs: all, by relation to the training set, and by category. Never pooled
 * over frames; a rig without a figure does not count in its mean.
 *
 * A ratio divides means: the model's error by that of plain least squares. `worstRatio` is the largest of a single rig,
 * over the sets `leaves` and `four`; there errors below 0.05 % of the diameter, which cannot be seen, count as 0.05 %.
 */

import { HANDLE_SETS, type HandleSet } from './handle-sets.js';
import { type Figure, meanOf, meanRecords, meansOf } from './means.js';
import type { DivisionMeasures } from './measure-division.js';
import { PLAUSIBILITY_FIGURES } from './measure-plausibility.js';
import { type MethodFigures, POSE_METHODS, type PoseReference } from './measure-pose-rig.js';
import type { PoseSpaceFigures } from './measure-pose-space.js';
import { SAMPLE_FIGURES, type SampleFigures } from './measure-samples.js';
import type { FailedFile } from './outcome.js';
import type { Kinship, KnownRigs } from './pose-kinship.js';
import type { PoseOutcome, PoseRow } from './pose-outcome.js';
import { countWords, groupRows } from './summary.js';

/** Errors below this count as this in a ratio of one rig, % of the diameter. */
const LEAST_ERROR = 0.05;

const INVERSIONS = ['inversion20', 'inversion50'] as const;

/** Means over rigs. */
export interface PoseMeans extends SampleFigures, PoseSpaceFigures {
  readonly leaves: MethodFigures;
  readonly four: MethodFigures;
  readonly one: MethodFigures;
  /** With the handles `leaves`. */
  readonly rotationDegrees: MethodFigures;
  /** With the handles `leaves`. */
  readonly handleError: MethodFigures;
  readonly inversion20: Figure;
  readonly inversion50: Figure;
  readonly solveMilliseconds: Figure;
  readonly division: DivisionMeasures | null;
}

export interface PoseGroup {
  readonly rigs: number;
  readonly mean: PoseMeans;
  /** Mean error of the model over mean error of least squares. */
  readonly ratio: Readonly<Record<HandleSet, Figure>>;
  /** The largest ratio of one rig. */
  readonly worstRatio: Figure;
  /** Means of the references of samples. */
  readonly references: Readonly<Record<PoseReference, SampleFigures>>;
}

export interface PoseEvaluation extends PoseGroup {
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The rig and the handles of `worstRatio`. */
  readonly worst: { readonly file: string; readonly handles: HandleSet } | null;
  /** Seen rigs with unseen clips, unseen rigs of seen kinds, unseen kinds. */
  readonly bySplit: Readonly<Record<Kinship, PoseGroup>>;
  readonly byCategory: Readonly<Record<string, PoseGroup>>;
  /** Caveats. */
  readonly notes: readonly string[];
  readonly perRig: readonly PoseRow[];
}

/** How the figures were obtained, for the notes. */
export interface PoseCircumstances {
  /** Train rigs that could be retargeted from. */
  readonly examples: number;
  /** Whether there was a model. */
  readonly model: boolean;
  readonly known: KnownRigs;
}

/** Means over the outcomes of all files. */
export function summarizePose(
  outcomes: readonly PoseOutcome[],
  circumstances: PoseCircumstances,
): PoseEvaluation {
  const rows = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
  const skipped = outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : []));
  const worst = findWorst(rows);
  const kin = (kinship: Kinship) => summarizeGroup(rows.filter((row) => row.kinship === kinship));
  return {
    ...summarizeGroup(rows),
    failed: outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : [])),
    skipped: countWords(skipped),
    worst: worst && { file: worst.file, handles: worst.handles },
    bySplit: { seen: kin('seen'), near: kin('near'), far: kin('far') },
    byCategory: Object.fromEntries(
      [...groupRows(rows, ({ category }) => category)].map(([name, group]) => [name, summarizeGroup(group)]),
    ),
    notes: notesOn(rows, circumstances),
    perRig: rows,
  };
}

function summarizeGroup(rows: readonly PoseRow[]): PoseGroup {
  const methods = (of: (row: PoseRow) => MethodFigures) => meansOf(rows.map(of), POSE_METHODS);
  const completion = {
    leaves: methods(({ leaves }) => leaves),
    four: methods(({ four }) => four),
    one: methods(({ one }) => one),
  };
  const ratio = (set: HandleSet): Figure => {
    const { model, dls } = completion[set];
    return model !== null && dls ? model / dls : null;
  };
  const reference = (name: PoseReference) =>
    meansOf(
      rows.map(({ references }) => references[name]),
      SAMPLE_FIGURES,
    );
  return {
    rigs: rows.length,
    mean: {
      ...completion,
      rotationDegrees: methods(({ rotationDegrees }) => rotationDegrees.leaves),
      handleError: methods(({ handleError }) => handleError.leaves),
      ...meansOf(rows, SAMPLE_FIGURES),
      ...meansOf(rows, INVERSIONS),
      ...meansOf(rows, PLAUSIBILITY_FIGURES),
      walk: meanRecords(rows.map(({ walk }) => walk)),
      project: meanRecords(rows.map(({ project }) => project)),
      repair: meanRecords(rows.map(({ repair }) => repair)),
      clipRepair: meanRecords(rows.map(({ clipRepair }) => clipRepair)),
      adapt: meanRecords(rows.map(({ adapt }) => adapt)),
      drag: meanRecords(rows.map(({ drag }) => drag)),
      division: meanRecords(rows.map(({ division }) => division)),
      solveMilliseconds: meanOf(rows.map(({ solveMilliseconds }) => solveMilliseconds)),
    },
    ratio: { leaves: ratio('leaves'), four: ratio('four'), one: ratio('one') },
    worstRatio: findWorst(rows)?.ratio ?? null,
    references: {
      rest: reference('rest'),
      random: reference('random'),
      retargeted: reference('retargeted'),
      clips: reference('clips'),
    },
  };
}

/** The rig that gains least from the model. */
function findWorst(
  rows: readonly PoseRow[],
): { readonly file: string; readonly handles: HandleSet; readonly ratio: number } | null {
  let worst: { file: string; handles: HandleSet; ratio: number } | null = null;
  for (const row of rows) {
    for (const handles of HANDLE_SETS) {
      // One leaf hardly constrains a pose: a ratio would be chance.
      if (handles === 'one') continue;
      const ratio = rigRatio(row[handles]);
      if (ratio !== null && (!worst || ratio > worst.ratio)) worst = { file: row.file, handles, ratio };
    }
  }
  return worst;
}

/** The model's error over that of least squares on one rig. */
export function rigRatio({ model, dls }: MethodFigures): Figure {
  if (model === null || dls === null) return null;
  return Math.max(model, LEAST_ERROR) / Math.max(dls, LEAST_ERROR);
}

function notesOn(rows: readonly PoseRow[], { examples, model, known }: PoseCircumstances): string[] {
  const seen = rows.some(({ kinship }) => kinship === 'seen');
  const oneClip = rows.filter(({ references }) => references.random.plausibility === null).length;
  return [
    ...(model ? [] : ['references alone: there was no model']),
    ...(examples === 0
      ? ['the index has no rows of the split train with clips, so nothing is retargeted']
      : []),
    ...(seen && !known.heldOutClips
      ? ["the model's card does not say which clips were held out: all clips of seen rigs count"]
      : []),
    ...(oneClip > 0
      ? [`${oneClip} rigs have too few poses that differ from clip to clip for plausibility`]
      : []),
  ];
}
