import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../base/rng.js';
import { INTERSECT_WASM } from './intersect-wasm.js';
import { createIntersector, type IntersectorMesh, type PairScope } from './intersector.js';
import { findPairsReference } from './intersector.reference.js';

const NO_LIMITS = { tests: 1e9, pairs: 1e6 };

/** Triangles over some points, no corner twice in one. */
function randomMesh(rng: Rng, points: Float32Array, triangleCount: number): IntersectorMesh {
  const pointCount = points.length / 3;
  const triangles = new Uint32Array(triangleCount * 3);
  for (let t = 0; t < triangleCount; t++) {
    const chosen = new Set<number>();
    while (chosen.size < 3) chosen.add(rng.integer(pointCount));
    triangles.set([...chosen], t * 3);
  }
  return { positions: points, triangles, welded: triangles, weldedCount: pointCount };
}

const grid = (rng: Rng, count: number, steps: number): Float32Array =>
  Float32Array.from({ length: count * 3 }, () => rng.integer(steps + 1) / steps);

/** Moves single coordinates by the last bit of a float32, either way. */
function nudge(rng: Rng, points: Float32Array): Float32Array {
  const out = points.slice();
  const bits = new Int32Array(out.buffer);
  for (let i = 0; i < out.length; i++) if (out[i] !== 0 && rng.next() < 0.3) bits[i] += rng.integer(3) - 1;
  return out;
}

function find(mesh: IntersectorMesh, positions: Float32Array, scope: PairScope): number[][] {
  const { pairs, complete } = createIntersector(mesh, scope, NO_LIMITS).find(positions);
  expect(complete).toBe(true);
  return Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[i * 2], pairs[i * 2 + 1]]);
}

describe('intersector', () => {
  it('is the built kernel', () => {
    const built = readFileSync(new URL('../../native/intersect.wasm', import.meta.url)).toString('base64');
    expect(INTERSECT_WASM).toBe(built);
  });

  const shapes: [string, (rng: Rng) => Float32Array][] = [
    ['random points', (rng) => Float32Array.from({ length: 75 }, () => rng.next())],
    ['a grid of 3: coplanar, touching, without area', (rng) => grid(rng, 20, 3)],
    ['a grid of 6, moved by last bits', (rng) => nudge(rng, grid(rng, 25, 6))],
    ['one plane', (rng) => grid(rng, 20, 5).map((value, i) => (i % 3 === 1 ? 0.7 : value))],
    [
      'a slanted plane, moved by last bits',
      (rng) => {
        const points = grid(rng, 20, 7);
        for (let i = 0; i < points.length; i += 3) points[i + 2] = 0.3 * points[i] + 0.6 * points[i + 1];
        return nudge(rng, points);
      },
    ],
    [
      'slanted lines in a plane, moved by last bits',
      (rng) => {
        const points = nudge(rng, grid(rng, 16, 5));
        for (let i = 0; i < points.length; i += 3) {
          points[i + 1] = 0.7;
          points[i + 2] = 0.3 * points[i] + 0.25 * rng.integer(3);
        }
        return nudge(rng, points).map((value, i) => (i % 3 === 1 ? 0.7 : value));
      },
    ],
    [
      'coordinates of every size, whose differences no double holds',
      (rng) => grid(rng, 18, 3).map((value) => (value - 0.5) * 2 ** (-20 * rng.integer(5))),
    ],
  ];
  it.each(shapes)('agrees with exact brute force: %s', (_, points) => {
    const found = { all: 0, apart: 0 };
    for (let seed = 0; seed < 8; seed++) {
      const rng = createRng(seed);
      const mesh = randomMesh(rng, points(rng), 36);
      for (const scope of ['all', 'apart'] as const) {
        const expected = findPairsReference(mesh, mesh.positions, scope);
        expect(find(mesh, mesh.positions, scope)).toEqual(expected);
        found[scope] += expected.length;
      }
    }
    expect(found.apart).toBeGreaterThan(50);
    expect(found.all).toBeGreaterThan(found.apart + 50);
  });

  it('leaves out rest neighbours and pairs that meet at rest', () => {
    let found = 0;
    for (let seed = 0; seed < 4; seed++) {
      const rng = createRng(seed);
      // A strip of triangles, so that there are distances; and loose ones that cross each other at rest.
      const points = Float32Array.from({ length: 120 }, () => rng.next());
      const strip = Array.from({ length: 24 }, (_, t) => [t, t + 1, t + 2]).flat();
      const loose = Array.from({ length: 12 }, (_, i) => 28 + i);
      const triangles = Uint32Array.from([...strip, ...loose]);
      const mesh = { positions: points, triangles, welded: triangles, weldedCount: 40 };
      const posed = points.map(() => rng.next());
      const expected = findPairsReference(mesh, posed, 'new');
      expect(find(mesh, posed, 'new')).toEqual(expected);
      expect(findPairsReference(mesh, posed, 'apart').length).toBeGreaterThan(expected.length);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it('knows the neighbours of poles with many edges', () => {
    // Two fans through each other, as they are and with a bridge that makes all their triangles neighbours.
    const spokes = 80;
    const points: number[] = [];
    const fans: number[] = [];
    for (const side of [0, 1]) {
      const pole = points.length / 3;
      points.push(0.1 * side, 0, 0);
      for (let i = 0; i < spokes; i++) {
        const angle = (2 * Math.PI * (i + 0.3)) / spokes;
        const rim = [Math.cos(angle), Math.sin(angle), 0.05 * Math.sin(5 * angle)];
        points.push(...(side ? [rim[0] + 0.1, rim[2], rim[1]] : rim));
        fans.push(pole, pole + 1 + i, pole + 1 + ((i + 1) % spokes));
      }
    }
    const posed = Float32Array.from(points);
    const apart = posed.map((value, i) => (i >= posed.length / 2 && i % 3 === 0 ? value + 5 : value));
    for (const bridge of [[], [0, spokes + 1, 1]]) {
      const triangles = Uint32Array.from([...fans, ...bridge]);
      const mesh = { positions: apart, triangles, welded: triangles, weldedCount: points.length / 3 };
      const expected = findPairsReference(mesh, posed, 'new');
      expect(find(mesh, posed, 'new')).toEqual(expected);
      expect(expected.length > 10).toBe(bridge.length === 0);
    }
  });

  it('does not depend on scale', () => {
    const rng = createRng(5);
    const mesh = randomMesh(
      rng,
      Float32Array.from({ length: 90 }, () => rng.range(-1, 1)),
      60,
    );
    const expected = find(mesh, mesh.positions, 'all');
    for (const scale of [2 ** -120, 2 ** -20, 2 ** 20, 2 ** 125]) {
      const positions = mesh.positions.map((value) => value * scale);
      expect(find({ ...mesh, positions }, positions, 'all')).toEqual(expected);
    }
    expect(expected.length).toBeGreaterThan(100);
  });

  it('is not put off by vertices that are lost in space or nowhere', () => {
    const rng = createRng(6);
    const mesh = randomMesh(
      rng,
      Float32Array.from({ length: 90 }, () => rng.next()),
      60,
    );
    const expected = find(mesh, mesh.positions, 'all');
    const far = [3e38, 0, 3e38, 3e38, 1e38, 3e38, 2e38, 0, 3e38, Number.NaN, 0, 0, Infinity, 0, 0];
    const positions = Float32Array.from([...mesh.positions, ...far]);
    const triangles = Uint32Array.from([...mesh.triangles, 30, 31, 32, 0, 1, 33, 2, 3, 34, 4, 5, 99]);
    const welded = triangles.map((v) => (v < 35 ? v : 0xffffffff));
    expect(find({ positions, triangles, welded, weldedCount: 35 }, positions, 'all')).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
  });

  it('serves sizes around a full node and many pairs', () => {
    for (const count of [0, 1, 2, 4, 5, 16, 17, 64, 65, 130]) {
      const rng = createRng(count);
      const mesh = randomMesh(
        rng,
        Float32Array.from({ length: 120 }, () => rng.next()),
        count,
      );
      expect(find(mesh, mesh.positions, 'apart')).toEqual(findPairsReference(mesh, mesh.positions, 'apart'));
    }
  });

  it('stops at its limits', () => {
    const rng = createRng(1);
    const mesh = randomMesh(
      rng,
      Float32Array.from({ length: 600 }, () => rng.next()),
      2000,
    );
    const few = createIntersector(mesh, 'apart', { tests: 1e9, pairs: 100 }).find(mesh.positions);
    expect(few).toMatchObject({ complete: false });
    expect(few.pairs).toHaveLength(200);
    const hasty = createIntersector(mesh, 'apart', { tests: 500, pairs: 1e6 }).find(mesh.positions);
    expect(hasty.complete).toBe(false);
    expect(hasty.pairs.length / 2).toBeLessThanOrEqual(500);
    // What rest did not find out, no pose knows.
    expect(createIntersector(mesh, 'new', { tests: 500, pairs: 1e6 }).find(new Float32Array(600))).toEqual({
      pairs: new Uint32Array(0),
      complete: false,
    });
  });

  it('refuses what would read out of bounds', () => {
    const mesh = randomMesh(createRng(1), new Float32Array(30), 4);
    expect(() => createIntersector(mesh, 'new', NO_LIMITS).find(new Float32Array(3))).toThrow(/10 vertices/);
    expect(() => createIntersector({ ...mesh, weldedCount: 2 }, 'new', NO_LIMITS)).toThrow(
      /welded vertex below 2/,
    );
    expect(() => createIntersector({ ...mesh, welded: mesh.welded.subarray(3) }, 'new', NO_LIMITS)).toThrow(
      /each of 12 corners/,
    );
  });
});
