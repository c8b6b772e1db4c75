import { createCreature } from 'posespace/creatures';
import { findBodyPlan } from 'posespace/rig';
import { expect, it } from 'vitest';
import { describeBody, describeConfidence } from './body-text.js';

it('describes a body plan', () => {
  const { rig } = createCreature('quadruped', { seed: 0 });
  const body = findBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin });
  const count = rig.skeleton.parents.length;
  expect(describeBody(body, count)).toMatch(/^a quadruped with a tail( and a jaw)?; \d+ joints, 4 legs$/);
  const bare = {
    ...body,
    kind: 'blob' as const,
    plan: { ...body.plan, tail: [], jaw: -1, legs: [[1]], arms: [] },
  };
  expect(describeBody(bare, 1)).toBe('a body without clear limbs; 1 joint, 1 leg');
});

it('describes a confidence', () => {
  expect([0.9, 0.5, 0.1].map((c) => describeConfidence(c).tone)).toEqual(['good', 'warn', 'bad']);
});
