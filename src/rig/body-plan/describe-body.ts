/**
 * @file What a report says of a body: kind, number of limbs, tail, head, facing. The command line's JSON and the
 * measures of the body reader share it. A fish's side fins, which a body plan keeps with the wings, count as fins.
 */

import type { Vec3 } from '../../math/vector.js';
import type { BodyKind } from './body-plan.js';
import type { FoundBodyPlan } from './find-body-plan.js';

/** A body in figures. Limbs are counted once each, however many joints they have. */
export interface BodyDescription {
  readonly kind: BodyKind;
  readonly legs: number;
  readonly arms: number;
  readonly wings: number;
  /** Fins beside the tail. */
  readonly fins: number;
  readonly tail: boolean;
  readonly head: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /** The axes nearest to where the body faces and to its up, e.g. `+z`. */
  readonly facing: string;
  readonly up: string;
  /** Facing direction. */
  readonly forward: Vec3;
}

/** Describes a body in figures. */
export function describeBody(body: FoundBodyPlan): BodyDescription {
  const { plan, kind, confidence, forward, up } = body;
  const isFish = kind === 'fish';
  const extraFins = plan.extras.filter((extra) => extra.kind === 'fin').length;
  return {
    kind,
    legs: plan.legs.length,
    arms: plan.arms.length,
    wings: isFish ? 0 : plan.wings.length,
    fins: extraFins + (isFish ? plan.wings.length : 0),
    tail: plan.tail.length > 0,
    head: plan.head >= 0,
    confidence,
    facing: nameDirection(forward),
    up: nameDirection(up),
    forward,
  };
}

/** The axis nearest to a direction, e.g. `+z`. */
function nameDirection(direction: Vec3): string {
  const k = [0, 1, 2].reduce((most, i) => (Math.abs(direction[i]) > Math.abs(direction[most]) ? i : most));
  return `${direction[k] < 0 ? '−' : '+'}${'xyz'[k]}`;
}
