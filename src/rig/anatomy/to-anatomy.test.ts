import { describe, expect, it } from 'vitest';
import { SAMPLE_NAMES, sampleCreature } from '../../../test/support/creatures.js';
import type { BodyPlan } from '../body-plan/body-plan.js';
import { readAnatomy } from '../reading/read-anatomy.js';
import { restPose } from '../rig-records.js';
import { toAnatomicalRig } from './anatomical-rig.js';
import { bodyOf } from './body-of.js';
import { fromAnatomicalPose } from './from-anatomical-pose.js';
import { ANATOMY_ROLES, roleNumber } from './roles.js';
import { toAnatomy } from './to-anatomy.js';
import { kindOf, limbsIn, planOf } from './views.js';

const sorted = (plan: BodyPlan) => ({ ...plan, extras: [...plan.extras].map((each) => ({ ...each })) });

describe.each(SAMPLE_NAMES)('%s', (name) => {
  const { rig } = sampleCreature(name);
  const { anatomy } = readAnatomy(rig);
  const body = bodyOf(rig, anatomy);

  it('the plan of an anatomy makes the same anatomy', () => {
    const again = toAnatomy(rig, body, { moves: anatomy.moves });
    for (const field of ['role', 'side', 'limb', 'partner'] as const)
      expect([...again[field]], field).toEqual([...anatomy[field]]);
    expect(sorted(planOf(again))).toEqual(sorted(planOf(anatomy)));
    expect(kindOf(again)).toBe(kindOf(anatomy));
  });

  it('has every limb once, left before right, legs before arms before wings', () => {
    const limbs = limbsIn(anatomy);
    const joints = limbs.flatMap((limb) => limb.joints);
    expect(new Set(joints).size).toBe(joints.length);
    for (const part of ['leg', 'arm', 'wing']) {
      const sides = limbs.filter((limb) => limb.part === part).map(({ side }) => side);
      expect(sides).toEqual([...sides].sort((a, b) => b - a));
    }
    const ranks = limbs.map(({ part }) => ['leg', 'arm', 'wing'].indexOf(part) >>> 0);
    expect(ranks.filter((rank) => rank < 3)).toEqual(ranks.filter((rank) => rank < 3).sort((a, b) => a - b));
  });

  it('its anatomical tree has every joint of the body once, and poses go there and back', () => {
    const tree = toAnatomicalRig(rig, anatomy);
    expect(new Set(tree.sources).size).toBe(tree.sources.length);
    tree.sources.forEach((j, a) => {
      expect(tree.carriers[j]).toBe(a);
      if (a > 0) expect(tree.sources[tree.rig.skeleton.parents[a]]).toBe(anatomy.moves[j]);
    });
    expect(tree.rig.anatomy).toBeUndefined();
    const back = fromAnatomicalPose(tree, restPose(tree.rig.skeleton));
    back.rotations.forEach((x, i) => {
      expect(x).toBeCloseTo(i % 4 === 3 ? 1 : 0, 5);
    });
  });
});

describe('the anatomical tree', () => {
  const { rig } = sampleCreature('person');
  const { anatomy } = readAnatomy(rig);

  it('leaves controls out, whose weights go to what they follow', () => {
    const last = rig.skeleton.names.length - 1;
    const role = anatomy.role.slice();
    role[last] = roleNumber('control');
    const { rig: body, carriers } = toAnatomicalRig(rig, { ...anatomy, role });
    expect(body.skeleton.names).toHaveLength(last);
    expect(carriers[last]).toBe(carriers[anatomy.moves[last]]);
    expect(Math.max(...(body.skin?.joints ?? []))).toBeLessThan(last);
  });

  it('puts parents first, whatever the order in the file', () => {
    const count = rig.skeleton.names.length;
    const flip = (j: number) => (j < 0 ? -1 : count - 1 - j);
    const moves = Int16Array.from(anatomy.moves, (_, j) => flip(anatomy.moves[flip(j)]));
    const role = Uint8Array.from(anatomy.role, (_, j) => anatomy.role[flip(j)]);
    const { sources, rig: body } = toAnatomicalRig(rig, { ...anatomy, moves, role });
    expect(sources).toHaveLength(count);
    body.skeleton.parents.forEach((parent, a) => {
      expect(parent).toBeLessThan(a);
    });
  });

  it('knows its words by number', () => {
    for (const [i, word] of ANATOMY_ROLES.entries()) expect(roleNumber(word)).toBe(i);
  });
});
