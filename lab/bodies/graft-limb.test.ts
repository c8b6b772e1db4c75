import { expect, test } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import type { CreatureKind } from '../creatures/creature-record.js';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { addDistractor, DISTRACTORS } from './add-distractor.js';
import { checkBody } from './check-body.js';
import { generateThing } from './generate-thing.js';
import { graftLimb } from './graft-limb.js';
import { labelCreature } from './label-creature.js';
import type { LabelledBody } from './labelled-body.js';
import { removeLimb } from './remove-limb.js';

const made = new Map<CreatureKind, LabelledBody>();
function creature(kind: CreatureKind): LabelledBody {
  if (!made.has(kind)) made.set(kind, labelCreature(sketchCreature(kind, { seed: 3 })));
  return made.get(kind)!;
}

test('a distractor adds surface and changes neither joints nor counts', () => {
  for (const [i, name] of Object.keys(DISTRACTORS).entries()) {
    const wearers = (['biped', 'quadruped'] as const).map(creature).filter((body) => {
      const worn = addDistractor(body, createRng(i), name);
      if (worn === body) return false;
      expect(checkBody(worn), name).toEqual([]);
      expect(worn.mesh.positions.length, name).toBeGreaterThan(body.mesh.positions.length);
      expect(worn.skeleton).toBe(body.skeleton);
      expect([worn.roles, worn.sides, worn.counts]).toEqual([body.roles, body.sides, body.counts]);
      return true;
    });
    // Ears and horns are only for heads without them.
    if (!['ears', 'horns'].includes(name)) expect(wearers.length, name).toBeGreaterThan(0);
  }
});

test('a thing without joints wears nothing', () => {
  const thing = generateThing(createRng(5));
  expect(addDistractor(thing, createRng(1))).toBe(thing);
});

test('wings of a bird on a quadruped', () => {
  const body = creature('quadruped');
  const grafted = graftLimb(body, creature('bird'), createRng(2), 'wings')!;
  expect(checkBody(grafted)).toEqual([]);
  expect(grafted.counts).toEqual({ ...body.counts, wings: 2 });
  const wings = grafted.roles.flatMap((role, j) => (role === 'wing' ? [j] : []));
  const rest = grafted.skeleton!.rest;
  const [left, right] = (['left', 'right'] as const).map((side) =>
    wings.filter((j) => grafted.sides[j] === side),
  );
  expect(left.length).toBe(right.length);
  for (const [k, j] of left.entries()) {
    expect(rest[j * 3]).toBeGreaterThan(0);
    expect(rest[j * 3]).toBeCloseTo(-rest[right[k] * 3], 4);
    expect(rest[j * 3 + 1]).toBeCloseTo(rest[right[k] * 3 + 1], 5);
  }
  expect(graftLimb(grafted, creature('bird'), createRng(2), 'wings')).toBeUndefined();
});

test('any donor on any body holds together, the same for the same seed', () => {
  const kinds = ['biped', 'quadruped', 'bird', 'spider', 'dragon', 'fish'] as const;
  let grafts = 0;
  for (const [i, to] of kinds.entries()) {
    for (const [k, from] of kinds.entries()) {
      const grafted = graftLimb(creature(to), creature(from), createRng(i * 10 + k));
      if (!grafted) continue;
      grafts++;
      expect(checkBody(grafted), `${to} ${from}`).toEqual([]);
      expect(grafted.roles.length).not.toBe(0);
    }
  }
  expect(grafts).toBeGreaterThan(24);
  const twice = [1, 2].map(() => graftLimb(creature('biped'), creature('dragon'), createRng(9))!);
  expect(twice[0].kind).toBe(twice[1].kind);
  expect(twice[0].skeleton!.rest).toEqual(twice[1].skeleton!.rest);
});

test('a limb that is removed takes its joints, its surface and its count', () => {
  const body = creature('dragon');
  const without = removeLimb(body, createRng(1), 'wings')!;
  expect(checkBody(without)).toEqual([]);
  expect(without.counts).toEqual({ ...body.counts, wings: 0 });
  expect(without.roles).not.toContain('wing');
  expect(without.mesh.triangles.length).toBeLessThan(body.mesh.triangles.length);
  expect(removeLimb(without, createRng(1), 'wings')).toBeUndefined();
});
