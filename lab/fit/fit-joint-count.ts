/**
 * @file Fits the joint density of `models/joint-count`: joints of artists along the pruned curve as a Poisson process
 * whose log rate is a small network of the curve's measures. A joint counts for the nearest point of the curve.
 */

import { createRng } from '../../src/base/rng.js';
import { findBranches } from '../../src/rig/find/curve-branches.js';
import { measureCurve } from '../../src/rig/find/measure-curve.js';
import { predictJointDensity } from '../../src/rig/find/predict-joint-density.js';
import { pruneBranches } from '../../src/rig/find/prune-branches.js';
import type { FitDefinition } from './fit-definition.js';
import { fitSmallNet, type PoissonPoint, poissonDeviance } from './fit-small-net.js';
import { type FramedBody, frameBody } from './framed-body.js';
import { FOLDS, foldOf, readTrainRigs } from './train-rigs.js';

/** A joint further from the curve than this, in longest sides, belongs to no point of it. */
const FURTHEST_JOINT = 0.08;

export const fitJointCount: FitDefinition = {
  name: 'joint-count',
  summary: 'how densely artists place joints along a limb or trunk',
  async run({ folder, index, seed, families, onProgress }) {
    const rigs = await readTrainRigs(folder, index, {
      families,
      onRig: (done, all) => onProgress?.({ stage: 'reading rigs', fraction: (0.2 * done) / all }),
    });
    const points: (PoissonPoint & { readonly family: string })[] = [];
    rigs.forEach((rig, i) => {
      for (const point of measurePoints(frameBody(rig)))
        points.push({ ...point, weight: rig.weight, family: rig.family });
      onProgress?.({ stage: `measuring ${rig.file}`, fraction: 0.2 + (0.5 * (i + 1)) / rigs.length });
    });
    const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
      const net = fitSmallNet(
        points.filter(({ family }) => foldOf(family) !== fold),
        createRng(seed),
      );
      onProgress?.({ stage: `fold ${fold + 1}`, fraction: 0.7 + (0.25 * (fold + 1)) / FOLDS });
      const own = points.filter(({ family }) => foldOf(family) === fold);
      const events = own.reduce((sum, { weight, events: count }) => sum + weight * count, 0);
      return {
        events,
        deviance: poissonDeviance(own, (features) => Math.log(predictJointDensity(features, net))),
      };
    });
    const events = heldOut.reduce((sum, fold) => sum + fold.events, 0);
    const length = points.reduce((sum, { weight, length: own }) => sum + weight * own, 0);
    return {
      parameters: fitSmallNet(points, createRng(seed)),
      figures: {
        rigs: rigs.length,
        points: points.length,
        joints: points.reduce((sum, point) => sum + point.events, 0),
        devianceHeldOut: heldOut.reduce((sum, fold) => sum + fold.events * fold.deviance, 0) / events,
        devianceShipped: poissonDeviance(points, (features) => Math.log(predictJointDensity(features))),
        devianceConstant: poissonDeviance(points, () => Math.log(events / length)),
      },
      notes: ['devianceShipped is of the shipped network, which was fitted on all of these families'],
    };
  },
};

function measurePoints({ body, truth }: FramedBody): Omit<PoissonPoint, 'weight'>[] {
  const { tree, odds } = pruneBranches(body.tree, body.stance, 0);
  const branches = findBranches(tree);
  const features = measureCurve(tree, branches, body.stance, (tip) => odds.get(tip) ?? 0);
  const points = branches.flatMap((branch, b) =>
    branch.points.map((point, k) => ({
      point,
      features: features[b][k],
      length: branch.lengths[k] - (k > 0 ? branch.lengths[k - 1] : 0),
      events: 0,
    })),
  );
  for (let j = 0; j < truth.parents.length; j++) {
    let [nearest, least] = [-1, FURTHEST_JOINT];
    for (const [i, { point }] of points.entries()) {
      const away = Math.hypot(...[0, 1, 2].map((k) => tree.positions[point * 3 + k] - truth.rest[j * 3 + k]));
      if (away < least) [nearest, least] = [i, away];
    }
    if (nearest >= 0) points[nearest].events++;
  }
  return points;
}
