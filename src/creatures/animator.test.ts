import { expect, it } from 'vitest';
import type { Vec3 } from '../math/vector.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { createAnimator } from './animator.js';
import { createBody } from './body.js';

const b = createBody();
const hips = b.joint('hips', -1, [0, 1, 0]);
const leg = b.chain(['upper', 'lower', 'foot', 'toes'], hips, [
  [0.1, 0.95, 0],
  [0.1, 0.5, 0.05],
  [0.1, 0.1, 0],
  [0.1, 0.03, 0.1],
  [0.1, 0.03, 0.15],
]);
const { skeleton } = b.build();

it('puts a foot exactly on its target, with the given pitch', () => {
  const target: Vec3 = [0.15, 0.12, 0.3];
  const clip = createAnimator(skeleton).clip('step', 0.1, (d) => {
    d.shift(0, -0.05, 0.1);
    d.rotate(hips, 0.1, 0.2, -0.1);
    d.plant(leg, target, [0.4, 0.1]);
  });
  const { positions, rotations } = poseJoints(skeleton, clip.poses[0]);
  for (let k = 0; k < 3; k++) expect(positions[leg[3] * 3 + k]).toBeCloseTo(target[k], 5);
  expect(rotations[leg[2] * 4]).toBeCloseTo(Math.sin(0.2), 5);
  expect(rotations[leg[3] * 4]).toBeCloseTo(Math.sin(0.05), 5);
});

it('stretches towards a target out of reach without leaving the line', () => {
  const clip = createAnimator(skeleton).clip('far', 0.1, (d) =>
    d.reach(leg[0], leg[1], leg[2], [0.1, 0.95, 5]),
  );
  const { positions } = poseJoints(skeleton, clip.poses[0]);
  expect(positions[leg[2] * 3 + 1]).toBeCloseTo(0.95, 4);
  const length = Math.hypot(0.45, 0.05) + Math.hypot(0.4, 0.05);
  expect(positions[leg[2] * 3 + 2]).toBeGreaterThan(0.99 * length);
});

it('closes loops and counts frames', () => {
  const clip = createAnimator(skeleton).clip('turn', 1, (d, t) => d.rotate(hips, 0, 0.3 * t, 0));
  expect(clip.poses.length).toBe(31);
  expect(clip.times[30]).toBeCloseTo(1, 6);
  expect([...clip.poses[30].rotations]).toEqual([...clip.poses[0].rotations]);
  const open = createAnimator(skeleton).clip('turn', 1, (d, t) => d.rotate(hips, 0, 0.3 * t, 0), {
    loop: false,
  });
  expect(open.poses[30].rotations[1]).toBeCloseTo(Math.sin(0.15), 6);
});
