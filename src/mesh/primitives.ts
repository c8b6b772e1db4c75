/**
 * @file Simple closed and open meshes, for examples and tests.
 */

import type { Mesh } from './mesh.js';

/** A box of 12 triangles around a centre. */
export function createBox(
  size: readonly [number, number, number] = [1, 1, 1],
  center: readonly [number, number, number] = [0, 0, 0],
): Mesh {
  const positions = new Float32Array(24);
  for (let v = 0; v < 8; v++) {
    for (let k = 0; k < 3; k++) positions[v * 3 + k] = center[k] + size[k] * (((v >> k) & 1) - 0.5);
  }
  // biome-ignore format: one face per line
  const triangles = Uint32Array.of(
    0, 4, 6, 0, 6, 2,
    1, 3, 7, 1, 7, 5,
    0, 1, 5, 0, 5, 4,
    2, 6, 7, 2, 7, 3,
    0, 2, 3, 0, 3, 1,
    4, 5, 7, 4, 7, 6,
  );
  return { positions, triangles };
}

/** A sphere of `rings` × `segments` quads with two poles, closed: 2 · segments · (rings − 1) triangles. */
export function createSphere(
  radius = 0.5,
  rings = 16,
  segments = 32,
  center: readonly [number, number, number] = [0, 0, 0],
): Mesh {
  const positions: number[] = [center[0], center[1] + radius, center[2]];
  for (let r = 1; r < rings; r++) {
    const polar = (Math.PI * r) / rings;
    for (let s = 0; s < segments; s++) {
      const around = (2 * Math.PI * s) / segments;
      positions.push(
        center[0] + radius * Math.sin(polar) * Math.cos(around),
        center[1] + radius * Math.cos(polar),
        center[2] + radius * Math.sin(polar) * Math.sin(around),
      );
    }
  }
  positions.push(center[0], center[1] - radius, center[2]);
  const triangles: number[] = [];
  const south = positions.length / 3 - 1;
  const at = (r: number, s: number) => 1 + (r - 1) * segments + (s % segments);
  for (let s = 0; s < segments; s++) {
    triangles.push(0, at(1, s + 1), at(1, s), south, at(rings - 1, s), at(rings - 1, s + 1));
    for (let r = 1; r < rings - 1; r++) {
      triangles.push(at(r, s), at(r, s + 1), at(r + 1, s));
      triangles.push(at(r, s + 1), at(r + 1, s + 1), at(r + 1, s));
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A flat open sheet in the plane y = 0, `columns` × `rows` quads, facing up. */
export function createSheet(width = 1, depth = 1, columns = 8, rows = 8): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r <= rows; r++) {
    for (let c = 0; c <= columns; c++)
      positions.push(width * (c / columns - 0.5), 0, depth * (r / rows - 0.5));
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const v = r * (columns + 1) + c;
      triangles.push(v, v + columns + 1, v + 1, v + 1, v + columns + 1, v + columns + 2);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Several meshes as one, nothing joined. */
export function mergeMeshes(meshes: readonly Mesh[]): Mesh {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let p = 0;
  let t = 0;
  for (const mesh of meshes) {
    positions.set(mesh.positions, p);
    for (let i = 0; i < mesh.triangles.length; i++) triangles[t + i] = mesh.triangles[i] + p / 3;
    p += mesh.positions.length;
    t += mesh.triangles.length;
  }
  return { positions, triangles };
}
