import { describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import type { SampleKind } from '../../io/samples.js';
import type { Rig } from '../rig-records.js';
import type { BodyKind } from './body-plan.js';
import { findBodyPlan } from './find-body-plan.js';
import {
  BODY_KINDS,
  fitsBody,
  type KnownPart,
  partOfName,
  requireBodyKind,
  showsParts,
} from './known-body.js';

const rigs = new Map<SampleKind, Rig>();

function rigOf(kind: SampleKind) {
  const rig = rigs.get(kind) ?? sampleOfKind(kind).rig;
  rigs.set(kind, rig);
  return rig;
}

function read(creature: SampleKind, kind?: BodyKind, parts?: Record<string, KnownPart>) {
  const { mesh, skeleton } = rigOf(creature);
  const known = Object.entries(parts ?? {}).map(
    ([name, part]) => [skeleton.names.indexOf(name), part] as const,
  );
  return findBodyPlan(mesh, skeleton, { kind, parts: new Map(known) });
}

const limbs = ({ plan }: ReturnType<typeof read>) => [plan.legs.length, plan.arms.length, plan.wings.length];

describe('a kind that the user knows', () => {
  it.each([
    ['dragon', 'quadruped', [4, 0, 0]],
    ['biped', 'quadruped', [4, 0, 0]],
    ['quadruped', 'biped', [2, 2, 0]],
    ['bird', 'biped', [2, 0, 0]],
    ['quadruped', 'serpent', [0, 0, 0]],
    ['spider', 'insect', [6, 0, 0]],
  ] as const)('makes a %s a %s', (creature, kind, expected) => {
    const body = read(creature, kind);
    expect(body.kind).toBe(kind);
    expect(limbs(body).slice(0, kind === 'biped' ? 1 : 3)).toEqual(
      expected.slice(0, kind === 'biped' ? 1 : 3),
    );
    expect(fitsBody({ kind }, body)).toBe(true);
  });

  it('changes nothing where it was read right', () => {
    expect(read('quadruped', 'quadruped').plan).toEqual(read('quadruped').plan);
  });

  it('is refused where the limbs are not there', () => {
    expect(() => read('biped', 'spider')).toThrow(/a spider has 8 legs, and only 4 could be found.*landmark/);
    expect(() => read('snake', 'bird')).toThrow(/a bird has 2 legs, and none could be found/);
    expect(() => requireBodyKind('teapot')).toThrow(/no kind of body "teapot".*biped/);
    expect(new Set(BODY_KINDS).size).toBe(BODY_KINDS.length);
  });

  it('may be none, or a part that came alone', () => {
    expect(read('biped', 'unknown')).toMatchObject({ kind: 'unknown', reason: 'it was said to be none' });
    const hand = read('octopus', 'hand');
    expect([hand.kind, hand.plan.spine, hand.plan.arms]).toEqual(['hand', [0], []]);
    expect(hand.plan.extras.every(({ kind }) => kind === 'finger')).toBe(true);
    expect(read('snake', 'arm').plan.arms.length).toBe(1);
    expect(read('octopus', 'octopus').plan.arms.length).toBe(8);
  });
});

describe('parts that landmarks name', () => {
  it.each([
    ['leftHand', 'arm'],
    ['RightForeArm', 'arm'],
    ['leftFrontFoot', 'leg'],
    ['rightWing2', 'wing'],
    ['tail3', 'tail'],
    ['head', 'head'],
    ['hips', undefined],
    ['myJoint', undefined],
  ])('%s is %s', (name, part) => {
    expect(partOfName(name)).toBe(part);
  });

  it('make a limb an arm, on both sides', () => {
    const body = read('quadruped', undefined, { leftFrontFoot: 'arm' });
    expect(limbs(body)).toEqual([2, 2, 0]);
    const parts = new Map([[rigOf('quadruped').skeleton.names.indexOf('leftFrontFoot'), 'arm' as const]]);
    expect(showsParts(body, parts)).toBe(true);
    expect(showsParts(read('quadruped'), parts)).toBe(false);
  });

  it('say where the head is, and so where the body faces', () => {
    const { skeleton } = rigOf('snake');
    const body = read('snake');
    const tip = skeleton.names[body.plan.tail[body.plan.tail.length - 1]];
    const turned = read('snake', undefined, { [tip]: 'head' });
    expect(turned.forward[2]).toBeCloseTo(-body.forward[2], 6);
    expect(skeleton.names[turned.plan.head]).not.toBe(skeleton.names[body.plan.head]);
  });
});
