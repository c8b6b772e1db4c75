import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createSplats } from '../../render/splat/create-splats.js';
import { groundUnder } from '../../render/splat/splat-ground.js';
import { createSplatRenderer } from '../../render/splat/splat-renderer.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { distilCameras } from './distil-cameras.js';
import { distilMotion } from './distil-motion.js';
import type { DistilCheckpoint } from './distil-options.js';
import { createExactDenoiser, type KnownVideo } from './exact-denoiser.js';
import { createDenoiserScore } from './score-model.js';

const { rig, clips, colors } = sampleCreature('fish');
const OPTIONS = {
  ...{ frameCount: 2, viewCount: 2, size: 40, splatCount: 400, surface: { colors }, guidance: 1 },
  ...({ optimizer: 'gauss-newton', smoothness: 1e-6 } as const),
};
const posesOf = (clip: number): Pose[] =>
  [3, 9].map((f) => ({ rotations: clips[clip].poses[f].rotations, root: new Float32Array(3) }));

function filmed(clip: number): KnownVideo {
  const { cameras, low, height } = distilCameras(rig, OPTIONS.viewCount);
  const { size: side, splatCount: count } = OPTIONS;
  const ground = groundUnder(low - 0.005 * height, height);
  const splats = createSplats(rig, { count, colors });
  const views = cameras.map((camera) => {
    const renderer = createSplatRenderer(splats, rig.skeleton, { camera, width: side, height: side, ground });
    return Float32Array.from(posesOf(clip).flatMap((pose) => [...renderer.render(pose)]));
  });
  return { caption: clips[clip].name, views };
}
const score = createDenoiserScore(createExactDenoiser(clips.map((_, i) => filmed(i))));

/** Mean distance of joints in % of the diameter. */
function distance(poses: readonly Pose[], truth: readonly Pose[]): number {
  let [sum, count] = [0, 0];
  poses.forEach((pose, f) => {
    const [a, b] = [pose, truth[f]].map((one) => poseJoints(rig.skeleton, one).positions);
    for (let i = 0; i < a.length; i += 3, count++)
      sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  });
  return (100 * sum) / count / skeletonDiameter(rig.skeleton);
}

it('finds one of three films through splats, and resumes to the same numbers', {
  timeout: 180_000,
}, async () => {
  const states: DistilCheckpoint[] = [];
  const options = { ...OPTIONS, iterations: 10, prompt: clips[1].name };
  const { clip } = await distilMotion(rig, score, { ...options, onIteration: (state) => states.push(state) });
  const rest = distance([restPose(rig.skeleton), restPose(rig.skeleton)], posesOf(1));
  expect(distance(clip.poses, posesOf(1))).toBeLessThan(Math.min(2, 0.5 * rest));
  const again = await distilMotion(rig, score, { ...options, checkpoint: states[7] });
  expect(again.clip.poses).toEqual(clip.poses);
});
