/**
 * @file A plate with any outline, with holes and beveled edges: walls along the outline and each hole, caps cut into
 * triangles by ear clipping (Meisters 1975), holes joined to the outline by a seam.
 */

import type { Mesh } from '../../../src/mesh/mesh.js';

type Point = readonly [number, number];

/** How a plate is made. */
export interface ExtrudeOptions {
  /** Width of the bevel on both rims. */
  readonly bevel?: number;
  readonly holes?: readonly (readonly Point[])[];
}

/** Extrudes an outline in the plane z = 0 to a plate of this depth about it. */
export function extrude(outline: readonly Point[], depth: number, { bevel = 0, holes = [] }: ExtrudeOptions = {}): Mesh {
  const loops = [wound(outline, 1), ...holes.map((hole) => wound(hole, -1))];
  const positions: number[] = [];
  const triangles: number[] = [];
  const edge = Math.min(bevel, depth * 0.49);
  const half = depth / 2;
  const levels: Point[] = edge > 0 ? [[-half, edge], [edge - half, 0], [half - edge, 0], [half, edge]] : [[-half, 0], [half, 0]]; // biome-ignore format: one row
  const firstOf: number[][] = loops.map(() => []);
  for (const [l, loop] of loops.entries()) {
    for (const [z, inset] of levels) {
      firstOf[l].push(positions.length / 3);
      for (const [x, y] of inset > 0 ? insetLoop(loop, inset) : loop) positions.push(x, y, z);
    }
    for (let level = 0; level + 1 < levels.length; level++) {
      const [low, high] = [firstOf[l][level], firstOf[l][level + 1]];
      for (let k = 0; k < loop.length; k++) {
        const n = (k + 1) % loop.length;
        triangles.push(low + k, low + n, high + k, low + n, high + n, high + k);
      }
    }
  }
  for (const top of [false, true]) {
    const level = top ? levels.length - 1 : 0;
    const corners = joinLoops(
      loops.map((loop, l) => loop.map((_, k) => firstOf[l][level] + k)),
      positions,
    );
    for (const [a, b, c] of clipEars(corners, positions)) triangles.push(...(top ? [a, b, c] : [a, c, b]));
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A rectangle about the origin whose corners are arcs. */
export function roundedRectangle(width: number, height: number, radius: number, steps = 3): Point[] {
  const [w, h] = [width / 2 - radius, height / 2 - radius];
  const corners: Point[] = [
    [w, h],
    [-w, h],
    [-w, -h],
    [w, -h],
  ];
  return corners.flatMap(([x, y], c) =>
    Array.from({ length: steps + 1 }, (_, s): Point => {
      const angle = (Math.PI / 2) * (c + s / steps);
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

const areaOf = (loop: readonly Point[]) =>
  loop.reduce((sum, [x, y], k) => {
    const [u, v] = loop[(k + 1) % loop.length];
    return sum + (x * v - u * y) / 2;
  }, 0);

const wound = (loop: readonly Point[], sign: number) => (areaOf(loop) * sign < 0 ? [...loop].reverse() : loop);

/** The loop moved inwards (to its left). */
function insetLoop(loop: readonly Point[], by: number): Point[] {
  return loop.map(([x, y], k) => {
    const [px, py] = loop[(k + loop.length - 1) % loop.length];
    const [nx, ny] = loop[(k + 1) % loop.length];
    const [ax, ay] = unit(x - px, y - py);
    const [bx, by2] = unit(nx - x, ny - y);
    const [mx, my] = unit(-ay - by2, ax + bx);
    const reach = by / Math.max(0.5, -ay * mx + ax * my);
    return [x + mx * reach, y + my * reach];
  });
}

function unit(x: number, y: number): Point {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** One loop of vertex indices: each hole is entered and left along the shortest seam. */
function joinLoops(loops: readonly number[][], positions: readonly number[]): number[] {
  let joined = loops[0];
  for (const hole of loops.slice(1)) {
    let best = [0, 0, Infinity];
    for (const [i, a] of joined.entries()) {
      for (const [k, b] of hole.entries()) {
        const gap = Math.hypot(positions[a * 3] - positions[b * 3], positions[a * 3 + 1] - positions[b * 3 + 1]);
        if (gap < best[2]) best = [i, k, gap];
      }
    }
    const [i, k] = best;
    joined = [...joined.slice(0, i + 1), ...hole.slice(k), ...hole.slice(0, k + 1), ...joined.slice(i)];
  }
  return joined;
}

/** Cuts a loop into triangles. Where a tangled loop has no ear left, the rest is left open. */
function clipEars(corners: readonly number[], positions: readonly number[]): [number, number, number][] {
  const left = [...corners];
  const out: [number, number, number][] = [];
  const x = (v: number) => positions[v * 3];
  const y = (v: number) => positions[v * 3 + 1];
  const turnOf = (a: number, b: number, c: number) => (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
  const isEar = (a: number, b: number, c: number) =>
    turnOf(a, b, c) > 1e-14 && !left.some((p) => p !== a && p !== b && p !== c && turnOf(a, b, p) > 0 && turnOf(b, c, p) > 0 && turnOf(c, a, p) > 0);
  let tries = 0;
  for (let k = 0; left.length > 2 && tries <= left.length; ) {
    const n = left.length;
    const [a, b, c] = [left[k % n], left[(k + 1) % n], left[(k + 2) % n]];
    const flat = Math.abs(turnOf(a, b, c)) <= 1e-14;
    if (flat || isEar(a, b, c)) {
      if (!flat) out.push([a, b, c]);
      left.splice((k + 1) % n, 1);
      tries = 0;
      k = (k + 1) % left.length;
    } else {
      k = (k + 1) % n;
      tries++;
    }
  }
  return out;
}
