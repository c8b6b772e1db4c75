/**
 * @file The points on which a body stands: vertices of its mesh that come near the ground in the clip, a few for each
 * segment, as far apart as they are.
 *
 * Spheres and boxes about feet were no choice: whoever stands on a shape that is 2 % off stands 2 % in the ground. Where
 * skin follows two joints, a point is where it is on its segment in the frames in which it is low.
 */

import { invertQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { ContactScene } from '../contacts/contact-scene.js';

/** Points that come nearer to the ground than this, over the height, may touch it. */
const NEAR = 0.06;
/** Height over which what a point does counts less, over the height. */
const FADE = 0.02;
/** Points of one segment. */
const MOST_POINTS = 8;

export interface Soles {
  readonly segments: Int16Array;
  readonly points: Float64Array;
}

export function pickSoles(
  scene: ContactScene,
  segmentOf: Int16Array,
  joints: Int16Array,
  scale: number,
): Soles {
  const { parts, positions, motion, ground, height } = scene;
  const lows = new Float64Array(parts.length).fill(Infinity);
  for (const frame of positions) {
    for (let i = 0; i < lows.length; i++) lows[i] = Math.min(lows[i], (frame[i * 3 + 1] - ground) / height);
  }
  const bySegment: number[][] = Array.from(joints, () => []);
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] >= 0 && lows[i] < NEAR) bySegment[segmentOf[parts[i]]].push(i);
  }
  const segments: number[] = [];
  const points: number[] = [];
  const inverse = new Float64Array(4);
  const arm = new Float64Array(3);
  for (const [s, candidates] of bySegment.entries()) {
    const locals = new Float64Array(candidates.length * 3);
    for (const [c, i] of candidates.entries()) {
      let total = 0;
      for (const [f, { body }] of motion.frames.entries()) {
        const weight = Math.exp(-Math.max(0, (positions[f][i * 3 + 1] - ground) / height - lows[i]) / FADE);
        const a = joints[s];
        for (let k = 0; k < 3; k++) arm[k] = positions[f][i * 3 + k] - body.positions[a * 3 + k];
        invertQuaternionInto(inverse, 0, body.rotations, a * 4);
        rotateVectorInto(arm, 0, inverse, 0, arm, 0);
        for (let k = 0; k < 3; k++) locals[c * 3 + k] += weight * scale * arm[k];
        total += weight;
      }
      for (let k = 0; k < 3; k++) locals[c * 3 + k] /= total;
    }
    for (const c of spreadOut(
      locals,
      candidates.map((i) => lows[i]),
    )) {
      segments.push(s);
      points.push(...locals.subarray(c * 3, c * 3 + 3));
    }
  }
  return { segments: Int16Array.from(segments), points: Float64Array.from(points) };
}

/** The lowest point, then always the one furthest from those there are; low ones first. */
function spreadOut(points: Float64Array, lows: readonly number[]): number[] {
  const count = lows.length;
  const picked: number[] = [];
  const apart = new Float64Array(count).fill(Infinity);
  let next = lows.indexOf(Math.min(...lows));
  while (next >= 0 && picked.length < MOST_POINTS) {
    picked.push(next);
    let [best, most] = [-1, 1e-4];
    for (let i = 0; i < count; i++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) squared += (points[i * 3 + k] - points[next * 3 + k]) ** 2;
      apart[i] = Math.min(apart[i], Math.sqrt(squared));
      const worth = apart[i] * Math.exp(-Math.max(0, lows[i]) / FADE);
      if (worth > most) [best, most] = [i, worth];
    }
    next = best;
  }
  return picked;
}
