import { describe, expect, it } from 'vitest';
import { createSheet } from '../../mesh/primitives.js';
import type { Skin } from '../rig-records.js';
import { transferWeights } from './transfer-weights.js';

/** A sheet whose left edge follows joint 0 and whose right edge follows joint 1. */
const sheet = createSheet(2, 2, 4, 4);
const vertexCount = sheet.positions.length / 3;
const skin: Skin = {
  joints: Uint16Array.from({ length: vertexCount * 2 }, (_, i) => i % 2),
  weights: Float32Array.from({ length: vertexCount * 2 }, (_, i) => {
    const right = (sheet.positions[Math.floor(i / 2) * 3] + 1) / 2;
    return i % 2 === 0 ? 1 - right : right;
  }),
  influenceCount: 2,
};

describe('transferWeights', () => {
  it('gives the vertices their own weights', () => {
    const transferred = transferWeights(sheet, skin, sheet.positions);
    for (let v = 0; v < vertexCount; v++) {
      for (const joint of [0, 1]) {
        const of = (s: Skin) =>
          [0, 1].reduce((sum, k) => sum + (s.joints[v * 2 + k] === joint ? s.weights[v * 2 + k] : 0), 0);
        expect(of(transferred)).toBeCloseTo(of(skin), 6);
      }
    }
  });

  it('interpolates between them, also off the surface', () => {
    const transferred = transferWeights(sheet, skin, Float32Array.of(0.3, 0.4, 0.1, 5, 0, 0));
    const right = transferred.joints[0] === 1 ? transferred.weights[0] : transferred.weights[1];
    expect(right).toBeCloseTo(0.65, 5);
    expect(transferred.weights[0] + transferred.weights[1]).toBeCloseTo(1, 6);
    expect(transferred.joints[2]).toBe(1);
    expect(transferred.weights[2]).toBeCloseTo(1, 6);
  });

  it('keeps the largest influences of three corners', () => {
    const triangle = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const each = { joints: Uint16Array.of(0, 1, 2), weights: Float32Array.of(1, 1, 1), influenceCount: 1 };
    expect(transferWeights(triangle, each, Float32Array.of(0.1, 0.7, 0)).joints[0]).toBe(2);
    expect(transferWeights(triangle, each, Float32Array.of(0.1, 0.7, 0)).weights[0]).toBe(1);
  });

  it('handles points that are not finite and meshes without triangles', () => {
    const nowhere = transferWeights(sheet, skin, Float32Array.of(Number.NaN, 0, 0));
    expect(nowhere.weights[0] + nowhere.weights[1]).toBeCloseTo(1, 6);
    const cloud = { positions: sheet.positions, triangles: new Uint32Array() };
    const transferred = transferWeights(cloud, skin, Float32Array.of(-2, 0, 0));
    expect(transferred.joints[0]).toBe(0);
    expect(transferred.weights[0]).toBeCloseTo(1, 6);
    expect(() =>
      transferWeights(cloud, { ...skin, weights: skin.weights.subarray(1) }, sheet.positions),
    ).toThrow(/one row of weights per vertex/);
  });
});
