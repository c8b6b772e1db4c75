// Which triangles of a mesh run through each other, in WebAssembly SIMD: exact, for one mesh in many poses.
// No libc: one instance holds one mesh, and its memory is a stack that only grows (see src/kernels/intersector.ts).
//
// (1) Blocks of four triangles hang in a tree of boxes, four children a node, built once. A pose renews the boxes.
// (2) The tree is walked against itself, four boxes at a time, down to a triangle against a block.
// (3) Four pairs at a time are told apart by the planes of their triangles in float32 with a rounding bound. More
//     than nine of ten pairs end there, those that share vertices among them.
// (4) What is left is decided by signs of volumes (intersect-predicates.h): the answer is exact, hence the same
//     on every machine, whatever the order of the sums above.

#include <wasm_simd128.h>

#include "intersect-predicates.h"

typedef unsigned int u32;

namespace {

// ---- Memory -----------------------------------------------------------------------------------------------

extern "C" unsigned char __heap_base;
u32 heap_end = 0;

// Bytes at a multiple of 16, not cleared; null where WASM's 4 GB are spent.
void *reserve(double bytes) {
  if (heap_end == 0) heap_end = (reinterpret_cast<u32>(&__heap_base) + 15) & ~15u;
  const double end = heap_end + bytes;
  if (end > 4294901760.0) return nullptr;
  const u32 pages = static_cast<u32>((end + 65535) / 65536), have = __builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == static_cast<u32>(-1)) return nullptr;
  void *at = reinterpret_cast<void *>(heap_end);
  heap_end = (static_cast<u32>(end) + 15) & ~15u;
  return at;
}

template <typename T> T *reserve_array(u32 count) {
  return static_cast<T *>(reserve(static_cast<double>(count) * sizeof(T)));
}

// ---- The mesh and its tree ----------------------------------------------------------------------------------

// Four triangles side by side; those that are missing have empty boxes.
struct Block {
  float low[3][4], high[3][4]; // the boxes
  float corner[3][3][4];       // [corner][axis], scaled to a body of about 1
  float normal[3][4];          // of the planes, not of length 1
  float size[3][4];            // sums of what was added and taken away in `normal`: its rounding is within their bound
  u32 place[3][4];             // names of the corners; equal names are one place
  u32 triangle[4];
};

// Four children with their boxes. A child below zero is block ~child; those that are missing have empty boxes.
struct Node {
  float low[3][4], high[3][4];
  int child[4];
};

u32 vertex_count, triangle_count;
const float *positions; // [V, 3]
const u32 *corners;     // [T, 3]
const u32 *places;      // [T, 3]
Block *blocks;
Node *nodes;
u32 block_count, node_count;

const u32 NO_PLACE = 0xffffffff;
const float INFINITE = __builtin_inff();

bool is_usable(u32 t) {
  const u32 *c = corners + t * 3, *p = places + t * 3;
  for (int k = 0; k < 3; k++)
    if (c[k] >= vertex_count || p[k] == NO_PLACE) return false;
  return p[0] != p[1] && p[1] != p[2] && p[2] != p[0];
}

// A triangle while the tree is built.
struct Item {
  float center[3];
  u32 triangle;
};

// Reorders items so that those before `middle` have no greater centres along the axis (Hoare's selection).
void select_median(Item *items, int axis, int low, int high, int middle) {
  while (low < high) {
    const float a = items[low].center[axis], b = items[(low + high) >> 1].center[axis], c = items[high].center[axis];
    const float least = a < b ? a : b, most = a < b ? b : a;
    const float pivot = c < least ? least : c > most ? most : c;
    int i = low, j = high;
    // Equal keys are swapped too: a thousand items in one place still halve.
    while (i <= j) {
      while (items[i].center[axis] < pivot) i++;
      while (items[j].center[axis] > pivot) j--;
      if (i > j) break;
      const Item swap = items[i];
      items[i++] = items[j];
      items[j--] = swap;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

// Parts blocks [from, to) at `middle`, along the longest side of their centres.
void part(Item *items, u32 item_count, u32 from, u32 middle, u32 to) {
  const u32 first = from * 4, end = to * 4 < item_count ? to * 4 : item_count;
  v128_t low = wasm_f32x4_splat(INFINITE), high = wasm_f32x4_splat(-INFINITE);
  for (u32 i = first; i < end; i++) {
    const v128_t item = wasm_v128_load(&items[i]);
    low = wasm_f32x4_pmin(low, item);
    high = wasm_f32x4_pmax(high, item);
  }
  float side[4];
  wasm_v128_store(side, wasm_f32x4_sub(high, low));
  const int axis = side[0] >= side[1] && side[0] >= side[2] ? 0 : side[1] >= side[2] ? 1 : 2;
  select_median(items, axis, first, end - 1, middle * 4);
}

// Makes the node of blocks [from, to) and all below it. Children have 4^n blocks each but the last, so that nodes are
// full but for the last of each level: equal shares would leave half of the lanes empty where the count is unlucky.
u32 build_node(Item *items, u32 item_count, u32 from, u32 to) {
  const u32 node = node_count++;
  u32 share = 1;
  while (share * 4 < to - from) share *= 4;
  const u32 parts = (to - from + share - 1) / share;
  u32 cut[5];
  for (u32 i = 0; i < 5; i++) cut[i] = i < parts ? from + i * share : to;
  const u32 half = (parts + 1) / 2;
  if (parts > 1) part(items, item_count, from, cut[half], to);
  if (half > 1) part(items, item_count, from, cut[1], cut[half]);
  if (parts - half > 1) part(items, item_count, cut[half], cut[half + 1], to);
  for (u32 i = 0; i < 4; i++) {
    const bool leaf = i < parts && cut[i + 1] - cut[i] == 1;
    const int child = i >= parts ? 0
                      : leaf     ? ~static_cast<int>(cut[i])
                                 : static_cast<int>(build_node(items, item_count, cut[i], cut[i + 1]));
    nodes[node].child[i] = child;
    for (int k = 0; k < 3; k++) nodes[node].low[k][i] = INFINITE, nodes[node].high[k][i] = -INFINITE;
  }
  return node;
}

// ---- Renewing the boxes -------------------------------------------------------------------------------------

// A power of two that brings the largest finite coordinate to about 1: float32 sums and products then neither
// overflow nor lose what matters to underflow.
float unit_scale() {
  float largest = 0;
  for (u32 i = 0; i < vertex_count * 3; i++) {
    const float value = __builtin_fabsf(positions[i]);
    if (value < INFINITE && value > largest) largest = value;
  }
  u32 bits;
  __builtin_memcpy(&bits, &largest, 4);
  const int exponent = 254 - static_cast<int>(bits >> 23);
  bits = static_cast<u32>(exponent < 1 ? 1 : exponent > 253 ? 253 : exponent) << 23;
  float scale;
  __builtin_memcpy(&scale, &bits, 4);
  return scale;
}

void refit_block(Block &block, float scale) {
  for (int lane = 0; lane < 4; lane++) {
    if (block.triangle[lane] == NO_PLACE) continue;
    for (int c = 0; c < 3; c++) {
      const float *p = positions + corners[block.triangle[lane] * 3 + c] * 3;
      for (int k = 0; k < 3; k++) block.corner[c][k][lane] = p[k] * scale;
    }
  }
  v128_t from[3], to[3], sum = wasm_f32x4_splat(0);
  v128_t low[3], high[3];
  for (int k = 0; k < 3; k++) {
    const v128_t a = wasm_v128_load(block.corner[0][k]);
    const v128_t b = wasm_v128_load(block.corner[1][k]);
    const v128_t c = wasm_v128_load(block.corner[2][k]);
    low[k] = wasm_f32x4_pmin(wasm_f32x4_pmin(a, b), c);
    high[k] = wasm_f32x4_pmax(wasm_f32x4_pmax(a, b), c);
    from[k] = wasm_f32x4_sub(b, a);
    to[k] = wasm_f32x4_sub(c, a);
    sum = wasm_f32x4_add(sum, wasm_f32x4_add(a, wasm_f32x4_add(b, c)));
  }
  // A corner that is not finite makes the sum so, and such a sum times zero is not zero: its box stays empty.
  const v128_t finite = wasm_f32x4_eq(wasm_f32x4_mul(sum, wasm_f32x4_splat(0)), wasm_f32x4_splat(0));
  const v128_t present = wasm_i32x4_ne(wasm_v128_load(block.triangle), wasm_i32x4_splat(-1));
  const v128_t usable = wasm_v128_and(finite, present);
  for (int k = 0; k < 3; k++) {
    const int y = (k + 1) % 3, z = (k + 2) % 3;
    wasm_v128_store(block.low[k], wasm_v128_bitselect(low[k], wasm_f32x4_splat(INFINITE), usable));
    wasm_v128_store(block.high[k], wasm_v128_bitselect(high[k], wasm_f32x4_splat(-INFINITE), usable));
    const v128_t plus = wasm_f32x4_mul(from[y], to[z]), minus = wasm_f32x4_mul(from[z], to[y]);
    wasm_v128_store(block.normal[k], wasm_f32x4_sub(plus, minus));
    wasm_v128_store(block.size[k], wasm_f32x4_add(wasm_f32x4_abs(plus), wasm_f32x4_abs(minus)));
  }
}

float least(const float *four) {
  v128_t v = wasm_v128_load(four);
  v = wasm_f32x4_pmin(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_pmin(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

float greatest(const float *four) {
  v128_t v = wasm_v128_load(four);
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

void refit() {
  const float scale = unit_scale();
  for (u32 b = 0; b < block_count; b++) refit_block(blocks[b], scale);
  // Children come after their parents.
  for (u32 n = node_count; n-- > 0;) {
    Node &node = nodes[n];
    for (int i = 0; i < 4; i++) {
      const int child = node.child[i];
      if (child == 0) continue;
      const float(*low)[4] = child < 0 ? blocks[~child].low : nodes[child].low;
      const float(*high)[4] = child < 0 ? blocks[~child].high : nodes[child].high;
      for (int k = 0; k < 3; k++) {
        node.low[k][i] = least(low[k]);
        node.high[k][i] = greatest(high[k]);
      }
    }
  }
}

// ---- Rest neighbours ----------------------------------------------------------------------------------------

// Each place with its edge neighbours and itself, ascending: those of v are ring[ring_start[v] .. ring_start[v + 1]).
u32 *ring_start = nullptr, *ring = nullptr;
// Pairs that are left out, ascending. [2 · excluded_count]
u32 *excluded = nullptr;
u32 excluded_count = 0;

template <typename Visit> void for_each_edge(Visit visit) {
  for (u32 t = 0; t < triangle_count; t++) {
    for (int k = 0; k < 3; k++) {
      const u32 a = places[t * 3 + k], b = places[t * 3 + (k + 1) % 3];
      if (a != NO_PLACE && b != NO_PLACE && a != b) visit(a, b);
    }
  }
}

// Shell's sort: a dozen in no time, the ten thousand around a pole in not much.
void sort_few(u32 *values, u32 count) {
  for (u32 gap = count; gap > 1;) {
    gap = gap < 5 ? 1 : gap * 5ull / 11;
    for (u32 i = gap; i < count; i++) {
      const u32 value = values[i];
      u32 j = i;
      for (; j >= gap && values[j - gap] > value; j -= gap) values[j] = values[j - gap];
      values[j] = value;
    }
  }
}

bool includes(const u32 *sorted, u32 low, u32 high, u32 value) {
  while (low < high) {
    const u32 middle = (low + high) >> 1;
    if (sorted[middle] == value) return true;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return false;
}

// Whether the rings of two places share one.
bool rings_touch(u32 u, u32 v) {
  // Two poles with ten thousand edges each meet in as many pairs: the last answer about long rings is kept.
  static u32 last_u = NO_PLACE, last_v = NO_PLACE;
  static bool last = false;
  // Walk the shorter ring.
  if (ring_start[u + 1] - ring_start[u] > ring_start[v + 1] - ring_start[v]) {
    const u32 swap = u;
    u = v;
    v = swap;
  }
  const bool is_long = ring_start[u + 1] - ring_start[u] > 64;
  if (is_long && u == last_u && v == last_v) return last;
  bool touch = false;
  for (u32 k = ring_start[u]; k < ring_start[u + 1] && !touch; k++)
    touch = includes(ring, ring_start[v], ring_start[v + 1], ring[k]);
  if (is_long) last_u = u, last_v = v, last = touch;
  return touch;
}

// Whether two triangles are at most two edges apart.
bool are_neighbours(u32 a, u32 b) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (rings_touch(places[a * 3 + i], places[b * 3 + j])) return true;
  return false;
}

bool is_excluded(u32 a, u32 b) {
  u32 low = 0, high = excluded_count;
  while (low < high) {
    const u32 middle = (low + high) >> 1, p = excluded[middle * 2], q = excluded[middle * 2 + 1];
    if (p == a && q == b) return true;
    if (p < a || (p == a && q < b)) low = middle + 1;
    else high = middle;
  }
  return false;
}

// ---- The search ---------------------------------------------------------------------------------------------

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

const v128_t boxes_touch(const float *low, const float *high, const float (*lows)[4], const float (*highs)[4]) {
  v128_t touch = wasm_i32x4_splat(-1);
  for (int k = 0; k < 3; k++) {
    touch = wasm_v128_and(touch, wasm_f32x4_le(wasm_v128_load32_splat(low + k * 4), wasm_v128_load(highs[k])));
    touch = wasm_v128_and(touch, wasm_f32x4_ge(wasm_v128_load32_splat(high + k * 4), wasm_v128_load(lows[k])));
  }
  return touch;
}

// Rounding of n · (p − a) with n = (b − a) × (c − a) in float32, of the sum of its absolute terms (Shewchuk 1997,
// 7 + 56 ε units of rounding, made round), and of what underflows where the body is about 1.
const float PLANE_BOUND = 8.0f / 16777216.0f, UNDERFLOW_BOUND = 1e-37f;

// The same for the turn of two sides in a plane, 3 + 16 ε.
const float TURN_BOUND = 4.0f / 16777216.0f;

// Whether the sign of a turn is beyond doubt.
v128_t is_sure(v128_t turn, v128_t size) {
  const v128_t bound = wasm_f32x4_add(wasm_f32x4_mul(size, wasm_f32x4_splat(TURN_BOUND)), wasm_f32x4_splat(UNDERFLOW_BOUND));
  return wasm_f32x4_gt(wasm_f32x4_abs(turn), bound);
}

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
struct Quad {
  const Block &a;
  const int i;
  const Block &b;
  v128_t shared[3][3], any_shared, all_shared;

  Quad(const Block &a, int i, const Block &b) : a(a), i(i), b(b) {
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

// Triangle i of block a against those of block b whose boxes it touches. False where a limit ends the search.
bool test_triangles(const Block &a, int i, const Block &b, v128_t touch) {
  tests_left -= __builtin_popcount(wasm_i32x4_bitmask(touch));
  const Quad quad(a, i, b);
  v128_t left = with_neighbours ? touch : wasm_v128_andnot(touch, quad.any_shared);
  // Twins with the same three corners have no side that tells them apart.
  const v128_t twins = wasm_v128_and(left, quad.all_shared);
  if (!wasm_v128_any_true(left)) return tests_left > 0;
  left = wasm_v128_andnot(left, quad.apart_by_plane_of_a());
  if (!wasm_v128_any_true(wasm_v128_or(left, twins))) return tests_left > 0;
  left = wasm_v128_andnot(left, quad.apart_by_planes_of_b());
  if (!wasm_v128_any_true(wasm_v128_or(left, twins))) return tests_left > 0;
  left = wasm_v128_or(wasm_v128_andnot(left, quad.apart_by_sides()), twins);
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
// on both sides, a node with itself gives at most 10: with 2^28 blocks in 14 levels that stays below 512.
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

// Builds the tree over the triangles that have three places, from positions that must stay where they are.
// Returns 0 where memory ends.
__attribute__((export_name("intersect_build"))) int intersect_build(
    u32 vertices, u32 triangles, const float *vertex_positions, const u32 *triangle_corners,
    const u32 *triangle_places) {
  vertex_count = vertices;
  triangle_count = triangles;
  positions = vertex_positions;
  corners = triangle_corners;
  places = triangle_places;
  blocks = reserve_array<Block>((triangles + 3) / 4);
  nodes = reserve_array<Node>((triangles + 3) / 4 + 1);
  const u32 kept = heap_end;
  Item *items = reserve_array<Item>(triangles);
  if (!blocks || !nodes || !items) return 0;
  u32 count = 0;
  const float scale = unit_scale();
  for (u32 t = 0; t < triangles; t++) {
    if (!is_usable(t)) continue;
    Item &item = items[count++];
    item.triangle = t;
    for (int k = 0; k < 3; k++) {
      float sum = 0;
      for (int c = 0; c < 3; c++) sum += positions[corners[t * 3 + c] * 3 + k] * scale;
      // Triangles that are not finite may lie anywhere: their boxes are empty.
      item.center[k] = sum - sum == 0 ? sum : 0;
    }
  }
  block_count = (count + 3) / 4;
  node_count = 0;
  if (count > 0) build_node(items, count, 0, block_count);
  for (u32 i = 0; i < block_count * 4; i++) {
    const u32 t = i < count ? items[i].triangle : NO_PLACE;
    Block &block = blocks[i / 4];
    block.triangle[i % 4] = t;
    for (int c = 0; c < 3; c++) {
      block.place[c][i % 4] = i < count ? places[t * 3 + c] : NO_PLACE;
      for (int k = 0; k < 3; k++) block.corner[c][k][i % 4] = 0;
    }
  }
  heap_end = kept;
  return 1;
}

// From now on pairs at most two edges apart are left out. Returns 0 where memory ends.
__attribute__((export_name("intersect_leave_out_neighbours"))) int intersect_leave_out_neighbours(u32 place_count) {
  u32 *starts = reserve_array<u32>(place_count + 1), *list = reserve_array<u32>(triangle_count * 6 + place_count);
  u32 *ends = reserve_array<u32>(place_count);
  if (!starts || !list || !ends) return 0;
  // (1) Room for each place itself and both ends of its edges.
  for (u32 v = 0; v < place_count; v++) ends[v] = 1;
  for_each_edge([&](u32 a, u32 b) { ends[a]++, ends[b]++; });
  u32 total = 0;
  for (u32 v = 0; v < place_count; v++) {
    const u32 room = ends[v];
    list[total] = v;
    ends[v] = total + 1;
    total += room;
  }
  for_each_edge([&](u32 a, u32 b) { list[ends[a]++] = b, list[ends[b]++] = a; });
  // (2) Sort each and drop repeats, which moves all after it forward.
  u32 from = 0, length = 0;
  for (u32 v = 0; v < place_count; v++) {
    sort_few(list + from, ends[v] - from);
    starts[v] = length;
    for (u32 i = from; i < ends[v]; i++)
      if (i == from || list[i] != list[length - 1]) list[length++] = list[i];
    from = ends[v];
  }
  starts[place_count] = length;
  ring_start = starts;
  ring = list;
  heap_end = (reinterpret_cast<u32>(list + length) + 15) & ~15u;
  return 1;
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
  refit();
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
