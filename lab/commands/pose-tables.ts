/** @file The tables of `eval pose` for plausibility, interpolation, projection, repair, adaptation and dragging. */

import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import type { Figure } from '../eval/means.js';
import type { AdaptationErrors } from '../eval/measure-adaptation.js';
import type { PoseGroup } from '../eval/summarize-pose.js';

export type NamedGroup = [name: string, group: PoseGroup];

type Means = PoseGroup['mean'];

interface Column {
  readonly title: string;
  readonly of: (mean: Means) => Figure | undefined;
  readonly digits: number;
}

const column = (title: string, digits: number, of: Column['of']): Column => ({ title, digits, of });
const percent = (value: Figure | undefined): Figure => (typeof value === 'number' ? 100 * value : null);
const over = (a: Figure | undefined, b: Figure | undefined): Figure =>
  typeof a === 'number' && b ? a / b : null;
const ofLeastSquares = (errors: AdaptationErrors | undefined, key: 'taught' | 'untaught'): Figure =>
  over(errors?.[key], errors?.dls);

/** Titles and columns of the tables. */
const TABLES: Readonly<Record<string, readonly Column[]>> = {
  plausibility: [
    column('AUC random', 3, (mean) => mean.meterAuc),
    column('AUC one joint', 3, (mean) => mean.meterAucSubtle),
    column('real natural %', 0, (mean) => percent(mean.meterInside)),
    column('ms', 1, (mean) => mean.meterMilliseconds),
  ],
  'divided limbs': [
    column('in 2: mean %', 2, ({ division }) => division?.two.mean),
    column('same %', 1, ({ division }) => percent(division?.two.same)),
    column('in 3: mean %', 2, ({ division }) => division?.three.mean),
    column('same %', 1, ({ division }) => percent(division?.three.same)),
    column('plausibility', 2, ({ division }) => division?.whole),
    column('uneven', 2, ({ division }) => division?.uneven),
    column('as it is', 2, ({ division }) => division?.unevenAsIs),
  ],
  interpolation: [
    column('evenness', 2, ({ walk }) => walk?.evenness.model),
    column('intersection %', 3, ({ walk }) => percent(walk?.intersection.model)),
    column('/ slerp', 2, ({ walk }) => over(walk?.intersection.model, walk?.intersection.slerp)),
    column('/ straight', 2, ({ walk }) => over(walk?.intersection.model, walk?.intersection.places)),
    column('middle %', 2, ({ walk }) => walk?.middle.model),
    column('/ slerp', 2, ({ walk }) => over(walk?.middle.model, walk?.middle.slerp)),
    column('/ straight', 2, ({ walk }) => over(walk?.middle.model, walk?.middle.places)),
    column('detour', 2, ({ walk }) => walk?.detour.model),
  ],
  projection: [
    column('real moves %', 2, ({ project }) => project?.none.after),
    column('one joint %', 2, ({ project }) => project?.joint.before),
    column('after', 2, ({ project }) => project?.joint.after),
    column('a fifth %', 2, ({ project }) => project?.fifth.before),
    column('after', 2, ({ project }) => project?.fifth.after),
    column('shaken %', 2, ({ project }) => project?.shaken.before),
    column('after', 2, ({ project }) => project?.shaken.after),
  ],
  repair: [
    column('area %', 2, ({ repair }) => percent(repair?.area)),
    column('removed %', 1, ({ repair }) => percent(repair?.removed)),
    column('change %', 2, ({ repair }) => repair?.change),
    column('pinned: removed %', 1, ({ repair }) => percent(repair?.pinned.removed)),
    column('handles %', 3, ({ repair }) => repair?.pinned.handleError),
    column('limits: excess°', 1, ({ repair }) => repair?.limited.excess),
    column('after', 1, ({ repair }) => repair?.limited.excessAfter),
    column('ms', 0, ({ repair }) => repair?.milliseconds),
  ],
  'repaired clips, % of frames': [
    column('changed', 1, ({ clipRepair }) => percent(over(clipRepair?.changed, clipRepair?.frames))),
    column('by 1 %', 1, ({ clipRepair }) => percent(over(clipRepair?.moved, clipRepair?.frames))),
    column('by 3 %', 1, ({ clipRepair }) => percent(over(clipRepair?.movedFar, clipRepair?.frames))),
    column('less natural', 1, ({ clipRepair }) =>
      percent(over(clipRepair?.lessPlausible, clipRepair?.frames)),
    ),
  ],
  'adapted / DLS': [
    column('one clip: leaves', 2, ({ adapt }) => ofLeastSquares(adapt?.oneClip.leaves, 'taught')),
    column('model alone', 2, ({ adapt }) => ofLeastSquares(adapt?.oneClip.leaves, 'untaught')),
    column('four', 2, ({ adapt }) => ofLeastSquares(adapt?.oneClip.four, 'taught')),
    column('model alone', 2, ({ adapt }) => ofLeastSquares(adapt?.oneClip.four, 'untaught')),
    column('spread: leaves', 2, ({ adapt }) => ofLeastSquares(adapt?.spread.leaves, 'taught')),
    column('four', 2, ({ adapt }) => ofLeastSquares(adapt?.spread.four, 'taught')),
    column('ms', 1, ({ adapt }) => adapt?.teachMilliseconds),
  ],
  'adapted interpolation': [
    column('middle %', 2, ({ adapt }) => adapt?.middle.taught),
    column('/ slerp', 2, ({ adapt }) => over(adapt?.middle.taught, adapt?.middle.slerp)),
    column('model alone', 2, ({ adapt }) => over(adapt?.middle.untaught, adapt?.middle.slerp)),
  ],
  'drag: others move': [
    column('default', 3, ({ drag }) => drag?.local),
    column('whole body', 3, ({ drag }) => drag?.whole),
    column('dragged before', 3, ({ drag }) => drag?.kept),
    column('error', 3, ({ drag }) => drag?.error),
    column('whole body', 3, ({ drag }) => drag?.wholeError),
  ],
};

/** The tables that have figures, each followed by an empty line. */
export function formatPoseSpace(groups: readonly NamedGroup[]): string[] {
  return Object.entries(TABLES).flatMap(([title, columns]) => {
    const rows = groups.map(([name, { rigs, mean }]) => [
      name,
      rigs,
      ...columns.map(({ of, digits }) => decimals(of(mean) ?? null, digits)),
    ]);
    const hasFigures = groups.some(([, { mean }]) => columns.some(({ of }) => (of(mean) ?? null) !== null));
    if (!hasFigures) return [];
    return [...formatTable([title, 'rigs', ...columns.map((entry) => entry.title)], rows), ''];
  });
}
