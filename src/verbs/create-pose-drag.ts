/**
 * @file Dragging a joint: every target is solved from the pose before it, so that the body does not jump between poses
 * that are equally good, while pins and feet stay where they were when the drag began.
 */

import type { WorkOptions } from '../base/progress.js';
import type { Vec3 } from '../math/vector.js';
import { type IndexedHandle, indexHandles, type PoseHandle } from '../pose/records/pose-handle.js';
import type { PoseSpace } from '../pose/solve/pose-space.js';
import type { SolvedPose } from '../pose/solve/solve-handles.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type JointRef, jointIndex } from '../rig/names/joint-index.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { DRAG_DEFAULTS, dragHandles, movesWholeBody, positionOf, translatePose } from './drag-handles.js';

/** Options of `space.drag`. */
export interface PoseDragOptions {
  /** Joints that keep their position, by name or index; or handles that hold something else, such as a rotation. */
  readonly pins?: readonly (JointRef | PoseHandle)[];
  /** Joints that stay on the ground: their position exactly, their rotation softly. */
  readonly feet?: readonly JointRef[];
  /** The pose to start from; absent: rest. */
  readonly from?: Pose;
  /** How freely the body leans, radians, from 0 up. */
  readonly lean?: number;
}

/** A drag in progress. */
export interface PoseDrag {
  /** The pose now: the one to start from, or the last one solved. */
  readonly pose: Pose;
  /** Moves what is dragged to a target, metres. Calls are answered one after the other. */
  to(target: Vec3, options?: WorkOptions): Promise<SolvedPose>;
}

/** Starts to drag a joint of a rig, by name or index. A root that nothing holds takes the whole body along. */
export function createPoseDrag(space: PoseSpace, joint: JointRef, options: PoseDragOptions = {}): PoseDrag {
  const { original: skeleton, sources } = space.anatomy;
  const { lean, from = restPose(skeleton) } = { ...DRAG_DEFAULTS, ...options };
  const index = (ref: JointRef) => jointIndex(skeleton, ref, 'pose/drag');
  const dragged = index(joint);
  const feet = (options.feet ?? []).map(index);
  const pins: IndexedHandle[] = indexHandles(
    skeleton,
    (options.pins ?? []).map((pin) => (typeof pin === 'object' ? pin : { joint: index(pin), pin: true })),
  );
  const start = poseJoints(skeleton, from);
  const root = sources[0];
  const held = feet.length > 0 || pins.some(({ pin, position }) => pin || position);
  const whole = !held && movesWholeBody(skeleton.parents, dragged, root);
  let pose = from;
  let last: Promise<unknown> = Promise.resolve();
  const solve = async (target: Vec3, work: WorkOptions): Promise<SolvedPose> => {
    const solved = whole
      ? { ...translatePose(from, positionOf(start, dragged), target), errors: [0], findings: [] }
      : await space.solve(
          dragHandles(start, [{ joint: dragged, position: target }], { pins, feet, root, lean }),
          {
            ...work,
            previous: pose,
          },
        );
    pose = barePose(solved);
    return solved;
  };
  return {
    get pose() {
      return pose;
    },
    to(target, work = {}) {
      const answer = last.then(() => solve(target, work));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** The pose of an answer, without what was said about it. */
const barePose = ({ rotations, root, offsets }: Pose): Pose => ({
  rotations,
  root,
  ...(offsets && { offsets }),
});
