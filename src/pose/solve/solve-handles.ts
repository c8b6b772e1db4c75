/** @file Solves handles that a user gave: to the solver's frame, through the solver, and back to the rig. */

import type { Finding } from '../../base/finding.js';
import type { WorkOptions } from '../../base/progress.js';
import type { Vec3 } from '../../math/vector.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { type BoundRig, fromSolverPose, toSolverPose } from '../model/bound-rig.js';
import type { PosePrior } from '../prior/pose-prior.js';
import {
  type IndexedHandle,
  indexHandles,
  type PinPositions,
  type PoseHandle,
  type SolverFrame,
  toSolverHandles,
} from '../records/pose-handle.js';
import { removeHeading, rotateRoot } from '../records/pose-state.js';
import { reportUnmetHandles, type SolvePoseOptions, solvePose } from './solve-pose.js';

/** Options of `space.solve`. */
export interface SolveOptions extends SolvePoseOptions, WorkOptions {
  /** The previous pose: position of pins, heading, and what must not jump. */
  readonly previous?: Pose;
  /** The pose that a local change stays near to, as a drag began with it; absent: the previous one. */
  readonly start?: Pose;
  /** Whether the root may move; by default with several position handles and none on the root. */
  readonly moveRoot?: boolean;
}

/** How freely the root moves where it may, normalised units. */
const ROOT_DEVIATION = 0.15;
/** A pose solved from handles. */
export interface SolvedPose extends Pose {
  /** Error of each handle: metres for positions, radians for rotations, the larger where both. */
  readonly errors: readonly number[];
  /** Handles that cannot be met; empty where all are met. */
  readonly findings: readonly Finding[];
}

/** Finds the most plausible pose that meets the handles. */
export async function solveHandles(
  space: BoundRig,
  prior: PosePrior,
  given: readonly PoseHandle[],
  options: SolveOptions,
): Promise<SolvedPose> {
  const { anatomy, rig, completer } = space;
  const handles = indexHandles(anatomy.original, given);
  const before = options.previous && toSolverPose(space, options.previous);
  const straight = before && removeHeading(rig, before.rotations);
  const frame = solverSpace(space, handles, before, straight?.heading ?? 0);
  const requested = toSolverHandles(anatomy, handles, frame.space, pinPositions(space, options.previous));
  const positionCount = requested.list.filter(({ kind }) => kind === 'position').length;
  const moveRoot = options.moveRoot ?? (!frame.rootHeld && positionCount > 1);
  const heading = straight?.heading ?? 0;
  const from = straight && {
    previous: straight.rotations,
    start: options.start ? turnedRotations(space, options.start, heading) : straight.rotations,
  };
  const solution = await solvePose(completer, rig, prior, requested.list, from, {
    rootDeviation: moveRoot ? ROOT_DEVIATION : 0,
    ...options,
  });

  const rotations = Float32Array.from(solution.rotations);
  rotateRoot(rotations, frame.space.heading);
  const { rest } = anatomy.rig.skeleton;
  const [sine, cosine] = [Math.sin(frame.space.heading), Math.cos(frame.space.heading)];
  const [x, y, z] = Array.from(solution.root, (value) => value / rig.scale);
  const root = Float32Array.of(
    frame.space.origin[0] - rest[0] + cosine * x + sine * z,
    frame.space.origin[1] - rest[1] + y,
    frame.space.origin[2] - rest[2] - sine * x + cosine * z,
  );
  const errors = new Array<number>(handles.length).fill(0);
  requested.list.forEach(({ kind }, i) => {
    const error = kind === 'position' ? solution.errors[i] / rig.scale : solution.errors[i];
    errors[requested.sources[i]] = Math.max(errors[requested.sources[i]], error);
  });
  const findings = [
    ...requested.findings,
    ...reportUnmetHandles(solution.errors, requested.list, requested.sources),
  ];
  return { ...fromSolverPose(space, { rotations, root }), errors, findings };
}

/** Local rotations of a pose on the anatomical joints, with a heading taken away. */
function turnedRotations(space: BoundRig, pose: Pose, heading: number): Float64Array {
  const rotations = Float64Array.from(toSolverPose(space, pose).rotations);
  rotateRoot(rotations, -heading);
  return rotations;
}

/** The solver's frame: origin at the root's target, else at its previous position; heading of the previous pose. */
function solverSpace(
  { anatomy, rig }: BoundRig,
  handles: readonly IndexedHandle[],
  before: Pose | undefined,
  heading: number,
): { space: SolverFrame; rootHeld: boolean } {
  const { rest } = anatomy.rig.skeleton;
  const held = handles.find(
    ({ joint, position, softness }) => position && joint === anatomy.sources[0] && !softness,
  );
  const origin: Vec3 = held?.position ?? [
    rest[0] + (before?.root[0] ?? 0),
    rest[1] + (before?.root[1] ?? 0),
    rest[2] + (before?.root[2] ?? 0),
  ];
  return { space: { scale: rig.scale, origin, heading }, rootHeld: held !== undefined };
}

/** Pin positions, posed on first use. */
function pinPositions(space: BoundRig, previous: Pose | undefined): PinPositions {
  const { original, rig } = space.anatomy;
  const pose = previous ?? restPose(original);
  let joints: Float64Array | undefined;
  let vertices: Float32Array | undefined;
  const at = (list: ArrayLike<number>, i: number): Vec3 => [list[i * 3], list[i * 3 + 1], list[i * 3 + 2]];
  return {
    joint(joint) {
      joints ??= poseJoints(original, pose).positions;
      return at(joints, joint);
    },
    vertex(vertex) {
      const { mesh, skin, skeleton } = rig;
      // On the anatomical tree, as the solver sees the surface.
      vertices ??= createRigSkinner({ mesh: mesh!, skin: skin!, skeleton }).pose(toSolverPose(space, pose));
      return at(vertices, vertex);
    },
  };
}
