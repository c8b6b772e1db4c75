import { expect, it } from 'vitest';
import { jointSides } from './bone-colors.js';

const skeleton = {
  names: ['hips', 'left', 'right', 'lost'],
  parents: Int16Array.of(-1, 0, 0, 0),
  rest: Float32Array.of(0, 1, 0, 0.2, 1, 0, -0.2, 1, 0, 0.9, 0, 0),
  frames: new Float32Array(16),
};

it('distinguishes left and right by mirror partners, not by position', () => {
  expect(jointSides(skeleton, [0, 2, 1, -1])).toEqual(['middle', 'left', 'right', 'middle']);
  expect(jointSides(skeleton, [0, 2, 1, -1], [-1, 0, 0])).toEqual(['middle', 'right', 'left', 'middle']);
});
