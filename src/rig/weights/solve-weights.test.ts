import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import type { Skeleton, Skin } from '../rig-records.js';
import { solveWeights } from './solve-weights.js';

function makeSkeleton(
  joints: readonly (readonly [string, number, number, number, number])[],
  scale = 1,
): Skeleton {
  return {
    names: joints.map(([name]) => name),
    parents: Int16Array.from(joints, ([, parent]) => parent),
    rest: Float32Array.from(joints.flatMap(([, , x, y, z]) => [x * scale, y * scale, z * scale])),
    frames: Float32Array.from(joints.flatMap(() => [0, 0, 0, 1])),
  };
}

/** A closed tube along x from −1 to 1, of square rings so that it is its own mirror image. */
function makeTube(ringCount = 33, radius = 0.15, segments = 16): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r < ringCount; r++) {
    for (let s = 0; s < segments; s++) {
      const angle = (2 * Math.PI * (s + 0.5)) / segments;
      positions.push((2 * r) / (ringCount - 1) - 1, radius * Math.cos(angle), radius * Math.sin(angle));
    }
  }
  positions.push(-1, 0, 0, 1, 0, 0);
  const at = (r: number, s: number) => r * segments + (s % segments);
  for (let s = 0; s < segments; s++) {
    for (let r = 0; r + 1 < ringCount; r++) {
      triangles.push(at(r, s), at(r, s + 1), at(r + 1, s), at(r, s + 1), at(r + 1, s + 1), at(r + 1, s));
    }
    triangles.push(ringCount * segments, at(0, s + 1), at(0, s));
    triangles.push(ringCount * segments + 1, at(ringCount - 1, s), at(ringCount - 1, s + 1));
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const tubeSkeleton = (scale = 1) =>
  makeSkeleton(
    [
      ['a', -1, -0.9, 0, 0],
      ['b', 0, -0.3, 0, 0],
      ['c', 1, 0.3, 0, 0],
    ],
    scale,
  );

const scaled = (mesh: Mesh, scale: number): Mesh => ({
  ...mesh,
  positions: mesh.positions.map((x) => x * scale),
});

function weightOf({ joints, weights, influenceCount }: Skin, vertex: number, joint: number): number {
  let sum = 0;
  for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++)
    if (joints[k] === joint) sum += weights[k];
  return sum;
}

function expectSound(skin: Skin, vertexCount: number, jointCount: number): void {
  const { joints, weights, influenceCount } = skin;
  expect(weights).toHaveLength(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    let sum = 0;
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
      expect(weights[k]).toBeGreaterThanOrEqual(0);
      expect(joints[k]).toBeLessThan(jointCount);
      sum += weights[k];
    }
    expect(sum).toBeCloseTo(1, 5);
  }
}

describe('solveWeights', () => {
  it('holds what is near a bone and blends at joints', () => {
    const mesh = makeTube();
    const { skin, method } = solveWeights(mesh, tubeSkeleton());
    expect(method).toBe('heat');
    expectSound(skin, mesh.positions.length / 3, 3);
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      const x = mesh.positions[v * 3];
      if (x < -0.6) expect(weightOf(skin, v, 0)).toBeGreaterThan(0.85);
      if (Math.abs(x) < 0.05) expect(weightOf(skin, v, 1)).toBeGreaterThan(0.85);
      if (x > 0.6) expect(weightOf(skin, v, 2)).toBeGreaterThan(0.85);
      if (Math.abs(x + 0.3) < 0.02) {
        expect(weightOf(skin, v, 0)).toBeGreaterThan(0.1);
        expect(weightOf(skin, v, 1)).toBeGreaterThan(0.1);
      }
    }
  });

  it.each([1e-6, 1e6])('does not depend on a scale of %f', (scale) => {
    const mesh = makeTube();
    const base = solveWeights(mesh, tubeSkeleton()).skin;
    const other = solveWeights(scaled(mesh, scale), tubeSkeleton(scale)).skin;
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      for (let j = 0; j < 3; j++) expect(weightOf(other, v, j)).toBeCloseTo(weightOf(base, v, j), 2);
    }
  });

  it('gives the same bytes again', () => {
    const [one, two] = [0, 1].map(() => solveWeights(makeTube(), tubeSkeleton()).skin);
    expect(one.weights).toEqual(two.weights);
    expect(one.joints).toEqual(two.joints);
  });

  it('is exactly symmetric on a mirrored body', () => {
    const mesh = makeTube();
    const skeleton = makeSkeleton([
      ['middle', -1, 0, 0, 0],
      ['right', 0, -0.4, 0, 0],
      ['left', 0, 0.4, 0, 0],
      ['rightTip', 1, -0.8, 0, 0],
      ['leftTip', 2, 0.8, 0, 0],
    ]);
    const partner = [0, 2, 1, 4, 3];
    const { skin } = solveWeights(mesh, skeleton);
    const key = (x: number, y: number, z: number) => [x, y, z].map((c) => Math.round(c * 1e4)).join();
    const vertexAt = new Map<string, number>();
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      vertexAt.set(key(mesh.positions[v * 3], mesh.positions[v * 3 + 1], mesh.positions[v * 3 + 2]), v);
    }
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      const mirrored = vertexAt.get(
        key(-mesh.positions[v * 3], mesh.positions[v * 3 + 1], mesh.positions[v * 3 + 2]),
      )!;
      for (let j = 0; j < 5; j++) expect(weightOf(skin, mirrored, partner[j])).toBe(weightOf(skin, v, j));
    }
  });

  it('does not leak from one leg to the other', () => {
    // Two tubes side by side, 0.02 apart, one mesh.
    const leg = scaled(makeTube(), 1);
    const moved = (offset: number): Mesh => ({
      ...leg,
      positions: leg.positions.map((x, i) => (i % 3 === 1 ? x + offset : x)),
    });
    const mesh = mergeMeshes([moved(-0.16), moved(0.16)]);
    const skeleton = makeSkeleton([
      ['root', -1, -1, 0, 0],
      ['one', 0, -0.9, -0.16, 0],
      ['oneTip', 1, 0.2, -0.16, 0],
      ['two', 0, -0.9, 0.16, 0],
      ['twoTip', 3, 0.2, 0.16, 0],
    ]);
    const { skin } = solveWeights(mesh, skeleton);
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      if (mesh.positions[v * 3] < -0.5) continue;
      const other = mesh.positions[v * 3 + 1] < 0 ? [3, 4] : [1, 2];
      for (const joint of other) expect(weightOf(skin, v, joint)).toBeLessThan(0.01);
    }
  });

  it('keeps small parts rigid and gives a far part its nearest bone', () => {
    const eye = createSphere(0.04, 6, 8, [0.9, 0.17, 0]);
    const hat = createSphere(0.1, 6, 8, [0.9, 1.2, 0]);
    const tube = makeTube();
    const mesh = mergeMeshes([tube, eye, hat]);
    const { skin, findings } = solveWeights(mesh, tubeSkeleton());
    for (let v = tube.positions.length / 3; v < mesh.positions.length / 3; v++) {
      expect(weightOf(skin, v, 2)).toBeCloseTo(1, 5);
    }
    expect(findings.some(({ code }) => code === 'rigid-parts')).toBe(true);
  });

  it('binds a part between mirror joints to their common parent', () => {
    const pelvis = createBox([0.5, 0.2, 0.3], [0, 1, 0]);
    const mesh = mergeMeshes([
      pelvis,
      createBox([0.2, 0.7, 0.2], [-0.15, 0.5, 0]),
      createBox([0.2, 0.7, 0.2], [0.15, 0.5, 0]),
      createBox([0.5, 0.8, 0.3], [0, 1.6, 0]),
    ]);
    const skeleton = makeSkeleton([
      ['root', -1, 0, 1.7, 0],
      ['chest', 0, 0, 1.5, 0],
      ['left', 0, 0.15, 1, 0],
      ['right', 0, -0.15, 1, 0],
    ]);
    const { skin } = solveWeights(mesh, skeleton);
    for (let v = 0; v < 8; v++) expect(weightOf(skin, v, 0)).toBe(1);
    for (let v = 8; v < 16; v++) expect(weightOf(skin, v, 3)).toBe(1);
  });

  it('copies the weights below an outline shell', () => {
    const tube = makeTube();
    const shell: Mesh = {
      positions: makeTube(33, 0.17).positions.map((x, i) => (i % 3 === 0 ? x * 1.02 : x)),
      triangles: tube.triangles.slice().reverse(),
    };
    const mesh = mergeMeshes([tube, shell]);
    const { skin, findings } = solveWeights(mesh, tubeSkeleton());
    expect(findings.some(({ code }) => code === 'outline-shells')).toBe(true);
    const count = tube.positions.length / 3;
    for (let v = 0; v < count - 2; v++) {
      for (let j = 0; j < 3; j++)
        expect(Math.abs(weightOf(skin, v + count, j) - weightOf(skin, v, j))).toBeLessThan(0.12);
    }
  });

  it('does not depend on a body being inside out', () => {
    const mesh = makeTube();
    const base = solveWeights(mesh, tubeSkeleton()).skin;
    const rotated = solveWeights(
      { ...mesh, triangles: mesh.triangles.slice().reverse() },
      tubeSkeleton(),
    ).skin;
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      for (let j = 0; j < 3; j++) expect(weightOf(rotated, v, j)).toBeCloseTo(weightOf(base, v, j), 3);
    }
  });

  it('weights a shattered soup through voxels, and reports it', () => {
    const tube = makeTube();
    const rng = createRng(4);
    const positions = new Float32Array(tube.triangles.length * 3);
    // Each triangle for itself, moved a little so that welding does not help.
    for (let t = 0; t < tube.triangles.length; t += 3) {
      const shift = [rng.range(-0.01, 0.01), rng.range(-0.01, 0.01), rng.range(-0.01, 0.01)];
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++) {
          positions[(t + c) * 3 + k] = tube.positions[tube.triangles[t + c] * 3 + k] + shift[k];
        }
      }
    }
    const mesh = { positions, triangles: tube.triangles.map((_, i) => i) };
    const { skin, method, findings } = solveWeights(mesh, tubeSkeleton());
    expect(method).toBe('voxels');
    expect(findings.map(({ code }) => code)).toContain('weights-by-voxels');
    expectSound(skin, mesh.positions.length / 3, 3);
    for (let v = 0; v < positions.length / 3; v++) {
      if (positions[v * 3] < -0.6) expect(weightOf(skin, v, 0)).toBeGreaterThan(0.7);
      if (positions[v * 3] > 0.6) expect(weightOf(skin, v, 2)).toBeGreaterThan(0.7);
    }
  });

  it('gives a control nothing that a bone claims', () => {
    const skeleton = makeSkeleton([
      ['a', -1, -0.9, 0, 0],
      ['b', 0, 0, 0, 0],
      ['footIK', 0, 0.1, 0, 0],
    ]);
    const { skin, findings } = solveWeights(makeTube(), skeleton);
    let total = 0;
    for (let v = 0; v < skin.joints.length / 4; v++) total += weightOf(skin, v, 2);
    expect(total).toBeLessThan(0.02 * (skin.joints.length / 4));
    expect(findings.every(({ severity }) => severity !== 'error')).toBe(true);
  });

  it.each<[string, Mesh]>([
    ['no vertices', { positions: new Float32Array(), triangles: new Uint32Array() }],
    ['one vertex', { positions: new Float32Array(3), triangles: new Uint32Array() }],
    [
      'one triangle',
      { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
    ],
    ['a sheet', createSheet(2, 1)],
    ['a point cloud', { positions: makeTube().positions, triangles: new Uint32Array() }],
    ['coincident vertices', { positions: new Float32Array(30), triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) }],
    [
      'vertices that are nowhere',
      {
        positions: Float32Array.of(...createBox().positions, Number.NaN, 0, 0, Infinity, 1, 1),
        triangles: Uint32Array.of(...createBox().triangles, 0, 8, 1, 2, 9, 77),
      },
    ],
    [
      'fifty boxes',
      mergeMeshes(Array.from({ length: 50 }, (_, i) => createBox([0.1, 0.1, 0.1], [i / 25 - 1, 0, 0]))),
    ],
    ['overlapping boxes', mergeMeshes([createBox(), createBox([1, 1, 1], [0.5, 0.2, 0]), createBox()])],
  ])('takes %s', (_, mesh) => {
    for (const method of ['auto', 'heat', 'voxels'] as const) {
      const { skin } = solveWeights(mesh, tubeSkeleton(), { method });
      expectSound(skin, mesh.positions.length / 3, 3);
    }
  });

  it.each([1, 2, 300])('handles %i joints', (count) => {
    const skeleton = makeSkeleton(
      Array.from(
        { length: count },
        (_, j) => [`j${j}`, j - 1, count > 1 ? (1.8 * j) / count - 0.9 : 0, 0, 0] as const,
      ),
    );
    const mesh = makeTube();
    const { skin } = solveWeights(mesh, skeleton, { influenceCount: 2 });
    expectSound(skin, mesh.positions.length / 3, count);
    expect(skin.influenceCount).toBe(2);
  });

  it('handles coincident joints and bones outside the body', () => {
    const skeleton = makeSkeleton([
      ['a', -1, 0, 3, 0],
      ['b', 0, 0, 3, 0],
      ['c', 1, 0, 3, 0],
      ['d', 2, 0, 0, 0],
      ['e', 3, 0, 0, 0],
    ]);
    const mesh = makeTube();
    const { skin, findings } = solveWeights(mesh, skeleton);
    expectSound(skin, mesh.positions.length / 3, 5);
    expect(findings.find(({ code }) => code === 'bones-outside')?.elements).toContain(0);
  });

  it('refuses bad options and stops when aborted', () => {
    const mesh = createBox();
    expect(() => solveWeights(mesh, makeSkeleton([]))).toThrow(/skeleton needs joints.*got 0 parents/);
    expect(() => solveWeights(mesh, makeSkeleton([['a', -1, Number.NaN, 0, 0]]))).toThrow(/no finite rest/);
    expect(() => solveWeights(mesh, tubeSkeleton(), { influenceCount: 9 })).toThrow(/must be 1 to 8, got 9/);
    expect(() => solveWeights(mesh, tubeSkeleton(), { signal: AbortSignal.abort() })).toThrow(/stopped/);
  });
});
