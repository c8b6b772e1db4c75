/**
 * @file Inverse kinematics with a prior: the pose nearest to an expected one, in the metric of how this creature
 * moves, that meets the handles.
 *
 * With x the rotation vectors from the expected pose and C their covariance, an iteration takes the posterior mean x =
 * C Jᵀ (J C Jᵀ + N)⁻¹ (r + J x): Gauss–Newton on |r|²/N + xᵀ C⁻¹ x in the space of handles (3H unknowns instead of
 * 3J).
 *
 * N starts loose and tightens, so that far targets move the whole body first. Steps that increase the handle error are
 * undone and retried with more noise; far from the expected pose the pull back is halved, and the last steps have
 * none. Where nothing improves any more, the handles are out of reach and the nearest pose is kept.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { premultiplyRotation } from '../records/rotation-matrices.js';
import type { SolverHandle } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';
import { measureHandles } from './handle-residuals.js';
import { distributeForces, fillHandleSystem, projectRotations } from './handle-system.js';
import { createHandleWorkspace, type HandleWorkspace } from './handle-workspace.js';

export interface SolveWithPriorOptions {
  readonly iterations?: number;
  /** Standard deviation of hard handles at first, normalised units. */
  readonly firstNoise?: number;
  /** And at last. */
  readonly lastNoise?: number;
  /** Hard handles start no looser than this share of their error. */
  readonly firstShare?: number;
  /** What the standard deviation is multiplied by from one iteration to the next. */
  readonly tightening?: number;
  /** Largest rotation of a joint in one iteration, radians. */
  readonly maxStep?: number;
  /** Handles are met where they are this near, root mean square, normalised units and radians. */
  readonly tolerance?: number;
  /** Done where handles are met and no joint rotates by more than this, radians. */
  readonly settled?: number;
  /** Standard deviation of the root's position, normalised units; 0 fixes it. */
  readonly rootDeviation?: number;
}

export const SOLVE_WITH_PRIOR_DEFAULTS = Object.freeze({
  iterations: 20,
  firstNoise: 0.03,
  lastNoise: 3e-4,
  firstShare: 0.2,
  tightening: 0.3,
  maxStep: 0.4,
  tolerance: 2e-4,
  settled: 0.01,
  rootDeviation: 0,
});

/** What the noise is multiplied by after a step that led away. */
const LOOSENING = 4;
/** The share by which an iteration has to bring handles nearer, and how many in a row may fail to. */
const PROGRESS = 0.02;
const PATIENCE = 4;
/** Iterations at the end without a pull to what is expected. */
const POLISHING = 2;

export interface PriorSolution {
  /** Local rotations. [J, 4] */
  readonly rotations: Float64Array;
  /** Places of the joints. [J, 3] */
  readonly positions: Float64Array;
  /** Where the root went. [3] */
  readonly root: Float64Array;
  /** Error of each handle, normalised units or radians. [H] */
  readonly errors: Float64Array;
}

/** The pose nearest to `expected` [J, 4] that meets the handles; starts from there, or from `start`. */
export function solveWithPrior(
  rig: SolverRig,
  prior: PosePrior,
  handles: readonly SolverHandle[],
  expected: ArrayLike<number>,
  options: SolveWithPriorOptions = {},
  start: ArrayLike<number> = expected,
): PriorSolution {
  const settings = { ...SOLVE_WITH_PRIOR_DEFAULTS, ...options };
  const work = createHandleWorkspace(rig, prior, handles, settings.rootDeviation);
  work.rotations.set(start);
  work.expected.set(expected);
  let pull = 1;
  let error = pose(work);
  // What is nearly right already need not be loosened.
  let noise = Math.min(settings.firstNoise, Math.max(settings.lastNoise, settings.firstShare * error));
  let stepAngle = Infinity;
  let least = error;
  let stalled = 0;
  storeBest(work);
  for (let i = 0; i < settings.iterations && handles.length > 0; i++) {
    const before = stepAngle;
    // The last iterations are for the handles alone.
    const polishing = i >= settings.iterations - POLISHING;
    stepAngle = iterate(work, noise, polishing ? 0 : pull, settings.maxStep);
    if (stepAngle < 0) break;
    error = pose(work);
    // Where nothing comes nearer any more, the handles are out of reach.
    stalled = error > settings.tolerance && error > (1 - PROGRESS) * least ? stalled + 1 : 0;
    if (stalled > PATIENCE) break;
    if (error > Math.max(least, settings.tolerance)) {
      // Too bold: back to the best pose, and on with more care.
      restoreBest(work);
      pose(work);
      noise *= LOOSENING;
      pull /= 2;
      continue;
    }
    least = error;
    storeBest(work);
    const tight = noise <= settings.lastNoise;
    if (error < settings.tolerance && tight && (stepAngle < settings.settled || polishing)) break;
    if (stepAngle > 0.7 * before && stepAngle < settings.maxStep) pull /= 2;
    noise = Math.max(settings.lastNoise, noise * settings.tightening);
  }
  restoreBest(work);
  pose(work);
  return { rotations: work.rotations, positions: work.positions, root: work.root, errors: work.errors };
}

function storeBest({ best, bestRoot, rotations, root }: HandleWorkspace): void {
  best.set(rotations);
  bestRoot.set(root);
}

function restoreBest({ best, bestRoot, rotations, root }: HandleWorkspace): void {
  rotations.set(best);
  root.set(bestRoot);
}

/** Forward kinematics and handle errors; returns the root mean square error of the hard ones. */
function pose(work: HandleWorkspace): number {
  forwardKinematicsInto(work.positions, work.globals, work.rig, work.rotations);
  for (let i = 0; i < work.positions.length; i++) work.positions[i] += work.root[i % 3];
  return measureHandles(work);
}

/** One posterior mean; returns the largest rotation applied, or −1 where the system could not be solved. */
function iterate(work: HandleWorkspace, noise: number, pull: number, maxStep: number): number {
  readRotationVectors(work);
  projectRotations(work, pull);
  fillHandleSystem(work, noise);
  if (!factorCholesky(work.system, work.rowCount)) return -1;
  solveCholesky(work.system, work.rowCount, work.forces);
  distributeForces(work);
  return applyRotations(work, pull, maxStep);
}

/** rotationVectors = log(q_j m_j⁻¹), from the expected rotation to the current one. */
function readRotationVectors({ rig, rotations, expected, rotationVectors }: HandleWorkspace): void {
  for (let j = 0; j < rig.jointCount; j++) {
    const o = j * 4;
    const [ax, ay, az, aw] = [rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]];
    const [bx, by, bz, bw] = [-expected[o], -expected[o + 1], -expected[o + 2], expected[o + 3]];
    let x = aw * bx + ax * bw + ay * bz - az * by;
    let y = aw * by - ax * bz + ay * bw + az * bx;
    let z = aw * bz + ax * by - ay * bx + az * bw;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const sine = Math.sqrt(x * x + y * y + z * z);
    const scale = (sine < 1e-9 ? 2 : (2 * Math.atan2(sine, Math.abs(w))) / sine) * (w < 0 ? -1 : 1);
    x *= scale;
    y *= scale;
    z *= scale;
    rotationVectors[j * 3] = x;
    rotationVectors[j * 3 + 1] = y;
    rotationVectors[j * 3 + 2] = z;
  }
}

/** q_j ← exp(δ_j) q_j with δ = solved − pull · rotationVectors, the whole step scaled to `maxStep`. */
function applyRotations(work: HandleWorkspace, pull: number, maxStep: number): number {
  const { rig, rotations, rotationVectors, solved, root, solvedRoot } = work;
  let largest = 0;
  for (let i = 0; i < rig.jointCount * 3; i += 3) {
    for (let k = i; k < i + 3; k++) solved[k] -= pull * rotationVectors[k];
    const squared = solved[i] ** 2 + solved[i + 1] ** 2 + solved[i + 2] ** 2;
    if (!(squared <= largest)) largest = squared;
  }
  largest = Math.sqrt(largest);
  if (!(largest < Infinity)) return -1;
  const share = largest > maxStep ? maxStep / largest : 1;
  for (let j = 0; j < rig.jointCount; j++) {
    const i = j * 3;
    let x = solved[i] * share;
    let y = solved[i + 1] * share;
    let z = solved[i + 2] * share;
    const angle = Math.sqrt(x * x + y * y + z * z);
    if (angle === 0) continue;
    const scale = Math.sin(angle / 2) / angle;
    x *= scale;
    y *= scale;
    z *= scale;
    const w = Math.cos(angle / 2);
    premultiplyRotation(rotations, j * 4, x, y, z, w);
  }
  for (let k = 0; k < 3; k++) root[k] += (solvedRoot[k] - pull * root[k]) * share;
  return largest * share;
}
