/**
 * @file Joints that bend or twist further than the creature's own poses do.
 */

import { type LearnedLimits, limitExcessInto } from './joint-limits.js';
import { degrees, type PoseFinding, poseFinding } from './pose-finding.js';

export interface LimitMeasure {
  /** How far swing and twist of each anatomical joint are outside their limits, radians. [A, 2] */
  readonly excess: Float64Array;
}

export interface LimitCheck {
  /** Measures local rotations of the anatomical joints, [A, 4]. */
  measure(rotations: Float32Array): LimitMeasure;
  tell(measure: LimitMeasure): PoseFinding[];
}

/** Beyond the limits, which hold a margin already, this much is tolerable, radians. */
const TOLERANCE = (10 * Math.PI) / 180;

const KINDS = [
  {
    code: 'hyperextension',
    verb: 'bends',
    fix: 'Bend the joint back, or teach the space poses in which it bends like this.',
  },
  {
    code: 'twist',
    verb: 'twists',
    fix: 'Spread the twist over the joints before it, or teach the space poses in which it twists like this.',
  },
] as const;

/** Prepares limits; `names` and `sources` are those of the rig's joints. */
export function createLimitCheck(
  limits: LearnedLimits,
  names: readonly string[],
  sources: Int16Array,
): LimitCheck {
  return {
    measure(rotations) {
      const excess = new Float64Array(limits.jointCount * 2);
      limitExcessInto(excess, limits, rotations);
      return { excess };
    },
    tell({ excess }) {
      const findings: PoseFinding[] = [];
      for (let i = 0; i < excess.length; i++) {
        const score = excess[i] / TOLERANCE;
        if (!(score >= 1)) continue;
        const joint = sources[i >> 1];
        const { code, verb, fix } = KINDS[i & 1];
        const message = `"${names[joint]}" ${verb} ${degrees(excess[i])} further than it should`;
        findings.push(poseFinding(code, score, message, fix, [joint], 'joint', [joint]));
      }
      return findings;
    },
  };
}
