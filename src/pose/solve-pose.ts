/**
 * @file From handles to a pose: the network says what this creature would do, least squares in the metric of its own
 * poses does exactly what is asked.
 *
 * While something is dragged, the pose before counts as expected too, the more the nearer its handles already are to
 * what is asked: two poses that the network likes equally well do not take turns, and a hand that hardly moves does
 * not make a knee jump.
 */

import type { Finding } from '../base/report.js';
import { slerpInto } from '../math/quaternion.js';
import type { BodyHandle } from './body-handle.js';
import type { PoseDenoiser } from './pose-denoiser.js';
import type { PosePrior } from './pose-prior.js';
import { type PoseTree, poseTreeInto } from './pose-tree.js';
import { predictPose } from './predict-pose.js';
import { type SolveWithPriorOptions, solveWithPrior } from './solve-with-prior.js';

export interface SolvePoseOptions extends SolveWithPriorOptions {
  /** How much the pose before counts where its handles are already in place, 0 to 1. */
  readonly coherence?: number;
  /** Distance of handles from where they were at which the pose before counts for little, normalised units. */
  readonly coherenceRange?: number;
  /** Share of the prior's mean in what is expected, 0 to 1. */
  readonly meanShare?: number;
}

export const SOLVE_POSE_DEFAULTS = Object.freeze({ coherence: 0.8, coherenceRange: 0.05, meanShare: 0 });

export interface SolvedBody {
  /** Local rotations. [J, 4] */
  readonly rotations: Float64Array;
  /** Displacement of the root from where it was expected, normalised. [3] */
  readonly root: Float64Array;
  /** How far each handle is from what it asks, normalised units or radians. [H] */
  readonly errors: Float64Array;
}

/** Solves handles in the solver's space; `previous` are local rotations [J, 4], heading removed. */
export async function solvePose(
  denoiser: PoseDenoiser,
  tree: PoseTree,
  prior: PosePrior,
  handles: readonly BodyHandle[],
  previous: Float64Array | undefined,
  options: SolvePoseOptions = {},
): Promise<SolvedBody> {
  const settings = { ...SOLVE_POSE_DEFAULTS, ...options };
  const predicted = await predictPose(denoiser, tree, handles);
  const expected = predicted?.rotations ?? previous?.slice() ?? prior.mean.slice();
  if (predicted && settings.meanShare > 0) blendInto(expected, prior.mean, settings.meanShare);
  if (predicted && previous) {
    const away = distanceOf(tree, handles, previous) / settings.coherenceRange;
    blendInto(expected, previous, settings.coherence * Math.exp(-away * away));
  }
  return solveWithPrior(tree, prior, handles, expected, options);
}

/** Handles that could not be met, in words. `tolerance` in normalised units and radians. */
export function tellUnmet(
  errors: ArrayLike<number>,
  handles: readonly BodyHandle[],
  sources: readonly number[],
  tolerance: number,
): Finding[] {
  const unmet = new Set<number>();
  let worst = 0;
  handles.forEach((handle, i) => {
    if (handle.softness !== undefined || errors[i] <= tolerance) return;
    unmet.add(sources[i]);
    worst = Math.max(worst, errors[i]);
  });
  if (unmet.size === 0) return [];
  const list = [...unmet];
  return [
    {
      code: 'handle-out-of-reach',
      severity: 'warning',
      message: `handles ${list.join(', ')} cannot be met, all of them at once; the nearest pose misses by up to ${((worst / 2) * 100).toFixed(1)} % of the body's diameter`,
      fix: 'Bring the targets nearer, soften a handle, or let the root move.',
    },
  ];
}

/** Every rotation goes a share of the way to the other's. */
function blendInto(rotations: Float64Array, others: Float64Array, share: number): void {
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, rotations, i, others, i, share);
}

/** Root mean square distance of placed points from their targets in a pose. */
function distanceOf(tree: PoseTree, handles: readonly BodyHandle[], rotations: Float64Array): number {
  const positions = new Float64Array(tree.jointCount * 3);
  const globals = new Float64Array(tree.jointCount * 4);
  poseTreeInto(positions, globals, tree, rotations);
  let [sum, count] = [0, 0];
  for (const handle of handles) {
    if (handle.kind !== 'place') continue;
    const place = [0, 0, 0];
    for (const { joint, offset, weight } of handle.points) {
      const [qx, qy, qz, qw] = globals.subarray(joint * 4, joint * 4 + 4);
      const [x, y, z] = offset;
      const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
      place[0] += weight * (positions[joint * 3] + x + qw * tx + qy * tz - qz * ty);
      place[1] += weight * (positions[joint * 3 + 1] + y + qw * ty + qz * tx - qx * tz);
      place[2] += weight * (positions[joint * 3 + 2] + z + qw * tz + qx * ty - qy * tx);
    }
    for (let k = 0; k < 3; k++) sum += (place[k] - handle.target[k]) ** 2;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}
