import { describe, expect, it } from 'vitest';
import { findSymmetryPlane } from './find-symmetry-plane.js';
import type { Mesh } from './mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';

/** A body mirrored across x = 0 with a head at +z and a tail at −z. */
const creature = () =>
  mergeMeshes([
    createSphere(0.5, 24, 24),
    createSphere(0.2, 16, 16, [0, 0.4, 0.8]),
    createBox([0.1, 0.1, 1], [0, 0.2, -0.9]),
    createBox([0.15, 0.8, 0.15], [0.3, -0.6, 0.3]),
    createBox([0.15, 0.8, 0.15], [-0.3, -0.6, 0.3]),
  ]);

function turn(mesh: Mesh, angle: number, shift: readonly number[], scale = 1): Mesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    positions[i] = scale * (Math.cos(angle) * x + Math.sin(angle) * z + shift[0]);
    positions[i + 1] = scale * (y + shift[1]);
    positions[i + 2] = scale * (Math.cos(angle) * z - Math.sin(angle) * x + shift[2]);
  }
  return { ...mesh, positions };
}

describe('findSymmetryPlane', () => {
  it.each([1e-6, 1, 1e6])('finds the plane across x of a shifted body at scale %d', (scale) => {
    const plane = findSymmetryPlane(turn(creature(), 0, [3, 0, 1], scale))!;
    expect(plane.symmetric).toBe(true);
    expect(plane.normal).toEqual([1, 0, 0]);
    expect(plane.offset / scale).toBeCloseTo(3, 2);
    expect(plane.error).toBeLessThan(0.015);
  });

  it('finds the plane across z of a body that looks along x', () => {
    const plane = findSymmetryPlane(turn(creature(), Math.PI / 2, [0, 0, 2]))!;
    expect(plane.symmetric).toBe(true);
    expect(plane.normal).toEqual([0, 0, 1]);
    expect(plane.offset).toBeCloseTo(2, 2);
  });

  it('finds an oblique plane by the principal axes', () => {
    const plane = findSymmetryPlane(turn(creature(), 0.6, [0, 0, 0]))!;
    expect(plane.symmetric).toBe(true);
    expect(Math.abs(plane.normal[0])).toBeCloseTo(Math.cos(0.6), 1);
    expect(Math.abs(plane.normal[2])).toBeCloseTo(Math.sin(0.6), 1);
  });

  it('refines the offset where one arm is held out', () => {
    const arm = createBox([0.8, 0.06, 0.06], [0.8, 0.1, 0.2]);
    const plane = findSymmetryPlane(mergeMeshes([creature(), arm]))!;
    expect(plane.normal).toEqual([1, 0, 0]);
    expect(Math.abs(plane.offset)).toBeLessThan(0.02);
  });

  it('calls a lopsided body asymmetric', () => {
    const wing = createBox([1.5, 0.05, 0.6], [1.1, 0.3, 0]);
    const horn = createBox([0.05, 1.5, 0.2], [0.35, 1, 0.7]);
    const fin = createBox([0.3, 0.3, 0.9], [-0.6, -0.6, -1]);
    expect(findSymmetryPlane(mergeMeshes([creature(), wing, horn, fin]))!.symmetric).toBe(false);
  });

  it('prefers left and right of a thin standing figure that leans to one side', () => {
    const figure = mergeMeshes([
      createBox([0.3, 0.8, 0.08], [0, 0.4, 0]),
      createBox([1.2, 0.08, 0.06], [0.02, 0.7, 0]),
      createBox([0.1, 0.8, 0.07], [0.11, -0.4, 0]),
      createBox([0.1, 0.8, 0.07], [-0.09, -0.4, 0]),
    ]);
    const plane = findSymmetryPlane(figure)!;
    expect(plane.normal).toEqual([1, 0, 0]);
    expect(plane.symmetric).toBe(true);
  });

  it('survives sheets, single triangles, NaN and nothing', () => {
    expect(findSymmetryPlane(createSheet())!.symmetric).toBe(true);
    const triangle = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2),
    };
    expect(findSymmetryPlane(triangle)!.normal[2]).toBeCloseTo(0, 9);
    const box = createBox();
    const broken = {
      positions: Float32Array.from([...box.positions, Number.NaN, 0, 0]),
      triangles: box.triangles,
    };
    expect(findSymmetryPlane(broken)!.symmetric).toBe(true);
    expect(
      findSymmetryPlane({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) }),
    ).toBeUndefined();
    expect(
      findSymmetryPlane({ positions: new Float32Array(), triangles: new Uint32Array() }),
    ).toBeUndefined();
  });
});

it('does not take the head of a snake for its tail', () => {
  const body = createSphere(0.5, 24, 24);
  // Long, thin, and a little thicker in front.
  const positions = body.positions.map((x, i) => {
    const along = body.positions[i - (i % 3) + 2];
    return i % 3 === 2 ? x * 8 : x * (0.3 + 0.08 * along);
  });
  const plane = findSymmetryPlane({ positions, triangles: body.triangles });
  expect(plane).toMatchObject({ normal: [1, 0, 0], symmetric: true });
});
