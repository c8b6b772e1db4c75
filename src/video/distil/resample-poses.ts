/**
 * @file Poses at a higher frame rate, by the cosines that pass through them: few frames of a motion without high
 * frequencies say all of it.
 */

import { normalizeQuaternion } from '../../math/quaternion.js';
import type { FitPose } from '../fit/fit-body.js';

/** `count` poses spread evenly from the first to the last of a few; the highest frequencies are left out. */
export function resamplePoses(poses: readonly FitPose[], count: number): FitPose[] {
  const frames = poses.length;
  const aligned = alignSigns(poses.map(({ rotations }) => rotations));
  const kept = Math.ceil(frames * KEPT);
  const wave = (k: number, f: number) => Math.cos((Math.PI * k * (f + 0.5)) / frames);
  const coefficients = (rows: readonly Float64Array[]) =>
    Array.from({ length: kept }, (_, k) => {
      const out = new Float64Array(rows[0].length);
      rows.forEach((row, f) => {
        const share = ((k === 0 ? 1 : 2) / frames) * wave(k, f);
        for (let i = 0; i < out.length; i++) out[i] += share * row[i];
      });
      return out;
    });
  const turns = coefficients(aligned);
  const roots = coefficients(poses.map(({ root }) => root));
  const at = (list: readonly Float64Array[], f: number) => {
    const out = new Float64Array(list[0].length);
    list.forEach((row, k) => {
      for (let i = 0; i < out.length; i++) out[i] += wave(k, f) * row[i];
    });
    return out;
  };
  return Array.from({ length: count }, (_, n) => {
    const f = count > 1 ? (n * (frames - 1)) / (count - 1) : 0;
    const rotations = at(turns, f);
    for (let j = 0; j < rotations.length; j += 4) normalizeQuaternion(rotations, j);
    return { rotations, root: at(roots, f) };
  });
}

/** Share of the frequencies that are kept. */
const KEPT = 0.75;

/** Quaternions of each joint on the side of those of the frame before. */
function alignSigns(rows: readonly Float64Array[]): Float64Array[] {
  const out = rows.map((row) => row.slice());
  for (let f = 1; f < out.length; f++) {
    for (let j = 0; j < out[f].length; j += 4) {
      let dot = 0;
      for (let k = j; k < j + 4; k++) dot += out[f - 1][k] * out[f][k];
      if (dot < 0) for (let k = j; k < j + 4; k++) out[f][k] = -out[f][k];
    }
  }
  return out;
}
