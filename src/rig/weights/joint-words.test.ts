import { describe, expect, it } from 'vitest';
import { jointWords, jointWordsOfRig } from './joint-words.js';

describe('jointWords', () => {
  it.each([
    ['IK_Hand.L', true],
    ['FootIK.R', true],
    ['legPoleTarget', true],
    ['wingPT.R', true],
    ['Head.CTRL', true],
    ['MCH-spine', true],
    ['mixamorig:LeftHand', false],
    ['spike.001', false],
    ['IKBackLeg.L', false],
    ['upper_arm', false],
  ])('knows whether %s is a control', (name, expected) => {
    expect(jointWords(name).includes('control')).toBe(expected);
  });

  it.each([
    ['HeadTop_End', ['end', 'head']],
    ['CharacterArmature', ['object']],
    ['leftForehead', ['head']],
    ['whip.002', []],
    ['Bend', []],
    ['surface', []],
    ['tail3', []],
    ['joint17', []],
  ])('reads %s', (name, expected) => {
    expect(jointWords(name)).toEqual(expected);
  });
});

describe('jointWordsOfRig', () => {
  it('ignores words that most names share', () => {
    const names = ['Root', 'Cube', 'Armature_body', 'Armature_head', 'Armature_IK', 'Armature_leg'];
    expect(jointWordsOfRig(names)).toEqual([[], ['object'], [], ['head'], ['control'], []]);
    expect(jointWordsOfRig(['Armature_a', 'Armature_b', 'c'])).toEqual([['object'], ['object'], []]);
  });

  it('handles names without words', () => {
    expect(jointWordsOfRig(['', '1', '__', 'Ä', 'head'])).toEqual([[], [], [], [], ['head']]);
    expect(jointWordsOfRig([])).toEqual([]);
  });
});
