/**
 * @file Fits where joints lie relative to the curve skeleton (`models/joint-placement`): pattern search over hips, trunk
 * and spacing on the sum of the three skeleton distances, families of four folds; the fifth is left out and reported.
 */

import {
  type HipPlacement,
  JOINT_PLACEMENT_PARAMETERS,
  type JointPlacementParameters,
  type JointSpacing,
  type TrunkPlacement,
} from '../../models/joint-placement/parameters.js';
import { attachLimbs } from '../../src/rig/find/attach-limbs.js';
import { placeJoints } from '../../src/rig/find/place-joints.js';
import { type PrunedCurve, pruneBranches } from '../../src/rig/find/prune-branches.js';
import { refineTrunk } from '../../src/rig/find/refine-trunk.js';
import { compareSkeletons } from '../eval/skeleton-metrics.js';
import type { FitDefinition } from './fit-definition.js';
import { type FramedBody, frameBody } from './framed-body.js';
import { searchNumbers } from './search-numbers.js';
import { foldOf, readTrainRigs } from './train-rigs.js';

const HIPS = ['outward', 'legRise'] as const satisfies readonly (keyof HipPlacement)[];
const TRUNK = ['lift', 'neckLift', 'fullRadius'] as const satisfies readonly (keyof TrunkPlacement)[];
const SPACING = [
  'limbShare',
  'trunkShare',
  'least',
  'longestBone',
  'longestLegBone',
  'mergeForks',
  'snapToFork',
] as const satisfies readonly (keyof JointSpacing)[];

interface Subject extends FramedBody {
  readonly curve: PrunedCurve;
  readonly weight: number;
  readonly heldOut: boolean;
}

export const fitJointPlacement: FitDefinition = {
  name: 'joint-placement',
  summary: 'hips, spine height and joint spacing along the curve skeleton',
  async run({ folder, index, families, onProgress }) {
    const rigs = await readTrainRigs(folder, index, { families, perFamily: 1 });
    const subjects: Subject[] = rigs.map((rig, i) => {
      const framed = frameBody(rig);
      onProgress?.({ stage: `tracing ${rig.file}`, fraction: (0.4 * (i + 1)) / rigs.length });
      const curve = pruneBranches(framed.body.tree, framed.body.stance, 0);
      return { ...framed, curve, weight: rig.weight, heldOut: foldOf(rig.family) === 0 };
    });
    const fitted = subjects.filter(({ heldOut }) => !heldOut);
    const left = subjects.filter(({ heldOut }) => heldOut);
    const start = toNumbers(JOINT_PLACEMENT_PARAMETERS);
    const costOf = (numbers: readonly number[], own: readonly Subject[]) =>
      meanCost(own, fromNumbers(numbers));
    const found = await searchNumbers(start, (numbers) => costOf(numbers, fitted), {
      sweeps: 5,
      onSweep: (sweep) => onProgress?.({ stage: `sweep ${sweep + 1}`, fraction: 0.4 + 0.12 * (sweep + 1) }),
    });
    return {
      parameters: fromNumbers(found.numbers.map((number) => Number(number.toPrecision(2)))),
      figures: {
        rigs: subjects.length,
        rigsHeldOut: left.length,
        costShipped: costOf(start, fitted),
        costFitted: found.value,
        costShippedHeldOut: costOf(start, left),
        costFittedHeldOut: costOf(found.numbers, left),
      },
      notes: [
        'cost: mean of cdJ2J + cdJ2B + cdB2B',
        '`detail` is a choice (recall over precision) and is not fitted',
      ],
    };
  },
};

const toNumbers = ({ hips, trunk, joints }: JointPlacementParameters): number[] => [
  ...HIPS.map((name) => hips[name]),
  ...TRUNK.map((name) => trunk[name]),
  ...SPACING.map((name) => joints[name]),
];

function fromNumbers(numbers: readonly number[]): JointPlacementParameters {
  const take = <Name extends string>(names: readonly Name[], from: number) =>
    Object.fromEntries(names.map((name, k) => [name, Math.max(0.01, numbers[from + k])]));
  const { detail, hips, trunk, joints } = JOINT_PLACEMENT_PARAMETERS;
  return {
    detail,
    hips: { ...hips, ...take(HIPS, 0) },
    trunk: { ...trunk, ...take(TRUNK, HIPS.length) },
    joints: { ...joints, ...take(SPACING, HIPS.length + TRUNK.length) },
  };
}

function meanCost(subjects: readonly Subject[], parameters: JointPlacementParameters): number {
  let [sum, total] = [0, 0];
  for (const { mesh, body, truth, curve, weight } of subjects) {
    const trunk = refineTrunk(curve.tree, body.stance, parameters.trunk);
    const { tree, sources, hips } = attachLimbs(trunk, body.stance, parameters.hips);
    const judgement = {
      stance: body.stance,
      hips,
      oddsOf: (tip: number) => curve.odds.get(sources[tip]) ?? 0,
    };
    const joints = placeJoints(tree, judgement, parameters.detail, parameters.joints);
    const found = {
      parents: Int16Array.from(joints, ({ parent }) => parent),
      rest: Float32Array.from(joints.flatMap(({ position }) => [...position])),
    };
    const { cdJ2J, cdJ2B, cdB2B } = compareSkeletons(found, truth, mesh);
    sum += weight * (cdJ2J + cdJ2B + cdB2B);
    total += weight;
  }
  return sum / total;
}
