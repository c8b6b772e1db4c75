import { describe, expect, it } from 'vitest';
import { frameCamera, projectPointsInto, type ViewName } from './camera.js';

const BOX = Float32Array.from(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 3 : -1, i & 2 ? 1.5 : 0, i & 4 ? 0.5 : -2]),
);

function project(points: Float32Array, camera: ReturnType<typeof frameCamera>, width = 200, height = 100) {
  const out = new Float64Array((points.length / 3) * 4);
  projectPointsInto(out, camera, width, height, points);
  return Array.from({ length: points.length / 3 }, (_, i) => ({
    x: out[i * 4] / out[i * 4 + 2],
    y: out[i * 4 + 1] / out[i * 4 + 2],
    closeness: out[i * 4 + 3] / out[i * 4 + 2],
  }));
}

describe('frameCamera', () => {
  for (const projection of ['perspective', 'orthographic'] as const) {
    it(`fits the points exactly between the margins, ${projection}`, () => {
      for (const view of ['three-quarter', 'front', 'side', 'back', 'top'] as ViewName[]) {
        for (const scale of [1e-6, 1, 1e6]) {
          const points = BOX.map((value) => value * scale);
          const seen = project(points, frameCamera(points, { view, projection, aspect: 2, margin: 0.1 }));
          const left = Math.min(...seen.map((p) => p.x));
          const right = 200 - Math.max(...seen.map((p) => p.x));
          const top = Math.min(...seen.map((p) => p.y));
          const bottom = 100 - Math.max(...seen.map((p) => p.y));
          // The tighter direction touches both of its margins; the other leaves about equal room.
          const tight = left / 20 < top / 10 ? [left / 20, right / 20] : [top / 10, bottom / 10];
          expect(tight[0]).toBeCloseTo(1, 3);
          expect(tight[1]).toBeCloseTo(1, 3);
          expect(Math.abs(left - right)).toBeLessThan(2);
          expect(Math.abs(top - bottom)).toBeLessThan(1);
        }
      }
    });
  }

  it('shows +Z from the front and +X to the right of it', () => {
    const camera = frameCamera(BOX, { view: 'front' });
    const [origin, x, y, z] = project(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), camera);
    expect(x.x).toBeGreaterThan(origin.x);
    expect(y.y).toBeLessThan(origin.y);
    expect(z.closeness).toBeGreaterThan(origin.closeness);
  });

  it('leaves out points that are not finite, and frames nothing as a metre around the origin', () => {
    const broken = Float32Array.of(...BOX, Number.NaN, 0, 0, 0, Infinity, 0);
    expect(frameCamera(broken)).toEqual(frameCamera(BOX));
    expect(frameCamera(new Float32Array(0)).eye.every(Number.isFinite)).toBe(true);
  });

  it('frames several poses together', () => {
    const moved = BOX.map((value, i) => (i % 3 === 0 ? value + 10 : value));
    const camera = frameCamera([BOX, moved], { aspect: 2 });
    for (const p of [...project(BOX, camera), ...project(moved, camera)]) {
      expect(p.x).toBeGreaterThan(0);
      expect(p.x).toBeLessThan(200);
    }
  });

  it('refuses options that make no picture', () => {
    expect(() => frameCamera(BOX, { fieldOfView: 0 })).toThrow('render/frameCamera');
    expect(() => frameCamera(BOX, { aspect: Number.NaN })).toThrow('render/frameCamera');
  });
});
