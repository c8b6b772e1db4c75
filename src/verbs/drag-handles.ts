/**
 * @file What a pose is solved for while something is dragged: the dragged handle, what is pinned, feet on the ground,
 * and softly what was dragged before and the orientation of the body. All of it stays where it was when the drag began,
 * so that it does not creep from one solve to the next.
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
  /** Joints that were posed before: they keep their position softly. */
  readonly touched?: readonly number[];
  /** How freely those move, over the size of the body. */
  readonly softness?: number;
  /** The joint that moves the whole body, −1 for none: its orientation is kept softly. */
  readonly root?: number;
  /** How freely the body leans, radians, from 0 up. */
  readonly lean?: number;
}

/**
 * With this lean far targets bend limbs instead of tipping the creature over: a paw drawn back under the body turns it
 * by 15° instead of 66°, and meets the target as exactly.
 */
export const DRAG_DEFAULTS = Object.freeze({ lean: 0.15, softness: 0.01, locality: 0.8 });

/** How freely a foot on the ground tilts, radians. */
const SOLE = 0.1;

/** All handles of a drag: those dragged, then what holds. `start` has the joints when the drag began. */
export function dragHandles(
  start: JointGlobals,
  dragged: readonly IndexedHandle[],
  constraints: DragConstraints = {},
): IndexedHandle[] {
  const settings = { ...DRAG_DEFAULTS, ...constraints };
  const { pins = [], feet = [], touched = [], root = -1, lean, softness } = settings;
  const held: IndexedHandle[] = [...pins];
  const pinned = new Set(pins.filter(({ pin }) => pin).map(({ joint }) => joint));
  for (const joint of feet) {
    if (pinned.has(joint)) continue;
    held.push({ joint, pin: true }, { joint, rotation: rotationOf(start, joint), softness: SOLE });
  }
  for (const joint of touched) {
    if (held.some((one) => one.joint === joint)) continue;
    held.push({ joint, pin: true, softness: softness * sizeOf(start) });
  }
  const oriented = held.some((one) => one.joint === root && (one.rotation || one.lookAt));
  if (root >= 0 && !oriented && dragged.every(({ joint }) => joint !== root)) {
    held.push({ joint: root, rotation: rotationOf(start, root), softness: lean });
  }
  const others = held.filter((one) =>
    dragged.every(({ joint, vertex }) => one.joint !== joint || one.vertex !== vertex),
  );
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

/** Longest side of the box around the joints. */
function sizeOf({ positions }: JointGlobals): number {
  const side = (k: number) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  };
  return Math.max(side(0), side(1), side(2));
}

/** The position of a joint. */
export const positionOf = ({ positions }: JointGlobals, joint: number): Vec3 => [
  positions[joint * 3],
  positions[joint * 3 + 1],
  positions[joint * 3 + 2],
];

/** The rotation of a joint. */
export const rotationOf = ({ rotations }: JointGlobals, joint: number): [number, number, number, number] => [
  rotations[joint * 4],
  rotations[joint * 4 + 1],
  rotations[joint * 4 + 2],
  rotations[joint * 4 + 3],
];
