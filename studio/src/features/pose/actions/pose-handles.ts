/** @file The handles of a drag: the dragged one, its mirror image with symmetric editing, pins and locked feet. */

import type { IndexedHandle } from 'posespace/pose';
import { type JointGlobals, type Pose, poseJoints } from 'posespace/rig';
import type { Pin, StudioDocument } from '../../../store/document.js';
import { findMirror } from './pose-mirror.js';

export interface HandleSettings {
  readonly symmetric: boolean;
  /** Joints locked to the ground. */
  readonly feet: readonly number[];
  /** The root of the body, −1 where it is unknown. */
  readonly root: number;
}

/**
 * Softness of the root rotation while another joint is dragged, radians. Distant targets then bend limbs instead of
 * tilting the body: a paw dragged back under the body rotates it by 15° instead of 66°, with the same target error.
 */
const LEAN = 0.15;
/** Softness of the rotation of a foot that is locked to the ground, radians. */
const SOLE = 0.1;

/** All handles of a drag; `start` is the pose before it, which pins keep. */
export function dragHandles(
  document: StudioDocument,
  handle: IndexedHandle,
  start: Pose,
  { symmetric, feet, root }: HandleSettings,
): IndexedHandle[] {
  const globals = poseJoints(document.model.skeleton!, start);
  const mirrored = symmetric ? mirrorHandle(document, globals, handle) : undefined;
  const dragged = mirrored ? [handle, mirrored] : [handle];
  const held = document.pins.flatMap((pin) => pinHandle(document, globals, pin));
  const known = new Set(held.filter(({ pin }) => pin).map(({ joint }) => joint));
  for (const joint of feet) {
    if (known.has(joint)) continue;
    held.push({ joint, pin: true }, { joint, rotation: rotationOf(globals, joint), softness: SOLE });
  }
  const rootRotated = held.some((one) => one.joint === root && (one.rotation || one.lookAt));
  const upright = root >= 0 && !rootRotated && dragged.every(({ joint }) => joint !== root);
  if (upright) held.push({ joint: root, rotation: rotationOf(globals, root), softness: LEAN });
  return [...dragged, ...held.filter(({ joint }) => dragged.every((one) => one.joint !== joint))];
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
      ...(lookAt && { lookAt, axis: document.body?.forward }),
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
