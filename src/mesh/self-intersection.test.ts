import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { findPairsReference } from '../kernels/intersector.reference.js';
import type { Mesh } from './mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';
import { createIntersectionFinder, findSelfIntersections } from './self-intersection.js';
import { weld } from './weld.js';

/** Loose triangles with corners on a grid: a coarse one makes touching and coplanar pairs common. */
function soup(seed: number, triangleCount: number, steps: number, reach: number): Mesh {
  const rng = createRng(seed);
  const positions = new Float32Array(triangleCount * 9);
  for (let t = 0; t < triangleCount; t++) {
    const center = [rng.next(), rng.next(), rng.next()];
    for (let i = 0; i < 9; i++) {
      const value = center[i % 3] + rng.range(-reach, reach);
      positions[t * 9 + i] = Math.round(value * steps) / steps;
    }
  }
  return { positions, triangles: Uint32Array.from({ length: triangleCount * 3 }, (_, i) => i) };
}

const pairList = (pairs: Uint32Array) =>
  Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[i * 2], pairs[i * 2 + 1]]);

/** Pairs that share no place, in exact integers. */
function pairsReference(mesh: Mesh): number[][] {
  const welded = weld(mesh, { tolerance: 0 }).mesh;
  const weldedMesh = { welded: welded.triangles, weldedCount: welded.positions.length / 3 };
  return findPairsReference({ ...mesh, ...weldedMesh }, mesh.positions, 'apart');
}

describe('findSelfIntersections', () => {
  it.each([
    ['fine grid', 2 ** 20, 0.3],
    ['grid of 8: coplanar and touching', 8, 0.4],
    ['grid of 4: mostly degenerate contacts', 4, 0.5],
    ['small triangles', 2 ** 20, 0.12],
  ])('agrees with exact brute force on random soups: %s', (_, steps, reach) => {
    let found = 0;
    for (let seed = 0; seed < 6; seed++) {
      const mesh = soup(seed, 70, steps, reach);
      const expected = pairsReference(mesh);
      expect(pairList(findSelfIntersections(mesh).pairs)).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(10);
  });

  it('does not depend on scale', () => {
    const mesh = soup(3, 200, 2 ** 20, 0.2);
    const expected = pairList(findSelfIntersections(mesh).pairs);
    for (const scale of [2 ** -20, 2 ** 20]) {
      const scaled = { ...mesh, positions: mesh.positions.map((value) => value * scale) };
      expect(pairList(findSelfIntersections(scaled).pairs)).toEqual(expected);
    }
    expect(expected.length).toBeGreaterThan(100);
  });

  it('finds nothing in clean closed shapes and something in crossing ones', () => {
    expect(findSelfIntersections(createSphere()).pairs).toHaveLength(0);
    expect(findSelfIntersections(createSheet()).pairs).toHaveLength(0);
    const apart = mergeMeshes([createBox([1, 1, 1], [-2, 0, 0]), createSphere()]);
    expect(findSelfIntersections(apart).pairs).toHaveLength(0);
    const crossing = mergeMeshes([createBox([1, 1, 1], [0.5, 0, 0]), createSphere()]);
    const { pairs, triangleFraction, complete } = findSelfIntersections(crossing);
    expect(pairs.length).toBeGreaterThan(20);
    expect(triangleFraction).toBeGreaterThan(0.01);
    expect(triangleFraction).toBeLessThan(0.5);
    expect(complete).toBe(true);
  });

  it('does not take a seam for a crossing', () => {
    const sphere = createSphere();
    const split: Mesh = {
      positions: Float32Array.from(
        [...sphere.triangles].flatMap((v) => [...sphere.positions.subarray(v * 3, v * 3 + 3)]),
      ),
      triangles: sphere.triangles.map((_, i) => i),
    };
    expect(findSelfIntersections(split).pairs).toHaveLength(0);
  });

  it('survives hostile meshes', () => {
    const empty: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    expect(findSelfIntersections(empty)).toEqual({
      pairs: new Uint32Array(0),
      triangleFraction: 0,
      complete: true,
    });
    const crossing = mergeMeshes([createBox(), createBox([0.5, 3, 0.5])]);
    const clean = findSelfIntersections(crossing).pairs;
    // A NaN corner and an index out of range take only their own triangles out.
    const positions = Float32Array.from([...crossing.positions, Number.NaN, 0, 0]);
    const triangles = Uint32Array.from([...crossing.triangles, 0, 1, 16, 0, 1, 99]);
    expect(findSelfIntersections({ positions, triangles }).pairs).toEqual(clean);
    expect(clean.length).toBeGreaterThan(0);
  });

  it('stops at the test limit and says so', () => {
    const result = findSelfIntersections(soup(1, 2000, 2 ** 20, 0.5), { testLimit: 5000 });
    expect(result.complete).toBe(false);
    expect(result.pairs.length / 2).toBeLessThanOrEqual(5000);
  });
});

describe('createIntersectionFinder', () => {
  it('finds a pose that folds a sheet through itself, not the rest pose', () => {
    const sheet = createSheet(2, 1, 20, 10);
    const finder = createIntersectionFinder(sheet);
    expect(finder.find(sheet.positions).pairs).toHaveLength(0);
    // Roll the long side twice round a tightening spiral that crosses itself at the ends.
    const rolled = sheet.positions.slice();
    for (let v = 0; v < rolled.length; v += 3) {
      const angle = rolled[v] * 3.5;
      const radius = 0.3 + 0.02 * Math.abs(angle);
      rolled[v] = radius * Math.sin(angle);
      rolled[v + 1] = radius * Math.cos(angle);
    }
    const result = finder.find(rolled);
    expect(result.pairs.length).toBeGreaterThan(0);
    expect(result.triangleFraction).toBeGreaterThan(0);
    expect(finder.find(sheet.positions).pairs).toHaveLength(0);
  });

  it('leaves out pairs that meet at rest and reports new ones', () => {
    const rest = mergeMeshes([
      createBox([1, 1, 1]),
      createBox([0.4, 3, 0.4]),
      createBox([1, 1, 1], [5, 0, 0]),
    ]);
    const finder = createIntersectionFinder(rest);
    expect(findSelfIntersections(rest).pairs.length).toBeGreaterThan(0);
    expect(finder.find(rest.positions).pairs).toHaveLength(0);
    const moved = rest.positions.slice();
    for (let v = 16; v < 24; v++) moved[v * 3] -= 4.5;
    const { pairs } = finder.find(moved);
    expect(pairs.length).toBeGreaterThan(0);
    for (const [a, b] of pairList(pairs)) {
      expect(a).toBeLessThan(24);
      expect(b).toBeGreaterThanOrEqual(24);
    }
  });

  it('forgives rest neighbours up to two edges apart and no further', () => {
    // A sheet crumpled into a ball of its own size: triangles of every distance meet.
    const sheet = createSheet(1, 1, 6, 6);
    const rng = createRng(5);
    const crumpled = sheet.positions.map(() => rng.next());
    const mesh = { ...sheet, welded: sheet.triangles, weldedCount: sheet.positions.length / 3 };
    const found = pairList(createIntersectionFinder(sheet).find(crumpled).pairs);
    expect(found).toEqual(findPairsReference(mesh, crumpled, 'new'));
    expect(found.length).toBeGreaterThan(100);
    const all = pairList(findSelfIntersections({ ...sheet, positions: crumpled }).pairs);
    expect(all.length).toBeGreaterThan(found.length + 100);
  });

  it('finds neighbours that fold onto each other when all pairs are requested', () => {
    const sheet = createSheet(1, 1, 4, 4);
    const finder = createIntersectionFinder(sheet, { scope: 'all' });
    expect(finder.find(sheet.positions).pairs).toHaveLength(0);
    // Mirror one corner of the sheet onto its inside.
    const folded = sheet.positions.slice();
    let corner = 0;
    for (let v = 0; v < folded.length; v += 3)
      if (folded[v] + folded[v + 2] < folded[corner] + folded[corner + 2]) corner = v;
    folded[corner] *= 0.5;
    folded[corner + 2] *= 0.5;
    expect(finder.find(folded).pairs.length).toBeGreaterThan(0);
    expect(createIntersectionFinder(sheet).find(folded).pairs).toHaveLength(0);
  });

  it('rejects a pose of another mesh', () => {
    expect(() => createIntersectionFinder(createBox()).find(new Float32Array(3))).toThrow(/8 vertices/);
  });
});
