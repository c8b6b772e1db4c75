import { describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import type { SampleKind } from '../../io/samples.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import type { Skeleton } from '../rig-records.js';
import { isHumanoid, NAME_CONVENTIONS, nameBody } from './name-conventions.js';
import { nameJoints } from './name-joints.js';

function nameless(kind: SampleKind) {
  const { mesh, skeleton } = sampleOfKind(kind).rig;
  const bare: Skeleton = { ...skeleton, names: skeleton.names.map((_, j) => `bone_${j}`) };
  return { truth: skeleton.names, skeleton: bare, reading: findBodyPlan(mesh, bare) };
}

const biped = nameless('biped');
const quadruped = nameless('quadruped');

describe('joint names', () => {
  it.each(['biped', 'quadruped', 'insect', 'dragon'] as const)(
    'are those that a %s was made with, found again without them',
    (kind) => {
      const { truth, skeleton, reading } =
        kind === 'biped' ? biped : kind === 'quadruped' ? quadruped : nameless(kind);
      expect(nameJoints(reading, skeleton)).toEqual(truth);
    },
  );

  it('name controls after their parent', () => {
    const { skeleton, reading } = quadruped;
    const count = skeleton.names.length;
    const plan = { ...reading.plan, extras: [], legs: reading.plan.legs.slice(1) };
    const names = nameJoints({ ...reading, plan }, skeleton);
    expect(new Set(names).size).toBe(count);
    expect(names.some((name) => name.startsWith('chestControl'))).toBe(true);
    expect(names.every((name) => !name.startsWith('bone_'))).toBe(true);
  });
});

describe('names of other tools', () => {
  const named = (convention: (typeof NAME_CONVENTIONS)[number]) =>
    nameBody(biped.reading, biped.skeleton, convention).names;
  const at = (name: string) => biped.truth.indexOf(name);

  it.each([
    [
      'mixamo',
      ['mixamorig:Hips', 'mixamorig:LeftUpLeg', 'mixamorig:LeftForeArm', 'mixamorig:RightHandThumb1'],
    ],
    ['vrm', ['hips', 'leftUpperLeg', 'leftLowerArm', 'rightThumbMetacarpal']],
    ['unity', ['Hips', 'LeftUpperLeg', 'LeftLowerArm', 'RightThumbProximal']],
    ['unreal', ['pelvis', 'thigh_l', 'lowerarm_l', 'thumb_01_r']],
    ['godot', ['Hips', 'LeftUpperLeg', 'LeftLowerArm', 'RightThumbMetacarpal']],
  ] as const)('%s', (convention, expected) => {
    const names = named(convention);
    const joints = ['hips', 'leftUpperLeg', 'leftForeArm', 'rightThumb1'];
    expect(joints.map((joint) => names[at(joint)])).toEqual(expected);
    expect(new Set(names).size).toBe(names.length);
    expect(nameBody(biped.reading, biped.skeleton, convention).findings).toEqual([]);
  });

  it('spine, chest and upper chest follow the number of joints', () => {
    expect(
      ['hips', 'spine1', 'spine2', 'chest', 'neck1', 'head'].map((name) => named('vrm')[at(name)]),
    ).toEqual(['hips', 'spine', 'chest', 'upperChest', 'neck', 'head']);
    expect(named('unreal')[at('chest')]).toBe('spine_03');
  });

  it('other bodies get names in the same style, and a finding', () => {
    expect(isHumanoid(quadruped.reading)).toBe(false);
    const { names, findings } = nameBody(quadruped.reading, quadruped.skeleton, 'unreal');
    const name = (native: string) => names[quadruped.truth.indexOf(native)];
    expect(name('leftFrontUpperLeg')).toBe('thigh_front_l');
    expect(name('tail3')).toBe('tail_03');
    expect(name('hips')).toBe('pelvis');
    expect(findings[0].code).toBe('not-humanoid');
    for (const convention of NAME_CONVENTIONS) {
      const all = nameBody(quadruped.reading, quadruped.skeleton, convention).names;
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('reports the bones that a humanoid lacks', () => {
    const arms = biped.reading.plan.arms.map((arm) => arm.slice(0, 2));
    const reading = { ...biped.reading, plan: { ...biped.reading.plan, arms, extras: [] } };
    const { findings } = nameBody(reading, biped.skeleton, 'unity');
    expect(findings[0].code).toBe('missing-humanoid-bones');
    expect(findings[0].message).toContain('LeftHand');
    expect(findings[0].message).not.toContain('LeftUpperLeg');
  });
});
