import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { type BoundRig, identityAnatomy } from '../model/bound-rig.js';
import { normaliseRig } from '../records/normalise-rig.js';
import { fitCollisionSpheres } from './fit-collision-spheres.js';
import { normalisedSurface } from './normalised-surface.js';
import { createSelfCollision } from './self-collision.js';

const creature = sampleCreature('dog').rig;
const rig = normaliseRig(creature);
const surface = normalisedSurface({ anatomy: identityAnatomy(creature), rig } as BoundRig)!;
const spheres = fitCollisionSpheres(surface);
const collision = createSelfCollision(rig, spheres);

function randomRotations(seed: number, spread: number): Float64Array {
  const rng = createRng(seed);
  const rotations = new Float64Array(rig.jointCount * 4);
  for (let j = 0; j < rig.jointCount; j++) {
    const vector = [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread];
    expRotationInto(rotations, j * 4, vector, 0);
  }
  return rotations;
}

it('fits a few spheres to each joint that lie inside the body', () => {
  expect(spheres.count).toBeGreaterThan(rig.jointCount);
  expect(spheres.count).toBeLessThanOrEqual(rig.jointCount * 6);
  const box = (values: Float64Array | Float32Array, pick: (...v: number[]) => number) =>
    [0, 1, 2].map((k) => Array.from(values).reduce((m, v, i) => (i % 3 === k ? pick(m, v) : m), pick()));
  const [low, high] = [box(surface.mesh.positions, Math.min), box(surface.mesh.positions, Math.max)];
  for (let i = 0; i < spheres.count * 3; i++) {
    expect(spheres.centers[i]).toBeGreaterThan(low[i % 3]);
    expect(spheres.centers[i]).toBeLessThan(high[i % 3]);
  }
  for (let s = 0; s < spheres.count; s++) {
    expect(spheres.radii[s]).toBeGreaterThan(0);
    const row = spheres.weights.subarray(s * 4, s * 4 + 4);
    expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
  }
});

it('finds nothing at rest, and something in a knot', () => {
  expect(collision.measure(randomRotations(1, 0))).toBe(0);
  expect(collision.measure(randomRotations(1, 0.9))).toBeGreaterThan(0);
});

it('has the gradient that finite differences give', () => {
  for (const seed of [1, 2, 3]) {
    const rotations = randomRotations(seed, 0.8);
    const gradient = new Float64Array(rig.jointCount * 3);
    expect(collision.measure(rotations, gradient)).toBeGreaterThan(1e-5);
    const step = 1e-6;
    const turn = [0, 0, 0, 1];
    for (let i = 0; i < gradient.length; i++) {
      const energies = [step, -step].map((size) => {
        const moved = rotations.slice();
        const vector = [0, 0, 0];
        vector[i % 3] = size;
        expRotationInto(turn, 0, vector, 0);
        const o = Math.floor(i / 3) * 4;
        multiplyQuaternionInto(moved, o, turn, 0, rotations, o);
        return collision.measure(moved);
      });
      const numeric = (energies[0] - energies[1]) / (2 * step);
      expect(Math.abs(gradient[i] - numeric)).toBeLessThan(1e-6 + 1e-4 * Math.abs(numeric));
    }
  }
});
