/**
 * @file The same surface with fewer triangles, by edge collapses that keep its shape (meshoptimizer; Garland & Heckbert 1997,
 * "Surface Simplification Using Quadric Error Metrics"). By vertex index: weld first, or seams are holes.
 */

import type { Mesh } from './mesh.js';

/** A mesh with fewer triangles. */
export interface SimplifiedMesh {
  readonly mesh: Mesh;
  /** The vertex of the source that each vertex is. [N] */
  readonly sources: Uint32Array;
}

/** Most that the surface may move, as a fraction of its size: thin parts stay, whatever the number of triangles. */
const MOST_ERROR = 0.01;

/** Simplifies a mesh to about so many triangles. Triangles with a repeated, non-finite or out-of-range corner are dropped. */
export async function simplifyMesh(mesh: Mesh, triangleCount: number): Promise<SimplifiedMesh> {
  const { MeshoptSimplifier } = await import('../kernels/meshopt-simplifier.js');
  await MeshoptSimplifier.ready;
  const triangles = soundTriangles(mesh);
  const target = Math.min(triangles.length, 3 * Math.floor(triangleCount));
  const [kept] = MeshoptSimplifier.simplify(triangles, mesh.positions, 3, target, MOST_ERROR);

  // Vertices in the order of the source.
  const numbers = new Int32Array(mesh.positions.length / 3).fill(-1);
  for (const v of kept) numbers[v] = 0;
  let count = 0;
  for (let v = 0; v < numbers.length; v++) if (numbers[v] === 0) numbers[v] = count++;
  const sources = new Uint32Array(count);
  const positions = new Float32Array(count * 3);
  for (let v = 0; v < numbers.length; v++) {
    if (numbers[v] < 0) continue;
    sources[numbers[v]] = v;
    positions.set(mesh.positions.subarray(v * 3, v * 3 + 3), numbers[v] * 3);
  }
  return { mesh: { positions, triangles: kept.map((v) => numbers[v]) }, sources };
}

function soundTriangles({ positions, triangles }: Mesh): Uint32Array {
  const isSound = new Uint8Array(positions.length / 3);
  for (let v = 0; v < isSound.length; v++) {
    const sum = positions[v * 3] + positions[v * 3 + 1] + positions[v * 3 + 2];
    isSound[v] = Number.isFinite(sum) ? 1 : 0;
  }
  const sound = new Uint32Array(triangles.length - (triangles.length % 3));
  let count = 0;
  for (let i = 0; i < sound.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    if (a === b || b === c || c === a || !(isSound[a] && isSound[b] && isSound[c])) continue;
    sound[count++] = a;
    sound[count++] = b;
    sound[count++] = c;
  }
  return sound.subarray(0, count);
}
