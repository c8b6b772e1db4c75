/** @file What the network is told of a body of which something is known. */

import { type KnownBody, limbsOfBody } from '../body-plan/known-body.js';
import { isLonePart } from '../body-plan/lone-part.js';
import type { Plan } from './decode-joints.js';
import { WHOLES } from './role-tokens.js';

/** Answers to the network's questions that are known of a body; the others stay open. Nothing known: undefined. */
export function toldPlan({ kind, limbs }: KnownBody): Plan | undefined {
  if (kind === undefined && limbs === undefined) return undefined;
  if (kind === 'unknown') return { whole: WHOLES.indexOf('nothing') };
  return { whole: WHOLES.indexOf(isLonePart(kind) ? kind : 'body'), ...limbsOfBody({ kind, limbs }) };
}
