/**
 * @file Fits how likely a body was read right (`models/body-confidence`): a logistic of the log odds that the network
 * gives its plan and of whether the shape shows the same plan. Read are held-out families of the train split, bodies of
 * held-out generator kinds, things and lone parts, each as it is and with noise.
 */

import type { Mesh } from '../../src/mesh/mesh.js';
import { toAnatomy } from '../../src/rig/anatomy/to-anatomy.js';
import { describeBody } from '../../src/rig/body-plan/describe-body.js';
import { FINDERS } from '../../src/rig/rig-mesh.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { makeUnseenBody } from '../bodies/make-bodies.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import { type BodyLabel, judgeBody, labelOfBody } from '../eval/body-label.js';
import { perturbMesh } from '../eval/perturb-mesh.js';
import type { LabelledRow } from './boost-trees.js';
import type { FitDefinition, FitInput } from './fit-definition.js';
import { fitLogistic, logisticOdds, logLoss } from './fit-logistic.js';

/** Bodies made beside those of the folder. */
const MADE = 160;

type Known = { readonly mesh: Mesh; readonly label: BodyLabel };

export const fitBodyConfidence: FitDefinition = {
  name: 'body-confidence',
  summary: 'how likely a body was read right',
  async run(input) {
    const network = await openSkeletonNetwork();
    const bodies = await readBodies(input);
    const rows: LabelledRow[] = [];
    for (const [i, { mesh, label }] of bodies.entries()) {
      for (const one of [mesh, await perturbMesh(mesh, 'noise', input.seed + i)]) {
        const { skeleton, body, evidence } = await FINDERS.auto(one, { network });
        if (!body || !evidence) continue;
        rows.push({
          features: [...evidence],
          positive: judgeBody(label, describeBody(toAnatomy({ skeleton, mesh: one }, body))).length === 0,
          weight: 1,
        });
      }
      input.onProgress?.({ stage: 'reading bodies', fraction: (i + 1) / bodies.length });
    }
    const [offset, slope, agreement] = fitLogistic(rows).map((value) => Math.round(value * 20) / 20);
    // Left-out halves, so that the figure is not that of the fit itself.
    const heldOut = [0, 1].flatMap((half) => {
      const own = fitLogistic(rows.filter((_, i) => (i >> 1) % 2 !== half));
      return rows
        .filter((_, i) => (i >> 1) % 2 === half)
        .map((row) => ({ row, odds: logisticOdds(own, row.features) }));
    });
    const sure = heldOut.filter(({ odds }) => odds > Math.log(4));
    return {
      parameters: { offset, slope, agreement },
      figures: {
        readings: rows.length,
        right: shareRight(rows),
        logLossHeldOut: logLoss(heldOut),
        shareAbove80: sure.length / rows.length,
        rightAbove80: shareRight(sure.map(({ row }) => row)),
      },
    };
  },
};

const shareRight = (rows: readonly LabelledRow[]): number =>
  rows.filter(({ positive }) => positive).length / Math.max(1, rows.length);

async function readBodies({ folder, index, seed, families }: FitInput): Promise<Known[]> {
  const known: Known[] = [];
  const rows = index.filter(
    (row) => row.split === 'train' && row.rigFamily && isHeldOutFamily(row.rigFamily),
  );
  for (const row of rows.slice(0, families)) {
    const body = await readLabelledRig(folder, row, {}).catch(() => undefined);
    if (!body || 'reason' in body || !body.counts) continue;
    known.push({ mesh: body.mesh, label: labelOfBody(body.whole, body.kind, body.counts) });
  }
  for (let i = 0; i < (families ?? MADE); i++) {
    const body = makeUnseenBody(i, seed);
    if (body.counts) known.push({ mesh: body.mesh, label: labelOfBody(body.whole, body.kind, body.counts) });
  }
  return known;
}
