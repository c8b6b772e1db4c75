/**
 * @file How fast a motion is performed: as its plan says, slower where a joint would snap, a gait also where its feet
 * would slide, in shorter steps where that does not do, at a speed that was asked for as far as joints allow.
 */

import { createRng } from '../../base/rng.js';
import { quaternionAngle } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { MotionBody } from './motion-body.js';
import { createMotionFrame, type GroundPlace, type MotionFrame } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';
import { poseFrames } from './pose-frames.js';

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

/** Frames and poses of a motion. */
export interface Performance {
  readonly frames: readonly MotionFrame[];
  readonly poses: readonly Pose[];
  readonly seconds: number;
  readonly end: GroundPlace;
  readonly jointSpeed: number;
  /** Mean speed of what touches the ground, heights per second. */
  readonly slide: number;
}

/** A motion as it is performed. */
export interface Settled {
  readonly plan: MotionPlan;
  readonly performed: Performance;
  /** Whether swinging legs were calmed. */
  readonly calm: boolean;
  /** How it was planned. */
  readonly style: FullMotionStyle;
}

const planFor = (body: MotionBody, definition: MotionDefinition, style: FullMotionStyle) =>
  fitDuration(definition.plan(body, style, createRng(style.seed)), style);

/** Performs a motion at the pace that suits the body, or at the speed that was asked for. */
export function settleMotion(
  body: MotionBody,
  definition: MotionDefinition,
  style: FullMotionStyle,
): Settled {
  const { speed, ...own } = style;
  const usual = settleSteps(body, definition, own);
  return speed !== undefined && usual.plan.cycles !== undefined
    ? settleSpeed(body, definition, style, speed, usual)
    : usual;
}

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
    if (!(over > 1) || attempt === ATTEMPTS || style.duration !== undefined)
      return { plan, performed, calm, style };
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

/** The plan in the length that was asked for; a gait in a whole number of cycles. */
function fitDuration(plan: MotionPlan, { duration }: FullMotionStyle): MotionPlan {
  if (duration === undefined || !plan.cycles)
    return duration === undefined ? plan : { ...plan, seconds: duration };
  const wanted = Math.max(1, Math.round((duration * plan.cycles) / plan.seconds));
  const times = wanted / plan.cycles;
  const layers = plan.layers.map((layer) => (frame: MotionFrame, t: number) => layer(frame, t * times));
  return { ...plan, layers, seconds: duration, cycles: wanted };
}
