import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { numericGradient } from '../../../test/support/numbers.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { type BoundRig, identityAnatomy } from '../model/bound-rig.js';
import { normaliseRig } from '../records/normalise-rig.js';
import { createBalanceEnergy } from './balance-energy.js';
import type { PoseEnergy } from './force-tree.js';
import { createGroundEnergy } from './ground-energy.js';

const { rig } = sampleCreature('cat');
const body = normaliseRig(rig);
const space: BoundRig = {
  anatomy: identityAnatomy(rig),
  rig: body,
  denoiser: undefined as never,
  completer: undefined as never,
  memo: new Map(),
};
const jointCount = body.parents.length;
const lowest = rig.mesh.positions.reduce((low, y, i) => (i % 3 === 1 ? Math.min(low, y) : low), Infinity);

/** Rotations from a start by left rotation vectors [J, 3]. */
function rotated(start: Float64Array, turns: Float64Array): Float64Array {
  const out = start.slice();
  const q = [0, 0, 0, 1];
  for (let j = 0; j < jointCount; j++) {
    expRotationInto(q, 0, turns, j * 3);
    multiplyQuaternionInto(out, j * 4, q, 0, start, j * 4);
  }
  return out;
}

function randomPose(seed: number, spread: number): Float64Array {
  const rng = createRng(seed);
  const rest = new Float64Array(jointCount * 4).map((_, i) => (i % 4 === 3 ? 1 : 0));
  return rotated(
    rest,
    new Float64Array(jointCount * 3).map(() => spread * rng.normal()),
  );
}

function expectGradient(energy: PoseEnergy, start: Float64Array, root: Float64Array): void {
  const gradient = new Float64Array(jointCount * 3);
  const rootGradient = new Float64Array(3);
  const value = energy.evaluate(start, root, gradient, rootGradient, 2);
  expect(value).toBeGreaterThan(1e-4);
  const at = (turns: Float64Array, moved: Float64Array) =>
    energy.evaluate(rotated(start, turns), moved, new Float64Array(jointCount * 3), new Float64Array(3));
  const turns = new Float64Array(jointCount * 3);
  const numeric = numericGradient(turns, () => at(turns, root), 1e-6);
  const moved = root.slice();
  const numericRoot = numericGradient(moved, () => at(turns, moved), 1e-6);
  const scale = Math.max(...numeric.map(Math.abs), 1e-3);
  numeric.forEach((slope, i) => {
    expect(Math.abs(gradient[i] / 2 - slope), `rotation ${i}`).toBeLessThan(1e-4 * scale);
  });
  numericRoot.forEach((slope, k) => {
    expect(Math.abs(rootGradient[k] / 2 - slope), `root ${k}`).toBeLessThan(
      1e-4 * Math.max(scale, Math.abs(slope)),
    );
  });
}

describe('ground energy', () => {
  it('is nothing above the ground and the squared depth below it', () => {
    const none = new Float64Array(jointCount * 3);
    const rest = randomPose(1, 0);
    expect(
      createGroundEnergy(space, lowest - 0.01).evaluate(rest, [0, 0, 0], none, new Float64Array(3)),
    ).toBe(0);
    expect(none.every((value) => value === 0)).toBe(true);
    const energy = createGroundEnergy(space, lowest);
    const deep = energy.evaluate(rest, [0, -0.1, 0], none, new Float64Array(3));
    const deeper = energy.evaluate(rest, [0, -0.2, 0], none, new Float64Array(3));
    expect(deep).toBeGreaterThan(0.5 * (0.1 * body.scale) ** 2 - 1e-9);
    expect(deeper).toBeGreaterThan(2 * deep);
  });

  it('has the gradient of finite differences', () => {
    expectGradient(createGroundEnergy(space, lowest), randomPose(4, 0.3), Float64Array.of(0.1, -0.1, 0.2));
  });
});

describe('balance energy', () => {
  it('is nothing at rest and in the air, and something where the body leans out', () => {
    const energy = createBalanceEnergy(space, lowest);
    const [gradient, root] = [new Float64Array(jointCount * 3), new Float64Array(3)];
    const rest = randomPose(1, 0);
    expect(energy.evaluate(rest, [0, 0, 0], gradient, root)).toBe(0);
    expect(energy.evaluate(rest, [0, 5, 0], gradient, root)).toBe(0);
    // Tipped forward about its own root, head and forefeet down.
    const tipped = rest.slice();
    expRotationInto(tipped, 0, [1, 0, 0], 0);
    const drop = [...Array(40).keys()].map((i) => energy.evaluate(tipped, [0, 0.05 * i, 0], gradient, root));
    expect(Math.max(...drop)).toBeGreaterThan(1e-3);
  });

  it('has the gradient of finite differences, which leaves the root alone', () => {
    const energy = createBalanceEnergy(space, lowest);
    const tipped = randomPose(7, 0.1);
    expRotationInto(tipped, 0, [0.9, 0.2, 0.1], 0);
    const root = Float64Array.of(0, 0.1, 0);
    expectGradient(energy, tipped, root);
    const rootGradient = new Float64Array(3);
    energy.evaluate(tipped, root, new Float64Array(jointCount * 3), rootGradient);
    expect(Math.max(...rootGradient.map(Math.abs))).toBeLessThan(1e-9);
  });
});
