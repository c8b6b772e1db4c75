/**
 * @file Do two triangles meet? A test by signs of tetrahedron volumes alone, no intersection point is computed.
 *
 * Two closed triangles that are not coplanar meet exactly where an edge of one crosses the other, and the signs
 * that decide all six edge tests are the 3 + 3 sides of corners against planes and the 9 turns of edge against
 * edge (the predicates of Guigue and Devillers, "Fast and robust triangle–triangle overlap test using
 * orientation predicates", 2003, without their case analysis). A volume within its rounding bound (Shewchuk,
 * "Adaptive precision floating-point arithmetic", 1997) counts as zero, and zero counts as touching: the answer
 * errs to "meet" and only within about 1e-15 of the triangles' size. Triangles without area never meet anything.
 *
 * Dropped: Möller's interval test, whose divisions need a tolerance in metres that no mesh scale agrees on.
 */

/** The six corners under test: three of the first triangle, three of the second. [6, 3] */
const corners = new Float64Array(18);
/** Turns of edge i of the first against edge j of the second. [3, 3] */
const turns = new Int8Array(9);

const VOLUME_BOUND = 7.8e-16;
const AREA_BOUND = 3.4e-16;

/** Whether two closed triangles, given by vertex indices into positions [V, 3], share a point. */
export function trianglesIntersect(
  positions: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  load(positions, 0, a0);
  load(positions, 3, a1);
  load(positions, 6, a2);
  load(positions, 9, b0);
  load(positions, 12, b1);
  load(positions, 15, b2);

  // (1) Corners against planes: most pairs end here.
  const s0 = volumeSign(0, 3, 6, 9);
  const s1 = volumeSign(0, 3, 6, 12);
  const s2 = volumeSign(0, 3, 6, 15);
  if (s0 === s1 && s1 === s2 && s0 !== 0) return false;
  const t0 = volumeSign(9, 12, 15, 0);
  const t1 = volumeSign(9, 12, 15, 3);
  const t2 = volumeSign(9, 12, 15, 6);
  if (t0 === t1 && t1 === t2 && t0 !== 0) return false;

  // (2) A triangle without area has every volume zero, so it ends in the coplanar case.
  if ((s0 | s1 | s2) === 0 || (t0 | t1 | t2) === 0) return coplanarTrianglesMeet();

  // (3) Each edge against the other triangle.
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      turns[i * 3 + j] = volumeSign(i * 3, ((i + 1) % 3) * 3, 9 + j * 3, 9 + ((j + 1) % 3) * 3);
    }
  }
  return (
    edgeMeets(t0, t1, 0, 1, 0, 9) ||
    edgeMeets(t1, t2, 3, 1, 3, 9) ||
    edgeMeets(t2, t0, 6, 1, 6, 9) ||
    edgeMeets(s0, s1, 0, 3, 9, 0) ||
    edgeMeets(s1, s2, 1, 3, 12, 0) ||
    edgeMeets(s2, s0, 2, 3, 15, 0)
  );
}

function load(positions: Float32Array, at: number, vertex: number): void {
  corners[at] = positions[vertex * 3];
  corners[at + 1] = positions[vertex * 3 + 1];
  corners[at + 2] = positions[vertex * 3 + 2];
}

/** Sign of the volume of the tetrahedron of four corners; 0 within the rounding bound. */
function volumeSign(a: number, b: number, c: number, d: number): number {
  const p = corners;
  const adx = p[a] - p[d];
  const ady = p[a + 1] - p[d + 1];
  const adz = p[a + 2] - p[d + 2];
  const bdx = p[b] - p[d];
  const bdy = p[b + 1] - p[d + 1];
  const bdz = p[b + 2] - p[d + 2];
  const cdx = p[c] - p[d];
  const cdy = p[c + 1] - p[d + 1];
  const cdz = p[c + 2] - p[d + 2];
  const bc = bdx * cdy;
  const cb = cdx * bdy;
  const ca = cdx * ady;
  const ac = adx * cdy;
  const ab = adx * bdy;
  const ba = bdx * ady;
  const volume = adz * (bc - cb) + bdz * (ca - ac) + cdz * (ab - ba);
  const size =
    Math.abs(adz) * (Math.abs(bc) + Math.abs(cb)) +
    Math.abs(bdz) * (Math.abs(ca) + Math.abs(ac)) +
    Math.abs(cdz) * (Math.abs(ab) + Math.abs(ba));
  const bound = VOLUME_BOUND * size;
  return volume > bound ? 1 : volume < -bound ? -1 : 0;
}

/**
 * Whether the edge that starts at corner `edge` meets the triangle that starts at corner `other`. `sideA` and
 * `sideB` are the sides of its ends; its three turns lie at `turn`, `turn + step` and `turn + 2 step`.
 */
function edgeMeets(
  sideA: number,
  sideB: number,
  turn: number,
  step: number,
  edge: number,
  other: number,
): boolean {
  if (sideA === 0 && sideB === 0) return coplanarEdgeMeets(edge, other);
  if (sideA === sideB) return false;
  const u = turns[turn];
  const v = turns[turn + step];
  const w = turns[turn + 2 * step];
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/** The coordinate axis to look along at a triangle, or −1 where it has no area. */
function viewAxis(t: number): number {
  let best = -1;
  let bestArea = 0;
  for (let axis = 0; axis < 3; axis++) {
    const area = Math.abs(doubleArea(axis, t, t + 3, t + 6));
    if (area > bestArea) {
      bestArea = area;
      best = axis;
    }
  }
  return best;
}

/** Twice the signed area of three corners seen along an axis; 0 within the rounding bound. */
function doubleArea(axis: number, a: number, b: number, c: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const left = (corners[a + u] - corners[c + u]) * (corners[b + v] - corners[c + v]);
  const right = (corners[a + v] - corners[c + v]) * (corners[b + u] - corners[c + u]);
  const area = left - right;
  return Math.abs(area) <= AREA_BOUND * (Math.abs(left) + Math.abs(right)) ? 0 : area;
}

/** Overlap of two triangles in one plane: no edge of either has the other strictly outside. */
function coplanarTrianglesMeet(): boolean {
  const axis = viewAxis(0);
  if (axis < 0 || viewAxis(9) < 0) return false;
  return !separates(axis, 0, 9) && !separates(axis, 9, 0);
}

/** Overlap of an edge with a triangle in whose plane it lies. */
function coplanarEdgeMeets(edge: number, other: number): boolean {
  const axis = viewAxis(other);
  const end = edge % 9 === 6 ? edge - 6 : edge + 3;
  if (axis < 0) return false;
  // (1) An edge of the triangle with both ends strictly outside.
  const facing = Math.sign(doubleArea(axis, other, other + 3, other + 6));
  for (let i = 0; i < 3; i++) {
    const a = other + i * 3;
    const b = other + ((i + 1) % 3) * 3;
    if (facing * doubleArea(axis, a, b, edge) < 0 && facing * doubleArea(axis, a, b, end) < 0) return false;
  }
  // (2) The edge itself, with the whole triangle strictly on one side.
  const side = Math.sign(doubleArea(axis, edge, end, other));
  return (
    side === 0 ||
    side !== Math.sign(doubleArea(axis, edge, end, other + 3)) ||
    side !== Math.sign(doubleArea(axis, edge, end, other + 6))
  );
}

/** Whether an edge of triangle `t` has the triangle `other` strictly outside. */
function separates(axis: number, t: number, other: number): boolean {
  const facing = Math.sign(doubleArea(axis, t, t + 3, t + 6));
  for (let i = 0; i < 3; i++) {
    const a = t + i * 3;
    const b = t + ((i + 1) % 3) * 3;
    if (
      facing * doubleArea(axis, a, b, other) < 0 &&
      facing * doubleArea(axis, a, b, other + 3) < 0 &&
      facing * doubleArea(axis, a, b, other + 6) < 0
    ) {
      return true;
    }
  }
  return false;
}
