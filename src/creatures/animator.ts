/**
 * @file Builds poses and clips: rotates joints, moves the root, places feet by two-bone inverse kinematics.
 *
 * A clip is a function of the phase, evaluated frame by frame. Limbs are solved in closed form: the law of cosines bends
 * the middle joint about its rest axis, the shortest arc brings the end to its target. A planted foot is therefore
 * exactly on its target, and smooth in time.
 */

import {
  axisAngleInto,
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  relativeQuaternionInto,
  rotateVectorInto,
  setIdentityQuaternion,
} from '../math/quaternion.js';
import { clamp } from '../math/scalar.js';
import {
  add,
  cross,
  distance,
  dot,
  lengthOf,
  normalize,
  rotate,
  subtract,
  type Vec3,
} from '../math/vector.js';
import type { Clip } from '../motion/clip.js';
import { type JointGlobals, poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, type Skeleton } from '../rig/rig-records.js';

export const FRAMES_PER_SECOND = 30;

/** A pose under construction. Rotations are rotation vectors in character axes, radians. */
export interface PoseDraft {
  /** Rotates a joint further, in its own rotated axes. */
  rotate(joint: number, x: number, y: number, z: number): void;
  /** Spreads a rotation evenly over a chain of joints. */
  bend(joints: readonly number[], x: number, y: number, z: number): void;
  /** Sets a joint so that its rotation away from rest in the world is this. */
  setWorld(joint: number, rotation: Vec3): void;
  /** Moves the root. */
  shift(x: number, y: number, z: number): void;
  /** Current position of a joint. */
  position(joint: number): Vec3;
  restPosition(joint: number): Vec3;
  /** Bends `middle` and swings `upper` so that joint `end` lies at the target, or as near as it reaches. */
  reach(upper: number, middle: number, end: number, target: Vec3): void;
  /**
   * Puts the last joint of a leg (upper, lower, then any more) at the target; the joints after the lower leg
   * take the given pitch about X in the world, radians.
   */
  plant(leg: readonly number[], target: Vec3, pitches: readonly number[], yaw?: number): void;
  /** Rotates a joint further about its own position, in character axes. */
  rotateWorld(joint: number, rotation: Vec3): void;
  /** Current position of a point that moves with a joint, given at rest. */
  transformPoint(joint: number, point: Vec3): Vec3;
  /** A joint's rotation away from rest in the world, as a rotation vector. */
  world(joint: number): Vec3;
}

export interface Animator {
  readonly skeleton: Skeleton;
  /**
   * Draws a clip of about `seconds`: `draw` gets the phase, 0 to 1. A loop's last pose repeats its first,
   * moved by what the root travelled.
   */
  clip(
    name: string,
    seconds: number,
    draw: (draft: PoseDraft, phase: number) => void,
    options?: { readonly loop?: boolean; readonly framesPerSecond?: number },
  ): Clip;
}

export function createAnimator(skeleton: Skeleton): Animator {
  return {
    skeleton,
    clip(name, seconds, draw, options = {}) {
      const rate = options.framesPerSecond ?? FRAMES_PER_SECOND;
      const count = Math.max(2, Math.round(seconds * rate));
      const poses: Pose[] = [];
      for (let f = 0; f <= count; f++) {
        const pose = restPose(skeleton);
        draw(createDraft(skeleton, pose), f / count);
        poses.push(pose);
      }
      if (options.loop ?? true) poses[count].rotations.set(poses[0].rotations);
      return { name, times: Float32Array.from(poses, (_, f) => f / rate), poses };
    },
  };
}

function createDraft(skeleton: Skeleton, pose: Pose): PoseDraft {
  const { rest, parents } = skeleton;
  const q = pose.rotations;
  const { globals, changed } = trackJoints(skeleton, pose);
  const restPosition = (j: number): Vec3 => [rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]];
  const position = (j: number): Vec3 => {
    const { positions } = globals();
    return [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
  };
  /** Gives a joint this rotation away from rest in the world. */
  const setGlobal = (j: number, rotation: readonly number[]) => {
    const parent = [0, 0, 0, 1];
    if (parents[j] >= 0) for (let k = 0; k < 4; k++) parent[k] = globals().rotations[parents[j] * 4 + k];
    relativeQuaternionInto(q, j * 4, parent, 0, rotation, 0);
    changed(j);
  };
  /** Rotates a joint about its own position, in world axes. */
  const rotateGlobal = (j: number, rotation: readonly number[]) => {
    const rotated = [0, 0, 0, 0];
    multiplyQuaternionInto(rotated, 0, rotation, 0, globals().rotations, j * 4);
    setGlobal(j, rotated);
  };

  const draft: PoseDraft = {
    position,
    restPosition,
    rotate(j, x, y, z) {
      const r = [0, 0, 0, 0];
      expRotationInto(r, 0, [x, y, z], 0);
      multiplyQuaternionInto(q, j * 4, q, j * 4, r, 0);
      changed(j);
    },
    bend(joints, x, y, z) {
      const n = joints.length;
      for (const j of joints) draft.rotate(j, x / n, y / n, z / n);
    },
    setWorld(j, rotation) {
      const r = [0, 0, 0, 0];
      expRotationInto(r, 0, rotation, 0);
      setGlobal(j, r);
    },
    shift(x, y, z) {
      pose.root[0] += x;
      pose.root[1] += y;
      pose.root[2] += z;
      changed(0);
    },
    reach(upper, middle, end, target) {
      const [a, b, c] = [position(upper), position(middle), position(end)];
      const first = distance(a, b);
      const second = distance(b, c);
      // A hair short of straight, where the knee would snap.
      const wanted = clamp(
        distance(a, target),
        Math.abs(first - second) * 1.02 + 1e-6,
        (first + second) * 0.998,
      );
      const cosine = (wanted * wanted - first * first - second * second) / (2 * first * second);
      const axis = normalize(cross(subtract(b, a), subtract(c, b)));
      const bent = Math.acos(clamp(dot(subtract(b, a), subtract(c, b)) / (first * second), -1, 1));
      const r = [0, 0, 0, 0];
      axisAngleInto(r, 0, axis[0], axis[1], axis[2], Math.acos(clamp(cosine, -1, 1)) - bent);
      rotateGlobal(middle, r);
      const towards = normalize(subtract(position(end), a));
      setIdentityQuaternion(r, 0);
      if (lengthOf(subtract(target, a)) > 0) {
        quaternionBetweenInto(r, 0, [...towards], 0, [...normalize(subtract(target, a))], 0);
      }
      rotateGlobal(upper, r);
    },
    rotateWorld(j, rotation) {
      const r = [0, 0, 0, 0];
      expRotationInto(r, 0, rotation, 0);
      rotateGlobal(j, r);
    },
    transformPoint(j, point) {
      const { positions, rotations } = globals();
      const out: [number, number, number] = [0, 0, 0];
      rotateVectorInto(out, 0, rotations, j * 4, subtract(point, restPosition(j)), 0);
      return add(out, [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]]);
    },
    world(j) {
      const out: [number, number, number] = [0, 0, 0];
      logRotationInto(out, 0, globals().rotations, j * 4);
      return out;
    },
    plant(leg, target, pitches, yaw = 0) {
      // (1) From the ground up: where each joint must be for the one below it to be right.
      const worlds = pitches.map((pitch): Vec3 => [pitch, yaw, 0]);
      let at = target;
      for (let k = leg.length - 2; k >= 2; k--) {
        const bone = subtract(restPosition(leg[k]), restPosition(leg[k + 1]));
        at = add(at, rotate(worlds[k - 2], bone));
      }
      // (2) The two long bones reach the uppermost of them; the others keep their pitch.
      draft.reach(leg[0], leg[1], leg[2], at);
      for (let k = 2; k < leg.length; k++) draft.setWorld(leg[k], worlds[k - 2]);
    },
  };
  return draft;
}

/**
 * Keeps the global transforms of a pose under construction up to date: only what lies below a joint that has changed is computed
 * again, which is a tenth of the body while legs are being placed. Same sums in the same order as `poseJoints`.
 */
function trackJoints(
  skeleton: Skeleton,
  pose: Pose,
): { globals: () => JointGlobals; changed: (joint: number) => void } {
  const { rest, parents } = skeleton;
  const count = parents.length;
  let known: JointGlobals | undefined;
  const stale = new Uint8Array(count);
  let first = count;
  const bone = [0, 0, 0];
  return {
    changed(joint) {
      stale[joint] = 1;
      first = Math.min(first, joint);
    },
    globals() {
      if (!known || first === 0) known = poseJoints(skeleton, pose);
      else {
        const { positions, rotations } = known;
        for (let j = first; j < count; j++) {
          const p = parents[j];
          if (stale[j] === 0 && stale[p] === 0) continue;
          stale[j] = 1;
          for (let k = 0; k < 3; k++) bone[k] = rest[j * 3 + k] - rest[p * 3 + k];
          rotateVectorInto(positions, j * 3, rotations, p * 4, bone, 0);
          for (let k = 0; k < 3; k++) positions[j * 3 + k] += positions[p * 3 + k];
          multiplyQuaternionInto(rotations, j * 4, rotations, p * 4, pose.rotations, j * 4);
        }
      }
      if (first < count) stale.fill(0);
      first = count;
      return known;
    },
  };
}
