/**
 * @file The linear system of one iteration of `solve-with-prior.ts`: J C Jᵀ + N, and the products r + J x and C Jᵀ y,
 * without forming J or C.
 */

import { dotRows } from '../../math/dot-rows.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { leftJacobianInto, multiplyInto, parentMatrixInto } from '../records/rotation-matrices.js';
import { addCouplings, distributeCouplings, projectCouplings } from './handle-couplings.js';
import type { HandleWorkspace } from './handle-workspace.js';

/** Variance of the rotation about an aim's own axis, which is free. */
const FREE_VARIANCE = 100;

/** forces = r + pull · J x, and the samples multiplied by J. */
export function projectRotations(work: HandleWorkspace, pull: number): void {
  const {
    rig,
    globals,
    frames,
    bends,
    bentFrames,
    prior,
    rotationVectors,
    forces,
    residual,
    carried,
    root,
    handles,
  } = work;
  for (let j = 0; j < rig.jointCount; j++) {
    parentMatrixInto(frames, j * 9, globals, rig.parents[j] * 4);
    leftJacobianInto(bends, j * 9, rotationVectors, j * 3);
    multiplyInto(bentFrames, frames, bends, j * 9);
  }
  forces.fill(0);
  carryThrough(work, frames, rotationVectors, 0, forces, 0, 1);
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind === 'position') for (let k = 0; k < 3; k++) forces[h * 3 + k] += root[k];
  }
  for (let row = 0; row < forces.length; row++) forces[row] = residual[row] + pull * forces[row];
  carried.fill(0);
  for (let s = 0; s < prior.sampleCount; s++) {
    carryThrough(work, bentFrames, prior.deviations, s * rig.jointCount * 3, carried, s, prior.sampleCount);
  }
  projectCouplings(work);
}

/** out[first + stride · row] += (J x)[row] for rotation vectors x in the parents' axes. */
function carryThrough(
  { rig, active, positions, sums, anchors }: HandleWorkspace,
  frames: Float64Array,
  x: Float64Array,
  offset: number,
  out: Float64Array,
  first: number,
  stride: number,
): void {
  const { parents, jointCount } = rig;
  // (1) Over a joint and its ancestors: Σ ω and Σ ω × g, world axes.
  for (let j = 0; j < jointCount; j++) {
    if (!active[j]) continue;
    const m = j * 9;
    const i = offset + j * 3;
    const [tx, ty, tz] = [x[i], x[i + 1], x[i + 2]];
    const wx = frames[m] * tx + frames[m + 1] * ty + frames[m + 2] * tz;
    const wy = frames[m + 3] * tx + frames[m + 4] * ty + frames[m + 5] * tz;
    const wz = frames[m + 6] * tx + frames[m + 7] * ty + frames[m + 8] * tz;
    const [gx, gy, gz] = [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
    const s = j * 6;
    const p = parents[j] * 6;
    const above = p >= 0 ? 1 : 0;
    const from = above ? p : 0;
    sums[s] = above * sums[from] + wx;
    sums[s + 1] = above * sums[from + 1] + wy;
    sums[s + 2] = above * sums[from + 2] + wz;
    sums[s + 3] = above * sums[from + 3] + wy * gz - wz * gy;
    sums[s + 4] = above * sums[from + 4] + wz * gx - wx * gz;
    sums[s + 5] = above * sums[from + 5] + wx * gy - wy * gx;
  }
  // (2) A point moves by Σ ω × (position − g), a rotation by Σ ω.
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.mover[a] < 0) continue;
    const s = anchors.mover[a] * 6;
    const o = first + anchors.handle[a] * 3 * stride;
    if (anchors.isRotation[a]) {
      for (let k = 0; k < 3; k++) out[o + k * stride] += sums[s + k];
      continue;
    }
    const w = anchors.weight[a];
    const [px, py, pz] = [anchors.position[a * 3], anchors.position[a * 3 + 1], anchors.position[a * 3 + 2]];
    out[o] += w * (sums[s + 1] * pz - sums[s + 2] * py - sums[s + 3]);
    out[o + stride] += w * (sums[s + 2] * px - sums[s] * pz - sums[s + 4]);
    out[o + 2 * stride] += w * (sums[s] * py - sums[s + 1] * px - sums[s + 5]);
  }
}

/** system = J C Jᵀ + N, lower triangle; `noise` is the standard deviation of hard handles. */
export function fillHandleSystem(work: HandleWorkspace, noise: number): void {
  const { system, rowCount: size, carried, prior, handles, globals, rootVariance } = work;
  const { sampleCount } = prior;
  // (1) The shared part of the covariance.
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      system[a * size + b] = dotRows(carried, a * sampleCount, carried, b * sampleCount, sampleCount);
    }
  }
  addCouplings(work);
  // (2) Each joint on its own, and the root.
  gatherPaths(work);
  const { anchors } = work;
  for (let a = 0; a < anchors.count; a++) {
    for (let b = 0; b < anchors.count; b++) {
      if (anchors.handle[b] > anchors.handle[a]) continue;
      if (anchors.shared[a * anchors.count + b] >= 0) addBlock(work, a, b);
    }
  }
  for (let g = 0; g < handles.length; g++) {
    for (let h = 0; h <= g && rootVariance > 0; h++) {
      if (handles[g].kind !== 'position' || handles[h].kind !== 'position') continue;
      for (let k = 0; k < 3; k++) system[(g * 3 + k) * size + h * 3 + k] += rootVariance;
    }
  }
  // (3) What handles leave open.
  const axis = [0, 0, 0];
  for (let h = 0; h < handles.length; h++) {
    const handle = handles[h];
    const variance = (handle.softness ?? noise) ** 2;
    for (let k = 0; k < 3; k++) system[(h * 3 + k) * (size + 1)] += variance;
    if (handle.kind !== 'aim') continue;
    rotateVectorInto(axis, 0, globals, handle.joint * 4, handle.axis, 0);
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l <= k; l++)
        system[(h * 3 + k) * size + h * 3 + l] += FREE_VARIANCE * axis[k] * axis[l];
    }
  }
}

/** Sums over a joint and its ancestors of v, v g and v g gᵀ, v the variance of a joint. */
function gatherPaths({ rig, active, prior, positions, paths }: HandleWorkspace): void {
  for (let j = 0; j < rig.jointCount; j++) {
    if (!active[j]) continue;
    const o = j * 10;
    const p = rig.parents[j] * 10;
    for (let k = 0; k < 10; k++) paths[o + k] = p < 0 ? 0 : paths[p + k];
    const v = prior.variances[j];
    const [x, y, z] = [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
    paths[o] += v;
    paths[o + 1] += v * x;
    paths[o + 2] += v * y;
    paths[o + 3] += v * z;
    paths[o + 4] += v * x * x;
    paths[o + 5] += v * y * y;
    paths[o + 6] += v * z * z;
    paths[o + 7] += v * x * y;
    paths[o + 8] += v * x * z;
    paths[o + 9] += v * y * z;
  }
}

/** Adds what the joints' own variances make two anchors do together: Σ v J_a J_bᵀ. */
function addBlock({ system, rowCount: size, anchors, paths }: HandleWorkspace, a: number, b: number): void {
  const m = anchors.shared[a * anchors.count + b] * 10;
  const o = anchors.handle[a] * 3 * size + anchors.handle[b] * 3;
  const weight = anchors.weight[a] * anchors.weight[b];
  const v = paths[m];
  const [sx, sy, sz] = [paths[m + 1], paths[m + 2], paths[m + 3]];
  if (anchors.isRotation[a] && anchors.isRotation[b]) {
    for (let k = 0; k < 3; k++) system[o + k * (size + 1)] += v;
    return;
  }
  if (anchors.isRotation[a] || anchors.isRotation[b]) {
    // A point against a rotation: Σ v (−[lever]×), and its transpose.
    const sign = anchors.isRotation[a] ? -weight : weight;
    const i = (anchors.isRotation[a] ? b : a) * 3;
    const x = sign * (v * anchors.position[i] - sx);
    const y = sign * (v * anchors.position[i + 1] - sy);
    const z = sign * (v * anchors.position[i + 2] - sz);
    system[o + 1] += z;
    system[o + 2] -= y;
    system[o + size] -= z;
    system[o + size + 2] += x;
    system[o + 2 * size] += y;
    system[o + 2 * size + 1] -= x;
    return;
  }
  const [ax, ay, az] = [anchors.position[a * 3], anchors.position[a * 3 + 1], anchors.position[a * 3 + 2]];
  const [bx, by, bz] = [anchors.position[b * 3], anchors.position[b * 3 + 1], anchors.position[b * 3 + 2]];
  const xx = v * ax * bx - sx * (ax + bx) + paths[m + 4];
  const yy = v * ay * by - sy * (ay + by) + paths[m + 5];
  const zz = v * az * bz - sz * (az + bz) + paths[m + 6];
  const [xy, xz, yz] = [paths[m + 7], paths[m + 8], paths[m + 9]];
  system[o] += weight * (yy + zz);
  system[o + 1] -= weight * (v * bx * ay - bx * sy - sx * ay + xy);
  system[o + 2] -= weight * (v * bx * az - bx * sz - sx * az + xz);
  system[o + size] -= weight * (v * by * ax - by * sx - sy * ax + xy);
  system[o + size + 1] += weight * (xx + zz);
  system[o + size + 2] -= weight * (v * by * az - by * sz - sy * az + yz);
  system[o + 2 * size] -= weight * (v * bz * ax - bz * sx - sz * ax + xz);
  system[o + 2 * size + 1] -= weight * (v * bz * ay - bz * sy - sz * ay + yz);
  system[o + 2 * size + 2] += weight * (xx + yy);
}

/** solved = C Jᵀ y, and where the root goes. */
export function distributeForces(work: HandleWorkspace): void {
  const { rig, prior, carried, forces, solved, solvedRoot, rowCount, handles, rootVariance, bends } = work;
  const { sampleCount, deviations } = prior;
  const size = rig.jointCount * 3;
  solved.fill(0);
  for (let s = 0; s < sampleCount; s++) {
    let share = 0;
    for (let row = 0; row < rowCount; row++) share += carried[row * sampleCount + s] * forces[row];
    for (let i = 0, d = s * size; i < size; i++) solved[i] += share * deviations[d + i];
  }
  distributeCouplings(work);
  for (let j = 0; j < rig.jointCount; j++) {
    const i = j * 3;
    const m = j * 9;
    const [x, y, z] = [solved[i], solved[i + 1], solved[i + 2]];
    for (let k = 0; k < 3; k++) {
      solved[i + k] = bends[m + k * 3] * x + bends[m + k * 3 + 1] * y + bends[m + k * 3 + 2] * z;
    }
  }
  solvedRoot.fill(0);
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind !== 'position') continue;
    for (let k = 0; k < 3; k++) solvedRoot[k] += rootVariance * forces[h * 3 + k];
  }
  distributeIndependent(work);
}

/** The part of each joint on its own: the moment of the forces below it, times its variance. */
function distributeIndependent({
  rig,
  prior,
  active,
  anchors,
  forces,
  sums,
  positions,
  frames,
  solved,
}: HandleWorkspace): void {
  sums.fill(0);
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.mover[a] < 0) continue;
    const s = anchors.mover[a] * 6;
    const o = anchors.handle[a] * 3;
    const w = anchors.weight[a];
    const [x, y, z] = [w * forces[o], w * forces[o + 1], w * forces[o + 2]];
    if (anchors.isRotation[a]) {
      sums[s + 3] += x;
      sums[s + 4] += y;
      sums[s + 5] += z;
      continue;
    }
    const [px, py, pz] = [anchors.position[a * 3], anchors.position[a * 3 + 1], anchors.position[a * 3 + 2]];
    sums[s] += x;
    sums[s + 1] += y;
    sums[s + 2] += z;
    sums[s + 3] += py * z - pz * y;
    sums[s + 4] += pz * x - px * z;
    sums[s + 5] += px * y - py * x;
  }
  for (let j = rig.jointCount - 1; j >= 0; j--) {
    if (!active[j]) continue;
    const s = j * 6;
    const i = j * 3;
    const p = rig.parents[j] * 6;
    if (p >= 0) for (let k = 0; k < 6; k++) sums[p + k] += sums[s + k];
    const v = prior.variances[j];
    const x = v * (sums[s + 3] - positions[i + 1] * sums[s + 2] + positions[i + 2] * sums[s + 1]);
    const y = v * (sums[s + 4] - positions[i + 2] * sums[s] + positions[i] * sums[s + 2]);
    const z = v * (sums[s + 5] - positions[i] * sums[s + 1] + positions[i + 1] * sums[s]);
    const m = j * 9;
    solved[i] += frames[m] * x + frames[m + 3] * y + frames[m + 6] * z;
    solved[i + 1] += frames[m + 1] * x + frames[m + 4] * y + frames[m + 7] * z;
    solved[i + 2] += frames[m + 2] * x + frames[m + 5] * y + frames[m + 8] * z;
  }
}
