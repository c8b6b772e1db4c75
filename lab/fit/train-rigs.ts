/** @file Rigs that constants are fitted on: up to a few of each family of a folder's train split, in folds by family. */

import { join } from 'node:path';
import { type Model, modelRig } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { dropIdleJoints, type JointForest } from '../eval/drop-idle-joints.js';
import type { IndexRow } from '../eval/index-row.js';

export interface TrainRig {
  readonly file: string;
  readonly family: string;
  /** Rigs of a family share a weight of 1. */
  readonly weight: number;
  readonly model: Model;
  readonly rig: Rig;
  /** The artist's skeleton without joints that move no vertex. */
  readonly truth: JointForest;
}

export interface TrainRigsOptions {
  readonly perFamily?: number;
  /** At most so many families, spread over the folder. */
  readonly families?: number;
  /** Figures of boxes with one parentless bone each instead of rigs with a hierarchy. */
  readonly flat?: boolean;
  readonly onRig?: (done: number, all: number) => void;
}

export const TRAIN_RIGS_DEFAULTS = Object.freeze({ perFamily: 3 });

export const FOLDS = 5;

/** The fold in which a family is left out: a hash of its name, so that it never depends on the order of files. */
export function foldOf(family: string): number {
  let hash = 7;
  for (const letter of family) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % FOLDS;
}

/** Reads the rigs of the train split. Files without a rig, and flat ones, are left out. */
export async function readTrainRigs(
  folder: string,
  index: readonly IndexRow[],
  options: TrainRigsOptions = {},
): Promise<TrainRig[]> {
  const { perFamily, families = Infinity, flat = false, onRig } = { ...TRAIN_RIGS_DEFAULTS, ...options };
  const byFamily = new Map<string, IndexRow[]>();
  for (const row of index) {
    if (row.split !== 'train' || (row.flatRig ?? false) !== flat) continue;
    const family = row.rigFamily ?? row.file;
    byFamily.set(family, [...(byFamily.get(family) ?? []), row]);
  }
  const names = [...byFamily.keys()];
  const step = Math.max(1, names.length / families);
  const chosen = names.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const rows = chosen.flatMap((family) =>
    byFamily
      .get(family)!
      .slice(0, perFamily)
      .map((row) => ({ family, row })),
  );
  const rigs: Omit<TrainRig, 'weight'>[] = [];
  for (const [i, { family, row }] of rows.entries()) {
    const model = await readModelFile(join(folder, row.file));
    const rig = modelRig(model);
    if (rig) {
      const truth = dropIdleJoints(rig);
      if (truth.parents.length > 1) rigs.push({ file: row.file, family, model, rig, truth });
    }
    onRig?.(i + 1, rows.length);
  }
  const counts = new Map<string, number>();
  for (const { family } of rigs) counts.set(family, (counts.get(family) ?? 0) + 1);
  return rigs.map((one) => ({ ...one, weight: 1 / counts.get(one.family)! }));
}
