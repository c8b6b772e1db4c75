import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import { BODY_PLANS, nameBodyPlan, planOfKind } from './body-plan-word.js';

const named = (...names: string[]) => ({
  skeleton: {
    names,
    parents: Int16Array.from(names, (_, j) => j - 1),
    rest: new Float32Array(names.length * 3),
    frames: new Float32Array(names.length * 4),
  },
});

describe('a word for the plan of a body', () => {
  it('is what the label says, where it says something', () => {
    expect(nameBodyPlan(named('a'), 'human')).toBe('biped');
    expect(nameBodyPlan(named('leg', 'arm'), 'fish/marine')).toBe('fish');
    expect(nameBodyPlan(named('a'), 'arthropod/invertebrate')).toBe('many-legged');
  });

  it('is what joint names say, where the label says nothing', () => {
    expect(nameBodyPlan(named('Body', 'Wing.L'), 'monster')).toBe('winged');
    expect(nameBodyPlan(named('FrontLeg.L', 'BackFoot.R'), 'robot')).toBe('quadruped');
    expect(nameBodyPlan(named('UpperLeg.L', 'Hand.R'))).toBe('biped');
    expect(nameBodyPlan(named('Armature', 'Leg'))).toBe('other');
    expect(nameBodyPlan(named('b0', 'b1'))).toBe('other');
  });

  it('is what the shape says, where nothing else does', () => {
    const { rig } = sampleCreature('cat');
    const names = rig.skeleton.names.map((_, j) => `b${j}`);
    const body = { ...rig, skeleton: { ...rig.skeleton, names } };
    expect(nameBodyPlan(body)).toBe('quadruped');
    expect(nameBodyPlan(body, 'arthropod')).toBe('quadruped');
  });

  it('is known for all of our kinds', () => {
    for (const kind of CREATURE_KINDS) expect(BODY_PLANS).toContain(planOfKind(kind));
  });
});
