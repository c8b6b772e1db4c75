// Tells triangles apart in float32, one against four at a time. What it says is sure, by bounds of its rounding; what
// it leaves open, intersect-predicates.h decides.
//
// On posed animals of 20 to 200 thousand triangles, of 6.2 pairs a triangle whose boxes touch and of which all but 0.15
// share a corner, the planes leave 0.4 to 1.8 and the sides 0.006 to 0.12.

#pragma once

#include "intersect-tree.h"

namespace {

// Which of four boxes another one touches.
v128_t boxes_touch(const float *low, const float *high, const float (*lows)[4], const float (*highs)[4]) {
  v128_t touch = wasm_i32x4_splat(-1);
  for (int k = 0; k < 3; k++) {
    touch = wasm_v128_and(touch, wasm_f32x4_le(wasm_v128_load32_splat(low + k * 4), wasm_v128_load(highs[k])));
    touch = wasm_v128_and(touch, wasm_f32x4_ge(wasm_v128_load32_splat(high + k * 4), wasm_v128_load(lows[k])));
  }
  return touch;
}

// Rounding of n · (p − a) with n = (b − a) × (c − a) in float32, of the sum of its absolute terms (Shewchuk 1997,
// 7 + 56 ε units of rounding, made round).
const float PLANE_BOUND = 8.0f / 16777216.0f;

// Whether a point turns the other way round a side than its triangle does, beyond doubt.
v128_t is_outside(v128_t from_y, v128_t from_z, v128_t to_y, v128_t to_z, v128_t y, v128_t z, v128_t facing) {
  const v128_t plus = wasm_f32x4_mul(wasm_f32x4_sub(to_y, from_y), wasm_f32x4_sub(z, from_z));
  const v128_t minus = wasm_f32x4_mul(wasm_f32x4_sub(to_z, from_z), wasm_f32x4_sub(y, from_y));
  const v128_t turn = wasm_f32x4_sub(plus, minus);
  const v128_t other_way = wasm_i32x4_shr(wasm_v128_xor(turn, facing), 31);
  return wasm_v128_and(other_way, is_sure(turn, wasm_f32x4_add(wasm_f32x4_abs(plus), wasm_f32x4_abs(minus))));
}

// Collects where three corners lie above or below planes, four pairs at a time.
struct Sides {
  v128_t above = wasm_i32x4_splat(-1), below = wasm_i32x4_splat(-1);

  // A corner that both triangles have counts for either side.
  void add(const v128_t *normal, const v128_t *size, const v128_t *offset, v128_t shared) {
    v128_t height = wasm_f32x4_splat(0), bound = wasm_f32x4_splat(0);
    for (int k = 0; k < 3; k++) {
      height = wasm_f32x4_add(height, wasm_f32x4_mul(normal[k], offset[k]));
      bound = wasm_f32x4_add(bound, wasm_f32x4_mul(size[k], wasm_f32x4_abs(offset[k])));
    }
    bound = wasm_f32x4_add(wasm_f32x4_mul(bound, wasm_f32x4_splat(PLANE_BOUND)), wasm_f32x4_splat(UNDERFLOW_BOUND));
    above = wasm_v128_and(above, wasm_v128_or(shared, wasm_f32x4_gt(height, bound)));
    below = wasm_v128_and(below, wasm_v128_or(shared, wasm_f32x4_lt(height, wasm_f32x4_neg(bound))));
  }
  v128_t apart() const { return wasm_v128_or(above, below); }
};

// Triangle i of block a, and all of block b, seen side by side. shared[c][d]: corner c of the one is corner d of the
// other.
struct FourPairs {
  const Block &a;
  const int i;
  const Block &b;
  v128_t shared[3][3], any_shared, all_shared;

  FourPairs(const Block &a, int i, const Block &b) : a(a), i(i), b(b) {
    any_shared = wasm_i32x4_splat(0), all_shared = wasm_i32x4_splat(-1);
    for (int c = 0; c < 3; c++) {
      const v128_t place = wasm_v128_load32_splat(&a.place[c][i]);
      for (int d = 0; d < 3; d++) shared[c][d] = wasm_i32x4_eq(place, wasm_v128_load(b.place[d]));
      const v128_t one = wasm_v128_or(shared[c][0], wasm_v128_or(shared[c][1], shared[c][2]));
      any_shared = wasm_v128_or(any_shared, one);
      all_shared = wasm_v128_and(all_shared, one);
    }
  }

  v128_t corner_a(int c, int k) const { return wasm_v128_load32_splat(&a.corner[c][k][i]); }
  v128_t corner_b(int d, int k) const { return wasm_v128_load(b.corner[d][k]); }

  // Whether the corners of b lie strictly on one side of the plane of a.
  v128_t apart_by_plane_of_a() const {
    v128_t normal[3], size[3], offset[3];
    for (int k = 0; k < 3; k++) {
      normal[k] = wasm_v128_load32_splat(&a.normal[k][i]);
      size[k] = wasm_v128_load32_splat(&a.size[k][i]);
    }
    Sides sides;
    for (int d = 0; d < 3; d++) {
      for (int k = 0; k < 3; k++) offset[k] = wasm_f32x4_sub(corner_b(d, k), corner_a(0, k));
      sides.add(normal, size, offset, wasm_v128_or(shared[0][d], wasm_v128_or(shared[1][d], shared[2][d])));
    }
    return sides.apart();
  }

  v128_t apart_by_planes_of_b() const {
    v128_t normal[3], size[3], offset[3];
    for (int k = 0; k < 3; k++) {
      normal[k] = wasm_v128_load(b.normal[k]);
      size[k] = wasm_v128_load(b.size[k]);
    }
    Sides sides;
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) offset[k] = wasm_f32x4_sub(corner_a(c, k), corner_b(0, k));
      sides.add(normal, size, offset, wasm_v128_or(shared[c][0], wasm_v128_or(shared[c][1], shared[c][2])));
    }
    return sides.apart();
  }

  // Whether a side of the one, seen along the axis that a faces most, has the other strictly outside but for corners
  // that are its ends. This tells neighbours on a flat piece of surface apart, which no plane of theirs does.
  v128_t apart_by_sides() const {
    int axis = 0;
    for (int k = 1; k < 3; k++)
      if (__builtin_fabsf(a.normal[k][i]) > __builtin_fabsf(a.normal[axis][i])) axis = k;
    const int y = (axis + 1) % 3, z = (axis + 2) % 3;
    const v128_t turn_a = wasm_v128_load32_splat(&a.normal[axis][i]), turn_b = wasm_v128_load(b.normal[axis]);
    const v128_t sure_a = is_sure(turn_a, wasm_v128_load32_splat(&a.size[axis][i]));
    const v128_t sure_b = is_sure(turn_b, wasm_v128_load(b.size[axis]));
    v128_t apart = wasm_i32x4_splat(0);
    for (int c = 0; c < 3; c++) {
      const int next = (c + 1) % 3;
      v128_t outside_a = sure_a, outside_b = sure_b;
      for (int d = 0; d < 3; d++) {
        outside_a = wasm_v128_and(
            outside_a, wasm_v128_or(wasm_v128_or(shared[c][d], shared[next][d]),
                                    is_outside(corner_a(c, y), corner_a(c, z), corner_a(next, y), corner_a(next, z),
                                               corner_b(d, y), corner_b(d, z), turn_a)));
        outside_b = wasm_v128_and(
            outside_b, wasm_v128_or(wasm_v128_or(shared[d][c], shared[d][next]),
                                    is_outside(corner_b(c, y), corner_b(c, z), corner_b(next, y), corner_b(next, z),
                                               corner_a(d, y), corner_a(d, z), turn_b)));
      }
      apart = wasm_v128_or(apart, wasm_v128_or(outside_a, outside_b));
    }
    return apart;
  }
};

} // namespace
