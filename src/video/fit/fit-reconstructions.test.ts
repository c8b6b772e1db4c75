import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace } from '../../../test/support/tiny-pose-space.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { fitReconstructions } from './fit-reconstructions.js';
import { applyRegistration } from './register-points.js';

let space: PoseSpace;
let rig: Rig;

beforeAll(async () => {
  space = await openTinySpace('wolf');
  rig = space.anatomy.rig as Rig;
});
afterAll(() => space.close());

function swing(f: number): Pose {
  const pose = restPose(rig.skeleton);
  for (let j = 1; j < rig.skeleton.parents.length; j++) {
    expRotationInto(pose.rotations, j * 4, [0.25 * Math.sin(f / 2 + (j % 3)), 0.05 * Math.sin(f), 0], 0);
  }
  return pose;
}

/** The surface of a pose as a service would give it: a triangle in five is missing, vertices are split and noisy, heading and scale are its own. */
function reconstruct(pose: Pose, seed: number): Mesh {
  const rng = createRng(10 + seed);
  const { triangles } = rig.mesh;
  const posed = skinMesh(rig, pose);
  const noise = 0.002 * skeletonDiameter(rig.skeleton);
  const positions: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    if (rng.next() < 0.2) continue;
    for (let c = 0; c < 3; c++)
      for (let k = 0; k < 3; k++) positions.push(posed[triangles[t + c] * 3 + k] + noise * rng.normal());
  }
  const turned = applyRegistration(
    { yaw: rng.range(-3, 3), scale: rng.range(0.5, 2), shift: [rng.next(), 0, rng.next()] },
    Float32Array.from(positions),
  );
  return { positions: turned, triangles: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) };
}

const EMPTY: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0) };

it('fits poses to meshes that share no vertices, headings or scales, and drops what is no such body', async () => {
  const poses = [0, 1].map(swing);
  const ball = reconstruct(poses[0], 9);
  const blob = { ...ball, positions: ball.positions.map((value, i) => (i % 3 === 1 ? value * 6 : value)) };
  const meshes = [...poses.map((pose, f) => reconstruct(pose, f)), blob, EMPTY];
  const { clip, frames, findings } = await fitReconstructions(space, meshes, { frameRate: 10 });
  expect(frames.map(({ dropped }) => dropped)).toEqual([undefined, undefined, 'far', 'empty']);
  expect(findings[0].message).toMatch(/2 of 4 meshes were dropped/);
  expect(Array.from(clip.times)).toEqual([0, 0.1].map(Math.fround));
  clip.poses.forEach((pose, f) => {
    const [p, q] = [pose, poses[f]].map((one) => poseJoints(rig.skeleton, one).positions);
    // Where a reconstruction stands is its own: compared without the mean offset.
    const offset = [0, 1, 2].map((k) => {
      const along = p.filter((_, i) => i % 3 === k).map((value, i) => value - q[i * 3 + k]);
      return along.reduce((total, value) => total + value, 0) / along.length;
    });
    let sum = 0;
    for (let i = 0; i < p.length; i += 3) {
      sum += Math.hypot(...offset.map((shift, k) => p[i + k] - q[i + k] - shift));
    }
    expect((300 * sum) / p.length / skeletonDiameter(rig.skeleton)).toBeLessThan(3);
  });
});

it('refuses meshes that do not move', async () => {
  const still = [0, 1].map((seed) => reconstruct(restPose(rig.skeleton), seed));
  await expect(fitReconstructions(space, still, { leastMotion: 0.02 })).rejects.toThrow(/hardly move/);
  await expect(fitReconstructions(space, [])).rejects.toThrow(/no meshes/);
});

it('drops a mesh whose surface faces other ways than the body that lies on it', async () => {
  const poses = [0, 1, 2].map(swing);
  const meshes = poses.map((pose, f) => reconstruct(pose, f));
  // Inside out: every point lies where it should.
  const { triangles } = meshes[1];
  const turned = { ...meshes[1], triangles: triangles.map((_, i) => triangles[i - (i % 3) + 2 - (i % 3)]) };
  const { frames, clip } = await fitReconstructions(space, [meshes[0], turned, meshes[2]], { frameRate: 10 });
  expect(frames.map(({ dropped }) => dropped)).toEqual([undefined, 'facing', undefined]);
  expect(frames[1].facing).toBeLessThan(0);
  expect(clip.poses).toHaveLength(2);
});
