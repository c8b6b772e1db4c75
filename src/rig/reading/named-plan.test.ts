import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { isFish } from '../../motion/library/body-traits.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { rolesFromNames } from '../body-plan/roles-from-names.js';
import { ROLES } from '../learned/role-tokens.js';
import type { Rig, Skeleton } from '../rig-records.js';

const chain = (names: readonly string[], parents: readonly number[]): Skeleton => ({
  names,
  parents: Int16Array.from(parents),
  rest: new Float32Array(names.length * 3),
  frames: new Float32Array(names.length * 4),
});
const rolesOf = (names: readonly string[], parents: readonly number[]) =>
  [...rolesFromNames(chain(names, parents)).tokens].map((token) =>
    `${ROLES[Math.floor(token / 3)]} ${['', 'left', 'right'][token % 3]}`.trim(),
  );

it('reads the names of several tools', () => {
  expect(rolesOf(['mixamorig:Hips', 'mixamorig:LeftUpLeg', 'mixamorig:LeftFoot'], [-1, 0, 1])).toEqual([
    'hips',
    'hindUpperLeg left',
    'hindFoot left',
  ]);
  expect(rolesOf(['root', 'Bone', 'wing_r_01', 'wing_r_02.001', 'Ear.L'], [-1, 0, 1, 2, 1])).toEqual([
    'spine',
    'spine',
    'wing right',
    'wing right',
    'ear left',
  ]);
  expect(rolesOf(['Bip01 Spine', 'Bip01 R Hand', 'Bip01 R Middle1', 'Rear_Leg.L'], [-1, 0, 1, 0])).toEqual([
    'spine',
    'hand right',
    'finger right',
    'hindUpperLeg left',
  ]);
  expect(rolesOf(['pelvis', 'foot_ik_target.L', 'Back_Leg_Pelvis_L'], [-1, 0, 0])).toEqual([
    'hips',
    'other',
    'shoulder left',
  ]);
});

/** A creature whose joints are called something else. */
function renamed(sample: 'wolf' | 'fish', name: (own: string) => string): Rig {
  const { mesh, skeleton, skin } = sampleCreature(sample).rig;
  return { mesh, skeleton: { ...skeleton, names: skeleton.names.map(name) }, skin };
}

it('believes names before the shape', () => {
  const side = (own: string) => (/^left/.test(own) ? '.L' : /^right/.test(own) ? '.R' : '');
  // What looks like a leg is called a flipper.
  const whale = createMotionBody(
    renamed('wolf', (own) =>
      /Leg|Foot|Ankle|Shoulder|Toes/.test(own)
        ? `Flipper${side(own)}`
        : own.replace(/^(left|right)(.+)$/, `$2${side(own)}`),
    ),
  );
  expect(whale.legs).toHaveLength(0);
  expect(isFish(whale)).toBe(true);
});

it('leaves names alone that say nothing', () => {
  const plain = createMotionBody(renamed('wolf', (own) => `Bone_${own.length}`));
  expect(plain.legs).toHaveLength(4);
});
