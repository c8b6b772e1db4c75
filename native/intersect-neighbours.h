// Pairs of triangles that say nothing about a pose: those at most two edges apart, and those found at rest.

#pragma once

#include "intersect-tree.h"

namespace {

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

// Collects the rings. False where memory ends.
bool build_rings(u32 place_count) {
  u32 *starts = reserve_array<u32>(place_count + 1), *list = reserve_array<u32>(triangle_count * 6 + place_count);
  u32 *ends = reserve_array<u32>(place_count);
  if (!starts || !list || !ends) return false;
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
  return true;
}

} // namespace
