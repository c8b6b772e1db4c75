/**
 * @file Fits how likely the body of a given rig was read right (`models/reading-confidence`): a logistic of the evidence of
 * `readAnatomy` on one rig of every family of the train split, with its names and with names hidden.
 */

import { join } from 'node:path';
import { modelRig } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import { describeBody } from '../../src/rig/body-plan/describe-body.js';
import { readAnatomy } from '../../src/rig/reading/read-anatomy.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import { judgeBody, labelOfBody } from '../eval/body-label.js';
import type { IndexRow } from '../eval/index-row.js';
import type { LabelledRow } from './boost-trees.js';
import type { FitDefinition, FitInput } from './fit-definition.js';
import { fitLogistic, logisticOdds, logLoss } from './fit-logistic.js';

/** Rigs of a family that are read: all have the same joints, and differ in shape alone. */
const PER_FAMILY = 3;

export const fitReadingConfidence: FitDefinition = {
  name: 'reading-confidence',
  summary: 'how likely the body of a given rig was read right',
  async run(input) {
    const rows = await readRigs(input);
    const [offset, ...slopes] = fitLogistic(rows).map((value) => Math.round(value * 20) / 20);
    // Left-out halves, so that the figure is not that of the fit itself; both readings of a rig are in one half.
    const heldOut = [0, 1].flatMap((half) => {
      const own = fitLogistic(rows.filter((_, i) => (i >> 1) % 2 !== half));
      return rows
        .filter((_, i) => (i >> 1) % 2 === half)
        .map((row) => ({ row, odds: logisticOdds(own, row.features) }));
    });
    const between = (low: number, high: number) =>
      heldOut.filter(({ odds }) => odds >= Math.log(low / (1 - low)) && odds < Math.log(high / (1 - high)));
    const [certain, likely, unsure] = [between(0.8, 1), between(0.6, 0.8), between(1e-9, 0.6)];
    return {
      parameters: { offset, slopes },
      figures: {
        readings: rows.length,
        right: shareRight(rows),
        logLossHeldOut: logLoss(heldOut),
        certain: certain.length / rows.length,
        rightOfCertain: shareRight(certain.map(({ row }) => row)),
        likely: likely.length / rows.length,
        rightOfLikely: shareRight(likely.map(({ row }) => row)),
        unsure: unsure.length / rows.length,
        rightOfUnsure: shareRight(unsure.map(({ row }) => row)),
      },
    };
  },
};

const shareRight = (rows: readonly LabelledRow[]): number =>
  rows.filter(({ positive }) => positive).length / Math.max(1, rows.length);

async function readRigs({ folder, index, families, onProgress }: FitInput): Promise<LabelledRow[]> {
  const rows: LabelledRow[] = [];
  const chosen = onePerFamily(index.filter(({ split, rigFamily }) => split === 'train' && rigFamily));
  for (const [i, row] of chosen.slice(0, families).entries()) {
    onProgress?.({ stage: 'reading rigs', fraction: i / chosen.length });
    const known = await readLabelledRig(folder, row, {}).catch(() => undefined);
    if (!known || 'reason' in known || !known.counts) continue;
    const rig = modelRig(await readModelFile(join(folder, row.file)));
    if (!rig) continue;
    const label = labelOfBody(known.whole, known.kind, known.counts);
    for (const given of [rig, hideNames(rig)]) {
      const { anatomy, evidence } = readAnatomy(given);
      if (!evidence) continue;
      const positive = judgeBody(label, describeBody(anatomy)).length === 0;
      rows.push({ features: [...evidence], positive, weight: 1 });
    }
  }
  return rows;
}

function onePerFamily(index: readonly IndexRow[]): IndexRow[] {
  const seen = new Map<string, number>();
  return index.filter(({ rigFamily = '' }) => {
    const count = seen.get(rigFamily) ?? 0;
    seen.set(rigFamily, count + 1);
    return count < PER_FAMILY;
  });
}

/** The rig with names as Blender gives them to bones that nobody named. */
const hideNames = (rig: Rig): Rig => ({
  ...rig,
  skeleton: {
    ...rig.skeleton,
    names: rig.skeleton.names.map((_, j) => (j === 0 ? 'Bone' : `Bone.${String(j).padStart(3, '0')}`)),
  },
});
