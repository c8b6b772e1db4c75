import { describe, expect, it } from 'vitest';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { createSolverRig } from '../../src/pose/records/solver-rig.js';
import { createPoseCloud } from './pose-cloud.js';
import { carryPoses, findNearestRig, matchRigs, nearestStart } from './retarget-rig.js';

/** A trunk up, two arms sideways and a tail behind; `tail` says how long that is. */
const body = (tail = 0.4) =>
  createSolverRig({
    parents: Int16Array.of(-1, 0, 1, 1, 0),
    rest: Float32Array.of(0, 0, 0, 0, 0.5, 0, 0.6, 0.5, 0, -0.6, 0.5, 0, 0, 0, -tail),
  });

/** The same body, its joints in another order, looking along +X. */
const rotated = createSolverRig({
  parents: Int16Array.of(-1, 0, 0, 2, 2),
  // tail, trunk, right arm, left arm
  rest: Float32Array.of(0, 0, 0, -0.4, 0, 0, 0, 0.5, 0, 0, 0.5, 0.6, 0, 0.5, -0.6),
});

const posed = (joint: number, x: number, y: number, z: number, angle: number, count = 5) => {
  const rotations = Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  axisAngleInto(rotations, joint * 4, x, y, z, angle);
  return { rotations };
};

describe('matching rigs', () => {
  it('finds twins, whatever their order and wherever they look', () => {
    const twin = matchRigs(body(), body());
    expect([...twin.joints, twin.quarters]).toEqual([0, 1, 2, 3, 4, 0]);
    expect(twin.cost).toBeCloseTo(0, 9);
    const { joints, cost, quarters } = matchRigs(body(), rotated);
    expect(cost).toBeCloseTo(0, 6);
    // A quarter turn that brings −X to −Z takes +X to +Z: three of them about +Y.
    expect(quarters).toBe(3);
    // +X of the body is where the rotated one has −Z.
    expect([...joints]).toEqual([0, 2, 4, 3, 1]);
  });

  it('counts what is left over', () => {
    const less = createSolverRig({ parents: Int16Array.of(-1, 0, 1, 1), rest: body().rest.slice(0, 12) });
    const match = matchRigs(body(), less);
    expect([...match.joints]).toEqual([0, 1, 2, 3, -1]);
    expect(match.cost).toBeCloseTo(0.6 / 5, 6);
    expect(matchRigs(less, body()).cost).toBeCloseTo(0.6 / 5, 6);
  });

  it('takes the nearest of another family', () => {
    const example = (file: string, family: string, tail: number) => ({
      row: { file },
      family,
      names: [],
      ...body(tail),
    });
    const examples = [example('far', 'a', 0.9), example('near', 'b', 0.5), example('own', 'c', 0.4)];
    expect(findNearestRig(body(), 'c', examples)?.example.row.file).toBe('near');
    expect(findNearestRig(body(), 'b', examples)?.example.row.file).toBe('own');
    expect(findNearestRig(body(), 'c', examples.slice(2))).toBeUndefined();
  });
});

describe('carrying poses over', () => {
  it('turns the same joint the same way, seen from where the body looks', () => {
    // The arm at −Z swings up about its own −Y-to-Z plane: about +X for the rotated body, which looks along +X.
    const [pose] = carryPoses(body(), rotated, matchRigs(body(), rotated), [posed(4, 1, 0, 0, 0.7)]);
    // Three quarter turns take +X to +Z: the left arm turns about +Z.
    const expected = posed(2, 0, 0, 1, 0.7);
    expected.rotations.forEach((x, i) => {
      expect(pose.rotations[i]).toBeCloseTo(x, 5);
    });
  });

  it('bends what has no partner with its parent', () => {
    const less = createSolverRig({ parents: Int16Array.of(-1, 0, 1, 1), rest: body().rest.slice(0, 12) });
    const [pose] = carryPoses(body(), less, matchRigs(body(), less), [posed(0, 1, 0, 0, 0.5, 4)]);
    expect([...pose.rotations.subarray(16)]).toEqual([0, 0, 0, 1]);
    expect(pose.rotations[0]).toBeCloseTo(Math.sin(0.25), 6);
  });
});

it('the start is the pose whose handles lie nearest', () => {
  const cloud = createPoseCloud(body(), [posed(1, 0, 0, 1, 0), posed(1, 0, 0, 1, 0.5), posed(1, 0, 0, 1, 1)]);
  // The arm of 0.6 rotated by 0.55 about Z, from the shoulder at 0.5.
  const target = [0.6 * Math.cos(0.55), 0.5 + 0.6 * Math.sin(0.55), 0];
  expect(nearestStart(cloud, [0, 2], [0, 0, 0, ...target])[6]).toBeCloseTo(Math.sin(0.25), 6);
});
