import { expect, it } from 'vitest';
import { keySpeeds, pacedShare } from './motion-pace.js';

const even = { span: 1, length: 2, straight: 1 };

it('starts and ends at rest, passes through a keyframe, stops where the path reverses', () => {
  expect(keySpeeds([even, even])).toEqual([0, 2, 0]);
  expect(keySpeeds([{ ...even, straight: -0.5 }, even])).toEqual([0, 0, 0]);
  expect(keySpeeds([even, { ...even, length: 0 }])).toEqual([0, 0, 0]);
});

it('the covered path is monotone, with continuous speed at keyframes', () => {
  const segments = [even, { span: 0.25, length: 3, straight: 1 }, { span: 2, length: 0.1, straight: 1 }];
  const speeds = keySpeeds(segments);
  for (const [i, segment] of segments.entries()) {
    const at = (share: number) => pacedShare(segment, speeds[i], speeds[i + 1], share);
    expect(at(0)).toBe(0);
    expect(at(1)).toBeCloseTo(1, 12);
    for (let n = 1; n <= 50; n++) expect(at(n / 50)).toBeGreaterThanOrEqual(at((n - 1) / 50));
    const end = ((at(1) - at(1 - 1e-5)) / 1e-5 / segment.span) * segment.length;
    expect(end).toBeCloseTo(speeds[i + 1], 2);
  }
});
