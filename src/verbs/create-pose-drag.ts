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
import { dominantJoints } from '../rig/dominant-joints.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type JointRef, jointIndex } from '../rig/names/joint-index.js';
import { anatomyOf } from '../rig/reading/read-anatomy.js';
import { type Anatomy, type PartialRig, type Pose, restPose, type Skin } from '../rig/rig-records.js';
import { DRAG_DEFAULTS, dragHandles, movesWholeBody, positionOf, translatePose } from './drag-handles.js';
import { findStandingFeet, lockFeet, raiseToFeet, type StandingFoot } from './lock-feet.js';
import { createHandleMirror } from './mirror-handle.js';

/** What is dragged: a joint by name or index; or a handle, whose position, or `lookAt` where it has one, is moved. */
export type Dragged = JointRef | PoseHandle;

/** Options of `space.drag`. */
export interface PoseDragOptions {
  /** Joints that keep their position, by name or index; or handles that hold something else, such as a rotation. */
  readonly pins?: readonly (JointRef | PoseHandle)[];
  /**
   * Joints that stay on the ground: their position exactly, their rotation softly. Absent: the feet that the body
   * stands on; none with an empty list.
   */
  readonly feet?: readonly (JointRef | StandingFoot)[];
  /** Joints that were dragged before, `touched` of the last drag: they stay softly where they are. */
  readonly touched?: readonly JointRef[];
  /** Whether the other side of the body does the same, as in a mirror; what is in the middle stays there. */
  readonly symmetric?: boolean;
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

/** What is dragged: the rig of the file, what its joints are, and the feet that it stands on; found on first use. */
export interface DragBody {
  readonly rig: PartialRig;
  findAnatomy(): Anatomy;
  findFeet(): readonly StandingFoot[];
}

/** A body to drag joints of. */
export function createDragBody(rig: PartialRig): DragBody {
  let anatomy = rig.anatomy;
  let feet: readonly StandingFoot[] | undefined;
  const findAnatomy = (): Anatomy => {
    anatomy ??= anatomyOf(rig);
    return anatomy;
  };
  return {
    rig,
    findAnatomy,
    findFeet() {
      feet ??= findStandingFeet({ ...rig, anatomy: findAnatomy() });
      return feet;
    },
  };
}

/** Starts to drag a joint of a rig, or a handle. A root that nothing holds takes the whole body along. */
export function createPoseDrag(
  space: PoseSpace,
  body: DragBody,
  dragged: Dragged,
  options: PoseDragOptions = {},
): PoseDrag {
  const { rig } = body;
  const { skeleton } = rig;
  const { lean = DRAG_DEFAULTS.lean, locality = DRAG_DEFAULTS.locality, from = restPose(skeleton) } = options;
  const [root] = space.anatomy.sources;
  const start = poseJoints(skeleton, from);
  const handles = readHandles(body, dragged, options);
  const mirror = options.symmetric ? createHandleMirror(rig, body.findAnatomy(), root, start) : undefined;
  const { handle, joint } = handles;
  const moved = [joint, ...(mirror?.partner(joint) ?? [])];
  const touched = handles.touched.filter((one) => !moved.includes(one));
  const locks = lockFeet(rig, handles.feet(), from, moved);
  const free = locks.filter((lock) => handles.pins.every((pin) => pin.joint !== lock.joint));
  const pins = [...handles.pins, ...free];
  const held = pins.some(({ pin, position }) => pin || position);
  const whole = !held && isJoint(handle) && movesWholeBody(skeleton.parents, joint, root);
  const aim = (target: Vec3): IndexedHandle[] => {
    const place = mirror && !mirror.reflect(handle) ? mirror.centre(target) : target;
    const aimed = handle.lookAt ? { ...handle, lookAt: target } : { ...handle, position: place };
    const other = mirror?.reflect(aimed);
    return other ? [aimed, other] : [aimed];
  };
  let pose = from;
  let last: Promise<unknown> = Promise.resolve();
  const solve = async (target: Vec3, work: WorkOptions): Promise<SolvedPose> => {
    const solved = whole
      ? { ...translatePose(from, positionOf(start, joint), target), errors: [0], findings: [] }
      : await space.solve(dragHandles(start, aim(target), { pins, touched, root, lean }), {
          ...work,
          previous: pose,
          start: from,
          locality,
        });
    pose = raiseToFeet(rig, barePose(solved), locks);
    return { ...solved, ...pose };
  };
  return {
    touched: [...touched, ...moved],
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

const isJoint = ({ joint, vertex: _, ...rest }: IndexedHandle): boolean =>
  joint !== undefined && Object.values(rest).every((value) => value === undefined);

/** What the user gave, with joints by index. What looks at something does so with the body's own front. */
function readHandles(body: DragBody, dragged: Dragged, { pins = [], feet, touched = [] }: PoseDragOptions) {
  const { skeleton, skin } = body.rig;
  const index = (ref: JointRef) => jointIndex(skeleton, ref, 'pose/drag');
  const read = (one: JointRef | PoseHandle, held: { readonly pin?: boolean }): IndexedHandle => {
    if (typeof one !== 'object') return { joint: index(one), ...held };
    const [handle] = indexHandles(skeleton, [one]);
    return handle.lookAt && !handle.axis ? { ...handle, axis: body.findAnatomy().forward } : handle;
  };
  const handle = read(dragged, {});
  return {
    handle,
    joint: handle.joint ?? heaviestJoint(skin, handle.vertex),
    pins: pins.map((pin) => read(pin, { pin: true })),
    touched: touched.map(index),
    feet: () =>
      feet?.map((foot) => (typeof foot === 'object' ? foot : { joint: index(foot) })) ?? body.findFeet(),
  };
}

/** The joint that moves a vertex most; the root where nothing does. */
function heaviestJoint(skin: Skin | undefined, vertex: number | undefined): number {
  if (!skin || vertex === undefined) return 0;
  const { joints, weights, influenceCount: k } = skin;
  const row = (list: Uint16Array | Float32Array) => list.subarray(vertex * k, (vertex + 1) * k) as never;
  return Math.max(0, dominantJoints({ joints: row(joints), weights: row(weights), influenceCount: k })[0]);
}

/** The pose of an answer, without what was said about it. */
const barePose = ({ rotations, root, offsets }: Pose): Pose => ({
  rotations,
  root,
  ...(offsets && { offsets }),
});
