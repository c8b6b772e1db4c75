/**
 * @file Splits a body made of boxes into its boxes, each with its own axes.
 *
 * Boxes of a figure often share corners or edges, so connectivity by vertices joins too much: triangles belong together
 * across an edge that no third triangle shares.
 */

import { cross, dot, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { weld } from '../../mesh/weld.js';

export interface BodyBox {
  readonly center: Vec3;
  /** Unit vectors. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
  /** Half the extent along each of them. */
  readonly half: Vec3;
  readonly volume: number;
}

/** Number of boxes: fewer are not a figure, more are a machine. */
const FEWEST = 5;
const MOST = 40;
/** A figure with more triangles per part is fine enough to bend. */
const MOST_FACES = 300;
/** Least fraction of the surface that faces along the axes of its own part. */
const BOX_SHARE = 0.6;
/** Cosines above which two faces count as parallel, and below which as perpendicular. */
const PARALLEL = 0.98;
const SQUARE = 0.1;
/** Added to sides before computing a volume, so that a sheet has one. */
const TINY = 0.004;

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: Vec3;
  readonly area: number;
}

/** The boxes of a mesh in the body's frame, or undefined where it is not made of boxes. */
export function splitBoxes(mesh: Mesh): BodyBox[] | undefined {
  const { positions, triangles } = weld(mesh).mesh;
  const faces: Face[] = [];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const face = measureFace(positions, [triangles[t], triangles[t + 1], triangles[t + 2]]);
    if (face.area > 0) faces.push(face);
  }
  const parts = groupFaces(faces);
  if (parts.length < FEWEST || parts.length > MOST || faces.length > MOST_FACES * parts.length)
    return undefined;
  let area = 0;
  let boxed = 0;
  const boxes = parts.map((part) => {
    part.sort((a, b) => b.area - a.area);
    const axes = axesOf(positions, part);
    for (const face of part) {
      area += face.area;
      if (axes.some((axis) => Math.abs(dot(axis, face.normal)) > PARALLEL)) boxed += face.area;
    }
    return boxAround(positions, part, axes);
  });
  return boxed >= BOX_SHARE * area ? boxes : undefined;
}

function measureFace(positions: Float32Array, corners: readonly [number, number, number]): Face {
  const at = (i: number): Vec3 => [
    positions[corners[i] * 3],
    positions[corners[i] * 3 + 1],
    positions[corners[i] * 3 + 2],
  ];
  const normal = cross(subtract(at(1), at(0)), subtract(at(2), at(0)));
  const length = Math.sqrt(dot(normal, normal));
  return { corners, normal: scale(normal, 1 / length), area: length / 2 };
}

/** Faces grouped into parts: joined across manifold edges, and across any edge where both are coplanar. */
function groupFaces(faces: readonly Face[]): Face[][] {
  const atEdge = new Map<string, number[]>();
  faces.forEach(({ corners }, f) => {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const list = atEdge.get(key);
      if (list) list.push(f);
      else atEdge.set(key, [f]);
    }
  });
  const above = Int32Array.from(faces, (_, f) => f);
  const root = (f: number): number => {
    let at = f;
    while (above[at] !== at) at = above[at] = above[above[at]];
    return at;
  };
  for (const list of atEdge.values()) if (list.length === 2) above[root(list[0])] = root(list[1]);
  const isFlat = new Uint8Array(faces.length).fill(1);
  faces.forEach(({ normal }, f) => {
    if (Math.abs(dot(normal, faces[root(f)].normal)) < PARALLEL) isFlat[root(f)] = 0;
  });
  // The two sides of a sheet share all their edges.
  for (const list of atEdge.values()) {
    for (let i = 1; list.length > 2 && i < list.length; i++) {
      const [a, b] = [root(list[0]), root(list[i])];
      const parallel = Math.abs(dot(faces[list[0]].normal, faces[list[i]].normal)) > PARALLEL;
      if (isFlat[a] !== 0 && isFlat[b] !== 0 && parallel) above[a] = b;
    }
  }
  const parts = new Map<number, Face[]>();
  faces.forEach((face, f) => {
    const part = parts.get(root(f));
    if (part) part.push(face);
    else parts.set(root(f), [face]);
  });
  return [...parts.values()];
}

/** Normal of the largest face, normal of the largest face perpendicular to it, and their cross product; for a sheet, along an edge. */
function axesOf(positions: Float32Array, part: readonly Face[]): [Vec3, Vec3, Vec3] {
  const first = part[0].normal;
  const [a, b] = part[0].corners;
  const edge: Vec3 = [
    positions[b * 3] - positions[a * 3],
    positions[b * 3 + 1] - positions[a * 3 + 1],
    positions[b * 3 + 2] - positions[a * 3 + 2],
  ];
  const side = part.find((face) => Math.abs(dot(face.normal, first)) < SQUARE)?.normal ?? edge;
  const level = subtract(side, scale(first, dot(side, first)));
  const second = scale(level, 1 / Math.sqrt(dot(level, level)));
  return [first, second, cross(first, second)];
}

function boxAround(
  positions: Float32Array,
  part: readonly Face[],
  axes: readonly [Vec3, Vec3, Vec3],
): BodyBox {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { corners } of part) {
    for (const corner of corners) {
      axes.forEach(([x, y, z], k) => {
        const along =
          x * positions[corner * 3] + y * positions[corner * 3 + 1] + z * positions[corner * 3 + 2];
        low[k] = Math.min(low[k], along);
        high[k] = Math.max(high[k], along);
      });
    }
  }
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const [h0, h1, h2] = low.map((value, k) => (high[k] - value) / 2);
  const center = [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + axis[k] * middle[i], 0));
  return {
    center: [center[0], center[1], center[2]],
    axes,
    half: [h0, h1, h2],
    volume: (2 * h0 + TINY) * (2 * h1 + TINY) * (2 * h2 + TINY),
  };
}
