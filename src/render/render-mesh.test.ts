import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Mesh } from '../mesh/mesh.js';
import type { Camera } from './camera.js';
import type { Image } from './image.js';
import { type RenderMeshOptions, renderMesh } from './render-mesh.js';
import { addOctahedralBone, addSphere, type ShapeBuilder, shapeMesh } from './skeleton-shapes.js';

function balls(...list: readonly (readonly [number, number, number, number])[]): Mesh {
  const shape: ShapeBuilder = { positions: [], triangles: [] };
  for (const [x, y, z, radius] of list) addSphere(shape, [x, y, z], radius, 48);
  return shapeMesh(shape);
}

const AHEAD: Camera = {
  eye: [0, 0, 5],
  right: [1, 0, 0],
  up: [0, 1, 0],
  back: [0, 0, 1],
  projection: 'perspective',
  halfHeight: 0.5,
  near: 0.01,
};
const BARE: RenderMeshOptions = { width: 120, height: 120, ground: false, background: 'transparent' };

const pixel = (image: Image, x: number, y: number) => [
  ...image.pixels.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4),
];
const sha = (image: Image) => createHash('sha256').update(image.pixels).digest('hex').slice(0, 16);

/** Covered area in pixels and its centre. */
function coverage(image: Image) {
  let [area, x, y] = [0, 0, 0];
  for (let i = 3; i < image.pixels.length; i += 4) {
    const a = image.pixels[i] / 255;
    const p = (i - 3) / 4;
    area += a;
    x += a * ((p % image.width) + 0.5);
    y += a * (Math.floor(p / image.width) + 0.5);
  }
  return { area, x: x / area, y: y / area };
}

describe('renderMesh', () => {
  it('covers the disc that a sphere projects to', () => {
    const { area, x, y } = coverage(
      renderMesh(balls([0, 0, 0, 1]), { ...BARE, camera: AHEAD, supersample: 4 }),
    );
    // A sphere of radius 1 at distance 5 subtends tan(asin(1/5)), 60 pixels are 0.5.
    const radius = (60 / 0.5) * Math.tan(Math.asin(1 / 5));
    expect(area / (Math.PI * radius * radius)).toBeCloseTo(1, 2);
    expect(x).toBeCloseTo(60, 1);
    expect(y).toBeCloseTo(60, 1);

    const flat = renderMesh(balls([0.5, 0.25, -1, 1]), {
      ...BARE,
      camera: { ...AHEAD, projection: 'orthographic', halfHeight: 2 },
    });
    const disc = coverage(flat);
    expect(disc.area / (Math.PI * 900)).toBeCloseTo(1, 2);
    expect(disc.x).toBeCloseTo(75, 1);
    expect(disc.y).toBeCloseTo(52.5, 1);
  });

  it('draws the nearer of two balls, in either order', () => {
    const near = [0, 0, 2, 0.3, [255, 0, 0]] as const;
    const far = [0, 0, -1, 1.5, [0, 0, 255]] as const;
    for (const order of [
      [near, far],
      [far, near],
    ]) {
      const mesh = balls(...order.map(([x, y, z, r]) => [x, y, z, r] as const));
      const colors = new Uint8Array((mesh.positions.length / 3) * 4);
      for (let v = 0; v < colors.length / 4; v++) {
        colors.set([...order[v < colors.length / 8 ? 0 : 1][4], 255], v * 4);
      }
      const image = renderMesh(mesh, { ...BARE, camera: AHEAD, colors });
      const [red, , blue] = pixel(image, 60, 60);
      expect(red).toBeGreaterThan(blue + 60);
      const [edgeRed, , edgeBlue] = pixel(image, 60, 38);
      expect(edgeBlue).toBeGreaterThan(edgeRed + 60);
    }
  });

  it('is brighter towards the key light, and shows both sides of a surface alike', () => {
    const mesh = balls([0, 0, 0, 1]);
    const flipped = { ...mesh, triangles: mesh.triangles.slice().reverse() };
    const image = renderMesh(mesh, { ...BARE, camera: AHEAD });
    expect(pixel(image, 50, 48)[0]).toBeGreaterThan(pixel(image, 70, 74)[0] + 40);
    const other = renderMesh(flipped, { ...BARE, camera: AHEAD, shadows: false });
    const plain = renderMesh(mesh, { ...BARE, camera: AHEAD, shadows: false });
    expect(Math.abs(pixel(other, 50, 48)[0] - pixel(plain, 50, 48)[0])).toBeLessThan(3);
  });

  it('throws a shadow on the ground, and on the ground only below the subject', () => {
    const options = { width: 120, height: 120, camera: { elevation: 30 } } as const;
    const lit = renderMesh(balls([0, 1, 0, 1]), { ...options, ground: false });
    const shaded = renderMesh(balls([0, 1, 0, 1]), options);
    const darker = (image: Image) => {
      let count = 0;
      for (let i = 0; i < image.pixels.length; i += 4) if (image.pixels[i] < lit.pixels[i] - 20) count++;
      return count;
    };
    expect(darker(shaded)).toBeGreaterThan(300);
    // From below there is no ground to be seen.
    const below = { ...options, camera: { elevation: -30 } };
    expect(sha(renderMesh(balls([0, 1, 0, 1]), below))).toBe(
      sha(renderMesh(balls([0, 1, 0, 1]), { ...below, ground: false })),
    );
  });

  it('marks highlighted triangles, faintly where they are hidden', () => {
    const mesh = balls([0, 0, 0, 1]);
    const facing = (sign: number) =>
      Array.from({ length: mesh.triangles.length / 3 }, (_, t) => t).filter(
        (t) => mesh.positions[mesh.triangles[t * 3] * 3 + 2] * sign > 0.3,
      );
    const redness = (highlight: number[]) => {
      const [r, g] = pixel(renderMesh(mesh, { ...BARE, camera: AHEAD, highlight }), 60, 60);
      return r - g;
    };
    const [none, hidden, shown] = [redness([]), redness(facing(-1)), redness(facing(1))];
    expect(hidden).toBeGreaterThan(none + 15);
    expect(shown).toBeGreaterThan(hidden + 30);
  });

  it('draws an outline', () => {
    const mesh = balls([0, 0, 0, 1]);
    const options = { ...BARE, camera: AHEAD } as const;
    const edge = (image: Image) => pixel(image, 60, 36)[0];
    expect(edge(renderMesh(mesh, { ...options, outline: true }))).toBeLessThan(
      edge(renderMesh(mesh, options)) - 40,
    );
  });

  it('gives the same picture at any scale', () => {
    const mesh = balls([0, 0, 0, 1], [1, 1, 0, 0.5]);
    const at = (scale: number) =>
      renderMesh(
        { ...mesh, positions: mesh.positions.map((value) => value * scale) },
        { width: 96, height: 96 },
      );
    const reference = at(1);
    for (const scale of [1e-6, 1e6]) {
      const image = at(scale);
      let total = 0;
      for (let i = 0; i < image.pixels.length; i++) {
        total += Math.abs(image.pixels[i] - reference.pixels[i]);
      }
      expect(total / image.pixels.length).toBeLessThan(0.05);
    }
  });

  it('survives broken, empty and enclosing meshes', () => {
    const mesh = balls([0, 0, 0, 1]);
    const positions = mesh.positions.slice();
    positions[300] = Number.NaN;
    positions[601] = Infinity;
    const broken = coverage(renderMesh({ ...mesh, positions }, { ...BARE, camera: AHEAD }));
    const whole = coverage(renderMesh(mesh, { ...BARE, camera: AHEAD }));
    expect(broken.area / whole.area).toBeGreaterThan(0.95);

    const empty = renderMesh({ positions: new Float32Array(0), triangles: new Uint32Array(0) }, BARE);
    expect(empty.pixels.every((value) => value === 0)).toBe(true);

    const point = { positions: new Float32Array(9).fill(2), triangles: Uint32Array.of(0, 1, 2) };
    expect(renderMesh(point, BARE).pixels.every((value) => value === 0)).toBe(true);

    const inside = coverage(renderMesh(balls([0, 0, 0, 50]), { ...BARE, camera: AHEAD }));
    expect(inside.area).toBeCloseTo(120 * 120, 6);
    const behind = renderMesh(balls([0, 0, 20, 1]), { ...BARE, camera: AHEAD });
    expect(behind.pixels.every((value) => value === 0)).toBe(true);
  });

  it('is not led astray by vertices that no triangle uses', () => {
    const mesh = balls([0, 0, 0, 1]);
    const stray = { ...mesh, positions: Float32Array.of(...mesh.positions, 1e6, -1e6, 1e6) };
    const options = { width: 80, height: 80 } as const;
    expect(sha(renderMesh(stray, options))).toBe(sha(renderMesh(mesh, options)));
  });

  it('refuses what it cannot draw', () => {
    const mesh = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 3) };
    expect(() => renderMesh(mesh)).toThrow('render/renderMesh');
    expect(() => renderMesh(balls([0, 0, 0, 1]), { supersample: 0 })).toThrow('supersample');
    expect(() => renderMesh(balls([0, 0, 0, 1]), { colors: new Uint8Array(4) })).toThrow('colors');
    expect(() => renderMesh(balls([0, 0, 0, 1]), { width: 0 })).toThrow('render/');
  });

  it('draws the same bytes every time', () => {
    const shape: ShapeBuilder = { positions: [], triangles: [] };
    addSphere(shape, [0, 0.6, 0], 0.5, 12);
    addOctahedralBone(shape, [0, 1, 0], [1, 1.6, 0.4], 0.2);
    const mesh = shapeMesh(shape);
    const options = { width: 96, height: 72, outline: true } as const;
    expect(sha(renderMesh(mesh, options))).toBe('072dcc7b7e1f32b4');
    expect(
      sha(
        renderMesh(mesh, { ...options, theme: 'dark', camera: { view: 'side', projection: 'orthographic' } }),
      ),
    ).toBe('ce4cf4981fbf0fee');
  });
});
