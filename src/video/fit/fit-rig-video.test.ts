import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTinySpace } from '../../../test/support/tiny-pose-space.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto } from '../../math/quaternion.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, type Rig, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { createVideoFrames, type VideoFrames } from '../frames/video-frames.js';
import { alignStage } from '../stage/align-stage.js';
import { createStage } from '../stage/create-stage.js';
import { renderStage } from '../stage/render-stage.js';
import type { Stage } from '../stage/stage-record.js';
import { findMatte } from '../track/find-matte.js';
import { createWorkingFrame } from '../track/working-frame.js';
import { drawFitVideo } from './draw-fit-video.js';
import { createFitBody, poseBody, toFitPose } from './fit-body.js';
import { type FittedVideo, fitRigVideo } from './fit-rig-video.js';
import { addPointTerms, createFrameSystem } from './frame-system.js';
import { addObservation, createObservations } from './observations.js';
import { applyStep } from './rotation-steps.js';

let space: PoseSpace;
let rig: Rig;
let stage: Stage;
let video: VideoFrames;
let fitted: FittedVideo;
let poses: Pose[];

/** Every joint swings to and fro, the more the smaller its part. */
function swing(f: number): Pose {
  const pose = restPose(rig.skeleton);
  for (let j = 1; j < rig.skeleton.parents.length; j++) {
    const rng = createRng(j);
    const angle = 0.3 * Math.sin(f / 4) * (rng.next() < 0.5 ? 0.3 : 1);
    expRotationInto(pose.rotations, j * 4, [angle, angle * 0.2, 0], 0);
  }
  pose.root[1] = 0.01 * f;
  return pose;
}

beforeAll(async () => {
  space = await openTinySpace();
  rig = space.anatomy.rig as Rig;
  stage = createStage(rig, { width: 416, height: 240 });
  poses = Array.from({ length: 6 }, (_, f) => swing(f));
  video = createVideoFrames(
    poses.map((pose) => renderStage(rig, stage, { pose, supersample: 1 })),
    24,
  );
  fitted = await fitRigVideo(space, video, { stage, name: 'swing' });
});
afterAll(() => space.close());

/** Mean distance of the joints of two poses, in % of the diameter. */
function difference(a: Pose, b: Pose): number {
  const [p, q] = [poseJoints(rig.skeleton, a).positions, poseJoints(rig.skeleton, b).positions];
  let sum = 0;
  for (let i = 0; i < p.length; i += 3)
    sum += Math.hypot(p[i] - q[i], p[i + 1] - q[i + 1], p[i + 2] - q[i + 2]);
  return (300 * sum) / p.length / skeletonDiameter(rig.skeleton);
}

describe('fitRigVideo', () => {
  it('recovers the motion that was filmed', () => {
    const rest = restPose(rig.skeleton);
    const errors = poses.map((pose, f) => difference(pose, fitted.clip.poses[f]));
    expect(Math.max(...errors)).toBeLessThan(2.5);
    expect(errors.at(-1)).toBeLessThan(difference(poses.at(-1)!, rest) / 2);
    expect(fitted.clip).toMatchObject({ name: 'swing', source: 'video' });
    expect(fitted.clip.times[2]).toBeCloseTo(2 / 24);
  });

  it('reports overlap and which joints were seen', () => {
    expect(Math.min(...fitted.report.overlaps)).toBeGreaterThan(0.93);
    const shares = fitted.report.visible.subarray(0, fitted.report.jointCount);
    expect(Math.max(...shares)).toBeGreaterThan(0.6);
    expect(Math.min(...shares)).toBeLessThan(0.6);
  });

  it('draws the outline over the video', () => {
    const { images } = drawFitVideo(fitted, video, rig);
    let changed = 0;
    for (let i = 0; i < images[0].pixels.length; i += 4)
      if (images[0].pixels[i] !== video.images[0].pixels[i]) changed++;
    expect(changed).toBeGreaterThan(200);
    expect(changed).toBeLessThan(6000);
  });

  it('says what does not fit together, and stops when asked to', async () => {
    await expect(fitRigVideo(space, video, { stage: { ...stage, width: 240 } })).rejects.toThrow(
      /crop the video/,
    );
    const masks = createVideoFrames(video.images.slice(0, 2), 24);
    await expect(fitRigVideo(space, video, { stage, masks })).rejects.toThrow(/2 masks for 6 frames/);
    await expect(fitRigVideo(space, video, { stage, signal: AbortSignal.abort() })).rejects.toThrow(
      /stopped/,
    );
  });
});

it('findMatte finds the creature, not its shadow, at any brightness', () => {
  const clean = renderStage(rig, stage, { supersample: 1 });
  for (const gain of [0.8, 1, 1.15]) {
    const pixels = clean.pixels.map((value) => Math.min(255, Math.round(value * gain)));
    const { area } = findMatte(createWorkingFrame({ ...clean, pixels }, 416, 240));
    expect(area / findMatte(createWorkingFrame(clean, 416, 240)).area).toBeCloseTo(1, 1);
  }
});

it('alignStage finds the camera of a picture', () => {
  const matte = findMatte(createWorkingFrame(video.images[0], 208, 120));
  const found = alignStage(rig, matte, video);
  expect(found.overlap).toBeGreaterThan(0.85);
  const cosine = found.stage.camera.back.reduce((sum, value, k) => sum + value * stage.camera.back[k], 0);
  expect(cosine).toBeGreaterThan(0.9);
});

it('the gradient of a frame system is that of its residuals', () => {
  const body = createFitBody(rig);
  const pose = toFitPose(swing(3));
  const seen = createObservations(4);
  const { triangles } = rig.mesh;
  for (const t of [5, 90, 400]) addObservation(seen, triangles, t, [0.2, 0.3, 0.5], [150, 90], [1, 0.3, 0.5]);
  const terms = { camera: stage.camera, width: 416, height: 240, scale: 1e6, weight: 3 };
  const { size, vector } = gradientAt(new Float64Array(body.jointCount * 3 + 3));
  function gradientAt(step: Float64Array) {
    const system = createFrameSystem(body);
    const squares = addPointTerms(system, body, poseBody(body, applyStep(body, pose, step, 9)), seen, terms);
    return { ...system, squares };
  }
  for (let i = 0; i < size; i += 7) {
    const [ahead, behind] = [1e-4, -1e-4].map((by) => {
      const step = new Float64Array(size);
      step[i] = by;
      return gradientAt(step).squares;
    });
    // squares is Σ eᵀ Ω e over half the trace of Σ Ω; the vector is minus half the gradient of Σ eᵀ Ω e.
    const slope = ((ahead - behind) / 2e-4) * 3 * 0.75;
    expect(-2 * vector[i]).toBeCloseTo(slope, 0);
  }
});
