/**
 * @file Pose repair: self-collision with its gradient, the exact test of the same pose, and whole repairs. One thread.
 * `npm run build && node bench/repair.mjs [folder of a model]`; nothing here is a test.
 *
 * Sample creatures, their longest bones split until they have the wanted number of joints, at several mesh resolutions.
 * Poses rotate every joint by a normally distributed rotation vector, 0.35 radians per axis; those that intersect
 * themselves are repaired.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRng, restPose } from 'posespace';
import { loadPoseModel, openPoseModel, openRigPoseSpace, repairPose } from 'posespace/pose';
import { expRotationInto } from '../dist/math/quaternion.js';
import { findPoseFaults } from '../dist/pose/repair/find-pose-faults.js';
import { fitCollisionSpheres } from '../dist/pose/repair/fit-collision-spheres.js';
import { normalisedSurface } from '../dist/pose/repair/normalised-surface.js';
import { createSelfCollision } from '../dist/pose/repair/self-collision.js';
import { createCreature } from '../lab/creatures/create-creature.ts';
import { line, measure, ms } from './measure.mjs';
import { refineRig } from './refine.mjs';

const POSES = 12;
const SPREAD = 0.35;
const folder = process.argv[2] ?? fileURLToPath(new URL('../models/pose', import.meta.url));

function randomPose(skeleton, rng) {
  const pose = restPose(skeleton);
  for (let j = 1; j < skeleton.parents.length; j++) {
    const vector = [0, 1, 2].map(() => SPREAD * rng.normal());
    expRotationInto(pose.rotations, j * 4, vector, 0);
  }
  return pose;
}

async function benchRig(model, kind, jointCount, resolution) {
  const { rig } = refineRig({ ...createCreature(kind, { seed: 1, resolution }), clips: [] }, jointCount);
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is' });
  await space.prepare();
  const options = { limits: 'none' };
  const rng = createRng(1);
  const broken = [];
  for (let i = 0; i < 100 && broken.length < POSES; i++) {
    const pose = randomPose(rig.skeleton, rng);
    if ((await findPoseFaults(space, pose, options)).area > 0) broken.push(pose);
  }
  const collision = createSelfCollision(space.rig, fitCollisionSpheres(normalisedSurface(space)));
  const gradient = new Float64Array(jointCount * 3);
  let next = 0;
  const nextPose = () => broken[next++ % broken.length];
  const [soft, exact, whole] = await measure(
    () => collision.measure(nextPose().rotations, gradient),
    () => findPoseFaults(space, nextPose(), options),
    () => repairPose(space, nextPose(), options),
  );
  const results = [];
  for (const pose of broken) results.push(await repairPose(space, pose, options));
  const sum = (pick) => results.reduce((total, result) => total + pick(result), 0);
  const removed = 1 - sum(({ after }) => after.area) / sum(({ before }) => before.area);
  line(
    `${kind}, ${jointCount} joints, ${rig.mesh.triangles.length / 3} triangles, ${collision.spheres.count} spheres`,
    ms(soft),
    ms(exact),
    ms(whole),
    `${(100 * removed).toFixed(1)} %`,
    `${((100 * sum(({ change }) => change)) / results.length).toFixed(2)} %`,
  );
}

const files = await loadPoseModel(async (path) => new Uint8Array(await readFile(join(folder, path))));
const model = await openPoseModel(files);
line('A pose that intersects itself', 'spheres', 'exact', 'repair', 'area removed', 'joints moved');
for (const [kind, jointCount, resolution] of [
  ['quadruped', 40, 0.7],
  ['quadruped', 40, 1.4],
  ['biped', 40, 1],
  ['quadruped', 128, 1.4],
]) {
  await benchRig(model, kind, jointCount, resolution);
}
await model.close();
