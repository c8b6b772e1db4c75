/**
 * @file The pose of every frame for a given skeleton and weights: a start by weighted alignment of each bone, then
 * Gauss–Newton with Levenberg's damping on the LBS error.
 *
 * A turn θ_j about joint j carries its whole subtree, so with y = A_k p every vertex of bone k moves by
 * Σ_{j above k} θ_j × (y − g_j). The normal equations of free bones (6 × 6 blocks, from the moments alone) are
 * summed over subtrees and projected: H_ij = Z_iᵀ (Σ_{k below i, l below j} N_kl) Z_j with Z = [1; [g]×]. One step
 * of one frame costs O(J³/6) however many vertices there are. Descent along gradients of the skinning kernel
 * needed hundreds of passes over the vertices for what three such steps do.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { alignRotationInto } from '../../math/nearest-rotation.js';
import {
  expRotationInto,
  logRotationInto,
  matrixToQuaternionInto,
  quaternionToMatrixInto,
} from '../../math/quaternion.js';
import { chainBones, type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';

/** How strongly a bone that its vertices leave undetermined follows its parent: a spread of a thousandth of the box. */
const FOLLOW = 1e-6;
/** Pull of every joint towards no bend, per vertex of the average bone. Only undetermined turns feel it. */
const UNBEND = 2.5e-7;

/** Sets all frames from alignments of single bones, parents first: right to a few degrees, however far the pose is. */
export function startPoses(state: FitState, moments: Moments): void {
  const count = jointTotal(state);
  const frameCount = moments.squares.length;
  const { bones, parents } = state;
  const sums = weightedSums(moments, count);
  const cross = new Float64Array(9);
  const turn = new Float64Array(4);
  for (let f = 0; f < frameCount; f++) {
    for (let k = 0; k < count; k++) {
      const s = (f * count + k) * 12;
      const parent = (f * count + Math.max(0, parents[k])) * 12;
      const mass = sums[k * 4 + 3];
      const follow = FOLLOW * (mass + 1);
      for (let c = 0; c < 3; c++) {
        for (let r = 0; r < 3; r++) {
          const centred =
            mass > 1e-9
              ? moments.targets[s + c * 3 + r] - (moments.targets[s + 9 + r] * sums[k * 4 + c]) / mass
              : 0;
          const above = k === 0 ? +(c === r) : bones[parent + c * 3 + r];
          cross[c * 3 + r] = centred + follow * above;
        }
      }
      alignRotationInto(turn, 0, cross);
      quaternionToMatrixInto(bones, s, turn, 0);
    }
    placeRoot(state, moments, sums, f);
    chainBones(state, f);
  }
}

/** Puts the root where its own vertices are, all vertices where it has none. */
function placeRoot(state: FitState, moments: Moments, sums: Float64Array, frame: number): void {
  const count = jointTotal(state);
  const start = frame * count * 12;
  const from = [0, 0, 0, 0];
  const to = [0, 0, 0];
  for (let k = 0; k < (sums[3] > 1 ? 1 : count); k++) {
    for (let c = 0; c < 4; c++) from[c] += sums[k * 4 + c];
    for (let c = 0; c < 3; c++) to[c] += moments.targets[start + k * 12 + 9 + c];
  }
  const { bones } = state;
  const mass = Math.max(from[3], 1e-9);
  for (let r = 0; r < 3; r++) {
    const turned =
      bones[start + r] * from[0] + bones[start + 3 + r] * from[1] + bones[start + 6 + r] * from[2];
    bones[start + 9 + r] = (to[r] - turned) / mass;
  }
}

/** Σ_v w_k p of each bone: the last column of M summed over its partners. [J, 4] */
function weightedSums(moments: Moments, count: number): Float64Array {
  const out = new Float64Array(count * 4);
  const { pairs, shared } = moments;
  for (let i = 0; i < pairs.length / 2; i++) {
    const k = pairs[i * 2];
    const l = pairs[i * 2 + 1];
    for (const bone of k === l ? [k] : [k, l]) {
      out[bone * 4] += shared[i * 10 + 3];
      out[bone * 4 + 1] += shared[i * 10 + 6];
      out[bone * 4 + 2] += shared[i * 10 + 8];
      out[bone * 4 + 3] += shared[i * 10 + 9];
    }
  }
  return out;
}

/** A solver with its working arrays, for one skeleton and one set of moments. */
export interface PoseSolver {
  /** Improves a frame by at most `steps` steps and returns its squared error. */
  improve(frame: number, steps: number): number;
}

export function createPoseSolver(state: FitState, moments: Moments): PoseSolver {
  const count = jointTotal(state);
  const size = count * 3 + 3;
  const structure = findStructure(state.parents, moments.pairs);
  const full = new Float64Array(count * count * 36);
  const fullGradient = new Float64Array(count * 6);
  const reduced = new Float64Array(size * size);
  const damped = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  const step = new Float64Array(size);
  const places = new Float64Array(count * 3);
  const saved = new Float64Array(count * 12);
  const turns = new Float64Array(count * 3);
  let mass = 0;
  for (let i = 0; i < moments.pairs.length / 2; i++)
    mass += moments.shared[i * 10 + 9] * (moments.pairs[i * 2] === moments.pairs[i * 2 + 1] ? 1 : 2);
  const unbend = (UNBEND * Math.max(1, mass)) / count;

  const improve = (frame: number, steps: number): number => {
    const start = frame * count * 12;
    let damping = 1e-6;
    let energy = assemble(state, moments, frame, full, fullGradient) + bendEnergy(state, frame, unbend);
    for (let i = 0; i < steps; i++) {
      placeJoints(state, frame, places);
      sumSubtrees(state.parents, structure, full, fullGradient);
      project(state, frame, { full, fullGradient, structure, places, reduced, gradient, unbend });
      saved.set(state.bones.subarray(start, start + count * 12));
      let lower = false;
      let next = energy;
      for (let attempt = 0; attempt < 6 && !lower; attempt++) {
        damped.set(reduced);
        for (let d = 0; d < size; d++)
          damped[d * size + d] += damping * (reduced[d * size + d] + 1e-3 * unbend) + 1e-12;
        step.set(gradient);
        if (factorCholesky(damped, size, 0)) {
          solveCholesky(damped, size, step);
          applyStep(state, frame, step, places, turns);
          next = frameEnergy(state, moments, frame) + bendEnergy(state, frame, unbend);
          lower = next < energy;
        }
        if (!lower) {
          state.bones.set(saved, start);
          damping *= 30;
        }
      }
      if (!lower) break;
      damping = Math.max(1e-9, damping * 0.1);
      const gain = energy - next;
      energy = next;
      if (gain < 1e-4 * energy || i === steps - 1) break;
      assemble(state, moments, frame, full, fullGradient);
    }
    return frameEnergy(state, moments, frame);
  };
  return { improve };
}

/** E of a frame, from the moments. */
export function frameEnergy(state: FitState, moments: Moments, frame: number): number {
  const { pairs, shared, targets, squares } = moments;
  const { bones } = state;
  const start = frame * jointTotal(state) * 12;
  let sum = squares[frame];
  for (let i = 0; i < pairs.length / 2; i++) {
    const a = start + pairs[i * 2] * 12;
    const b = start + pairs[i * 2 + 1] * 12;
    const m = i * 10;
    const twice = a === b ? 1 : 2;
    for (let r = 0; r < 3; r++) {
      const ax = bones[a + r];
      const ay = bones[a + 3 + r];
      const az = bones[a + 6 + r];
      const at = bones[a + 9 + r];
      const bx = bones[b + r];
      const by = bones[b + 3 + r];
      const bz = bones[b + 6 + r];
      const bt = bones[b + 9 + r];
      sum +=
        twice *
        (ax * (shared[m] * bx + shared[m + 1] * by + shared[m + 2] * bz + shared[m + 3] * bt) +
          ay * (shared[m + 1] * bx + shared[m + 4] * by + shared[m + 5] * bz + shared[m + 6] * bt) +
          az * (shared[m + 2] * bx + shared[m + 5] * by + shared[m + 7] * bz + shared[m + 8] * bt) +
          at * (shared[m + 3] * bx + shared[m + 6] * by + shared[m + 8] * bz + shared[m + 9] * bt));
    }
  }
  const end = start + jointTotal(state) * 12;
  for (let i = start; i < end; i++) sum -= 2 * bones[i] * targets[i];
  return Math.max(0, sum);
}

/** Normal equations of free bones in spatial twists (φ, τ): y moves by φ × y + τ. Returns E. */
function assemble(
  state: FitState,
  moments: Moments,
  frame: number,
  full: Float64Array,
  gradient: Float64Array,
): number {
  const { pairs, shared, targets, squares } = moments;
  const { bones } = state;
  const count = jointTotal(state);
  const start = frame * count * 12;
  full.fill(0);
  gradient.fill(0);
  let energy = squares[frame];

  // (1) Pairs: Y = Σ w_k w_l y_k y_lᵀ, u = Σ w_k w_l y_k, and the same of l.
  const y = moment3;
  for (let i = 0; i < pairs.length / 2; i++) {
    const k = pairs[i * 2];
    const l = pairs[i * 2 + 1];
    const a = start + k * 12;
    const b = start + l * 12;
    const m = i * 10;
    const m3 = shared[m + 3];
    const m6 = shared[m + 6];
    const m8 = shared[m + 8];
    const m9 = shared[m + 9];
    for (let c = 0; c < 3; c++) {
      const bx = bones[b + c];
      const by = bones[b + 3 + c];
      const bz = bones[b + 6 + c];
      const bt = bones[b + 9 + c];
      const cx = shared[m] * bx + shared[m + 1] * by + shared[m + 2] * bz + m3 * bt;
      const cy = shared[m + 1] * bx + shared[m + 4] * by + shared[m + 5] * bz + m6 * bt;
      const cz = shared[m + 2] * bx + shared[m + 5] * by + shared[m + 7] * bz + m8 * bt;
      const ct = m3 * bx + m6 * by + m8 * bz + m9 * bt;
      for (let r = 0; r < 3; r++) {
        y[r * 3 + c] =
          bones[a + r] * cx + bones[a + 3 + r] * cy + bones[a + 6 + r] * cz + bones[a + 9 + r] * ct;
      }
      first[c] = bones[a + c] * m3 + bones[a + 3 + c] * m6 + bones[a + 6 + c] * m8 + bones[a + 9 + c] * m9;
      second[c] = bx * m3 + by * m6 + bz * m8 + bt * m9;
    }
    const trace = y[0] + y[4] + y[8];
    energy += (k === l ? 1 : 2) * trace;
    addBlock(full, count, k, l, y, trace, first, second, m9);
    addPull(gradient, k, y, second, false);
    if (k !== l) {
      addPull(gradient, l, y, first, true);
      // The block of (l, k) is the transpose of that of (k, l).
      for (let r = 0; r < 6; r++) {
        for (let c = 0; c < 6; c++)
          full[(l * 6 + c) * count * 6 + k * 6 + r] = full[(k * 6 + r) * count * 6 + l * 6 + c];
      }
    }
  }

  // (2) What pulls to the frame.
  for (let k = 0; k < count; k++) {
    const s = start + k * 12;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        y[r * 3 + c] =
          bones[s + r] * targets[s + c] +
          bones[s + 3 + r] * targets[s + 3 + c] +
          bones[s + 6 + r] * targets[s + 6 + c] +
          bones[s + 9 + r] * targets[s + 9 + c];
      }
      second[r] = targets[s + 9 + r];
    }
    energy -= 2 * (y[0] + y[4] + y[8]);
    const g = k * 6;
    gradient[g] -= y[5] - y[7];
    gradient[g + 1] -= y[6] - y[2];
    gradient[g + 2] -= y[1] - y[3];
    for (let r = 0; r < 3; r++) gradient[g + 3 + r] -= second[r];
  }
  return Math.max(0, energy);
}

/** Working space of one call; nothing outlives it. */
const moment3 = new Float64Array(9);
const first = new Float64Array(3);
const second = new Float64Array(3);

/** N_kl = [tr(Y) − Yᵀ, [u_k]×; −[u_l]×, m]. */
function addBlock(
  full: Float64Array,
  count: number,
  k: number,
  l: number,
  y: Float64Array,
  trace: number,
  u: Float64Array,
  v: Float64Array,
  mass: number,
): void {
  const n = count * 6;
  const at = k * 6 * n + l * 6;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) full[at + r * n + c] = (r === c ? trace : 0) - y[c * 3 + r];
    full[at + (r + 3) * n + r + 3] = mass;
  }
  full[at + 4] = -u[2];
  full[at + 5] = u[1];
  full[at + n + 3] = u[2];
  full[at + n + 5] = -u[0];
  full[at + 2 * n + 3] = -u[1];
  full[at + 2 * n + 4] = u[0];
  full[at + 3 * n + 1] = v[2];
  full[at + 3 * n + 2] = -v[1];
  full[at + 4 * n] = -v[2];
  full[at + 4 * n + 2] = v[0];
  full[at + 5 * n] = v[1];
  full[at + 5 * n + 1] = -v[0];
}

/** Gradient of Σ w_k J_kᵀ Σ w_l y_l: the axial part of Y (of Yᵀ for the second bone) and the other's sum. */
function addPull(
  gradient: Float64Array,
  bone: number,
  y: Float64Array,
  sum: Float64Array,
  transposed: boolean,
): void {
  const sign = transposed ? -1 : 1;
  const g = bone * 6;
  gradient[g] += sign * (y[5] - y[7]);
  gradient[g + 1] += sign * (y[6] - y[2]);
  gradient[g + 2] += sign * (y[1] - y[3]);
  for (let r = 0; r < 3; r++) gradient[g + 3 + r] += sum[r];
}

/** Which 6 × 6 blocks are filled while subtrees are summed; the same for all frames. */
interface Structure {
  /** From bone to parent: (k, l) is added to (parent k, l). Pairs in the order of work. */
  readonly rows: Uint16Array;
  /** (k, l) is added to (k, parent l), for k ≤ parent l. */
  readonly columns: Uint16Array;
  /** Blocks i ≤ j of the sums. */
  readonly blocks: Uint16Array;
}

function findStructure(parents: readonly number[], pairs: Uint16Array): Structure {
  const count = parents.length;
  const filled = new Uint8Array(count * count);
  for (let i = 0; i < pairs.length; i += 2) {
    filled[pairs[i] * count + pairs[i + 1]] = 1;
    filled[pairs[i + 1] * count + pairs[i]] = 1;
  }
  const rows: number[] = [];
  const columns: number[] = [];
  const blocks: number[] = [];
  for (let k = count - 1; k > 0; k--) {
    for (let l = 0; l < count; l++) {
      if (!filled[k * count + l]) continue;
      filled[parents[k] * count + l] = 1;
      rows.push(k, l);
    }
  }
  for (let l = count - 1; l > 0; l--) {
    for (let k = 0; k < count; k++) {
      if (!filled[k * count + l] || k > l) continue;
      filled[k * count + parents[l]] = 1;
      columns.push(k, l);
    }
  }
  for (let i = 0; i < count; i++)
    for (let j = i; j < count; j++) if (filled[i * count + j]) blocks.push(i, j);
  return {
    rows: Uint16Array.from(rows),
    columns: Uint16Array.from(columns),
    blocks: Uint16Array.from(blocks),
  };
}

/** Adds every bone's rows, columns and gradient to its parent's, leaves first. */
function sumSubtrees(
  parents: readonly number[],
  { rows, columns }: Structure,
  full: Float64Array,
  gradient: Float64Array,
): void {
  const n = parents.length * 6;
  for (let i = 0; i < rows.length; i += 2) {
    const from = rows[i] * 6 * n + rows[i + 1] * 6;
    const to = parents[rows[i]] * 6 * n + rows[i + 1] * 6;
    for (let r = 0; r < 6 * n; r += n) for (let c = r; c < r + 6; c++) full[to + c] += full[from + c];
  }
  for (let i = 0; i < columns.length; i += 2) {
    const row = columns[i] * 6 * n;
    const from = row + columns[i + 1] * 6;
    const to = row + parents[columns[i + 1]] * 6;
    for (let r = 0; r < 6 * n; r += n) for (let c = r; c < r + 6; c++) full[to + c] += full[from + c];
  }
  for (let k = parents.length - 1; k > 0; k--) {
    for (let r = 0; r < 6; r++) gradient[parents[k] * 6 + r] += gradient[k * 6 + r];
  }
}

interface Projection {
  readonly full: Float64Array;
  readonly fullGradient: Float64Array;
  readonly structure: Structure;
  /** g_j. [J, 3] */
  readonly places: Float64Array;
  readonly reduced: Float64Array;
  readonly gradient: Float64Array;
  readonly unbend: number;
}

/**
 * From twists of subtrees to turns about their joints. Writes −gradient. Unknowns run from the last joint to the
 * root, then the root's translation: leaves first, so that what lies in different limbs never meets in the factor.
 */
function project(state: FitState, frame: number, p: Projection): void {
  const { full, fullGradient, places, reduced, gradient, unbend } = p;
  const { blocks } = p.structure;
  const count = jointTotal(state);
  const n = count * 6;
  const size = count * 3 + 3;
  const last = count * 3;
  for (let b = 0; b < blocks.length; b += 2) {
    const i = blocks[b];
    const j = blocks[b + 1];
    projectColumns(full, i * 6 * n + j * 6, n, places, j * 3);
    const gx = places[i * 3];
    const gy = places[i * 3 + 1];
    const gz = places[i * 3 + 2];
    const column = (count - 1 - j) * 3;
    // Rows: φ − [g]× τ; those of the root are also its translation.
    for (let c = 0; c < 3; c++) {
      const tx = six[9 + c];
      const ty = six[12 + c];
      const tz = six[15 + c];
      const o = (count - 1 - i) * 3 * size + column + c;
      reduced[o] = six[c] - (gy * tz - gz * ty);
      reduced[o + size] = six[3 + c] - (gz * tx - gx * tz);
      reduced[o + 2 * size] = six[6 + c] - (gx * ty - gy * tx);
      if (i > 0) continue;
      for (let r = 0; r < 3; r++) reduced[(last + r) * size + column + c] = six[(3 + r) * 3 + c];
    }
  }
  for (let i = 0; i < count; i++) {
    const row = (count - 1 - i) * 3;
    const tx = fullGradient[i * 6 + 3];
    const ty = fullGradient[i * 6 + 4];
    const tz = fullGradient[i * 6 + 5];
    gradient[row] = places[i * 3 + 1] * tz - places[i * 3 + 2] * ty - fullGradient[i * 6];
    gradient[row + 1] = places[i * 3 + 2] * tx - places[i * 3] * tz - fullGradient[i * 6 + 1];
    gradient[row + 2] = places[i * 3] * ty - places[i * 3 + 1] * tx - fullGradient[i * 6 + 2];
    if (i === 0) continue;
    bendInto(bend, state, frame, i);
    for (let k = 0; k < 3; k++) {
      reduced[(row + k) * size + row + k] += unbend;
      gradient[row + k] -= unbend * bend[k];
    }
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) reduced[(last + r) * size + last + c] = full[(3 + r) * n + 3 + c];
    gradient[last + r] = -fullGradient[3 + r];
  }
}

/** Columns of a block: φ + τ [h]×, its six rows at once. */
function projectColumns(full: Float64Array, at: number, n: number, places: Float64Array, h: number): void {
  const hx = places[h];
  const hy = places[h + 1];
  const hz = places[h + 2];
  for (let r = 0; r < 6; r++) {
    const o = at + r * n;
    const tx = full[o + 3];
    const ty = full[o + 4];
    const tz = full[o + 5];
    six[r * 3] = full[o] + ty * hz - tz * hy;
    six[r * 3 + 1] = full[o + 1] + tz * hx - tx * hz;
    six[r * 3 + 2] = full[o + 2] + tx * hy - ty * hx;
  }
}

const six = new Float64Array(18);
const bend = new Float64Array(3);
const relative = new Float64Array(9);
const quaternion = new Float64Array(4);

/** The rotation vector of a joint's bend in world axes: log(Q_j Q_pᵀ). */
export function bendInto(out: Float64Array, state: FitState, frame: number, joint: number): void {
  const { bones, parents } = state;
  const a = (frame * parents.length + joint) * 12;
  const b = (frame * parents.length + parents[joint]) * 12;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      relative[c * 3 + r] =
        bones[a + r] * bones[b + c] +
        bones[a + 3 + r] * bones[b + 3 + c] +
        bones[a + 6 + r] * bones[b + 6 + c];
    }
  }
  matrixToQuaternionInto(quaternion, 0, relative, 0);
  logRotationInto(out, 0, quaternion, 0);
}

function bendEnergy(state: FitState, frame: number, unbend: number): number {
  let sum = 0;
  for (let j = 1; j < jointTotal(state); j++) {
    bendInto(bend, state, frame, j);
    sum += bend[0] * bend[0] + bend[1] * bend[1] + bend[2] * bend[2];
  }
  return sum * unbend;
}

/** Where the joints of a frame are: A_j rest_j. */
function placeJoints(state: FitState, frame: number, out: Float64Array): void {
  const { bones, rest } = state;
  const count = jointTotal(state);
  for (let j = 0; j < count; j++) {
    const a = (frame * count + j) * 12;
    for (let r = 0; r < 3; r++) {
      out[j * 3 + r] =
        bones[a + r] * rest[j * 3] +
        bones[a + 3 + r] * rest[j * 3 + 1] +
        bones[a + 6 + r] * rest[j * 3 + 2] +
        bones[a + 9 + r];
    }
  }
}

const matrix = new Float64Array(9);
const turned = new Float64Array(9);

/** Turns every bone by the sum of the turns above it, moves the root, and lets the chain follow. */
function applyStep(
  state: FitState,
  frame: number,
  step: Float64Array,
  places: Float64Array,
  turns: Float64Array,
): void {
  const { bones, parents, rest } = state;
  const count = jointTotal(state);
  for (let k = 0; k < count; k++) {
    const p = parents[k];
    for (let c = 0; c < 3; c++)
      turns[k * 3 + c] = step[(count - 1 - k) * 3 + c] + (p < 0 ? 0 : turns[p * 3 + c]);
    expRotationInto(quaternion, 0, turns, k * 3);
    quaternionToMatrixInto(matrix, 0, quaternion, 0);
    const a = (frame * count + k) * 12;
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 3; r++) {
        turned[c * 3 + r] =
          matrix[r] * bones[a + c * 3] +
          matrix[3 + r] * bones[a + c * 3 + 1] +
          matrix[6 + r] * bones[a + c * 3 + 2];
      }
    }
    for (let c = 0; c < 9; c++) bones[a + c] = turned[c];
  }
  const a = frame * count * 12;
  for (let r = 0; r < 3; r++) {
    const carried = bones[a + r] * rest[0] + bones[a + 3 + r] * rest[1] + bones[a + 6 + r] * rest[2];
    bones[a + 9 + r] = places[r] + step[count * 3 + r] - carried;
  }
  chainBones(state, frame);
}
