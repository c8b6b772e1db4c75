import { readSample } from 'posespace/io/node';
import { legs, readAnatomy } from 'posespace/rig';
import { expect, it } from 'vitest';
import { endLabel, limbsOf } from './limbs.js';

const model = await readSample('wolf');
const skeleton = model.skeleton!;
const { anatomy } = readAnatomy({ mesh: model.mesh, skeleton, skin: model.skin });
const body = { skeleton, anatomy };

it('names the limbs of a body, every joint in one of them', () => {
  const limbs = limbsOf(body);
  const rows = ['front', 'hind'].flatMap((row) => [`left ${row} leg`, `right ${row} leg`]);
  expect(new Set(limbs.map(({ name }) => name))).toEqual(new Set(['body', 'head', 'tail', ...rows]));
  const all = limbs.flatMap(({ joints }) => joints).sort((a, b) => a - b);
  expect(all).toEqual([...skeleton.parents.keys()]);
});

it('names contacts by the foot, whatever the joint is called', () => {
  const [leg] = legs(anatomy);
  expect(endLabel(body, leg[leg.length - 2])).toMatch(/^(left|right) (front|hind) foot$/);
  expect(endLabel(body, 0)).toMatch(/hips|root|pelvis|body/);
});

it('falls back to branches of the skeleton without an anatomy', () => {
  const limbs = limbsOf({ skeleton });
  expect(limbs.length).toBeGreaterThan(2);
  expect(limbs.flatMap(({ joints }) => joints).length).toBe(skeleton.parents.length);
});
