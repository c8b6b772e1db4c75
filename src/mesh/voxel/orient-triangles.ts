/**
 * @file Which triangles to flip so that a signed ray crossing means "leaving the body".
 *
 * Patches of triangles joined by manifold edges are made consistent by a flood fill. A patch that encloses a clear volume is
 * then oriented outwards (an inverted outline hull cancelled its body's winding number and left the inside empty); any other
 * keeps the orientation of most of its triangles.
 */

import type { Mesh } from '../mesh.js';

/** A patch encloses a volume where |volume| is above this times area^1.5; a sphere has 0.094. */
const CLEAR_VOLUME = 0.01;

/** 1 to keep a triangle, −1 to flip it. Weld first. [T] */
export function orientTriangles({ positions, triangles }: Mesh): Int8Array {
  const triangleCount = Math.floor(triangles.length / 3);
  const across = findNeighbours(triangles, positions.length / 3);
  const signs = new Int8Array(triangleCount);
  const stack = new Int32Array(triangleCount);
  const patch = new Int32Array(triangleCount);
  for (let seed = 0; seed < triangleCount; seed++) {
    if (signs[seed] !== 0) continue;
    signs[seed] = 1;
    let top = 0;
    let length = 0;
    stack[top++] = seed;
    while (top > 0) {
      const t = stack[--top];
      patch[length++] = t;
      for (let k = 0; k < 3; k++) {
        const code = across[t * 3 + k];
        if (code === 0) continue;
        const other = Math.abs(code) - 1;
        if (signs[other] !== 0) continue;
        signs[other] = code > 0 ? signs[t] : -signs[t];
        stack[top++] = other;
      }
    }
    if (turnsInwards(positions, triangles, signs, patch.subarray(0, length))) {
      for (let i = 0; i < length; i++) signs[patch[i]] = -signs[patch[i]];
    }
  }
  return signs;
}

/** Share of the edges between two triangles that these run along the same way. Weld first. */
export function measureDisagreement({ positions, triangles }: Mesh): number {
  const across = findNeighbours(triangles, positions.length / 3);
  let shared = 0;
  let same = 0;
  for (const code of across) {
    if (code !== 0) shared++;
    if (code < 0) same++;
  }
  return shared > 0 ? same / shared : 0;
}

/** Per triangle side: ±(neighbour + 1), negative where the two run the edge the same way, 0 for none. [T, 3] */
function findNeighbours(triangles: Uint32Array, vertexCount: number): Int32Array {
  const sideCount = Math.floor(triangles.length / 3) * 3;
  const across = new Int32Array(sideCount);
  // Sides in lists per low vertex: linear, and no keys to sort.
  const heads = new Int32Array(Math.floor(vertexCount)).fill(-1);
  const next = new Int32Array(sideCount).fill(-1);
  const high = new Uint32Array(sideCount);
  const otherEnd = (side: number) => (side % 3 === 2 ? side - 2 : side + 1);
  for (let side = 0; side < sideCount; side++) {
    const a = triangles[side];
    const b = triangles[otherEnd(side)];
    if (a === b || Math.max(a, b) >= vertexCount) continue;
    high[side] = Math.max(a, b);
    next[side] = heads[Math.min(a, b)];
    heads[Math.min(a, b)] = side;
  }
  for (let v = 0; v < heads.length; v++) {
    for (let side = heads[v]; side >= 0; side = next[side]) {
      if (across[side] !== 0) continue;
      let partner = -1;
      let count = 1;
      for (let other = next[side]; other >= 0; other = next[other]) {
        if (high[other] !== high[side]) continue;
        partner = other;
        count++;
      }
      if (count !== 2 || across[partner] !== 0) continue;
      const sign = triangles[side] === triangles[partner] ? -1 : 1;
      across[side] = sign * (Math.floor(partner / 3) + 1);
      across[partner] = sign * (Math.floor(side / 3) + 1);
    }
  }
  return across;
}

function turnsInwards(
  positions: Float32Array,
  triangles: Uint32Array,
  signs: Int8Array,
  patch: Int32Array,
): boolean {
  let volume = 0;
  let area = 0;
  let flipped = 0;
  // Relative to a corner of the patch, so that a body far from the origin keeps its digits.
  const o = triangles[patch[0] * 3] * 3;
  const [ox, oy, oz] = [positions[o], positions[o + 1], positions[o + 2]];
  for (let i = 0; i < patch.length; i++) {
    const t = patch[i] * 3;
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ax, ay, az] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz];
    const [bx, by, bz] = [positions[b] - ox, positions[b + 1] - oy, positions[b + 2] - oz];
    const [cx, cy, cz] = [positions[c] - ox, positions[c + 1] - oy, positions[c + 2] - oz];
    const part = (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    if (!(size < Infinity)) continue;
    volume += signs[patch[i]] * part;
    area += size;
    if (signs[patch[i]] < 0) flipped++;
  }
  if (Math.abs(volume) > CLEAR_VOLUME * area ** 1.5) return volume < 0;
  return flipped * 2 > patch.length;
}
