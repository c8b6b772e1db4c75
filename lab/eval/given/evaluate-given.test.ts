import { describe, expect, it } from 'vitest';
import type { BodyDescription } from '../../../src/rig/body-plan/describe-body.js';
import type { Rig } from '../../../src/rig/rig-records.js';
import { type GivenMeasure, scoreGiven, summarizeGiven } from './evaluate-given.js';
import { findGivenTruth, parseWrittenTruths, type WrittenTruth } from './given-truth.js';
import type { ReadJoint } from './read-given-rig.js';

/** Hips with a thigh on each side and a bone that moves nothing. */
const rig: Rig = {
  mesh: { positions: new Float32Array(9), triangles: new Uint32Array([0, 1, 2]) },
  skeleton: {
    names: ['Hips', 'ThighL', 'ThighR', 'Target'],
    parents: Int16Array.of(-1, 0, 0, 0),
    rest: Float32Array.of(0, 1, 0, 0.2, 1, 0, -0.2, 1, 0, 0, 0, 1),
    frames: new Float32Array(16),
  },
  skin: { joints: Uint16Array.of(0, 1, 2), weights: Float32Array.of(1, 1, 1), influenceCount: 1 },
};
const written: WrittenTruth = {
  kind: 'biped',
  body: true,
  legs: 2,
  arms: 0,
  wings: 0,
  tail: null,
  joints: {
    'middle hips spine': 'Hips',
    'left hindUpperLeg': 'ThighL',
    'right hindUpperLeg': 'ThighR',
    'middle control': 'Target',
  },
};
const truth = findGivenTruth({ file: 'a.glb' }, rig.skeleton, { 'a.glb': written })!;
const body = (legs: number, forward: readonly number[]) =>
  ({ kind: 'biped', legs, arms: 0, wings: 0, tail: false, forward }) as unknown as BodyDescription;
const joint = (role: ReadJoint['role'], side: ReadJoint['side']): ReadJoint => ({ role, side });

describe('scoreGiven', () => {
  it('asks moving joints alone, and finds where the body faces by its sides', () => {
    const joints = [
      joint('spine', 'middle'),
      joint('hindUpperLeg', 'left'),
      joint('hindUpperLeg', 'right'),
      joint('tail', 'left'),
    ];
    expect(truth.forward).toEqual([0, 0, 1]);
    expect(scoreGiven(rig, truth, { body: body(2, [0, 0, 1]), joints })).toMatchObject({
      joints: 3,
      role: 3,
      roleAndSide: 3,
      plan: true,
      facing: true,
      wrong: [],
    });
  });

  it('tells roles from sides, and says what is wrong', () => {
    const joints = [
      joint('hips', 'middle'),
      joint('hindUpperLeg', 'right'),
      joint('upperArm', 'right'),
      joint('control', 'middle'),
    ];
    const score = scoreGiven(rig, truth, { body: body(1, [0, 0, -1]), joints });
    expect(score).toMatchObject({ role: 2, roleAndSide: 1, plan: false, facing: false });
    expect(score.wrong).toEqual([
      'legs 1, has 2',
      'facing',
      'ThighL: right hindUpperLeg, is left hindUpperLeg',
      'ThighR: right upperArm, is right hindUpperLeg',
    ]);
  });
});

describe('summarizeGiven', () => {
  it('counts every rig alike, and held-out rigs once more', () => {
    const score = (roleAndSide: number) => ({
      joints: 4,
      role: 4,
      roleAndSide,
      plan: true,
      facing: null,
      wrong: [],
    });
    const row = (heldOut: boolean, right: number): GivenMeasure => ({
      file: 'x',
      maker: 'm',
      heldOut,
      named: score(4),
      hidden: score(right),
    });
    const { byMaker } = summarizeGiven([{ row: row(false, 2) }, { row: row(true, 4) }]);
    expect(byMaker.m.hidden).toMatchObject({ rigs: 2, role: 1, roleAndSide: 0.75, plan: 1 });
    expect(byMaker['m, held out'].hidden).toMatchObject({ rigs: 1, roleAndSide: 1 });
  });
});

describe('parseWrittenTruths', () => {
  it('refuses a role that there is none of', () => {
    expect(() => parseWrittenTruths({ 'a.glb': { ...written, joints: { 'left flank': 'A' } } })).toThrow(
      /flank/,
    );
  });
});
