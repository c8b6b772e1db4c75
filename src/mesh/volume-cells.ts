/**
 * @file The volume of a mesh as points of equal mass, each of which moves as the nearest vertex: solid cells of equal
 * density. Where a mesh encloses nothing, its vertices weigh alike.
 */

import { computeBox, isFinitePoint, longestSide } from './box.js';
import type { Mesh } from './mesh.js';
import { createPointIndex } from './nearest-point.js';
import { cellCentreInto } from './voxel/voxel-grid.js';
import { voxelize } from './voxelize.js';

/** Points that share a body's mass equally. */
export interface VolumeCells {
  /** [N, 3] */
  readonly points: Float64Array;
  /** The vertex that each moves with. [N] */
  readonly vertices: Uint32Array;
  /** Volume of one, cubic metres; of a mesh that encloses nothing, as if its skin were a hundredth of its size thick. */
  readonly volume: number;
  /** Whether the mesh encloses nothing. */
  readonly hollow: boolean;
}

/** Cells along the longest side: 80 move the centre of 90 rigs that 40 give by 0.7 % of the size, thin shells by up to 4 %. */
export const VOLUME_RESOLUTION = 48;

/** Fills a mesh with cells; `resolution` is their number along its longest side. */
export function findVolumeCells(mesh: Mesh, resolution = VOLUME_RESOLUTION): VolumeCells {
  const grid = voxelize(mesh, { resolution, surface: 'thin' });
  const index = createPointIndex(mesh.positions);
  const points: number[] = [];
  const vertices: number[] = [];
  const centre = [0, 0, 0];
  for (let cell = 0; cell < grid.cells.length; cell++) {
    if (grid.cells[cell] === 0) continue;
    cellCentreInto(centre, 0, grid, cell);
    points.push(...centre);
    vertices.push(index.nearest(centre[0], centre[1], centre[2]));
  }
  const hollow = vertices.length === 0;
  if (hollow) {
    for (const v of new Set(mesh.triangles)) {
      if (!isFinitePoint(mesh.positions, v)) continue;
      points.push(...mesh.positions.subarray(v * 3, v * 3 + 3));
      vertices.push(v);
    }
  }
  const shell = 0.01 * longestSide(computeBox(mesh.positions)) ** 3;
  return {
    points: Float64Array.from(points),
    vertices: Uint32Array.from(vertices),
    volume: hollow ? shell / Math.max(1, vertices.length) : grid.spacing ** 3,
    hollow,
  };
}
