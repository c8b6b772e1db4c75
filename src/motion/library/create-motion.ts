/**
 * @file Performs a motion of the library on a body: the plan's layers frame by frame, posed on the ground, retimed where
 * a joint would snap, with or without root motion, as a clip of the body's rig with its ground contacts.
 */

import { PosespaceError } from '../../base/errors.js';
import { createRng } from '../../base/rng.js';
import {
  expRotationInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  quaternionAngle,
  rotateVectorInto,
} from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import type { ClipContacts, ContactSpan } from '../contacts/contact-record.js';
import { stands } from './meet-ground.js';
import { type MotionBody, toRigPose } from './motion-body.js';
import { createMotionFrame, type GroundPlace, type MotionFrame } from './motion-frame.js';
import {
  type FullMotionStyle,
  MOTION_STYLE_DEFAULTS,
  type MotionDefinition,
  type MotionPlan,
  type MotionStyle,
} from './motion-plan.js';
import { poseFrames } from './pose-frames.js';

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

/** Joints turn no faster than this, degrees in a thirtieth of a second: a motion that would is slowed down. */
const FASTEST = 18.5;
/** Legs that swing turn at most this share of it from frame to frame where they can. */
const CALM = 0.95;
const UNCALMED = 3;
const ATTEMPTS = 6;
/** What touches the ground slides by at most this, heights a second, if a gait that is slower by at most this much does it. */
const SLIDE = 0.018;
const MOST_SLOWED = 1.5;
/** Steps are shortened to no less than this where feet slide by more than this share of what is allowed, and less than this. */
const SHORTEST = 0.4;
const BARELY = 1.05;
const HOPELESS = 6;
/** Times that the range of a speed is halved. */
const HALVINGS = 5;
/** Frames of a motion at most. */
const MOST_FRAMES = 3600;

/** Performs a motion. */
export function createMotion(
  body: MotionBody,
  definition: MotionDefinition,
  options: MotionStyle = {},
): CreatedMotion {
  const style: FullMotionStyle = { ...MOTION_STYLE_DEFAULTS, ...dropAbsent(options) };
  checkStyle(style);
  const gait = settleSteps(body, definition, { ...style, speed: undefined });
  const { plan, performed } =
    style.speed !== undefined && gait.plan.cycles !== undefined
      ? settleSpeed(body, definition, style, style.speed, gait)
      : gait;
  if (!Number.isFinite(performed.jointSpeed)) {
    throw new PosespaceError(
      'bad-input',
      `motion/generateMotion: "${definition.name}" cannot be performed by this rig; look for bones without length with inspect`,
    );
  }
  return describe(body, definition, style, performed, plan);
}

/** A motion as it is performed. */
interface Settled {
  readonly plan: MotionPlan;
  readonly performed: Performance;
  /** Whether swinging legs were calmed. */
  readonly calm: boolean;
  /** How it was planned. */
  readonly style: FullMotionStyle;
}

const planFor = (body: MotionBody, definition: MotionDefinition, style: FullMotionStyle) =>
  fitDuration(definition.plan(body, style, createRng(style.seed)), style);

/** Performs a motion as slowly as joints and feet ask for, unless its length was given. */
function settle(body: MotionBody, definition: MotionDefinition, style: FullMotionStyle): Settled {
  const plan = planFor(body, definition, style);
  let { seconds } = plan;
  let snaps = false;
  for (let attempt = 1; ; attempt++) {
    // Legs that snap although the motion is slow are calmed: their feet then leave their way a little.
    const calm = snaps && attempt > UNCALMED;
    const performed = perform(body, plan, style, seconds, calm);
    snaps = performed.jointSpeed > (plan.fastest ?? FASTEST);
    const over = excess(plan, performed, MOST_SLOWED * (plan.seconds / seconds));
    // What is not a number does not get better.
    if (!(over > 1) || attempt === ATTEMPTS || style.duration !== undefined) return { plan, performed, calm, style };
    if (!snaps || attempt !== UNCALMED) seconds *= Math.min(1.6, 1.02 * over);
  }
}

/** A gait whose feet still slide takes shorter steps: short fat legs draw the skin of their soles along. */
function settleSteps(body: MotionBody, definition: MotionDefinition, style: FullMotionStyle): Settled {
  const usual = settle(body, definition, style);
  const slides = usual.performed.slide / SLIDE;
  const given = style.duration !== undefined || usual.plan.cycles === undefined;
  if (given || slides <= BARELY || slides > HOPELESS) return usual;
  const short = settle(body, definition, { ...style, shortened: Math.max(SHORTEST, 1 / slides) });
  return short.performed.slide < usual.performed.slide ? short : usual;
}

/**
 * Performs a gait at a speed. It is sought from the body's own gait, which joints may have slowed down; of a speed that is
 * too fast for them comes the highest that is not.
 */
function settleSpeed(
  body: MotionBody,
  definition: MotionDefinition,
  style: FullMotionStyle,
  wanted: number,
  own: Settled,
): Settled {
  const slowed = own.performed.seconds / own.plan.seconds;
  const { shortened } = own.style;
  const at = (speed: number): Settled => {
    const plan = planFor(body, definition, { ...style, slowed, shortened, speed });
    return { plan, performed: perform(body, plan, style, plan.seconds, own.calm), calm: own.calm, style };
  };
  const asked = at(wanted);
  if (style.duration !== undefined || !(excess(asked.plan, asked.performed, 0) > 1)) return asked;
  const { end, seconds } = own.performed;
  let [low, high] = [Math.hypot(end.x, end.z) / seconds, wanted];
  if (low >= high) return settle(body, definition, { ...style, slowed, shortened });
  let best = own;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    const tried = at(middle);
    if (excess(tried.plan, tried.performed, 0) > 1) high = middle;
    else [low, best] = [middle, tried];
  }
  return best;
}

/** How much too fast joints are, or what a gait slides by where a little more time would do. */
function excess(plan: MotionPlan, { jointSpeed, slide }: Performance, most: number): number {
  const joints = jointSpeed / (plan.fastest ?? FASTEST);
  return plan.cycles ? Math.max(joints, Math.min(slide / SLIDE, most)) : joints;
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

/** The plan in the length that was asked for; a gait in a whole number of cycles. */
function fitDuration(plan: MotionPlan, { duration }: FullMotionStyle): MotionPlan {
  if (duration === undefined || !plan.cycles)
    return duration === undefined ? plan : { ...plan, seconds: duration };
  const wanted = Math.max(1, Math.round((duration * plan.cycles) / plan.seconds));
  const times = wanted / plan.cycles;
  const layers = plan.layers.map((layer) => (frame: MotionFrame, t: number) => layer(frame, t * times));
  return { ...plan, layers, seconds: duration, cycles: wanted };
}

interface Performance {
  readonly frames: readonly MotionFrame[];
  readonly poses: readonly Pose[];
  readonly seconds: number;
  readonly end: GroundPlace;
  readonly jointSpeed: number;
  /** Mean speed of what touches the ground, heights per second. */
  readonly slide: number;
}

function perform(
  body: MotionBody,
  plan: MotionPlan,
  style: FullMotionStyle,
  wanted: number,
  calm: boolean,
): Performance {
  const loop = style.loop ?? plan.loop;
  const steps = Math.min(MOST_FRAMES, Math.max(2, Math.round(wanted * style.frameRate)));
  // What does not end as it began goes there and back.
  const returns = loop && !plan.loop;
  const frameAt = (f: number) => {
    const frame = createMotionFrame(body);
    const t = f / steps;
    for (const layer of plan.layers) layer(frame, returns ? 1 - Math.abs(1 - 2 * t) : t);
    return frame;
  };
  const frames = Array.from({ length: loop ? steps : steps + 1 }, (_, f) => frameAt(f));
  const { poses, slide } = poseFrames(body, frames, {
    loop,
    grounded: plan.grounded,
    most: calm ? (CALM * (plan.fastest ?? FASTEST) * 30 * Math.PI) / (180 * style.frameRate) : Infinity,
    clearance: (plan.clearance ?? 0) * body.height,
    width: Math.max(1, Math.round(steps / (14 * (plan.cycles ?? 1)))),
  });
  const seconds = steps / style.frameRate;
  return {
    frames,
    poses,
    seconds,
    end: loop && !returns ? frameAt(steps).path : frames[frames.length - 1].path,
    jointSpeed: fastestJoint(poses, loop) * (style.frameRate / 30),
    slide: slide * style.frameRate,
  };
}

/** Largest turn of a joint other than the root between frames, degrees. */
function fastestJoint(poses: readonly Pose[], loop: boolean): number {
  let most = 0;
  for (let f = loop ? 0 : 1; f < poses.length; f++) {
    const [a, b] = [poses[(f + poses.length - 1) % poses.length].rotations, poses[f].rotations];
    for (let j = 4; j < a.length; j += 4) most = Math.max(most, quaternionAngle(a, j, b, j));
  }
  return (most * 180) / Math.PI;
}

function describe(
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
