import { describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import { SAMPLE_KINDS, type SampleKind } from '../../io/samples.js';
import { readAnatomy } from '../reading/read-anatomy.js';
import type { Anatomy, Rig } from '../rig-records.js';
import { toAnatomicalRig } from './anatomical-rig.js';
import { editAnatomy } from './edit-anatomy.js';
import { arms, isControl, kindOf, legs, planOf, roleAt, wings } from './views.js';

/** A sample creature with its anatomy. */
function read(kind: SampleKind): Required<Rig> {
  const { rig } = sampleOfKind(kind);
  return { ...rig, anatomy: readAnatomy(rig).anatomy };
}
const counts = (anatomy: Anatomy) => [legs(anatomy).length, arms(anatomy).length, wings(anatomy).length];

describe('as it is', () => {
  it.each(SAMPLE_KINDS)('%s: without corrections the anatomy is the same', (kind) => {
    const rig = read(kind);
    expect(editAnatomy(rig, {})).toEqual(rig.anatomy);
  });

  it.each(SAMPLE_KINDS)('%s: said to be what it is, roles, sides and limbs stay', (kind) => {
    const rig = read(kind);
    const next = editAnatomy(rig, { kind: kindOf(rig.anatomy) });
    for (const field of ['role', 'side', 'limb', 'moves', 'partner'] as const)
      expect([...next[field]]).toEqual([...rig.anatomy[field]]);
    expect(next.from).toBe('user');
  });
});

describe('labels', () => {
  it('call a whole limb another', () => {
    const rig = read('quadruped');
    const front = legs(rig.anatomy)[0];
    const next = editAnatomy(rig, { labels: [{ joint: front[1], is: 'arm' }] });
    // The limb across from it is one as well.
    expect(counts(next)).toEqual([2, 2, 0]);
    expect(kindOf(next)).toBe('biped');
    expect(arms(next)[0]).toEqual(front);
    expect(next.confidence[front[0]]).toBe(1);
    expect(next.confidence[arms(next)[1][0]]).toBeLessThan(1);
  });

  it('say which joint is the hand', () => {
    const rig = read('biped');
    const [left] = arms(rig.anatomy);
    const next = editAnatomy(rig, { labels: [{ joint: left[left.length - 2], is: 'leftHand' }] });
    expect(left.map((j) => roleAt(next, j)).slice(-2)).toEqual(['hand', 'hand']);
    expect(counts(next)).toEqual(counts(rig.anatomy));
  });

  it('decide over the geometry which side a limb is on', () => {
    const rig = read('biped');
    const [left, right] = legs(rig.anatomy);
    const next = editAnatomy(rig, { labels: [{ joint: left[0], is: 'right leg' }] });
    expect([next.side[left[0]], next.side[right[0]]]).toEqual([-1, 1]);
    expect(legs(next)).toEqual([right, left]);
  });

  it('take a tail for an arm, and a neck with its head for another', () => {
    const rig = read('quadruped');
    const { tail, neck, head } = planOf(rig.anatomy);
    const next = editAnatomy(rig, {
      labels: [
        { joint: tail[1], is: 'leftArm' },
        { joint: neck[0], is: 'rightArm' },
      ],
    });
    const plan = planOf(next);
    expect(plan.tail).toEqual([]);
    expect([plan.head, plan.neck.length]).toEqual([-1, 0]);
    expect(plan.arms[0]).toEqual(tail);
    expect(plan.arms[1].slice(0, neck.length + 1)).toEqual([...neck, head]);
  });

  it('say where the head is: what lies between it and the trunk is the neck', () => {
    const rig = read('quadruped');
    const { tail, neck, head, spine } = planOf(rig.anatomy);
    const next = editAnatomy(rig, { labels: [{ joint: tail[tail.length - 1], is: 'head' }] });
    expect(planOf(next).neck).toEqual(tail.slice(0, -1));
    expect(planOf(next).spine).toEqual(spine);
    // What was the head is a chain without a name.
    expect([...neck, head].map((j) => roleAt(next, j))).toEqual([...neck, head].map(() => 'spur'));
  });

  it('take joints out of the body: controls follow what they moved with', () => {
    const rig = read('biped');
    const [, right] = arms(rig.anatomy);
    const [upper, ...beyond] = right;
    const next = editAnatomy(rig, { labels: [{ joint: beyond[0], is: 'control' }] });
    expect(beyond.map((j) => roleAt(next, j))).toEqual(beyond.map(() => 'control'));
    expect(arms(next).map(({ length }) => length)).toEqual([1, 1]);
    expect(roleAt(next, upper)).not.toBe('control');
    // Nothing of the body moves with a control, so that all of it is in the anatomical tree.
    const { rig: body, carriers } = toAnatomicalRig(rig, next);
    const controls = [...next.role.keys()].filter((j) => isControl(next, j));
    expect(body.skeleton.names).toHaveLength(rig.skeleton.names.length - controls.length);
    expect(carriers[beyond[0]]).toBe(carriers[upper]);
  });

  it('make the spine what lies between hips and chest', () => {
    const rig = read('quadruped');
    const { neck, spine } = planOf(rig.anatomy);
    const next = editAnatomy(rig, { labels: [{ joint: neck[0], is: 'chest' }] });
    expect(planOf(next).spine).toEqual([...spine, neck[0]]);
    const shorter = editAnatomy(rig, { labels: [{ joint: spine[1], is: 'hips' }] });
    expect(planOf(shorter).spine).toEqual(spine.slice(1));
  });

  it('are not overruled by numbers that are said later, and are refused where they contradict', () => {
    const rig = read('quadruped');
    const [front] = legs(rig.anatomy);
    const anatomy = editAnatomy(rig, { labels: [{ joint: front[0], is: 'arm' }] });
    expect(arms(editAnatomy({ ...rig, anatomy }, { limbs: { legs: 2 } }))).toContainEqual(front);
    expect(() => editAnatomy({ ...rig, anatomy }, { limbs: { arms: 0 } })).toThrow(/said to be arms/);
  });

  it.each(['Bone.999', -1, 4096, Number.NaN])('refuse the joint %s', (joint) => {
    const labels = [{ joint, is: 'leg' }];
    expect(() => editAnatomy(read('biped'), { labels })).toThrow(/there is no joint/);
  });

  it('refuse to make the hips a leg', () => {
    const rig = read('biped');
    const labels = [{ joint: planOf(rig.anatomy).spine[0], is: 'leg' }];
    expect(() => editAnatomy(rig, { labels })).toThrow(/where the trunk begins/);
  });
});

describe('numbers and kinds', () => {
  it.each([
    ['quadruped', { legs: 2, arms: 2 }, [2, 2, 0]],
    ['quadruped', { legs: 0, arms: 2, wings: 2 }, [0, 2, 2]],
    ['biped', { legs: 4, arms: 0 }, [4, 0, 0]],
    ['bird', { legs: 2, arms: 2, wings: 0 }, [2, 2, 0]],
    ['dragon', { legs: 2, arms: 2, wings: 2 }, [2, 2, 2]],
    ['spider', { legs: 6, arms: 2 }, [6, 2, 0]],
  ] as const)('%s with %o', (kind, limbs, wanted) => {
    const rig = read(kind);
    const next = editAnatomy(rig, { limbs });
    expect(counts(next)).toEqual(wanted);
    expect(next.from).toBe('user');
    expectWhole(rig, next);
  });

  it('keeps the hind legs of a body whose front legs are arms', () => {
    const rig = read('quadruped');
    const [front, hind] = legs(rig.anatomy);
    const next = editAnatomy(rig, { kind: 'biped' });
    expect(legs(next)[0]).toEqual(hind);
    expect(arms(next)[0]).toEqual(front);
    expect(roleAt(next, hind[0])).toBe('hindUpperLeg');
  });

  it('is certain only of what left no choice', () => {
    const rig = read('quadruped');
    const two = editAnatomy(rig, { limbs: { legs: 2 } });
    expect(two.confidence[legs(two)[0][0]]).toBeLessThan(1);
    const none = editAnatomy(read('bird'), { limbs: { wings: 0, arms: 2 } });
    expect(none.confidence[arms(none)[0][0]]).toBe(1);
  });

  it.each([
    ['octopus', 'spider'],
    ['fish', 'quadruped'],
    ['serpent', 'quadruped'],
    ['quadruped', 'biped'],
    ['hand', 'octopus'],
    ['unknown', 'biped'],
    ['blob', 'octopus'],
  ] as const)('a %s of a %s', (kind, from) => {
    const rig = read(from);
    const next = editAnatomy(rig, { kind });
    expect(kindOf(next)).toBe(kind);
    expectWhole(rig, next);
  });

  it('refuses what the joints do not show, with the reason', () => {
    expect(() => editAnatomy(read('snake'), { kind: 'quadruped' })).toThrow(/4 legs were said, and only/);
    expect(() => editAnatomy(read('biped'), { kind: 'biped', limbs: { legs: 4, arms: 0 } })).toThrow(
      /it is a quadruped/,
    );
  });
});

describe('facing', () => {
  it('the other way: left and right, front and back change', () => {
    const rig = read('lizard');
    const { forward } = rig.anatomy;
    const before = planOf(rig.anatomy);
    const next = editAnatomy(rig, { forward: [-forward[0], 0, -forward[2]] });
    const after = planOf(next);
    expect(after.tail).toEqual([...before.neck, before.head, before.jaw]);
    expect(after.head).toBe(before.tail[before.tail.length - 1]);
    expect(after.legs[0]).toEqual(before.legs[3]);
    expect(after.legs[3]).toEqual(before.legs[0]);
    expect(roleAt(next, before.legs[0][0])).toBe('hindUpperLeg');
  });

  it('by a quarter: pairs are found anew', () => {
    const rig = read('quadruped');
    const next = editAnatomy(rig, { forward: [1, 0, 0] });
    expect(next.forward).toEqual([1, 0, 0]);
    const [leg] = legs(rig.anatomy);
    expect(next.partner[leg[0]]).not.toBe(rig.anatomy.partner[leg[0]]);
  });

  it('refuses up', () => {
    expect(() => editAnatomy(read('biped'), { forward: [0, 1, 0] })).toThrow(/cannot face up/);
  });
});

/** Every joint has one place, limbs are numbered without gaps, and the body is one tree. */
function expectWhole(rig: Rig, anatomy: Anatomy): void {
  const limbs = new Set(anatomy.limb);
  limbs.delete(-1);
  expect([...limbs].sort((a, b) => a - b)).toEqual(Array.from({ length: limbs.size }, (_, i) => i));
  const { rig: body } = toAnatomicalRig(rig, anatomy);
  const controls = [...anatomy.role.keys()].filter((j) => isControl(anatomy, j)).length;
  expect(body.skeleton.names).toHaveLength(rig.skeleton.names.length - controls);
  body.skeleton.parents.forEach((parent, j) => {
    expect(parent).toBeLessThan(j);
    expect(parent < 0).toBe(j === 0);
  });
}
