/** @file The limbs of a labelled body by roles: which joints belong together, where each limb starts. */

import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { BodyMeasures } from './measure-rigged-body.js';

/** Limbs that can be taken off one body and put on another. */
export const LIMB_GROUPS = {
  wings: ['wing'],
  arms: ['shoulder', 'upperArm', 'lowerArm', 'hand', 'finger'],
  legs: [
    'frontUpperLeg',
    'frontLowerLeg',
    'frontFoot',
    'middleUpperLeg',
    'middleLowerLeg',
    'middleFoot',
    'hindUpperLeg',
    'hindLowerLeg',
    'hindFoot',
  ],
  tail: ['tail'],
  ears: ['ear'],
  horns: ['horn'],
  fins: ['fin'],
  head: ['neck', 'head', 'jaw', 'ear', 'horn', 'face'],
} as const satisfies Record<string, readonly Role[]>;

/** The name of a group of limbs. */
export type LimbGroup = keyof typeof LIMB_GROUPS;

/** What may lie below a limb beside its own roles: joints that no word fits, feathers of a hand, fins of a tail. */
const ALSO: readonly Role[] = ['other', 'fin', 'finger', 'hand'];

/** Joints where limbs of a group start: their parent is of another group, and no other part of the body follows below. */
export function limbStarts(measures: BodyMeasures, group: LimbGroup): number[] {
  const { body } = measures;
  const roles: readonly Role[] = LIMB_GROUPS[group];
  const { parents } = body.skeleton;
  const starts = [...body.roles.keys()].filter(
    (j) => j > 0 && roles.includes(body.roles[j]) && !roles.includes(body.roles[parents[j]]),
  );
  return starts.filter((start) =>
    limbJoints(measures, start).every((j) => roles.includes(body.roles[j]) || ALSO.includes(body.roles[j])),
  );
}

/** A joint and all below it, parents first. */
export function limbJoints({ children }: BodyMeasures, start: number): number[] {
  const out = [start];
  for (let i = 0; i < out.length; i++) out.push(...children[out[i]]);
  return out.sort((a, b) => a - b);
}
