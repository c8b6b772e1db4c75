/**
 * @file Dragging a joint keeps what was posed: joints that were dragged before stay softly where they are, feet stay on
 * the ground, and the rest moves as little as the pose space finds natural (`locality`). Every target is solved from
 * the pose before it, so that the body does not jump between poses that are equally good; what is held stays where it was
 * when the drag began.
 */

import type { WorkOptions } from '../base/progress.js';
import type { Vec3 } from '../math/vector.js';
import { type IndexedHandle, indexHandles, type PoseHandle } from '../pose/records/pose-handle.js';
import type { PoseSpace } from '../pose/solve/pose-space.js';
import type { SolvedPose } from '../pose/solve/solve-handles.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type JointRef, jointIndex } from '../rig/names/joint-index.js';
import type { PartialRig } from '../rig/rig-records.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { DRAG_DEFAULTS, dragHandles, movesWholeBody, positionOf, translatePose } from './drag-handles.js';
import { findStandingFeet, lockFeet, raiseToFeet, type StandingFoot } from './lock-feet.js';

/** Options of `space.drag`. */
export interface PoseDragOptions {
  /** Joints that keep their position, by name or index; or handles that hold something else, such as a rotation. */
  readonly pins?: readonly (JointRef | PoseHandle)[];
  /**
   * Joints that stay on the ground: their position exactly, their rotation softly. Absent: the feet that the body
   * stands on; none with an empty list.
   */
  readonly feet?: readonly JointRef[];
  /** Joints that were dragged before, `touched` of the last drag: they stay softly where they are. */
  readonly touched?: readonly JointRef[];
  /** How local the change is: 0, the whole body takes part as is most natural; up to 1, the dragged limb alone. */
  readonly locality?: number;
  /** The pose to start from; absent: rest. */
  readonly from?: Pose;
  /** How freely the body leans, radians, from 0 up. */
  readonly lean?: number;
}

/** A drag in progress. */
export interface PoseDrag {
  /** The pose now: the one to start from, or the last one solved. */
  readonly pose: Pose;
  /** What was dragged so far, this joint among it; for the next drag. */
  readonly touched: readonly JointRef[];
  /** Moves what is dragged to a target, metres. Calls are answered one after the other. */
  to(target: Vec3, options?: WorkOptions): Promise<SolvedPose>;
}

/** What is dragged: the rig of the file, and the feet that it stands on. */
export interface DragBody {
  readonly rig: PartialRig;
  /** Found on first use. */
  findFeet(): readonly StandingFoot[];
}

/** A body to drag joints of. */
export function createDragBody(rig: PartialRig): DragBody {
  let feet: readonly StandingFoot[] | undefined;
  return {
    rig,
    findFeet() {
      feet ??= findStandingFeet(rig);
      return feet;
    },
  };
}

/** Starts to drag a joint of a rig, by name or index. A root that nothing holds takes the whole body along. */
export function createPoseDrag(
  space: PoseSpace,
  { rig, findFeet }: DragBody,
  joint: JointRef,
  options: PoseDragOptions = {},
): PoseDrag {
  const { sources } = space.anatomy;
  const { skeleton } = rig;
  const { lean = DRAG_DEFAULTS.lean, locality = DRAG_DEFAULTS.locality, from = restPose(skeleton) } = options;
  const index = (ref: JointRef) => jointIndex(skeleton, ref, 'pose/drag');
  const dragged = index(joint);
  const touched = (options.touched ?? []).map(index).filter((one) => one !== dragged);
  const standing = options.feet?.map((foot) => ({ joint: index(foot) })) ?? findFeet();
  const locks = lockFeet(rig, standing, from, [dragged]);
  const given: IndexedHandle[] = indexHandles(
    skeleton,
    (options.pins ?? []).map((pin) => (typeof pin === 'object' ? pin : { joint: index(pin), pin: true })),
  );
  const free = locks.filter(({ joint: foot }) => given.every((pin) => pin.joint !== foot));
  const pins = [...given, ...free];
  const start = poseJoints(skeleton, from);
  const root = sources[0];
  const held = pins.some(({ pin, position }) => pin || position);
  const whole = !held && movesWholeBody(skeleton.parents, dragged, root);
  let pose = from;
  let last: Promise<unknown> = Promise.resolve();
  const solve = async (target: Vec3, work: WorkOptions): Promise<SolvedPose> => {
    const solved = whole
      ? { ...translatePose(from, positionOf(start, dragged), target), errors: [0], findings: [] }
      : await space.solve(
          dragHandles(start, [{ joint: dragged, position: target }], { pins, touched, root, lean }),
          { ...work, previous: pose, start: from, locality },
        );
    pose = raiseToFeet(rig, barePose(solved), locks);
    return { ...solved, ...pose };
  };
  return {
    touched: [...touched, dragged],
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
