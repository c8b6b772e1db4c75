// Which triangles of a mesh run through each other, in WebAssembly SIMD: exact, for one mesh in many poses.
// No libc: one instance holds one mesh (see src/kernels/intersector.ts).
//
// (1) A tree of boxes (intersect-tree.h) is walked against itself, four boxes at a time, down to a triangle against
//     four others.
// (2) Nearly all of those are told apart in float32, four at a time (intersect-filter.h).
// (3) What is left is decided by signs of volumes (intersect-predicates.h): the answer is exact, hence the same on
//     every machine.
// (4) In a pose, neighbours and pairs that met at rest are left out (intersect-neighbours.h).

#include "intersect-filter.h"
#include "intersect-neighbours.h"
#include "intersect-predicates.h"

namespace {

u32 *pairs = nullptr; // the last array in memory, so that it can grow in place
u32 pair_count, pair_capacity = 0, pair_limit;
double tests_left;
bool with_neighbours;

bool add_pair(u32 a, u32 b) {
  if (pair_count == pair_limit) return false;
  if (pair_count == pair_capacity) {
    if (!reserve(65536)) return false;
    pair_capacity += 65536 / 8;
  }
  pairs[pair_count * 2] = a < b ? a : b;
  pairs[pair_count * 2 + 1] = a < b ? b : a;
  pair_count++;
  return true;
}

// Triangle i of block a against those of block b whose boxes it touches. False where a limit ends the search.
bool test_triangles(const Block &a, int i, const Block &b, v128_t touch) {
  tests_left -= __builtin_popcount(wasm_i32x4_bitmask(touch));
  const FourPairs four(a, i, b);
  v128_t left = with_neighbours ? touch : wasm_v128_andnot(touch, four.any_shared);
  // Twins with the same three corners have no side that tells them apart.
  const v128_t twins = wasm_v128_and(left, four.all_shared);
  if (!wasm_v128_any_true(left)) return tests_left > 0;
  left = wasm_v128_andnot(left, four.apart_by_plane_of_a());
  if (!wasm_v128_any_true(wasm_v128_or(left, twins))) return tests_left > 0;
  left = wasm_v128_andnot(left, four.apart_by_planes_of_b());
  if (!wasm_v128_any_true(wasm_v128_or(left, twins))) return tests_left > 0;
  left = wasm_v128_or(wasm_v128_andnot(left, four.apart_by_sides()), twins);
  for (u32 mask = wasm_i32x4_bitmask(left); mask; mask &= mask - 1) {
    const u32 s = a.triangle[i], t = b.triangle[__builtin_ctz(mask)];
    // Cheapest first: in a body made of parts most of what is left met at rest.
    if (excluded_count && is_excluded(s < t ? s : t, s < t ? t : s)) continue;
    if (!triangles_meet(positions, corners + s * 3, corners + t * 3, places + s * 3, places + t * 3)) continue;
    if (ring && are_neighbours(s, t)) continue;
    if (!add_pair(s, t)) return false;
  }
  return tests_left > 0;
}

bool test_blocks(const Block &a, const Block &b) {
  for (int i = 0; i < 4; i++) {
    const v128_t touch = boxes_touch(&a.low[0][i], &a.high[0][i], b.low, b.high);
    if (wasm_v128_any_true(touch) && !test_triangles(a, i, b, touch)) return false;
  }
  return true;
}

bool test_block_itself(const Block &a) {
  for (int i = 0; i < 3; i++) {
    const v128_t later = wasm_i32x4_make(0, i < 1 ? -1 : 0, i < 2 ? -1 : 0, -1);
    const v128_t touch = wasm_v128_and(later, boxes_touch(&a.low[0][i], &a.high[0][i], a.low, a.high));
    if (wasm_v128_any_true(touch) && !test_triangles(a, i, a, touch)) return false;
  }
  return true;
}

// Pairs of slots (node · 4 + lane) whose boxes touch wait here. A pair gives at most 16 and lies one level deeper
// on both sides, a node with itself gives at most 10: with 2^28 blocks in 14 levels that stays below 512 pairs.
u32 stack[2048];
u32 stack_size;

bool push(u32 slot_a, u32 slot_b) {
  const int a = nodes[slot_a >> 2].child[slot_a & 3], b = nodes[slot_b >> 2].child[slot_b & 3];
  if (a < 0 && b < 0) return slot_a == slot_b ? test_block_itself(blocks[~a]) : test_blocks(blocks[~a], blocks[~b]);
  stack[stack_size++] = slot_a;
  stack[stack_size++] = slot_b;
  return true;
}

// One slot's box against the children of a node.
bool push_touching(u32 slot, u32 n) {
  const Node &node = nodes[slot >> 2];
  const v128_t touch =
      boxes_touch(&node.low[0][slot & 3], &node.high[0][slot & 3], nodes[n].low, nodes[n].high);
  for (u32 mask = wasm_i32x4_bitmask(touch); mask; mask &= mask - 1)
    if (!push(slot, n * 4 + __builtin_ctz(mask))) return false;
  return true;
}

// A node's children with each other and with themselves.
bool push_within(u32 n) {
  for (u32 i = 0; i < 4; i++) {
    if (nodes[n].child[i] == 0) continue;
    const u32 slot = n * 4 + i;
    const v128_t touch = boxes_touch(&nodes[n].low[0][i], &nodes[n].high[0][i], nodes[n].low, nodes[n].high);
    for (u32 mask = wasm_i32x4_bitmask(touch) >> i; mask; mask &= mask - 1)
      if (!push(slot, slot + __builtin_ctz(mask))) return false;
  }
  return true;
}

bool search() {
  stack_size = 0;
  if (node_count > 0 && !push_within(0)) return false;
  while (stack_size > 0) {
    const u32 slot_b = stack[--stack_size], slot_a = stack[--stack_size];
    const int a = nodes[slot_a >> 2].child[slot_a & 3], b = nodes[slot_b >> 2].child[slot_b & 3];
    if (slot_a == slot_b) {
      if (!push_within(a)) return false;
    } else if (a < 0) {
      if (!push_touching(slot_a, b)) return false;
    } else if (b < 0) {
      if (!push_touching(slot_b, a)) return false;
    } else {
      for (u32 i = 0; i < 4; i++)
        if (!push_touching(static_cast<u32>(a) * 4 + i, b)) return false;
    }
  }
  return true;
}

// Sorts rows of two by one column, keeping the order of equals: [count] rows, keys below `key_count`.
void sort_rows(const u32 *rows, u32 *out, u32 count, int column, u32 *start, u32 key_count) {
  for (u32 k = 0; k <= key_count; k++) start[k] = 0;
  for (u32 i = 0; i < count; i++) start[rows[i * 2 + column] + 1]++;
  for (u32 k = 0; k < key_count; k++) start[k + 1] += start[k];
  for (u32 i = 0; i < count; i++) {
    const u32 at = start[rows[i * 2 + column]]++;
    out[at * 2] = rows[i * 2];
    out[at * 2 + 1] = rows[i * 2 + 1];
  }
}

} // namespace

extern "C" {

__attribute__((export_name("intersect_reserve"))) void *intersect_reserve(double bytes) { return reserve(bytes); }

// Takes a mesh, whose arrays must stay where they are. Returns 0 where memory ends.
__attribute__((export_name("intersect_build"))) int intersect_build(
    u32 vertices, u32 triangles, const float *vertex_positions, const u32 *triangle_corners,
    const u32 *triangle_places) {
  vertex_count = vertices;
  triangle_count = triangles;
  positions = vertex_positions;
  corners = triangle_corners;
  places = triangle_places;
  return build_tree();
}

// From now on pairs at most two edges apart are left out. Returns 0 where memory ends.
__attribute__((export_name("intersect_leave_out_neighbours"))) int intersect_leave_out_neighbours(u32 place_count) {
  return build_rings(place_count);
}

// Finds pairs for the positions as they are now. Returns their number; all of them only where
// `intersect_is_complete`. They lie at `intersect_pairs` until the next call, ascending.
bool complete;
__attribute__((export_name("intersect_find"))) u32 intersect_find(double test_limit, u32 most_pairs, int neighbours) {
  const u32 kept = heap_end;
  tests_left = test_limit;
  pair_limit = most_pairs;
  with_neighbours = neighbours != 0;
  pair_count = pair_capacity = 0;
  pairs = static_cast<u32 *>(reserve(0));
  refit_tree();
  complete = search();
  u32 *sorted = reserve_array<u32>(pair_count * 2), *starts = reserve_array<u32>(triangle_count + 1);
  if (sorted && starts) {
    sort_rows(pairs, sorted, pair_count, 1, starts, triangle_count);
    sort_rows(sorted, pairs, pair_count, 0, starts, triangle_count);
  } else {
    pair_count = 0;
    complete = false;
  }
  heap_end = kept;
  return pair_count;
}

__attribute__((export_name("intersect_is_complete"))) int intersect_is_complete() { return complete; }
__attribute__((export_name("intersect_pairs"))) const u32 *intersect_pairs() { return pairs; }

// From now on the pairs last found are left out. They lie where memory ended, so keeping them is not giving it back.
__attribute__((export_name("intersect_leave_out_found"))) void intersect_leave_out_found() {
  excluded = pairs;
  excluded_count = pair_count;
  reserve(static_cast<double>(pair_count) * 8);
}
}
