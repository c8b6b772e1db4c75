import { describe, expect, it } from 'vitest';
import { ROLES } from '../learned/role-tokens.js';
import { CONTROL, readJointNames, UNSAID } from './read-joint-names.js';

/** What a chain of joints is read as, each the child of the one before; `(` and `)` are not needed for that. */
function read(names: readonly string[], parents: readonly number[] = names.map((_, j) => j - 1)): string[] {
  const { role, side, row } = readJointNames({ names, parents: Int16Array.from(parents) });
  return names.map((_, j) => {
    const word = role[j] === CONTROL ? 'control' : role[j] === UNSAID ? '?' : ROLES[role[j]];
    return `${word}${side[j] > 0 ? ' L' : side[j] < 0 ? ' R' : ''}${row[j] > 0 ? ` ${row[j]}` : ''}`;
  });
}

describe('readJointNames', () => {
  it('reads the names of Biped, Rocketbox and Character Creator', () => {
    expect(
      read([
        'Bip01',
        'Bip01 Pelvis',
        'Bip01 L Thigh',
        'Bip01 L Calf',
        'Bip01 L HorseLink',
        'Bip01 L Toe0',
        'Bip01 L Toe0Nub',
      ]),
    ).toEqual([
      'hips',
      'hips',
      'hindUpperLeg L',
      'hindLowerLeg L',
      'hindLowerLeg L',
      'hindFoot L',
      'control L',
    ]);
    expect(
      read(['Bip01 Footsteps', 'Bip01 MJaw', 'Bip01 REyeBlinkTop', 'bull Xtra mouth'], [-1, 0, 0, 0]),
    ).toEqual(['control', 'jaw', 'face R', 'jaw']);
    expect(
      read(['CC_Base_R_Clavicle', 'CC_Base_R_Upperarm', 'CC_Base_R_ForearmTwist01', 'CC_Base_R_Hand']),
    ).toEqual(['shoulder R', 'upperArm R', 'lowerArm R', 'hand R']);
  });

  it('reads Mixamo, Unreal, VRM and CMU', () => {
    expect(
      read(['mixamorig:LeftUpLeg', 'mixamorig:LeftLeg', 'mixamorig:LeftFoot', 'mixamorig:LeftToe_End']),
    ).toEqual(['hindUpperLeg L', 'hindLowerLeg L', 'hindFoot L', 'control L']);
    expect(read(['pelvis', 'thigh_twist_01_r', 'ik_foot_r', 'ball_r'], [-1, 0, 0, 1])).toEqual([
      'hips',
      'hindUpperLeg R',
      'control R',
      'hindFoot R',
    ]);
    expect(read(['J_Bip_C_UpperChest', 'J_Bip_L_UpperArm', 'J_Bip_L_LowerArm', 'J_Bip_L_Index1'])).toEqual([
      'chest',
      'upperArm L',
      'lowerArm L',
      'finger L',
    ]);
    expect(read(['Hips', 'LHipJoint', 'LeftUpLeg', 'LeftLeg'])).toEqual([
      'hips',
      'hindUpperLeg L',
      'hindUpperLeg L',
      'hindLowerLeg L',
    ]);
  });

  it('reads Rigify, and rows of legs in words, letters and corners', () => {
    expect(read(['DEF-upper_arm.L', 'DEF-forearm.L.001', 'DEF-f_index.01.L'])).toEqual([
      'upperArm L',
      'lowerArm L',
      'finger L',
    ]);
    expect(read(['leg.upper.F.L', 'leg.lower.F.L', 'foot.F.L'])).toEqual([
      'hindUpperLeg L 1',
      'hindLowerLeg L 1',
      'hindFoot L 1',
    ]);
    expect(read(['left_r_leg_top', 'Foot.R.L', 'FR_leg', 'Rear Right Leg'], [-1, -1, -1, -1])).toEqual([
      'hindUpperLeg L 3',
      'hindFoot L 3',
      'hindUpperLeg R 1',
      'hindUpperLeg R 3',
    ]);
  });

  it('reads the names of one limb together', () => {
    expect(read(['leg1-1_l', 'leg1-2_l', 'leg1-3_l'])).toEqual([
      'hindUpperLeg L',
      'hindLowerLeg L',
      'hindFoot L',
    ]);
    expect(read(['hipLeft', 'kneeLeft', 'ankleLeft', 'Footfinger21_L'])).toEqual([
      'hindUpperLeg L',
      'hindLowerLeg L',
      'hindFoot L',
      'hindFoot L',
    ]);
    expect(read(['shoulderLeft', 'ellbowLeft', 'wristLeft'])).toEqual(['upperArm L', 'lowerArm L', 'hand L']);
    expect(read(['hip_l', 'leg_l', 'lowleg_l'])).toEqual([
      'hindUpperLeg L',
      'hindUpperLeg L',
      'hindLowerLeg L',
    ]);
  });

  it('takes no word that all joints share for one of them, but for the legs of a spider', () => {
    expect(read(['Armature_Head', 'Armature_Neck', 'Armature_x'], [-1, 0, 1])).toEqual(['head', 'neck', '?']);
    expect(read(['leg1_l', 'leg2_l', 'leg3_l', 'body'], [3, 3, 3, -1]).slice(0, 3)).toEqual(
      Array(3).fill('hindUpperLeg L'),
    );
  });

  it('says what is held, worn, a control, and what it does not know', () => {
    expect(
      read(['Weapon_R', 'loincloth2_l', 'IK-Target-Elbow_R', 'Bone.012', 'eek21'], [-1, -1, -1, -1, -1]),
    ).toEqual(['other R', 'other L', 'control R', '?', '?']);
  });

  it('reads German and Japanese words', () => {
    expect(read(['Oberschenkel_L', 'Unterschenkel_L', 'Pfote1_L'])).toEqual([
      'hindUpperLeg L',
      'hindLowerLeg L',
      'hindFoot L',
    ]);
    expect(read(['左腕', '左ひじ', '左手首'])).toEqual(['upperArm L', 'lowerArm L', 'hand L']);
  });
});
