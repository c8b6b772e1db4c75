import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { toAnatomy } from '../anatomy/to-anatomy.js';
import { nameJoints } from '../names/name-joints.js';
import { describeBody } from './describe-body.js';
import { findBodyPlan } from './find-body-plan.js';
import { neutralNames, toUnknownBody } from './unknown-body.js';

const raptor = sampleCreature('raptor').rig;

describe('describeBody', () => {
  it('counts limbs and gives the axes', () => {
    const body = describeBody(toAnatomy(raptor, findBodyPlan(raptor.mesh, raptor.skeleton)));
    expect(body).toMatchObject({
      kind: 'biped',
      legs: 2,
      arms: 2,
      wings: 0,
      fins: 0,
      tail: true,
      head: true,
    });
    expect([body.facing, body.up]).toEqual(['+z', '+y']);
    expect(body.description).toBe('biped: 2 legs, 2 arms, head, tail, 29 joints');
    expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });

  it('counts the fins of a fish as fins', () => {
    const fish = sampleCreature('fish').rig;
    const body = describeBody(toAnatomy(fish, findBodyPlan(fish.mesh, fish.skeleton)));
    expect([body.kind, body.wings, body.legs]).toEqual(['fish', 0, 0]);
    expect(body.fins).toBeGreaterThanOrEqual(2);
  });
});

describe('an unknown body', () => {
  const unknown = toUnknownBody(findBodyPlan(raptor.mesh, raptor.skeleton), 'it is a test');

  it('has no parts, and says why', () => {
    expect(describeBody(toAnatomy(raptor, unknown))).toMatchObject({
      kind: 'unknown',
      legs: 0,
      arms: 0,
      tail: false,
      head: false,
      description: 'unknown: 29 joints',
    });
    expect(unknown.findings[0].message).toMatch(/it is a test/);
  });

  it('is read as unknown again by its neutral names, in the order of the tree', () => {
    const names = nameJoints(unknown, raptor.skeleton);
    expect([...names].sort()).toEqual(names.map((_, i) => `part${i + 1}`).sort());
    const chain = { ...raptor.skeleton, parents: Int16Array.of(-1, 0, 0, 1, 2) };
    expect(neutralNames(chain)).toEqual(['part1', 'part2', 'part4', 'part3', 'part5']);
    const again = findBodyPlan(raptor.mesh, { ...raptor.skeleton, names });
    expect([again.kind, again.plan.legs]).toEqual(['unknown', []]);
    expect(again.partner).toEqual(unknown.partner);
  });
});

describe('parts of a body that come alone', () => {
  it('have names without a side', () => {
    const body = findBodyPlan(raptor.mesh, raptor.skeleton);
    const [arm] = body.plan.arms;
    const alone = { ...toUnknownBody(body, ''), plan: { ...toUnknownBody(body, '').plan, arms: [arm] } };
    const names = nameJoints({ ...alone, kind: 'arm' }, raptor.skeleton);
    expect(arm.map((j) => names[j])).toEqual(expect.arrayContaining(['upperArm', 'foreArm', 'hand']));
    const hand = { ...alone.plan, arms: [], spine: arm.slice(0, 1) };
    expect(nameJoints({ ...alone, plan: hand, kind: 'hand' }, raptor.skeleton)[arm[0]]).toBe('hand');
  });
});
