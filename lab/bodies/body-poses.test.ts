import { expect, test } from 'vitest';
import { restPose } from '../../src/rig/rig-records.js';
import { createCreature } from '../creatures/create-creature.js';
import { poseBody } from './body-poses.js';
import { labelCreature } from './label-creature.js';

const creature = createCreature('fish', { seed: 1, resolution: 0.7 });

test('motions of the rest pose move nothing; the root stays where a pose puts it elsewhere', () => {
  const body = labelCreature(creature);
  const rest = restPose(creature.rig.skeleton);
  const shifted = { ...rest, root: Float32Array.of(1, 2, 3) };
  const poses = poseBody(creature.rig, [rest, shifted], body)!;
  const count = body.roles.length;
  expect(poses).toHaveLength(2 * count * 12);
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  for (let i = 0; i < poses.length; i++) expect(poses[i]).toBeCloseTo(still[i % 12], 5);
});

test('a bend of the rig is a bend of the body in its own axes', () => {
  const body = labelCreature(creature);
  const pose = restPose(creature.rig.skeleton);
  const source = creature.rig.skeleton.names.indexOf(body.skeleton!.names[1]);
  pose.rotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], source * 4);
  const motion = poseBody(creature.rig, [pose], body)!.subarray(12, 24);
  // A quarter turn about +Y takes +Z to +X, whatever quarter the body itself was turned by.
  expect([motion[2], motion[10]].map((value) => Math.round(value * 1e4) / 1e4 + 0)).toEqual([1, 0]);
});
