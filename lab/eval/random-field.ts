/**
 * @file The control of the motion prior: a random field, smooth over the body and over time, projected onto the rig, with
 * the same spread as a given motion. It looks alive, too; what it lacks is what a prior has learned.
 */

import type { Rng } from '../../src/base/rng.js';
import { restPose } from '../../src/rig/rig-records.js';
import { fitTrajectories } from '../../src/video/distil/imagine-poses.js';
import { type PriorBody, toCellAxes } from '../../src/video/distil/prior-body.js';
import { type FitPose, toFitPose } from '../../src/video/fit/fit-body.js';

/** Length over which the field changes, half diameters. */
const LENGTH = 0.5;
const WAVES = 32;

/** How large a motion is. */
interface Size {
  readonly mean: number;
  readonly motion: number;
}

/** Poses of a random field whose size is that asked for; `deviations` say how it is spread over frequencies. */
export function imagineField(
  subject: PriorBody,
  deviations: readonly number[],
  frames: number,
  size: Size,
  rng: Rng,
  measure: (poses: readonly FitPose[]) => Size,
): FitPose[] {
  const field = drawField(subject, deviations, rng);
  const start = Array.from({ length: frames }, () => toFitPose(restPose(subject.body.rig.skeleton)));
  let scale = { ...size };
  let poses = start;
  // A rig cannot follow all of the field, so that a little more is asked for in the second round.
  for (let round = 0; round < 2; round++) {
    const wanted = field.map((value, i) => value * (i % deviations.length === 0 ? scale.mean : scale.motion));
    poses = fitTrajectories(subject, toCellAxes(subject, wanted), poses, round === 0 ? 6 : 3);
    const got = measure(poses);
    const factor = (want: number, have: number) => Math.min(2, want / Math.max(have, 1e-6));
    scale = {
      mean: scale.mean * factor(size.mean, got.mean),
      motion: scale.motion * factor(size.motion, got.motion),
    };
  }
  return poses;
}

/** Random coefficients that are alike where cells are near. [T, P, 3, K] */
function drawField({ points }: PriorBody, deviations: readonly number[], rng: Rng): Float32Array {
  const frequencies = deviations.length;
  const waves = Array.from({ length: WAVES }, () => ({
    direction: [rng.normal() / LENGTH, rng.normal() / LENGTH, rng.normal() / LENGTH],
    phase: rng.range(0, 2 * Math.PI),
    amounts: Array.from({ length: 3 * frequencies }, () => rng.normal()),
  }));
  const out = new Float32Array(points.length * frequencies);
  for (let i = 0; i < points.length; i += 3) {
    for (const { direction, phase, amounts } of waves) {
      const at = direction[0] * points[i] + direction[1] * points[i + 1] + direction[2] * points[i + 2];
      const value = Math.cos(at + phase) * Math.sqrt(2 / WAVES);
      for (let a = 0; a < 3 * frequencies; a++) out[i * frequencies + a] += value * amounts[a];
    }
  }
  return out.map((value, i) => value * deviations[i % frequencies]);
}
