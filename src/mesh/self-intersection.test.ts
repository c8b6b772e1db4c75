import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';
import { createIntersectionFinder, findSelfIntersections } from './self-intersection.js';
import { findSelfIntersectionsReference } from './self-intersection.reference.js';

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

/** The same corners as one vertex each, as the finder welds them. */
function shareCorners(mesh: Mesh): Mesh {
  const seen = new Map<string, number>();
  const positions: number[] = [];
  const triangles = mesh.triangles.map((v) => {
    const point = [...mesh.positions.subarray(v * 3, v * 3 + 3)].map((value) => value + 0);
    const key = point.join();
    if (!seen.has(key)) {
      seen.set(key, positions.length / 3);
      positions.push(...point);
    }
    return seen.get(key)!;
  });
  return { positions: Float32Array.from(positions), triangles };
}

/** Edges between every two vertices, the slow way. */
function edgeDistances({ positions, triangles }: Mesh): number[][] {
  const count = positions.length / 3;
  const distances = Array.from({ length: count }, (_, u) =>
    Array.from({ length: count }, (_, v) => (u === v ? 0 : Infinity)),
  );
  for (let t = 0; t < triangles.length; t += 3) {
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      distances[triangles[t + i]][triangles[t + j]] = distances[triangles[t + j]][triangles[t + i]] = 1;
    }
  }
  for (let k = 0; k < count; k++) {
    for (let u = 0; u < count; u++) {
      for (let v = 0; v < count; v++) {
        distances[u][v] = Math.min(distances[u][v], distances[u][k] + distances[k][v]);
      }
    }
  }
  return distances;
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
      const expected = findSelfIntersectionsReference(shareCorners(mesh));
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
    const distances = edgeDistances(sheet);
    const corners = (t: number) => [...sheet.triangles.subarray(t * 3, t * 3 + 3)];
    const apart = ([a, b]: number[]) =>
      Math.min(...corners(a).flatMap((u) => corners(b).map((v) => distances[u][v])));
    const all = pairList(findSelfIntersections({ ...sheet, positions: crumpled }).pairs);
    const found = pairList(createIntersectionFinder(sheet).find(crumpled).pairs);
    expect(found).toEqual(all.filter((pair) => apart(pair) > 2));
    for (const distance of [1, 2, 3]) expect(all.some((pair) => apart(pair) === distance)).toBe(true);
  });

  it('rejects a pose of another mesh', () => {
    expect(() => createIntersectionFinder(createBox()).find(new Float32Array(3))).toThrow(/8 vertices/);
  });
});
