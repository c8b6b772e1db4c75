import { expect, it } from 'vitest';
import { type Swing, smoothSwings } from './smooth-swings.js';

const PERIOD = 24;
const STANCE = 12;
/** A foot that stands still, and then goes on at an even speed without being lifted. */
const path = [
  Float64Array.from({ length: PERIOD + 1 }, (_, f) => Math.max(0, f - STANCE + 1)),
  new Float64Array(PERIOD + 1),
  new Float64Array(PERIOD + 1),
];
const swing: Swing = {
  path,
  held: new Uint8Array(PERIOD).fill(1, 0, STANCE),
  least: new Float64Array(PERIOD).fill(-Infinity),
  lows: new Float64Array(PERIOD),
  travel: [0, 0, 0],
  usual: 0.05,
  loop: true,
};
const solve = (changes: Partial<Swing> = {}) => {
  const moves = [0, 1, 2].map(() => new Float64Array(PERIOD));
  smoothSwings(moves, { ...swing, ...changes });
  const place = (f: number) => {
    const rotations = Math.floor(f / PERIOD);
    const at = f - rotations * PERIOD;
    return path[0][at] + moves[0][at] + rotations * path[0][PERIOD];
  };
  const steps = Array.from({ length: PERIOD }, (_, f) => place(f + 1) - place(f));
  const bends = steps.map((step, f) => Math.abs(step - steps[(f + PERIOD - 1) % PERIOD]));
  return { moves, steps, jolt: Math.max(...bends) };
};

it('a swing starts and stops as evenly as its time allows', () => {
  const { moves, steps, jolt } = solve();
  // It must come this far in so many frames: no way does with less.
  const demand = (4 * (PERIOD - STANCE + 1)) / (PERIOD - STANCE + 2) ** 2;
  expect(jolt).toBeLessThan(1.6 * demand);
  expect(steps.slice(0, STANCE - 1).every((step) => step === 0)).toBe(true);
  expect(moves[0].slice(0, STANCE)).toEqual(new Float64Array(STANCE));
});

it('what is usual stays as it was', () => {
  const [smoothed, kept] = [solve(), solve({ usual: 100 })];
  expect(kept.jolt).toBeGreaterThan(2 * smoothed.jolt);
  expect(Math.max(...kept.moves[0].map(Math.abs))).toBeLessThan(0.3);
});

it('a foot that is low waits until it is clear', () => {
  const lows = Float64Array.from(swing.lows, (_, f) => (f === STANCE - 1 || f === PERIOD - 1 ? 1 : 0));
  const [eager, patient] = [solve({ usual: 1 }), solve({ usual: 1, lows })];
  expect(patient.steps[STANCE - 1]).toBeLessThan(0.6 * eager.steps[STANCE - 1]);
});

it('it rises above what it must, and comes down without a jump', () => {
  const least = Float64Array.from(swing.least, (_, f) => (f > STANCE + 2 && f < PERIOD - 3 ? 1 : -Infinity));
  const { moves } = solve({ least });
  const rise = moves[1];
  for (let f = STANCE + 3; f < PERIOD - 3; f++) expect(rise[f]).toBeGreaterThan(0.97);
  expect(Math.max(...rise)).toBeLessThan(1.6);
  expect([rise[0], rise[STANCE - 1]]).toEqual([0, 0]);
});

it('a foot that never stands, and one whose clip ends, stay what they are', () => {
  const never = solve({ held: new Uint8Array(PERIOD) });
  expect(never.moves.every((move) => move.every((x) => x === 0))).toBe(true);
  const moves = [0, 1, 2].map(() => new Float64Array(PERIOD));
  moves[0].fill(2, 0, STANCE);
  smoothSwings(moves, { ...swing, usual: 100, loop: false });
  for (let f = STANCE; f < PERIOD; f++) expect(Math.abs(moves[0][f])).toBeLessThan(15);
});
