import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { toAnatomy } from '../anatomy/to-anatomy.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { toUnknownBody } from '../body-plan/unknown-body.js';
import { reportLimbs } from './report-limbs.js';

const { rig } = sampleCreature('alien');
const { skeleton } = rig;
const body = findBodyPlan(rig.mesh, skeleton);
const confidence = new Float32Array(skeleton.names.length).fill(0.8);

it('says how sure each limb is, by the mean of its joints', () => {
  const foot = skeleton.names.indexOf('leftFoot');
  const lower = confidence.slice();
  lower[foot] = 0;
  const limbs = reportLimbs(rig, toAnatomy(rig, body), lower);
  expect(limbs.map(({ part, side }) => `${side} ${part}`).sort()).toEqual([
    'left arm',
    'left leg',
    'middle head',
    'right arm',
    'right leg',
  ]);
  const left = limbs.find(({ part, side }) => part === 'leg' && side === 'left')!;
  expect(left.joints).toContain('leftFoot');
  expect(left.confidence).toBeCloseTo((0.8 * (left.joints.length - 1)) / left.joints.length, 5);
  const right = limbs.find(({ part, side }) => part === 'leg' && side === 'right')!;
  expect(right.confidence).toBeCloseTo(0.8, 5);
});

it('lists no limbs of what is no body', () => {
  expect(reportLimbs(rig, toAnatomy(rig, toUnknownBody(body, 'a teapot')), confidence)).toEqual([]);
});
