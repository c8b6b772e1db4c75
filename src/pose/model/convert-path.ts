/**
 * @file Converts between poses of a rig, paths on the anatomical joints and states of the network. Heading and
 * position over the ground are split off and returned as placements.
 */

import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PosePath } from '../records/pose-path.js';
import {
  type PosePlacement,
  removeHeading,
  rotateRoot,
  rotationsToStateInto,
  STATE_SCALE,
  stateToRotationsInto,
} from '../records/pose-state.js';
import { stateLength } from './batch-states.js';
import { type BoundRig, fromSolverPose, toSolverPose } from './bound-rig.js';

/** A path and where each of its poses stood. */
export interface PlacedPath extends PosePath {
  readonly placements: readonly PosePlacement[];
}

/** Poses of the rig as a path of its body. */
export function posesToPath(space: BoundRig, poses: readonly Pose[]): PlacedPath {
  const size = space.rig.jointCount * 4;
  const rotations = new Float64Array(poses.length * size);
  const heights = new Float64Array(poses.length);
  const placements = poses.map((pose, i) => {
    const body = toSolverPose(space, pose);
    const straight = removeHeading(space.rig, body.rotations);
    rotations.set(straight.rotations, i * size);
    heights[i] = body.root[1] * space.rig.scale;
    return { heading: straight.heading, x: body.root[0], z: body.root[2] };
  });
  return { count: poses.length, rotations, heights, placements };
}

/** A path of the body as poses of the rig, standing where `placements` say. */
export function pathToPoses(space: BoundRig, path: PosePath, placements: readonly PosePlacement[]): Pose[] {
  const size = space.rig.jointCount * 4;
  return Array.from({ length: path.count }, (_, i) => {
    const rotations = Float32Array.from(path.rotations.subarray(i * size, (i + 1) * size));
    const { heading, x, z } = placements[i];
    rotateRoot(rotations, heading);
    return fromSolverPose(space, {
      rotations,
      root: Float32Array.of(x, path.heights[i] / space.rig.scale, z),
    });
  });
}

/** A path as states, [count, J, 10]. */
export function pathToStates(space: BoundRig, { count, rotations, heights }: PosePath): Float32Array {
  const { rig } = space;
  const size = rig.jointCount * 4;
  const length = stateLength(space);
  const states = new Float32Array(count * length);
  const positions = new Float64Array(rig.jointCount * 3);
  const globals = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    const one = rotations.subarray(i * size, (i + 1) * size);
    forwardKinematicsInto(positions, globals, rig, one);
    rotationsToStateInto(states, i * length, rig, one, positions);
    states[i * length + 6] = heights[i] / STATE_SCALE.height;
  }
  return states;
}

/** States [count, J, 10] as a path; whatever heading they have comes off. */
export function statesToPath(space: BoundRig, states: Float32Array): PosePath {
  const { rig } = space;
  const size = rig.jointCount * 4;
  const length = stateLength(space);
  const count = states.length / length;
  const rotations = new Float64Array(count * size);
  const heights = new Float64Array(count);
  const one = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    stateToRotationsInto(one, rig.jointCount, states, i * length);
    rotations.set(removeHeading(rig, one).rotations, i * size);
    const height = states[i * length + 6] * STATE_SCALE.height;
    heights[i] = Number.isFinite(height) ? height : 0;
  }
  return { count, rotations, heights };
}
