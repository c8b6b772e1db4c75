import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expRotationInto } from '../../math/quaternion.js';
import { plainPrior } from '../../pose/prior/pose-prior.js';
import { restPose } from '../../rig/rig-records.js';
import { createStage } from '../stage/create-stage.js';
import { createFitBody, type FitPose, poseBody, toFitPose } from './fit-body.js';
import { projectGradientInto } from './frame-system.js';
import { addObservation, createObservations } from './observations.js';
import { createPoseMetric } from './pose-metric.js';
import { solveClip } from './solve-clip.js';
import { stretchBody } from './stretch-body.js';

const { rig } = sampleCreature('dog');
const body = createFitBody(rig);
const { camera, width, height } = createStage(rig);
const { triangles } = rig.mesh;
const FRAMES = 9;
const STRETCH = [0.03, -0.01, -0.02];

/** A motion with bent legs that goes up a little. */
const truth = Array.from({ length: FRAMES }, (_, f): FitPose => {
  const pose = toFitPose(restPose(rig.skeleton));
  for (let j = 1; j < body.jointCount; j++) {
    expRotationInto(pose.rotations, j * 4, [0.2 * Math.sin(f / 3 + j), 0, 0], 0);
  }
  pose.root[1] = (0.02 * body.unit * f) / FRAMES;
  return pose;
});

/** Where points all over the body would be seen, of a body with the stretch. */
const observe = (stretch: readonly number[]) =>
  truth.map((pose, f) => {
    const stretched = stretchBody(body, stretch, f, FRAMES);
    const { positions: vertices } = poseBody(stretched, pose);
    const observations = createObservations(400);
    const gradient = { x: [0, 0, 0], y: [0, 0, 0], at: [0, 0] };
    for (let t = 0; t < triangles.length / 3; t += Math.ceil(triangles.length / 1200)) {
      const v = triangles[t * 3] * 3;
      projectGradientInto(gradient, camera, width, height, vertices.subarray(v, v + 3));
      addObservation(observations, triangles, t, [1, 0, 0], [gradient.at[0], gradient.at[1]], [1, 0, 1]);
    }
    return [{ observations, weight: 200, scale: 3 }];
  });

const solve = (stretchDeviation: number) =>
  solveClip(body, { poses: truth, stretch: [0, 0, 0] }, observe(STRETCH), {
    ...{ camera, width, height, stretchDeviation, growthDeviation: 0.003 },
    metric: createPoseMetric(plainPrior(body.jointCount)),
    priorWeights: truth.map(() => 0.1),
    ...{
      accelerationDeviation: 0.05,
      rootAcceleration: 0.02,
      depthAcceleration: 0.005,
      depthDeviation: 0.03,
    },
    iterations: 4,
  });

/** How far the root of the last frame is off along the line of sight, half diameters. */
const depthError = ([last]: readonly FitPose[]) =>
  Math.abs(
    [0, 1, 2].reduce((sum, k) => sum + (last.root[k] - truth[FRAMES - 1].root[k]) * camera.back[k], 0),
  ) / body.unit;

it('solveClip tells a body that changes its shape from one that comes nearer', () => {
  const drifting = solve(0.03);
  const errors = drifting.stretch.map((value, axis) => Math.abs(value - STRETCH[axis]));
  expect(Math.max(...errors)).toBeLessThan(0.006);
  const rigid = solve(0);
  expect(rigid.stretch).toEqual([0, 0, 0]);
  expect(depthError(drifting.poses.slice(-1))).toBeLessThan(0.4 * depthError(rigid.poses.slice(-1)));
});
