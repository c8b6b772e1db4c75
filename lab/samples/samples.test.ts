import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/io/read.js';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import { findSelfIntersections } from '../../src/mesh/self-intersection.js';
import { measureMotion } from '../../src/motion/measure/motion-metrics.js';
import type { Skin } from '../../src/rig/rig-records.js';
import { SAMPLE_NAMES, sampleCreature } from '../../test/support/creatures.js';
import { expectNoErrors } from '../../test/support/valid-glb.js';
import { createCreature } from '../creatures/create-creature.js';
import { makeSample } from './make-sample.js';
import { SAMPLE_RECIPES, type SampleRecipe } from './sample-recipes.js';
import { simplifyCreature } from './simplify-creature.js';

const FOLDER = new URL('../../samples/', import.meta.url);
const MOST_BYTES = 150_000;

const recipeOf = (name: string): SampleRecipe => SAMPLE_RECIPES.find((recipe) => recipe.name === name)!;

it('are the files that ship, and no others', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(SAMPLE_NAMES.map((name) => `${name}.glb`).sort());
});

describe.each(SAMPLE_NAMES)('the %s', (name) => {
  const { model, rig, clips, colors, plan } = sampleCreature(name);

  it('is a small valid file', async () => {
    const bytes = readFileSync(new URL(`${name}.glb`, FOLDER));
    expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
    await expectNoErrors(new Uint8Array(bytes));
    expect(model.findings).toEqual([]);
    expect(clips.map((clip) => clip.name)).toEqual(recipeOf(name).motions);
  });

  it('is whole: its mirror image, closed, clear of itself, of several colours', () => {
    const { positions, triangles } = rig.mesh;
    const key = (sign: number, v: number) =>
      [sign * positions[v * 3] || 0, positions[v * 3 + 1], positions[v * 3 + 2]].join();
    const vertices = Array.from({ length: positions.length / 3 }, (_, v) => v);
    expect(new Set(vertices.map((v) => key(-1, v)))).toEqual(new Set(vertices.map((v) => key(1, v))));
    const edges = new Set<string>();
    for (let t = 0; t < triangles.length; t += 3)
      for (let k = 0; k < 3; k++) edges.add(`${triangles[t + k]} ${triangles[t + ((k + 1) % 3)]}`);
    expect(edges.size).toBe(triangles.length);
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    expect(findSelfIntersections(rig.mesh).pairs.length).toBe(0);
    expect(new Set(colors).size).toBeGreaterThan(10);
    expect(plan.head).toBeGreaterThan(0);
  });

  it('gets about on feet that hold', () => {
    const walk = clips.find((clip) => clip.name === 'walk');
    expect(walk !== undefined).toBe(plan.legs.length > 0 && name !== 'frog');
    if (!walk) return;
    const { skate, penetration } = measureMotion(rig, walk);
    expect(skate).toBeLessThan(0.05);
    expect(penetration).toBeLessThan(0.5);
    const size = longestSide(computeBox(rig.mesh.positions));
    expect(walk.poses.at(-1)!.root[2]).toBeGreaterThan(0.1 * size);
  });
});

it('have all joints move what they move in the full mesh', async () => {
  for (const kind of ['spider', 'biped', 'octopus'] as const) {
    const full = createCreature(kind, { seed: 4 });
    const few = await simplifyCreature(full, 2500);
    expect(few.rig.mesh.triangles.length / 3).toBeLessThan(2600);
    const moving = ({ joints, weights }: Skin) => new Set(joints.filter((_, i) => weights[i] > 0));
    expect(moving(few.rig.skin)).toEqual(moving(full.rig.skin));
  }
});

it('are made by their recipes, byte for byte the same again', async () => {
  const recipe = recipeOf('fish');
  const { bytes } = await makeSample(recipe);
  expect((await makeSample(recipe)).bytes).toEqual(bytes);
  const { mesh, skeleton } = await readModel('fish.glb', bytes);
  const shipped = sampleCreature('fish');
  expect([mesh, skeleton]).toEqual([shipped.rig.mesh, shipped.rig.skeleton]);
});
