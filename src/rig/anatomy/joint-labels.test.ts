import { expect, it } from 'vitest';
import { readJointLabel } from './joint-labels.js';
import { ANATOMY_ROLES } from './roles.js';

it.each([
  ['leftHand', { part: 'arm', joint: 'end', side: 1 }],
  ['Right Front Paw', { part: 'leg', joint: 'end', side: -1, row: 'front' }],
  ['hind_leg.R', { part: 'leg', side: -1, row: 'hind' }],
  ['foreleg', { part: 'leg', row: 'front' }],
  ['LeftUpLeg', { part: 'leg', joint: 'upper', side: 1 }],
  ['left lower arm', { part: 'arm', joint: 'lower', side: 1 }],
  ['forearm', { part: 'arm', joint: 'lower' }],
  ['middleFoot', { part: 'leg', joint: 'end', row: 'middle' }],
  ['Wing.L', { part: 'wing', side: 1 }],
  ['wings', { part: 'wing' }],
  ['pelvis', { part: 'trunk', joint: 'hips' }],
  ['head', { part: 'head' }],
  ['none', { part: 'other' }],
])('reads %s', (text, label) => {
  expect(readJointLabel(text)).toEqual(label);
});

it.each(['', 'leftish', 'leg arm', 'left', 'constructor', '__proto__', 'leg wheel', '…', 'l'.repeat(1e5)])(
  'refuses %s with the words that there are',
  (text) => {
    expect(() => readJointLabel(text)).toThrow(/no part of a body; say one of hips/);
  },
);

it.each(ANATOMY_ROLES)('reads the role %s', (role) => {
  expect(readJointLabel(role).part).toBeDefined();
  expect(readJointLabel(`left ${role}`).side).toBe(1);
});
