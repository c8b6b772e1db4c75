import { expect, it } from 'vitest';
import { jointLabel } from './joint-label.js';

it.each([
  ['mixamorig:LeftHand', 'left hand'],
  ['hand.L', 'left hand'],
  ['hand_l', 'left hand'],
  ['Bip01 R Forearm', 'right forearm'],
  ['DEF-spine.003', 'spine 3'],
  ['leg_front_right_2', 'right leg front 2'],
  ['tail4', 'tail 4'],
  ['Bone_012', 'bone 12'],
  ['头', '头'],
  ['', 'joint'],
])('says %s as %s', (name, said) => {
  expect(jointLabel(name)).toBe(said);
});
