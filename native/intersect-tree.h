// Blocks of four triangles in a tree of boxes, four children a node: built once, its boxes renewed for every pose. A
// skinned mesh keeps its neighbourhoods, so a tree built at rest stays tight.

#pragma once

#include <wasm_simd128.h>

#include "intersect-predicates.h"

namespace {

// ---- Memory: a stack that only grows ------------------------------------------------------------------------

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

// Four triangles side by side; those that are missing, not finite or without area have empty boxes: they meet nothing.
struct alignas(16) Block {
  float low[3][4], high[3][4]; // the boxes
  float corner[3][3][4];       // [corner][axis], scaled to a body of about 1
  float normal[3][4];          // of the planes, not of length 1
  float size[3][4];            // sums of what was added and taken away in `normal`: its rounding is within their bound
  u32 place[3][4];             // names of the corners; equal names are one place
  u32 triangle[4];
  u32 present; // one bit for each that is not missing
};

// Four children with their boxes. A child below zero is block ~child; those that are missing have empty boxes.
struct alignas(16) Node {
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

// Builds the tree over the triangles that have three places; its boxes are set by `refit_tree`. False where memory ends.
bool build_tree() {
  blocks = reserve_array<Block>((triangle_count + 3) / 4);
  nodes = reserve_array<Node>((triangle_count + 3) / 4 + 1);
  const u32 kept = heap_end;
  Item *items = reserve_array<Item>(triangle_count);
  if (!blocks || !nodes || !items) return false;
  u32 count = 0;
  const float scale = unit_scale();
  for (u32 t = 0; t < triangle_count; t++) {
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
  for (u32 b = 0; b < block_count; b++) {
    Block &block = blocks[b];
    block.present = 0;
    for (u32 lane = 0; lane < 4; lane++) {
      // A missing one is its neighbour's twin; its box stays empty.
      const u32 i = b * 4 + lane;
      const u32 t = items[i < count ? i : count - 1].triangle;
      if (i < count) block.present |= 1u << lane;
      block.triangle[lane] = t;
      for (int c = 0; c < 3; c++) {
        block.place[c][lane] = places[t * 3 + c];
        for (int k = 0; k < 3; k++) block.corner[c][k][lane] = 0;
      }
    }
  }
  heap_end = kept;
  return true;
}

// ---- Renewing the boxes -------------------------------------------------------------------------------------

// Rounding of a turn, the cross product of two sides seen along an axis, in float32, of the sum of its absolute terms
// (Shewchuk 1997, 3 + 16 ε units of rounding, made round), and of what underflows where the body is about 1.
const float TURN_BOUND = 4.0f / 16777216.0f, UNDERFLOW_BOUND = 1e-37f;

// Whether the sign of a turn is beyond doubt.
v128_t is_sure(v128_t turn, v128_t size) {
  const v128_t bound =
      wasm_f32x4_add(wasm_f32x4_mul(size, wasm_f32x4_splat(TURN_BOUND)), wasm_f32x4_splat(UNDERFLOW_BOUND));
  return wasm_f32x4_gt(wasm_f32x4_abs(turn), bound);
}

// Boxes are of the coordinates as they are, so that an outlier does not squeeze the rest into one place.
void refit_block(Block &block, float scale) {
  for (int lane = 0; lane < 4; lane++) {
    if (!(block.present >> lane & 1)) continue;
    for (int c = 0; c < 3; c++) {
      const float *p = positions + corners[block.triangle[lane] * 3 + c] * 3;
      for (int k = 0; k < 3; k++) block.corner[c][k][lane] = p[k];
    }
  }
  v128_t low[3], high[3], from[3], to[3], sum = wasm_f32x4_splat(0);
  for (int k = 0; k < 3; k++) {
    v128_t p[3];
    for (int c = 0; c < 3; c++) p[c] = wasm_v128_load(block.corner[c][k]);
    low[k] = wasm_f32x4_pmin(wasm_f32x4_pmin(p[0], p[1]), p[2]);
    high[k] = wasm_f32x4_pmax(wasm_f32x4_pmax(p[0], p[1]), p[2]);
    for (int c = 0; c < 3; c++) {
      p[c] = wasm_f32x4_mul(p[c], wasm_f32x4_splat(scale));
      wasm_v128_store(block.corner[c][k], p[c]);
      sum = wasm_f32x4_add(sum, p[c]);
    }
    from[k] = wasm_f32x4_sub(p[1], p[0]);
    to[k] = wasm_f32x4_sub(p[2], p[0]);
  }
  v128_t sure = wasm_i32x4_splat(0);
  for (int k = 0; k < 3; k++) {
    const int y = (k + 1) % 3, z = (k + 2) % 3;
    const v128_t plus = wasm_f32x4_mul(from[y], to[z]), minus = wasm_f32x4_mul(from[z], to[y]);
    const v128_t normal = wasm_f32x4_sub(plus, minus);
    const v128_t size = wasm_f32x4_add(wasm_f32x4_abs(plus), wasm_f32x4_abs(minus));
    wasm_v128_store(block.normal[k], normal);
    wasm_v128_store(block.size[k], size);
    sure = wasm_v128_or(sure, is_sure(normal, size));
  }
  // A corner that is not finite makes the sum so, and such a sum times zero is not zero.
  const v128_t finite = wasm_f32x4_eq(wasm_f32x4_mul(sum, wasm_f32x4_splat(0)), wasm_f32x4_splat(0));
  u32 usable = block.present & wasm_i32x4_bitmask(finite);
  for (u32 doubt = usable & ~wasm_i32x4_bitmask(sure); doubt; doubt &= doubt - 1) {
    const int lane = __builtin_ctz(doubt);
    if (!has_area(triangle_at(positions, corners + block.triangle[lane] * 3))) usable &= ~(1u << lane);
  }
  const v128_t mask = wasm_i32x4_make(-(usable & 1), -(usable >> 1 & 1), -(usable >> 2 & 1), -(usable >> 3 & 1));
  for (int k = 0; k < 3; k++) {
    wasm_v128_store(block.low[k], wasm_v128_bitselect(low[k], wasm_f32x4_splat(INFINITE), mask));
    wasm_v128_store(block.high[k], wasm_v128_bitselect(high[k], wasm_f32x4_splat(-INFINITE), mask));
  }
}

float least_of(const float *four) {
  v128_t v = wasm_v128_load(four);
  v = wasm_f32x4_pmin(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_pmin(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

float greatest_of(const float *four) {
  v128_t v = wasm_v128_load(four);
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

// Renews the boxes and planes for the positions as they are now.
void refit_tree() {
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
        node.low[k][i] = least_of(low[k]);
        node.high[k][i] = greatest_of(high[k]);
      }
    }
  }
}

} // namespace
