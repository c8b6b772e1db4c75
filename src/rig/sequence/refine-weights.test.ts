import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionToMatrixInto } from '../../math/quaternion.js';
import { type FitState, INFLUENCES, type Trajectories } from './fit-state.js';
import { refineWeights } from './refine-weights.js';

/** Points on a line that follow bones of a star by known weights; every point is next to those before and after. */
function problem(pointCount: number, jointCount: number, frameCount: number, seed: number) {
  const rng = createRng(seed);
  const bones = new Float64Array(frameCount * jointCount * 12);
  const turn = [0, 0, 0, 0];
  for (let i = 0; i < frameCount * jointCount; i++) {
    expRotationInto(turn, 0, [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)], 0);
    quaternionToMatrixInto(bones, i * 12, turn, 0);
    for (let k = 9; k < 12; k++) bones[i * 12 + k] = rng.range(-1, 1);
  }
  const points = Float64Array.from({ length: pointCount * 3 }, () => rng.range(-0.5, 0.5));
  const truth = new Float64Array(pointCount * jointCount);
  for (let v = 0; v < pointCount; v++) {
    const [a, b] = [v % jointCount, (v + 1) % jointCount];
    const t = rng.range(0.1, 0.9);
    truth[v * jointCount + a] += t;
    truth[v * jointCount + b] += 1 - t;
  }
  const frames = Array.from({ length: frameCount }, (_, f) => {
    const out = new Float32Array(pointCount * 3);
    for (let v = 0; v < pointCount; v++)
      for (let j = 0; j < jointCount; j++)
        for (let r = 0; r < 3; r++) {
          const a = (f * jointCount + j) * 12;
          let at = bones[a + 9 + r];
          for (let c = 0; c < 3; c++) at += bones[a + c * 3 + r] * points[v * 3 + c];
          out[v * 3 + r] += truth[v * jointCount + j] * at;
        }
    return out;
  });
  const starts = new Uint32Array(pointCount + 1);
  const neighbors: number[] = [];
  for (let v = 0; v < pointCount; v++) {
    if (v > 0) neighbors.push(v - 1);
    if (v + 1 < pointCount) neighbors.push(v + 1);
    starts[v + 1] = neighbors.length;
  }
  const data: Trajectories = {
    vertexCount: pointCount,
    frameCount,
    points,
    frames,
    starts,
    neighbors: Uint32Array.from(neighbors),
  };
  const state: FitState = {
    names: Array.from({ length: jointCount }, (_, j) => `j${j}`),
    parents: Array.from({ length: jointCount }, (_, j) => (j === 0 ? -1 : 0)),
    rest: new Float64Array(jointCount * 3),
    home: new Float64Array(jointCount * 3),
    joints: new Uint16Array(pointCount * INFLUENCES),
    weights: Float64Array.from({ length: pointCount * INFLUENCES }, (_, i) => +(i % INFLUENCES === 0)),
    bones,
  };
  return { data, state, truth };
}

const dense = ({ joints, weights }: FitState, jointCount: number) => {
  const out = new Float64Array((joints.length / INFLUENCES) * jointCount);
  joints.forEach((joint, s) => {
    out[Math.floor(s / INFLUENCES) * jointCount + joint] += weights[s];
  });
  return out;
};

describe('weights from bones', () => {
  it('are recovered, whatever they were before', () => {
    const { data, state, truth } = problem(40, 5, 12, 1);
    refineWeights(data, state, { smoothness: 1e-6 });
    const found = dense(state, 5);
    for (let i = 0; i < found.length; i++) expect(Math.abs(found[i] - truth[i])).toBeLessThan(2e-3);
  });

  it('are never negative, sum to one, and are at most four', () => {
    const { data, state } = problem(60, 7, 5, 2);
    const rng = createRng(5);
    for (const frame of data.frames) for (let i = 0; i < frame.length; i++) frame[i] += rng.range(-1, 1);
    refineWeights(data, state, { smoothness: 1e-3 });
    for (let v = 0; v < 60; v++) {
      const row = state.weights.subarray(v * INFLUENCES, (v + 1) * INFLUENCES);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    }
  });

  it('become the mean of the neighbours where bones move alike', () => {
    const { data, state } = problem(30, 3, 6, 3);
    // All bones the same: the motion says nothing.
    for (let f = 0; f < 6; f++)
      for (let j = 1; j < 3; j++)
        state.bones.set(state.bones.subarray(f * 36, f * 36 + 12), (f * 3 + j) * 12);
    for (let v = 0; v < 30; v++) state.joints[v * INFLUENCES] = v < 15 ? 1 : 2;
    for (let i = 0; i < 50; i++) refineWeights(data, state, { smoothness: 0.1 });
    const found = dense(state, 3);
    // What was a step is a slope.
    expect(found[14 * 3 + 1]).toBeGreaterThan(0.4);
    expect(found[14 * 3 + 1]).toBeLessThan(0.7);
    expect(found[10 * 3 + 1]).toBeGreaterThan(found[14 * 3 + 1]);
    expect(found[19 * 3 + 1]).toBeLessThan(found[14 * 3 + 1]);
  });
});
