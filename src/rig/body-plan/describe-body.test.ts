import { expect, test } from 'vitest';
import { sketchCreature } from '../../creatures/sketch-creature.js';
import { describeBody } from './describe-body.js';
import { findBodyPlan } from './find-body-plan.js';

function describe(kind: 'quadruped' | 'fish') {
  const { mesh, skeleton } = sketchCreature(kind, { seed: 1 }).rig;
  return describeBody(findBodyPlan(mesh, skeleton));
}

test('counts legs, tail and head, and names the axes', () => {
  expect(describe('quadruped')).toMatchObject({
    kind: 'quadruped',
    legs: 4,
    arms: 0,
    wings: 0,
    fins: 0,
    tail: true,
    head: true,
    facing: '+z',
    up: '+y',
  });
});

test("a fish's side fins are fins, not wings", () => {
  const fish = describe('fish');
  expect(fish.kind).toBe('fish');
  expect(fish.wings).toBe(0);
  expect(fish.fins).toBeGreaterThanOrEqual(2);
});
