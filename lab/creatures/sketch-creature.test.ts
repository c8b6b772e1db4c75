import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { CREATURE_KINDS, type CreatureKind } from './creature-record.js';
import { sketchCreature } from './sketch-creature.js';
import { SPECIES } from './species.js';

describe.each(CREATURE_KINDS)('a sketched %s', (kind) => {
  const { rig, limits, colors, plan } = sketchCreature(kind, { seed: 5 });
  const { mesh, skeleton, skin } = rig;
  const count = mesh.positions.length / 3;

  it('is the individual that the species describes for the seed', () => {
    const rng = createRng(Math.imul(5, 0x9e3779b1) + CREATURE_KINDS.indexOf(kind));
    const anatomy = SPECIES[kind](rng);
    expect(skeleton).toEqual(anatomy.body.skeleton);
    expect(limits).toEqual(anatomy.body.limits);
    expect(plan).toEqual(anatomy.plan);
    expect(sketchCreature(kind, { seed: 6 }).rig.skeleton.rest).not.toEqual(skeleton.rest);
  });

  it('has vertices on every joint and nothing under the ground', () => {
    expect(count).toBeGreaterThan(1000);
    expect(count).toBeLessThan(8000);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    expect(Math.max(...mesh.triangles)).toBe(count - 1);
    expect(skin.joints.length).toBe(count);
    expect(colors.length).toBe(count * 4);
    expect(new Set(skin.joints).size).toBe(skeleton.parents.length);
    for (let v = 0; v < count; v++) expect(mesh.positions[v * 3 + 1]).toBeGreaterThan(-1e-3);
  });

  it('faces outwards', () => {
    // By the divergence theorem the volume comes out positive where faces look away from the inside.
    const p = mesh.positions;
    let volume = 0;
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => mesh.triangles[t + k] * 3);
      volume +=
        p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) -
        p[a + 1] * (p[b] * p[c + 2] - p[b + 2] * p[c]) +
        p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
    }
    expect(volume).toBeGreaterThan(0);
  });
});

it('refuses what it does not know', () => {
  expect(() => sketchCreature('unicorn' as CreatureKind)).toThrow(/unicorn.*biped/);
});
