/**
 * @file From a mesh in the body's frame to the curve tree inside it: voxels, distance to the surface, thinning, a tree
 * rooted in the heaviest part, smoothed and made symmetric.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { distanceTransform } from '../../mesh/voxel/distance-transform.js';
import { thinSolid } from '../../mesh/voxel/thin-solid.js';
import { traceCurve } from '../../mesh/voxel/trace-curve.js';
import type { VoxelGrid } from '../../mesh/voxel/voxel-grid.js';
import { type VoxelizedMesh, voxelize } from '../../mesh/voxelize.js';
import type { BodyCurve } from './curve-branches.js';
import type { BodyStance } from './measure-branches.js';
import { countCorners, measureDetail } from './measure-detail.js';
import { mirrorCurve } from './mirror-curve.js';
import { smoothCurve } from './smooth-curve.js';

/** A body as the later steps use it. */
export interface TracedBody {
  readonly tree: BodyCurve;
  readonly grid: VoxelizedMesh;
  /** Distance from each voxel to the surface. */
  readonly depth: Float32Array;
  readonly stance: BodyStance;
  /** Loops of the curve that were cut: rings of the body and limbs that touch. */
  readonly loopCount: number;
}

/** Penalty on depth per distance from the centre of mass: a big head is not the root. */
const CENTER_PULL = 0.15;
const SMOOTHING_ROUNDS = 6;
/** Points nearer to the mirror plane than this many radii lie on it. */
const SNAP = 0.6;

/** Traces a mesh whose longest side is 1; `symmetric` across x = 0. */
export function traceBody(
  mesh: Mesh,
  symmetric: boolean,
  resolution: number,
  { signal, onProgress }: WorkOptions,
): TracedBody {
  onProgress?.({ stage: 'voxelizing', fraction: 0.2 });
  const mirror = symmetric ? { mirror: { axis: 0 as const, offset: 0 } } : {};
  const grid = voxelize(mesh, { resolution, ...mirror });
  throwIfAborted(signal);
  const depth = distanceTransform(grid);
  throwIfAborted(signal);
  onProgress?.({ stage: 'thinning', fraction: 0.4 });
  const curve = thinSolid(grid);
  throwIfAborted(signal);
  onProgress?.({ stage: 'tracing the curve', fraction: 0.7 });
  const root = chooseRoot(grid, depth, curve, symmetric);
  const traced = traceCurve(grid, curve, depth, root);
  const smooth = smoothCurve(traced.tree, SMOOTHING_ROUNDS);
  const tree = symmetric ? mirrorCurve(smooth, SNAP) : smooth;
  const detail = measureDetail(mesh);
  const [low, high] = verticalExtent(mesh);
  return {
    tree: { ...tree, corners: countCorners(tree, detail, symmetric) },
    grid,
    depth,
    stance: { ground: low, height: high - low, symmetric, mesh: detail },
    loopCount: traced.loopCount,
  };
}

/** The voxel of the curve that is deep and near the centre of mass. */
function chooseRoot(grid: VoxelGrid, depth: Float32Array, curve: Int32Array, symmetric: boolean): number {
  const [nx, ny] = grid.size;
  const at = (cell: number) => [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
  const center = [0, 0, 0];
  let count = 0;
  for (let cell = 0; cell < grid.cells.length; cell++) {
    if (grid.cells[cell] === 0) continue;
    count++;
    center[0] += cell % nx;
    center[1] += Math.floor(cell / nx) % ny;
    center[2] += Math.floor(cell / (nx * ny));
  }
  const middle = center.map((sum) => sum / count);
  let best = curve[0];
  let bestScore = -Infinity;
  for (const cell of curve) {
    const away = at(cell).map((value, k) => (value - middle[k]) * grid.spacing);
    // Off the mirror plane by more than its own depth, it would be in a limb.
    const aside = symmetric ? Math.max(0, Math.abs(away[0]) - grid.spacing) : 0;
    const score = depth[cell] - CENTER_PULL * Math.hypot(...away) - aside;
    if (score > bestScore) {
      bestScore = score;
      best = cell;
    }
  }
  return best;
}

function verticalExtent({ positions, triangles }: Mesh): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < triangles.length; i++) {
    const y = positions[triangles[i] * 3 + 1];
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return low <= high ? [low, high] : [0, 0];
}
