/**
 * @file Random rotations, skeletons, poses and rigs for tests, by seed.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import { normalizeQuaternion } from '../../src/math/quaternion.js';
import type { Clip } from '../../src/motion/clip.js';
import { jointCount, type Pose, type Rig, type Skeleton } from '../../src/rig/rig-records.js';

/** A rotation, uniform over all rotations. */
export function randomQuaternion(rng: Rng): number[] {
  const q = [rng.normal(), rng.normal(), rng.normal(), rng.normal()];
  normalizeQuaternion(q, 0);
  return q;
}

export function randomVector(rng: Rng, size = 1): number[] {
  return [rng.range(-size, size), rng.range(-size, size), rng.range(-size, size)];
}

/** A tree whose joints hang from any earlier joint, so that forks, chains and leaves all occur. */
export function randomSkeleton(count: number, seed: number): Skeleton {
  const rng = createRng(seed);
  return {
    names: Array.from({ length: count }, (_, j) => `bone${j}`),
    parents: Int16Array.from({ length: count }, (_, j) => (j === 0 ? -1 : rng.integer(j))),
    rest: Float32Array.from({ length: count * 3 }, () => rng.range(-1, 1)),
    frames: Float32Array.from(Array.from({ length: count }, () => randomQuaternion(rng)).flat()),
  };
}

/** Any rotation at every joint, the root somewhere else. */
export function randomPose(skeleton: Skeleton, seed: number): Pose {
  const rng = createRng(seed);
  const rotations = Array.from({ length: jointCount(skeleton) }, () => randomQuaternion(rng)).flat();
  return { rotations: Float32Array.from(rotations), root: Float32Array.from(randomVector(rng)) };
}

export function randomClip(skeleton: Skeleton, times: readonly number[], seed: number, name = 'clip'): Clip {
  return {
    name,
    times: Float32Array.from(times),
    poses: times.map((_, f) => randomPose(skeleton, seed * 1000 + f)),
  };
}

/** A cloud of vertices with `influenceCount` random weights each; triangles are consecutive vertices. */
export function randomRig(vertexCount: number, joints: number, influenceCount: number, seed: number): Rig {
  const rng = createRng(seed);
  const skeleton = randomSkeleton(joints, seed + 1);
  const weights = new Float32Array(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    const row = Array.from({ length: influenceCount }, () => rng.range(0.1, 1));
    const sum = row.reduce((a, b) => a + b, 0);
    for (const [k, weight] of row.entries()) weights[v * influenceCount + k] = weight / sum;
  }
  return {
    mesh: {
      positions: Float32Array.from({ length: vertexCount * 3 }, () => rng.range(-1, 1)),
      triangles: Uint32Array.from({ length: vertexCount - (vertexCount % 3) }, (_, i) => i),
    },
    skeleton,
    skin: {
      joints: Uint16Array.from({ length: vertexCount * influenceCount }, () => rng.integer(joints)),
      weights,
      influenceCount,
    },
  };
}
