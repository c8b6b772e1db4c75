/**
 * @file Chooses the locomotion clips of a folder to evaluate: one per rig family, or a second gait where there is room,
 * body plans in turn, so that a folder of people still includes its two spiders.
 */

import { gaitOfName } from '../../src/motion/gait-names.js';
import { type IndexRow, NO_CATEGORY } from './index-row.js';
import { familyOf } from './pose-kinship.js';
import type { GaitReading } from './read-gaits.js';
import { groupRows } from './summary.js';

/** A row of an index that may tell what clips there are. */
export interface MotionIndexRow extends IndexRow {
  readonly clipNames?: readonly string[];
}

/** A row that was looked at. */
export interface ScannedRow {
  readonly row: MotionIndexRow;
  readonly reading: GaitReading;
}

/** A clip to measure. */
export interface MotionChoice {
  readonly row: MotionIndexRow;
  readonly clip: string;
  readonly plan: string;
  readonly legs: number;
}

/** Rows worth looking at: one a family, those whose clips are called walks first, categories by turns. */
export function rowsToScan(rows: readonly MotionIndexRow[], most: number): MotionIndexRow[] {
  const tells = ({ clipNames }: MotionIndexRow) => clipNames?.some((name) => gaitOfName(name) !== undefined);
  const seen = new Set<string>();
  const firsts = [...rows.filter(tells), ...rows.filter(({ clipNames }) => clipNames === undefined)].filter(
    (row) => !seen.has(familyOf(row)) && seen.add(familyOf(row)),
  );
  return takeTurns(
    firsts,
    ({ category = NO_CATEGORY }) => category,
    ({ flatRig }) => (flatRig ? 1 : 0),
    most,
  );
}

/** The clips to measure, in the order of the rows; a second gait of a rig when all of its kind have had their first. */
export function chooseMotions(scanned: readonly ScannedRow[], limit: number): MotionChoice[] {
  const choices = scanned.flatMap(({ row, reading: { plan, legs, clips } }) =>
    clips.map(({ name }, turn) => ({ turn, choice: { row, clip: name, plan, legs } })),
  );
  const taken = takeTurns(
    choices,
    ({ choice }) => choice.plan,
    ({ turn, choice }) => 2 * turn + (choice.row.flatRig ? 1 : 0),
    limit,
  );
  return choices.filter((item) => taken.includes(item)).map(({ choice }) => choice);
}

/** At most so many, groups giving one after the other: low ranks before high ones, each rank in even steps. */
function takeTurns<T>(
  list: readonly T[],
  groupOf: (item: T) => string,
  rankOf: (item: T) => number,
  most: number,
): T[] {
  const groups = [...groupRows(list, groupOf).values()].map((group) =>
    [...groupRows(group, (item) => String(rankOf(item))).values()].flatMap(scatter),
  );
  const taken: T[] = [];
  for (let turn = 0; taken.length < most && groups.some((group) => turn < group.length); turn++) {
    for (const group of groups) if (turn < group.length && taken.length < most) taken.push(group[turn]);
  }
  return taken;
}

/** The list in an order whose every beginning is spread over the whole of it (van der Corput). */
function scatter<T>(list: readonly T[]): T[] {
  const keyOf = (i: number) => {
    let [value, digit] = [0, 0.5];
    for (let n = i; n > 0; n >>= 1, digit /= 2) value += (n & 1) * digit;
    return value;
  };
  const keys = list.map((_, i) => keyOf(i));
  const ascending = [...keys].sort((a, b) => a - b);
  return keys.map((key) => list[ascending.indexOf(key)]);
}
