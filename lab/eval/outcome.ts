/**
 * @file The result of evaluating one file: figures, a reason to skip it, or an error.
 */

import type { Model } from '../../src/io/model.js';
import { modelRig } from '../../src/io/model.js';
import type { Rig } from '../../src/rig/rig-records.js';
import type { IndexRow } from './index-row.js';

export type FileOutcome<Row> =
  | { readonly row: Row }
  | { readonly skipped: SkipReason; readonly file: string }
  | { readonly error: string; readonly file: string };

/** Why a file is skipped. */
export type SkipReason =
  | 'no mesh, skeleton or skin'
  | 'flat rig'
  | 'no joint moves anything'
  | 'no known body plan';

export interface FailedFile {
  readonly file: string;
  readonly error: string;
}

/** Reads a file of the folder. */
export type ReadRow = (file: string) => Promise<Model>;

/** The rig of a file, or why it is skipped. */
export function rigToMeasure(row: IndexRow, model: Model): Rig | SkipReason {
  const rig = modelRig(model);
  if (!rig) return 'no mesh, skeleton or skin';
  return (row.flatRig ?? isFlat(model)) ? 'flat rig' : rig;
}

/** Whether all joints are children of the root that the reader added. */
function isFlat({ skeleton, source }: Model): boolean {
  const { parents } = skeleton!;
  return parents.length > 2 && source.jointNodes[0] < 0 && parents.every((parent) => parent <= 0);
}

/** Splits outcomes into rows, failures and reasons. */
export function sortOutcomes<Row>(outcomes: readonly FileOutcome<Row>[]) {
  const rows: Row[] = [];
  const failed: FailedFile[] = [];
  const skipped: SkipReason[] = [];
  for (const outcome of outcomes) {
    if ('row' in outcome) rows.push(outcome.row);
    else if ('error' in outcome) failed.push(outcome);
    else skipped.push(outcome.skipped);
  }
  return { rows, failed, skipped };
}
