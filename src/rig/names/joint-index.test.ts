import { describe, expect, it } from 'vitest';
import { jointIndex } from './joint-index.js';

const names = ['hips', 'spine1', 'leftFoot', 'rightFoot', 'leftHand', 'rightHand', 'head', 'tail1'];

describe('jointIndex', () => {
  it('takes names and indices', () => {
    expect(names.map((name) => jointIndex({ names }, name))).toEqual([...names.keys()]);
    expect([0, 7].map((joint) => jointIndex({ names }, joint))).toEqual([0, 7]);
  });

  it('lists the closest names where there is no such joint', () => {
    expect(() => jointIndex({ names }, 'left_fot', 'pose/solve')).toThrow(
      'pose/solve: there is no joint "left_fot"; did you mean leftFoot, ',
    );
    expect(() => jointIndex({ names }, 'tial')).toThrow(/did you mean tail1, /);
    expect(() => jointIndex({ names }, 'Left Hand')).toThrow(/did you mean leftHand, /);
  });

  it('says which indices there are', () => {
    for (const joint of [-1, 8, 1.5, Number.NaN]) {
      expect(() => jointIndex({ names }, joint)).toThrow(/give a name or an index in 0 to 7/);
    }
  });
});
