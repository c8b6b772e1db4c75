import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { computeBox, longestSide } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import { subdivide } from '../../mesh/subdivide.js';
import { type FoundSkeleton, findSkeleton } from './find-skeleton.js';

/** A table with legs at uneven positions and a neck at one end: symmetric across x only. */
const plainTable = mergeMeshes([
  createBox([0.4, 0.15, 1], [0, 0.5, 0]),
  ...[-0.14, 0.14].flatMap((x) => [-0.2, 0.4].map((z) => createBox([0.1, 0.5, 0.1], [x, 0.22, z]))),
  createBox([0.14, 0.9, 0.14], [0, 0.95, 0.42]),
]);
/** The same with corners to bend at. */
const table = subdivide(plainTable, 3);

const point = ({ skeleton }: FoundSkeleton, j: number) => [...skeleton.rest.subarray(j * 3, j * 3 + 3)];
const leaves = ({ skeleton: { parents } }: FoundSkeleton) =>
  [...parents.keys()].filter((j) => !parents.includes(j));
const codes = (found: FoundSkeleton) => found.findings.map((finding) => finding.code);
const nearest = (found: FoundSkeleton, to: readonly number[]) =>
  Math.min(...leaves(found).map((j) => Math.hypot(...point(found, j).map((value, k) => value - to[k]))));

/** What every skeleton must be. */
function expectSound(found: FoundSkeleton): void {
  const { skeleton, confidence, radii } = found;
  const count = skeleton.parents.length;
  expect(count).toBeGreaterThan(0);
  expect([skeleton.names.length, skeleton.rest.length, skeleton.frames.length]).toEqual([
    count,
    count * 3,
    count * 4,
  ]);
  expect([confidence.length, radii.length]).toEqual([count, count]);
  expect(new Set(skeleton.names).size).toBe(count);
  expect(skeleton.parents[0]).toBe(-1);
  for (let j = 1; j < count; j++) {
    expect(skeleton.parents[j]).toBeGreaterThanOrEqual(0);
    expect(skeleton.parents[j]).toBeLessThan(j);
  }
  expect(skeleton.rest.every(Number.isFinite)).toBe(true);
  expect(confidence.every((value) => value >= 0 && value <= 1)).toBe(true);
}

const foundTable = findSkeleton(table);

describe('a body with limbs', () => {
  const found = foundTable;

  it('gets a branch for each of them', () => {
    expectSound(found);
    for (const x of [-0.14, 0.14]) {
      for (const z of [-0.2, 0.4]) expect(nearest(found, [x, 0.1, z])).toBeLessThan(0.13);
    }
    expect(nearest(found, [0, 1.3, 0.42])).toBeLessThan(0.24);
  });

  it('is mirrored exactly', () => {
    expect(found.symmetry?.symmetric).toBe(true);
    const all = [...found.skeleton.parents.keys()].map((j) => point(found, j));
    for (const [x, y, z] of all) {
      expect(
        all.some((p) => Math.abs(p[0] + x) < 1e-6 && Math.abs(p[1] - y) < 1e-6 && Math.abs(p[2] - z) < 1e-6),
      ).toBe(true);
    }
    expect(all.filter(([x]) => Math.abs(x) < 1e-6).length).toBeGreaterThan(2);
  });

  it('is the same at any scale and whichever axis it was modelled across', () => {
    const small = findSkeleton({ ...table, positions: table.positions.map((value) => value * 2 ** -20) });
    expect(small.skeleton.parents).toEqual(found.skeleton.parents);
    small.skeleton.rest.forEach((value, i) => {
      expect(value * 2 ** 20).toBeCloseTo(found.skeleton.rest[i], 4);
    });
    const rotated = findSkeleton({
      ...table,
      positions: table.positions.map((_, i) => table.positions[i - (i % 3) + (2 - (i % 3))]),
    });
    expect(Math.abs(rotated.symmetry?.normal[2] ?? 0)).toBeCloseTo(1, 6);
    for (const [x, z] of [
      [0.14, 0.4],
      [-0.14, -0.2],
    ])
      expect(nearest(rotated, [z, 0.1, x])).toBeLessThan(0.13);
  });

  it('gets fewer joints where it has few vertices to bend at', () => {
    const plain = findSkeleton(plainTable);
    expectSound(plain);
    expect(plain.skeleton.parents.length).toBeLessThan(0.7 * found.skeleton.parents.length);
    for (const x of [-0.14, 0.14]) {
      for (const z of [-0.2, 0.4]) expect(nearest(plain, [x, 0.4, z])).toBeLessThan(0.2);
    }
  });

  it('gives the same bytes twice', () => {
    expect(findSkeleton(table)).toEqual(found);
  });

  it('gets about as many joints as requested, and reports where it does not', () => {
    for (const jointCount of [12, 30, 60]) {
      const sized = findSkeleton(table, { jointCount });
      expectSound(sized);
      expect(Math.abs(sized.skeleton.parents.length - jointCount)).toBeLessThanOrEqual(3);
      expect(codes(sized).includes('joint-count')).toBe(sized.skeleton.parents.length !== jointCount);
    }
  });
});

describe('landmarks', () => {
  it('are met exactly, by the nearest joint or a new one', () => {
    const plain = foundTable;
    const knee = [0.141, 0.2345, 0.4123] as const;
    const horn = [0, 1.9, 0.42] as const;
    const found = findSkeleton(table, {
      landmarks: [
        { position: knee, name: 'knee' },
        { position: horn, name: 'horn' },
      ],
    });
    expectSound(found);
    for (const [name, position] of [
      ['knee', knee],
      ['horn', horn],
    ] as const) {
      const j = found.skeleton.names.indexOf(name);
      expect(point(found, j)).toEqual([...Float32Array.from(position)]);
      expect(found.confidence[j]).toBe(1);
    }
    // The knee moved a joint and its image; the horn was too far from any.
    expect(found.skeleton.parents.length).toBe(plain.skeleton.parents.length + 1);
    const image = [...found.skeleton.parents.keys()].some((j) => {
      const [x, y, z] = point(found, j);
      return Math.hypot(x + knee[0], y - knee[1], z - knee[2]) < 1e-4;
    });
    expect(image).toBe(true);
  });
});

describe('bad input', () => {
  it('is reported with a fix', () => {
    const ball = findSkeleton(createSphere(1e6));
    expectSound(ball);
    expect(codes(ball)).toContain('no-limbs');
    expect(codes(findSkeleton(createSheet()))).toContain('nearly-flat');
    const apart = mergeMeshes([createBox([1, 0.2, 0.2]), createBox([0.2, 1, 0.2], [0, 2, 0])]);
    expect(codes(findSkeleton(apart))).toContain('bridged-parts');
    const ring = mergeMeshes([
      createBox([1, 0.1, 0.1], [0, 0.5, 0]),
      createBox([1, 0.1, 0.1], [0, -0.5, 0]),
      createBox([0.1, 1.1, 0.1], [0.5, 0, 0]),
      createBox([0.1, 1.1, 0.1], [-0.5, 0, 0]),
    ]);
    const found = findSkeleton(ring);
    expect(codes(found)).toContain('loops');
    expect(found.findings.every((finding) => (finding.fix ?? '').length > 0)).toBe(true);
  });

  it('with hostile meshes still gives a skeleton', () => {
    const soup: Mesh = {
      positions: Float32Array.from({ length: 900 }, (_, i) => Math.sin(i * 12.9898) * Math.cos(i * 4.1414)),
      triangles: Uint32Array.from({ length: 300 }, (_, i) => i),
    };
    const three: Mesh = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1),
    };
    const line: Mesh = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const dot: Mesh = { positions: Float32Array.of(3, 3, 3), triangles: Uint32Array.of(0, 0, 0) };
    for (const mesh of [soup, three, line, dot, createBox([1e-6, 1e-6, 1e-6])]) {
      expectSound(findSkeleton(mesh));
    }
  });

  it('in options is refused', () => {
    const empty = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    expect(() => findSkeleton(empty)).toThrow(expect.objectContaining({ code: 'bad-input' }));
    expect(() => findSkeleton(table, { jointCount: 1 })).toThrow(
      expect.objectContaining({ code: 'bad-usage' }),
    );
    const landmarks = [{ position: [0, Number.NaN, 0] as const }];
    expect(() => findSkeleton(table, { landmarks })).toThrow(expect.objectContaining({ code: 'bad-usage' }));
    const signal = AbortSignal.abort();
    expect(() => findSkeleton(table, { signal })).toThrow(expect.objectContaining({ code: 'aborted' }));
  });
});

it('every limb of an animal is found', () => {
  for (const name of ['octopus', 'raptor', 'wolf'] as const) {
    const { rig, plan } = sampleCreature(name);
    const found = findSkeleton(rig.mesh);
    expectSound(found);
    const size = longestSide(computeBox(rig.mesh.positions));
    for (const chain of [...plan.legs, ...plan.arms]) {
      const tip = chain[chain.length - 1];
      expect(nearest(found, [...rig.skeleton.rest.subarray(tip * 3, tip * 3 + 3)]) / size).toBeLessThan(0.17);
    }
    expect(leaves(found).length).toBeGreaterThanOrEqual(plan.legs.length + plan.arms.length + 1);
  }
});
