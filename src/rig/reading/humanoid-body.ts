/**
 * @file The body of a humanoid whose bones its file declares, by VRM's names. What lies between two declared bones of a
 * limb (a twist bone, a second spine) is of that limb; hair, skirts and props are no part of any chain.
 */

import { cross, lengthOf, normalize, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import { findBodyAxes } from '../body-plan/body-axes.js';
import type { BodyPlan, ExtraChain, FoundBodyPlan } from '../body-plan/body-plan.js';
import type { PartialRig, Skeleton } from '../rig-records.js';

const UP: Vec3 = [0, 1, 0];
const SIDES = [
  ['left', 1],
  ['right', -1],
] as const;
const LEG = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'];
const ARM = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'];
const FINGERS = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'];
const SEGMENTS = ['Metacarpal', 'Proximal', 'Intermediate', 'Distal'];
const REQUIRED = ['hips', 'spine', 'head', 'leftUpperLeg', 'rightUpperLeg', 'leftUpperArm', 'rightUpperArm'];

/** The joint of each bone, by VRM name. */
export type DeclaredBones = ReadonlyMap<string, number>;

/** The body; undefined where bones are missing that every humanoid has, or left and right lie on one line. */
export function bodyOfHumanoid(
  { skeleton, mesh }: PartialRig,
  bones: DeclaredBones,
): FoundBodyPlan | undefined {
  if (!REQUIRED.every((bone) => bones.has(bone))) return undefined;
  const at = (bone: string) => vectorAt(skeleton.rest, bones.get(bone) as number);
  const across = subtract(at('leftUpperArm'), at('rightUpperArm'));
  const level: Vec3 = [across[0], 0, across[2]];
  if (!(lengthOf(level) > 0)) return undefined;
  const left = normalize(level);
  const forward = cross(left, UP);
  const hips = at('hips');
  const offset = hips[0] * left[0] + hips[2] * left[2];
  const points = mesh && mesh.positions.length > 0 ? mesh.positions : skeleton.rest;
  return {
    plan: planOfBones(skeleton, bones),
    kind: 'biped',
    up: UP,
    forward,
    left,
    partner: pairBones(skeleton, bones),
    confidence: 1,
    axes: findBodyAxes(points, { normal: left, offset, error: 0, symmetric: true }, UP),
    findings: [],
  };
}

function planOfBones(skeleton: Skeleton, bones: DeclaredBones): BodyPlan {
  const chain = (names: readonly string[]) =>
    joinBetween(
      skeleton,
      names.flatMap((name) => bones.get(name) ?? []),
    );
  const legs = SIDES.map(([side]) => chain(LEG.map((part) => side + part)));
  const arms = SIDES.map(([side]) => chain(ARM.map((part) => side + part)));
  const trunk = chain(['hips', 'spine', 'chest', 'upperChest']);
  const fingers = SIDES.flatMap(([side, sign]) =>
    FINGERS.map((finger): ExtraChain => {
      return { kind: 'finger', joints: chain(SEGMENTS.map((part) => side + finger + part)), side: sign };
    }),
  );
  const eyes = SIDES.map(([side, sign]): ExtraChain => {
    return { kind: 'snout', joints: chain([`${side}Eye`]), side: sign };
  });
  const neck = bones.get('neck');
  const head = bones.get('head') as number;
  return {
    spine: trunk,
    neck: neck === undefined ? [] : joinBetween(skeleton, [neck, head]).slice(0, -1),
    head,
    jaw: bones.get('jaw') ?? -1,
    tail: [],
    legs,
    arms,
    wings: [],
    feet: legs.map((leg) => leg[leg.length - 1]),
    extras: [...fingers, ...eyes].filter(({ joints }) => joints.length > 0),
  };
}

/** Joints of a chain with those that lie between them in the hierarchy. */
function joinBetween({ parents }: Skeleton, joints: readonly number[]): number[] {
  return joints.flatMap((joint, i) => {
    const way = [joint];
    if (i === 0) return way;
    for (let j = parents[joint]; j >= 0 && j !== joints[i - 1]; j = parents[j]) way.unshift(j);
    return parents[way[0]] === joints[i - 1] ? way : [joint];
  });
}

/** Left and right bones are each other's partner; those without a side lie on the mirror plane. [J] */
function pairBones({ parents }: Skeleton, bones: DeclaredBones): Int16Array {
  const partner = new Int16Array(parents.length).fill(-1);
  for (const [bone, joint] of bones) {
    const other = bone.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));
    partner[joint] = bones.get(other) ?? -1;
  }
  return partner;
}
