/**
 * @file The simplest skin weights, as a reference: every vertex follows the joint with the nearest bone. A joint's bones
 * go to its children; a leaf is a point. Where two are equally near, the one further from the root gets the vertex.
 */

import type { Mesh } from '../../src/mesh/mesh.js';
import type { Skeleton, Skin } from '../../src/rig/rig-records.js';

export function nearestBoneSkin(mesh: Mesh, skeleton: Skeleton): Skin {
  const { positions } = mesh;
  const { parents } = skeleton;
  const owners: number[] = [];
  const ends: number[] = [];
  const isLeaf = new Uint8Array(parents.length).fill(1);
  for (let j = 1; j < parents.length; j++) isLeaf[parents[j]] = 0;
  for (let j = 0; j < parents.length; j++) {
    if (isLeaf[j]) [owners[owners.length], ends[ends.length]] = [j, j];
    for (let c = j + 1; c < parents.length; c++) {
      if (parents[c] === j) [owners[owners.length], ends[ends.length]] = [j, c];
    }
  }
  const joints = new Uint16Array(positions.length / 3);
  for (let v = 0; v < joints.length; v++) {
    let nearest = Infinity;
    for (let b = 0; b < owners.length; b++) {
      const squared = squaredToSegment(positions, v * 3, skeleton.rest, owners[b] * 3, ends[b] * 3);
      if (squared <= nearest) {
        nearest = squared;
        joints[v] = owners[b];
      }
    }
  }
  return { joints, weights: new Float32Array(joints.length).fill(1), influenceCount: 1 };
}

function squaredToSegment(p: Float32Array, i: number, points: Float32Array, a: number, b: number): number {
  const dx = points[b] - points[a];
  const dy = points[b + 1] - points[a + 1];
  const dz = points[b + 2] - points[a + 2];
  const x = p[i] - points[a];
  const y = p[i + 1] - points[a + 1];
  const z = p[i + 2] - points[a + 2];
  const squared = dx * dx + dy * dy + dz * dz;
  const t = squared > 0 ? Math.min(1, Math.max(0, (x * dx + y * dy + z * dz) / squared)) : 0;
  return (x - t * dx) ** 2 + (y - t * dy) ** 2 + (z - t * dz) ** 2;
}
