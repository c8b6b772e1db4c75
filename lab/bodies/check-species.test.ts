import { expect, test } from 'vitest';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import { correctRoles, fitsSpecies } from './check-species.js';

const arms: readonly Role[] = ['hips', 'upperArm', 'lowerArm', 'hindUpperLeg'];

test("a bird's arms are wings, a pig's are front legs, a person's stay", () => {
  expect(correctRoles(arms, 'chicken')).toEqual(['hips', 'wing', 'wing', 'hindUpperLeg']);
  expect(correctRoles(arms, 'pig')).toEqual(['hips', 'frontUpperLeg', 'frontLowerLeg', 'hindUpperLeg']);
  expect(correctRoles(arms, 'person')).toEqual(arms);
});

test('labels whose front legs lie behind the hind legs are refused', () => {
  const roles = correctRoles(arms, 'pig');
  const skeleton = (front: number) =>
    ({ rest: Float32Array.of(0, 0, 0, 0, 0, front, 0, 0, front, 0, 0, 0) }) as Skeleton;
  expect([fitsSpecies(roles, skeleton(1), 'pig'), fitsSpecies(roles, skeleton(-1), 'pig')]).toEqual([
    true,
    false,
  ]);
  expect(fitsSpecies(arms, skeleton(-1), 'person')).toBe(true);
});
