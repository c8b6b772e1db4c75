/** @file What a body is, as reports say it: the `body` of `posespace rig --json`, of `inspect` and of the library's results. */

import type { Vec3 } from '../../math/vector.js';
import { type ConfidenceLevel, levelOf } from '../anatomy/confidence.js';
import { confidenceOf, isControl, kindOf, planOf } from '../anatomy/views.js';
import type { Anatomy } from '../rig-records.js';
import type { BodyKind, BodyPlan } from './body-plan.js';

/** A body in plain values: it goes through JSON unchanged. */
export interface BodyDescription {
  /** `unknown` where it is no body that could be recognised. */
  readonly kind: BodyKind;
  /** Number of limbs; the arms of an octopus are arms. */
  readonly legs: number;
  readonly arms: number;
  readonly wings: number;
  /** Fins on the sides of the body; a tail fin belongs to the tail. */
  readonly fins: number;
  readonly tail: boolean;
  readonly head: boolean;
  /** Confidence of the body plan, 0 to 1. */
  readonly confidence: number;
  readonly level: ConfidenceLevel;
  /** The axes nearest to forward and up: `+z`, `+y`. */
  readonly facing: string;
  readonly up: string;
  /** Unit, in the axes of the file. */
  readonly forward: Vec3;
  /** In one line: `quadruped: 4 legs, head, tail, 33 joints`. */
  readonly description: string;
}

/** Describes what the joints of a rig are. */
export function describeBody(anatomy: Anatomy): BodyDescription {
  const plan = planOf(anatomy);
  const kind = kindOf(anatomy);
  const confidence = confidenceOf(anatomy);
  // The first pair of a fish's fins is where other bodies have their wings.
  const isFish = kind === 'fish';
  const sideFins = plan.extras.filter((extra) => extra.kind === 'fin' && extra.side !== 0).length;
  const joints = Array.from(anatomy.role.keys()).filter((j) => !isControl(anatomy, j)).length;
  return {
    kind,
    legs: plan.legs.length,
    arms: plan.arms.length,
    wings: isFish ? 0 : plan.wings.length,
    fins: isFish ? plan.wings.length + sideFins : sideFins,
    tail: plan.tail.length > 0,
    head: plan.head >= 0,
    confidence,
    level: levelOf(confidence),
    facing: nameAxis(anatomy.forward),
    up: nameAxis(anatomy.up),
    forward: anatomy.forward,
    description: inOneLine(plan, kind, joints),
  };
}

function inOneLine(plan: BodyPlan, kind: BodyKind, joints: number): string {
  const counted = (count: number, one: string) =>
    count > 0 ? [`${count} ${one}${count === 1 ? '' : 's'}`] : [];
  return `${kind}: ${[
    ...counted(plan.legs.length, 'leg'),
    ...counted(plan.arms.length, 'arm'),
    ...counted(plan.wings.length, kind === 'fish' ? 'fin' : 'wing'),
    ...(plan.head >= 0 ? ['head'] : []),
    ...(plan.tail.length > 0 ? ['tail'] : []),
    ...counted(joints, 'joint'),
  ].join(', ')}`;
}

/** The axis nearest to a direction: `+z`, `-x`. */
export function nameAxis(direction: Vec3): string {
  const k = [0, 1, 2].reduce((most, i) => (Math.abs(direction[i]) > Math.abs(direction[most]) ? i : most));
  return `${direction[k] < 0 ? '-' : '+'}${'xyz'[k]}`;
}
