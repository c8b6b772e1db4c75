// Gaussian kernels that follow joints: posed, projected, drawn front to back, and the reverse pass of all of it.
// No libc; one scene per instance, laid out by splat_create (see src/kernels/splatter.ts, splatter.reference.ts).
//
// A kernel covers a few dozen pixels of a small picture that stays in cache, so kernels are drawn one after the other
// over their boxes, four pixels at a time: no tiles, no lists. The reverse pass walks back to front and recovers the
// transmittance by division.

#include <wasm_simd128.h>

typedef v128_t f4;
#define SPLAT(x) wasm_f32x4_splat(x)
#define ADD wasm_f32x4_add
#define SUB wasm_f32x4_sub
#define MUL wasm_f32x4_mul

static const float BLUR = 0.3f;         // pixels squared, added to every projected covariance
static const float LEAST_ALPHA = 1.0f / 255;
static const float MOST_ALPHA = 0.99f;
static const float LEAST_LIGHT = 1e-4f;  // a pixel darker than this takes no more kernels
static const float REACH = 3.33f;        // standard deviations: opacity 1 falls below LEAST_ALPHA at 3.33

extern unsigned char __heap_base;
static unsigned char *end_of_heap = &__heap_base;

static void *reserve(unsigned bytes) {
  unsigned char *at = (unsigned char *)(((unsigned long)end_of_heap + 15) & ~15ul);
  end_of_heap = at + bytes;
  const unsigned long missing = (unsigned long)end_of_heap - __builtin_wasm_memory_size(0) * 65536ul;
  if ((long)missing > 0 && __builtin_wasm_memory_grow(0, (missing + 65535) / 65536) == (unsigned long)-1) return 0;
  return at;
}

static int kernel_count, influence_count, joint_count, width, height, stride;

// What splat_array hands out, in this order.
enum {
  POSITIONS, COVARIANCES, COLORS, OPACITIES, JOINTS, WEIGHTS, MATRICES, CAMERA, BACKGROUND, IMAGE, D_IMAGE,
  D_POSITIONS, D_COVARIANCES, D_COLORS, D_OPACITIES, D_MATRICES, LIGHT, ARRAY_COUNT
};
static float *arrays[ARRAY_COUNT];

// Of each kernel in this picture: 12 floats of the blended matrix, then what follows.
struct Posed {
  float blend[12];       // columns of the 3 x 4 matrix
  float covariance[6];   // world: xx xy xz yy yz zz
  float right, up, depth;  // camera coordinates
  float u, v, a, b, c;   // centre in pixels; conic
  int left, top, wide, low;  // box: columns [left, wide), a multiple of four each, rows [top, low)
};
static Posed *posed;
static unsigned *order, *spare, *keys, *last;
static int drawn;
static float *gradients;  // of each kernel: du, dv, dA, dB, dC
static f4 *light;         // transmittance of each pixel

extern "C" {

__attribute__((export_name("splat_create"))) int splat_create(
    int kernels, int influences, int joints, int picture_width, int picture_height) {
  kernel_count = kernels;
  influence_count = influences;
  joint_count = joints;
  width = picture_width;
  height = picture_height;
  stride = (width + 3) & ~3;
  const int pixels = stride * height;
  const int sizes[ARRAY_COUNT] = {
      kernels * 3, kernels * 6, kernels * 3, kernels, (kernels * influences + 1) / 2, kernels * influences,
      joints * 16, 20, pixels * 3, pixels * 3, pixels * 3,
      kernels * 3, kernels * 6, kernels * 3, kernels, joints * 16, pixels};
  for (int i = 0; i < ARRAY_COUNT; i++) {
    arrays[i] = (float *)reserve(sizes[i] * 4);
    if (!arrays[i]) return 0;
  }
  light = (f4 *)arrays[LIGHT];
  posed = (Posed *)reserve(kernels * sizeof(Posed));
  order = (unsigned *)reserve(kernels * 4);
  spare = (unsigned *)reserve(kernels * 4);
  keys = (unsigned *)reserve(kernels * 4);
  last = (unsigned *)reserve(pixels * 4);
  gradients = (float *)reserve(kernels * 20);
  return gradients != 0;
}

__attribute__((export_name("splat_array"))) float *splat_array(int index) { return arrays[index]; }
__attribute__((export_name("splat_stride"))) int splat_stride() { return stride; }

// e^x for x <= 0, to 2e-7: x = k ln 2 + r, a polynomial of r, and k into the exponent.
static inline f4 exp4(f4 x) {
  x = wasm_f32x4_max(x, SPLAT(-80.0f));
  const f4 k = wasm_f32x4_nearest(MUL(x, SPLAT(1.44269504f)));
  f4 r = SUB(x, MUL(k, SPLAT(0.693145752f)));
  r = SUB(r, MUL(k, SPLAT(1.42860677e-6f)));
  f4 p = SPLAT(1.0f / 720);
  p = ADD(MUL(p, r), SPLAT(1.0f / 120));
  p = ADD(MUL(p, r), SPLAT(1.0f / 24));
  p = ADD(MUL(p, r), SPLAT(1.0f / 6));
  p = ADD(MUL(p, r), SPLAT(0.5f));
  p = ADD(MUL(p, r), SPLAT(1.0f));
  p = ADD(MUL(p, r), SPLAT(1.0f));
  const f4 power = wasm_i32x4_shl(wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(k), wasm_i32x4_splat(127)), 23);
  return MUL(p, power);
}

static inline float dot(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// out = M S M^T of a 3 x 3 matrix (columns) and a symmetric one (six numbers)
static inline void sandwich(float *out, const float *m, const float *s) {
  const float full[9] = {s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]};
  float half[9];  // M S, columns
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++)
      half[c * 3 + r] = m[r] * full[c * 3] + m[3 + r] * full[c * 3 + 1] + m[6 + r] * full[c * 3 + 2];
  int o = 0;
  for (int r = 0; r < 3; r++)
    for (int c = r; c < 3; c++)
      out[o++] = half[r] * m[c] + half[3 + r] * m[3 + c] + half[6 + r] * m[6 + c];
}

// Rows of the derivative of the picture's coordinates with respect to the world's.
static inline void picture_rows(float *t, const Posed &k, const float *camera) {
  const float *right = camera + 3, *up = camera + 6, *back = camera + 9;
  const float scale = camera[12];
  const bool perspective = camera[13] != 0;
  const float s = perspective ? scale / k.depth : scale;
  const float x = perspective ? k.right / k.depth : 0, y = perspective ? k.up / k.depth : 0;
  for (int i = 0; i < 3; i++) {
    t[i] = s * (right[i] + x * back[i]);
    t[3 + i] = -s * (up[i] + y * back[i]);
  }
}

// Poses and projects a kernel; false where it is not in the picture.
static bool place(int i, const float *camera) {
  Posed &k = posed[i];
  // (1) Blend the joints' matrices; position and covariance follow.
  for (int e = 0; e < 12; e++) k.blend[e] = 0;
  const unsigned short *joints = (const unsigned short *)arrays[JOINTS] + i * influence_count;
  const float *weights = arrays[WEIGHTS] + i * influence_count;
  for (int n = 0; n < influence_count; n++) {
    if (weights[n] == 0) continue;
    const float *m = arrays[MATRICES] + joints[n] * 16;
    for (int c = 0; c < 4; c++)
      for (int r = 0; r < 3; r++) k.blend[c * 3 + r] += weights[n] * m[c * 4 + r];
  }
  const float *p = arrays[POSITIONS] + i * 3;
  float at[3];
  for (int r = 0; r < 3; r++)
    at[r] = k.blend[r] * p[0] + k.blend[3 + r] * p[1] + k.blend[6 + r] * p[2] + k.blend[9 + r];
  sandwich(k.covariance, k.blend, arrays[COVARIANCES] + i * 6);
  // (2) The ground hides what is under it.
  const float ground = camera[14];
  if (!(at[1] >= ground) || arrays[OPACITIES][i] < LEAST_ALPHA) return false;
  // (3) Camera.
  const float from[3] = {at[0] - camera[0], at[1] - camera[1], at[2] - camera[2]};
  k.right = dot(from, camera + 3);
  k.up = dot(from, camera + 6);
  k.depth = -dot(from, camera + 9);
  if (!(k.depth > camera[15])) return false;
  const float scale = camera[12], w = camera[13] != 0 ? 1 / k.depth : 1;
  k.u = k.right * scale * w + width * 0.5f;
  k.v = -k.up * scale * w + height * 0.5f;
  float t[6];
  picture_rows(t, k, camera);
  const float *q = k.covariance;
  float tq[6];  // T Sigma
  for (int r = 0; r < 2; r++) {
    const float *row = t + r * 3;
    tq[r * 3] = row[0] * q[0] + row[1] * q[1] + row[2] * q[2];
    tq[r * 3 + 1] = row[0] * q[1] + row[1] * q[3] + row[2] * q[4];
    tq[r * 3 + 2] = row[0] * q[2] + row[1] * q[4] + row[2] * q[5];
  }
  const float a = dot(tq, t) + BLUR, b = dot(tq, t + 3), c = dot(tq + 3, t + 3) + BLUR;
  const float det = a * c - b * b;
  if (!(det > 0)) return false;
  k.a = c / det;
  k.b = -b / det;
  k.c = a / det;
  // (4) Its box.
  const float rx = REACH * __builtin_sqrtf(a), ry = REACH * __builtin_sqrtf(c);
  if (!(k.u + rx > 0 && k.v + ry > 0 && k.u - rx < width && k.v - ry < height)) return false;
  const float left = k.u - rx, top = k.v - ry, wide = k.u + rx, low = k.v + ry;
  k.left = left <= 0 ? 0 : (int)left & ~3;
  k.top = top <= 0 ? 0 : (int)top;
  k.wide = wide >= width ? stride : ((int)wide + 4) & ~3;
  k.low = low >= height ? height : (int)low + 1;
  return true;
}

// order = kernels from near to far: three passes over 11 bits of the depth, whose bits sort as it does.
static void sort_by_depth() {
  unsigned counts[2048];
  unsigned *from = order, *to = spare;
  for (int pass = 0; pass < 3; pass++) {
    const int shift = pass * 11;
    for (int i = 0; i < 2048; i++) counts[i] = 0;
    for (int i = 0; i < drawn; i++) counts[(keys[from[i]] >> shift) & 2047]++;
    unsigned sum = 0;
    for (int i = 0; i < 2048; i++) {
      const unsigned count = counts[i];
      counts[i] = sum;
      sum += count;
    }
    for (int i = 0; i < drawn; i++) to[counts[(keys[from[i]] >> shift) & 2047]++] = from[i];
    unsigned *swap = from;
    from = to;
    to = swap;
  }
  order = from;
  spare = to;
}

// Alpha of a kernel at four pixels, its falloff, and the distances.
struct Four {
  f4 dx, falloff, alpha, on, clamped;
};
static inline Four four(const Posed &k, float opacity, int x, float dy) {
  Four q;
  q.dx = SUB(ADD(SPLAT((float)x), wasm_f32x4_make(0.5f, 1.5f, 2.5f, 3.5f)), SPLAT(k.u));
  f4 s = ADD(MUL(MUL(q.dx, q.dx), SPLAT(-0.5f * k.a)), SPLAT(-0.5f * k.c * dy * dy));
  s = SUB(s, MUL(q.dx, SPLAT(k.b * dy)));
  q.falloff = exp4(wasm_f32x4_min(s, SPLAT(0)));
  const f4 raw = MUL(q.falloff, SPLAT(opacity));
  q.clamped = wasm_f32x4_gt(raw, SPLAT(MOST_ALPHA));
  q.alpha = wasm_f32x4_min(raw, SPLAT(MOST_ALPHA));
  q.on = wasm_f32x4_ge(raw, SPLAT(LEAST_ALPHA));
  return q;
}

__attribute__((export_name("splat_forward"))) void splat_forward() {
  const float *camera = arrays[CAMERA];
  drawn = 0;
  for (int i = 0; i < kernel_count; i++) {
    if (!place(i, camera)) continue;
    keys[i] = *(unsigned *)&posed[i].depth;
    order[drawn++] = i;
  }
  sort_by_depth();
  const int plane = stride * height;
  float *image = arrays[IMAGE];
  for (int p = 0; p < plane / 4; p++) light[p] = SPLAT(1);
  for (int p = 0; p < plane; p++) last[p] = 0;
  for (int p = 0; p < plane * 3; p++) image[p] = 0;
  for (int n = 0; n < drawn; n++) {
    const int i = order[n];
    const Posed &k = posed[i];
    const float opacity = arrays[OPACITIES][i];
    const float *rgb = arrays[COLORS] + i * 3;
    for (int y = k.top; y < k.low; y++) {
      const float dy = y + 0.5f - k.v;
      for (int x = k.left; x < k.wide; x += 4) {
        const int at = y * stride + x;
        const f4 t = light[at / 4];
        const f4 open = wasm_f32x4_ge(t, SPLAT(LEAST_LIGHT));
        if (!wasm_v128_any_true(open)) continue;
        const Four q = four(k, opacity, x, dy);
        const f4 on = wasm_v128_and(q.on, open);
        if (!wasm_v128_any_true(on)) continue;
        const f4 alpha = wasm_v128_and(q.alpha, on);
        const f4 share = MUL(alpha, t);
        for (int c = 0; c < 3; c++) {
          float *o = image + c * plane + at;
          wasm_v128_store(o, ADD(wasm_v128_load(o), MUL(share, SPLAT(rgb[c]))));
        }
        light[at / 4] = SUB(t, share);
        unsigned *l = last + at;
        wasm_v128_store(l, wasm_v128_bitselect(wasm_i32x4_splat(n + 1), wasm_v128_load(l), on));
      }
    }
  }
  for (int c = 0; c < 3; c++) {
    float *o = image + c * plane;
    const float *behind = arrays[BACKGROUND] + c * plane;
    for (int p = 0; p < plane; p += 4)
      wasm_v128_store(o + p, ADD(wasm_v128_load(o + p), MUL(light[p / 4], wasm_v128_load(behind + p))));
  }
}

static inline float sum4(f4 v) {
  return wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1) + wasm_f32x4_extract_lane(v, 2) +
         wasm_f32x4_extract_lane(v, 3);
}

// From the gradients of a kernel's centre and conic to its position, covariance and joints.
static void pull_back(int i, const float *camera) {
  const Posed &k = posed[i];
  const float *g = gradients + i * 5;
  const float *right = camera + 3, *up = camera + 6, *back = camera + 9;
  const bool perspective = camera[13] != 0;
  // (1) dV = -Q G Q of the projected covariance V = Q^-1.
  const float ga = g[2], gb = g[3] * 0.5f, gc = g[4];
  const float m0 = k.a * ga + k.b * gb, m1 = k.a * gb + k.b * gc;
  const float m2 = k.b * ga + k.c * gb, m3 = k.b * gb + k.c * gc;
  const float va = -(m0 * k.a + m1 * k.b), vb = -(m0 * k.b + m1 * k.c), vc = -(m2 * k.b + m3 * k.c);
  // (2) V = T S T^T: dS = T^T dV T, dT = 2 dV T S.
  float t[6], vt[6], dt[6];
  picture_rows(t, k, camera);
  for (int r = 0; r < 3; r++) {
    vt[r] = va * t[r] + vb * t[3 + r];
    vt[3 + r] = vb * t[r] + vc * t[3 + r];
  }
  float ds[6];  // the symmetric matrix dL/dS
  int o = 0;
  for (int r = 0; r < 3; r++)
    for (int c = r; c < 3; c++) ds[o++] = t[r] * vt[c] + t[3 + r] * vt[3 + c];
  const float *q = k.covariance;
  for (int r = 0; r < 2; r++) {
    const float *row = vt + r * 3;
    dt[r * 3] = 2 * (row[0] * q[0] + row[1] * q[1] + row[2] * q[2]);
    dt[r * 3 + 1] = 2 * (row[0] * q[1] + row[1] * q[3] + row[2] * q[4]);
    dt[r * 3 + 2] = 2 * (row[0] * q[2] + row[1] * q[4] + row[2] * q[5]);
  }
  // (3) Camera coordinates, then the posed position.
  const float scale = camera[12];
  float dx, dy, dd = 0;
  if (perspective) {
    const float w = 1 / k.depth, x = k.right * w, y = k.up * w, s = scale * w;
    const float b0 = dot(dt, back), b1 = dot(dt + 3, back);
    dx = g[0] * s + b0 * s * w;
    dy = -g[1] * s - b1 * s * w;
    dd = (-g[0] * x + g[1] * y) * s - (dot(dt, right) + 2 * x * b0) * s * w +
         (dot(dt + 3, up) + 2 * y * b1) * s * w;
  } else {
    dx = g[0] * scale;
    dy = -g[1] * scale;
  }
  float dp[3];
  for (int r = 0; r < 3; r++) dp[r] = dx * right[r] + dy * up[r] - dd * back[r];
  // (4) The blended matrix: p' = A p + a, S = A S0 A^T, so dA = dp p^T + 2 dS A S0.
  const float *p = arrays[POSITIONS] + i * 3;
  const float *s0 = arrays[COVARIANCES] + i * 6;
  const float full[9] = {s0[0], s0[1], s0[2], s0[1], s0[3], s0[4], s0[2], s0[4], s0[5]};
  const float sym[9] = {ds[0], ds[1], ds[2], ds[1], ds[3], ds[4], ds[2], ds[4], ds[5]};
  float as0[9], d_blend[12];
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++)
      as0[c * 3 + r] =
          k.blend[r] * full[c * 3] + k.blend[3 + r] * full[c * 3 + 1] + k.blend[6 + r] * full[c * 3 + 2];
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++)
      d_blend[c * 3 + r] = dp[r] * p[c] + 2 * (sym[r] * as0[c * 3] + sym[3 + r] * as0[c * 3 + 1] +
                                               sym[6 + r] * as0[c * 3 + 2]);
  for (int r = 0; r < 3; r++) d_blend[9 + r] = dp[r];
  const unsigned short *joints = (const unsigned short *)arrays[JOINTS] + i * influence_count;
  const float *weights = arrays[WEIGHTS] + i * influence_count;
  for (int n = 0; n < influence_count; n++) {
    if (weights[n] == 0) continue;
    float *d = arrays[D_MATRICES] + joints[n] * 16;
    for (int c = 0; c < 4; c++)
      for (int r = 0; r < 3; r++) d[c * 4 + r] += weights[n] * d_blend[c * 3 + r];
  }
  // (5) At rest: A^T dp, A^T dS A with off-diagonals counted twice, being one number each.
  for (int c = 0; c < 3; c++)
    arrays[D_POSITIONS][i * 3 + c] = k.blend[c * 3] * dp[0] + k.blend[c * 3 + 1] * dp[1] + k.blend[c * 3 + 2] * dp[2];
  float transposed[9];
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++) transposed[c * 3 + r] = k.blend[r * 3 + c];
  float *out = arrays[D_COVARIANCES] + i * 6;
  sandwich(out, transposed, ds);
  out[1] *= 2;
  out[2] *= 2;
  out[4] *= 2;
}

// After splat_forward: from D_IMAGE to all other D_ arrays.
__attribute__((export_name("splat_backward"))) void splat_backward() {
  const int plane = stride * height;
  const float *camera = arrays[CAMERA], *d_image = arrays[D_IMAGE];
  // Colour behind the kernel that is looked at: starts as the background's share, in the IMAGE planes.
  float *behind = arrays[IMAGE];
  for (int c = 0; c < 3; c++)
    for (int p = 0; p < plane; p += 4)
      wasm_v128_store(behind + c * plane + p, MUL(light[p / 4], wasm_v128_load(arrays[BACKGROUND] + c * plane + p)));
  for (int i = 0; i < kernel_count * 3; i++) arrays[D_POSITIONS][i] = arrays[D_COLORS][i] = 0;
  for (int i = 0; i < kernel_count * 6; i++) arrays[D_COVARIANCES][i] = 0;
  for (int i = 0; i < kernel_count; i++) arrays[D_OPACITIES][i] = 0;
  for (int i = 0; i < joint_count * 16; i++) arrays[D_MATRICES][i] = 0;
  for (int n = drawn - 1; n >= 0; n--) {
    const int i = order[n];
    const Posed &k = posed[i];
    const float opacity = arrays[OPACITIES][i];
    const float *rgb = arrays[COLORS] + i * 3;
    f4 du = SPLAT(0), dv = du, da = du, db = du, dc = du, dopacity = du, drgb[3] = {du, du, du};
    for (int y = k.top; y < k.low; y++) {
      const float dy = y + 0.5f - k.v;
      for (int x = k.left; x < k.wide; x += 4) {
        const int at = y * stride + x;
        const f4 taken = wasm_u32x4_gt(wasm_v128_load(last + at), wasm_i32x4_splat(n));
        if (!wasm_v128_any_true(taken)) continue;
        const Four q = four(k, opacity, x, dy);
        const f4 on = wasm_v128_and(q.on, taken);
        if (!wasm_v128_any_true(on)) continue;
        const f4 alpha = wasm_v128_and(q.alpha, on);
        const f4 rest = wasm_f32x4_div(SPLAT(1), SUB(SPLAT(1), alpha));
        const f4 t = MUL(light[at / 4], rest);
        const f4 share = MUL(alpha, t);
        f4 dalpha = SPLAT(0);
        for (int c = 0; c < 3; c++) {
          float *b = behind + c * plane + at;
          const f4 g = wasm_v128_load(d_image + c * plane + at), back = wasm_v128_load(b);
          dalpha = ADD(dalpha, MUL(g, SUB(MUL(t, SPLAT(rgb[c])), MUL(back, rest))));
          drgb[c] = ADD(drgb[c], MUL(share, g));
          wasm_v128_store(b, ADD(back, MUL(share, SPLAT(rgb[c]))));
        }
        light[at / 4] = t;
        dalpha = wasm_v128_and(wasm_v128_andnot(dalpha, q.clamped), on);
        dopacity = ADD(dopacity, MUL(q.falloff, dalpha));
        const f4 ds = wasm_f32x4_neg(MUL(alpha, dalpha));
        const f4 sx = MUL(ds, q.dx);
        du = SUB(du, ADD(MUL(sx, SPLAT(k.a)), MUL(ds, SPLAT(k.b * dy))));
        dv = SUB(dv, ADD(MUL(sx, SPLAT(k.b)), MUL(ds, SPLAT(k.c * dy))));
        da = ADD(da, MUL(sx, MUL(q.dx, SPLAT(0.5f))));
        db = ADD(db, MUL(sx, SPLAT(dy)));
        dc = ADD(dc, MUL(ds, SPLAT(0.5f * dy * dy)));
      }
    }
    float *g = gradients + i * 5;
    g[0] = sum4(du);
    g[1] = sum4(dv);
    g[2] = sum4(da);
    g[3] = sum4(db);
    g[4] = sum4(dc);
    arrays[D_OPACITIES][i] = sum4(dopacity);
    for (int c = 0; c < 3; c++) arrays[D_COLORS][i * 3 + c] = sum4(drgb[c]);
    pull_back(i, camera);
  }
}
}
