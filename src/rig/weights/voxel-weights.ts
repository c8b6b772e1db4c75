/**
 * @file Weights by distance through the solid body, for surfaces too disconnected for heat to diffuse: polygon soups, shattered
 * exports. After Dionne & de Lasa 2013, "Geodesic Voxel Binding for Production Character Meshes": the body is voxelised,
 * distances flood it from each bone, and a vertex follows bones by their distance through the voxels.
 *
 * The falloff is the power law of the bone scores instead of the paper's, so that both methods give similar weights.
 */

import { BONE_SCORE_PARAMETERS } from '../../../models/bone-scores/parameters.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { cellAt, cellCentreInto, neighbourSteps } from '../../mesh/voxel/voxel-grid.js';
import { type VoxelizedMesh, voxelize } from '../../mesh/voxelize.js';
import type { Bones } from './build-bones.js';
import { createRows, insertWeight, type WeightRows } from './weight-rows.js';
import type { WeightSurface } from './weight-surface.js';

/** Voxels along the longest side. */
const RESOLUTION = 64;
/** Costs of a step across a face, an edge, a corner: Borgefors' 3-4-5, within 12 % of the true length. */
const STEP_COSTS = [3, 4, 5];
const FACE_COST = 3;
/** Buckets of a queue whose steps cost at most 5. */
const BUCKET_COUNT = 6;
/** Added to every distance, in voxels. */
const DISTANCE_FLOOR = 0.5;
/** Factor on the straight distance where there is no path through the body. */
const DETOUR = 2;

/** Floods the body from every bone. `roles` are the joints' scores. */
export function voxelWeights(
  surface: WeightSurface,
  bones: Bones,
  roles: Float64Array,
  sharpness: number,
  options: WorkOptions = {},
): WeightRows {
  const { positions } = surface.mesh;
  const vertexCount = positions.length / 3;
  const grid = voxelize(surface.mesh, { resolution: RESOLUTION });
  const rows = createRows(vertexCount);
  const cellOf = new Int32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const cell = cellAt(grid, positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]);
    cellOf[v] = grid.cells[cell] ? cell : -1;
  }
  const steps = neighbourSteps(grid.size);
  const costs = new Int32Array(grid.cells.length);
  for (let j = 0; j < roles.length; j++) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: 'weighting through voxels', fraction: j / roles.length });
    flood(grid, steps, costs, seedCells(grid, bones, j));
    for (let v = 0; v < vertexCount; v++) {
      const cost = cellOf[v] >= 0 ? costs[cellOf[v]] : -1;
      const straight = distanceToBone(bones, j, positions, v) / grid.spacing;
      // Within a voxel or two the straight distance is more precise.
      const cells = cost >= 0 ? Math.max(straight, cost / FACE_COST - 1) : DETOUR * straight;
      const score =
        BONE_SCORE_PARAMETERS.bone.distance * Math.log((cells + DISTANCE_FLOOR) / RESOLUTION) + roles[j];
      insertWeight(rows, v, j, Math.exp(sharpness * score));
    }
  }
  return rows;
}

/** Solid voxels along a bone; for a bone outside the body, the solid voxel nearest to its middle. */
function seedCells(grid: VoxelizedMesh, { starts, axes, lengths }: Bones, joint: number): number[] {
  const at = (t: number, k: number) => starts[joint * 3 + k] + t * axes[joint * 3 + k];
  const count = Math.min(1024, Math.ceil((2 * lengths[joint]) / grid.spacing));
  const seeds = new Set<number>();
  for (let i = 0; i <= count; i++) {
    const t = count > 0 ? i / count : 0;
    const cell = cellAt(grid, at(t, 0), at(t, 1), at(t, 2));
    if (grid.cells[cell]) seeds.add(cell);
  }
  if (seeds.size > 0) return [...seeds];
  const centre = [0, 0, 0];
  let nearest = -1;
  let least = Infinity;
  for (let cell = 0; cell < grid.cells.length; cell++) {
    if (!grid.cells[cell]) continue;
    cellCentreInto(centre, 0, grid, cell);
    const [x, y, z] = [centre[0] - at(0.5, 0), centre[1] - at(0.5, 1), centre[2] - at(0.5, 2)];
    const squared = x * x + y * y + z * z;
    if (squared < least) {
      least = squared;
      nearest = cell;
    }
  }
  return nearest < 0 ? [] : [nearest];
}

/** Dijkstra's search with a bucket per cost (Dial 1969); −1 where a voxel is not reached. */
function flood(grid: VoxelizedMesh, steps: Int32Array, costs: Int32Array, seeds: readonly number[]): void {
  costs.fill(-1);
  const buckets: number[][] = Array.from({ length: BUCKET_COUNT }, () => []);
  for (const cell of seeds) {
    costs[cell] = 0;
    buckets[0].push(cell);
  }
  let waiting = seeds.length;
  for (let cost = 0; waiting > 0; cost++) {
    const bucket = buckets[cost % BUCKET_COUNT];
    // The bucket does not grow while it is emptied: every step costs more than 0, and less than a round.
    for (const cell of bucket) {
      waiting--;
      if (costs[cell] !== cost) continue;
      for (let s = 0; s < steps.length; s++) {
        const next = cell + steps[s];
        const reached = cost + (s < 6 ? STEP_COSTS[0] : s < 18 ? STEP_COSTS[1] : STEP_COSTS[2]);
        if (!grid.cells[next] || (costs[next] >= 0 && costs[next] <= reached)) continue;
        costs[next] = reached;
        buckets[reached % BUCKET_COUNT].push(next);
        waiting++;
      }
    }
    bucket.length = 0;
  }
}

function distanceToBone(
  { starts, axes, lengths }: Bones,
  joint: number,
  positions: Float32Array,
  v: number,
): number {
  const b = joint * 3;
  const x = positions[v * 3] - starts[b];
  const y = positions[v * 3 + 1] - starts[b + 1];
  const z = positions[v * 3 + 2] - starts[b + 2];
  const along = x * axes[b] + y * axes[b + 1] + z * axes[b + 2];
  const t = lengths[joint] > 0 ? Math.min(1, Math.max(0, along / lengths[joint] ** 2)) : 0;
  return Math.hypot(x - t * axes[b], y - t * axes[b + 1], z - t * axes[b + 2]);
}
