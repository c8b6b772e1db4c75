import { expect, it } from 'vitest';
import { anatomyOfRoles, type RoleRow } from '../../../store/anatomy-of-roles.js';
import { bodyAdvice, bodyTitle, confidenceVerdict } from './body-text.js';

/** A body whose joints are all children of the first. */
const bodyOf = (rows: readonly RoleRow[], confidence = 0.9) =>
  anatomyOfRoles({ parents: Int16Array.from(rows, (_, j) => (j === 0 ? -1 : 0)) }, rows, {
    confidence: new Float32Array(rows.length).fill(confidence),
  });
const foot = (limb: number): RoleRow => ['hindFoot', limb % 2 === 0 ? 1 : -1, limb];
const quadruped = (confidence?: number) =>
  bodyOf(['hips', 'head', 'tail', foot(0), foot(1), foot(2), foot(3)], confidence);
const unknown = bodyOf(['other', 'other']);

it('says what a body was read as, with counts', () => {
  expect(bodyTitle(quadruped())).toBe('Quadruped: 4 legs, head, tail');
  expect(bodyTitle(bodyOf(['hips', foot(0)]))).toBe('Biped: 1 leg');
  expect(bodyTitle(bodyOf(['hips', 'spine', ['fin', 1, 0], ['fin', -1, 1]]))).toBe('Fish: 2 fins');
  expect(bodyTitle(bodyOf(['hand', ['finger', 0, 0]]))).toBe('Hand: 1 finger');
  expect(bodyTitle(bodyOf(['other', ['hand', 0, 0]]))).toBe('Arm');
  expect(bodyTitle(unknown)).toBe('Not recognised as a body');
  expect(bodyTitle(bodyOf(['other'], 1))).toBe('Not a creature');
});

it('gives a confidence in per cent, with a verdict', () => {
  expect([0.93, 0.8, 0.799, 0.6, 0.599, 0].map((c) => confidenceVerdict(c).text)).toEqual([
    '93 %, certain',
    '80 %, certain',
    '79 %, likely',
    '60 %, likely',
    '59 %, unsure',
    '0 %, unsure',
  ]);
  expect([0.9, 0.7, 0.1].map((c) => confidenceVerdict(c).tone)).toEqual(['good', 'warn', 'bad']);
});

it('says what to do where a reading is not sure', () => {
  expect(bodyAdvice(quadruped(0.9))).toBeNull();
  expect(bodyAdvice(quadruped(0.6))).toMatch(/^Check head, tail and limbs/);
  expect(bodyAdvice(quadruped(0.2))).toMatch(/^Choose the body under “This is”/);
  const why = { code: 'unknown-body', severity: 'warning', message: 'It has no limbs.' } as const;
  expect(bodyAdvice(unknown, [why])).toMatch(/^It has no limbs\. If it is a body, choose which/);
  // What the user said needs no advice.
  expect(bodyAdvice(quadruped(1))).toBeNull();
  expect(bodyAdvice(bodyOf(['other'], 1))).toBeNull();
});
