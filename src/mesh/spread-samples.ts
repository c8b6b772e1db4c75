/**
 * @file Points spread over a surface at even distances: dart throwing (Cook 1986). Samples by area, in a random order, are
 * taken where none is near; the distance shrinks until there are enough. Independent samples leave holes and clumps.
 *
 * Sides of a thin part do not see each other: only samples whose normals agree keep apart.
 */

import type { Rng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { type SurfaceSamples, samplePositions, sampleSurface } from './sample-surface.js';
import { triangleArea, triangleNormalInto } from './triangle-normal.js';

/** Samples to choose from, per chosen one. */
const DENSITY = 4;
/** The first distance, in spacings √(area / count), and what is left of it after each round. */
const FARTHEST = 0.85;
const SHRINK = 0.85;

/** Draws samples at even distances; in triangle order. */
export function spreadSamples(mesh: Mesh, count: number, rng: Rng): SurfaceSamples {
  const dense = sampleSurface(mesh, count * DENSITY, rng);
  const { triangles, barycentric } = dense;
  const chosen = chooseApart(mesh, dense, count, rng);
  return {
    triangles: chosen.map((i) => triangles[i]),
    barycentric: Float32Array.from({ length: chosen.length * 3 }, (_, o) => {
      return barycentric[chosen[Math.floor(o / 3)] * 3 + (o % 3)];
    }),
  };
}

/** Ascending indices of samples. */
function chooseApart(mesh: Mesh, samples: SurfaceSamples, count: number, rng: Rng): Uint32Array {
  const { triangles } = samples;
  const total = triangles.length;
  const places = samplePositions(samples, mesh.positions, mesh.triangles);
  const normals = new Float64Array(mesh.triangles.length);
  let area = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    triangleNormalInto(normals, t * 3, mesh, t);
    area += triangleArea(mesh, t) || 0;
  }
  const grid = createGrid(places, FARTHEST * Math.sqrt(area / count), Math.min(count, total));
  let waiting = shuffled(total, rng);
  const chosen: number[] = [];
  for (let apart = grid.cell; chosen.length < Math.min(count, total); apart *= SHRINK) {
    // A body of one point, and the last few of any: distance no longer matters.
    const least = apart > grid.cell / 8 ? apart * apart : -1;
    const left = new Uint32Array(waiting.length);
    let leftCount = 0;
    for (const i of waiting) {
      const free = !grid.hasNear(i, least, (other) => facesAlike(normals, triangles[i], triangles[other]));
      if (free && chosen.length < count) {
        grid.add(i);
        chosen.push(i);
      } else left[leftCount++] = i;
    }
    waiting = left.subarray(0, leftCount);
  }
  return Uint32Array.from(chosen).sort();
}

const facesAlike = (normals: Float64Array, a: number, b: number): boolean =>
  normals[a * 3] * normals[b * 3] +
    normals[a * 3 + 1] * normals[b * 3 + 1] +
    normals[a * 3 + 2] * normals[b * 3 + 2] >=
  0;

function shuffled(count: number, rng: Rng): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = rng.integer(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}

/** Points in cells, found by a hash of the cell. */
function createGrid(places: Float32Array, cell: number, count: number) {
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 1)) - 1;
  const first = new Int32Array(mask + 1).fill(-1);
  const next = new Int32Array(places.length / 3).fill(-1);
  const cellOf = (value: number) => (cell > 0 ? Math.floor(value / cell) : 0);
  const slot = (x: number, y: number, z: number) =>
    (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;
  return {
    cell,
    add(i: number) {
      const [x, y, z] = [cellOf(places[i * 3]), cellOf(places[i * 3 + 1]), cellOf(places[i * 3 + 2])];
      const at = slot(x, y, z);
      next[i] = first[at];
      first[at] = i;
    },
    /** Whether a point that counts is nearer than the root of `least`. */
    hasNear(i: number, least: number, counts: (other: number) => boolean): boolean {
      const [x, y, z] = [places[i * 3], places[i * 3 + 1], places[i * 3 + 2]];
      const [cx, cy, cz] = [cellOf(x), cellOf(y), cellOf(z)];
      for (let at = 0; at < 27 && least > 0; at++) {
        const cellX = cx + (at % 3) - 1;
        const cellY = cy + (Math.floor(at / 3) % 3) - 1;
        const cellZ = cz + Math.floor(at / 9) - 1;
        for (let other = first[slot(cellX, cellY, cellZ)]; other >= 0; other = next[other]) {
          const dx = places[other * 3] - x;
          const dy = places[other * 3 + 1] - y;
          const dz = places[other * 3 + 2] - z;
          if (dx * dx + dy * dy + dz * dz < least && counts(other)) return true;
        }
      }
      return false;
    },
  };
}
