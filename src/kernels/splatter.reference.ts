/**
 * @file Gaussian kernels that follow joints, drawn front to back, and the reverse pass: the definition in plain
 * JavaScript that the kernel is tested against and timed beside.
 *
 * Posed: p' = A p + a, Σ' = A Σ Aᵀ with A the blend of the joints' matrices. Projected (EWA, Zwicker et al. 2001):
 * V = T Σ' Tᵀ + 0.3, T the derivative of the picture's coordinates. Drawn (Kerbl et al. 2023): α = o exp(−½ dᵀ V⁻¹ d),
 * C = Σ c α T + background, T the transmittance so far.
 */

/** Kernels at rest. */
export interface SplatArrays {
  /** Centres. [N, 3] */
  readonly positions: Float32Array;
  /** xx, xy, xz, yy, yz, zz. [N, 6] */
  readonly covariances: Float32Array;
  /** 0 to 1. [N, 3] */
  readonly colors: Float32Array;
  /** 0 to 1. [N] */
  readonly opacities: Float32Array;
  /** [N, K] */
  readonly joints: Uint16Array;
  /** [N, K] */
  readonly weights: Float32Array;
  /** K */
  readonly influenceCount: number;
}

/** Where a picture of kernels is taken from. */
export interface SplatView {
  readonly eye: readonly number[];
  /** Unit axes of the picture: to the right, upwards, and towards the eye. */
  readonly right: readonly number[];
  readonly up: readonly number[];
  readonly back: readonly number[];
  /** Pixels of a metre, at distance 1 in a perspective. */
  readonly scale: number;
  readonly perspective: boolean;
  /** Kernels whose centre is lower are not drawn; −Infinity draws all. */
  readonly ground: number;
  readonly near: number;
}

/** Gradients of a loss with respect to what a picture of kernels was made of, each in the layout of its array. */
export interface SplatGradients {
  readonly positions: Float32Array;
  readonly covariances: Float32Array;
  readonly colors: Float32Array;
  readonly opacities: Float32Array;
  /** Of the joints' skinning matrices. [J, 16] */
  readonly matrices: Float32Array;
}

/** Pixels squared, added to every projected covariance. */
const BLUR = 0.3;
const LEAST_ALPHA = 1 / 255;
const MOST_ALPHA = 0.99;
/** A pixel with less transmittance takes no more kernels. */
const LEAST_LIGHT = 1e-4;
/** Standard deviations that are drawn. */
const REACH = 3.33;

/** A kernel in a picture. */
interface Posed {
  readonly index: number;
  /** Columns of the 3 × 4 matrix. */
  readonly blend: Float64Array;
  /** World covariance. [6] */
  readonly covariance: Float64Array;
  /** Camera coordinates. */
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  /** Centre in pixels, and conic. */
  readonly u: number;
  readonly v: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Box of pixels: columns left to right, rows top to bottom, ends excluded. */
  readonly box: readonly [number, number, number, number];
}

/** A picture of kernels, with what its reverse pass needs. */
export interface SplatPicture {
  /** [H, W, 3] */
  readonly image: Float64Array;
  readonly backward: (gradient: ArrayLike<number>) => SplatGradients;
}

/** Draws kernels that follow joints. `matrices` as `skinningMatricesInto` lays them out; `background` [H, W, 3]. */
export function splatReference(
  splats: SplatArrays,
  matrices: ArrayLike<number>,
  view: SplatView,
  [width, height]: readonly [number, number],
  background: ArrayLike<number>,
): SplatPicture {
  const drawn: Posed[] = [];
  for (let i = 0; i < splats.opacities.length; i++) {
    const posed = poseKernel(splats, matrices, view, width, height, i);
    if (posed) drawn.push(posed);
  }
  drawn.sort((a, b) => a.depth - b.depth || a.index - b.index);

  const image = new Float64Array(width * height * 3);
  const light = new Float64Array(width * height).fill(1);
  const last = new Int32Array(width * height);
  drawn.forEach((kernel, n) => {
    const [left, top, right, bottom] = kernel.box;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const p = y * width + x;
        if (light[p] < LEAST_LIGHT) continue;
        const raw = splats.opacities[kernel.index] * falloffAt(kernel, x, y);
        if (raw < LEAST_ALPHA) continue;
        const share = Math.min(MOST_ALPHA, raw) * light[p];
        for (let c = 0; c < 3; c++) image[p * 3 + c] += share * splats.colors[kernel.index * 3 + c];
        light[p] -= share;
        last[p] = n + 1;
      }
    }
  });
  for (let i = 0; i < image.length; i++) image[i] += light[Math.floor(i / 3)] * background[i];
  const backward = (gradient: ArrayLike<number>) =>
    reverse(splats, matrices, view, width, background, { drawn, light: light.slice(), last }, gradient);
  return { image, backward };
}

const falloffAt = ({ u, v, a, b, c }: Posed, x: number, y: number): number => {
  const dx = x + 0.5 - u;
  const dy = y + 0.5 - v;
  return Math.exp(-0.5 * (a * dx * dx + 2 * b * dx * dy + c * dy * dy));
};

/** Blends, poses and projects a kernel; undefined where it is not in the picture. */
function poseKernel(
  splats: SplatArrays,
  matrices: ArrayLike<number>,
  view: SplatView,
  width: number,
  height: number,
  index: number,
): Posed | undefined {
  const blend = new Float64Array(12);
  for (let k = 0; k < splats.influenceCount; k++) {
    const weight = splats.weights[index * splats.influenceCount + k];
    const m = splats.joints[index * splats.influenceCount + k] * 16;
    for (let c = 0; c < 4; c++) {
      for (let r = 0; r < 3; r++) blend[c * 3 + r] += weight * matrices[m + c * 4 + r];
    }
  }
  const p = splats.positions.subarray(index * 3, index * 3 + 3);
  const at = [0, 1, 2].map((r) => blend[r] * p[0] + blend[3 + r] * p[1] + blend[6 + r] * p[2] + blend[9 + r]);
  if (!(at[1] >= view.ground) || splats.opacities[index] < LEAST_ALPHA) return undefined;
  const from = at.map((value, k) => value - view.eye[k]);
  const [x, y, depth] = [dot(from, view.right), dot(from, view.up), -dot(from, view.back)];
  if (!(depth > view.near)) return undefined;
  const w = view.perspective ? 1 / depth : 1;
  const u = x * view.scale * w + width / 2;
  const v = -y * view.scale * w + height / 2;
  const covariance = sandwich(blend, splats.covariances.subarray(index * 6, index * 6 + 6));
  const [first, second] = pictureRows(view, x, y, depth);
  const a = quadratic(covariance, first, first) + BLUR;
  const b = quadratic(covariance, first, second);
  const c = quadratic(covariance, second, second) + BLUR;
  const det = a * c - b * b;
  if (!(det > 0)) return undefined;
  const [rx, ry] = [REACH * Math.sqrt(a), REACH * Math.sqrt(c)];
  const box = [
    Math.max(0, Math.floor(u - rx)),
    Math.max(0, Math.floor(v - ry)),
    Math.min(width, Math.floor(u + rx) + 1),
    Math.min(height, Math.floor(v + ry) + 1),
  ] as const;
  if (!(box[0] < box[2] && box[1] < box[3])) return undefined;
  return { index, blend, covariance, x, y, depth, u, v, a: c / det, b: -b / det, c: a / det, box };
}

/** Rows of the derivative of pixels with respect to the world. */
function pictureRows(view: SplatView, x: number, y: number, depth: number): [number[], number[]] {
  const s = view.perspective ? view.scale / depth : view.scale;
  const [tilt, lift] = view.perspective ? [x / depth, y / depth] : [0, 0];
  return [
    view.right.map((value, k) => s * (value + tilt * view.back[k])),
    view.up.map((value, k) => -s * (value + lift * view.back[k])),
  ];
}

interface Drawing {
  readonly drawn: readonly Posed[];
  readonly light: Float64Array;
  readonly last: Int32Array;
}

/** Back to front: the transmittance is recovered by division. */
function reverse(
  splats: SplatArrays,
  matrices: ArrayLike<number>,
  view: SplatView,
  width: number,
  background: ArrayLike<number>,
  { drawn, light, last }: Drawing,
  gradient: ArrayLike<number>,
): SplatGradients {
  const out = {
    positions: new Float32Array(splats.positions.length),
    covariances: new Float32Array(splats.covariances.length),
    colors: new Float32Array(splats.colors.length),
    opacities: new Float32Array(splats.opacities.length),
    matrices: new Float32Array(matrices.length),
  };
  const behind = Float64Array.from(
    { length: light.length * 3 },
    (_, i) => light[Math.floor(i / 3)] * background[i],
  );
  for (let n = drawn.length - 1; n >= 0; n--) {
    const kernel = drawn[n];
    const { index, u, v, a, b, c } = kernel;
    const d = new Float64Array(5); // du, dv, dA, dB, dC
    const [left, top, right, bottom] = kernel.box;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const p = y * width + x;
        if (last[p] <= n) continue;
        const falloff = falloffAt(kernel, x, y);
        const raw = splats.opacities[index] * falloff;
        if (raw < LEAST_ALPHA) continue;
        const alpha = Math.min(MOST_ALPHA, raw);
        light[p] /= 1 - alpha;
        let dAlpha = 0;
        for (let k = 0; k < 3; k++) {
          const g = gradient[p * 3 + k];
          const color = splats.colors[index * 3 + k];
          dAlpha += g * (color * light[p] - behind[p * 3 + k] / (1 - alpha));
          out.colors[index * 3 + k] += alpha * light[p] * g;
          behind[p * 3 + k] += alpha * light[p] * color;
        }
        if (raw > MOST_ALPHA) continue;
        out.opacities[index] += falloff * dAlpha;
        const dS = -alpha * dAlpha;
        const [dx, dy] = [x + 0.5 - u, y + 0.5 - v];
        d[0] -= dS * (a * dx + b * dy);
        d[1] -= dS * (b * dx + c * dy);
        d[2] += 0.5 * dS * dx * dx;
        d[3] += dS * dx * dy;
        d[4] += 0.5 * dS * dy * dy;
      }
    }
    pullBack(splats, view, kernel, d, out);
  }
  return out;
}

/** From the gradients of a kernel's centre and conic to its position, covariance and joints. */
function pullBack(
  splats: SplatArrays,
  view: SplatView,
  { index, blend, covariance, x, y, depth, a, b, c }: Posed,
  d: Float64Array,
  out: SplatGradients,
): void {
  // (1) dV = −Q G Q of the projected covariance V = Q⁻¹.
  const [ga, gb, gc] = [d[2], d[3] / 2, d[4]];
  const [m0, m1, m2, m3] = [a * ga + b * gb, a * gb + b * gc, b * ga + c * gb, b * gb + c * gc];
  const [va, vb, vc] = [-(m0 * a + m1 * b), -(m0 * b + m1 * c), -(m2 * b + m3 * c)];
  // (2) V = T Σ Tᵀ: dΣ = Tᵀ dV T, dT = 2 dV T Σ.
  const [t0, t1] = pictureRows(view, x, y, depth);
  const v0 = t0.map((value, k) => va * value + vb * t1[k]);
  const v1 = t0.map((value, k) => vb * value + vc * t1[k]);
  const dSigma = (r: number, k: number) => t0[r] * v0[k] + t1[r] * v1[k];
  const [d0, d1] = [timesSymmetric(covariance, v0, 2), timesSymmetric(covariance, v1, 2)];
  // (3) Camera coordinates, then the posed position.
  let [dx, dy, dDepth] = [d[0] * view.scale, -d[1] * view.scale, 0];
  if (view.perspective) {
    const s = view.scale / depth;
    const [tilt, lift] = [x / depth, y / depth];
    const [b0, b1] = [dot(d0, view.back), dot(d1, view.back)];
    dx = s * (d[0] + b0 / depth);
    dy = -s * (d[1] + b1 / depth);
    dDepth = s * (d[1] * lift - d[0] * tilt);
    dDepth += (s / depth) * (dot(d1, view.up) + 2 * lift * b1 - dot(d0, view.right) - 2 * tilt * b0);
  }
  const dp = [0, 1, 2].map((k) => dx * view.right[k] + dy * view.up[k] - dDepth * view.back[k]);
  // (4) The blended matrix: dA = dp pᵀ + 2 dΣ A Σ₀, shared among the joints by their weights.
  const p = splats.positions.subarray(index * 3, index * 3 + 3);
  const s0 = splats.covariances.subarray(index * 6, index * 6 + 6);
  const rows = [0, 1, 2].map((r) => timesSymmetric(s0, [blend[r], blend[3 + r], blend[6 + r]], 1)); // A Σ₀
  const dBlend = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    dBlend[9 + r] = dp[r];
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let e = 0; e < 3; e++) sum += dSigma(r, e) * rows[e][k];
      dBlend[k * 3 + r] = dp[r] * p[k] + 2 * sum;
    }
  }
  for (let k = 0; k < splats.influenceCount; k++) {
    const weight = splats.weights[index * splats.influenceCount + k];
    const m = splats.joints[index * splats.influenceCount + k] * 16;
    for (let e = 0; e < 12; e++) out.matrices[m + Math.floor(e / 3) * 4 + (e % 3)] += weight * dBlend[e];
  }
  // (5) At rest; an off-diagonal covariance is one number that stands twice.
  for (let k = 0; k < 3; k++) out.positions[index * 3 + k] = dot([...blend.subarray(k * 3, k * 3 + 3)], dp);
  const transposed = Float64Array.from({ length: 9 }, (_, e) => blend[(e % 3) * 3 + Math.floor(e / 3)]);
  const world = [dSigma(0, 0), dSigma(0, 1), dSigma(0, 2), dSigma(1, 1), dSigma(1, 2), dSigma(2, 2)];
  const rest = sandwich(transposed, world);
  for (let e = 0; e < 6; e++)
    out.covariances[index * 6 + e] = rest[e] * (e === 1 || e === 2 || e === 4 ? 2 : 1);
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** S v of a symmetric matrix of six numbers, times a factor. */
const timesSymmetric = (s: ArrayLike<number>, v: readonly number[], factor: number): number[] => [
  factor * (s[0] * v[0] + s[1] * v[1] + s[2] * v[2]),
  factor * (s[1] * v[0] + s[3] * v[1] + s[4] * v[2]),
  factor * (s[2] * v[0] + s[4] * v[1] + s[5] * v[2]),
];

const quadratic = (s: ArrayLike<number>, a: readonly number[], b: readonly number[]): number =>
  dot(timesSymmetric(s, [...a], 1), b);

/** M S Mᵀ of a matrix in columns and a symmetric one of six numbers. */
function sandwich(m: ArrayLike<number>, s: ArrayLike<number>): Float64Array {
  const rows = [0, 1, 2].map((r) => [m[r], m[3 + r], m[6 + r]]);
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ];
  return Float64Array.from(pairs, ([r, c]) => quadratic(s, rows[r], rows[c]));
}
