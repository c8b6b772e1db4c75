import { expect, test } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { checkBody } from './check-body.js';
import { generateLonePart } from './generate-lone-part.js';
import { generateThing, THING_GROUPS } from './generate-thing.js';
import type { LabelledBody } from './labelled-body.js';
import { extrude } from './things/extrude.js';
import { ball, block, circle } from './things/mesh-pieces.js';
import { boundsOf, dropHidden } from './things/reshape.js';

const KINDS = THING_GROUPS.flatMap(({ kinds }) => Object.keys(kinds));

test('every kind of thing is a finite mesh without a skeleton', () => {
  expect(new Set(KINDS).size).toBe(KINDS.length);
  for (const [seed, kind] of KINDS.entries()) {
    const thing = generateThing(createRng(seed), kind);
    expect(checkBody(thing), kind).toEqual([]);
    expect(thing.whole).toBe('nothing');
    expect(thing.skeleton).toBeUndefined();
    expect(thing.mesh.triangles.length, kind).toBeGreaterThan(20);
    expect(boundsOf(thing.mesh)[1]).toBeCloseTo(0, 5);
  }
});

test('the same seed gives the same thing and the same part', () => {
  const sumOf = ({ name, mesh }: LabelledBody) => [
    name,
    mesh.triangles.length,
    mesh.positions.reduce((sum, x, k) => sum + x * (1 + (k % 97)), 0),
  ];
  for (let seed = 0; seed < 6; seed++) {
    expect(sumOf(generateThing(createRng(seed)))).toEqual(sumOf(generateThing(createRng(seed))));
    expect(sumOf(generateLonePart(createRng(seed)))).toEqual(sumOf(generateLonePart(createRng(seed))));
  }
  expect(sumOf(generateThing(createRng(1)))).not.toEqual(sumOf(generateThing(createRng(2))));
});

test('lone parts hold together', () => {
  for (const whole of ['hand', 'arm', 'head'] as const) {
    for (let seed = 0; seed < 12; seed++) {
      const part = generateLonePart(createRng(seed), whole);
      expect(checkBody(part), `${whole} ${seed}`).toEqual([]);
      expect(part.whole).toBe(whole);
      expect(part.roles[0]).toBe({ hand: 'hand', arm: 'upperArm', head: 'neck' }[whole]);
      expect(part.roles.includes('finger') && whole === 'head').toBe(false);
    }
  }
});

test('a thing or a part takes a few milliseconds', () => {
  // The median, far above the usual 3 ms: a busy machine must not fail it, a loop over all pairs of triangles must.
  const median = (make: (seed: number) => unknown) => {
    const times = Array.from({ length: 31 }, (_, seed) => {
      const start = performance.now();
      make(seed);
      return performance.now() - start;
    });
    return times.sort((a, b) => a - b)[15];
  };
  expect(median((seed) => generateThing(createRng(seed)))).toBeLessThan(80);
  expect(median((seed) => generateLonePart(createRng(seed)))).toBeLessThan(80);
});

test('a plate with a hole encloses its volume', () => {
  const { positions, triangles } = extrude(
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    0.5,
    { holes: [circle(0.5, 64)] },
  );
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      positions.subarray(triangles[t + k] * 3, triangles[t + k] * 3 + 3),
    );
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  expect(volume).toBeCloseTo(0.5 * (4 - Math.PI * 0.25), 2);
});

test('what lies inside another piece is dropped, a long face between two pieces is kept', () => {
  const [box, hidden] = dropHidden([block([1, 1, 1]), ball(0.2)]);
  expect(box.triangles.length).toBe(36);
  expect(hidden.triangles.length).toBe(0);
  const [rail] = dropHidden([
    block([2, 0.1, 0.1]),
    block([0.3, 1, 0.3], [-1, 0, 0]),
    block([0.3, 1, 0.3], [1, 0, 0]),
  ]);
  expect(rail.triangles.length).toBeGreaterThanOrEqual(24);
});
