/**
 * @file Measures skin weights over a folder of rigs (METRICS.md, `eval skin`): the file's own skeleton is given, all its
 * joints compete, the artist's weights are the truth.
 *
 * Flat rigs (boxes with a parentless bone each) are skipped. Two references: rigid weights by the nearest bone, and the
 * artists' own weights after the metric's filter, the best that weights can reach.
 *
 * Some "artists' weights" are another program's automatic ones, where agreement means little. Medians are given with and
 * without them: by `automaticWeights` in the index, or else by known sources (all of Mesh2Motion, two creatures of
 * Polygonal Mind).
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Rig, Skeleton, Skin } from '../../src/rig/rig-records.js';
import { measureBoneReach } from './bone-reach.js';
import { type IndexRow, NO_CATEGORY } from './index-row.js';
import { nearestBoneSkin } from './nearest-bone-skin.js';
import { type FailedFile, type FileOutcome, type ReadRow, rigToMeasure, sortOutcomes } from './outcome.js';
import { measureSkin, type SkinMetrics } from './skin-metrics.js';
import { countWords, groupRows, mediansOf } from './summary.js';

/** Figures of a reference on one rig. */
export type SkinReference = Pick<SkinMetrics, 'precision' | 'recall' | 'l1' | 'motionError' | 'leakage'>;

export interface SkinRow extends SkinMetrics {
  readonly file: string;
  readonly category: string;
  readonly vertices: number;
  readonly joints: number;
  /** How the solver says it went about it. */
  readonly method: string;
  /** Of a call after the first ones. */
  readonly microsecondsPerVertex: number;
  readonly automaticWeights: boolean;
  /** The same measures of rigid weights by the nearest bone. */
  readonly nearestBone: SkinReference;
  /** And of the true weights, filtered. */
  readonly filteredTruth: SkinReference;
  /** And of other solvers, by name. */
  readonly others: Readonly<Record<string, SkinReference>>;
  /** Codes of what the solver found worth telling. */
  readonly findings: readonly string[];
}

/** A call is timed again until this has gone by. */
const WARM_MILLISECONDS = 300;

const MEASURES = ['precision', 'recall', 'l1', 'motionError', 'leakage'] as const;
const MEDIANS = [...MEASURES, 'microsecondsPerVertex'] as const;
type ReferenceMedians = Record<(typeof MEASURES)[number], number | null>;
type SkinMedians = Record<(typeof MEDIANS)[number], number | null>;

export interface SkinEvaluation {
  /** Rigs that were measured. */
  readonly rigs: number;
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Vertices without any weight, over all rigs. */
  readonly unweightedVertices: number;
  readonly median: SkinMedians;
  /** Without the rigs whose true weights are another program's. */
  readonly medianWithoutAutomatic: SkinMedians & { readonly rigs: number };
  readonly references: { readonly nearestBone: ReferenceMedians; readonly filteredTruth: ReferenceMedians };
  /** Other solvers on the same rigs. */
  readonly others: Readonly<
    Record<string, ReferenceMedians & { readonly better: number; readonly meanChange: number }>
  >;
  /** How many rigs each method was used for. */
  readonly methods: Readonly<Record<string, number>>;
  readonly byCategory: Readonly<Record<string, SkinMedians & { readonly rigs: number }>>;
  readonly perRig: readonly SkinRow[];
}

/** Weights for a mesh and a skeleton, by any means. */
export type SolveSkin = (mesh: Mesh, skeleton: Skeleton) => SolvedSkin | Promise<SolvedSkin>;

/** Weights with how they came about. */
export interface SolvedSkin {
  readonly skin: Skin;
  readonly method: string;
  readonly findings: readonly { readonly code: string }[];
}

export interface EvaluateSkinOptions extends WorkOptions {
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

/** Evaluates all rows one after the other. */
export async function evaluateSkin(
  rows: readonly IndexRow[],
  read: ReadRow,
  solve: SolveSkin,
  options: EvaluateSkinOptions = {},
): Promise<SkinEvaluation> {
  const outcomes: FileOutcome<SkinRow>[] = [];
  for (const [i, row] of rows.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: row.file, fraction: i / rows.length });
    try {
      outcomes.push(await measureSkinFile(row, read, solve, options.now));
    } catch (error) {
      throwIfAborted(options.signal);
      outcomes.push({ file: row.file, error: (error as Error).message });
    }
  }
  return summarizeSkin(outcomes);
}

/** Measures one file. */
export async function measureSkinFile(
  row: IndexRow,
  read: ReadRow,
  solve: SolveSkin,
  now: () => number = () => 0,
  others: Readonly<Record<string, SolveSkin>> = {},
): Promise<FileOutcome<SkinRow>> {
  const { file } = row;
  const model = await read(file);
  const rig = rigToMeasure(row, model);
  if (typeof rig === 'string') return { file, skipped: rig };
  const vertices = rig.mesh.positions.length / 3;
  const { skin, method, findings } = await solve(rig.mesh, rig.skeleton);
  const milliseconds = await timeWarm(() => solve(rig.mesh, rig.skeleton), now);
  const microsecondsPerVertex = (1000 * milliseconds) / vertices;
  if (!isSound(skin, rig)) {
    return { file, error: 'the weights are not finite or name joints that are not there' };
  }
  const options = { clips: model.clips, reach: measureBoneReach(rig.mesh, rig.skeleton) };
  const compared: [string, SkinReference][] = [];
  for (const [name, other] of Object.entries(others)) {
    const solved = await other(rig.mesh, rig.skeleton);
    compared.push([name, pickMeasures(measureSkin(solved.skin, rig, options))]);
  }
  return {
    row: {
      file,
      category: row.category ?? NO_CATEGORY,
      vertices,
      joints: rig.skeleton.parents.length,
      method,
      ...measureSkin(skin, rig, options),
      microsecondsPerVertex,
      automaticWeights: hasAutomaticWeights(row),
      nearestBone: pickMeasures(measureSkin(nearestBoneSkin(rig.mesh, rig.skeleton), rig, options)),
      filteredTruth: pickMeasures(measureSkin(rig.skin, rig, options)),
      others: Object.fromEntries(compared),
      findings: findings.map(({ code }) => code),
    },
  };
}

/** Medians over what became of each file. */
export function summarizeSkin(outcomes: readonly FileOutcome<SkinRow>[]): SkinEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const own = rows.filter(({ automaticWeights }) => !automaticWeights);
  const withCount = (group: readonly SkinRow[]) => ({ rigs: group.length, ...mediansOf(group, MEDIANS) });
  const reference = (key: 'nearestBone' | 'filteredTruth') =>
    mediansOf(
      rows.map((row) => row[key]),
      MEASURES,
    );
  return {
    rigs: rows.length,
    failed,
    skipped: countWords(skipped),
    unweightedVertices: rows.reduce((sum, row) => sum + row.unweightedVertices, 0),
    median: mediansOf(rows, MEDIANS),
    medianWithoutAutomatic: withCount(own),
    references: { nearestBone: reference('nearestBone'), filteredTruth: reference('filteredTruth') },
    others: summarizeOthers(rows),
    methods: countWords(rows.map(({ method }) => method)),
    byCategory: Object.fromEntries(
      [...groupRows(rows, ({ category }) => category)].map(([name, group]) => [name, withCount(group)]),
    ),
    perRig: rows,
  };
}

/** Medians of each other solver, on how many rigs it is nearer to the artist's, and the mean of the change of L1. */
function summarizeOthers(rows: readonly SkinRow[]): SkinEvaluation['others'] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.others)))];
  return Object.fromEntries(
    names.map((name) => {
      const some = rows.filter((row) => row.others[name]);
      const change = some.map((row) => row.others[name].l1 - row.l1);
      const summary = {
        ...mediansOf(
          some.map((row) => row.others[name]),
          MEASURES,
        ),
        better: change.filter((value) => value < 0).length,
        meanChange: change.reduce((sum, value) => sum + value, 0) / Math.max(1, some.length),
      };
      return [name, summary];
    }),
  );
}

/**
 * Shortest of a few calls: the first ones in a process are compiled while they run, and a small mesh is solved before
 * that is over. A call that takes long is made once.
 */
async function timeWarm(call: () => unknown, now: () => number): Promise<number> {
  let shortest = Infinity;
  let total = 0;
  do {
    const start = now();
    await call();
    const elapsed = now() - start;
    shortest = Math.min(shortest, elapsed);
    total += elapsed;
  } while (total > 0 && total < WARM_MILLISECONDS);
  return shortest;
}

function isSound({ joints, weights }: Skin, { skeleton }: Rig): boolean {
  return weights.every(Number.isFinite) && joints.every((joint) => joint < skeleton.parents.length);
}

function hasAutomaticWeights({ automaticWeights, source, name = '' }: IndexRow): boolean {
  return automaticWeights ?? (source === 'mesh2motion' || ['Scorpy', 'Squidle'].includes(name));
}

function pickMeasures({ precision, recall, l1, motionError, leakage }: SkinMetrics): SkinReference {
  return {
    precision,
    recall,
    l1,
    ...(motionError !== undefined && { motionError }),
    ...(leakage !== undefined && { leakage }),
  };
}
