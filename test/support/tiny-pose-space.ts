/** @file A pose space of a small creature, with a network of the right shapes that has learnt nothing. */

import { readFile } from 'node:fs/promises';
import { createRng } from '../../src/base/rng.js';
import type { SampleName } from '../../src/io/samples.js';
import { expRotationInto } from '../../src/math/quaternion.js';
import { loadPoseModel } from '../../src/pose/model/pose-model.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { type Pose, restPose } from '../../src/rig/rig-records.js';
import { sampleCreature } from './creatures.js';

const FOLDER = new URL('../samples/pose-network/', import.meta.url);

/** Opens the space; close it after use. */
export async function openTinySpace(name: SampleName = 'dog'): Promise<PoseSpace> {
  const { rig } = sampleCreature(name);
  const files = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER))));
  return openRigPoseSpace(rig, files, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
}

/** A pose with every joint turned at random, somewhere, heading somewhere. */
export function randomPose({ anatomy }: PoseSpace, seed: number, spread = 0.25): Pose {
  const rng = createRng(seed);
  const pose = restPose(anatomy.original);
  for (let i = 0; i < pose.rotations.length; i += 4) {
    const turn = [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread];
    expRotationInto(pose.rotations, i, turn, 0);
  }
  for (let k = 0; k < 3; k++) pose.root[k] = rng.normal() * 0.1;
  return pose;
}
