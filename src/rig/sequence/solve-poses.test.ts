import { describe, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { randomPose, randomRig } from '../../../test/support/random-rig.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionToMatrixInto } from '../../math/quaternion.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { skinMesh } from '../kinematics/skin-mesh.js';
import { estimatePoses } from './estimate-poses.js';
import { chainBones, type FitState, frameErrors, INFLUENCES, type Trajectories } from './fit-state.js';
import { sumMoments } from './moments.js';
import { solveCenters } from './solve-centers.js';
import { createPoseSolver, frameEnergy } from './solve-poses.js';

const VERTICES = 50;
const JOINTS = 6;
const FRAMES = 4;

/** A random rig and frames of it, small turns: what a fit has to find again. */
function problem(seed: number): { data: Trajectories; state: FitState; truth: FitState } {
  const rig = randomRig(VERTICES, JOINTS, INFLUENCES, seed);
  const rng = createRng(seed + 7);
  const turn = [0, 0, 0, 0];
  const poses = Array.from({ length: FRAMES }, (_, f) => {
    const pose = randomPose(rig.skeleton, seed * 10 + f);
    for (let j = 0; j < JOINTS; j++) {
      expRotationInto(turn, 0, [rng.range(-0.5, 0.5), rng.range(-0.5, 0.5), rng.range(-0.5, 0.5)], 0);
      pose.rotations.set(turn, j * 4);
    }
    return pose;
  });
  const bones = new Float64Array(FRAMES * JOINTS * 12);
  for (const [f, pose] of poses.entries()) {
    const globals = poseJoints(rig.skeleton, pose);
    for (let j = 0; j < JOINTS; j++) {
      const a = (f * JOINTS + j) * 12;
      quaternionToMatrixInto(bones, a, globals.rotations, j * 4);
      for (let r = 0; r < 3; r++) {
        let rotated = 0;
        for (let c = 0; c < 3; c++) rotated += bones[a + c * 3 + r] * rig.skeleton.rest[j * 3 + c];
        bones[a + 9 + r] = globals.positions[j * 3 + r] - rotated;
      }
    }
  }
  const data: Trajectories = {
    vertexCount: VERTICES,
    frameCount: FRAMES,
    points: Float64Array.from(rig.mesh.positions),
    frames: poses.map((pose) => skinMesh(rig, pose)),
    starts: new Uint32Array(VERTICES + 1),
    neighbors: new Uint32Array(0),
  };
  const state = (): FitState => ({
    names: [...rig.skeleton.names],
    parents: [...rig.skeleton.parents],
    rest: Float64Array.from(rig.skeleton.rest),
    home: Float64Array.from(rig.skeleton.rest),
    joints: rig.skin.joints.slice(),
    weights: Float64Array.from(rig.skin.weights),
    bones: bones.slice(),
  });
  return { data, state: state(), truth: state() };
}

const total = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0);

describe('the error from moments', () => {
  it.each([1, 2, 3])('is that summed over vertices (rig %i)', (seed) => {
    const { data, state } = problem(seed);
    const rng = createRng(seed);
    state.bones = state.bones.map((x) => x + rng.range(-0.1, 0.1));
    const moments = sumMoments(data, state);
    const expected = frameErrors(data, state);
    for (let f = 0; f < FRAMES; f++) expect(frameEnergy(state, moments, f)).toBeCloseTo(expected[f], 9);
  });

  it('counts a bone that fills two slots of a vertex once with both weights', () => {
    const { data, state } = problem(4);
    for (let v = 0; v < VERTICES; v++) state.joints[v * INFLUENCES + 1] = state.joints[v * INFLUENCES];
    const moments = sumMoments(data, state);
    expect(frameEnergy(state, moments, 0)).toBeCloseTo(frameErrors(data, state)[0], 9);
  });
});

describe('poses', () => {
  it('that are chained keep joints together', () => {
    const { state, truth } = problem(5);
    for (let f = 0; f < FRAMES; f++) chainBones(state, f);
    expectClose(state.bones, truth.bones, 1e-5);
  });

  it.each([1, 2, 3, 4])('are recovered from rest (rig %i)', (seed) => {
    const { data, state } = problem(seed);
    state.bones.fill(0);
    const moments = sumMoments(data, state);
    estimatePoses(state, moments);
    const start = total(frameErrors(data, state));
    const solver = createPoseSolver(state, moments);
    for (let f = 0; f < FRAMES; f++) solver.improve(f, 60);
    const end = total(frameErrors(data, state));
    expect(start).toBeGreaterThan(0.1);
    // The pull against bending leaves a trace.
    expect(end).toBeLessThan(1e-4);
  });

  it('never get worse', () => {
    const { data, state } = problem(6);
    const rng = createRng(3);
    data.frames.forEach((frame) => {
      for (let i = 0; i < frame.length; i++) frame[i] += rng.range(-1, 1);
    });
    const moments = sumMoments(data, state);
    const solver = createPoseSolver(state, moments);
    for (let f = 0; f < FRAMES; f++) {
      let last = frameEnergy(state, moments, f);
      for (let i = 0; i < 8; i++) {
        const next = solver.improve(f, 1);
        expect(next).toBeLessThanOrEqual(last * (1 + 1e-6));
        last = next;
      }
    }
  });
});

describe('joint centres', () => {
  it('are recovered', () => {
    const { data, state, truth } = problem(7);
    for (let i = 3; i < state.rest.length; i++) state.rest[i] += 0.02 * Math.sin(i);
    state.home = state.rest.slice();
    for (let f = 0; f < FRAMES; f++) chainBones(state, f);
    const moments = sumMoments(data, state);
    const before = total(frameErrors(data, state));
    solveCenters(state, moments);
    const after = total(frameErrors(data, state));
    expect(after).toBeLessThan(before / 10);
    const off = (rest: Float64Array) => Math.sqrt(total(rest.map((x, i) => (x - truth.rest[i]) ** 2)));
    expect(off(state.rest)).toBeLessThan(off(state.home) / 3);
  });

  it('stay where they are if no joint bends', () => {
    const { data, state } = problem(8);
    for (let f = 0; f < FRAMES; f++) {
      for (let j = 0; j < JOINTS; j++) {
        const a = (f * JOINTS + j) * 12;
        state.bones.set([1, 0, 0, 0, 1, 0, 0, 0, 1, f, 0, 0], a);
      }
    }
    const rest = state.rest.slice();
    solveCenters(state, sumMoments(data, state));
    expectClose(state.rest, rest, 1e-9);
  });
});
