/** @file Moves points outside a body to the nearest position inside it. */

import type { VoxelGrid } from '../../mesh/voxelize.js';

/** The points [N, 3], those outside the solid voxels moved to the centre of the nearest inner voxel. */
export function snapInside(points: Float32Array, grid: VoxelGrid): Float32Array {
  const { size, origin, spacing, cells } = grid;
  const [nx, ny] = size;
  const out = Float32Array.from(points);
  // Voxels with six solid neighbours, so that a joint does not end up on the surface; thin parts have none.
  const inner = new Uint8Array(cells.length);
  const steps = [1, nx, nx * ny];
  for (let i = steps[2]; i < cells.length - steps[2]; i++) {
    if (cells[i] && steps.every((step) => cells[i - step] && cells[i + step])) inner[i] = 1;
  }
  const cellOf = (value: number, k: number) => Math.floor((value - origin[k]) / spacing);
  for (let p = 0; p < points.length; p += 3) {
    const at = [0, 1, 2].map((k) => cellOf(points[p + k], k));
    const within = at.every((c, k) => c >= 0 && c < size[k]);
    if (within && cells[at[0] + nx * (at[1] + ny * at[2])]) continue;
    const found = nearestCell(points, p, grid, inner) ?? nearestCell(points, p, grid, cells);
    if (found === undefined) continue;
    const cell = [found % nx, Math.floor(found / nx) % ny, Math.floor(found / (nx * ny))];
    for (let k = 0; k < 3; k++) out[p + k] = origin[k] + spacing * (cell[k] + 0.5);
  }
  return out;
}

/** The marked voxel whose centre is nearest to a point, lowest index among equals. */
function nearestCell(
  points: Float32Array,
  p: number,
  { size, origin, spacing }: VoxelGrid,
  marked: Uint8Array,
): number | undefined {
  const [nx, ny] = size;
  const [x, y, z] = [0, 1, 2].map((k) => (points[p + k] - origin[k]) / spacing - 0.5);
  let best: number | undefined;
  let nearest = Infinity;
  for (let i = 0; i < marked.length; i++) {
    if (!marked[i]) continue;
    const dx = (i % nx) - x;
    const dy = (Math.floor(i / nx) % ny) - y;
    const dz = Math.floor(i / (nx * ny)) - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < nearest) {
      nearest = squared;
      best = i;
    }
  }
  return best;
}
