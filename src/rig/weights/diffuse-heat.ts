/**
 * @file Diffuses the bones' shares over the surface: −Δw + Hw = Hp for every bone, H = c / d² (Baran & Popović 2007).
 *
 * In symmetric form, with stiffness L and lumped mass M: (L + M H) w = M H p. One factorisation serves all bones; eight
 * are solved at a time, and only the largest few results of a vertex are kept, so that memory does not grow with the
 * number of bones.
 */

import type { WorkOptions } from '../../base/progress.js';
import { throwIfAborted } from '../../base/progress.js';
import { createSparseSolver } from '../../kernels/sparse-solver.js';
import { buildSurfaceLaplacian } from '../../mesh/surface-laplacian.js';
import { type BoneCandidates, CANDIDATE_COUNT } from './score-bones.js';
import { createRows, insertWeight, type WeightRows } from './weight-rows.js';
import type { WeightSurface } from './weight-surface.js';

/** Right sides solved together. */
const BATCH = 8;
/** Least distance to a bone, as a fraction of the size: keeps H finite for a vertex on a bone. */
const DISTANCE_FLOOR = 0.01;
/** Least mass of a vertex, as a fraction of the mean, so that the system is never singular. */
const LEAST_MASS = 1e-6;

/**
 * Solves for every bone and keeps the largest few per vertex. `strength` is c. Undefined where the matrix cannot be
 * factored.
 */
export function diffuseHeat(
  surface: WeightSurface,
  candidates: BoneCandidates,
  jointCount: number,
  strength: number,
  options: WorkOptions = {},
): WeightRows | undefined {
  const { stiffness, mass } = buildSurfaceLaplacian(surface.mesh);
  const vertexCount = stiffness.size;
  const strengths = heatStrengths(surface, candidates, mass, strength);
  const values = stiffness.values;
  for (let v = 0; v < vertexCount; v++) values[stiffness.columnStarts[v]] += strengths[v];
  throwIfAborted(options.signal);
  const solver = createSparseSolver(stiffness);
  if (!solver) return undefined;

  const rows = createRows(vertexCount);
  const heat = new Float64Array(vertexCount * BATCH);
  for (let start = 0; start < jointCount; start += BATCH) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: 'diffusing weights', fraction: start / jointCount });
    if (!fillBatch(heat, candidates, strengths, start)) continue;
    solver.solve(heat, BATCH, heat);
    keepLargest(rows, heat, start, jointCount);
  }
  solver.dispose();
  return rows;
}

/** M H of each vertex. */
function heatStrengths(
  { size }: WeightSurface,
  { distances }: BoneCandidates,
  mass: Float64Array,
  strength: number,
): Float64Array {
  let total = 0;
  for (const m of mass) total += m;
  // A mesh without area gets masses from its size.
  const least = (LEAST_MASS * (total || size * size)) / mass.length;
  return mass.map(
    (m, v) => (Math.max(m, least) * strength) / Math.max(distances[v], DISTANCE_FLOOR * size) ** 2,
  );
}

/** Writes M H p of the bones from `start`; false where no vertex claims any of them. */
function fillBatch(
  heat: Float64Array,
  { joints, shares }: BoneCandidates,
  strengths: Float64Array,
  start: number,
): boolean {
  heat.fill(0);
  let any = false;
  for (let i = 0; i < joints.length; i++) {
    const column = joints[i] - start;
    if (column < 0 || column >= BATCH || shares[i] === 0) continue;
    const v = Math.floor(i / CANDIDATE_COUNT);
    heat[v * BATCH + column] += strengths[v] * shares[i];
    any = true;
  }
  return any;
}

function keepLargest(rows: WeightRows, heat: Float64Array, start: number, jointCount: number): void {
  const columnCount = Math.min(BATCH, jointCount - start);
  const vertexCount = heat.length / BATCH;
  for (let v = 0; v < vertexCount; v++) {
    for (let k = 0; k < columnCount; k++) insertWeight(rows, v, start + k, heat[v * BATCH + k]);
  }
}
