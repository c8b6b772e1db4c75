/**
 * @file Skin weights of a described body without diffusion: each vertex follows the bones of its shape by their
 * distances, w_j ∝ exp(−(d_j − d_min) / (σ d_min)), so that a joint blends over about the radius of the limb.
 */

import type { Skin } from '../../src/rig/rig-records.js';
import type { Body } from '../creatures/body.js';

const INFLUENCE_COUNT = 4;
/** σ: a bone one radius further away than the nearest has 1 % of its weight. */
const SOFTNESS = 0.22;
const LEAST_WEIGHT = 0.01;

/** Weights of vertices, each on a shape of the body. */
export function smoothWeights(body: Body, positions: Float32Array, shapes: ArrayLike<number>): Skin {
  const count = positions.length / 3;
  const joints = new Uint16Array(count * INFLUENCE_COUNT);
  const weights = new Float32Array(count * INFLUENCE_COUNT);
  const row: { joint: number; weight: number }[] = [];
  for (let v = 0; v < count; v++) {
    row.length = 0;
    let least = Infinity;
    for (const joint of body.shapes[shapes[v]].joints) {
      const weight = boneDistance(body, joint, positions, v * 3);
      least = Math.min(least, weight);
      row.push({ joint, weight });
    }
    const width = SOFTNESS * Math.max(least, 1e-6);
    for (const entry of row) entry.weight = Math.exp((least - entry.weight) / width);
    row.sort((a, b) => b.weight - a.weight || a.joint - b.joint);
    const kept = row
      .slice(0, INFLUENCE_COUNT)
      .filter((entry) => entry.weight >= LEAST_WEIGHT * row[0].weight);
    const total = kept.reduce((sum, entry) => sum + entry.weight, 0);
    for (const [k, { joint, weight }] of kept.entries()) {
      joints[v * INFLUENCE_COUNT + k] = joint;
      weights[v * INFLUENCE_COUNT + k] = weight / total;
    }
  }
  return { joints, weights, influenceCount: INFLUENCE_COUNT };
}

function boneDistance(
  { skeleton: { rest }, tips }: Body,
  joint: number,
  p: Float32Array,
  at: number,
): number {
  const tip = tips[joint];
  const [ax, ay, az] = [rest[joint * 3], rest[joint * 3 + 1], rest[joint * 3 + 2]];
  const [bx, by, bz] = [tip[0] - ax, tip[1] - ay, tip[2] - az];
  const [x, y, z] = [p[at] - ax, p[at + 1] - ay, p[at + 2] - az];
  const square = bx * bx + by * by + bz * bz;
  const t = square > 0 ? Math.min(1, Math.max(0, (x * bx + y * by + z * bz) / square)) : 0;
  return Math.hypot(x - t * bx, y - t * by, z - t * bz);
}
