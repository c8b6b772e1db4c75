/**
 * @file A motion of the library as a clip of a body's rig, with or without root motion, and with its ground contacts.
 */

import { PosespaceError } from '../../base/errors.js';
import {
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import type { ClipContacts, ContactSpan } from '../contacts/contact-record.js';
import { stands } from './meet-ground.js';
import { type MotionBody, toRigPose } from './motion-body.js';
import type { GroundPlace, MotionFrame } from './motion-frame.js';
import {
  type FullMotionStyle,
  MOTION_STYLE_DEFAULTS,
  type MotionDefinition,
  type MotionPlan,
  type MotionStyle,
} from './motion-plan.js';
import { type Performance, settleMotion } from './settle-motion.js';

/** A clip of the motion library, and what is known of it. */
export interface CreatedMotion {
  readonly clip: Clip;
  /** When which foot stands; what swims or flies touches nothing. */
  readonly contacts: ClipContacts;
  /** Speed over the ground, metres per second. */
  readonly speed: number;
  /** Largest turn of a joint in a thirtieth of a second, degrees. */
  readonly jointSpeed: number;
}

/** Performs a motion. */
export function createMotion(
  body: MotionBody,
  definition: MotionDefinition,
  options: MotionStyle = {},
): CreatedMotion {
  const style: FullMotionStyle = { ...MOTION_STYLE_DEFAULTS, ...dropAbsent(options) };
  checkStyle(style);
  const { plan, performed } = settleMotion(body, definition, style);
  if (!Number.isFinite(performed.jointSpeed)) {
    throw new PosespaceError(
      'bad-input',
      `motion/generateMotion: "${definition.name}" cannot be performed by this rig; look for bones without length with inspect`,
    );
  }
  return finishMotion(body, definition, style, performed, plan);
}

const dropAbsent = (options: MotionStyle): MotionStyle =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function checkStyle(style: FullMotionStyle): void {
  const positive = ['frameRate', 'stride', 'energy', 'stanceWidth'] as const;
  const given = ['speed', 'duration'] as const;
  const bad =
    positive.find((key) => !(style[key] > 0 && style[key] < 1000)) ??
    given.find((key) => style[key] !== undefined && !(style[key] > 0 && style[key] < 1000));
  if (bad) {
    throw new PosespaceError(
      'bad-usage',
      `motion/generateMotion: ${bad} is ${style[bad]}; give a number above 0`,
    );
  }
}

function finishMotion(
  body: MotionBody,
  definition: MotionDefinition,
  style: FullMotionStyle,
  { frames, poses, seconds, end, jointSpeed }: Performance,
  plan: MotionPlan,
): CreatedMotion {
  const loop = style.loop ?? plan.loop;
  const onTheSpot = poses.map((pose, f) => toRigPose(body, leavePath(body, pose, frames[f].path)));
  if (loop) onTheSpot.push(onTheSpot[0]);
  // The path goes to the joint at the very top, as engines want it, not to the hips below it.
  const placed = style.rootMotion
    ? onTheSpot.map((pose, f) => travel(body, pose, frames[f]?.path ?? end))
    : onTheSpot;
  const times = Float32Array.from(placed, (_, f) => f / style.frameRate);
  const travelled = Math.hypot(end.x, end.z);
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, body.turn, 0);
  const velocity = new Float32Array(3);
  // A turn on the spot has no velocity that one number could give.
  const straight = !style.rootMotion && Math.abs(end.yaw) < 1e-6;
  if (straight) rotateVectorInto(velocity, 0, back, 0, [end.x / seconds, 0, end.z / seconds], 0);
  return {
    clip: {
      name: definition.name,
      source: 'library',
      times,
      poses: placed,
    },
    contacts: {
      ground: body.ground,
      height: body.height,
      rootVelocity: velocity,
      loop,
      tracks: plan.grounded ? contactTracks(body, frames, style.frameRate, loop) : [],
    },
    speed: travelled / seconds,
    jointSpeed,
  };
}

/** A pose in the body's axes with its place on the path taken out. */
function leavePath({ skeleton }: MotionBody, pose: Pose, path: GroundPlace): Pose {
  const q = [0, 0, 0, 1];
  expRotationInto(q, 0, [0, -path.yaw, 0], 0);
  const rotations = pose.rotations.slice();
  multiplyQuaternionInto(rotations, 0, q, 0, pose.rotations, 0);
  const [rx, , rz] = skeleton.rest;
  const at = [rx + pose.root[0] - path.x, 0, rz + pose.root[2] - path.z];
  rotateVectorInto(at, 0, q, 0, at, 0);
  return { ...pose, rotations, root: Float32Array.of(at[0] - rx, pose.root[1], at[2] - rz) };
}

/** A pose of the rig taken to a place on the path. */
function travel({ anatomy, turn }: MotionBody, pose: Pose, path: GroundPlace): Pose {
  const { rest } = anatomy.original;
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, turn, 0);
  const way = [0, 0, 0];
  rotateVectorInto(way, 0, back, 0, [path.x, 0, path.z], 0);
  // The body's axes have the same upright as the file's.
  const q = [0, 0, 0, 1];
  expRotationInto(q, 0, [0, path.yaw, 0], 0);
  const rotations = pose.rotations.slice();
  multiplyQuaternionInto(rotations, 0, q, 0, pose.rotations, 0);
  const at = [rest[0] + pose.root[0], 0, rest[2] + pose.root[2]];
  rotateVectorInto(at, 0, q, 0, at, 0);
  const root = Float32Array.of(at[0] + way[0] - rest[0], pose.root[1], at[2] + way[2] - rest[2]);
  return { ...pose, rotations, root };
}

function contactTracks(body: MotionBody, frames: readonly MotionFrame[], rate: number, loop: boolean) {
  const { legs, anatomy } = body;
  return legs.map((leg, i) => {
    const joint = anatomy.sources[leg.joints[leg.joints.length - 1]];
    const standing = frames.map(({ feet }) => stands(feet[i]));
    return { joint, name: anatomy.original.names[joint], spans: spansOf(standing, rate, loop) };
  });
}

/** Times of runs of standing frames; in a loop the last run may go on into the next round. */
function spansOf(stands: readonly boolean[], rate: number, loop: boolean): ContactSpan[] {
  const n = stands.length;
  if (stands.every(Boolean)) return [{ start: 0, end: (loop ? n : n - 1) / rate }];
  const spans: ContactSpan[] = [];
  const before = (f: number) => (f > 0 ? stands[f - 1] : loop && stands[n - 1]);
  for (let f = 0; f < n; f++) {
    if (!stands[f] || before(f)) continue;
    let last = f;
    while (last + 1 < (loop ? f + n : n) && stands[(last + 1) % n]) last++;
    spans.push({ start: f / rate, end: last / rate });
  }
  return spans;
}
