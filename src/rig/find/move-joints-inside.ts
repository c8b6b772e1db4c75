/**
 * @file Moves joints that lie outside the body, in a bend or between joined parts, to the deepest voxel nearby; in a limb
 * or sheet too thin to have a voxel inside, to the middle of the surface around it. A gap thinner than a voxel, such as
 * a closed mouth, is solid to the grid: a joint in it moves into the solid beside it.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex } from '../../mesh/nearest-surface.js';
import { cellAt } from '../../mesh/voxel/voxel-grid.js';
import { ENOUGH_VOTES, type VoxelizedMesh } from '../../mesh/voxelize.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import { type DraftJoint, findImages } from './draft-joints.js';

/** Voxels to each side that are searched. */
const SEARCH = 4;
/** A joint this many voxels deep needs no check. */
const SAFE_DEPTH = 1.2;
/** Voxels of distance that one voxel of depth is worth. */
const DEPTH_VALUE = 0.5;

/** Distances from a point in a gap, in voxels, at which solid is searched, in this order. */
const GAP_REACH = [0.5, 1, 1.5, 2];
/** To all sides. */
const PROBES: readonly Point[] = Array.from(
  { length: 27 },
  (_, i): Point => [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1],
).filter((probe) => probe.some((value) => value !== 0));

/** Joints with those outside moved inside; mirror pairs move alike, a joint on the plane stays on it. */
export function moveJointsInside(
  joints: readonly DraftJoint[],
  grid: VoxelizedMesh,
  depth: Float32Array,
  mesh: Mesh,
  symmetric: boolean,
): DraftJoint[] {
  const images = symmetric ? findImages(joints) : new Int32Array(joints.length).fill(-1);
  const moved = [...joints];
  let toSurface: ((point: Point) => Point) | undefined;
  const intoFlesh = createFleshFinder(mesh, grid.spacing);
  const isInside = ([x, y, z]: Point, least: number): boolean => {
    const cell = cellAt(grid, x, y, z);
    return grid.votes[cell] >= ENOUGH_VOTES && depth[cell] >= least * grid.spacing;
  };
  const moveIn = (position: Point, central: boolean): Point => {
    if (isInside(position, SAFE_DEPTH)) return intoFlesh(position, central);
    // A body that is only roughly symmetric may not reach the plane there: inside matters more than on it.
    const place = deepestNear(grid, depth, position, central) ?? deepestNear(grid, depth, position, false);
    if (place !== undefined) return intoFlesh(place, central);
    toSurface ??= createSurfaceMean(mesh, grid);
    return toSurface(position);
  };
  joints.forEach((joint, j) => {
    const image = images[j];
    // Of a pair the one with the lower index decides.
    if (image >= 0 && image < j) return;
    const place = moveIn(joint.position, image === j);
    moved[j] = { ...joint, position: place };
    if (image <= j) return;
    const mirrored: Point = [-place[0], place[1], place[2]];
    moved[image] = { ...joints[image], position: isInside(mirrored, 0) ? mirrored : moveIn(mirrored, false) };
  });
  return moved;
}

type Point = readonly [number, number, number];

/** The centre of the best voxel inside the body around a point: deep and near. */
function deepestNear(
  grid: VoxelizedMesh,
  depth: Float32Array,
  [x, y, z]: Point,
  central: boolean,
): Point | undefined {
  const { size, origin, spacing, votes } = grid;
  const [ci, cj, ck] = [x, y, z].map((value, k) => Math.floor((value - origin[k]) / spacing));
  let best: Point | undefined;
  let bestScore = Infinity;
  for (let k = Math.max(0, ck - SEARCH); k <= Math.min(size[2] - 1, ck + SEARCH); k++) {
    for (let j = Math.max(0, cj - SEARCH); j <= Math.min(size[1] - 1, cj + SEARCH); j++) {
      for (let i = Math.max(0, ci - SEARCH); i <= Math.min(size[0] - 1, ci + SEARCH); i++) {
        const cell = i + size[0] * (j + size[1] * k);
        if (votes[cell] < ENOUGH_VOTES || depth[cell] === 0 || (central && i !== ci)) continue;
        const px = central ? 0 : origin[0] + spacing * (i + 0.5);
        const py = origin[1] + spacing * (j + 0.5);
        const pz = origin[2] + spacing * (k + 0.5);
        const away = Math.sqrt((px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z));
        const score = away - DEPTH_VALUE * Math.min(depth[cell], 2 * spacing);
        if (score >= bestScore) continue;
        bestScore = score;
        best = [px, py, pz];
      }
    }
  }
  return best;
}

/** The nearest point around one in a gap that lies inside the surface; the point itself where it is inside or none is. */
function createFleshFinder(mesh: Mesh, spacing: number): (point: Point, central: boolean) => Point {
  const winding = createWindingNumber(mesh);
  return (point, central) => {
    const [x, y, z] = point;
    if (winding(x, y, z) >= 0.5) return point;
    for (const cells of GAP_REACH) {
      for (const [dx, dy, dz] of PROBES) {
        if (central && dx !== 0) continue;
        const step = (cells * spacing) / Math.hypot(dx, dy, dz);
        const [px, py, pz] = [x + step * dx, y + step * dy, z + step * dz];
        if (winding(px, py, pz) >= 0.5) return [px, py, pz];
      }
    }
    return point;
  };
}

/**
 * The middle of the surface around its point nearest to another: the mean of the nearest surface points of probes to all
 * sides. In a thin limb or sheet that lies between the walls.
 */
function createSurfaceMean(mesh: Mesh, grid: VoxelizedMesh): (point: Point) => Point {
  const { spacing } = grid;
  const index = createSurfaceIndex(mesh);
  const onSurface = (x: number, y: number, z: number): Point => {
    if (index.nearest(x, y, z) < 0) return [x, y, z];
    const { triangle, barycentric } = index.found;
    const at = (k: number) =>
      [0, 1, 2].reduce(
        (sum, corner) =>
          sum + barycentric[corner] * mesh.positions[mesh.triangles[triangle * 3 + corner] * 3 + k],
        0,
      );
    return [at(0), at(1), at(2)];
  };
  return ([x, y, z]) => {
    const center = onSurface(x, y, z);
    const mean = [0, 0, 0];
    for (let probe = 0; probe < 8; probe++) {
      const found = onSurface(
        center[0] + (probe & 1 ? spacing : -spacing),
        center[1] + (probe & 2 ? spacing : -spacing),
        center[2] + (probe & 4 ? spacing : -spacing),
      );
      for (let k = 0; k < 3; k++) mean[k] += found[k] / 8;
    }
    // Two sheets that are farther apart have no solid between them.
    const isSolid = grid.cells[cellAt(grid, mean[0], mean[1], mean[2])] !== 0;
    return isSolid ? [mean[0], mean[1], mean[2]] : center;
  };
}
