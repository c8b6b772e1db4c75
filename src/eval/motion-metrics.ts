/**
 * @file How a clip stands on the ground: skate, penetration, float and smoothness, as METRICS has them.
 *
 * Every vertex that a triangle uses is watched, at the clip's frames, and no detected contact is asked, so that the
 * figures judge detection and cleaning alike. A clip that walks on the spot is measured against the ground that passes
 * below it, at the speed that is given.
 */

import type { Clip } from '../motion/clip.js';
import { measureBodyHeight } from '../motion/contacts/estimate-ground.js';
import type { Rig } from '../rig/rig.js';
import { createRigSkinner } from '../rig/skin-mesh.js';

export interface MotionMetricsOptions {
  /** Height of the ground, metres. */
  readonly ground?: number;
  /** Speed of the body over the ground beyond what its root does, metres per second. [3] */
  readonly travel?: ArrayLike<number>;
}

export interface MotionMetrics {
  /** Mean horizontal speed of vertices below 2 % of the height, in heights per second; 0 where there is none. */
  readonly skate: number;
  /** Mean over frames of the depth of the deepest vertex below the ground, in % of the height. */
  readonly penetration: number;
  /** Share of frames in which no vertex is below 2 % of the height. */
  readonly float: number;
  /** Mean size of the third difference of vertices over time, in heights per second cubed. */
  readonly jerk: number;
}

/** A vertex below this share of the height is in contact. */
const CONTACT = 0.02;
/** Vertices whose jerk is measured. */
const JERK_VERTICES = 500;

export function measureMotion(rig: Rig, clip: Clip, options: MotionMetricsOptions = {}): MotionMetrics {
  const { ground = 0, travel = [0, 0, 0] } = options;
  const height = measureBodyHeight(rig);
  const used = [...new Set(rig.mesh.triangles)].sort((a, b) => a - b);
  const skinner = createRigSkinner(rig);
  const limit = ground + CONTACT * height;
  const frameCount = clip.times.length;
  let [slid, contacts, depth, floating] = [0, 0, 0, 0];
  let before: Float32Array | undefined;
  const watched = used.filter((_, i) => i % Math.max(1, Math.ceil(used.length / JERK_VERTICES)) === 0);
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
          (now[v * 3] - before[v * 3]) / seconds + travel[0],
          (now[v * 3 + 2] - before[v * 3 + 2]) / seconds + travel[2],
        );
        contacts++;
      }
    }
    for (const [i, v] of watched.entries()) {
      for (let k = 0; k < 3; k++) trails[(f * watched.length + i) * 3 + k] = now[v * 3 + k];
    }
    before = now;
  }
  return {
    skate: contacts > 0 ? slid / contacts / height : 0,
    penetration: frameCount > 0 ? (100 * depth) / frameCount / height : 0,
    float: frameCount > 0 ? floating / frameCount : 0,
    jerk: meanJerk(trails, watched.length * 3, clip.times) / height,
  };
}

/** Mean length of third differences of trails [F, width] over even steps of time. */
function meanJerk(trails: Float64Array, width: number, times: Float32Array): number {
  const frameCount = times.length;
  if (frameCount < 4 || width === 0) return 0;
  const step = (times[frameCount - 1] - times[0]) / (frameCount - 1);
  let sum = 0;
  for (let f = 0; f + 3 < frameCount; f++) {
    for (let i = 0; i < width; i += 3) {
      let squared = 0;
      for (let k = i; k < i + 3; k++) {
        const o = f * width + k;
        squared +=
          (trails[o + 3 * width] - 3 * trails[o + 2 * width] + 3 * trails[o + width] - trails[o]) ** 2;
      }
      sum += Math.sqrt(squared);
    }
  }
  return (3 * sum) / ((frameCount - 3) * width) / step ** 3;
}
