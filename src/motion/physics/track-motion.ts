/**
 * @file A clip as a body with weight would do it: simulated under gravity on the ground, as near to the clip as it gets.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { Finding } from '../../base/report.js';
import type { BodyParts } from '../../rig/find-anatomy.js';
import type { Clip } from '../clip.js';
import { cleanContacts } from '../contacts/clean-contacts.js';
import type { ClipContacts } from '../contacts/contact-record.js';
import { detectOnStage } from '../contacts/detect-contacts.js';
import { retimeClip } from '../resample-clip.js';
import { assembleBody, checkBody, type PhysicsBodyOptions } from './build-physics-body.js';
import { type Followed, type FollowSettings, followReference } from './follow-reference.js';
import { judgeMotion, trackingErrors } from './judge-motion.js';
import { type LoadPhysicsOptions, loadPhysics } from './load-physics.js';
import { createSupportSolver, planSupport } from './plan-support.js';
import { gatherFrames, planFrames, readPoses } from './reference-frames.js';
import { layOutReference } from './reference-motion.js';
import { openSimulation } from './simulation.js';

export interface TrackMotionOptions extends WorkOptions, PhysicsBodyOptions, LoadPhysicsOptions {
  /** Height of the ground, metres; by default it is estimated. */
  readonly ground?: number;
  /** Error up to which help is taken away, % of the height. */
  readonly tolerance?: number;
  /** Steps a second, at least. */
  readonly stepRate?: number;
  /** Seed of the optimiser. */
  readonly seed?: number;
}

export const TRACK_MOTION_DEFAULTS = Object.freeze({ tolerance: 3.5, stepRate: 300, seed: 1 });

export interface TrackedMotion {
  /** The clip as it was simulated, in place if it was in place. */
  readonly clip: Clip;
  readonly contacts: ClipContacts;
  /** Mean distance of joints from the clip that was given, % of the height. */
  readonly trackingError: number;
  /** The same by frame. [F] */
  readonly errors: Float64Array;
  /** Mean depth of the lowest point below the ground, % of the height. */
  readonly penetration: number;
  /** Mean speed of what touches the ground along it, heights a second. */
  readonly skate: number;
  /** What held the body from nowhere: torque over the sum of the joints' torques, force over the weight. */
  readonly rootAssist: { readonly torque: number; readonly force: number };
  readonly fell: boolean;
  readonly stepsPerSecond: number;
  readonly findings: readonly Finding[];
}

/** Help from none to all: torque first, then force. */
const LADDER = [
  [0, 0],
  [0.3, 0],
  [1, 0],
  [1, 0.3],
  [1, 1],
] as const;
const ROOT_RESPONSE = 8;

export async function trackMotion(
  body: BodyParts,
  source: Clip,
  options: TrackMotionOptions = {},
): Promise<TrackedMotion> {
  const { tolerance, stepRate } = { ...TRACK_MOTION_DEFAULTS, ...options };
  const { signal, onProgress, ground: givenGround } = options;
  checkBody(body);
  checkClip(body, source);
  const physics = await loadPhysics(options);
  await pauseUnlessAborted(signal);

  // (1) The reference: the clip with feet that hold.
  const cleaned = cleanContacts(body, source, { ground: givenGround, signal });
  const { contacts } = cleaned;
  const { ground, loop, travel } = contacts;
  const { stage, limbs } = detectOnStage(body, cleaned.clip, { ground, loop });
  const physical = assembleBody(stage, limbs, options);
  const frames = planFrames(stage);
  const reference = layOutReference(
    physical,
    gatherFrames(stage, physical, travel, frames),
    stage.step,
    Math.max(2, Math.ceil(stage.step * stepRate)),
  );

  // (2) Simulated with as little help as will do.
  const simulation = openSimulation(physics, physical, { timeStep: reference.timeStep });
  let best: { followed: Followed; settings: FollowSettings; error: number } | undefined;
  let stepsPerSecond = 0;
  try {
    const plan = planSupport(simulation, reference);
    const solver = createSupportSolver(simulation, plan, reference.timeStep);
    for (const [i, [torqueHelp, forceHelp]] of LADDER.entries()) {
      onProgress?.({ stage: `simulating ${source.name}`, fraction: i / LADDER.length });
      await pauseUnlessAborted(signal);
      const settings = { rootResponse: ROOT_RESPONSE, torqueHelp, forceHelp };
      const followed = followReference(simulation, reference, plan, solver, settings);
      const error = meanFrom(followed.errors, frames.lead) * 100;
      if (!best || error < best.error) best = { followed, settings, error };
      if (followed.fellAt < 0 && error < tolerance) break;
    }
  } finally {
    simulation.close();
  }
  const { followed } = best!;
  const poses = readPoses(stage, physical, travel, frames, followed);
  const clip: Clip = { ...stage.clip, name: source.name, poses };
  const asked = source.times.length === clip.times.length ? source : retimeClip(source, clip.times);
  const errors = trackingErrors(body.skeleton, asked, clip, contacts.height);
  stepsPerSecond = 0;
  const fell = followed.fellAt >= 0;
  return {
    clip,
    contacts,
    trackingError: meanFrom(errors, 0),
    errors,
    ...judgeMotion(body, clip, contacts),
    rootAssist: { torque: followed.torqueShare, force: followed.forceShare },
    fell,
    stepsPerSecond,
    findings: [...physical.findings, ...cleaned.findings],
  };
}

function meanFrom(values: Float64Array, start: number): number {
  let sum = 0;
  for (let i = start; i < values.length; i++) sum += values[i];
  return values.length > start ? sum / (values.length - start) : 0;
}

function checkClip({ skeleton }: BodyParts, clip: Clip): void {
  requireInput(
    clip.times.length > 1,
    `motion/trackMotion: clip "${clip.name}" has ${clip.times.length} frames; a motion needs two`,
  );
  for (const [f, { rotations, root }] of clip.poses.entries()) {
    const finite = root.every(Number.isFinite) && rotations.every(Number.isFinite);
    if (finite && rotations.length === skeleton.parents.length * 4) continue;
    throw new PosespaceError(
      'bad-input',
      `motion/trackMotion: frame ${f} of "${clip.name}" holds numbers that are not finite or poses another skeleton; repair the clip`,
    );
  }
}
