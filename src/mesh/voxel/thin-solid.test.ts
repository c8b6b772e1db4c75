import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { createBox, createSphere } from '../primitives.js';
import { voxelize } from '../voxelize.js';
import { distanceTransform } from './distance-transform.js';
import { findParts } from './join-parts.js';
import { thinSolid } from './thin-solid.js';
import { traceCurve } from './trace-curve.js';
import { neighbourSteps, type VoxelGrid } from './voxel-grid.js';

/** A ring of square section around z, on a grid of 24 × 24 × 9. */
function createRing(): VoxelGrid {
  const size = [24, 24, 9] as const;
  const cells = new Uint8Array(24 * 24 * 9);
  for (let i = 0; i < cells.length; i++) {
    const [x, y, z] = [(i % 24) - 12, (Math.floor(i / 24) % 24) - 12, Math.floor(i / 576) - 4];
    const reach = Math.max(Math.abs(x), Math.abs(y));
    if (reach >= 5 && reach <= 9 && Math.abs(z) <= 2) cells[i] = 1;
  }
  return { size, origin: [0, 0, 0], spacing: 1, cells };
}

describe('distance to the surface', () => {
  it('is the distance to the nearest empty cell', () => {
    const rng = createRng(3);
    const size = [13, 11, 12] as const;
    const cells = new Uint8Array(13 * 11 * 12);
    for (let i = 0; i < cells.length; i++) {
      const [x, y, z] = [i % 13, Math.floor(i / 13) % 11, Math.floor(i / 143)];
      const border = x === 0 || y === 0 || z === 0 || x === 12 || y === 10 || z === 11;
      cells[i] = border || rng.next() < 0.04 ? 0 : 1;
    }
    const found = distanceTransform({ size, origin: [0, 0, 0], spacing: 2, cells });
    for (let i = 0; i < cells.length; i++) {
      let squared = Infinity;
      for (let j = 0; j < cells.length; j++) {
        if (cells[j] !== 0) continue;
        const dx = (i % 13) - (j % 13);
        const dy = (Math.floor(i / 13) % 11) - (Math.floor(j / 13) % 11);
        const dz = Math.floor(i / 143) - Math.floor(j / 143);
        squared = Math.min(squared, dx * dx + dy * dy + dz * dz);
      }
      expect(found[i]).toBeCloseTo(cells[i] === 0 ? 0 : (Math.sqrt(squared) - 0.5) * 2, 5);
    }
  });
});

describe('thinning', () => {
  it('leaves a line of a rod and a point of a ball', () => {
    const rod = voxelize(createBox([1, 0.1, 0.12]), { resolution: 60 });
    const line = thinSolid(rod);
    expect(line.length).toBeGreaterThan(45);
    expect(line.length).toBeLessThan(75);
    expect(thinSolid(voxelize(createSphere(), { resolution: 32 })).length).toBeLessThan(8);
  });

  it('keeps a ring a ring, one cell wide', () => {
    const ring = createRing();
    const curve = thinSolid(ring);
    const left = new Uint8Array(ring.cells.length);
    for (const cell of curve) left[cell] = 1;
    expect(findParts(left, ring.size).sizes.length - 1).toBe(1);
    const steps = neighbourSteps(ring.size);
    const degrees = [...curve].map((cell) => [...steps].filter((step) => left[cell + step] !== 0).length);
    expect(Math.min(...degrees)).toBe(2);
    expect(curve.length).toBeLessThan(64);
  });
});

describe('the tree of a curve', () => {
  it('reaches every cell and tells loops', () => {
    const ring = createRing();
    const curve = thinSolid(ring);
    const depth = distanceTransform(ring);
    const { tree, loopCount } = traceCurve(ring, curve, depth, curve[0]);
    expect(loopCount).toBe(1);
    expect(tree.radii.length).toBe(curve.length);
    expect(tree.parents[0]).toBe(-1);
    for (let i = 1; i < tree.parents.length; i++) expect(tree.parents[i]).toBeLessThan(i);
    const solid = ring.cells.reduce((sum, cell) => sum + cell, 0);
    expect(tree.volumes.reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(solid, 6);
    const rod = voxelize(createBox([1, 0.1, 0.12]), { resolution: 60 });
    const line = thinSolid(rod);
    expect(traceCurve(rod, line, distanceTransform(rod), line[0]).loopCount).toBe(0);
  });
});
