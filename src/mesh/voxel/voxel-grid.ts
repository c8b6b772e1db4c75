/**
 * @file The VoxelGrid record and where its cells are.
 */

/** A box of cubic cells, some of them solid. There is at least one empty cell between a solid one and the border. */
export interface VoxelGrid {
  /** Cells along x, y, z. */
  readonly size: readonly [number, number, number];
  /** The low corner of cell 0, metres; the centre of cell (i, j, k) is origin + spacing · (i + ½, j + ½, k + ½). */
  readonly origin: readonly [number, number, number];
  /** Side of a cell, metres. */
  readonly spacing: number;
  /** 1 where solid; cell (i, j, k) is at i + nx · (j + ny · k). [nx · ny · nz] */
  readonly cells: Uint8Array;
}

/** Steps from a cell to its 26 neighbours: first the 6 across faces, then 12 across edges, then 8 across corners. */
export function neighbourSteps([nx, ny]: readonly [number, number, number]): Int32Array {
  const steps: [number, number][] = [];
  for (let z = -1; z <= 1; z++) {
    for (let y = -1; y <= 1; y++) {
      for (let x = -1; x <= 1; x++) {
        const order = Math.abs(x) + Math.abs(y) + Math.abs(z);
        if (order > 0) steps.push([order, x + nx * (y + ny * z)]);
      }
    }
  }
  // Sorting is stable, so equals keep their raster order.
  return Int32Array.from(
    steps.sort((a, b) => a[0] - b[0]),
    (step) => step[1],
  );
}

/** out = the centre of a cell. */
export function cellCentreInto(
  out: Float64Array | number[],
  o: number,
  { size, origin, spacing }: VoxelGrid,
  cell: number,
): void {
  out[o] = origin[0] + spacing * ((cell % size[0]) + 0.5);
  out[o + 1] = origin[1] + spacing * ((Math.floor(cell / size[0]) % size[1]) + 0.5);
  out[o + 2] = origin[2] + spacing * (Math.floor(cell / (size[0] * size[1])) + 0.5);
}

/** The centre of a cell. */
export function cellCentre(grid: VoxelGrid, cell: number): [number, number, number] {
  const centre: [number, number, number] = [0, 0, 0];
  cellCentreInto(centre, 0, grid, cell);
  return centre;
}

/** The cell that holds a point, held inside the grid. */
export function cellAt({ size, origin, spacing }: VoxelGrid, x: number, y: number, z: number): number {
  const i = Math.min(size[0] - 1, Math.max(0, Math.floor((x - origin[0]) / spacing)));
  const j = Math.min(size[1] - 1, Math.max(0, Math.floor((y - origin[1]) / spacing)));
  const k = Math.min(size[2] - 1, Math.max(0, Math.floor((z - origin[2]) / spacing)));
  return i + size[0] * (j + size[1] * k);
}
