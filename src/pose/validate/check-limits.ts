/**
 * @file Joints that bend or twist further than in the creature's own poses.
 *
 * Limits from samples alone are uncertain where the network does not know the creature: 30 % of real frames of 24
 * unseen families then have a joint 10° beyond its limit (13 % with examples from other clips, 10 and 5 % on known
 * families). Such findings need three times the excess and are never errors.
 */

import { type LearnedLimits, limitExcessInto } from './limit-excess.js';
import { degrees, type PoseFinding, poseFinding } from './pose-finding.js';

/** How far joints are beyond their limits. */
export interface LimitMeasure {
  /** How far swing and twist of each anatomical joint are outside their limits, radians. [A, 2] */
  readonly excess: Float64Array;
}

export interface LimitCheck {
  /** Measures local rotations of the anatomical joints, [A, 4]. */
  measure(rotations: Float32Array): LimitMeasure;
  report(measure: LimitMeasure): PoseFinding[];
}

/** Beyond the limits, which hold a margin already, this much is tolerable, radians. */
export const LIMIT_TOLERANCE = (10 * Math.PI) / 180;
/**
 * The score goes up by one for each of these, radians. An animal that ducks, rolls or dies bends further than it does
 * elsewhere: only what is far beyond is surely wrong, where an arm in the belly always is.
 */
const SLOPE = (30 * Math.PI) / 180;
/** How much more is tolerable where limits are uncertain, and the highest score then. */
export const UNCERTAIN_SCALE = 3;
const MOST_UNCERTAIN = 2.9;

const KINDS = [
  {
    code: 'hyperextension',
    verb: 'bends',
    fix: 'Bend the joint back, or adapt the space to poses in which it bends like this.',
  },
  {
    code: 'twist',
    verb: 'twists',
    fix: 'Spread the twist over the joints before it, or adapt the space to poses in which it twists like this.',
  },
] as const;

/** Prepares limits; `names` and `sources` are those of the rig's joints, `uncertain` limits come from samples alone. */
export function createLimitCheck(
  limits: LearnedLimits,
  names: readonly string[],
  sources: Int16Array,
  uncertain: boolean,
): LimitCheck {
  const tolerance = uncertain ? UNCERTAIN_SCALE * LIMIT_TOLERANCE : LIMIT_TOLERANCE;
  return {
    measure(rotations) {
      const excess = new Float64Array(limits.jointCount * 2);
      limitExcessInto(excess, limits, rotations);
      return { excess };
    },
    report({ excess }) {
      const findings: PoseFinding[] = [];
      for (let i = 0; i < excess.length; i++) {
        if (!(excess[i] >= tolerance)) continue;
        const score = Math.min(1 + (excess[i] - tolerance) / SLOPE, uncertain ? MOST_UNCERTAIN : Infinity);
        const joint = sources[i >> 1];
        const { code, verb, fix } = KINDS[i & 1];
        const message = `"${names[joint]}" ${verb} ${degrees(excess[i])} further than it should`;
        findings.push(poseFinding(code, score, message, fix, [joint], 'joint', [joint]));
      }
      return findings;
    },
  };
}
