import { describe, expect, it } from 'vitest';
import type { Mesh } from './mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';
import { findParts } from './voxel/join-parts.js';
import { cellAt } from './voxel/voxel-grid.js';
import { type VoxelGrid, voxelize } from './voxelize.js';

const solidCount = ({ cells }: VoxelGrid) => cells.reduce((sum, cell) => sum + cell, 0);
const volume = (grid: VoxelGrid) => solidCount(grid) * grid.spacing ** 3;
const ball = (4 / 3) * Math.PI;
const thin = { surface: 'thin', resolution: 64 } as const;

function turnEvery(mesh: Mesh, stride: number): Mesh {
  const triangles = mesh.triangles.slice();
  for (let t = 0; t + 2 < triangles.length; t += 3 * stride) {
    [triangles[t], triangles[t + 1]] = [triangles[t + 1], triangles[t]];
  }
  return { positions: mesh.positions, triangles };
}

const scaled = (mesh: Mesh, factor: number, shift = 0): Mesh => ({
  positions: mesh.positions.map((value) => value * factor + shift),
  triangles: mesh.triangles,
});

/** A ring around y. */
function createTorus(): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const [around, across] = [48, 16];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const reach = 1 + 0.3 * Math.cos(b);
      positions.push(reach * Math.cos(a), 0.3 * Math.sin(b), reach * Math.sin(a));
      const at = (p: number, q: number) => (p % around) * across + (q % across);
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

describe('what is solid', () => {
  it('has the volume of the body', () => {
    const sphere = voxelize(createSphere(1, 32, 64), thin);
    expect(volume(sphere) / ball).toBeGreaterThan(0.99);
    expect(volume(sphere) / ball).toBeLessThan(1.03);
    const torus = voxelize(createTorus(), thin);
    expect(volume(torus) / (2 * Math.PI ** 2 * 0.09)).toBeGreaterThan(0.95);
    expect(volume(torus) / (2 * Math.PI ** 2 * 0.09)).toBeLessThan(1.1);
    expect(torus.cells[cellAt(torus, 0, 0, 0)]).toBe(0);
  });

  it('is the same whichever way triangles face', () => {
    const plain = voxelize(createSphere(1, 32, 64), thin);
    expect(Buffer.compare(voxelize(turnEvery(createSphere(1, 32, 64), 3), thin).cells, plain.cells)).toBe(0);
    expect(Buffer.compare(voxelize(turnEvery(createSphere(1, 32, 64), 1), thin).cells, plain.cells)).toBe(0);
  });

  it('includes the body inside an inverted hull, and where parts interpenetrate', () => {
    const hull = turnEvery(createSphere(1.1, 32, 64), 1);
    const hulled = voxelize(mergeMeshes([createSphere(1, 32, 64), hull]), thin);
    expect(hulled.cells[cellAt(hulled, 0, 0, 0)]).toBe(1);
    expect(volume(hulled) / (ball * 1.1 ** 3)).toBeGreaterThan(0.99);
    const two = voxelize(mergeMeshes([createSphere(1), createSphere(1, 16, 32, [0.5, 0, 0])]), thin);
    expect(two.cells[cellAt(two, 0.25, 0, 0)]).toBe(1);
    expect(two.partCount).toBe(1);
  });

  it('survives a hole', () => {
    const whole = createSphere(1, 32, 64);
    const open = { ...whole, triangles: whole.triangles.slice(0, -600) };
    const grid = voxelize(open, thin);
    expect(volume(grid) / ball).toBeGreaterThan(0.9);
    expect(volume(grid) / ball).toBeLessThan(1.03);
  });

  it('has every point of the surface with `all`', () => {
    const sheet = voxelize(createSheet(2, 1, 3, 5), { resolution: 40 });
    expect(solidCount(sheet)).toBeGreaterThanOrEqual(40 * 20);
    expect(solidCount(sheet)).toBeLessThan(41 * 21 * 2);
    const triangle = {
      positions: Float32Array.of(0, 0, 0, 3, 1, 2, 1, 3, 0.5),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const grid = voxelize(triangle, { resolution: 50 });
    for (let i = 0; i <= 20; i++) {
      for (let j = 0; i + j <= 20; j++) {
        const point = [0, 1, 2].map(
          (k) => (triangle.positions[3 + k] * i + triangle.positions[6 + k] * j) / 20,
        );
        expect(grid.cells[cellAt(grid, point[0], point[1], point[2])]).toBe(1);
      }
    }
  });

  it('is an unbroken needle where a limb is thinner than a cell', () => {
    const needle = createBox([1, 0.001, 0.001]);
    const tilted = {
      ...needle,
      positions: needle.positions.map((value, i) =>
        i % 3 === 0 ? value : value + 0.37 * needle.positions[i - (i % 3)],
      ),
    };
    const grid = voxelize(tilted, { surface: 'thin' });
    expect(grid.partCount).toBe(1);
    expect(solidCount(grid)).toBeGreaterThanOrEqual(128);
    expect(solidCount(grid)).toBeLessThan(128 * 4);
  });
});

describe('the grid', () => {
  it('does not depend on scale and place', () => {
    const mesh = createTorus();
    const plain = voxelize(mesh, thin);
    for (const factor of [2 ** -20, 2 ** 20]) {
      const other = voxelize(scaled(mesh, factor), thin);
      expect(Buffer.compare(other.cells, plain.cells)).toBe(0);
      expect(other.spacing / plain.spacing).toBeCloseTo(factor, 12);
    }
  });

  it('has an empty border', () => {
    const { size, cells } = voxelize(createBox([1, 2, 3]), { resolution: 20 });
    let solid = 0;
    for (let z = 0; z < size[2]; z++) {
      for (let y = 0; y < size[1]; y++) {
        for (let x = 0; x < size[0]; x++) {
          const border = [x, y, z].some((value, k) => value === 0 || value === size[k] - 1);
          if (border) expect(cells[x + size[0] * (y + size[1] * z)]).toBe(0);
          else solid += cells[x + size[0] * (y + size[1] * z)];
        }
      }
    }
    expect(solid).toBeGreaterThan(6 * 13 * 20);
  });

  it('is its own mirror image if requested', () => {
    const mesh = createBox([1, 1, 1], [0.7, 0, 0]);
    const grid = voxelize(mesh, { resolution: 16, mirror: { axis: 0, offset: 0.4 } });
    const [nx] = grid.size;
    expect(nx % 2).toBe(1);
    expect(grid.origin[0] + (nx / 2) * grid.spacing).toBeCloseTo(0.4, 6);
    for (let i = 0; i < grid.cells.length; i++) {
      const x = i % nx;
      expect(grid.cells[i - x + nx - 1 - x]).toBe(grid.cells[i]);
    }
    expect(grid.cells[cellAt(grid, -0.3, 0, 0)]).toBe(1);
  });
});

describe('parts', () => {
  it('are bridged, specks dropped', () => {
    const balls = mergeMeshes([
      createSphere(0.2, 16, 16, [-0.5, 0, 0]),
      createSphere(0.2, 16, 16, [0.5, 0, 0]),
      createSphere(0.002, 8, 8, [0, 0.3, 0]),
    ]);
    const grid = voxelize(balls, { resolution: 64 });
    expect(grid.partCount).toBe(2);
    expect(findParts(grid.cells, grid.size).sizes.length - 1).toBe(1);
    expect(grid.bridges.length).toBeGreaterThan(20);
    expect(grid.bridges.length).toBeLessThan(32);
    expect(grid.cells[cellAt(grid, 0, 0.3, 0)]).toBe(0);
  });

  it('of a mesh without triangles are none', () => {
    for (const positions of [new Float32Array(0), Float32Array.of(1, 2, 3)]) {
      const grid = voxelize({ positions, triangles: new Uint32Array(0) });
      expect(solidCount(grid)).toBe(0);
      expect(grid.partCount).toBe(0);
    }
    const broken = {
      positions: Float32Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 1, 9),
    };
    expect(voxelize(broken).partCount).toBe(0);
  });

  it('may be a single point', () => {
    const grid = voxelize({ positions: Float32Array.of(5, 5, 5), triangles: Uint32Array.of(0, 0, 0) });
    expect(solidCount(grid)).toBe(1);
  });
});
