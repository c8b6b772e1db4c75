/**
 * @file Turns an implicit surface into quads: surface nets on a sparse grid, one half of a symmetric body.
 *
 * Grid nodes are seen as voxels; the surface is the boundary of the inside voxels, one vertex per cell of eight
 * nodes (Gibson 1998). That boundary is a 2-manifold exactly where the voxel set is well-composed (Latecki
 * 1997: no 2 × 2 square and no 2 × 2 × 2 cube with a diagonal pair), so diagonal pairs are repaired first, by
 * flipping the node nearest to the surface.
 *
 * Symmetry: nodes lie at x = (i + ½)·cell with i ≥ 0. The first layer of cells straddles x = 0, its vertices
 * are put on the plane, and the mirror image needs no stitching.
 *
 * Tried and dropped: marching tetrahedra, twice the triangles and slivers at equal detail.
 */

import type { Field, Region } from './field.js';

export interface HalfSurface {
  /** [V, 3], x ≥ 0 */
  readonly positions: Float64Array;
  /** Four vertices each, counter-clockwise seen from outside. [Q, 4] */
  readonly quads: Uint32Array;
  /** 1 where the vertex lies on the mirror plane. [V] */
  readonly onPlane: Uint8Array;
  /** The shapes near a point. */
  regionAt(x: number, y: number, z: number): Region;
}

interface Grid {
  readonly cell: number;
  /** Nodes along each axis. */
  readonly size: readonly [number, number, number];
  /** Coordinate of the first node. */
  readonly origin: readonly [number, number, number];
  readonly values: Float32Array;
}

const BLOCK = 8;

export function polygonise(field: Field, cell: number, minRadius: number): HalfSurface {
  const [, y0, z0, x1, y1, z1] = field.bounds;
  // Half-cell offsets keep y = 0 between two layers of nodes: soles are flat and exactly there.
  const origin: [number, number, number] = [
    cell / 2,
    (Math.floor(y0 / cell) - 1.5) * cell,
    (Math.floor(z0 / cell) - 1.5) * cell,
  ];
  const size: [number, number, number] = [
    Math.ceil(x1 / cell) + 3,
    Math.ceil((y1 - origin[1]) / cell) + 3,
    Math.ceil((z1 - origin[2]) / cell) + 3,
  ];
  const values = new Float32Array(size[0] * size[1] * size[2]).fill(1e6);
  const grid: Grid = { cell, size, origin, values };
  const regionAt = sampleBlocks(grid, field, minRadius);
  repairDiagonals(grid);
  return { ...extractQuads(grid), regionAt };
}

/** Fills the values of every block that a shape reaches; returns the lookup of regions. */
function sampleBlocks(grid: Grid, field: Field, minRadius: number): HalfSurface['regionAt'] {
  const { cell, size, origin, values } = grid;
  const blocks = size.map((n) => Math.ceil(n / BLOCK));
  const regions: (Region | undefined)[] = new Array(blocks[0] * blocks[1] * blocks[2]);
  const empty: Region = { shapes: [], parts: [] };

  // Slabs first, then columns, then blocks: each level only tests what the one above kept.
  const box = [0, 0, 0, 0, 0, 0];
  const span = (axis: number, b: number) => {
    box[axis] = origin[axis] + (b * BLOCK - 2) * cell;
    box[axis + 3] = origin[axis] + (b * BLOCK + BLOCK + 1) * cell;
  };
  const open = (axis: number) => {
    box[axis] = -Infinity;
    box[axis + 3] = Infinity;
  };
  for (let bz = 0; bz < blocks[2]; bz++) {
    span(2, bz);
    open(1);
    open(0);
    const slab = field.cull(box);
    for (let by = 0; by < blocks[1] && slab.shapes.length > 0; by++) {
      span(1, by);
      open(0);
      const column = field.cull(box, slab);
      for (let bx = 0; bx < blocks[0] && column.shapes.length > 0; bx++) {
        span(0, bx);
        const region = field.cull(box, column);
        if (region.shapes.length === 0) continue;
        regions[(bz * blocks[1] + by) * blocks[0] + bx] = region;
        sampleBlock(bx, by, bz, region);
      }
    }
  }

  function sampleBlock(bx: number, by: number, bz: number, region: Region): void {
    const end = (b: number, axis: number) => Math.min(size[axis], (b + 1) * BLOCK);
    for (let k = bz * BLOCK; k < end(bz, 2); k++) {
      for (let j = by * BLOCK; j < end(by, 1); j++) {
        for (let i = bx * BLOCK; i < end(bx, 0); i++) {
          const x = origin[0] + i * cell;
          const y = origin[1] + j * cell;
          const z = origin[2] + k * cell;
          const value = field.value(region, x, y, z, minRadius) / cell;
          // Zero would be on neither side.
          values[(k * size[1] + j) * size[0] + i] = Math.abs(value) < 1e-6 ? 1e-6 : Math.min(value, 1e6);
        }
      }
    }
  }

  const block = (p: number, axis: number) =>
    Math.min(blocks[axis] - 1, Math.max(0, Math.floor(Math.round((p - origin[axis]) / cell) / BLOCK)));
  return (x, y, z) => regions[(block(z, 2) * blocks[1] + block(y, 1)) * blocks[0] + block(x, 0)] ?? empty;
}

/**
 * Flips nodes until no square and no cube holds a lone diagonal pair. Pairs of inside nodes are parted rather
 * than joined, for they are two limbs that touch; a node is flipped at most once, so this ends.
 */
function repairDiagonals(grid: Grid): void {
  const { size, values } = grid;
  const step = [1, size[0], size[0] * size[1]];
  const flipped = new Set<number>();
  const flip = (pair: readonly number[], other: readonly number[]) => {
    const free = [...pair, ...other].filter((n) => !flipped.has(n));
    const nearest = (nodes: readonly number[]) =>
      nodes.reduce((best, n) => (Math.abs(values[n]) < Math.abs(values[best]) ? n : best), nodes[0]);
    const first = free.filter((n) => pair.includes(n));
    const chosen = nearest(first.length > 0 ? first : free);
    if (chosen === undefined) return;
    values[chosen] = values[chosen] < 0 ? 1e-3 : -1e-3;
    flipped.add(chosen);
  };
  const square = (n: number, u: number, v: number): boolean => {
    const [a, b, c, d] = [values[n] < 0, values[n + u] < 0, values[n + v] < 0, values[n + u + v] < 0];
    if (a !== d || b !== c || a === b) return false;
    const [main, cross] = [
      [n, n + u + v],
      [n + u, n + v],
    ];
    flip(a ? main : cross, a ? cross : main);
    return true;
  };
  const corner = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (c) => (c & 1 ? step[0] : 0) + (c & 2 ? step[1] : 0) + (c & 4 ? step[2] : 0),
  );
  const cube = (n: number, inside: number): boolean => {
    if (inside !== 2 && inside !== 6) return false;
    for (let c = 0; c < 4; c++) {
      const pair = [n + corner[c], n + corner[7 - c]];
      const same = values[pair[0]] < 0 === values[pair[1]] < 0;
      if (same && values[pair[0]] < 0 === (inside === 2)) {
        flip(pair, []);
        return true;
      }
    }
    return false;
  };
  for (let round = 0; round < 50; round++) {
    let changed = false;
    for (let k = 0; k + 1 < size[2]; k++) {
      for (let j = 0; j + 1 < size[1]; j++) {
        for (let i = 0; i + 1 < size[0]; i++) {
          const n = (k * size[1] + j) * size[0] + i;
          let inside = 0;
          for (let c = 0; c < 8; c++) if (values[n + corner[c]] < 0) inside++;
          if (inside === 0 || inside === 8) continue;
          changed = square(n, step[0], step[1]) || changed;
          changed = square(n, step[0], step[2]) || changed;
          changed = square(n, step[1], step[2]) || changed;
          changed = cube(n, inside) || changed;
        }
      }
    }
    if (!changed) return;
  }
}

function extractQuads(grid: Grid): Omit<HalfSurface, 'regionAt'> {
  const { cell, size, origin, values } = grid;
  const positions: number[] = [];
  const onPlane: number[] = [];
  const quads: number[] = [];
  const vertexOf = new Map<number, number>();
  const node = (i: number, j: number, k: number) => (k * size[1] + j) * size[0] + Math.max(0, i);

  // Cell (i, j, k) spans nodes i − 1 … i, so cell column 0 straddles the mirror plane.
  const vertex = (i: number, j: number, k: number): number => {
    const key = node(i, j, k);
    const known = vertexOf.get(key);
    if (known !== undefined) return known;
    const sum = [0, 0, 0];
    let crossings = 0;
    for (let e = 0; e < 12; e++) {
      const axis = e >> 2;
      const at = [i - 1, j - 1, k - 1];
      at[(axis + 1) % 3] += e & 1;
      at[(axis + 2) % 3] += (e >> 1) & 1;
      const a = values[node(at[0], at[1], at[2])];
      at[axis]++;
      const b = values[node(at[0], at[1], at[2])];
      if (a < 0 === b < 0) continue;
      at[axis] -= b / (b - a);
      for (let c = 0; c < 3; c++) sum[c] += at[c];
      crossings++;
    }
    for (let c = 0; c < 3; c++) positions.push(origin[c] + (sum[c] / crossings) * cell);
    if (i === 0) positions[positions.length - 3] = 0;
    onPlane.push(i === 0 ? 1 : 0);
    vertexOf.set(key, onPlane.length - 1);
    return onPlane.length - 1;
  };

  for (let k = 1; k + 1 < size[2]; k++) {
    for (let j = 1; j + 1 < size[1]; j++) {
      for (let i = 0; i + 1 < size[0]; i++) {
        const inside = values[node(i, j, k)] < 0;
        for (let axis = 0; axis < 3; axis++) {
          const next = [i, j, k];
          next[axis]++;
          if (values[node(next[0], next[1], next[2])] < 0 === inside) continue;
          // The four cells around this edge, counter-clockwise seen from its far end.
          const ring: number[] = [];
          for (const [u, v] of [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ]) {
            const c = [...next];
            c[(axis + 1) % 3] += u;
            c[(axis + 2) % 3] += v;
            ring.push(vertex(c[0], c[1], c[2]));
          }
          if (!inside) ring.reverse();
          quads.push(...ring);
        }
      }
    }
  }
  return {
    positions: Float64Array.from(positions),
    quads: Uint32Array.from(quads),
    onPlane: Uint8Array.from(onPlane),
  };
}
