import { describe, expect, it } from 'vitest';
import { createSheet, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import { simplifyMesh } from '../../mesh/simplify-mesh.js';
import type { Skin } from '../rig-records.js';
import { transferFromSimplified } from './transfer-from-simplified.js';
import { transferWeights } from './transfer-weights.js';

/** A sheet folded back on itself like two fingers side by side: rough, and nearer to itself than it is rough. */
const flat = createSheet(2, 0.4, 160, 32);
const folded = {
  triangles: flat.triangles,
  positions: Float32Array.from(flat.positions, (_, i) => {
    const [x, , z] = flat.positions.subarray(i - (i % 3), i - (i % 3) + 3);
    const ripple = 0.004 * Math.sin(90 * x) * Math.cos(80 * z);
    return [Math.sqrt(x * x + 1e-4), 0.002 * Math.tanh(20 * x) + ripple, z][i % 3];
  }),
};
/** Joint 0 on one side of the fold, joint 1 on the other. */
const share = (x: number) => 0.5 + 0.5 * Math.tanh(8 * x);
const skinOf = (vertices: ArrayLike<number>): Skin => ({
  joints: Uint16Array.from({ length: vertices.length * 2 }, (_, i) => i % 2),
  weights: Float32Array.from({ length: vertices.length * 2 }, (_, i) => {
    const along = share(flat.positions[vertices[i >> 1] * 3]);
    return i % 2 === 1 ? along : 1 - along;
  }),
  influenceCount: 2,
});
/** Largest difference of the share of joint 1, but for the fold itself. */
const errorOf = ({ joints, weights }: Skin): number => {
  let worst = 0;
  for (let v = 0; v < flat.positions.length / 3; v++) {
    if (Math.abs(flat.positions[v * 3]) < 0.1) continue;
    let second = 0;
    for (let k = v * 2; k < v * 2 + 2; k++) if (joints[k] === 1) second += weights[k];
    worst = Math.max(worst, Math.abs(second - share(flat.positions[v * 3])));
  }
  return worst;
};

describe('transferFromSimplified', () => {
  it('keeps the weights of surfaces that touch apart, as the nearest point in space does not', async () => {
    const simplified = await simplifyMesh(folded, 800);
    const skin = skinOf(simplified.sources);
    expect(errorOf(transferFromSimplified(folded, simplified, skin))).toBeLessThan(0.05);
    expect(errorOf(transferWeights(simplified.mesh, skin, folded.positions))).toBeGreaterThan(0.9);
  });

  it('gives parts that were simplified away the nearest weights', async () => {
    const speck = createSphere(0.001, 3, 4, [0.5, 0.01, 0]);
    const both = mergeMeshes([folded, speck]);
    const simplified = await simplifyMesh(folded, 800);
    const { weights } = transferFromSimplified(both, simplified, skinOf(simplified.sources));
    const sums = Array.from({ length: weights.length / 2 }, (_, v) => weights[v * 2] + weights[v * 2 + 1]);
    expect(Math.min(...sums)).toBeCloseTo(1, 5);
    expect(Math.max(...sums)).toBeCloseTo(1, 5);
  });
});
