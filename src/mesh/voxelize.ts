/**
 * @file Solid voxelization of any mesh: closed, open, a triangle soup, many parts, thin sheets, inverted normals.
 *
 * A cell is solid where at least 4 of 6 ray directions count it as inside, or where the surface passes through it; then
 * cavities are filled, the mirror image is added, specks are removed and the remaining parts are connected by lines of
 * cells. Tried and dropped: signed crossings alone left holes in open bodies; a flood fill from outside leaked through
 * their holes and filled the gap between two legs.
 */

import { computeBox } from './box.js';
import type { Mesh } from './mesh.js';
import { bridgePartsInto, dropSpecksInto, fillCavitiesInto } from './voxel/join-parts.js';
import { markSurfaceInto } from './voxel/mark-surface.js';
import { orientTriangles } from './voxel/orient-triangles.js';
import { voteInsideInto } from './voxel/vote-inside.js';
import { neighbourSteps, type VoxelGrid } from './voxel/voxel-grid.js';
import { weld } from './weld.js';

export type { VoxelGrid } from './voxel/voxel-grid.js';

/** Options of `voxelize`. */
export interface VoxelizeOptions {
  /** Cells along the longest side, 8 to 512. */
  readonly resolution?: number;
  /**
   * Which cells that only the surface passes through are solid: `all` of them, or only the `thin` ones with
   * nothing solid beside them. `thin` keeps parts one cell apart that `all` would join.
   */
  readonly surface?: 'all' | 'thin';
  /** Unites the solid with its image across the plane where a coordinate (0 = x) has a value, metres. */
  readonly mirror?: { readonly axis: 0 | 1 | 2; readonly offset: number };
  /** Parts with less than this share of the solid cells are dropped, 0 to 1. */
  readonly speckShare?: number;
}

/** Defaults of `voxelize`. */
export const VOXELIZE_DEFAULTS = Object.freeze({
  resolution: 128,
  surface: 'all',
  speckShare: 0.001,
} as const satisfies VoxelizeOptions);

/** A mesh as solid cells. */
export interface VoxelizedMesh extends VoxelGrid {
  /** How many of 6 ray directions say that the centre of a cell lies inside. [nx · ny · nz] */
  readonly votes: Uint8Array;
  /** Cells outside the body that only join its parts. */
  readonly bridges: Uint32Array;
  /** Parts before they were bridged, specks left out; 0 for a mesh without triangles. */
  readonly partCount: number;
}

/** Empty cells around the body. */
const MARGIN = 2;
/** Votes of 6 that make a cell solid. */
export const ENOUGH_VOTES = 4;

/** Turns a mesh into cells; a mesh without a finite triangle gives a grid without a solid one. */
export function voxelize(mesh: Mesh, options: VoxelizeOptions = {}): VoxelizedMesh {
  const settings = { ...VOXELIZE_DEFAULTS, ...options };
  const resolution = Math.min(512, Math.max(8, Math.round(settings.resolution)));
  const welded = weld(mesh).mesh;
  const { size, origin, spacing } = layGrid(welded, resolution, settings.mirror);
  const points = toCellUnits(welded.positions, origin, spacing);
  const cells = new Uint8Array(size[0] * size[1] * size[2]);
  const surface = new Uint8Array(cells.length);
  const votes = new Uint8Array(cells.length);
  voteInsideInto(votes, size, points, welded.triangles, orientTriangles(welded));
  markSurfaceInto(surface, size, points, welded.triangles);
  for (let i = 0; i < cells.length; i++) cells[i] = votes[i] >= ENOUGH_VOTES ? 1 : 0;
  uniteSurface(cells, surface, size, settings.surface);
  if (settings.mirror) mirrorInto(cells, size, settings.mirror.axis);
  fillCavitiesInto(cells, size);
  const parts = dropSpecksInto(cells, size, settings.speckShare);
  const bridges = bridgePartsInto(cells, size, parts);
  return { size, origin, spacing, cells, votes, bridges, partCount: parts.sizes.length - 1 };
}

/** Lays cells over the used vertices; a mirror plane goes through the middle of a layer of cells. */
function layGrid(
  mesh: Mesh,
  resolution: number,
  mirror: VoxelizeOptions['mirror'],
): Pick<VoxelGrid, 'size' | 'origin' | 'spacing'> {
  const { min, max } = computeBox(usedPoints(mesh));
  const extent = [0, 1, 2].map((k) => max[k] - min[k]);
  const longest = Math.max(...extent);
  const spacing = longest > 0 ? longest / resolution : 1;
  const size: [number, number, number] = [0, 0, 0];
  const origin: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    if (mirror?.axis === k) {
      const reach = Math.max(max[k] - mirror.offset, mirror.offset - min[k], 0);
      // A plane far from the body is none; the grid must not grow with it.
      const half = Math.min(Math.ceil(reach / spacing), 2 * resolution) + MARGIN;
      size[k] = 2 * half + 1;
      origin[k] = mirror.offset - size[k] * 0.5 * spacing;
    } else {
      size[k] = Math.max(1, Math.ceil(extent[k] / spacing)) + 2 * MARGIN;
      origin[k] = (min[k] + max[k]) / 2 - (size[k] / 2) * spacing;
    }
  }
  return { size, origin, spacing };
}

/** The finite corners of triangles, a point each. */
function usedPoints({ positions, triangles }: Mesh): Float32Array {
  const out = new Float32Array(Math.floor(triangles.length / 3) * 9);
  let count = 0;
  for (let i = 0; i < out.length / 3; i++) {
    const v = triangles[i] * 3;
    if (v + 2 >= positions.length) continue;
    out[count++] = positions[v];
    out[count++] = positions[v + 1];
    out[count++] = positions[v + 2];
  }
  return out.subarray(0, count);
}

function toCellUnits(
  positions: Float32Array,
  origin: readonly [number, number, number],
  spacing: number,
): Float64Array {
  const points = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) points[i] = (positions[i] - origin[i % 3]) / spacing;
  return points;
}

/** Adds surface cells: all of them, or those without a solid neighbour and the cells that tie these to the rest. */
function uniteSurface(
  cells: Uint8Array,
  surface: Uint8Array,
  size: readonly [number, number, number],
  which: 'all' | 'thin',
): void {
  if (which === 'all') {
    for (let i = 0; i < cells.length; i++) cells[i] |= surface[i];
    return;
  }
  const steps = neighbourSteps(size);
  const lonely: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    if (surface[i] === 0 || cells[i] !== 0) continue;
    let alone = true;
    for (let s = 0; s < 6 && alone; s++) alone = cells[i + steps[s]] !== 1;
    if (alone) lonely.push(i);
  }
  for (const i of lonely) cells[i] = 2;
  for (const i of lonely) {
    for (let s = 0; s < 26; s++) if (surface[i + steps[s]] !== 0) cells[i + steps[s]] |= 2;
  }
  for (let i = 0; i < cells.length; i++) if (cells[i] !== 0) cells[i] = 1;
}

function mirrorInto(cells: Uint8Array, size: readonly [number, number, number], axis: 0 | 1 | 2): void {
  const [nx, ny, nz] = size;
  const stride = axis === 0 ? 1 : axis === 1 ? nx : nx * ny;
  const last = size[axis] - 1;
  for (let i = 0; i < nx * ny * nz; i++) {
    const position = Math.floor(i / stride) % size[axis];
    if (position * 2 >= last) continue;
    const image = i + (last - 2 * position) * stride;
    cells[i] = cells[image] = cells[i] | cells[image];
  }
}
