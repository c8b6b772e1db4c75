import { expect, it } from 'vitest';
import { anatomyOfRoles } from '../../store/anatomy-of-roles.js';
import { jointSides } from './bone-colors.js';

it('takes left and right from the anatomy', () => {
  const parents = Int16Array.of(-1, 0, 0);
  const anatomy = anatomyOfRoles({ parents }, ['hips', ['hindFoot', 1, 0], ['hindFoot', -1, 1]]);
  expect(jointSides(anatomy)).toEqual(['middle', 'left', 'right']);
  expect(jointSides(undefined)).toEqual([]);
});
