import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { readAnatomy } from '../reading/read-anatomy.js';
import { collectSaid, keepSaid } from './collect-said.js';
import { CONFIDENCE } from './confidence.js';
import { editAnatomy } from './edit-anatomy.js';
import { arms, legs, tail } from './views.js';

const { rig } = sampleCreature('dog');
const { anatomy } = readAnatomy(rig);
const read = { ...rig, anatomy };
const [front] = legs(anatomy);
const foot = front[front.length - 1];

it('finds nothing that was said in a reading', () => {
  expect(collectSaid(read)).toEqual({ chains: [], landmarks: [] });
  expect(collectSaid({ skeleton: rig.skeleton })).toEqual({ chains: [], landmarks: [] });
});

it('finds limbs that were said, with where they end, and how many there are', () => {
  const said = editAnatomy(read, { labels: [{ joint: foot, is: 'arm' }] });
  const { chains, limbs, landmarks, kind } = collectSaid({ ...rig, anatomy: said });
  expect(limbs).toEqual({ legs: legs(said).length, arms: arms(said).length, wings: 0 });
  expect(chains.map(({ is }) => is)).toContain('left arm');
  const position = rig.skeleton.rest.subarray(foot * 3, foot * 3 + 3);
  expect(landmarks).toContainEqual({ part: 'arm', position: [...position] });
  expect(kind).toBeUndefined();
});

it('finds the kind that was said', () => {
  const said = editAnatomy(read, { kind: 'quadruped' });
  expect(collectSaid({ ...rig, anatomy: said }).kind).toBe('quadruped');
});

it('says it again of another skeleton', () => {
  const end = tail(anatomy).at(-1)!;
  const said = editAnatomy(read, { labels: [{ joint: end, is: 'ear' }] });
  const kept = keepSaid(read, collectSaid({ ...rig, anatomy: said }))!;
  expect([...kept.role]).toEqual([...said.role]);
  expect(kept.confidence[end]).toBe(CONFIDENCE.said);
  // The nearest joint to a limb that is gone is in the trunk, which is no leg.
  const hips = rig.skeleton.rest.subarray(0, 3);
  const gone = { is: 'leg', end: [hips[0], hips[1], hips[2]] as const };
  expect(keepSaid(read, { chains: [gone], landmarks: [] })).toBe(anatomy);
});
