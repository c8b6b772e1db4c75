/**
 * @file The generalised winding number: 1 inside a closed surface, 0 outside, something between for open shells and
 * soups, more than 1 where closed parts overlap. It defines an inside even for open surfaces.
 *
 * A triangle's share is the solid angle it covers (van Oosterom & Strackee 1983). Far groups of triangles are one
 * dipole each: Barill et al. 2018, "Fast Winding Numbers for Soups and Clouds", first order. At the default
 * accuracy the error stays below a few hundredths, which a threshold of one half does not notice.
 */

import type { Mesh } from './mesh.js';
import { triangleNormalInto } from './triangle-normal.js';
import { buildTriangleTree, type TriangleTree } from './triangle-tree.js';

/** Options of `createWindingNumber`. */
export interface WindingNumberOptions {
  /** A group is far from this many of its radii on, 1 and up; larger is slower and more exact. */
  readonly accuracy?: number;
}

/** Defaults of `createWindingNumber`. */
export const WINDING_NUMBER_DEFAULTS = Object.freeze({ accuracy: 2 });

/** The winding number of a surface around a point. */
export type WindingNumber = (x: number, y: number, z: number) => number;

/** Numbers kept per node: dipole x, y, z, centre x, y, z, squared distance from which it is far. */
const STRIDE = 7;

/** Prepares a mesh for winding numbers; hand in its tree where it is at hand. */
export function createWindingNumber(
  mesh: Mesh,
  options: WindingNumberOptions = {},
  tree: TriangleTree = buildTriangleTree(mesh),
): WindingNumber {
  const accuracy = Math.max(1, options.accuracy ?? WINDING_NUMBER_DEFAULTS.accuracy);
  const dipoles = gatherDipoles(mesh, tree, accuracy);
  const { positions } = mesh;
  const { first, size, right, corners, triangleBoxes } = tree;
  const stack = new Uint32Array(128);
  return (x, y, z) => {
    let sum = 0;
    let top = 0;
    if (first.length > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const d = node * STRIDE;
      const rx = dipoles[d + 3] - x;
      const ry = dipoles[d + 4] - y;
      const rz = dipoles[d + 5] - z;
      const squared = rx * rx + ry * ry + rz * rz;
      if (squared > dipoles[d + 6]) {
        sum += (dipoles[d] * rx + dipoles[d + 1] * ry + dipoles[d + 2] * rz) / (squared * Math.sqrt(squared));
      } else if (right[node] !== 0) {
        stack[top++] = right[node];
        stack[top++] = node + 1;
      } else {
        for (let i = first[node]; i < first[node] + size[node]; i++) {
          // A triangle with a non-finite corner has an empty box.
          if (triangleBoxes[i * 6] <= triangleBoxes[i * 6 + 3])
            sum += solidAngle(positions, corners, i, x, y, z);
        }
      }
    }
    return sum / (4 * Math.PI);
  };
}

/** The solid angle of a triangle, positive seen from behind. */
function solidAngle(
  positions: Float32Array,
  corners: Uint32Array,
  i: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = corners[i * 3] * 3;
  const b = corners[i * 3 + 1] * 3;
  const c = corners[i * 3 + 2] * 3;
  const ax = positions[a] - x;
  const ay = positions[a + 1] - y;
  const az = positions[a + 2] - z;
  const bx = positions[b] - x;
  const by = positions[b + 1] - y;
  const bz = positions[b + 2] - z;
  const cx = positions[c] - x;
  const cy = positions[c + 1] - y;
  const cz = positions[c + 2] - z;
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const along =
    la * lb * lc +
    (ax * bx + ay * by + az * bz) * lc +
    (bx * cx + by * cy + bz * cz) * la +
    (cx * ax + cy * ay + cz * az) * lb;
  return 2 * Math.atan2(volume, along);
}

/** Bottom up: the sum of the area vectors, their centre by area, and how far the furthest corner is from it. */
function gatherDipoles(mesh: Mesh, tree: TriangleTree, accuracy: number): Float64Array {
  const { positions } = mesh;
  const { first, size, right, corners, triangleBoxes, nodeBoxes } = tree;
  const dipoles = new Float64Array(first.length * STRIDE);
  const areas = new Float64Array(first.length);
  for (let node = first.length - 1; node >= 0; node--) {
    const d = node * STRIDE;
    if (right[node] === 0) {
      for (let i = first[node]; i < first[node] + size[node]; i++) {
        if (triangleBoxes[i * 6] <= triangleBoxes[i * 6 + 3])
          addTriangle(dipoles, areas, node, positions, corners, i);
      }
    } else {
      for (const child of [node + 1, right[node]]) {
        const c = child * STRIDE;
        for (let k = 0; k < 3; k++) {
          dipoles[d + k] += dipoles[c + k];
          dipoles[d + 3 + k] += areas[child] * dipoles[c + 3 + k];
        }
        areas[node] += areas[child];
      }
    }
    // The furthest corner of the box bounds the radius; a node without area is its box's middle.
    let squaredRadius = 0;
    for (let k = 0; k < 3; k++) {
      const low = nodeBoxes[node * 6 + k];
      const high = nodeBoxes[node * 6 + 3 + k];
      dipoles[d + 3 + k] = areas[node] > 0 ? dipoles[d + 3 + k] / areas[node] : (low + high) / 2 || 0;
      const reach = Math.max(high - dipoles[d + 3 + k], dipoles[d + 3 + k] - low, 0);
      squaredRadius += reach * reach;
    }
    dipoles[d + 6] = squaredRadius * accuracy * accuracy;
  }
  return dipoles;
}

const normal = new Float64Array(3);

function addTriangle(
  dipoles: Float64Array,
  areas: Float64Array,
  node: number,
  positions: Float32Array,
  corners: Uint32Array,
  i: number,
): void {
  const a = corners[i * 3] * 3;
  const b = corners[i * 3 + 1] * 3;
  const c = corners[i * 3 + 2] * 3;
  triangleNormalInto(normal, 0, { positions, triangles: corners }, i);
  const nx = normal[0] / 2;
  const ny = normal[1] / 2;
  const nz = normal[2] / 2;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const d = node * STRIDE;
  dipoles[d] += nx;
  dipoles[d + 1] += ny;
  dipoles[d + 2] += nz;
  for (let k = 0; k < 3; k++) {
    dipoles[d + 3 + k] += (area * (positions[a + k] + positions[b + k] + positions[c + k])) / 3;
  }
  areas[node] += area;
}
