/**
 * @file Inverse kinematics by damped least squares: the plain, tuned baseline (Wampler 1986; Nakamura and Hanafusa
 * 1986; the pull to rest is the null-space projection of Liégeois 1977).
 *
 * Each joint rotates by ω_j in world axes, which moves handle h by Σ ω_j × (g_h − g_j) over its ancestors. An
 * iteration solves ω = ω₀ + W Jᵀ (J W Jᵀ + λ²)⁻¹ (r − J ω₀), ω₀ being the pull to rest. J is never formed: a block of
 * J W Jᵀ is a sum over the common ancestors of two handles, a polynomial in sums gathered once down the tree; J ω and
 * Jᵀ y are one pass each.
 */

import { requireInput } from '../../base/errors.js';
import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { premultiplyRotation } from '../records/rotation-matrices.js';
import type { SolverRig } from '../records/solver-rig.js';
import {
  createLeastSquaresWorkspace,
  type JointTargets,
  type LeastSquaresWorkspace,
} from './least-squares-workspace.js';

export type { JointTargets } from './least-squares-workspace.js';

export interface LeastSquaresOptions {
  /** At most this many. */
  readonly iterations?: number;
  /** λ: what a radian of turning costs in normalised units of error, above 0. */
  readonly damping?: number;
  /** Largest rotation of a joint in one iteration, radians. */
  readonly maxStep?: number;
  /** Share by which each joint is pulled toward rest per iteration where handles allow, 0 to 1. */
  readonly restPull?: number;
  /** Joint weights are subtree size to the power of minus this. Without effect where `weights` is given. */
  readonly distalPower?: number;
  /** Weight of each joint, 1 is usual. [J] */
  readonly weights?: ArrayLike<number>;
  /** Local rotations to start from, [J, 4]; rest where absent. */
  readonly start?: ArrayLike<number>;
  /** Stops where every handle is this near to its target and nothing else pulls, normalised units. */
  readonly tolerance?: number;
}

/**
 * The plain solver at its best, chosen on 75 rigs of 69 families (completion error of leaves, four and one, % of the
 * diameter): 1.28, 3.49, 5.64. Without a pull 1.67, 3.85, 6.52; with a pull but equal weights 1.55, 3.73, 6.29;
 * with damping .12 and the pull that suits it 1.40, 3.52, 5.86; 40 iterations 3 % worse, 200 as good.
 */
export const DLS_DEFAULTS = Object.freeze({
  iterations: 100,
  damping: 0.02,
  maxStep: 0.5,
  restPull: 0.08,
  distalPower: 1.1,
  tolerance: 1e-6,
});

export interface LeastSquaresSolution {
  /** Local rotations. [J, 4] */
  readonly rotations: Float64Array;
  /** Where the joints are, root at the origin. [J, 3] */
  readonly positions: Float64Array;
  /** Greatest distance of a handle from its target, normalised units. */
  readonly error: number;
}

/** Turns joints so that handles reach their targets; the root stays where it is. */
export function solveLeastSquares(
  rig: SolverRig,
  handles: JointTargets,
  options: LeastSquaresOptions = {},
): LeastSquaresSolution {
  const settings = { ...DLS_DEFAULTS, ...options };
  const work = createLeastSquaresWorkspace(rig, handles, settings);
  checkOptions(settings, rig.jointCount);
  forwardKinematicsInto(work.positions, work.globals, rig, work.rotations);
  let error = measureResidual(work);
  for (let i = 0; i < settings.iterations && work.handleCount > 0; i++) {
    if (settings.restPull === 0 && error <= settings.tolerance) break;
    pullToRest(work, settings.restPull);
    gatherPaths(work);
    fillSystem(work, settings.damping);
    // A system that cannot be factored has nothing left to say: the pose is as good as it gets.
    if (!factorCholesky(work.system, work.handleCount * 3)) break;
    solveCholesky(work.system, work.handleCount * 3, work.multipliers);
    distributeMultipliers(work);
    turnJoints(work, settings.maxStep);
    forwardKinematicsInto(work.positions, work.globals, rig, work.rotations);
    error = measureResidual(work);
  }
  return { rotations: work.rotations, positions: work.positions, error };
}

function checkOptions(
  settings: Required<Omit<LeastSquaresOptions, 'start' | 'weights'>>,
  jointCount: number,
): void {
  requireInput(
    jointCount <= 32767,
    `pose/solveLeastSquares: ${jointCount} joints; at most 32767 have indices`,
  );
  for (const [name, least] of [
    ['damping', 1e-9],
    ['maxStep', 0],
    ['restPull', 0],
    ['iterations', 0],
  ] as const) {
    requireInput(
      settings[name] >= least && settings[name] < Infinity,
      `pose/solveLeastSquares: ${name} is ${settings[name]}; give a number from ${least} up`,
    );
  }
}

/** Fills the residual and returns the greatest distance of a handle from its target. */
function measureResidual({
  residual,
  targets,
  positions,
  joints,
  handleCount,
}: LeastSquaresWorkspace): number {
  let greatest = 0;
  for (let h = 0; h < handleCount; h++) {
    const i = h * 3;
    const j = joints[h] * 3;
    residual[i] = targets[i] - positions[j];
    residual[i + 1] = targets[i + 1] - positions[j + 1];
    residual[i + 2] = targets[i + 2] - positions[j + 2];
    const squared = residual[i] ** 2 + residual[i + 1] ** 2 + residual[i + 2] ** 2;
    if (squared > greatest) greatest = squared;
  }
  return Math.sqrt(greatest);
}

/** rotationVectors = ω₀, the pull to rest, and multipliers = r − J ω₀, the remaining residual. */
function pullToRest(
  {
    rig,
    rotations,
    globals,
    rotationVectors,
    multipliers,
    residual,
    sums,
    positions,
    joints,
  }: LeastSquaresWorkspace,
  pull: number,
): void {
  multipliers.set(residual);
  rotationVectors.fill(0);
  if (pull === 0) return;
  const { parents, jointCount } = rig;
  for (let j = 0; j < jointCount; j++) {
    const q = j * 4;
    const i = j * 3;
    // −pull · log q_j, from the parent's axes to the world's.
    const w = rotations[q + 3];
    const sine = Math.sqrt(rotations[q] ** 2 + rotations[q + 1] ** 2 + rotations[q + 2] ** 2);
    const scale = (sine < 1e-9 ? 2 : (2 * Math.atan2(sine, Math.abs(w))) / sine) * (w < 0 ? pull : -pull);
    const x = rotations[q] * scale;
    const y = rotations[q + 1] * scale;
    const z = rotations[q + 2] * scale;
    const p = parents[j] * 4;
    if (p < 0) {
      rotationVectors[i] = x;
      rotationVectors[i + 1] = y;
      rotationVectors[i + 2] = z;
    } else {
      const [px, py, pz, pw] = [globals[p], globals[p + 1], globals[p + 2], globals[p + 3]];
      const tx = 2 * (py * z - pz * y);
      const ty = 2 * (pz * x - px * z);
      const tz = 2 * (px * y - py * x);
      rotationVectors[i] = x + pw * tx + py * tz - pz * ty;
      rotationVectors[i + 1] = y + pw * ty + pz * tx - px * tz;
      rotationVectors[i + 2] = z + pw * tz + px * ty - py * tx;
    }
    // Over a joint and its ancestors: Σ ω and Σ ω × g.
    const s = j * 6;
    for (let k = 0; k < 6; k++) sums[s + k] = p < 0 ? 0 : sums[parents[j] * 6 + k];
    sums[s] += rotationVectors[i];
    sums[s + 1] += rotationVectors[i + 1];
    sums[s + 2] += rotationVectors[i + 2];
    sums[s + 3] += rotationVectors[i + 1] * positions[i + 2] - rotationVectors[i + 2] * positions[i + 1];
    sums[s + 4] += rotationVectors[i + 2] * positions[i] - rotationVectors[i] * positions[i + 2];
    sums[s + 5] += rotationVectors[i] * positions[i + 1] - rotationVectors[i + 1] * positions[i];
  }
  for (let h = 0; h < joints.length; h++) {
    const g = joints[h] * 3;
    const s = parents[joints[h]] * 6;
    multipliers[h * 3] -= sums[s + 1] * positions[g + 2] - sums[s + 2] * positions[g + 1] - sums[s + 3];
    multipliers[h * 3 + 1] -= sums[s + 2] * positions[g] - sums[s] * positions[g + 2] - sums[s + 4];
    multipliers[h * 3 + 2] -= sums[s] * positions[g + 1] - sums[s + 1] * positions[g] - sums[s + 5];
  }
}

function gatherPaths({ rig, weights, positions, paths }: LeastSquaresWorkspace): void {
  const { parents, jointCount } = rig;
  for (let j = 0; j < jointCount; j++) {
    const o = j * 10;
    const p = parents[j] * 10;
    for (let k = 0; k < 10; k++) paths[o + k] = p < 0 ? 0 : paths[p + k];
    const w = weights[j];
    const x = positions[j * 3];
    const y = positions[j * 3 + 1];
    const z = positions[j * 3 + 2];
    paths[o] += w;
    paths[o + 1] += w * x;
    paths[o + 2] += w * y;
    paths[o + 3] += w * z;
    paths[o + 4] += w * x * x;
    paths[o + 5] += w * y * y;
    paths[o + 6] += w * z * z;
    paths[o + 7] += w * x * y;
    paths[o + 8] += w * x * z;
    paths[o + 9] += w * y * z;
  }
}

/** system = J W Jᵀ + λ², lower triangle; a block is Σ w ((a·b) I − b aᵀ) with a, b the levers of two handles. */
function fillSystem(
  { handleCount, joints, movers, positions, paths, system }: LeastSquaresWorkspace,
  damping: number,
): void {
  const size = handleCount * 3;
  for (let a = 0; a < handleCount; a++) {
    const ax = positions[joints[a] * 3];
    const ay = positions[joints[a] * 3 + 1];
    const az = positions[joints[a] * 3 + 2];
    for (let b = 0; b <= a; b++) {
      const o = a * 3 * size + b * 3;
      const m = movers[a * handleCount + b] * 10;
      if (m < 0) {
        for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) system[o + k * size + l] = 0;
        continue;
      }
      const bx = positions[joints[b] * 3];
      const by = positions[joints[b] * 3 + 1];
      const bz = positions[joints[b] * 3 + 2];
      const w = paths[m];
      const [sx, sy, sz] = [paths[m + 1], paths[m + 2], paths[m + 3]];
      const xx = w * ax * bx - sx * (ax + bx) + paths[m + 4];
      const yy = w * ay * by - sy * (ay + by) + paths[m + 5];
      const zz = w * az * bz - sz * (az + bz) + paths[m + 6];
      const [xy, xz, yz] = [paths[m + 7], paths[m + 8], paths[m + 9]];
      system[o] = yy + zz;
      system[o + 1] = -(w * bx * ay - bx * sy - sx * ay + xy);
      system[o + 2] = -(w * bx * az - bx * sz - sx * az + xz);
      system[o + size] = -(w * by * ax - by * sx - sy * ax + xy);
      system[o + size + 1] = xx + zz;
      system[o + size + 2] = -(w * by * az - by * sz - sy * az + yz);
      system[o + 2 * size] = -(w * bz * ax - bz * sx - sz * ax + xz);
      system[o + 2 * size + 1] = -(w * bz * ay - bz * sy - sz * ay + yz);
      system[o + 2 * size + 2] = xx + yy;
    }
  }
  for (let i = 0; i < size; i++) system[i * size + i] += damping * damping;
}

/** rotationVectors += W Jᵀ y: each joint rotates by the moment of the handles below it. */
function distributeMultipliers({
  rig,
  joints,
  positions,
  multipliers,
  sums,
  rotationVectors,
  weights,
}: LeastSquaresWorkspace): void {
  const { parents, jointCount } = rig;
  sums.fill(0);
  for (let h = 0; h < joints.length; h++) {
    const g = joints[h] * 3;
    const s = parents[joints[h]] * 6;
    const x = multipliers[h * 3];
    const y = multipliers[h * 3 + 1];
    const z = multipliers[h * 3 + 2];
    sums[s] += x;
    sums[s + 1] += y;
    sums[s + 2] += z;
    sums[s + 3] += positions[g + 1] * z - positions[g + 2] * y;
    sums[s + 4] += positions[g + 2] * x - positions[g] * z;
    sums[s + 5] += positions[g] * y - positions[g + 1] * x;
  }
  for (let j = jointCount - 1; j >= 0; j--) {
    const s = j * 6;
    const i = j * 3;
    if (parents[j] >= 0) for (let k = 0; k < 6; k++) sums[parents[j] * 6 + k] += sums[s + k];
    const w = weights[j];
    rotationVectors[i] += w * (sums[s + 3] - positions[i + 1] * sums[s + 2] + positions[i + 2] * sums[s + 1]);
    rotationVectors[i + 1] += w * (sums[s + 4] - positions[i + 2] * sums[s] + positions[i] * sums[s + 2]);
    rotationVectors[i + 2] += w * (sums[s + 5] - positions[i] * sums[s + 1] + positions[i + 1] * sums[s]);
  }
}

/** q_j ← Q_p⁻¹ exp(ω_j) Q_p q_j, all joints at once, none by more than `maxStep`. */
function turnJoints(
  { rig, rotationVectors, rotations, globals }: LeastSquaresWorkspace,
  maxStep: number,
): void {
  const { parents, jointCount } = rig;
  for (let j = 0; j < jointCount; j++) {
    let x = rotationVectors[j * 3];
    let y = rotationVectors[j * 3 + 1];
    let z = rotationVectors[j * 3 + 2];
    const angle = Math.sqrt(x * x + y * y + z * z);
    if (!(angle > 0 && angle < Infinity)) continue;
    const half = Math.min(angle, maxStep) / 2;
    const scale = Math.sin(half) / angle;
    x *= scale;
    y *= scale;
    z *= scale;
    const w = Math.cos(half);
    const p = parents[j] * 4;
    if (p >= 0) {
      // The axis in the parent's axes.
      const [px, py, pz, pw] = [-globals[p], -globals[p + 1], -globals[p + 2], globals[p + 3]];
      const tx = 2 * (py * z - pz * y);
      const ty = 2 * (pz * x - px * z);
      const tz = 2 * (px * y - py * x);
      const [ux, uy, uz] = [x, y, z];
      x = ux + pw * tx + py * tz - pz * ty;
      y = uy + pw * ty + pz * tx - px * tz;
      z = uz + pw * tz + px * ty - py * tx;
    }
    premultiplyRotation(rotations, j * 4, x, y, z, w);
  }
}
