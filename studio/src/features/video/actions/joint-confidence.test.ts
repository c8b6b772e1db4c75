import { expect, test } from 'vitest';
import type { FollowedVideo } from '../../../workers/worker-protocol.js';
import { isSeen, rankJoints } from './joint-confidence.js';

const fit: FollowedVideo = {
  clip: { name: 'walk', times: Float32Array.of(0, 1), poses: [] },
  overlaps: Float32Array.of(0.9, 0.8),
  // Two frames of three joints.
  visible: Float32Array.of(0.9, 0.1, 0, 0.5, 0.4, 0),
  jointCount: 3,
  findings: [],
};

test('a joint is seen where enough of its surface is visible', () => {
  expect([0, 1, 2].map((joint) => isSeen(fit, joint, 0))).toEqual([true, false, false]);
  expect(isSeen(fit, 1, 1)).toBe(true);
});

test('joints are ranked by the frames that they are seen in, those without a surface left out', () => {
  expect(rankJoints(fit, [true, true, false])).toEqual([
    { joint: 1, share: 0.5 },
    { joint: 0, share: 1 },
  ]);
});
