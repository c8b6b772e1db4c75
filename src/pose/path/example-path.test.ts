import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace, randomPose } from '../../../test/support/tiny-pose-space.js';
import type { Pose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import {
  chordLengths,
  concatPaths,
  type PosePath,
  pathLength,
  samplePath,
  slicePath,
} from '../records/pose-path.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { adaptPoseSpace } from '../space/adapt-pose-space.js';
import { distanceFromExamples, findExamplePath } from './example-path.js';
import { interpolatePoses } from './interpolate-poses.js';

let space: PoseSpace;
let ends: PosePath;
beforeAll(async () => {
  space = await openTinySpace();
  ends = posesToPath(space, [randomPose(space, 1), randomPose(space, 2)]);
});
afterAll(() => space.close());

const at = (...positions: number[]) => samplePath(space.rig, ends, Float64Array.from(positions));

it('passes what lies between, in order, and nothing else', () => {
  const [from, to] = [0, 1].map((i) => slicePath(space.rig, ends, i, i + 1));
  const beyond = samplePath(space.rig, at(0.9, 1), Float64Array.of(4));
  const aside = posesToPath(space, [randomPose(space, 3, 1)]);
  const examples = concatPaths([aside, at(0.7), beyond, at(0.3)]);
  expect(findExamplePath(space.rig, concatPaths([ends, examples]))).toEqual(
    concatPaths([from, at(0.3), at(0.7), to]),
  );
});

it('is the straight path without examples, or with the ends alone', () => {
  expect(findExamplePath(space.rig, ends)).toEqual(concatPaths([ends]));
  const examplePath = findExamplePath(space.rig, concatPaths([ends, ends]));
  expect(pathLength(space.rig, examplePath)).toBeCloseTo(pathLength(space.rig, ends), 9);
});

it('leads paths of an adapted space through its examples', async () => {
  const [a, b] = [randomPose(space, 7), randomPose(space, 8)];
  // Halfway, except for one joint that is at rest there.
  const { poses } = await interpolatePoses(space, [a, b], { steps: 2, trust: 0, avoidIntersections: false });
  const example = { ...poses[1], rotations: poses[1].rotations.slice() };
  example.rotations.set([0, 0, 0, 1], 8);
  const positions = (pose: Pose) => posesToPath(space, [pose]);
  const away = (pose: Pose) => chordLengths(space.rig, concatPaths([positions(pose), positions(example)]))[0];
  const options = { steps: 2, refinements: 0, avoidIntersections: false };
  const middle = async (walked: PoseSpace, trust: number) =>
    away((await interpolatePoses(walked, [a, b], { ...options, trust })).poses[1]);
  const adapted = adaptPoseSpace(space, [example]);
  expect(await middle(adapted, 1)).toBeLessThan(0.5 * (await middle(space, 1)));
  expect(await middle(adapted, 0)).toBeCloseTo(await middle(space, 0), 6);
});

it('does not let the network lead paths away from examples', async () => {
  const apart = [randomPose(space, 1, 0.6), randomPose(space, 2, 0.6)];
  const options = { steps: 8, avoidIntersections: false };
  const { poses } = await interpolatePoses(space, apart, { ...options, trust: 0 });
  const adapted = adaptPoseSpace(space, poses);
  const known = posesToPath(space, [...apart, ...adapted.examples]);
  const away = async (refinements: number) => {
    const interpolated = await interpolatePoses(adapted, apart, { ...options, refinements });
    return distanceFromExamples(space.rig, posesToPath(space, interpolated.poses), known);
  };
  expect(await away(4)).toBeLessThanOrEqual(1.2 * (await away(0)));
});

it('measures how far a path is from known poses', () => {
  const [whole] = chordLengths(space.rig, ends);
  expect(distanceFromExamples(space.rig, at(0, 1), ends)).toBeCloseTo(0, 6);
  const middle = distanceFromExamples(space.rig, at(0.5), ends);
  expect(middle / whole).toBeCloseTo(0.5, 1);
  expect(distanceFromExamples(space.rig, at(0, 0.5), ends)).toBeCloseTo(middle / 2, 6);
  expect(distanceFromExamples(space.rig, at(0.5), concatPaths([ends, at(0.5)]))).toBe(0);
});
