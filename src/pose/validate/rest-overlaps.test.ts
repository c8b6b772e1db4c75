import { expect, it } from 'vitest';
import type { Mesh } from '../../mesh/mesh.js';
import { findRestOverlaps } from './rest-overlaps.js';

/** Axis-aligned boxes as one mesh, twelve triangles each. */
function boxes(...list: readonly (readonly [low: readonly number[], high: readonly number[]])[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  list.forEach(([low, high], b) => {
    for (let i = 0; i < 8; i++) positions.push(...[0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k])));
    for (const [p, q, r, s] of faces) triangles.push(...[p, q, r, p, r, s].map((v) => v + b * 8));
  });
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const trunk = [
  [0, 0, 0],
  [1, 1, 1],
] as const;

it('a leg stuck into a trunk has a rest-pose overlap there, one beside it has none', () => {
  const stuck = findRestOverlaps(
    boxes(trunk, [
      [0.4, -1, 0.4],
      [0.6, 0.2, 0.6],
    ]),
    new Float64Array(24).fill(0.2),
  );
  // Triangles 0 to 11 are the trunk's, 12 to 23 the leg's.
  const pairs = (overlaps: typeof stuck) =>
    Array.from({ length: 12 }, (_, a) => Array.from({ length: 12 }, (_, b) => overlaps.includes(a, b + 12)))
      .flat()
      .filter(Boolean).length;
  expect(pairs(stuck)).toBeGreaterThan(0);
  const beside = findRestOverlaps(
    boxes(trunk, [
      [1.4, -1, 0.4],
      [1.6, 0.2, 0.6],
    ]),
    new Float64Array(24).fill(0.2),
  );
  expect(pairs(beside)).toBe(0);
});

it('an overlap ends half a limb away from the rest intersection', () => {
  const small = (x: number, y: number) =>
    [
      [x, y, 0.4],
      [x + 0.02, y + 0.02, 0.42],
    ] as const;
  // One little box is stuck into the trunk's side, another lies far above the trunk.
  const mesh = boxes(trunk, small(0.99, 0.5), small(0.5, 3));
  const overlaps = findRestOverlaps(mesh, new Float64Array(36).fill(0.02));
  const any = (box: number) =>
    Array.from({ length: 144 }, (_, i) => overlaps.includes(i % 12, box * 12 + Math.floor(i / 12))).some(
      Boolean,
    );
  expect(any(1)).toBe(true);
  expect(any(2)).toBe(false);
});

it('excuses parts of a body of rigid parts that overlap at rest or are neighbours, as wholes', () => {
  // Three boxes in a row, the first two stuck into each other, the third apart; far triangles of a pair count too.
  const box = (x: number): number[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [x + (c & 1), (c >> 1) & 1, (c >> 2) & 1]);
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
  ];
  const shift = [0, 0.9, 5];
  const mesh = {
    positions: Float32Array.from(
      shift.flatMap((x, i) => box(x).map((v, k) => (k % 3 === 1 ? v * (1 - 0.1 * i) : v))),
    ),
    triangles: Uint32Array.from(shift.flatMap((_, i) => faces.map((v) => v + i * 8))),
  };
  const owners = Int16Array.from({ length: 36 }, (_, t) => Math.floor(t / 12));
  const thickness = new Float64Array(36).fill(0.02);
  const apart = findRestOverlaps(mesh, thickness, { owners, parents: Int16Array.of(-1, 0, 1) });
  expect(apart.includes(8, 22)).toBe(true); // stuck into each other
  expect(apart.includes(14, 30)).toBe(true); // neighbours
  expect(apart.includes(2, 30)).toBe(false); // neither
  const skinned = findRestOverlaps(mesh, thickness, {
    owners: owners.map((_, t) => t % 3),
    parents: Int16Array.of(-1, 0, 1),
  });
  expect(skinned.includes(8, 22)).toBe(false);
});
