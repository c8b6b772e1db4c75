/**
 * @file Joint centres for given rotations, by linear least squares over all frames at once.
 *
 * With t_k = t_root + Σ_{c above k} D_c rest_c, D_c = Q_parent(c) − Q_c, the LBS error is quadratic in the centres and in
 * each frame's t_root, which is eliminated in closed form. Along the axis of a hinge, and where a joint never bends, the
 * centre is undetermined: a weak regularisation toward its initial position decides there.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { chainBones, type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';

/** Bend at which motion and regularisation have equal weight, radians. */
const PULL_ANGLE = 0.1;
/** Largest distance of a centre from its initial position, in longest sides. */
const REACH = 0.1;

/** Moves the centres, and each frame's root with them. */
export function solveCenters(state: FitState, moments: Moments): void {
  const count = jointTotal(state);
  const frameCount = moments.squares.length;
  if (count < 2) return;
  const masses = subtreeMasses(state, moments);
  const size = (count - 1) * 3;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const pulls = new Float64Array(count * 3);
  const differences = new Float64Array(count * 9);
  const root = masses[0];

  for (let f = 0; f < frameCount; f++) {
    pullsInto(pulls, state, moments, f);
    differencesInto(differences, state, f);
    for (let c = 1; c < count; c++) {
      const share = root > 0 ? masses[c] / root : 0;
      for (let a = 0; a < 3; a++) {
        let sum = 0;
        for (let r = 0; r < 3; r++)
          sum += differences[c * 9 + a * 3 + r] * (pulls[c * 3 + r] - share * pulls[r]);
        right[(c - 1) * 3 + a] -= sum;
      }
      for (let d = 1; d <= c; d++) {
        const mass = masses[c * count + d] - (root > 0 ? (masses[c] * masses[d]) / root : 0);
        if (mass === 0) continue;
        addProduct(matrix, size, c - 1, d - 1, differences, mass);
      }
    }
  }

  for (let c = 1; c < count; c++) {
    const pull = (masses[c * count + c] + 1e-3 * (root / count + 1)) * frameCount * PULL_ANGLE * PULL_ANGLE;
    for (let a = 0; a < 3; a++) {
      const i = (c - 1) * 3 + a;
      matrix[i * size + i] += pull;
      right[i] += pull * state.home[c * 3 + a];
    }
  }
  if (!factorCholesky(matrix, size)) return;
  solveCholesky(matrix, size, right);
  for (let c = 1; c < count; c++) moveInto(state.rest, c * 3, right, (c - 1) * 3, state.home);
  for (let f = 0; f < frameCount; f++) {
    chainBones(state, f);
    recenter(state, moments, f);
  }
}

/** Writes a centre, clamped to within reach of its initial position. */
function moveInto(rest: Float64Array, o: number, centers: Float64Array, i: number, home: Float64Array): void {
  const x = centers[i] - home[o];
  const y = centers[i + 1] - home[o + 1];
  const z = centers[i + 2] - home[o + 2];
  const share = Math.min(1, REACH / Math.max(1e-12, Math.sqrt(x * x + y * y + z * z)));
  rest[o] = home[o] + share * x;
  rest[o + 1] = home[o + 1] + share * y;
  rest[o + 2] = home[o + 2] + share * z;
}

/** m̂_cd = Σ_v (weight below c) · (weight below d); row 0 is against the whole body. [J, J] */
function subtreeMasses(state: FitState, moments: Moments): Float64Array {
  const count = jointTotal(state);
  const out = new Float64Array(count * count);
  for (let i = 0; i < moments.pairs.length / 2; i++) {
    const k = moments.pairs[i * 2];
    const l = moments.pairs[i * 2 + 1];
    out[k * count + l] = out[l * count + k] = moments.shared[i * 10 + 9];
  }
  for (let k = count - 1; k > 0; k--) {
    const p = state.parents[k];
    for (let l = 0; l < count; l++) out[p * count + l] += out[k * count + l];
  }
  for (let k = count - 1; k > 0; k--) {
    const p = state.parents[k];
    for (let l = 0; l < count; l++) out[l * count + p] += out[l * count + k];
  }
  return out;
}

/** ĥ_c = Σ_{k below c} (Σ_l Q_l M_kl e₄ − S_k e₄): the gradient on the translations of a subtree, all t being zero. */
function pullsInto(out: Float64Array, state: FitState, moments: Moments, frame: number): void {
  const count = jointTotal(state);
  const { bones, parents } = state;
  const start = frame * count * 12;
  out.fill(0);
  const add = (bone: number, other: number, m: number) => {
    const b = start + other * 12;
    const { shared } = moments;
    for (let r = 0; r < 3; r++) {
      out[bone * 3 + r] +=
        bones[b + r] * shared[m + 3] + bones[b + 3 + r] * shared[m + 6] + bones[b + 6 + r] * shared[m + 8];
    }
  };
  for (let i = 0; i < moments.pairs.length / 2; i++) {
    const k = moments.pairs[i * 2];
    const l = moments.pairs[i * 2 + 1];
    add(k, l, i * 10);
    if (k !== l) add(l, k, i * 10);
  }
  for (let k = count - 1; k >= 0; k--) {
    for (let r = 0; r < 3; r++) {
      out[k * 3 + r] -= moments.targets[start + k * 12 + 9 + r];
      if (k > 0) out[parents[k] * 3 + r] += out[k * 3 + r];
    }
  }
}

function differencesInto(out: Float64Array, state: FitState, frame: number): void {
  const { bones, parents } = state;
  const start = frame * parents.length * 12;
  for (let c = 1; c < parents.length; c++) {
    for (let i = 0; i < 9; i++)
      out[c * 9 + i] = bones[start + parents[c] * 12 + i] - bones[start + c * 12 + i];
  }
}

/** matrix block (c, d) += mass · D_cᵀ D_d. */
function addProduct(
  matrix: Float64Array,
  size: number,
  c: number,
  d: number,
  diff: Float64Array,
  mass: number,
): void {
  const a = (c + 1) * 9;
  const b = (d + 1) * 9;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      matrix[(c * 3 + i) * size + d * 3 + j] +=
        mass *
        (diff[a + i * 3] * diff[b + j * 3] +
          diff[a + i * 3 + 1] * diff[b + j * 3 + 1] +
          diff[a + i * 3 + 2] * diff[b + j * 3 + 2]);
    }
  }
}

/** Translates a whole frame to where its error is least. */
function recenter(state: FitState, moments: Moments, frame: number): void {
  const { bones } = state;
  const count = jointTotal(state);
  const start = frame * count * 12;
  const sum = [0, 0, 0];
  let mass = 0;
  for (let i = 0; i < moments.pairs.length / 2; i++) {
    const k = moments.pairs[i * 2];
    const l = moments.pairs[i * 2 + 1];
    const m = i * 10;
    for (const bone of k === l ? [k] : [k, l]) {
      const b = start + bone * 12;
      for (let r = 0; r < 3; r++) {
        sum[r] +=
          bones[b + r] * moments.shared[m + 3] +
          bones[b + 3 + r] * moments.shared[m + 6] +
          bones[b + 6 + r] * moments.shared[m + 8] +
          bones[b + 9 + r] * moments.shared[m + 9];
      }
      mass += moments.shared[m + 9];
    }
  }
  if (!(mass > 0)) return;
  for (let k = 0; k < count; k++)
    for (let r = 0; r < 3; r++) sum[r] -= moments.targets[start + k * 12 + 9 + r];
  for (let k = 0; k < count; k++) for (let r = 0; r < 3; r++) bones[start + k * 12 + 9 + r] -= sum[r] / mass;
}
