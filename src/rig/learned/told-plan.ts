/** @file What the network is told of a body whose kind is known. */

import type { BodyKind } from '../body-plan/body-plan.js';
import { limbsOfKind } from '../body-plan/known-body.js';
import { isLonePart } from '../body-plan/lone-part.js';
import type { Plan } from './decode-joints.js';
import { WHOLES } from './role-tokens.js';

/** Answers to the network's questions that a kind of body gives; the others stay open. */
export function toldPlan(kind: BodyKind): Plan {
  if (kind === 'unknown') return { whole: WHOLES.indexOf('nothing') };
  return { whole: WHOLES.indexOf(isLonePart(kind) ? kind : 'body'), ...limbsOfKind(kind) };
}
