/**
 * @file A rig with fewer triangles, for fast intersection tests: vertices of one joint in the same grid cell are
 * merged. Skin weights are kept, so it deforms like the original; parts of different joints never merge.
 */

import { dominantVertices } from '../../rig/dominant-joints.js';
import type { Rig } from '../../rig/rig-records.js';

/** Cells along the diameter that are tried, from fine to coarse. */
const FINEST = 256;
const COARSEST = 4;

/** The body itself where it has at most so many triangles. */
export function simplifySurface(rig: Rig, mostTriangles: number): Rig {
  if (rig.mesh.triangles.length <= mostTriangles * 3) return rig;
  const lists = dominantVertices(rig.mesh.positions, rig.skin, rig.skeleton.parents.length);
  let [low, high] = [COARSEST, FINEST];
  let thin = gatherCells(rig, lists, low);
  // The body is two units long.
  while (high - low > low * 0.1) {
    const cells = Math.sqrt(low * high);
    const next = gatherCells(rig, lists, cells);
    if (next.mesh.triangles.length <= mostTriangles * 3) [low, thin] = [cells, next];
    else high = cells;
  }
  return thin;
}

/** The body on the first vertex of each cell. */
function gatherCells(rig: Rig, lists: readonly (readonly number[])[], cells: number): Rig {
  const { positions, triangles } = rig.mesh;
  const first = new Uint32Array(positions.length / 3).map((_, v) => v);
  const at = (v: number, k: number) => Math.floor((positions[v * 3 + k] * cells) / 2);
  for (const list of lists) {
    const seen = new Map<string, number>();
    for (const v of list) {
      const key = `${at(v, 0)},${at(v, 1)},${at(v, 2)}`;
      const found = seen.get(key);
      if (found === undefined) seen.set(key, v);
      else first[v] = found;
    }
  }
  const corners: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [first[triangles[t]], first[triangles[t + 1]], first[triangles[t + 2]]];
    if (a !== b && b !== c && c !== a) corners.push(a, b, c);
  }
  return keepCorners(rig, corners);
}

/** The body with some of its vertices: those of triangles out of its own vertices. [T × 3] */
function keepCorners({ mesh, skin, skeleton }: Rig, corners: readonly number[]): Rig {
  const numbers = new Map<number, number>();
  const triangles = Uint32Array.from(corners, (v) => {
    const number = numbers.get(v) ?? numbers.size;
    numbers.set(v, number);
    return number;
  });
  const { influenceCount } = skin;
  const positions = new Float32Array(numbers.size * 3);
  const joints = new Uint16Array(numbers.size * influenceCount);
  const weights = new Float32Array(numbers.size * influenceCount);
  for (const [v, i] of numbers) {
    positions.set(mesh.positions.subarray(v * 3, v * 3 + 3), i * 3);
    joints.set(skin.joints.subarray(v * influenceCount, (v + 1) * influenceCount), i * influenceCount);
    weights.set(skin.weights.subarray(v * influenceCount, (v + 1) * influenceCount), i * influenceCount);
  }
  return { mesh: { positions, triangles }, skeleton, skin: { joints, weights, influenceCount } };
}
