/**
 * @file Between poses of a rig and paths of its body: heading and place come off, the rest becomes states of the
 * network, and back.
 */

import type { Pose } from '../../rig/rig-records.js';
import type { BodyPath } from '../records/pose-path.js';
import {
  type PosePlacement,
  removeHeading,
  rotationsToStateInto,
  STATE_SCALE,
  stateToRotationsInto,
  turnRoot,
} from '../records/pose-state.js';
import { poseTreeInto } from '../records/pose-tree.js';
import { stateLength } from './batch-states.js';
import { type BodySpace, bodyPose, ownPose } from './body-space.js';

/** A path and where each of its poses stood. */
export interface PlacedPath extends BodyPath {
  readonly placements: readonly PosePlacement[];
}

/** Poses of the rig as a path of its body. */
export function posesToPath(space: BodySpace, poses: readonly Pose[]): PlacedPath {
  const size = space.tree.jointCount * 4;
  const rotations = new Float64Array(poses.length * size);
  const heights = new Float64Array(poses.length);
  const placements = poses.map((pose, i) => {
    const body = bodyPose(space, pose);
    const straight = removeHeading(space.tree, body.rotations);
    rotations.set(straight.rotations, i * size);
    heights[i] = body.root[1] * space.body.scale;
    return { heading: straight.heading, x: body.root[0], z: body.root[2] };
  });
  return { count: poses.length, rotations, heights, placements };
}

/** A path of the body as poses of the rig, standing where `placements` say. */
export function pathToPoses(space: BodySpace, path: BodyPath, placements: readonly PosePlacement[]): Pose[] {
  const size = space.tree.jointCount * 4;
  return Array.from({ length: path.count }, (_, i) => {
    const rotations = Float32Array.from(path.rotations.subarray(i * size, (i + 1) * size));
    const { heading, x, z } = placements[i];
    turnRoot(rotations, heading);
    return ownPose(space, { rotations, root: Float32Array.of(x, path.heights[i] / space.body.scale, z) });
  });
}

/** A path as states, [count, J, 10]. */
export function pathToStates(space: BodySpace, { count, rotations, heights }: BodyPath): Float32Array {
  const { tree } = space;
  const size = tree.jointCount * 4;
  const length = stateLength(space);
  const states = new Float32Array(count * length);
  const positions = new Float64Array(tree.jointCount * 3);
  const globals = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    const one = rotations.subarray(i * size, (i + 1) * size);
    poseTreeInto(positions, globals, tree, one);
    rotationsToStateInto(states, i * length, tree, one, positions);
    states[i * length + 6] = heights[i] / STATE_SCALE.height;
  }
  return states;
}

/** States [count, J, 10] as a path; whatever heading they have comes off. */
export function statesToPath(space: BodySpace, states: Float32Array): BodyPath {
  const { tree } = space;
  const size = tree.jointCount * 4;
  const length = stateLength(space);
  const count = states.length / length;
  const rotations = new Float64Array(count * size);
  const heights = new Float64Array(count);
  const one = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    stateToRotationsInto(one, tree.jointCount, states, i * length);
    rotations.set(removeHeading(tree, one).rotations, i * size);
    const height = states[i * length + 6] * STATE_SCALE.height;
    heights[i] = Number.isFinite(height) ? height : 0;
  }
  return { count, rotations, heights };
}
