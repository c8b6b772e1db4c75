/**
 * @file Fits the confidence of a found joint (`models/joint-confidence`): the chance that the artist has a joint within
 * 0.05 of the longest side, a logistic of the kind of joint and of the log odds of its limb.
 */

import { JOINT_CONFIDENCE_PARAMETERS } from '../../models/joint-confidence/parameters.js';
import { JOINT_PLACEMENT_PARAMETERS } from '../../models/joint-placement/parameters.js';
import { attachLimbs } from '../../src/rig/find/attach-limbs.js';
import type { DraftJoint } from '../../src/rig/find/draft-joints.js';
import { placeJoints } from '../../src/rig/find/place-joints.js';
import { pruneBranches } from '../../src/rig/find/prune-branches.js';
import { refineTrunk } from '../../src/rig/find/refine-trunk.js';
import type { LabelledRow } from './boost-trees.js';
import type { FitDefinition } from './fit-definition.js';
import { fitLogistic, logisticOdds, logLoss } from './fit-logistic.js';
import { type FramedBody, frameBody } from './framed-body.js';
import { FOLDS, foldOf, readTrainRigs } from './train-rigs.js';

const HIT = 0.05;
const KINDS = ['root', 'trunk', 'fork', 'first', 'limb', 'tip'] as const;
const LIMBS: readonly string[] = ['first', 'limb', 'tip'];

export const fitJointConfidence: FitDefinition = {
  name: 'joint-confidence',
  summary: 'how likely a found joint is where an artist has one',
  async run({ folder, index, families, onProgress }) {
    const rigs = await readTrainRigs(folder, index, { families });
    const rows: (LabelledRow & { readonly family: string })[] = [];
    rigs.forEach((rig, i) => {
      for (const row of labelJoints(frameBody(rig)))
        rows.push({ ...row, weight: rig.weight, family: rig.family });
      onProgress?.({ stage: rig.file, fraction: (i + 1) / rigs.length });
    });
    const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
      const own = fitLogistic(rows.filter(({ family }) => foldOf(family) !== fold));
      return rows
        .filter(({ family }) => foldOf(family) === fold)
        .map((row) => ({ row, odds: logisticOdds(own, row.features) }));
    }).flat();
    const { base, limbShare, mostLimbOdds, asymmetry } = JOINT_CONFIDENCE_PARAMETERS;
    const shipped = [0, ...KINDS.map((kind) => base[kind]), limbShare, -asymmetry];
    const [bias, ...found] = fitLogistic(rows).map((value) => Math.round(value * 20) / 20);
    return {
      parameters: {
        base: Object.fromEntries(KINDS.map((kind, k) => [kind, Number((bias + found[k]).toFixed(2))])),
        limbShare: found[KINDS.length],
        mostLimbOdds,
        asymmetry: -found[KINDS.length + 1],
      },
      figures: {
        rigs: rigs.length,
        joints: rows.length,
        hitRate: rows.filter(({ positive }) => positive).length / rows.length,
        logLossHeldOut: logLoss(heldOut),
        logLossShipped: logLoss(rows.map((row) => ({ row, odds: logisticOdds(shipped, row.features) }))),
      },
    };
  },
};

function labelJoints({ body, truth }: FramedBody): Omit<LabelledRow, 'weight'>[] {
  const { stance } = body;
  const { tree: pruned, odds } = pruneBranches(body.tree, stance, 0);
  const { tree, sources, hips } = attachLimbs(refineTrunk(pruned, stance), stance);
  const judgement = { stance, hips, oddsOf: (tip: number) => odds.get(sources[tip]) ?? 0 };
  return placeJoints(tree, judgement, JOINT_PLACEMENT_PARAMETERS.detail).map((joint) => ({
    features: [
      ...KINDS.map((kind) => Number(kind === joint.kind)),
      LIMBS.includes(joint.kind) ? Math.min(JOINT_CONFIDENCE_PARAMETERS.mostLimbOdds, joint.odds) : 0,
      stance.symmetric ? 0 : 1,
    ],
    positive: isHit(joint, truth.rest),
  }));
}

function isHit({ position }: DraftJoint, rest: Float32Array): boolean {
  for (let j = 0; j < rest.length; j += 3) {
    if (Math.hypot(...position.map((value, k) => value - rest[j + k])) < HIT) return true;
  }
  return false;
}
