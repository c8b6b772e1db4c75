import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTinySpace, randomPose } from '../../../test/support/tiny-pose-space.js';
import type { Pose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import {
  type BodyPath,
  chordLengths,
  pathAt,
  slicePath,
  stackPaths,
  wayLength,
} from '../records/pose-path.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { adaptPoseSpace } from '../space/adapt-pose-space.js';
import { distanceFromKnown, exampleWay } from './example-path.js';
import { walkPoses } from './interpolate-poses.js';

let space: PoseSpace;
let ends: BodyPath;
beforeAll(async () => {
  space = await openTinySpace();
  ends = posesToPath(space, [randomPose(space, 1), randomPose(space, 2)]);
});
afterAll(() => space.close());

const at = (...places: number[]) => pathAt(space.rig, ends, Float64Array.from(places));

it('passes what lies between, in order, and nothing else', () => {
  const [from, to] = [0, 1].map((i) => slicePath(space.rig, ends, i, i + 1));
  const beyond = pathAt(space.rig, at(0.9, 1), Float64Array.of(4));
  const aside = posesToPath(space, [randomPose(space, 3, 1)]);
  const examples = stackPaths([aside, at(0.7), beyond, at(0.3)]);
  expect(exampleWay(space.rig, stackPaths([ends, examples]))).toEqual(
    stackPaths([from, at(0.3), at(0.7), to]),
  );
});

it('is the straight way where nothing was taught, or the ends alone', () => {
  expect(exampleWay(space.rig, ends)).toEqual(stackPaths([ends]));
  const way = exampleWay(space.rig, stackPaths([ends, ends]));
  expect(wayLength(space.rig, way)).toBeCloseTo(wayLength(space.rig, ends), 9);
});

it('leads walks of a taught space by what it was taught', async () => {
  const [a, b] = [randomPose(space, 1), randomPose(space, 2)];
  // Half-way, but for one joint that is at rest there.
  const { poses } = await walkPoses(space, [a, b], { steps: 2, trust: 0, untangle: false });
  const example = { ...poses[1], rotations: poses[1].rotations.slice() };
  example.rotations.set([0, 0, 0, 1], 8);
  const places = (pose: Pose) => posesToPath(space, [pose]);
  const away = (pose: Pose) => chordLengths(space.rig, stackPaths([places(pose), places(example)]))[0];
  const options = { steps: 2, refinements: 0, untangle: false };
  const middle = async (walked: PoseSpace, trust: number) =>
    away((await walkPoses(walked, [a, b], { ...options, trust })).poses[1]);
  const taught = adaptPoseSpace(space, [example]);
  expect(await middle(taught, 1)).toBeLessThan(0.5 * (await middle(space, 1)));
  expect(await middle(taught, 0)).toBeCloseTo(await middle(space, 0), 6);
});

it('does not let the network lead walks away from what was taught', async () => {
  const apart = [randomPose(space, 1, 0.6), randomPose(space, 2, 0.6)];
  const options = { steps: 8, untangle: false };
  const { poses } = await walkPoses(space, apart, { ...options, trust: 0 });
  const taught = adaptPoseSpace(space, poses);
  const known = posesToPath(space, [...apart, ...taught.examples]);
  const away = async (refinements: number) => {
    const walk = await walkPoses(taught, apart, { ...options, refinements });
    return distanceFromKnown(space.rig, posesToPath(space, walk.poses), known);
  };
  expect(await away(4)).toBeLessThanOrEqual(1.2 * (await away(0)));
});

it('tells how far a path is from what is known', () => {
  const [whole] = chordLengths(space.rig, ends);
  expect(distanceFromKnown(space.rig, at(0, 1), ends)).toBeCloseTo(0, 6);
  const middle = distanceFromKnown(space.rig, at(0.5), ends);
  expect(middle / whole).toBeCloseTo(0.5, 1);
  expect(distanceFromKnown(space.rig, at(0, 0.5), ends)).toBeCloseTo(middle / 2, 6);
  expect(distanceFromKnown(space.rig, at(0.5), stackPaths([ends, at(0.5)]))).toBe(0);
});
