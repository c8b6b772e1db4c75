/**
 * @file Motion measures: foot skate, penetration, float and smoothness.
 *
 * Every vertex that a triangle uses is watched, at the clip's frames, and detected contacts are not used, so that the
 * figures judge detection and cleaning alike. A clip that walks on the spot is measured against the ground that passes
 * below it, at the speed that is given.
 */

import { measureBodyHeight } from '../../rig/ground.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';

/** Options of `measureMotion`. */
export interface MotionMetricsOptions {
  /** Height of the ground, metres. */
  readonly ground?: number;
  /** Speed of the body over the ground beyond what its root does, metres per second. [3] */
  readonly rootVelocity?: ArrayLike<number>;
}

/** Measures of a clip: foot skate, penetration, float, smoothness. */
export interface MotionMetrics {
  /** Mean horizontal speed of vertices below 2 % of the height, in heights per second; 0 where there is none. */
  readonly skate: number;
  /** Mean over frames of the depth of the deepest vertex below the ground, in % of the height. */
  readonly penetration: number;
  /** Share of frames in which no vertex is below 2 % of the height. */
  readonly float: number;
  /** Mean size of the third difference of vertices over time, in heights per second cubed. */
  readonly jerk: number;
  /** The furthest that a vertex goes from one frame to the next, in % of the height. */
  readonly step: number;
  /** The furthest that a vertex is from the middle between where it was and where it will be, in % of the height. */
  readonly jolt: number;
}

/** A vertex below this share of the height is in contact. */
const CONTACT = 0.02;
/** Vertices whose smoothness is measured. */
const WATCHED = 500;

/** Measures foot skate, ground penetration, float and smoothness of a clip. */
export function measureMotion(rig: Rig, clip: Clip, options: MotionMetricsOptions = {}): MotionMetrics {
  const { ground = 0, rootVelocity = [0, 0, 0] } = options;
  const height = measureBodyHeight(rig);
  const used = [...new Set(rig.mesh.triangles)].sort((a, b) => a - b);
  const skinner = createRigSkinner(rig);
  const limit = ground + CONTACT * height;
  const frameCount = clip.times.length;
  let [slid, contacts, depth, floating] = [0, 0, 0, 0];
  let before: Float32Array | undefined;
  const watched = used.filter((_, i) => i % Math.max(1, Math.ceil(used.length / WATCHED)) === 0);
  const trails = new Float64Array(frameCount * watched.length * 3);
  for (let f = 0; f < frameCount; f++) {
    const now = skinner.pose(clip.poses[f]).slice();
    let lowest = Infinity;
    for (const v of used) if (now[v * 3 + 1] < lowest) lowest = now[v * 3 + 1];
    depth += Math.max(0, ground - lowest);
    if (!(lowest < limit)) floating++;
    if (before) {
      const seconds = clip.times[f] - clip.times[f - 1];
      for (const v of used) {
        // In contact all the way: at both ends of the step.
        if (!(now[v * 3 + 1] < limit && before[v * 3 + 1] < limit)) continue;
        slid += Math.hypot(
          (now[v * 3] - before[v * 3]) / seconds + rootVelocity[0],
          (now[v * 3 + 2] - before[v * 3 + 2]) / seconds + rootVelocity[2],
        );
        contacts++;
      }
    }
    for (const [i, v] of watched.entries()) {
      for (let k = 0; k < 3; k++) trails[(f * watched.length + i) * 3 + k] = now[v * 3 + k];
    }
    before = now;
  }
  const width = watched.length * 3;
  const step = frameCount > 1 ? (clip.times[frameCount - 1] - clip.times[0]) / (frameCount - 1) : 1;
  return {
    skate: contacts > 0 ? slid / contacts / height : 0,
    penetration: frameCount > 0 ? (100 * depth) / frameCount / height : 0,
    float: frameCount > 0 ? floating / frameCount : 0,
    jerk: measureDifferences(trails, width, [-1, 3, -3, 1]).mean / step ** 3 / height,
    step: (100 * measureDifferences(trails, width, [-1, 1]).largest) / height,
    jolt: (100 * measureDifferences(trails, width, [-0.5, 1, -0.5]).largest) / height,
  };
}

/** Mean and largest length of differences over time of trails [F, width] of points. */
function measureDifferences(trails: Float64Array, width: number, weights: readonly number[]) {
  const count = width > 0 ? trails.length / width - weights.length + 1 : 0;
  let [sum, largest] = [0, 0];
  for (let f = 0; f < count; f++) {
    for (let i = 0; i < width; i += 3) {
      let squared = 0;
      for (let k = f * width + i; k < f * width + i + 3; k++) {
        let difference = 0;
        for (let w = 0; w < weights.length; w++) difference += weights[w] * trails[k + w * width];
        squared += difference * difference;
      }
      const length = Math.sqrt(squared);
      sum += length;
      if (length > largest) largest = length;
    }
  }
  return { mean: count > 0 ? (3 * sum) / (count * width) : 0, largest };
}
