/**
 * @file Fits the limb classifier (`models/limb-classifier`): is a branch of the curve a limb that wants joints?
 *
 * The label of a branch: placed with it, joints are nearer to the artist's (sum of the three distances, and a little the
 * joint count) than without it. Branches are labelled from the shortest up; a branch that loses is cut before the next.
 */

import { attachLimbs } from '../../src/rig/find/attach-limbs.js';
import { classifyLimb } from '../../src/rig/find/classify-limb.js';
import { type BodyCurve, keepPoints } from '../../src/rig/find/curve-branches.js';
import { measureBranches } from '../../src/rig/find/measure-branches.js';
import { placeJoints } from '../../src/rig/find/place-joints.js';
import { refineTrunk } from '../../src/rig/find/refine-trunk.js';
import { compareSkeletons } from '../eval/skeleton-metrics.js';
import { boostTrees, type LabelledRow } from './boost-trees.js';
import type { FitDefinition } from './fit-definition.js';
import { logLoss } from './fit-logistic.js';
import { type FramedBody, frameBody } from './framed-body.js';
import { FOLDS, foldOf, readTrainRigs } from './train-rigs.js';

/** What a doubled or halved joint count costs, in longest sides. */
const COUNT_COST = 0.01;
/** Labels count in full from this difference on, in longest sides; nearer calls count for less. */
const CLEAR_GAIN = 0.002;
/** Log odds with which branches are placed while they are labelled. */
const SURE = 3;
/** Bodies with more limbs (soups, fur) say nothing about limbs. */
const MOST_LIMBS = 60;

export const fitLimbClassifier: FitDefinition = {
  name: 'limb-classifier',
  summary: 'boosted trees that tell limbs from bumps',
  async run({ folder, index, families, onProgress }) {
    const rigs = await readTrainRigs(folder, index, {
      families,
      onRig: (done, all) => onProgress?.({ stage: 'reading rigs', fraction: (0.2 * done) / all }),
    });
    const rows: (LabelledRow & { readonly family: string })[] = [];
    rigs.forEach((rig, i) => {
      const labelled = labelBranches(frameBody(rig));
      for (const row of labelled) rows.push({ ...row, weight: row.weight * rig.weight, family: rig.family });
      onProgress?.({ stage: `labelling ${rig.file}`, fraction: 0.2 + (0.6 * (i + 1)) / rigs.length });
    });
    // Families count alike, the mean row counts as one.
    const mean = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length;
    const weighted = rows.map((row) => ({ ...row, weight: row.weight / mean }));
    const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
      const model = boostTrees(weighted.filter(({ family }) => foldOf(family) !== fold));
      return weighted
        .filter(({ family }) => foldOf(family) === fold)
        .map((row) => ({ row, odds: classifyLimb(row.features, model) }));
    }).flat();
    return {
      parameters: boostTrees(weighted),
      figures: {
        rigs: rigs.length,
        branches: rows.length,
        limbs: rows.filter(({ positive }) => positive).length,
        logLossHeldOut: logLoss(heldOut),
        logLossShipped: logLoss(weighted.map((row) => ({ row, odds: classifyLimb(row.features) }))),
        logLossOfShare: logLoss(weighted.map((row) => ({ row, odds: baseOdds(weighted) }))),
      },
      notes: ['logLossShipped is of the shipped trees, which were fitted on all of these families'],
    };
  },
};

function labelBranches({ mesh, body, truth }: FramedBody): LabelledRow[] {
  const { stance } = body;
  const rows: LabelledRow[] = [];
  const costOf = (tree: BodyCurve): number => {
    const { tree: attached, hips } = attachLimbs(refineTrunk(tree, stance), stance);
    const joints = placeJoints(attached, { stance, hips, oddsOf: () => SURE });
    const found = {
      parents: Int16Array.from(joints, ({ parent }) => parent),
      rest: Float32Array.from(joints.flatMap(({ position }) => [...position])),
    };
    const { cdJ2J, cdJ2B, cdB2B, jointRatio } = compareSkeletons(found, truth, mesh);
    return cdJ2J + cdJ2B + cdB2B + COUNT_COST * Math.abs(Math.log2(jointRatio));
  };
  let { tree } = body;
  const accepted = new Set<string>();
  const keyOf = (t: BodyCurve, tip: number) => Array.from(t.positions.subarray(tip * 3, tip * 3 + 3)).join();
  for (;;) {
    const limbs = measureBranches(tree, stance).sort((a, b) => a.length - b.length);
    if (limbs.length > MOST_LIMBS || limbs.length <= 2) return rows;
    const next = limbs.find(({ branch }) => !accepted.has(keyOf(tree, branch.points.at(-1)!)));
    if (!next) return rows;
    // An equal is the image on the other side: both stay or go.
    const pair = limbs.filter(({ length }) => Math.abs(length - next.length) < 1e-9);
    const keep = new Uint8Array(tree.radii.length).fill(1);
    for (const { branch } of pair) for (const point of branch.points) keep[point] = 0;
    const without = keepPoints(tree, keep);
    const gain = costOf(without) - costOf(tree);
    for (const { features, branch } of pair) {
      if (gain !== 0)
        rows.push({ features, positive: gain > 0, weight: Math.min(1, Math.abs(gain) / CLEAR_GAIN) });
      accepted.add(keyOf(tree, branch.points.at(-1)!));
    }
    if (gain <= 0) tree = without;
  }
}

function baseOdds(rows: readonly LabelledRow[]): number {
  const sumOf = (positive: boolean) =>
    rows.reduce((sum, row) => sum + (row.positive === positive ? row.weight : 0), 0);
  return Math.log(sumOf(true) / sumOf(false));
}
