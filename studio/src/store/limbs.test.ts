import { createCreature } from 'posespace/creatures';
import { createCreatureModel } from 'posespace/io';
import { findBodyPlan } from 'posespace/rig';
import { expect, it } from 'vitest';
import { endLabel, limbsOf } from './limbs.js';

const model = createCreatureModel(createCreature('quadruped'));
const skeleton = model.skeleton!;
const document = { model, body: findBodyPlan(model.mesh, skeleton, { skin: model.skin }) };

it('names the limbs of a body, every joint in one of them', () => {
  const limbs = limbsOf(document);
  const legs = ['front', 'hind'].flatMap((row) => [`left ${row} leg`, `right ${row} leg`]);
  expect(new Set(limbs.map(({ name }) => name))).toEqual(new Set(['body', 'head', 'tail', ...legs]));
  const all = limbs.flatMap(({ joints }) => joints).sort((a, b) => a - b);
  expect(all).toEqual([...skeleton.parents.keys()]);
});

it('names contacts by the foot, whatever the joint is called', () => {
  const [leg] = document.body.plan.legs;
  expect(endLabel(document, leg[leg.length - 2])).toMatch(/^(left|right) (front|hind) foot$/);
  expect(endLabel(document, 0)).toMatch(/hips|root|pelvis|body/);
});

it('falls back to branches of the skeleton without a body plan', () => {
  const limbs = limbsOf({ model: { ...model, skeleton: { ...skeleton } } });
  expect(limbs.length).toBeGreaterThan(2);
  expect(limbs.flatMap(({ joints }) => joints).length).toBe(skeleton.parents.length);
});
