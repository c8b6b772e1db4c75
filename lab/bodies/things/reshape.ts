/**
 * @file What happens to a whole mesh: smooth noise, taper, twist and bend, faces turned outward, and the removal of what
 * lies hidden inside other pieces, so that things of many pieces have the surface of one.
 */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { subdivide } from '../../../src/mesh/subdivide.js';
import { mapPoints } from './mesh-pieces.js';

/** Least and greatest corner of the box around points. [6] */
export function boundsOf({ positions }: Mesh): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    if (positions[i] < box[k]) box[k] = positions[i];
    if (positions[i] > box[k + 3]) box[k + 3] = positions[i];
  }
  return box;
}

/** Smooth noise in [−1, 1] over space, one wave per unit: values on a lattice, blended. */
export function createNoise(rng: Rng): (x: number, y: number, z: number) => number {
  const seed = rng.integer(2 ** 31);
  const value = (i: number, j: number, k: number) => {
    let h = Math.imul(i, 0x27d4eb2f) ^ Math.imul(j, 0x165667b1) ^ Math.imul(k, 0x9e3779b1) ^ seed;
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
  };
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y, z) => {
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
    let sum = 0;
    for (let c = 0; c < 8; c++) {
      const [a, b, d] = [c & 1, (c >> 1) & 1, c >> 2];
      sum += value(i + a, j + b, k + d) * (a ? u : 1 - u) * (b ? v : 1 - v) * (d ? w : 1 - w);
    }
    return sum;
  };
}

/** Moves every point by smooth noise: the same place by the same amount, so that pieces stay together. */
export function roughen(mesh: Mesh, amplitude: number, wavelength: number, rng: Rng): Mesh {
  const noises = [createNoise(rng), createNoise(rng), createNoise(rng)];
  return mapPoints(mesh, (p) => {
    const at = [p[0] / wavelength, p[1] / wavelength, p[2] / wavelength] as const;
    return [0, 1, 2].map((k) => p[k] + amplitude * noises[k](...at)) as unknown as Vec3;
  });
}

/** Splits triangles until they are fine enough to be bent, or too many. */
export function refine(mesh: Mesh, longest: number, most = 6000): Mesh {
  let fine = mesh;
  while (fine.triangles.length / 3 < most / 4 && longestEdge(fine) > longest) fine = subdivide(fine);
  return fine;
}

function longestEdge({ positions, triangles }: Mesh): number {
  let square = 0;
  for (let t = 0; t < triangles.length; t++) {
    const a = triangles[t] * 3;
    const b = triangles[t % 3 === 2 ? t - 2 : t + 1] * 3;
    const [x, y, z] = [0, 1, 2].map((k) => positions[a + k] - positions[b + k]);
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}

/** Tapers, twists or bends a mesh along its height, by up to `most` (a share, or radians). */
export function warp(mesh: Mesh, most: number, rng: Rng): Mesh {
  const box = boundsOf(mesh);
  const tall = Math.max(1e-6, box[4] - box[1]);
  const [cx, cz] = [(box[0] + box[3]) / 2, (box[2] + box[5]) / 2];
  const [kind, amount] = [rng.integer(3), rng.range(-most, most)];
  return mapPoints(mesh, ([x, y, z]) => {
    const share = (y - box[1]) / tall - 0.5;
    if (kind === 0) return [cx + (x - cx) * (1 + amount * share), y, cz + (z - cz) * (1 + amount * share)];
    if (kind === 1) {
      const [c, s] = [Math.cos(amount * share), Math.sin(amount * share)];
      return [cx + c * (x - cx) - s * (z - cz), y, cz + s * (x - cx) + c * (z - cz)];
    }
    return [x, y, z + amount * tall * share * share];
  });
}

/** Whether the area vectors of all triangles cancel, as those of a closed surface do. */
function isClosed({ positions, triangles }: Mesh): boolean {
  const sum = [0, 0, 0];
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const n = areaVector(positions, triangles, t);
    area += Math.hypot(n[0], n[1], n[2]);
    for (let k = 0; k < 3; k++) sum[k] += n[k];
  }
  return Math.hypot(...sum) < 1e-4 * area;
}

function areaVector(p: Float32Array, triangles: Uint32Array, t: number): Vec3 {
  const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** A closed mesh with its faces outward: turned over where it encloses a negative volume. */
export function faceOutward(mesh: Mesh): Mesh {
  const { positions, triangles } = mesh;
  const box = boundsOf(mesh);
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const n = areaVector(positions, triangles, t);
    const a = triangles[t] * 3;
    for (let k = 0; k < 3; k++) volume += n[k] * (positions[a + k] - (box[k] + box[k + 3]) / 2);
  }
  if (volume >= 0) return mesh;
  const turned = triangles.slice();
  for (let t = 0; t < turned.length; t += 3) [turned[t + 1], turned[t + 2]] = [turned[t + 2], turned[t + 1]];
  return { positions, triangles: turned };
}

/** The pieces without the triangles that lie inside another closed piece. */
export function dropHidden(pieces: readonly Mesh[]): Mesh[] {
  const boxes = pieces.map(boundsOf);
  const closed = pieces.map(isClosed);
  return pieces.map((piece, own) => {
    const others = pieces.flatMap((other, o) => (o !== own && closed[o] && overlap(boxes[own], boxes[o]) ? [{ mesh: other, box: boxes[o] }] : []));
    if (others.length === 0) return piece;
    const { positions, triangles } = piece;
    const isInside = (x: number, y: number, z: number) => others.some(({ mesh, box }) => encloses(mesh, box, x, y, z));
    const inside = new Uint8Array(positions.length / 3);
    for (let v = 0; v < inside.length; v++) inside[v] = isInside(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]) ? 1 : 0;
    const between = (p: number, q: number, k: number) => (positions[p * 3 + k] + positions[q * 3 + k]) / 2;
    // Corners may lie in two other pieces and the middle of a long edge in none.
    const isEdgeInside = (p: number, q: number) => isInside(between(p, q, 0), between(p, q, 1), between(p, q, 2));
    const kept: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const hidden = inside[a] && inside[b] && inside[c] && isEdgeInside(a, b) && isEdgeInside(b, c) && isEdgeInside(c, a);
      if (!hidden) kept.push(a, b, c);
    }
    return dropUnused({ positions, triangles: Uint32Array.from(kept) });
  });
}

const overlap = (a: readonly number[], b: readonly number[]) => [0, 1, 2].every((k) => a[k] < b[k + 3] && b[k] < a[k + 3]);

/** Counts crossings of a ray along +Y, moved aside a little so that it misses edges. */
function encloses({ positions: p, triangles }: Mesh, box: readonly number[], atX: number, y: number, atZ: number): boolean {
  const [x, z] = [atX + 1.3e-5, atZ + 2.7e-5];
  if (x < box[0] || x > box[3] || y < box[1] || y > box[4] || z < box[2] || z > box[5]) return false;
  let crossings = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const d1 = (p[b] - p[a]) * (z - p[a + 2]) - (p[b + 2] - p[a + 2]) * (x - p[a]);
    const d2 = (p[c] - p[b]) * (z - p[b + 2]) - (p[c + 2] - p[b + 2]) * (x - p[b]);
    if (d1 > 0 !== d2 > 0) continue;
    const d3 = (p[a] - p[c]) * (z - p[c + 2]) - (p[a + 2] - p[c + 2]) * (x - p[c]);
    if (d1 > 0 !== d3 > 0) continue;
    const sum = d1 + d2 + d3;
    if (sum !== 0 && (d2 * p[a + 1] + d3 * p[b + 1] + d1 * p[c + 1]) / sum > y) crossings++;
  }
  return crossings % 2 === 1;
}

/** The mesh without vertices that no triangle has. */
export function dropUnused({ positions, triangles }: Mesh): Mesh {
  const index = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const out = new Uint32Array(triangles.length);
  for (let t = 0; t < triangles.length; t++) {
    const v = triangles[t];
    if (index[v] < 0) {
      index[v] = kept.length / 3;
      kept.push(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]);
    }
    out[t] = index[v];
  }
  return { positions: Float32Array.from(kept), triangles: out };
}
