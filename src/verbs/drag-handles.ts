/**
 * @file What a pose is solved for while something is dragged: the dragged handle, what is pinned, feet on the ground,
 * and softly the orientation of the body. Pins and feet stay where they were when the drag began, so that they do not
 * creep from one solve to the next.
 */

import type { Vec3 } from '../math/vector.js';
import type { IndexedHandle } from '../pose/records/pose-handle.js';
import type { JointGlobals } from '../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../rig/rig-records.js';

export interface DragConstraints {
  /** What else has to hold: `pin` keeps the position at the start of the drag. */
  readonly pins?: readonly IndexedHandle[];
  /** Joints that stay on the ground: their position exactly, their rotation softly. */
  readonly feet?: readonly number[];
  /** The joint that moves the whole body, −1 for none: its orientation is kept softly. */
  readonly root?: number;
  /** How freely the body leans, radians, from 0 up. */
  readonly lean?: number;
}

/**
 * Far targets then bend limbs instead of tipping the creature over: a paw drawn back under the body turns it by 15°
 * instead of 66°, and meets the target as exactly.
 */
export const DRAG_DEFAULTS = Object.freeze({ lean: 0.15 });

/** How freely a foot on the ground tilts, radians. */
const SOLE = 0.1;

/** All handles of a drag: those dragged, then what holds. `start` has the joints when the drag began. */
export function dragHandles(
  start: JointGlobals,
  dragged: readonly IndexedHandle[],
  constraints: DragConstraints = {},
): IndexedHandle[] {
  const { pins = [], feet = [], root = -1, lean } = { ...DRAG_DEFAULTS, ...constraints };
  const held: IndexedHandle[] = [...pins];
  const pinned = new Set(pins.filter(({ pin }) => pin).map(({ joint }) => joint));
  for (const joint of feet) {
    if (pinned.has(joint)) continue;
    held.push({ joint, pin: true }, { joint, rotation: rotationOf(start, joint), softness: SOLE });
  }
  const oriented = held.some((one) => one.joint === root && (one.rotation || one.lookAt));
  if (root >= 0 && !oriented && dragged.every(({ joint }) => joint !== root)) {
    held.push({ joint: root, rotation: rotationOf(start, root), softness: lean });
  }
  const others = held.filter(({ joint }) => dragged.every((one) => one.joint !== joint));
  return [...dragged, ...others].map((handle) => holdPosition(handle, start));
}

/** A pinned joint keeps the position it had at the start. */
function holdPosition({ pin, ...handle }: IndexedHandle, start: JointGlobals): IndexedHandle {
  if (!pin || handle.joint === undefined) return pin ? { ...handle, pin } : handle;
  return { ...handle, position: positionOf(start, handle.joint) };
}

/** Whether moving a joint moves the whole body: it is the root, or above it. */
export function movesWholeBody(parents: ArrayLike<number>, joint: number, root: number): boolean {
  for (let j = root; j >= 0; j = parents[j]) if (j === joint) return true;
  return false;
}

/** A pose moved as a whole by the distance between two points. */
export const translatePose = (pose: Pose, from: Vec3, to: Vec3): Pose => ({
  ...pose,
  root: pose.root.map((value, k) => value + to[k] - from[k]),
});

/** The position of a joint. */
export const positionOf = ({ positions }: JointGlobals, joint: number): Vec3 => [
  positions[joint * 3],
  positions[joint * 3 + 1],
  positions[joint * 3 + 2],
];

const rotationOf = ({ rotations }: JointGlobals, joint: number): [number, number, number, number] => [
  rotations[joint * 4],
  rotations[joint * 4 + 1],
  rotations[joint * 4 + 2],
  rotations[joint * 4 + 3],
];
