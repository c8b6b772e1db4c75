import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import type { Skeleton, Skin } from '../../rig/rig-records.js';
import { normaliseRig } from './normalise-rig.js';

/** A trunk of two joints with an arm of two joints to either side. */
const skeleton: Skeleton = {
  names: ['hips', 'chest', 'armL', 'armR', 'handL', 'handR'],
  parents: Int16Array.of(-1, 0, 1, 1, 2, 3),
  rest: Float32Array.of(5, 1, 2, 5, 2, 2, 6, 2, 2, 4, 2, 2, 8, 2, 2, 2, 2, 2),
  frames: new Float32Array(24),
};

/** A ring of points about the x axis at each given x, all of one joint. */
function rings(joint: number, xs: readonly number[], radius: number) {
  const points: number[] = [];
  for (const x of xs)
    for (let i = 0; i < 8; i++) {
      points.push(x, 2 + radius * Math.cos((i * Math.PI) / 4), 2 + radius * Math.sin((i * Math.PI) / 4));
    }
  return { joint, points };
}

function surface(...parts: { joint: number; points: number[] }[]) {
  const joints = parts.flatMap(({ joint, points }) => new Array(points.length / 3).fill(joint));
  const skin: Skin = {
    joints: Uint16Array.from(joints),
    weights: new Float32Array(joints.length).fill(1),
    influenceCount: 1,
  };
  const positions = Float32Array.from(parts.flatMap(({ points }) => points));
  return { mesh: { positions, triangles: new Uint32Array(0) }, skin };
}

describe('a rig as the model sees it', () => {
  it('has its root at zero and a longest path of 2', () => {
    const rig = normaliseRig({ skeleton });
    // Hand to hand: 3 + 3 metres over the chest.
    expect(rig.scale).toBeCloseTo(1 / 3, 6);
    expect([...rig.rest.slice(0, 3)]).toEqual([0, 0, 0]);
    expect([...rig.rest.slice(12, 15)].map((x) => +x.toFixed(5))).toEqual([1, 0.33333, 0]);
    expect(rig.parents).toEqual(skeleton.parents);
    expect([...rig.hasSkin]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(rig.radius.every((r) => r === 0)).toBe(true);
  });

  it('pairs joints across the mirror plane, those on it with none', () => {
    expect([...normaliseRig({ skeleton }).partners]).toEqual([-1, -1, 3, 2, 5, 4]);
    const rotated = { ...skeleton, rest: skeleton.rest.slice() };
    for (let j = 0; j < 6; j++) {
      rotated.rest[j * 3] = skeleton.rest[j * 3 + 2];
      rotated.rest[j * 3 + 2] = skeleton.rest[j * 3];
    }
    expect([...normaliseRig({ skeleton: rotated }).partners]).toEqual([-1, -1, 3, 2, 5, 4]);
    const lame = { ...skeleton, rest: skeleton.rest.slice() };
    lame.rest[16] += 0.5; // the right hand a sixth too high
    expect([...normaliseRig({ skeleton: lame }).partners]).toEqual([-1, -1, 3, 2, -1, -1]);
  });

  it('measures the surface around each joint', () => {
    const body = surface(rings(2, [6.5, 7, 7.5], 0.3), rings(4, [8, 8.4], 0.6), rings(5, [2], 0.3));
    const rig = normaliseRig({ skeleton, ...body });
    expect([...rig.hasSkin]).toEqual([0, 0, 1, 0, 1, 1]);
    // An arm: around the bone to its hand.
    expect(rig.radius[2]).toBeCloseTo(0.1, 5);
    expect(rig.centroid[6]).toBeCloseTo(1 / 3, 5);
    // A hand: around a bone through its middle.
    expect(rig.radius[4]).toBeCloseTo(0.2, 5);
    expect(rig.centroid[12]).toBeCloseTo(0.2 / 3, 5);
    const spread = (0.3 * 0.3) / 2 / 9;
    expect(rig.covariance[2 * 6 + 1]).toBeCloseTo(spread, 6);
    expect(rig.covariance[2 * 6 + 2]).toBeCloseTo(spread, 6);
    expect(rig.covariance[2 * 6]).toBeCloseTo((0.5 * 0.5 * 2) / 3 / 9, 6);
    expect(rig.covariance[2 * 6 + 3]).toBeCloseTo(0, 6);
  });

  it('does not depend on size or position', () => {
    const body = surface(rings(2, [6.5, 7.5], 0.3), rings(4, [8, 8.4], 0.6));
    const plain = normaliseRig({ skeleton, ...body });
    for (const size of [1e-6, 1e6]) {
      const rest = skeleton.rest.map((x) => x * size);
      const positions = body.mesh.positions.map((x) => x * size);
      const other = normaliseRig({
        skeleton: { ...skeleton, rest },
        mesh: { ...body.mesh, positions },
        skin: body.skin,
      });
      for (const key of ['rest', 'radius', 'centroid', 'covariance'] as const) {
        for (const [i, x] of plain[key].entries()) expect(other[key][i]).toBeCloseTo(x, 5);
      }
      expect(other.partners).toEqual(plain.partners);
    }
  });

  it('is finite for bodies without extent', () => {
    const rng = createRng(3);
    const point = { ...skeleton, rest: new Float32Array(18) };
    const positions = Float32Array.from({ length: 30 }, () => rng.range(-4, 4));
    const skin = { joints: new Uint16Array(10), weights: new Float32Array(10).fill(1), influenceCount: 1 };
    for (const rig of [
      normaliseRig({ skeleton: point }),
      normaliseRig({ skeleton: point, mesh: { positions, triangles: new Uint32Array(0) }, skin }),
    ]) {
      expect(Number.isFinite(rig.scale)).toBe(true);
      for (const key of ['rest', 'radius', 'centroid', 'covariance'] as const)
        expect(rig[key].every(Number.isFinite)).toBe(true);
    }
  });
});
