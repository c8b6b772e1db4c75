import { describe, expect, it } from 'vitest';
import { findKinship, knownRigs, mayMeasure, readTrainingRecord, sharedNames } from './pose-kinship.js';

const record = { families: ['fox', 'human'], heldOutFamilies: ['wolf'], heldOutClips: ['fox/Run'] };
const known = knownRigs(readTrainingRecord(record), []);
const names = Array.from({ length: 20 }, (_, i) => `Bone.${i}`);

describe('kinship', () => {
  it('is seen for trained families of the train split, near for those of another', () => {
    expect(findKinship({ file: 'a', rigFamily: 'fox', split: 'train' }, [], known, [])).toBe('seen');
    expect(findKinship({ file: 'a', rigFamily: 'fox', split: 'test' }, [], known, [])).toBe('near');
    expect(findKinship({ file: 'a', rigFamily: 'owl', split: 'test' }, [], known, [])).toBe('far');
  });

  it('is near for siblings of what was trained on', () => {
    const row = { file: 'a', rigFamily: 'dog' };
    const like = [...names.slice(1).map((name) => name.toUpperCase()), 'horn'];
    expect(findKinship(row, names, known, [{ family: 'fox', names: like }])).toBe('near');
    expect(findKinship(row, names, known, [{ family: 'wolf', names: like }])).toBe('far');
    expect(findKinship(row, names, known, [{ family: 'fox', names: names.slice(3) }])).toBe('far');
  });

  it('goes by the index where there is no card', () => {
    const index = [
      { file: 'a', split: 'train' },
      { file: 'b', rigFamily: 'fox', split: 'test' },
    ];
    const guessed = knownRigs(readTrainingRecord({ name: 'no record' }), index);
    expect(findKinship(index[0], [], guessed, [])).toBe('seen');
    expect(findKinship(index[1], [], guessed, [])).toBe('far');
    expect(mayMeasure(index[0], 'anything', guessed)).toBe(true);
  });
});

describe('what may be measured', () => {
  it('of a seen rig, clips that were held out', () => {
    const fox = { file: 'a', rigFamily: 'fox', split: 'train' };
    expect([mayMeasure(fox, 'Run', known), mayMeasure(fox, 'Idle', known)]).toEqual([true, false]);
  });

  it('of others, everything', () => {
    expect(mayMeasure({ file: 'a', rigFamily: 'fox', split: 'test' }, 'Idle', known)).toBe(true);
    expect(mayMeasure({ file: 'a', rigFamily: 'wolf', split: 'train' }, 'Idle', known)).toBe(true);
  });
});

describe('records and names', () => {
  it('held-out families are not trained on', () => {
    expect(readTrainingRecord({ ...record, families: ['fox', 'wolf', 3] })).toEqual({
      families: ['fox'],
      heldOutClips: ['fox/Run'],
    });
    for (const card of [undefined, {}, { families: 'fox' }]) expect(readTrainingRecord(card)).toBeUndefined();
  });

  it('shared names are common ones over all', () => {
    expect(sharedNames(['Leg.L', 'Head'], ['leg_l', 'tail', 'HEAD', 'jaw'])).toBe(0.5);
    expect(sharedNames([], [])).toBe(0);
  });
});
