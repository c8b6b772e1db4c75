import { type Clip, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import { expect, it } from 'vitest';
import { bendClip } from './motion-bend.js';

const rotated = (angle: number, x = 0): Pose => ({
  rotations: Float32Array.of(Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)),
  root: Float32Array.of(x, 0, 0),
});
const angleOf = ({ rotations }: Pose) => 2 * Math.atan2(rotations[0], rotations[3]);
const clip: Clip = {
  name: 'swing',
  times: Float32Array.from({ length: 11 }, (_, f) => f / 10),
  poses: Array.from({ length: 11 }, (_, f) => rotated(0.1 * f, f)),
};

it('passes through the pose, keeps its motion, and is unchanged further away', () => {
  const bent = bendClip(clip, 0.5, rotated(1.1, 7), 0.3);
  expect(angleOf(sampleClip(bent, 0.5))).toBeCloseTo(1.1, 5);
  expect(sampleClip(bent, 0.5).root[0]).toBeCloseTo(7, 5);
  // 0.6 radians are added here, less beside it, nothing further away.
  const beside = angleOf(sampleClip(bent, 0.6)) - 0.6;
  expect(beside).toBeGreaterThan(0.2);
  expect(beside).toBeLessThan(0.6);
  expect(angleOf(sampleClip(bent, 0.1))).toBeCloseTo(0.1, 5);
  expect(angleOf(sampleClip(bent, 0.9))).toBeCloseTo(0.9, 5);
});

it('adds frames where a clip has few', () => {
  const sparse: Clip = { ...clip, times: Float32Array.of(0, 1), poses: [rotated(0, 0), rotated(1, 10)] };
  const bent = bendClip(sparse, 0.52, rotated(1.5, 3), 0.3);
  expect(angleOf(sampleClip(bent, 0.52))).toBeCloseTo(1.5, 4);
  expect(bent.times.length).toBeGreaterThan(10);
  for (let f = 1; f < bent.times.length; f++) expect(bent.times[f]).toBeGreaterThan(bent.times[f - 1]);
  expect(angleOf(sampleClip(bent, 0.1))).toBeCloseTo(0.1, 5);
  expect(angleOf(sampleClip(bent, 1))).toBeCloseTo(1, 5);
});
