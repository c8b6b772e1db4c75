import { expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { quaternionAngle } from '../../src/math/quaternion.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { createPoseCloud } from './pose-cloud.js';
import { wrongWayPoses } from './wrong-way-poses.js';

const { rig: body, clips } = sampleCreature('cat');
const rig = normaliseRig(body);
const poses = clips.flatMap((clip) => clip.poses);
const cloud = createPoseCloud(rig, poses);
const jointCount = rig.parents.length;

it('bends one joint by 60° to where it never is', () => {
  const tests = poses.slice(0, 40);
  const bent = wrongWayPoses(rig, tests, cloud, createRng(1));
  const chosen = new Set<number>();
  for (const [i, { rotations }] of bent.entries()) {
    const angles = Array.from({ length: jointCount }, (_, j) =>
      quaternionAngle(rotations, j * 4, tests[i].rotations, j * 4),
    );
    const joint = angles.findIndex((angle) => angle > 1e-3);
    expect(angles.filter((angle) => angle > 1e-3)).toHaveLength(1);
    expect(angles[joint]).toBeCloseTo(Math.PI / 3, 4);
    expect(joint).toBeGreaterThan(0);
    let gap = Infinity;
    for (let p = 0; p < cloud.count; p++) {
      const o = (p * jointCount + joint) * 4;
      gap = Math.min(gap, quaternionAngle(rotations, joint * 4, cloud.rotations, o));
    }
    expect(gap).toBeGreaterThan(Math.PI / 6);
    chosen.add(joint);
  }
  expect(chosen.size).toBeGreaterThan(10);
  expect(wrongWayPoses(rig, tests, cloud, createRng(1))).toEqual(bent);
});

it('leaves alone what nobody sees', () => {
  const bare = normaliseRig({ skeleton: body.skeleton });
  const isParent = new Set(bare.parents);
  const bent = wrongWayPoses(bare, poses.slice(0, 60), cloud, createRng(2));
  for (const [i, { rotations }] of bent.entries()) {
    for (let j = 0; j < jointCount; j++) {
      if (!isParent.has(j)) {
        expect(rotations.slice(j * 4, j * 4 + 4)).toEqual(poses[i].rotations.slice(j * 4, j * 4 + 4));
      }
    }
  }
});
