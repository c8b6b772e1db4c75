/**
 * @file Measures skeletons found from geometry over a folder of rigs (METRICS.md, `eval rig`). The truth is the
 * artist's skeleton without the joints that move no vertex; clips are not needed.
 *
 * Flat rigs (boxes with a parentless bone each) are skipped: they have no skeleton to find. Two trivial references: the
 * raw curve with a joint at every even step (`curve-skeleton.ts`), and the typical train skeleton of the category scaled
 * to the mesh (`category-skeleton.ts`), where the index has train rows of the category.
 *
 * A joint is outside if it is in no solid cell of the mesh at 128 cells; cells that the surface crosses are solid, so a
 * joint may be up to one cell (0.8 % of the longest side) outside of a closed surface unnoticed.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { voxelize } from '../../src/mesh/voxelize.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import {
  type BoxSkeleton,
  createCategorySkeletons,
  fitBoxSkeleton,
  toBoxSkeleton,
} from './category-skeleton.js';
import { curveSkeleton } from './curve-skeleton.js';
import { dropIdleJoints, type JointForest } from './drop-idle-joints.js';
import { type IndexRow, NO_CATEGORY } from './index-row.js';
import { type FailedFile, type FileOutcome, type ReadRow, rigToMeasure, sortOutcomes } from './outcome.js';
import { compareSkeletons, type SkeletonMetrics } from './skeleton-metrics.js';
import { countWords, groupRows, mediansOf } from './summary.js';

export interface RigRow extends SkeletonMetrics {
  readonly file: string;
  readonly category: string;
  readonly vertices: number;
  readonly seconds: number;
  /** Joints found that lie outside the mesh. */
  readonly outsideJoints: number;
  /** Codes of what was found worth telling, e.g. that the anatomy is ambiguous. */
  readonly findings: readonly string[];
  /** The raw curve at even steps; absent where the mesh has no curve. */
  readonly curve?: SkeletonMetrics;
  /** The category's typical train skeleton, and which that is. */
  readonly categorySkeleton?: SkeletonMetrics & { readonly from: string };
}

const DISTANCES = ['cdJ2J', 'cdJ2B', 'cdB2B'] as const;
const REFERENCE_MEDIANS = [...DISTANCES, 'precision', 'recall', 'iou', 'jointRatio'] as const;
const MEDIANS = [...REFERENCE_MEDIANS, 'seconds'] as const;
type RigMedians = Record<(typeof MEDIANS)[number], number | null>;
type ReferenceMedians = Record<(typeof REFERENCE_MEDIANS)[number], number | null> & { readonly rigs: number };
interface RigGroup extends RigMedians {
  readonly rigs: number;
  readonly references: { readonly curve: ReferenceMedians; readonly categorySkeleton: ReferenceMedians };
}

export interface RigEvaluation {
  /** Rigs that were measured. */
  readonly rigs: number;
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly median: RigMedians;
  /** The trivial references on the same rigs. */
  readonly references: RigGroup['references'];
  /** Joints outside of their mesh, over all rigs, and the rigs that have any. */
  readonly outsideJoints: number;
  readonly rigsWithOutsideJoints: number;
  readonly byCategory: Readonly<Record<string, RigGroup>>;
  /** What should be known when reading the figures. */
  readonly notes: readonly string[];
  readonly perRig: readonly RigRow[];
}

/** A skeleton for a mesh, by any means. */
export type FindRig = (mesh: Mesh) => FoundRig | Promise<FoundRig>;

interface FoundRig {
  readonly skeleton: Skeleton;
  readonly findings: readonly { readonly code: string }[];
}

export interface EvaluateRigOptions extends WorkOptions {
  /** All rows of the index, of which those of the split `train` give the category's skeleton. Default: the same. */
  readonly index?: readonly IndexRow[];
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

/** Evaluates all rows one after the other. */
export async function evaluateRig(
  rows: readonly IndexRow[],
  read: ReadRow,
  find: FindRig,
  options: EvaluateRigOptions = {},
): Promise<RigEvaluation> {
  const examples = exampleRows(rows, options.index ?? rows);
  const total = examples.length + rows.length;
  const skeletons: BoxSkeleton[] = [];
  for (const [i, row] of examples.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: row.file, fraction: i / total });
    const skeleton = await readExample(row, read).catch(() => undefined);
    if (skeleton) skeletons.push(skeleton);
  }
  const outcomes: FileOutcome<RigRow>[] = [];
  for (const [i, task] of planRigTasks(rows, skeletons).entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: task.row.file, fraction: (examples.length + i) / total });
    try {
      outcomes.push(await measureRigFile(task, read, find, options.now));
    } catch (error) {
      throwIfAborted(options.signal);
      outcomes.push({ file: task.row.file, error: (error as Error).message });
    }
  }
  return summarizeRig(outcomes, skeletons);
}

/** A file to measure, with the skeleton that is typical for its category. */
export interface RigTask {
  readonly row: IndexRow;
  readonly example?: BoxSkeleton;
}

/** Train rows from which the categories' skeletons come: of each family in each category that is measured, one. */
export function exampleRows(rows: readonly IndexRow[], index: readonly IndexRow[]): IndexRow[] {
  const categories = new Set(rows.map(categoryOf));
  const seen = new Set<string>();
  return index.filter((row) => {
    const key = `${categoryOf(row)}\n${familyOf(row)}`;
    if (row.split !== 'train' || row.flatRig || !categories.has(categoryOf(row)) || seen.has(key))
      return false;
    seen.add(key);
    return true;
  });
}

/** The true skeleton of a row relative to its mesh's box; undefined where it has none. */
export async function readExample(row: IndexRow, read: ReadRow): Promise<BoxSkeleton | undefined> {
  const rig = rigToMeasure(row, await read(row.file));
  if (typeof rig === 'string') return undefined;
  return toBoxSkeleton(rig, { file: row.file, category: categoryOf(row), family: familyOf(row) });
}

/** Gives each row the typical skeleton of its category. */
export function planRigTasks(rows: readonly IndexRow[], skeletons: readonly BoxSkeleton[]): RigTask[] {
  const typical = createCategorySkeletons(skeletons);
  return rows.map((row) => ({ row, example: typical(categoryOf(row), familyOf(row)) }));
}

/** Measures one file. */
export async function measureRigFile(
  { row, example }: RigTask,
  read: ReadRow,
  find: FindRig,
  now: () => number = () => 0,
): Promise<FileOutcome<RigRow>> {
  const { file } = row;
  const rig = rigToMeasure(row, await read(file));
  if (typeof rig === 'string') return { file, skipped: rig };
  const { mesh } = rig;
  const truth = dropIdleJoints(rig);
  if (truth.parents.length === 0) return { file, skipped: 'no joint moves anything' };
  const start = now();
  const { skeleton, findings } = await find(mesh);
  const seconds = (now() - start) / 1000;
  if (!skeleton.rest.every(Number.isFinite)) return { file, error: 'a joint is at no finite place' };
  const curve = curveSkeleton(mesh);
  return {
    row: {
      file,
      category: categoryOf(row),
      vertices: mesh.positions.length / 3,
      ...compareSkeletons(skeleton, truth, mesh),
      seconds,
      outsideJoints: countOutside(mesh, skeleton),
      findings: findings.map(({ code }) => code),
      ...(curve.parents.length > 0 && { curve: compareSkeletons(curve, truth, mesh) }),
      ...(example && {
        categorySkeleton: {
          ...compareSkeletons(fitBoxSkeleton(example, mesh), truth, mesh),
          from: example.file,
        },
      }),
    },
  };
}

/** Medians over what became of each file. */
export function summarizeRig(
  outcomes: readonly FileOutcome<RigRow>[],
  skeletons: readonly BoxSkeleton[],
): RigEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const { references, rigs, ...medians } = summarizeGroup(rows);
  const flat = skipped.filter((reason) => reason === 'flat rig').length;
  return {
    rigs,
    failed,
    skipped: countWords(skipped),
    median: medians,
    references,
    outsideJoints: rows.reduce((sum, { outsideJoints }) => sum + outsideJoints, 0),
    rigsWithOutsideJoints: rows.filter(({ outsideJoints }) => outsideJoints > 0).length,
    byCategory: Object.fromEntries(
      [...groupRows(rows, ({ category }) => category)].map(([name, group]) => [name, summarizeGroup(group)]),
    ),
    notes: [
      ...(flat > 0 ? [`${flat} flat rigs are left out: boxes with a parentless bone each`] : []),
      ...(skeletons.length === 0
        ? ["the index has no rows of the split train, so there is no category's skeleton"]
        : []),
    ],
    perRig: rows,
  };
}

function summarizeGroup(rows: readonly RigRow[]): RigGroup {
  const reference = (key: 'curve' | 'categorySkeleton'): ReferenceMedians => {
    const own = rows.flatMap((row) => row[key] ?? []);
    return { rigs: own.length, ...mediansOf(own, REFERENCE_MEDIANS) };
  };
  return {
    rigs: rows.length,
    ...mediansOf(rows, MEDIANS),
    references: { curve: reference('curve'), categorySkeleton: reference('categorySkeleton') },
  };
}

const categoryOf = ({ category = NO_CATEGORY }: IndexRow): string => category;
/** A row that names no family is one of its own. */
const familyOf = ({ rigFamily, file }: IndexRow): string => rigFamily ?? file;

function countOutside(mesh: Mesh, { rest }: JointForest): number {
  const { size, origin, spacing, cells } = voxelize(mesh);
  let count = 0;
  for (let j = 0; j < rest.length; j += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => Math.floor((rest[j + k] - origin[k]) / spacing));
    const inside = x >= 0 && y >= 0 && z >= 0 && x < size[0] && y < size[1] && z < size[2];
    if (!inside || cells[x + size[0] * (y + size[1] * z)] === 0) count++;
  }
  return count;
}
