import type { FoundBodyPlan } from 'posespace/rig';
import { expect, it } from 'vitest';
import { bodyAdvice, bodyTitle, confidenceVerdict } from './body-text.js';

const bare = {
  spine: [],
  neck: [],
  head: -1,
  jaw: -1,
  tail: [],
  legs: [],
  arms: [],
  wings: [],
  feet: [],
  extras: [],
};
const body = {
  kind: 'quadruped',
  plan: { ...bare, head: 1, tail: [2], legs: [[3], [4], [5], [6]] },
  up: [0, 1, 0],
  forward: [0, 0, 1],
  partner: new Int16Array(7),
  confidence: 0.9,
} as unknown as FoundBodyPlan;

it('says what a body was read as, with counts', () => {
  expect(bodyTitle(body)).toBe('Quadruped: 4 legs, head, tail');
  expect(bodyTitle({ ...body, plan: { ...bare, legs: [[1]] } })).toBe('Quadruped: 1 leg');
  expect(bodyTitle({ ...body, kind: 'fish', plan: { ...bare, wings: [[1], [2]] } })).toBe('Fish: 2 fins');
  const finger = { kind: 'finger', joints: [1], side: 0 } as const;
  expect(bodyTitle({ ...body, kind: 'hand', plan: { ...bare, extras: [finger] } })).toBe('Hand: 1 finger');
  expect(bodyTitle({ ...body, kind: 'arm', plan: { ...bare, arms: [[0]] } })).toBe('Arm');
  const unknown = { ...body, kind: 'unknown', plan: bare } as const;
  expect(bodyTitle(unknown)).toBe('Not recognised as a body');
  expect(bodyTitle(unknown, { kind: 'unknown' })).toBe('Not a creature');
});

it('gives a confidence in per cent, with a verdict', () => {
  expect([0.93, 0.8, 0.799, 0.5, 0.499, 0].map((c) => confidenceVerdict(c).text)).toEqual([
    '93 %, sure',
    '80 %, sure',
    '79 %, have a look',
    '50 %, have a look',
    '49 %, unsure',
    '0 %, unsure',
  ]);
  expect([0.9, 0.6, 0.1].map((c) => confidenceVerdict(c).tone)).toEqual(['good', 'warn', 'bad']);
});

it('says what to do where a reading is not sure', () => {
  expect(bodyAdvice({ ...body, confidence: 0.9 })).toBeNull();
  expect(bodyAdvice({ ...body, confidence: 0.6 })).toMatch(/^Check head, tail and limbs/);
  expect(bodyAdvice({ ...body, confidence: 0.2 })).toMatch(/^Choose the body under “This is”/);
  const unknown = { ...body, kind: 'unknown', confidence: 0.9, reason: 'it has no limbs' } as const;
  expect(bodyAdvice(unknown)).toMatch(/^It has no limbs\. .*If it is a body, choose which/);
  // What the user said needs no advice.
  expect(bodyAdvice({ ...body, confidence: 0.2 }, { kind: 'quadruped' })).toBeNull();
  expect(bodyAdvice(unknown, { kind: 'unknown' })).toBeNull();
});
