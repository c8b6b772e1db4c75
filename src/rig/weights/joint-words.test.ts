import { describe, expect, it } from 'vitest';
import { isControlName, jointWords } from './joint-words.js';

describe('jointWords', () => {
  it.each([
    ['IK_Hand.L', true],
    ['FootIK.R', true],
    ['legPoleTarget', true],
    ['wingPT.R', true],
    ['Head.CTRL', true],
    ['mixamorig:LeftHand', false],
    ['spike.001', false],
    ['upper_arm', false],
  ])('knows whether %s is a control', (name, expected) => {
    expect(isControlName(name)).toBe(expected);
  });

  it.each([
    ['HeadTop_End', ['end', 'head']],
    ['CharacterArmature', ['object']],
    ['leftEyelid', ['eye']],
    ['whip.002', []],
    ['Bend', []],
    ['surface', []],
    ['tail3', ['tail']],
    ['joint17', []],
  ])('reads %s', (name, expected) => {
    expect(jointWords(name)).toEqual(expected);
  });
});
