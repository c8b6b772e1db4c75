/** @file Limbs that collapse at a joint: regions that keep less of their volume than in any natural pose. */

import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import type { VolumeMeter } from './measure-volume.js';
import { type PoseFinding, percent, poseFinding } from './pose-finding.js';

/** How much volume limbs keep. */
export interface VolumeMeasure {
  /** Anatomical joints that are measured. [Z] */
  readonly joints: Int16Array;
  /** Volume around each over that at rest, valid until the next measure. [Z] */
  readonly ratios: Float32Array;
}

/** Losing this share is always in order: a knee bent by a right angle does. */
const LIMIT = 0.5;
/** How much more than in good poses is in order. */
const SLACK = 1.2;
/** All of it is lost: an error. */
const ERROR_LOSS = 0.9;

/** Prepares a body; `meter` is its own. */
export function createVolumeCheck(
  { rig, sources }: CheckedRig,
  meter: VolumeMeter,
): SurfaceValidator<VolumeMeasure> {
  const limits = new Float32Array(meter.joints.length).fill(LIMIT);
  return {
    learnsFrom: 'samples and examples',
    measure(posed) {
      meter.measure(posed);
      return meter;
    },
    observe({ ratios }) {
      for (let z = 0; z < limits.length; z++) limits[z] = Math.max(limits[z], SLACK * (1 - ratios[z]));
    },
    report({ ratios }) {
      const findings: PoseFinding[] = [];
      for (let z = 0; z < limits.length; z++) {
        const loss = 1 - ratios[z];
        if (!(loss >= limits[z])) continue;
        const joint = sources[meter.joints[z]];
        // From the limit to a total loss the score goes from 1 to 3.
        const score = 1 + (2 * (loss - limits[z])) / Math.max(ERROR_LOSS - limits[z], 0.1);
        findings.push(
          poseFinding(
            'lost-volume',
            score,
            `the limb at "${rig.skeleton.names[joint]}" loses ${percent(Math.min(1, loss))} of its volume`,
            'Bend or twist the joint less, or add joints there that share the turn.',
            [joint],
            'triangle',
            meter.trianglesOf(z),
          ),
        );
      }
      return findings;
    },
  };
}
