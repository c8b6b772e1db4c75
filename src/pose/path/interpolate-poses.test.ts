import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace, randomPose } from '../../../test/support/tiny-pose-space.js';
import type { Pose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import { chordLengths } from '../records/pose-path.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { interpolatePoses } from './interpolate-poses.js';

let space: PoseSpace;
let ends: Pose[];
beforeAll(async () => {
  space = await openTinySpace();
  ends = [1, 2, 3].map((seed) => randomPose(space, seed));
});
afterAll(() => space.close());

const fast = { networkSteps: 4, decodedBatches: 2, refinements: 2 };

it.each(['straight', 'noise'] as const)('walks in even steps, exactly to its ends, %s', async (start) => {
  const result = await interpolatePoses(space, ends.slice(0, 2), { ...fast, start, steps: 12 });
  expect(result.poses).toHaveLength(13);
  expect(result.stops).toEqual([0, 12]);
  expect([result.poses[0], result.poses[12]]).toEqual(ends.slice(0, 2));
  const chords = chordLengths(space.rig, posesToPath(space, result.poses));
  expect(Math.max(...chords) / Math.min(...chords)).toBeCloseTo(result.evenness, 3);
  expect(result.evenness).toBeLessThan(1.1);
  expect(result.detour).toBeGreaterThanOrEqual(1);
});

it('interpolates position and heading linearly', async () => {
  const { poses } = await interpolatePoses(space, ends.slice(0, 2), { ...fast, steps: 4 });
  const { placements } = posesToPath(space, poses);
  const [a, , b, , c] = placements;
  expect(b.x).toBeCloseTo((a.x + c.x) / 2, 6);
  expect(b.z).toBeCloseTo((a.z + c.z) / 2, 6);
  const turn = (from: number, to: number) => Math.atan2(Math.sin(to - from), Math.cos(to - from));
  expect(turn(a.heading, b.heading)).toBeCloseTo(turn(b.heading, c.heading), 4);
});

it('interpolates through many poses, with steps per leg in proportion to its length', async () => {
  const { poses, stops, evenness } = await interpolatePoses(space, ends, { ...fast, steps: 20 });
  expect(stops).toHaveLength(3);
  expect(stops[2]).toBe(20);
  for (const [i, stop] of stops.entries()) expect(poses[stop]).toBe(ends[i]);
  expect(evenness).toBeLessThan(1.3);
});

it('stays where both ends are one pose', async () => {
  const { poses, evenness, detour } = await interpolatePoses(space, [ends[0], ends[0]], {
    ...fast,
    refinements: 0,
    steps: 3,
  });
  expect(Number.isFinite(detour) && evenness >= 1).toBe(true);
  for (const pose of poses) {
    for (let i = 0; i < pose.rotations.length; i++) {
      expect(Math.abs(pose.rotations[i])).toBeCloseTo(Math.abs(ends[0].rotations[i]), 3);
    }
  }
});

it('gives the same path again, and can be aborted', async () => {
  const again = () => interpolatePoses(space, ends.slice(0, 2), { ...fast, steps: 5 });
  expect(await again()).toEqual(await again());
  await expect(interpolatePoses(space, ends, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});

it('reports progress, and can be aborted in the middle', async () => {
  const fractions: number[] = [];
  await interpolatePoses(space, ends, {
    ...fast,
    steps: 6,
    onProgress: ({ fraction }) => fractions.push(fraction),
  });
  expect(fractions).toEqual(fractions.slice().sort((a, b) => a - b));
  expect(fractions[fractions.length - 1]).toBeGreaterThan(0.5);
  expect(Math.max(...fractions)).toBeLessThanOrEqual(1);
  const controller = new AbortController();
  const result = interpolatePoses(space, ends, {
    ...fast,
    signal: controller.signal,
    onProgress: ({ fraction }) => fraction > 0 && controller.abort(),
  });
  await expect(result).rejects.toMatchObject({ code: 'aborted' });
});

it('says what is wrong', async () => {
  await expect(interpolatePoses(space, [ends[0]])).rejects.toThrow(/two or more/);
  await expect(interpolatePoses(space, ends, { trust: 2 })).rejects.toThrow(/trust is 2/);
  await expect(interpolatePoses(space, ends, { steps: 1 })).rejects.toThrow(/whole number from 2/);
});

it('is the straight path where the network is not trusted', async () => {
  const trusting = { ...fast, steps: 6, avoidIntersections: false };
  const { detour, poses } = await interpolatePoses(space, ends.slice(0, 2), { ...trusting, trust: 0 });
  const led = await interpolatePoses(space, ends.slice(0, 2), { ...trusting, trust: 1 });
  expect(detour).toBeLessThan(1.2);
  expect(led.poses[3].rotations).not.toEqual(poses[3].rotations);
});
