/**
 * @file Fits the bone scores (`models/bone-scores`): pattern search on L1 against artists' weights plus the motion error,
 * through the whole weight solver, with a pull toward the start; names are hidden on every other rig.
 */

import { BONE_SCORE_PARAMETERS, type BoneScoreParameters } from '../../models/bone-scores/parameters.js';
import { solveWeights } from '../../src/rig/weights/solve-weights.js';
import { measureSkin } from '../eval/skin-metrics.js';
import type { FitDefinition } from './fit-definition.js';
import { searchNumbers } from './search-numbers.js';
import { foldOf, readTrainRigs, type TrainRig } from './train-rigs.js';

/** Rigs with more vertices are left out: a fit solves each hundreds of times. */
const MOST_VERTICES = 6000;
/** What a percent of motion error costs in L1. */
const MOTION_COST = 0.3;
/** What the squared relative change of a coefficient costs. */
const PULL = 0.002;
const GROUPS = ['bone', 'joint', 'name'] as const;

export const fitBoneScores: FitDefinition = {
  name: 'bone-scores',
  summary: 'which bone a vertex belongs to before diffusion',
  async run({ folder, index, families, onProgress }) {
    const rigs = (await readTrainRigs(folder, index, { families, perFamily: 1 })).filter(
      ({ rig }) => rig.mesh.positions.length / 3 <= MOST_VERTICES,
    );
    const fitted = rigs.filter(({ family }) => foldOf(family) !== 0);
    const left = rigs.filter(({ family }) => foldOf(family) === 0);
    const start = toNumbers(BONE_SCORE_PARAMETERS);
    const pullOf = (numbers: readonly number[]) =>
      PULL *
      numbers.reduce((sum, value, k) => sum + ((value - start[k]) / (Math.abs(start[k]) + 0.5)) ** 2, 0);
    const found = await searchNumbers(
      start,
      (numbers) => meanCost(fitted, fromNumbers(numbers)) + pullOf(numbers),
      {
        step: 0.15,
        sweeps: 3,
        onSweep: (sweep) => onProgress?.({ stage: `sweep ${sweep + 1}`, fraction: (sweep + 1) / 3 }),
      },
    );
    return {
      parameters: fromNumbers(found.numbers.map((value) => Number(value.toPrecision(3)))),
      figures: {
        rigs: rigs.length,
        rigsHeldOut: left.length,
        costShipped: meanCost(fitted, BONE_SCORE_PARAMETERS),
        costFitted: found.value - pullOf(found.numbers),
        costShippedHeldOut: meanCost(left, BONE_SCORE_PARAMETERS),
        costFittedHeldOut: meanCost(left, fromNumbers(found.numbers)),
      },
      notes: [`cost: mean L1 plus ${MOTION_COST} times the motion error in percent`],
    };
  },
};

const toNumbers = (parameters: BoneScoreParameters): number[] =>
  GROUPS.flatMap((group) => Object.values(parameters[group]) as number[]);

function fromNumbers(numbers: readonly number[]): BoneScoreParameters {
  let at = 0;
  const take = (group: (typeof GROUPS)[number]) =>
    Object.fromEntries(Object.keys(BONE_SCORE_PARAMETERS[group]).map((name) => [name, numbers[at++]]));
  return Object.fromEntries(GROUPS.map((group) => [group, take(group)])) as unknown as BoneScoreParameters;
}

function meanCost(rigs: readonly TrainRig[], scores: BoneScoreParameters): number {
  let sum = 0;
  rigs.forEach(({ rig, model }, i) => {
    const names = i % 2 === 0 ? rig.skeleton.names : rig.skeleton.names.map((_, j) => `joint${j}`);
    const { skin } = solveWeights(rig.mesh, { ...rig.skeleton, names }, { scores });
    const { l1, motionError } = measureSkin(skin, rig, { clips: model.clips });
    sum += l1 + MOTION_COST * (motionError ?? 0);
  });
  return sum / rigs.length;
}
