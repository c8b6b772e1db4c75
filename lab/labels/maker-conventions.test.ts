import { describe, expect, it } from 'vitest';
import { truthByConvention } from './maker-conventions.js';

const truthOf = (source: string, category: string, names: readonly string[]) =>
  truthByConvention({ file: 'x.glb', source, category }, names)?.map(
    (joint) => joint && `${joint.side} ${joint.roles.join(' ')}`,
  );

describe('truthByConvention', () => {
  it('knows what the arms of a person, a bull and a sparrow are', () => {
    expect(
      truthOf('rocketbox-avatars', 'human man', ['Bip01 L UpperArm', 'Bip01 R Finger0', 'Bip01 LEye']),
    ).toEqual(['left upperArm', 'right finger', 'left face jaw']);
    expect(truthOf('rocketbox-animals', 'bull', ['bull L UpperArm', 'bull R Hand', 'bull Ear L'])).toEqual([
      'left frontUpperLeg',
      'right frontFoot',
      'left ear',
    ]);
    expect(
      truthOf('rocketbox-animals', 'sparrow', ['sparrow L Forearm', 'sparrow R HorseLink', 'Bip01']),
    ).toEqual(['left wing', 'right hindLowerLeg hindFoot', 'middle control']);
  });

  it('knows the ends of a chain, and nothing of other makers', () => {
    expect(truthOf('valid', 'person', ['LeftToeEnd_end', 'LeftForeArm', 'Spine1'])).toEqual([
      'left control',
      'left lowerArm',
      'middle spine chest',
    ]);
    expect(truthOf('somebody', 'person', ['LeftForeArm'])).toBeUndefined();
    expect(truthOf('valid', 'person', ['Bone', 'Bone.001', 'Hips'])).toBeUndefined();
  });
});
