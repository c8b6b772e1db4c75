/**
 * @file A clip from key poses, joint by joint: rotations on cubic curves of quaternions that pass through every key with
 * one speed (Bézier curves by repeated slerp, Shoemake 1985), positions on the same curves of vectors.
 *
 * At a key the speed is the mean of the speeds before and after it, weighted for uneven times, so that keys need not be
 * evenly spaced; at the ends it is zero, or goes round in a loop. `between: 'straight'` gives plain slerp.
 */

import {
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  relativeQuaternionInto,
  slerpInto,
} from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { Clip, ClipSource } from '../clip.js';
import { blendPoses } from '../sample-clip.js';
import { checkKeys, type KeyPose, timesThrough } from './key-pose.js';

/** Options of `createClip`. */
export interface CreateClipOptions {
  readonly name?: string;
  /** Provenance of the clip; absent for one that a person keyed. */
  readonly source?: ClipSource;
  /** Frames per second, above 0; every key is a frame. */
  readonly frameRate?: number;
  /** How poses pass from key to key. */
  readonly between?: 'smooth' | 'straight';
  /** Whether the last key is the first again, so that speeds go on over the end. */
  readonly loop?: boolean;
}

/** Defaults of `createClip`. */
export const CREATE_CLIP_DEFAULTS = Object.freeze({
  name: 'clip',
  frameRate: 30,
  between: 'smooth',
  loop: false,
} as const satisfies CreateClipOptions);

/** A clip that passes through key poses. */
export function createClip(keys: readonly KeyPose[], options: CreateClipOptions = {}): Clip {
  const { name, source, frameRate, between, loop } = { ...CREATE_CLIP_DEFAULTS, ...options };
  checkKeys('createClip', keys);
  const times: number[] = [];
  const poses: Pose[] = [];
  const speeds = between === 'smooth' ? keySpeeds(keys, loop) : undefined;
  for (const [i, shares] of timesThrough(keys, frameRate).entries()) {
    const [a, b] = [keys[i], keys[i + 1]];
    const span = b.time - a.time;
    for (const share of shares) {
      times.push(a.time + share * span);
      const curved = speeds && share > 0;
      poses.push(
        curved
          ? curvePose(a.pose, b.pose, speeds[i], speeds[i + 1], span, share)
          : share > 0
            ? blendPoses(a.pose, b.pose, share)
            : a.pose,
      );
    }
  }
  const last = keys[keys.length - 1];
  return {
    name,
    ...(source && { source }),
    times: Float32Array.from([...times, last.time]),
    poses: [...poses, last.pose],
  };
}

/** Velocities at a key: rotation vectors in the joint's own axes, and positions, per second. */
interface KeySpeed {
  readonly rotationVectors: Float64Array;
  readonly root: Float64Array;
  readonly offsets?: Float64Array;
}

function keySpeeds(keys: readonly KeyPose[], loop: boolean): KeySpeed[] {
  const last = keys.length - 1;
  return keys.map(({ pose }, i) => {
    const round = loop && last > 0 && (i === 0 || i === last);
    const before = round ? last - 1 : i - 1;
    const after = round ? 1 : i + 1;
    const rotationVectors = new Float64Array((pose.rotations.length / 4) * 3);
    const still = before < 0 || after > last;
    if (still)
      return {
        rotationVectors,
        root: new Float64Array(3),
        ...(pose.offsets && { offsets: new Float64Array(pose.offsets.length) }),
      };
    const back = round ? keys[last].time - keys[last - 1].time : keys[i].time - keys[before].time;
    const ahead = round ? keys[1].time - keys[0].time : keys[after].time - keys[i].time;
    // The speed of the parabola through three points: the nearer neighbour counts more.
    const share = back / (back + ahead);
    const [p, n] = [keys[before].pose, keys[after].pose];
    const q = new Float64Array(4);
    const v = new Float64Array(6);
    for (let j = 0; j * 3 < rotationVectors.length; j++) {
      relativeQuaternionInto(q, 0, pose.rotations, j * 4, n.rotations, j * 4);
      logRotationInto(v, 0, q, 0);
      relativeQuaternionInto(q, 0, pose.rotations, j * 4, p.rotations, j * 4);
      logRotationInto(v, 3, q, 0);
      for (let k = 0; k < 3; k++)
        rotationVectors[j * 3 + k] = (share * v[k]) / ahead - ((1 - share) * v[3 + k]) / back;
    }
    const straight = (
      at: ArrayLike<number> | undefined,
      was: ArrayLike<number> | undefined,
      next: ArrayLike<number> | undefined,
      count: number,
    ) =>
      Float64Array.from({ length: count }, (_, k) => {
        const here = at?.[k] ?? 0;
        return (share * ((next?.[k] ?? 0) - here)) / ahead + ((1 - share) * (here - (was?.[k] ?? 0))) / back;
      });
    return {
      rotationVectors,
      // A loop that travels keeps on at the speed that it has.
      root: straight(
        pose.root,
        onward(p.root, keys, round && i === 0 ? -1 : 0),
        onward(n.root, keys, round && i > 0 ? 1 : 0),
        3,
      ),
      ...(pose.offsets && { offsets: straight(pose.offsets, p.offsets, n.offsets, pose.offsets.length) }),
    };
  });
}

/** A root so many rounds of the loop further on. */
function onward(root: Float32Array, keys: readonly KeyPose[], rounds: number): ArrayLike<number> {
  const [a, b] = [keys[0].pose.root, keys[keys.length - 1].pose.root];
  return Float64Array.from(root, (x, k) => x + rounds * (b[k] - a[k]));
}

function curvePose(a: Pose, b: Pose, from: KeySpeed, to: KeySpeed, span: number, u: number): Pose {
  const rotations = new Float32Array(a.rotations.length);
  const c = new Float64Array(24);
  const v = new Float64Array(3);
  for (let j = 0; j < rotations.length; j += 4) {
    const i = (j / 4) * 3;
    // Control points a third of the way along the speeds at both ends.
    for (let k = 0; k < 3; k++) v[k] = (from.rotationVectors[i + k] * span) / 3;
    expRotationInto(c, 0, v, 0);
    multiplyQuaternionInto(c, 0, a.rotations, j, c, 0);
    for (let k = 0; k < 3; k++) v[k] = (-to.rotationVectors[i + k] * span) / 3;
    expRotationInto(c, 4, v, 0);
    multiplyQuaternionInto(c, 4, b.rotations, j, c, 4);
    slerpInto(c, 8, a.rotations, j, c, 0, u);
    slerpInto(c, 12, c, 0, c, 4, u);
    slerpInto(c, 16, c, 4, b.rotations, j, u);
    slerpInto(c, 8, c, 8, c, 12, u);
    slerpInto(c, 12, c, 12, c, 16, u);
    slerpInto(rotations, j, c, 8, c, 12, u);
  }
  const root = curve(a.root, b.root, from.root, to.root, span, u, 3);
  const size = a.offsets?.length ?? b.offsets?.length ?? 0;
  return {
    rotations,
    root,
    ...(size > 0 && { offsets: curve(a.offsets, b.offsets, from.offsets, to.offsets, span, u, size) }),
  };
}

/** The cubic through two positions with the given velocities; absent ones are zero. */
function curve(
  a: ArrayLike<number> | undefined,
  b: ArrayLike<number> | undefined,
  from: ArrayLike<number> | undefined,
  to: ArrayLike<number> | undefined,
  span: number,
  u: number,
  size: number,
): Float32Array {
  const w = 1 - u;
  return Float32Array.from({ length: size }, (_, k) => {
    const [p, q] = [a?.[k] ?? 0, b?.[k] ?? 0];
    const first = p + ((from?.[k] ?? 0) * span) / 3;
    const second = q - ((to?.[k] ?? 0) * span) / 3;
    return w * w * w * p + 3 * w * w * u * first + 3 * w * u * u * second + u * u * u * q;
  });
}
