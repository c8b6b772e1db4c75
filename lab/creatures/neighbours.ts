/**
 * @file Which vertices of a surface are joined by an edge.
 */

/** Neighbours of each vertex: `list[start[v] … start[v + 1])`. */
export interface Neighbours {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

/** Vertices joined by an edge of the polygons (`sides` corners each). */
export function findNeighbours(polygons: Uint32Array, sides: number, vertexCount: number): Neighbours {
  // Each edge inside the surface is met twice, once from each side, so one direction per polygon is enough;
  // edges on the mirror plane are met once and entered both ways.
  const half = new Set<number>();
  for (let p = 0; p < polygons.length; p += sides) {
    for (let c = 0; c < sides; c++) half.add(polygons[p + c] * vertexCount + polygons[p + ((c + 1) % sides)]);
  }
  const start = new Uint32Array(vertexCount + 1);
  const pairs: number[] = [];
  for (const pair of half) {
    const a = Math.floor(pair / vertexCount);
    const b = pair % vertexCount;
    pairs.push(a, b);
    start[a + 1]++;
    if (!half.has(b * vertexCount + a)) {
      pairs.push(b, a);
      start[b + 1]++;
    }
  }
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const list = new Uint32Array(pairs.length / 2);
  for (let i = 0; i < pairs.length; i += 2) list[next[pairs[i]]++] = pairs[i + 1];
  return { start, list };
}
