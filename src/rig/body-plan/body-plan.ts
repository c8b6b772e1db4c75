/** @file What the joints of a body are: the records shared by body plans, names and fitting. */

import type { Finding } from '../../base/finding.js';
import type { Vec3 } from '../../math/vector.js';
import type { BodyAxes } from './body-axes.js';

/**
 * Kinds of body, then the parts of one that come alone. A `blob` is a body with neither limbs nor length; `unknown` is
 * no body, or none that could be recognised.
 */
export type BodyKind =
  | 'biped'
  | 'quadruped'
  | 'bird'
  | 'dragon'
  | 'insect'
  | 'spider'
  | 'arthropod'
  | 'octopus'
  | 'fish'
  | 'serpent'
  | 'flier'
  | 'blob'
  | 'arm'
  | 'hand'
  | 'head'
  | 'unknown';

/** Kinds of chains that are neither trunk nor limb; a girdle is a midline joint that is only the parent of limbs. */
export type ExtraKind =
  | 'ear'
  | 'horn'
  | 'antenna'
  | 'palp'
  | 'fin'
  | 'tentacle'
  | 'finger'
  | 'toe'
  | 'shoulder'
  | 'girdle'
  | 'snout'
  | 'crest'
  | 'spur';

/** Parts that a body has or has not, whatever its plan. */
export type SmallPart = ExtraKind | 'jaw';

/** A chain of joints that is neither trunk nor limb. */
export interface ExtraChain {
  readonly kind: ExtraKind;
  /** From the body outwards. */
  readonly joints: readonly number[];
  /** 1 left, −1 right, 0 on the mirror plane. */
  readonly side: 1 | -1 | 0;
}

/** The joints of each body part. Chains run from the body outwards; left before right, front before back. */
export interface BodyPlan {
  /** From the hips (or the middle of a body without legs) to the chest. */
  readonly spine: readonly number[];
  readonly neck: readonly number[];
  /** −1 where there is none. */
  readonly head: number;
  /** −1 where there is none. */
  readonly jaw: number;
  readonly tail: readonly number[];
  readonly legs: readonly (readonly number[])[];
  readonly arms: readonly (readonly number[])[];
  /** Wings, and the first pair of fins of a fish; all joints of a branching wing. */
  readonly wings: readonly (readonly number[])[];
  /** Joints that stand on the ground, one per leg. */
  readonly feet: readonly number[];
  /** Everything else: ears, antennae, further fins, fingers, shoulders. */
  readonly extras: readonly ExtraChain[];
}

/** A body plan read from a mesh and its skeleton. */
export interface FoundBodyPlan {
  readonly plan: BodyPlan;
  readonly kind: BodyKind;
  /** Unit vectors in character space. */
  readonly up: Vec3;
  readonly forward: Vec3;
  readonly left: Vec3;
  /** Left or right partner of each joint: itself on the mirror plane, −1 where there is none. [J] */
  readonly partner: Int16Array;
  /** 0 to 1, for front and back, left and right, and the labels of the limbs. */
  readonly confidence: number;
  /** Why the kind is `unknown`, as a clause: "no limbs, head or tail were found in the shape". */
  readonly reason?: string;
  readonly axes: BodyAxes;
  readonly findings: readonly Finding[];
}

/** Every joint of the plan, once. */
export function plannedJoints(plan: BodyPlan): Set<number> {
  const chains = [...plan.legs, ...plan.arms, ...plan.wings, ...plan.extras.map((extra) => extra.joints)];
  const joints = new Set([...plan.spine, ...plan.neck, ...plan.tail, ...chains.flat()]);
  if (plan.head >= 0) joints.add(plan.head);
  if (plan.jaw >= 0) joints.add(plan.jaw);
  return joints;
}
