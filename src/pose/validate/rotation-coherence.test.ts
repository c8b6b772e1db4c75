import { expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { createSolverRig } from '../records/solver-rig.js';
import { createRotationCoherence, measureIncoherence, measureIsolation } from './rotation-coherence.js';

/** A root with two legs of two bones each, mirrored across x: 1 → 2 → 3 and 4 → 5 → 6. */
const body = createSolverRig({
  parents: Int16Array.of(-1, 0, 1, 2, 0, 4, 5),
  rest: Float32Array.of(0, 0, 0, 0.3, 0, 0, 0.3, -0.5, 0, 0.3, -1, 0, -0.3, 0, 0, -0.3, -0.5, 0, -0.3, -1, 0),
  partners: Int16Array.of(-1, 4, 5, 6, 1, 2, 3),
});
const order = createRotationCoherence(body);
const weights = new Float64Array(7).fill(1);

/** Turns of joints by number. */
const turns = (given: Readonly<Record<number, readonly number[]>>) => {
  const out = new Float64Array(21);
  for (const [j, turn] of Object.entries(given)) out.set(turn, Number(j) * 3);
  return out;
};
const step = turns({ 1: [0.6, 0, 0], 2: [-0.3, 0, 0], 4: [-0.5, 0, 0], 5: [-0.1, 0, 0] });

it('finds a step coherent, and rest', () => {
  for (const pose of [step, turns({})]) {
    const { axes, twist, sides } = measureIncoherence(order, pose, weights);
    expect(axes).toBeCloseTo(0, 6);
    expect(twist).toBeCloseTo(0, 6);
    expect(sides).toBeCloseTo(0, 6);
  }
});

it('finds spread arms coherent: they rotate about mirrored axes', () => {
  expect(measureIncoherence(order, turns({ 1: [0, 0, 0.7], 4: [0, 0, -0.7] }), weights).sides).toBeCloseTo(
    0,
    6,
  );
});

it('finds twists about bones, and sides that rotate about other axes', () => {
  expect(measureIncoherence(order, turns({ 1: [0, 0.5, 0] }), weights).twist).toBeGreaterThan(0.9);
  expect(measureIncoherence(order, turns({ 1: [0.5, 0, 0], 4: [0, 0, 0.5] }), weights).sides).toBeGreaterThan(
    0.9,
  );
});

it('finds random rotations incoherent, whatever their size', () => {
  const rng = createRng(1);
  for (const angle of [0.1, 1]) {
    let [axes, twist, sides] = [0, 0, 0];
    for (let i = 0; i < 50; i++) {
      const random = Float64Array.from({ length: 21 }, () => angle * rng.normal());
      const found = measureIncoherence(order, random, weights);
      axes += found.axes / 50;
      twist += found.twist / 50;
      sides += found.sides / 50;
    }
    expect(axes).toBeGreaterThan(0.3);
    expect(twist).toBeGreaterThan(0.25);
    expect(sides).toBeGreaterThan(0.5);
  }
});

it('finds the joint that rotates about an axis of its own', () => {
  const odd = step.slice();
  odd.set([0, 0, 1], 2 * 3);
  const [before, after] = [step, odd].map((pose) => measureIsolation(order, pose));
  expect(before[2]).toBeLessThan(0.3);
  expect(after[2]).toBeGreaterThan(0.9);
  expect(after[1]).toBeLessThan(0.1);
});

it('handles bodies that are symmetric across z', () => {
  const swapped = body.rest.map((_, i) => body.rest[i % 3 === 0 ? i + 2 : i % 3 === 2 ? i - 2 : i]);
  const across = createRotationCoherence(createSolverRig({ ...body, rest: swapped }));
  expect(measureIncoherence(across, turns({ 1: [0.7, 0, 0], 4: [-0.7, 0, 0] }), weights).sides).toBeCloseTo(
    0,
    6,
  );
});
