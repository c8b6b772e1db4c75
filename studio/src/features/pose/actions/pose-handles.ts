/** @file The handles of a drag: the dragged one, its mirror image with symmetric editing, pins and locked feet. */

import { dragHandles } from 'posespace';
import type { IndexedHandle } from 'posespace/pose';
import { type JointGlobals, type Pose, poseJoints } from 'posespace/rig';
import { forwardOf } from '../../../store/body-directions.js';
import type { Pin, StudioDocument } from '../../../store/document.js';
import { findMirror } from './pose-mirror.js';

export interface HandleSettings {
  readonly symmetric: boolean;
  /** Handles of feet that are locked to the ground. */
  readonly locks: readonly IndexedHandle[];
  /** The root of the body, −1 where it is unknown. */
  readonly root: number;
}

/** All handles of a drag; `start` is the pose before it, where pins hold. */
export function documentDragHandles(
  document: StudioDocument,
  handle: IndexedHandle,
  start: Pose,
  { symmetric, locks, root }: HandleSettings,
): IndexedHandle[] {
  const globals = poseJoints(document.model.skeleton!, start);
  const twin = symmetric ? mirrorHandle(document, globals, handle) : undefined;
  const dragged = twin ? [handle, twin] : [handle];
  const pins = document.pins.flatMap((pin) => pinHandle(document, globals, pin));
  const free = locks.filter(({ joint }) => joint === undefined || pins.every((pin) => pin.joint !== joint));
  return dragHandles(globals, dragged, { pins: [...pins, ...free], touched: document.touched, root });
}

/** The handle of a pin. */
export function pinHandle(document: StudioDocument, globals: JointGlobals, pin: Pin): IndexedHandle[] {
  const { joint, position, rotation, lookAt } = pin;
  if (!position && !rotation && !lookAt) return [];
  return [
    {
      joint,
      ...(position && { pin: true }),
      ...(rotation && !lookAt && { rotation: rotationOf(globals, joint) }),
      ...(lookAt && { lookAt, axis: forwardOf(document.model) }),
    },
  ];
}

const rotationOf = ({ rotations }: JointGlobals, joint: number): [number, number, number, number] => {
  const [x, y, z, w] = rotations.subarray(joint * 4, joint * 4 + 4);
  return [x, y, z, w];
};

/** The mirror image of a handle; undefined on the mirror plane and for bodies without sides. */
export function mirrorHandle(
  document: StudioDocument,
  globals: JointGlobals,
  handle: IndexedHandle,
): IndexedHandle | undefined {
  const mirror = findMirror(document, globals);
  if (!mirror) return undefined;
  const joint = handle.joint === undefined ? undefined : mirror.partner(handle.joint);
  const vertex = handle.vertex === undefined ? undefined : mirror.vertex(handle.vertex);
  if (joint === undefined && vertex === undefined) return undefined;
  return {
    ...handle,
    joint,
    vertex,
    ...(handle.position && { position: mirror.position(handle.position) }),
    ...(handle.lookAt && { lookAt: mirror.position(handle.lookAt) }),
    ...(handle.rotation && { rotation: mirror.rotation(handle.rotation) }),
  };
}
