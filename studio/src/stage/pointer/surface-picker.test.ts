import { describe, expect, it } from 'vitest';
import { SurfacePicker } from './surface-picker.js';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** A camera at the origin that looks along +z: x/z, y/z, depth z. */
const PINHOLE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0];

/** Two triangles that face the camera, one behind the other. */
const SURFACE = {
  positions: [-1, -1, 4, 1, -1, 4, 0, 1, 4, -1, -1, 2, 1, -1, 2, 0, 1, 2],
  skinIndex: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
  skinWeight: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
  triangles: [0, 1, 2, 3, 4, 5],
};

describe('SurfacePicker', () => {
  it('finds the nearest triangle and the point in it', () => {
    const picker = new SurfacePicker(SURFACE);
    picker.pose([...IDENTITY, ...IDENTITY], PINHOLE);
    const hit = picker.pick(-0.2, -0.3)!;
    expect(hit.triangle).toBe(1);
    expect(hit.depth).toBeCloseTo(2);
    const at = [0, 1].map((k) =>
      hit.shares.reduce((sum, share, c) => sum + share * SURFACE.positions[(3 + c) * 3 + k], 0),
    );
    expect(at[0]).toBeCloseTo(-0.4);
    expect(at[1]).toBeCloseTo(-0.6);
    expect(hit.vertex).toBe(3);
    expect(picker.pick(0.9, 0.9)).toBeNull();
  });

  it('picks the posed surface', () => {
    const picker = new SurfacePicker(SURFACE);
    const moved = [...IDENTITY];
    moved[12] = 50;
    picker.pose([...IDENTITY, ...moved], PINHOLE);
    expect(picker.pick(0, 0)?.triangle).toBe(0);
    const behind = [...IDENTITY];
    behind[14] = -9;
    picker.pose([...IDENTITY, ...behind], PINHOLE);
    expect(picker.pick(0, 0)?.triangle).toBe(0);
  });
});
