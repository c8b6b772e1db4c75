// Do two triangles meet in more than the corners they share? Exact, by signs of volumes and areas alone.
//
// Two closed triangles meet exactly where an edge of one meets the other, and the signs that decide it are sides of
// corners against planes and turns of edge against edge (the predicates of Guigue and Devillers, "Fast and robust
// triangle-triangle overlap test using orientation predicates", 2003, without their case analysis). Each sign comes
// from doubles where their rounding bound allows, else from an expansion of all terms (Shewchuk, "Adaptive precision
// floating-point arithmetic and fast robust geometric predicates", 1997). Coordinates are float32: products of three
// of them or of their differences lie between 2^-447 and 2^387, so doubles hold every part of them, and nothing can
// overflow or underflow. Triangles without area have no plane to speak of: they are sorted out before (`has_area`).
//
// Dropped: Moeller's interval test, whose divisions need a tolerance in metres that no mesh scale agrees on.

#pragma once

namespace {

typedef unsigned int u32;

int sign(double value) { return (value > 0) - (value < 0); }

// What a − b lost to rounding, given their difference.
double lost_by_difference(double a, double b, double difference) {
  const double taken = a - difference;
  return (a - (difference + taken)) + (taken - b);
}

// What a · b lost to rounding, given their product (Dekker's: both split into halves of 26 bits).
double lost_by_product(double a, double b, double product) {
  const double spread_a = a * 134217729.0, high_a = spread_a - (spread_a - a), low_a = a - high_a;
  const double spread_b = b * 134217729.0, high_b = spread_b - (spread_b - b), low_b = b - high_b;
  return low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b);
}

// An exact sum: components that do not overlap, by growing size, none of them zero.
struct Expansion {
  double part[64];
  int count = 0;

  void add(double value) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      const double sum = value + part[i], taken = sum - value;
      const double lost = (value - (sum - taken)) + (part[i] - taken);
      if (lost != 0) part[kept++] = lost;
      value = sum;
    }
    if (value != 0) part[kept++] = value;
    count = kept;
  }

  void add_product(double a, double b) {
    const double product = a * b, lost = lost_by_product(a, b, product);
    if (lost != 0) add(lost);
    if (product != 0) add(product);
  }

  void add_product(double a, double b, double c) {
    const double product = a * b, lost = lost_by_product(a, b, product);
    if (lost != 0) add_product(lost, c);
    add_product(product, c);
  }

  int sum_sign() const { return count == 0 ? 0 : sign(part[count - 1]); }
};

// Adds the volume spanned by three vectors.
template <typename T> void add_volume(Expansion &sum, const T *a, const T *b, const T *c, double side) {
  for (int k = 0; k < 3; k++) {
    const int y = (k + 1) % 3, z = (k + 2) % 3;
    sum.add_product(b[y], c[z], side * a[k]);
    sum.add_product(b[z], c[y], -side * a[k]);
  }
}

__attribute__((noinline)) int exact_volume_sign(const float *a, const float *b, const float *c, const float *d) {
  Expansion sum;
  const float *points[3] = {a, b, c};
  double from_d[3][3];
  bool exact = true;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      from_d[i][k] = static_cast<double>(points[i][k]) - d[k];
      exact = exact && lost_by_difference(points[i][k], d[k], from_d[i][k]) == 0;
    }
  }
  if (exact) {
    // Points near each other differ by few bits: most parts of the sum are zero.
    add_volume(sum, from_d[0], from_d[1], from_d[2], 1);
  } else {
    add_volume(sum, a, b, c, 1);
    add_volume(sum, a, b, d, -1);
    add_volume(sum, a, c, d, 1);
    add_volume(sum, b, c, d, -1);
  }
  return sum.sum_sign();
}

// Rounding of a volume and of an area in doubles, of the sums of their absolute terms (Shewchuk).
const double VOLUME_BOUND = 7.8e-16, AREA_BOUND = 3.4e-16;

// Sign of the volume of a tetrahedron.
int volume_sign(const float *a, const float *b, const float *c, const float *d) {
  const double adx = static_cast<double>(a[0]) - d[0], ady = static_cast<double>(a[1]) - d[1];
  const double adz = static_cast<double>(a[2]) - d[2], bdx = static_cast<double>(b[0]) - d[0];
  const double bdy = static_cast<double>(b[1]) - d[1], bdz = static_cast<double>(b[2]) - d[2];
  const double cdx = static_cast<double>(c[0]) - d[0], cdy = static_cast<double>(c[1]) - d[1];
  const double cdz = static_cast<double>(c[2]) - d[2];
  const double bc = bdx * cdy, cb = cdx * bdy, ca = cdx * ady, ac = adx * cdy, ab = adx * bdy, ba = bdx * ady;
  const double volume = adz * (bc - cb) + bdz * (ca - ac) + cdz * (ab - ba);
  const double size = __builtin_fabs(adz) * (__builtin_fabs(bc) + __builtin_fabs(cb)) +
                      __builtin_fabs(bdz) * (__builtin_fabs(ca) + __builtin_fabs(ac)) +
                      __builtin_fabs(cdz) * (__builtin_fabs(ab) + __builtin_fabs(ba));
  const double bound = VOLUME_BOUND * size;
  if (volume > bound) return 1;
  if (volume < -bound) return -1;
  return size == 0 ? 0 : exact_volume_sign(a, b, c, d);
}

// Sign of the area of three points seen along an axis.
int area_sign(int axis, const float *a, const float *b, const float *c) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  const double left = (static_cast<double>(a[x]) - c[x]) * (static_cast<double>(b[y]) - c[y]);
  const double right = (static_cast<double>(a[y]) - c[y]) * (static_cast<double>(b[x]) - c[x]);
  const double area = left - right, bound = AREA_BOUND * (__builtin_fabs(left) + __builtin_fabs(right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  if (bound == 0) return 0;
  Expansion sum;
  const float *points[3] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    const float *p = points[i], *q = points[(i + 1) % 3];
    sum.add(static_cast<double>(p[x]) * q[y]);
    sum.add(-static_cast<double>(p[y]) * q[x]);
  }
  return sum.sum_sign();
}

struct Triangle {
  const float *corner[3];
};

Triangle triangle_at(const float *positions, const u32 *corners) {
  return {{positions + corners[0] * 3, positions + corners[1] * 3, positions + corners[2] * 3}};
}

// An axis along which a triangle has an area, -1 where there is none.
int view_axis(const Triangle &t) {
  for (int axis = 0; axis < 3; axis++)
    if (area_sign(axis, t.corner[0], t.corner[1], t.corner[2]) != 0) return axis;
  return -1;
}

bool has_area(const Triangle &t) { return view_axis(t) >= 0; }

// On which side of a triangle a point lies: the sign of their volume.
int side_of(const Triangle &t, const float *point) {
  return volume_sign(t.corner[0], t.corner[1], t.corner[2], point);
}

// The same for three points, which share most of the work.
void sides_of(const Triangle &t, const Triangle &points, int *sides) {
  double normal[3], size[3];
  const float *a = t.corner[0], *b = t.corner[1], *c = t.corner[2];
  for (int k = 0; k < 3; k++) {
    const int y = (k + 1) % 3, z = (k + 2) % 3;
    const double plus = (static_cast<double>(c[y]) - a[y]) * (static_cast<double>(b[z]) - a[z]);
    const double minus = (static_cast<double>(c[z]) - a[z]) * (static_cast<double>(b[y]) - a[y]);
    normal[k] = plus - minus;
    size[k] = __builtin_fabs(plus) + __builtin_fabs(minus);
  }
  for (int i = 0; i < 3; i++) {
    const float *p = points.corner[i];
    double volume = 0, bound = 0;
    for (int k = 0; k < 3; k++) {
      const double offset = static_cast<double>(p[k]) - a[k];
      volume += normal[k] * offset;
      bound += size[k] * __builtin_fabs(offset);
    }
    bound *= VOLUME_BOUND;
    sides[i] = volume > bound ? 1 : volume < -bound ? -1 : bound == 0 ? 0 : exact_volume_sign(a, b, c, p);
  }
}

// Whether a segment in the plane of a triangle touches it.
bool coplanar_segment_meets(const float *p, const float *q, const Triangle &t) {
  const int axis = view_axis(t);
  const int facing = area_sign(axis, t.corner[0], t.corner[1], t.corner[2]);
  // (1) A side of the triangle with both ends strictly outside.
  for (int i = 0; i < 3; i++) {
    const float *a = t.corner[i], *b = t.corner[(i + 1) % 3];
    if (facing * area_sign(axis, a, b, p) < 0 && facing * area_sign(axis, a, b, q) < 0) return false;
  }
  // (2) The segment itself, with the whole triangle strictly on one side.
  const int side = area_sign(axis, p, q, t.corner[0]);
  return side == 0 || side != area_sign(axis, p, q, t.corner[1]) || side != area_sign(axis, p, q, t.corner[2]);
}

// Whether a segment whose ends lie on these sides of a triangle touches it.
bool segment_meets(const float *p, const float *q, int side_p, int side_q, const Triangle &t) {
  if (side_p == 0 && side_q == 0) return coplanar_segment_meets(p, q, t);
  if (side_p == side_q) return false;
  const int u = volume_sign(p, q, t.corner[0], t.corner[1]);
  const int v = volume_sign(p, q, t.corner[1], t.corner[2]);
  if (u * v < 0) return false;
  const int w = volume_sign(p, q, t.corner[2], t.corner[0]);
  return u * w >= 0 && v * w >= 0;
}

// Whether a side of one triangle has the other, in the same plane, strictly outside.
bool separates(int axis, const Triangle &t, const Triangle &other) {
  const int facing = area_sign(axis, t.corner[0], t.corner[1], t.corner[2]);
  for (int i = 0; i < 3; i++) {
    const float *a = t.corner[i], *b = t.corner[(i + 1) % 3];
    if (facing * area_sign(axis, a, b, other.corner[0]) < 0 && facing * area_sign(axis, a, b, other.corner[1]) < 0 &&
        facing * area_sign(axis, a, b, other.corner[2]) < 0)
      return true;
  }
  return false;
}

// The corner that lies on another side than both others, none of them on the plane.
int lone_corner(const int *sides) { return sides[0] == sides[1] ? 2 : sides[0] == sides[2] ? 1 : 0; }

// Triangles cut by each other's planes, no corner on them: the sections of the line that both planes have overlap.
bool sections_overlap(const Triangle &a, const int *of_a, const Triangle &b, const int *of_b) {
  const int i = lone_corner(of_a), j = lone_corner(of_b);
  const float *p = a.corner[i], *q = a.corner[(i + 1) % 3], *r = a.corner[(i + 2) % 3];
  const float *s = b.corner[j], *t = b.corner[(j + 1) % 3], *u = b.corner[(j + 2) % 3];
  // Turned so that both lone corners lie on the same side, the sections run the same way.
  const float *q1 = of_b[j] > 0 ? q : r, *r1 = of_b[j] > 0 ? r : q;
  const float *t1 = of_a[i] > 0 ? t : u, *u1 = of_a[i] > 0 ? u : t;
  return volume_sign(p, q1, s, t1) <= 0 && volume_sign(p, r1, u1, s) <= 0;
}

bool disjoint_triangles_meet(const Triangle &a, const Triangle &b) {
  int of_a[3], of_b[3];
  sides_of(a, b, of_b);
  if (of_b[0] == of_b[1] && of_b[1] == of_b[2] && of_b[0] != 0) return false;
  sides_of(b, a, of_a);
  if (of_a[0] == of_a[1] && of_a[1] == of_a[2] && of_a[0] != 0) return false;
  if (of_a[0] && of_a[1] && of_a[2] && of_b[0] && of_b[1] && of_b[2]) return sections_overlap(a, of_a, b, of_b);
  if ((of_b[0] | of_b[1] | of_b[2]) == 0 || (of_a[0] | of_a[1] | of_a[2]) == 0) {
    const int axis = view_axis(a);
    return !separates(axis, a, b) && !separates(axis, b, a);
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3;
    if (segment_meets(a.corner[i], a.corner[j], of_a[i], of_a[j], b)) return true;
    if (segment_meets(b.corner[i], b.corner[j], of_b[i], of_b[j], a)) return true;
  }
  return false;
}

// Corner i of one triangle is corner j of the other. They meet elsewhere too where the side opposite of it, of one or
// the other, does.
bool corner_mates_meet(const Triangle &a, int i, const Triangle &b, int j) {
  const float *p = a.corner[(i + 1) % 3], *q = a.corner[(i + 2) % 3];
  if (segment_meets(p, q, side_of(b, p), side_of(b, q), b)) return true;
  const float *r = b.corner[(j + 1) % 3], *s = b.corner[(j + 2) % 3];
  return segment_meets(r, s, side_of(a, r), side_of(a, s), a);
}

// The triangles share the side opposite of corners i and j. They meet elsewhere where one is folded onto the other.
bool edge_mates_meet(const Triangle &a, int i, const Triangle &b, int j) {
  if (side_of(a, b.corner[j]) != 0) return false;
  const int axis = view_axis(a);
  const float *p = a.corner[(i + 1) % 3], *q = a.corner[(i + 2) % 3];
  return area_sign(axis, p, q, a.corner[i]) == area_sign(axis, p, q, b.corner[j]);
}

// Whether two triangles, given by indices and by names of their corners (equal names are one place), share a point
// that is not on a side or corner that both have.
bool triangles_meet(const float *positions, const u32 *corners_a, const u32 *corners_b, const u32 *places_a,
                    const u32 *places_b) {
  const Triangle a = triangle_at(positions, corners_a), b = triangle_at(positions, corners_b);
  int shared = 0, sum_i = 0, sum_j = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (places_a[i] == places_b[j]) shared++, sum_i += i, sum_j += j;
  if (shared == 0) return disjoint_triangles_meet(a, b);
  if (shared == 1) return corner_mates_meet(a, sum_i, b, sum_j);
  if (shared == 2) return edge_mates_meet(a, 3 - sum_i, b, 3 - sum_j);
  return true;
}

} // namespace
