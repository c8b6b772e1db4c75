/**
 * @file Contacts from intersecting triangles: which vertex is how deep behind which triangle. Spheres miss folds at a
 * bent joint and anything thinner than their fit. Of each pair the shallower way out is used; contacts are grouped by
 * the two joints that own the triangles, the deepest few of each.
 */

import type { PosedSurface } from './posed-surface.js';

/** A corner behind a triangle. */
export interface TriangleContact {
  /** Vertex that is to move out. */
  readonly vertex: number;
  /** Triangle that it is behind, and the weights of its corners where the vertex should surface. */
  readonly triangle: number;
  readonly barycentric: readonly [number, number, number];
  /** Unit normal of that triangle. */
  readonly normal: readonly [number, number, number];
  readonly depth: number;
  /** The two joints that own the triangles, lower · J + higher. */
  readonly group: number;
}

/** Contacts of each group of joints, the deepest first. */
export function findTriangleContacts(
  { rig, owners, positions }: PosedSurface,
  pairs: Uint32Array,
  mostPerGroup: number,
): TriangleContact[] {
  const jointCount = rig.skeleton.parents.length;
  const { triangles } = rig.mesh;
  const groups = new Map<number, TriangleContact[]>();
  for (let p = 0; p < pairs.length; p += 2) {
    const [a, b] = [pairs[p], pairs[p + 1]];
    const [i, j] = [owners[a], owners[b]];
    const group = Math.min(i, j) * jointCount + Math.max(i, j);
    const one = behind(positions, triangles, a, b, group);
    const other = behind(positions, triangles, b, a, group);
    const contact = one && other ? (one.depth < other.depth ? one : other) : (one ?? other);
    if (!contact) continue;
    const list = groups.get(group);
    if (list) list.push(contact);
    else groups.set(group, [contact]);
  }
  return [...groups.values()].flatMap((list) => pickDeepest(list, mostPerGroup));
}

/** The corner of triangle a that lies deepest behind triangle b. */
function behind(
  positions: Float32Array,
  triangles: Uint32Array,
  a: number,
  b: number,
  group: number,
): TriangleContact | undefined {
  const o = triangles[b * 3] * 3;
  const u = triangles[b * 3 + 1] * 3;
  const v = triangles[b * 3 + 2] * 3;
  const ux = positions[u] - positions[o];
  const uy = positions[u + 1] - positions[o + 1];
  const uz = positions[u + 2] - positions[o + 2];
  const vx = positions[v] - positions[o];
  const vy = positions[v + 1] - positions[o + 1];
  const vz = positions[v + 2] - positions[o + 2];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const doubled = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(doubled > 0)) return undefined;
  nx /= doubled;
  ny /= doubled;
  nz /= doubled;
  let [vertex, depth] = [-1, -Infinity];
  for (let c = 0; c < 3; c++) {
    const w = triangles[a * 3 + c] * 3;
    const height =
      (positions[w] - positions[o]) * nx +
      (positions[w + 1] - positions[o + 1]) * ny +
      (positions[w + 2] - positions[o + 2]) * nz;
    if (-height > depth) [vertex, depth] = [triangles[a * 3 + c], -height];
  }
  // Weights of the corners at the foot of the perpendicular, kept inside the triangle.
  const px = positions[vertex * 3] - positions[o];
  const py = positions[vertex * 3 + 1] - positions[o + 1];
  const pz = positions[vertex * 3 + 2] - positions[o + 2];
  const area = (x: number, y: number, z: number) => (x * nx + y * ny + z * nz) / doubled;
  const s = Math.max(0, area(py * vz - pz * vy, pz * vx - px * vz, px * vy - py * vx));
  const t = Math.max(0, area(uy * pz - uz * py, uz * px - ux * pz, ux * py - uy * px));
  const most = Math.max(1, s + t);
  const barycentric = [1 - (s + t) / most, s / most, t / most] as const;
  return { vertex, triangle: b, barycentric, normal: [nx, ny, nz], depth: Math.max(0, depth), group };
}

function pickDeepest(contacts: TriangleContact[], most: number): TriangleContact[] {
  contacts.sort((a, b) => b.depth - a.depth || a.vertex - b.vertex || a.triangle - b.triangle);
  const seen = new Set<number>();
  return contacts
    .filter(({ vertex }) => {
      if (seen.has(vertex)) return false;
      seen.add(vertex);
      return true;
    })
    .slice(0, most);
}
