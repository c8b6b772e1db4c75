/** @file Finds the intersections of every pose of a path, with pauses at which the work can be cancelled. */

import { pauseUnlessAborted } from '../../base/progress.js';
import type { PosePath } from '../records/pose-path.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { IntersectingTriangles, PosedSurface } from '../repair/posed-surface.js';

/** Triangles that are posed between two pauses: some hundredths of a second. */
const BETWEEN_PAUSES = 20_000;

export async function visitIntersections(
  { jointCount }: SolverRig,
  surface: PosedSurface,
  { count, rotations }: PosePath,
  visit: (pose: number, found: IntersectingTriangles) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const size = jointCount * 4;
  const triangleCount = surface.rig.mesh.triangles.length / 3;
  let posed = BETWEEN_PAUSES;
  for (let i = 0; i < count; i++) {
    if (posed >= BETWEEN_PAUSES) {
      await pauseUnlessAborted(signal);
      posed = 0;
    }
    posed += triangleCount;
    visit(i, surface.measure(rotations.subarray(i * size, (i + 1) * size)));
  }
}
