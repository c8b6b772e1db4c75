/**
 * @file Which joints are the bones of a humanoid, by VRM's names: by the joints' own names where they follow a known
 * convention, else by what the anatomy says.
 *
 * Facts from the VRM 1.0 humanoid specification (vrm-c/vrm-specification): required bones, names.
 */

import { bodyOf } from '../anatomy/body-of.js';
import type { PartialRig, Skeleton } from '../rig-records.js';
import { humanoidSlots, isHumanoid, NAME_CONVENTIONS, REQUIRED_SLOTS, slotName } from './name-conventions.js';
import { nameJoints } from './name-joints.js';

const FINGERS = ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger) =>
  ['Proximal', 'Intermediate', 'Distal'].map((part) => `${finger}${part}`),
);
const SIDE = [
  ...['UpperLeg', 'LowerLeg', 'Foot', 'Toes', 'Shoulder', 'UpperArm', 'LowerArm', 'Hand', 'Eye'],
  ...['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'],
  ...FINGERS,
];

/** All bones of a VRM humanoid. */
export const HUMANOID_BONES: readonly string[] = Object.freeze([
  ...['hips', 'spine', 'chest', 'upperChest', 'neck', 'head', 'jaw'],
  ...['left', 'right'].flatMap((side) => SIDE.map((part) => side + part)),
]);

/** The humanoid bones of a skeleton, and the required ones that it does not have. */
export interface HumanoidBones {
  /** Joint of each bone that was found, by VRM name. */
  readonly joints: ReadonlyMap<string, number>;
  readonly missing: readonly string[];
}

/** Finds the humanoid bones of a skeleton: by its anatomy only where the names are no known ones. */
export function findHumanoidBones(rig: PartialRig): HumanoidBones {
  const { skeleton, anatomy } = rig;
  const named = bonesByName(skeleton);
  if (named.missing.length === 0 || !anatomy) return named;
  const found = bodyOf(rig, anatomy);
  if (!isHumanoid(found)) return named;
  const slots = humanoidSlots(found.plan, nameJoints(found, skeleton));
  const planned = listHumanoidBones(new Map([...slots].map(([joint, slot]) => [slot, joint])));
  return planned.missing.length <= named.missing.length ? planned : named;
}

function bonesByName({ names }: Skeleton): HumanoidBones {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/^.*[:|]/, '')
      .replace(/[^a-z0-9]/g, '');
  const jointOf = new Map<string, number>();
  names.forEach((name, joint) => {
    if (!jointOf.has(plain(name))) jointOf.set(plain(name), joint);
  });
  const readings = NAME_CONVENTIONS.map((convention) => {
    const bones = new Map<string, number>();
    for (const bone of HUMANOID_BONES) {
      const name = slotName(bone, convention);
      const joint = jointOf.get(plain(name)) ?? jointOf.get(plain(name.replace('LowerArm', 'ForeArm')));
      if (joint !== undefined) bones.set(bone, joint);
    }
    return listHumanoidBones(bones);
  });
  return readings.reduce((best, next) => (next.missing.length < best.missing.length ? next : best));
}

const listHumanoidBones = (joints: ReadonlyMap<string, number>): HumanoidBones => ({
  joints: new Map([...joints].filter(([bone]) => HUMANOID_BONES.includes(bone))),
  missing: REQUIRED_SLOTS.filter((bone) => !joints.has(bone)),
});
