import { describe, expect, it } from 'vitest';
import type { Pose, Rig } from '../rig/rig-records.js';
import { heatColor } from './color.js';
import type { Image } from './image.js';
import { paintJoints, paintJointWeight } from './paint-weights.js';
import { renderRig } from './render-rig.js';
import { renderSkeleton } from './render-skeleton.js';
import { addOctahedralBone, type ShapeBuilder, shapeMesh } from './skeleton-shapes.js';

/** Two bones one above the other, a blade around each. */
function makeRig(): Rig {
  const shape: ShapeBuilder = { positions: [], triangles: [] };
  addOctahedralBone(shape, [0, 0, 0], [0, 1, 0], 0.25);
  addOctahedralBone(shape, [0, 1, 0], [0, 2, 0], 0.25);
  const mesh = shapeMesh(shape);
  const count = mesh.positions.length / 3;
  return {
    mesh,
    skeleton: {
      names: ['root', 'upper', 'tip'],
      parents: Int16Array.of(-1, 0, 1),
      rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
      frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    },
    skin: {
      joints: Uint16Array.from({ length: count }, (_, v) => (v < count / 2 ? 0 : 1)),
      weights: new Float32Array(count).fill(1),
      influenceCount: 1,
    },
  };
}

const BENT: Pose = {
  rotations: Float32Array.of(0, 0, 0, 1, 0, 0, -Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 1),
  root: new Float32Array(3),
};

const SIZE = 120;
const OPTIONS = {
  width: SIZE,
  height: SIZE,
  ground: false,
  background: 'transparent',
  camera: { view: 'front' },
} as const;

/** Share of the picture's covered pixels for which the test holds. */
function share(image: Image, test: (r: number, g: number, b: number) => boolean): number {
  let [hits, all] = [0, 0];
  for (let i = 0; i < image.pixels.length; i += 4) {
    if (image.pixels[i + 3] === 0) continue;
    all++;
    if (test(image.pixels[i], image.pixels[i + 1], image.pixels[i + 2])) hits++;
  }
  return hits / all;
}
const isBoneYellow = (r: number, g: number, b: number) => r > 240 && Math.abs(g - 196) < 12 && b < 80;

describe('renderRig', () => {
  it('draws the pose, not the rest', () => {
    const frame = Float32Array.of(-1, 0, 0, 2, 2, 0);
    const right = (image: Image) => {
      let sum = 0;
      for (let i = 0; i < image.pixels.length; i += 4) if ((i / 4) % SIZE > 65) sum += image.pixels[i + 3];
      return sum / 255;
    };
    expect(right(renderRig(makeRig(), undefined, { ...OPTIONS, frame }))).toBe(0);
    expect(right(renderRig(makeRig(), BENT, { ...OPTIONS, frame }))).toBeGreaterThan(20);
  });

  it('shows the skeleton through the mesh, and names', () => {
    const bare = renderRig(makeRig(), BENT, OPTIONS);
    const boned = renderRig(makeRig(), BENT, { ...OPTIONS, skeleton: true });
    expect(share(bare, isBoneYellow)).toBe(0);
    expect(share(boned, isBoneYellow)).toBeGreaterThan(0.03);
    const named = renderRig(makeRig(), BENT, { ...OPTIONS, jointNames: true });
    expect(named.pixels).not.toEqual(boned.pixels);
  });

  it('paints by joint name, and says which names there are', () => {
    const byName = renderRig(makeRig(), undefined, { ...OPTIONS, paint: { weightsOf: 'upper' } });
    const byIndex = renderRig(makeRig(), undefined, { ...OPTIONS, paint: { weightsOf: 1 } });
    expect(byName.pixels).toEqual(byIndex.pixels);
    expect(share(byName, (r, _, b) => r > b + 40)).toBeGreaterThan(0.3);
    expect(share(byName, (r, _, b) => b > r + 20)).toBeGreaterThan(0.3);
    expect(() => renderRig(makeRig(), undefined, { paint: { weightsOf: 'knee' } })).toThrow(
      'root, upper, tip',
    );
    expect(() => renderRig(makeRig(), undefined, { paint: { weightsOf: 3 } })).toThrow('0 to 2');
  });
});

describe('paintJointWeight and paintJoints', () => {
  it('give each vertex the colour of its weight', () => {
    const rig = makeRig();
    const heat = paintJointWeight(rig, 1);
    expect([...heat.subarray(0, 4)]).toEqual([...heatColor(0), 255]);
    expect([...heat.slice(-4)]).toEqual([...heatColor(1), 255]);
    const joints = paintJoints(rig);
    expect([...joints.subarray(0, 4)]).not.toEqual([...joints.slice(-4)]);
  });
});

describe('renderSkeleton', () => {
  it('draws bones without a mesh, and nothing that fails on a broken pose', () => {
    const { skeleton } = makeRig();
    const image = renderSkeleton(skeleton, BENT, OPTIONS);
    expect(share(image, (r, _, b) => r > b + 60)).toBeGreaterThan(0.5);
    const broken = { ...BENT, root: Float32Array.of(Number.NaN, 0, 0) };
    expect(renderSkeleton(skeleton, broken, OPTIONS).pixels.every((value) => value === 0)).toBe(true);
  });
});
