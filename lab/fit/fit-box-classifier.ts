/**
 * @file Fits the box classifier (`models/box-classifier`): does a box of a figure made of boxes move by itself? It does
 * where the joint that most of its vertices follow is another than that of its parent box.
 */

import { BOX_CLASSIFIER_PARAMETERS } from '../../models/box-classifier/parameters.js';
import { findSymmetryPlane } from '../../src/mesh/find-symmetry-plane.js';
import { findBodyFrame, toFrame } from '../../src/rig/find/body-frame.js';
import {
  type BoxMeasure,
  type BoxNode,
  buildBoxTree,
  measureBox,
} from '../../src/rig/find/place-box-joints.js';
import { splitBoxes } from '../../src/rig/find/split-boxes.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { separation } from '../eval/separation.js';
import type { LabelledRow } from './boost-trees.js';
import type { FitDefinition } from './fit-definition.js';
import { fitLogistic, logisticOdds } from './fit-logistic.js';
import { FOLDS, foldOf, readTrainRigs } from './train-rigs.js';

const MEASURES = Object.keys(BOX_CLASSIFIER_PARAMETERS).filter(
  (name) => name !== 'threshold' && name !== 'bias',
) as BoxMeasure[];

export const fitBoxClassifier: FitDefinition = {
  name: 'box-classifier',
  summary: 'which boxes of a figure made of boxes move',
  async run({ folder, index, families, onProgress }) {
    const rigs = await readTrainRigs(folder, index, { families, flat: true });
    const rows: (LabelledRow & { readonly family: string })[] = [];
    let figures = 0;
    rigs.forEach(({ rig, family, weight, file }, i) => {
      onProgress?.({ stage: file, fraction: (i + 1) / rigs.length });
      const labelled = labelBoxes(rig);
      if (labelled.length > 0) figures++;
      for (const row of labelled) rows.push({ ...row, family, weight });
    });
    const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
      const own = fitLogistic(rows.filter(({ family }) => foldOf(family) !== fold));
      return rows
        .filter(({ family }) => foldOf(family) === fold)
        .map(({ features, positive }) => ({ positive, odds: logisticOdds(own, features) }));
    }).flat();
    const shipped = [
      BOX_CLASSIFIER_PARAMETERS.bias,
      ...MEASURES.map((name) => BOX_CLASSIFIER_PARAMETERS[name]),
    ];
    const [bias, ...coefficients] = fitLogistic(rows).map((value) => Number(value.toPrecision(2)));
    return {
      parameters: {
        threshold: BOX_CLASSIFIER_PARAMETERS.threshold,
        bias,
        ...Object.fromEntries(MEASURES.map((name, k) => [name, coefficients[k]])),
      },
      figures: {
        figures,
        boxes: rows.length,
        moving: rows.filter(({ positive }) => positive).length,
        aucHeldOut: areaUnderCurve(heldOut),
        aucShipped: areaUnderCurve(
          rows.map(({ features, positive }) => ({ positive, odds: logisticOdds(shipped, features) })),
        ),
      },
      notes: ['`threshold` was chosen by hand and is kept'],
    };
  },
};

function areaUnderCurve(rows: readonly { readonly positive: boolean; readonly odds: number }[]): number {
  const oddsOf = (positive: boolean) =>
    rows.filter((row) => row.positive === positive).map(({ odds }) => odds);
  return separation(oddsOf(false), oddsOf(true)) ?? Number.NaN;
}

function labelBoxes(rig: Rig): Omit<LabelledRow, 'weight'>[] {
  const frame = findBodyFrame(rig.mesh, findSymmetryPlane(rig.mesh));
  const positions = toFrame(frame, rig.mesh.positions);
  const boxes = splitBoxes({ positions, triangles: rig.mesh.triangles });
  if (!boxes) return [];
  const nodes = buildBoxTree(boxes);
  let ground = Infinity;
  for (let i = 1; i < positions.length; i += 3) ground = Math.min(ground, positions[i]);
  const joints = nodes.map((node) => mainJoint(rig, positions, node));
  return nodes.flatMap((node, i) => {
    if (i === 0) return [];
    const measures = measureBox(node, nodes, ground);
    const features = MEASURES.map((name) => measures[name]);
    return [{ features, positive: joints[i] !== joints[node.parent] }];
  });
}

/** The joint that most vertices in a box follow. */
function mainJoint({ skin }: Rig, positions: Float32Array, { box }: BoxNode): number {
  const votes = new Map<number, number>();
  for (let v = 0; v < positions.length / 3; v++) {
    const inside = box.axes.every((axis, k) => {
      const along = axis.reduce((sum, value, d) => sum + value * (positions[v * 3 + d] - box.center[d]), 0);
      return Math.abs(along) <= box.half[k] + 1e-3;
    });
    if (!inside) continue;
    for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
      votes.set(skin.joints[k], (votes.get(skin.joints[k]) ?? 0) + skin.weights[k]);
    }
  }
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), [-1, 0])[0];
}
