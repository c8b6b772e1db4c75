/**
 * @file Makes a curve tree exactly symmetric across x = 0. Thinning removes one side before the other, so the curve of a
 * symmetric solid is not quite symmetric: points near the plane are moved onto it, and of the branches left and right of
 * it the longer side is kept and mirrored.
 */

import { distanceBetween } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';

/** Mirrors a tree; points nearer to the plane than `snap` times their radius are moved onto it. */
export function mirrorCurve(tree: CurveTree, snap: number): CurveTree {
  const { positions, radii, parents } = tree;
  const count = radii.length;
  // (1) −1 left, 1 right, 0 on the plane. A point follows its parent once it has left the plane.
  const side = new Int8Array(count);
  const lengths = [0, 0];
  for (let i = 1; i < count; i++) {
    const x = positions[i * 3];
    const above = side[parents[i]];
    side[i] = above !== 0 ? above : Math.abs(x) <= snap * radii[i] ? 0 : x < 0 ? -1 : 1;
    if (side[i] !== 0) lengths[side[i] < 0 ? 0 : 1] += distanceBetween(positions, i, parents[i]);
  }
  const kept = lengths[0] > lengths[1] ? -1 : 1;

  // (2) Points on the plane are kept where they lead to an end on it or to the kept side.
  const leads = new Uint8Array(count);
  const childCount = new Int32Array(count);
  for (let i = 1; i < count; i++) childCount[parents[i]]++;
  for (let i = count - 1; i >= 0; i--) {
    // What crosses to the other side belongs to the mirror image of the kept one.
    const crossed = side[i] === kept && positions[i * 3] * kept < 0;
    if (side[i] === kept ? !crossed : childCount[i] === 0 && side[i] === 0) leads[i] = 1;
    if (leads[i] !== 0 && i > 0) leads[parents[i]] = 1;
  }
  leads[0] = 1;

  // (3) The kept points, then the mirror image of those beside the plane.
  const points: number[] = [];
  const rank = new Int32Array(count);
  for (let i = 0; i < count; i++) if (leads[i] !== 0) rank[i] = points.push(i) - 1;
  const imageRank = rank.slice();
  const beside = points.filter((i) => side[i] !== 0);
  beside.forEach((i, at) => {
    imageRank[i] = points.length + at;
  });
  const total = points.length + beside.length;
  const out = {
    positions: new Float64Array(total * 3),
    radii: new Float64Array(total),
    volumes: new Float64Array(total),
    parents: new Int32Array(total),
  };
  const write = (at: number, i: number, factor: number, ranks: Int32Array): void => {
    const x = positions[i * 3];
    out.positions[at * 3] = side[i] === 0 ? 0 : kept * Math.abs(x) * factor;
    out.positions[at * 3 + 1] = positions[i * 3 + 1];
    out.positions[at * 3 + 2] = positions[i * 3 + 2];
    out.radii[at] = radii[i];
    out.volumes[at] = tree.volumes[i];
    out.parents[at] = i === 0 ? -1 : ranks[parents[i]];
  };
  points.forEach((i, at) => {
    write(at, i, 1, rank);
  });
  beside.forEach((i, at) => {
    write(points.length + at, i, -1, imageRank);
  });
  return out;
}
