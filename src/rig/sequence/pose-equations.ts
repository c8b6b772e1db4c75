/**
 * @file The normal equations of a frame's pose, from moments alone.
 *
 * A rotation θ_j about joint j moves its whole subtree, so with y = A_k p every vertex of bone k moves by
 * Σ_{j above k} θ_j × (y − g_j). The equations of free bones (6 × 6 blocks of twists) are summed over subtrees and
 * projected: H_ij = Z_iᵀ (Σ_{k below i, l below j} N_kl) Z_j with Z = [1; [g]×].
 */

import { logRotationInto, matrixToQuaternionInto } from '../../math/quaternion.js';
import { type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';

/** Normal equations of free bones in spatial twists (φ, τ): y moves by φ × y + τ. Returns E. */
export function assemble(
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

  // (2) The terms of the frame's vertices.
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

/** Scratch arrays of one call. */
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
export interface Structure {
  /** From bone to parent: (k, l) is added to (parent k, l). Pairs in the order of work. */
  readonly rows: Uint16Array;
  /** (k, l) is added to (k, parent l), for k ≤ parent l. */
  readonly columns: Uint16Array;
  /** Blocks i ≤ j of the sums. */
  readonly blocks: Uint16Array;
}

export function findStructure(parents: readonly number[], pairs: Uint16Array): Structure {
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
export function sumSubtrees(
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

export interface Projection {
  readonly full: Float64Array;
  readonly fullGradient: Float64Array;
  readonly structure: Structure;
  /** g_j. [J, 3] */
  readonly centers: Float64Array;
  readonly reduced: Float64Array;
  readonly gradient: Float64Array;
  readonly unbend: number;
}

/**
 * From twists of subtrees to rotations about their joints. Writes −gradient. Unknowns run from the last joint to the
 * root, then the root's translation: leaves first, so that different limbs have no fill-in in the factor.
 */
export function project(state: FitState, frame: number, p: Projection): void {
  const { full, fullGradient, centers, reduced, gradient, unbend } = p;
  const { blocks } = p.structure;
  const count = jointTotal(state);
  const n = count * 6;
  const size = count * 3 + 3;
  const last = count * 3;
  for (let b = 0; b < blocks.length; b += 2) {
    const i = blocks[b];
    const j = blocks[b + 1];
    projectColumns(full, i * 6 * n + j * 6, n, centers, j * 3);
    const gx = centers[i * 3];
    const gy = centers[i * 3 + 1];
    const gz = centers[i * 3 + 2];
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
    gradient[row] = centers[i * 3 + 1] * tz - centers[i * 3 + 2] * ty - fullGradient[i * 6];
    gradient[row + 1] = centers[i * 3 + 2] * tx - centers[i * 3] * tz - fullGradient[i * 6 + 1];
    gradient[row + 2] = centers[i * 3] * ty - centers[i * 3 + 1] * tx - fullGradient[i * 6 + 2];
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
function projectColumns(full: Float64Array, at: number, n: number, centers: Float64Array, h: number): void {
  const hx = centers[h];
  const hy = centers[h + 1];
  const hz = centers[h + 2];
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
