/**
 * @file What the joints of a body are for: the records that reading, naming and fitting share.
 */

/** The kinds of body that a reading tells apart; `blob` is what has neither limbs nor length. */
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
  | 'blob';

/** What a chain that is neither trunk nor limb may be; a girdle is a joint of the midline that only carries limbs. */
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

/** A chain of joints beside the plan's own. */
export interface ExtraChain {
  readonly kind: ExtraKind;
  /** From the body outwards. */
  readonly joints: readonly number[];
  /** 1 left, −1 right, 0 on the mirror plane. */
  readonly side: 1 | -1 | 0;
}

/** Which joints are what. Chains run from the body outwards; left before right, front before back. */
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

/** Every joint that the plan gives a part, once. */
export function plannedJoints(plan: BodyPlan): Set<number> {
  const chains = [...plan.legs, ...plan.arms, ...plan.wings, ...plan.extras.map((extra) => extra.joints)];
  const joints = new Set([...plan.spine, ...plan.neck, ...plan.tail, ...chains.flat()]);
  if (plan.head >= 0) joints.add(plan.head);
  if (plan.jaw >= 0) joints.add(plan.jaw);
  return joints;
}
