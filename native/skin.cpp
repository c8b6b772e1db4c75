// Linear blend skinning, forward and reverse, for any number of influences, in WebAssembly SIMD.
// No libc, no allocation: the caller lays out the arrays in linear memory (see src/kernels/skinner.ts).
//
// A matrix is four columns of four floats: the blend of a vertex is four multiply-adds per influence and four
// to apply it, so the arithmetic is bound by loading the matrices, which stay in cache.

#include <wasm_simd128.h>

extern "C" {

// The same for four influences, as nearly every skin has them: no branches, one store per vertex. The store writes a
// fourth number, which the next vertex overwrites; the caller leaves room for one behind the last.
static void skin_forward_4(int vertex_count, const float *positions, const unsigned short *joints,
                           const float *weights, const float *matrices, float *out) {
  for (int v = 0; v < vertex_count; v++) {
    const float *m0 = matrices + joints[0] * 16, *m1 = matrices + joints[1] * 16;
    const float *m2 = matrices + joints[2] * 16, *m3 = matrices + joints[3] * 16;
    const v128_t w0 = wasm_v128_load32_splat(weights), w1 = wasm_v128_load32_splat(weights + 1);
    const v128_t w2 = wasm_v128_load32_splat(weights + 2), w3 = wasm_v128_load32_splat(weights + 3);
#define BLEND(c)                                                                                    \
  wasm_f32x4_add(                                                                                   \
      wasm_f32x4_add(wasm_f32x4_add(wasm_f32x4_mul(w0, wasm_v128_load(m0 + c)),                     \
                                    wasm_f32x4_mul(w1, wasm_v128_load(m1 + c))),                    \
                     wasm_f32x4_mul(w2, wasm_v128_load(m2 + c))),                                   \
      wasm_f32x4_mul(w3, wasm_v128_load(m3 + c)))
    v128_t r = wasm_f32x4_add(BLEND(12), wasm_f32x4_mul(BLEND(0), wasm_v128_load32_splat(positions)));
    r = wasm_f32x4_add(r, wasm_f32x4_mul(BLEND(4), wasm_v128_load32_splat(positions + 1)));
    r = wasm_f32x4_add(r, wasm_f32x4_mul(BLEND(8), wasm_v128_load32_splat(positions + 2)));
#undef BLEND
    wasm_v128_store(out, r);
    positions += 3;
    joints += 4;
    weights += 4;
    out += 3;
  }
}

// out[v] = sum_k weights[v,k] * matrices[joints[v,k]] * (positions[v], 1)
__attribute__((export_name("skin_forward"))) void skin_forward(
    int vertex_count, int influence_count, const float *positions, const unsigned short *joints,
    const float *weights, const float *matrices, float *out) {
  if (influence_count == 4) {
    skin_forward_4(vertex_count, positions, joints, weights, matrices, out);
    return;
  }
  for (int v = 0; v < vertex_count; v++) {
    v128_t c0 = wasm_f32x4_splat(0), c1 = c0, c2 = c0, c3 = c0;
    for (int k = 0; k < influence_count; k++) {
      const float weight = weights[k];
      if (weight == 0.0f) continue;
      const v128_t w = wasm_f32x4_splat(weight);
      const float *m = matrices + joints[k] * 16;
      c0 = wasm_f32x4_add(c0, wasm_f32x4_mul(w, wasm_v128_load(m)));
      c1 = wasm_f32x4_add(c1, wasm_f32x4_mul(w, wasm_v128_load(m + 4)));
      c2 = wasm_f32x4_add(c2, wasm_f32x4_mul(w, wasm_v128_load(m + 8)));
      c3 = wasm_f32x4_add(c3, wasm_f32x4_mul(w, wasm_v128_load(m + 12)));
    }
    v128_t r = wasm_f32x4_add(c3, wasm_f32x4_mul(c0, wasm_f32x4_splat(positions[0])));
    r = wasm_f32x4_add(r, wasm_f32x4_mul(c1, wasm_f32x4_splat(positions[1])));
    r = wasm_f32x4_add(r, wasm_f32x4_mul(c2, wasm_f32x4_splat(positions[2])));
    wasm_v128_store64_lane(out, r, 0);
    wasm_v128_store32_lane(out + 2, r, 2);
    positions += 3;
    joints += influence_count;
    weights += influence_count;
    out += 3;
  }
}

// From d_out = dL/dout: adds to d_matrices, writes d_positions and d_weights.
// d_matrices must be zeroed by the caller; its padding row stays zero.
__attribute__((export_name("skin_backward"))) void skin_backward(
    int vertex_count, int influence_count, const float *positions, const unsigned short *joints,
    const float *weights, const float *matrices, const float *d_out, float *d_matrices,
    float *d_positions, float *d_weights) {
  for (int v = 0; v < vertex_count; v++) {
    const v128_t x = wasm_f32x4_splat(positions[0]);
    const v128_t y = wasm_f32x4_splat(positions[1]);
    const v128_t z = wasm_f32x4_splat(positions[2]);
    const v128_t g = wasm_f32x4_make(d_out[0], d_out[1], d_out[2], 0);
    v128_t c0 = wasm_f32x4_splat(0), c1 = c0, c2 = c0;
    for (int k = 0; k < influence_count; k++) {
      const float *m = matrices + joints[k] * 16;
      const v128_t w = wasm_f32x4_splat(weights[k]);
      const v128_t m0 = wasm_v128_load(m), m1 = wasm_v128_load(m + 4);
      const v128_t m2 = wasm_v128_load(m + 8), m3 = wasm_v128_load(m + 12);
      // (1) The weight moves the vertex along its joint's image of it.
      v128_t image = wasm_f32x4_add(m3, wasm_f32x4_mul(m0, x));
      image = wasm_f32x4_add(image, wasm_f32x4_mul(m1, y));
      image = wasm_f32x4_add(image, wasm_f32x4_mul(m2, z));
      const v128_t along = wasm_f32x4_mul(image, g);
      d_weights[k] = wasm_f32x4_extract_lane(along, 0) + wasm_f32x4_extract_lane(along, 1) +
                     wasm_f32x4_extract_lane(along, 2);
      if (weights[k] == 0.0f) continue;
      // (2) The joint's matrix: outer product of the gradient and (position, 1).
      float *d = d_matrices + joints[k] * 16;
      const v128_t wg = wasm_f32x4_mul(w, g);
      wasm_v128_store(d, wasm_f32x4_add(wasm_v128_load(d), wasm_f32x4_mul(wg, x)));
      wasm_v128_store(d + 4, wasm_f32x4_add(wasm_v128_load(d + 4), wasm_f32x4_mul(wg, y)));
      wasm_v128_store(d + 8, wasm_f32x4_add(wasm_v128_load(d + 8), wasm_f32x4_mul(wg, z)));
      wasm_v128_store(d + 12, wasm_f32x4_add(wasm_v128_load(d + 12), wg));
      c0 = wasm_f32x4_add(c0, wasm_f32x4_mul(w, m0));
      c1 = wasm_f32x4_add(c1, wasm_f32x4_mul(w, m1));
      c2 = wasm_f32x4_add(c2, wasm_f32x4_mul(w, m2));
    }
    // (3) The rest position: the transpose of the blended matrix.
    const v128_t columns[3] = {wasm_f32x4_mul(c0, g), wasm_f32x4_mul(c1, g), wasm_f32x4_mul(c2, g)};
    for (int c = 0; c < 3; c++) {
      d_positions[c] = wasm_f32x4_extract_lane(columns[c], 0) + wasm_f32x4_extract_lane(columns[c], 1) +
                       wasm_f32x4_extract_lane(columns[c], 2);
    }
    positions += 3;
    joints += influence_count;
    weights += influence_count;
    d_out += 3;
    d_positions += 3;
    d_weights += influence_count;
  }
}
}
