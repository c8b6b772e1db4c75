import { expect, it } from 'vitest';
import { gaitOfName, isAfloat } from './gait-names.js';

it('knows what swims and flies by its name, and what walks', () => {
  expect(['fly', 'Armature|Swim_Fast', 'hover', 'gliding'].map((name) => isAfloat('bird', name))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['walk', 'take-off', 'Fly_Land', 'idle'].map((name) => isAfloat('bird', name))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([isAfloat('fish', 'idle'), isAfloat('fish', 'walk'), isAfloat(undefined, 'attack')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(gaitOfName('Armature|Walk')).toBe('walk');
});
