/** @file The same bytes on every machine and after every change; `npm run golden` accepts a change on purpose. */

import { beforeAll, expect, it } from 'vitest';
import { computeGolden, type Golden, readGolden } from './compute-golden.mjs';

let stored: Golden;
let computed: Golden;

beforeAll(async () => {
  stored = await readGolden();
  computed = await computeGolden();
}, 120_000);

it('makes the bytes that are stored', () => {
  expect(Object.keys(stored.hashes).length).toBeGreaterThan(10);
  expect(computed.hashes).toEqual(stored.hashes);
});

it('makes other bytes of other things', () => {
  expect(new Set(Object.values(computed.hashes)).size).toBe(Object.keys(computed.hashes).length);
});

it("gives the network's numbers to a thousandth", () => {
  expect(Object.keys(computed.numbers)).toEqual(Object.keys(stored.numbers));
  for (const [name, numbers] of Object.entries(stored.numbers)) {
    const others = computed.numbers[name];
    expect(others, name).toHaveLength(numbers.length);
    const gap = Math.max(...numbers.map((value, i) => Math.abs(value - others[i])));
    expect(gap, name).toBeLessThan(1e-3);
  }
});
