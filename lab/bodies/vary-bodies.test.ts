import { expect, test } from 'vitest';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { checkBody } from './check-body.js';
import { labelCreature } from './label-creature.js';
import type { ListedBody } from './make-bodies.js';
import { varyBodies } from './vary-bodies.js';

const BODIES: ListedBody[] = (['quadruped', 'bird', 'biped'] as const).flatMap((kind) =>
  [1, 2].map((seed) => ({ body: labelCreature(sketchCreature(kind, { seed })), heldOut: kind === 'bird' })),
);

async function vary(share: number, bodies = BODIES) {
  const out: ListedBody[] = [];
  for await (const listed of varyBodies(bodies, share, 5)) out.push(listed);
  return out;
}

test('originals stay, variations follow in their families and hold together', async () => {
  expect(await vary(0)).toEqual(BODIES);
  const all = await vary(1);
  expect(all.filter((listed) => BODIES.includes(listed))).toHaveLength(BODIES.length);
  const varied = all.filter((listed) => !BODIES.includes(listed));
  expect(varied.length).toBeGreaterThan(2);
  for (const { body, heldOut } of varied) {
    expect(checkBody(body)).toEqual([]);
    expect(BODIES.map((listed) => listed.body.family)).toContain(body.family);
    expect(heldOut).toBe(body.family === 'sample-bird');
  }
});

test('what is not known of a body is not known of its variation', async () => {
  const unknown = BODIES.map(({ body: { counts: _, ...body }, heldOut }) => ({ body, heldOut }));
  for (const { body } of await vary(1, unknown)) expect(body.counts).toBeUndefined();
});
