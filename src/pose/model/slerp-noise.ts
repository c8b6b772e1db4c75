/**
 * @file Spherical interpolation between two noise vectors (White, "Sampling Generative Networks", 2016): halfway along
 * the straight line, noise is weaker by √2 than anything the network was trained on.
 */

/** out = from noise a at t = 0 to noise b at t = 1; `out` may be a or b. */
export function slerpNoiseInto(out: Float32Array, a: Float32Array, b: Float32Array, t: number): void {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  const cosine = aa > 0 && bb > 0 ? Math.min(1, Math.max(-1, dot / Math.sqrt(aa * bb))) : 1;
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  // Too near to each other, or opposite: no arc to speak of.
  const straight = sine < 1e-4;
  const wa = straight ? 1 - t : Math.sin((1 - t) * angle) / sine;
  const wb = straight ? t : Math.sin(t * angle) / sine;
  for (let i = 0; i < a.length; i++) out[i] = wa * a[i] + wb * b[i];
}
