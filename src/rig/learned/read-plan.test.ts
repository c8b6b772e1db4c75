import { describe, expect, it } from 'vitest';
import { createBox } from '../../mesh/primitives.js';
import { fromView, normalizePoints, toView, VIEWS } from './read-plan.js';
import { pullInside, snapToBones } from './snap-to-bones.js';
import { chooseFarthest, spreadPoints } from './spread-points.js';

describe('views', () => {
  it('turn +Z by quarters over +X, and back', () => {
    expect(toView({ quarter: 1, mirrored: false }, 0, 0, 1)).toEqual([1, 0, -0]);
    for (const view of VIEWS) {
      const seen = toView(view, 1, 2, 3);
      expect(fromView(view, ...seen).map((value) => value + 0)).toEqual([1, 2, 3]);
    }
  });
});

describe('spread points', () => {
  it('reach every corner first and are the same every time', () => {
    const mesh = createBox([2, 1, 1]);
    const points = spreadPoints(mesh, 64);
    expect(spreadPoints(mesh, 64)).toEqual(points);
    const corners = new Set<string>();
    for (let i = 0; i < 12; i++) {
      corners.add([0, 1, 2].map((k) => Math.sign(points[i * 6 + k])).join());
      expect(Math.hypot(points[i * 6 + 3], points[i * 6 + 4], points[i * 6 + 5])).toBeCloseTo(1, 5);
    }
    expect(corners.size).toBe(8);
  });

  it('are chosen one after the other, each farthest from those before', () => {
    const line = Float32Array.from([0, 1, 2, 3, 10].flatMap((x) => [x, 0, 0]));
    expect(Array.from(chooseFarthest(line, 3))).toEqual([4, 0, 3]);
  });

  it('are normalised by their own box', () => {
    const { points, center, size } = normalizePoints(Float32Array.of(0, 0, 0, 1, 0, 0, 4, 2, 0, 1, 0, 0));
    expect(center).toEqual([2, 1, 0]);
    expect(size).toBe(4);
    expect(Array.from(points.slice(0, 3))).toEqual([-0.5, -0.25, 0]);
  });
});

describe('snapping to bones', () => {
  const joints = {
    parents: Int16Array.of(-1, 0),
    tokens: Uint8Array.of(0, 3),
    positions: Float64Array.of(0, 0, 0, 0, 1, 0),
  };
  const settings = { reach: 0.2, share: 1, across: 2 };

  it('moves a joint to the bone that runs its way, not to a nearer one across', () => {
    const bones = {
      parents: Int16Array.of(-1, 0, -1, 2),
      positions: Float64Array.of(0.1, 0, 0, 0.1, 2, 0, -1, 0.95, 0, 1, 0.95, 0),
    };
    const moved = snapToBones(joints, bones, 1, settings);
    expect(moved[3]).toBeCloseTo(0.1, 9);
    expect(moved[4]).toBeCloseTo(1, 9);
  });

  it('leaves a joint that no bone is near', () => {
    const bones = { parents: Int16Array.of(-1, 0), positions: Float64Array.of(3, 0, 0, 3, 1, 0) };
    expect(snapToBones(joints, bones, 1, settings)).toEqual(joints.positions);
  });
});

describe('pulling inside', () => {
  it('moves only what is outside, and only as far as it takes', () => {
    const bones = { parents: Int16Array.of(-1, 0), positions: [0, 0, 0, 0, 1, 0] };
    const isInside = (x: number) => Math.abs(x) < 0.3;
    const moved = pullInside(Float64Array.of(0.2, 0.5, 0, 0.4, 0.5, 0, 4, 0.5, 0), bones, isInside);
    expect(Array.from(moved)).toEqual([0.2, 0.5, 0, 0.2, 0.5, 0, 0, 0.5, 0]);
  });
});
