/**
 * @file What a body is asked for while something is dragged: the handle itself, its twin across the body where sides
 * are edited together, pins and locked feet.
 */

import type { IndexedHandle } from 'posespace/pose';
import { type JointGlobals, type Pose, poseJoints } from 'posespace/rig';
import type { Pin, StudioDocument } from '../../../store/document.js';
import { findMirror } from './pose-mirror.js';

export interface HandleSettings {
  readonly symmetric: boolean;
  /** Joints that stay on the ground. */
  readonly feet: readonly number[];
  /** The joint that carries the body, −1 where it is not known. */
  readonly root: number;
}

/**
 * How freely the body leans while one of its joints is dragged, radians. Far targets then bend limbs instead of tipping
 * the creature over: a paw drawn back under the body turns it by 15° instead of 66°, and meets the target as exactly.
 */
const LEAN = 0.15;
/** How freely a foot tilts that is locked to the ground, radians. */
const SOLE = 0.1;

/** All handles of a drag; `start` is the pose before it, where pins hold. */
export function dragHandles(
  document: StudioDocument,
  handle: IndexedHandle,
  start: Pose,
  { symmetric, feet, root }: HandleSettings,
): IndexedHandle[] {
  const globals = poseJoints(document.model.skeleton!, start);
  const twin = symmetric ? mirrorHandle(document, globals, handle) : undefined;
  const dragged = twin ? [handle, twin] : [handle];
  const held = document.pins.flatMap((pin) => pinHandle(document, globals, pin));
  const known = new Set(held.filter(({ pin }) => pin).map(({ joint }) => joint));
  for (const joint of feet) {
    if (known.has(joint)) continue;
    held.push({ joint, pin: true }, { joint, rotation: rotationOf(globals, joint), softness: SOLE });
  }
  const turned = held.some((one) => one.joint === root && (one.rotation || one.lookAt));
  const upright = root >= 0 && !turned && dragged.every(({ joint }) => joint !== root);
  if (upright) held.push({ joint: root, rotation: rotationOf(globals, root), softness: LEAN });
  return [...dragged, ...held.filter(({ joint }) => dragged.every((one) => one.joint !== joint))];
}

/** What a pin asks for. */
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

/** The same on the other side of the body; undefined in its middle and where it has no other side. */
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
