/**
 * @file Merges joints that only divide a limb more finely, so that a pose space is the same however a limb is divided.
 *
 * The pose network takes every joint for one that an artist bends: a leg of twelve joints turns twelve times. Two kinds are
 * merged with the joint before them, which they then follow rigidly:
 * (1) joints on the straight line of their bone that move nothing of their own, that stay still in clips in which their
 *     neighbours turn, or that divide the bones of their limb evenly (a bone subdivided by a tool);
 * (2) of limbs with more bones than artists use (`choose-bends.ts`) all but those where the limb bends most, unless clips
 *     need them.
 * Artists' rigs keep their joints: of 1,305 joints inside limbs of 106 rig families 65 lie straight to a tenth of a degree,
 * and none of their limbs has more bones than `MOST_BONES`. Figures: lab/notes/pose-sampling.md.
 */

import { sampleEvenly } from '../../base/sample-evenly.js';
import { quaternionAngle } from '../../math/quaternion.js';
import { transferSkin } from '../edit/transfer-skin.js';
import { pickJoints } from '../pick-joints.js';
import { LEAST_MASS } from '../reading/analyze-joints.js';
import type { Pose, Skin } from '../rig-records.js';
import type { AnatomicalRig } from './anatomical-rig.js';
import { chooseBends } from './choose-bends.js';
import { type BoneDivision, findDivision, isStraight } from './divided-bones.js';
import { listChains } from './list-chains.js';
import { toAnatomicalPose } from './to-anatomical-pose.js';

/** A joint that turns by less than this in all clips is still, one that turns by more moves; degrees. */
const STILL = 1;
const MOVES = 5;
/** Clips need the joints of a limb if without them joints are further off than this fraction of the diameter. */
const NEEDED = 0.01;
/** Most poses that are looked at. */
const MOST_POSES = 64;
const NO_TURN = [0, 0, 0, 1];

/** The anatomical rig without joints that only divide its limbs; the same record where there are none. */
export function mergeDivisions(anatomy: AnatomicalRig, poses: readonly Pose[] = []): AnatomicalRig {
  const some = sampleEvenly(poses, MOST_POSES);
  const plain = mergeRedundant(anatomy, some);
  const merged = dropJoints(plain, chooseBends(plain.rig.skeleton));
  const isNeeded = some.some((pose) => toAnatomicalPose(merged, pose).residual > NEEDED);
  const result = merged === plain || isNeeded ? plain : merged;
  return result === anatomy ? anatomy : describeMerged(result, anatomy);
}

/** The rig without joints on the line of their bone. */
const mergeRedundant = (anatomy: AnatomicalRig, poses: readonly Pose[]): AnatomicalRig =>
  dropJoints(anatomy, findRedundant(anatomy, poses));

/** Adds a finding about the joints that are merged. */
function describeMerged(result: AnatomicalRig, anatomy: AnatomicalRig): AnatomicalRig {
  const kept = new Set(result.sources);
  const gone = Array.from(anatomy.sources).filter((joint) => !kept.has(joint));
  return {
    ...result,
    findings: [
      ...result.findings,
      {
        code: 'divisions-merged',
        severity: 'info',
        message: `${gone.length} joints only divide a limb more finely and follow the joint before them in poses of the pose space`,
        kind: 'joint',
        elements: gone.slice(0, 200),
        count: gone.length,
      },
    ],
  };
}

/** Joints on the line of their bone that nothing speaks for. */
function findRedundant(anatomy: AnatomicalRig, poses: readonly Pose[]): Set<number> {
  const { skeleton, skin } = anatomy.rig;
  const chains = listChains(skeleton.parents);
  const straight = chains.flatMap((chain) =>
    chain.slice(1, -1).filter((_, i) => isStraight(skeleton.rest, chain, i + 1)),
  );
  const redundant = new Set<number>();
  if (straight.length === 0) return redundant;
  const turns = measureTurns(anatomy, poses);
  const masses = skin && weighJoints(skin, skeleton.parents.length);
  const division = findDivision(skeleton.rest, chains);
  for (const [c, chain] of chains.entries()) {
    for (let i = 1; i < chain.length - 1; i++) {
      const joint = chain[i];
      if (!isStraight(skeleton.rest, chain, i) || turns[joint] > STILL) continue;
      const isBare = masses !== undefined && masses[joint] < LEAST_MASS;
      const isLeftOut = turns[chain[i - 1]] > MOVES || turns[chain[i + 1]] > MOVES;
      if (isBare || isLeftOut || isDivision(division[c], i)) redundant.add(joint);
    }
  }
  return redundant;
}

/** Whether a joint lies inside a bone of the limb as it was before it was divided. */
const isDivision = (division: BoneDivision, index: number): boolean => division > 1 && index % division !== 0;

/** The largest turn of each joint against its parent in any pose, degrees. [A] */
function measureTurns(anatomy: AnatomicalRig, poses: readonly Pose[]): Float64Array {
  const turns = new Float64Array(anatomy.sources.length);
  for (const pose of poses) {
    const { rotations } = toAnatomicalPose(anatomy, pose).pose;
    for (let a = 0; a < turns.length; a++) {
      turns[a] = Math.max(turns[a], (quaternionAngle(rotations, a * 4, NO_TURN, 0) * 180) / Math.PI);
    }
  }
  return turns;
}

/** Fraction of all skin weight on each joint. */
function weighJoints({ joints, weights }: Skin, jointCount: number): Float64Array {
  const masses = new Float64Array(jointCount);
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    if (!(weights[i] > 0) || joints[i] >= jointCount) continue;
    masses[joints[i]] += weights[i];
    total += weights[i];
  }
  return total > 0 ? masses.map((mass) => mass / total) : masses.fill(1);
}

/** The rig without some of its anatomical joints: each is followed rigidly by what it carried, as its parent was. */
function dropJoints(anatomy: AnatomicalRig, dropped: ReadonlySet<number>): AnatomicalRig {
  if (dropped.size === 0) return anatomy;
  const { rig, sources, carriers } = anatomy;
  const { parents } = rig.skeleton;
  // Parents come first: the number of a dropped joint is that of its nearest kept ancestor.
  const numbers = new Int16Array(parents.length);
  const kept: number[] = [];
  for (let a = 0; a < parents.length; a++) {
    numbers[a] = dropped.has(a) ? numbers[parents[a]] : kept.push(a) - 1;
  }
  return {
    ...anatomy,
    rig: {
      ...rig,
      skeleton: pickJoints(
        rig.skeleton,
        kept,
        Int16Array.from(kept, (a) => (parents[a] < 0 ? -1 : numbers[parents[a]])),
      ),
      ...(rig.skin && { skin: transferSkin(rig.skin, { heirs: numbers }) }),
    },
    sources: Int16Array.from(kept, (a) => sources[a]),
    carriers: carriers.map((a) => (a < 0 ? a : numbers[a])),
  };
}
