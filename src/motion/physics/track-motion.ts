/**
 * @file Physics tracking: simulates a clip under gravity on the ground, as close to the clip as the body can get.
 *
 * After AKD (Li et al., "Articulated Kinematics Distillation from Video Diffusion Models", CVPR 2025, supplement, section
 * 4): servos follow the clip in a simulator and the control sequence is optimised. Here the root is corrected through
 * the legs, and only what no ground contact could give is applied to it directly: the residual root force, which is
 * kept as small as works and reported. The reference is the clip after foot-skate cleanup, unless that would move it
 * too far. 40 of 48 locomotion clips stay within 6 % of the height (lab/notes/motion-physics.md).
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { PartialRig } from '../../rig/anatomy/find-anatomical-rig.js';
import { type Clip, clipDuration } from '../clip.js';
import { cleanFootSkateAsync } from '../contacts/clean-foot-skate.js';
import type { ClipContacts } from '../contacts/contact-record.js';
import { detectInScene } from '../contacts/detect-contacts.js';
import { retimeClip } from '../edit/resample-clip.js';
import { assembleBody, checkBody, type PhysicsBodyOptions } from './build-physics-body.js';
import { learnControl, meanFrom } from './learn-control.js';
import type { LoadPhysicsOptions } from './load-physics.js';
import { measureTracking, type TrackingMeasures, trackingErrors } from './measure-tracking.js';
import { gatherFrames, planFrames, readPoses } from './reference-frames.js';
import { layOutReference } from './reference-motion.js';
import { type OpenTrackingSession, openTrackingSession } from './tracking-session.js';

export interface TrackMotionOptions extends WorkOptions, PhysicsBodyOptions, LoadPhysicsOptions {
  /** Height of the ground, metres; by default it is estimated. */
  readonly ground?: number;
  /** Error up to which help is taken away, % of the height. */
  readonly tolerance?: number;
  /** How far making feet hold may move joints before the clip is followed as it is, % of the height. */
  readonly cleaning?: number;
  /** Rounds of learning with each amount of help. */
  readonly rounds?: number;
  /** Steps a second, at least. */
  readonly stepRate?: number;
  /** Where to simulate instead of in this thread, e.g. in workers; the result is the same to the last bit. */
  readonly openSession?: OpenTrackingSession;
}

export const TRACK_MOTION_DEFAULTS = Object.freeze({ tolerance: 3, cleaning: 4, rounds: 6, stepRate: 300 });

export interface TrackedMotion extends TrackingMeasures {
  /** The clip as it was simulated, in place if it was in place. */
  readonly clip: Clip;
  readonly contacts: ClipContacts;
  /** Mean distance of joints from the clip that was given, % of the height. */
  readonly trackingError: number;
  /** The part of it that comes from putting the clip on the ground before it was simulated. */
  readonly referenceError: number;
  /** The tracking error by frame. [F] */
  readonly errors: Float64Array;
  /** What held the body from nowhere: torque over the sum of the joints' torques, force over the weight. */
  readonly residualRootForce: { readonly torque: number; readonly force: number };
  /** Whether it fell with all help; then it is held. */
  readonly fell: boolean;
  /** Steps simulated in all, and segments and degrees of freedom of the body. */
  readonly stepCount: number;
  readonly segmentCount: number;
  readonly findings: readonly Finding[];
}

/** Longest clip, seconds. */
const LONGEST = 120;
/** Error that counts as tracked, and depth that counts as on the ground, % of the height. */
const TRACKED = 6;
const SUNK = 0.3;

/** Simulates a clip of a rig with a mesh and a skin. */
export async function trackMotion(
  body: PartialRig,
  source: Clip,
  options: TrackMotionOptions = {},
): Promise<TrackedMotion> {
  const settings = { ...TRACK_MOTION_DEFAULTS, ...options };
  const { signal } = options;
  checkBody(body);
  checkClip(body, source);
  await pauseUnlessAborted(signal);

  // (1) The reference: the clip with feet that hold, and that swing clear of the ground even where it was clean.
  const cleaned = await cleanFootSkateAsync(body, source, {
    ground: options.ground,
    leaveClean: false,
    signal,
  });
  const { contacts } = cleaned;
  const { ground, loop, travel } = contacts;
  const { times } = cleaned.clip;
  const asked = source.times.length === times.length ? source : retimeClip(source, times);
  const moved = meanFrom(trackingErrors(body.skeleton, asked, cleaned.clip, contacts.height), 0);
  const isClean = moved <= settings.cleaning;
  const { scene, limbs } = detectInScene(body, isClean ? cleaned.clip : asked, { ground, loop });
  await pauseUnlessAborted(signal);
  const physical = assembleBody(scene, limbs, options);
  await pauseUnlessAborted(signal);
  const frames = planFrames(scene);
  const reference = layOutReference(
    physical,
    gatherFrames(scene, physical, travel, frames),
    scene.step,
    Math.max(2, Math.ceil(scene.step * settings.stepRate)),
  );

  // (2) Simulated with as little help as will do.
  const task = { body: physical, reference };
  const session = await (options.openSession ?? ((given) => openTrackingSession(given, options)))(task);
  const learning = {
    lead: frames.lead,
    rounds: settings.rounds,
    enough: settings.tolerance / 100,
    stands: contacts.tracks.some(({ spans }) => spans.length > 0),
  };
  const { followed, held, simulationCount } = await learnControl(session, learning, {
    signal,
    onProgress: ({ fraction }) => options.onProgress?.({ stage: `simulating ${source.name}`, fraction }),
  }).finally(() => session.close());

  // (3) Back to the rig.
  const poses = readPoses(scene, physical, travel, frames, followed);
  const clip: Clip = { ...scene.clip, name: source.name, poses };
  const errors = trackingErrors(body.skeleton, asked, clip, contacts.height);
  const result = {
    clip,
    contacts,
    trackingError: meanFrom(errors, 0),
    referenceError: isClean ? moved : 0,
    errors,
    ...measureTracking(body, clip, contacts),
    residualRootForce: { torque: followed.torqueShare, force: followed.forceShare },
    fell: held,
    stepCount: simulationCount * reference.stepCount,
    segmentCount: physical.parents.length,
  };
  return {
    ...result,
    findings: [
      ...physical.findings,
      ...describeCleanup(cleaned.findings, moved, isClean),
      ...describeTracking(result),
    ],
  };
}

/** What cleaning found; where it would have changed too much, only that. */
function describeCleanup(findings: readonly Finding[], moved: number, isClean: boolean): readonly Finding[] {
  if (isClean) return findings;
  return [
    {
      code: 'not-cleaned',
      severity: 'warning',
      message: `feet that hold would move joints by ${moved.toFixed(1)} % of the height, so the clip was followed as it is and its feet may slide`,
      fix: 'Clean its contacts by hand first.',
    },
  ];
}

/** Help that a user should know of: force over the weight. */
const CARRIED = 0.4;

/** What a user should know about how it went. */
function describeTracking(tracked: Omit<TrackedMotion, 'findings'>): Finding[] {
  const { fell, trackingError, referenceError, penetration, residualRootForce, contacts } = tracked;
  const findings: Finding[] = [];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const stands = contacts.tracks.some(({ spans }) => spans.length > 0);
  if (fell) {
    findings.push({
      code: stands ? 'fell' : 'cannot-stand',
      severity: 'warning',
      message: stands
        ? 'the body falls with all help that is allowed; it is held by its root'
        : 'nothing of the body comes down to the ground; it is held by its root',
      fix: 'Look at its contacts; a body that swims or flies needs no tracking.',
    });
  } else if (residualRootForce.torque > 0 || residualRootForce.force > 0) {
    const carried = residualRootForce.force > CARRIED;
    findings.push({
      code: carried ? 'carried' : 'helped',
      severity: carried ? 'warning' : 'info',
      message:
        `a torque of ${percent(residualRootForce.torque)} of the joints' torques` +
        (residualRootForce.force > 0
          ? ` and a force of ${percent(residualRootForce.force)} of the weight`
          : '') +
        ' from nowhere keep the root where it should be' +
        (carried ? `: in ${percent(floatShare(tracked))} of the frames nothing is down to push with` : ''),
      ...(carried && { fix: 'A clip whose feet are down longer, or that is lower in the air, needs less.' }),
    });
  }
  if (trackingError > TRACKED) {
    findings.push({
      code: 'far-from-clip',
      severity: 'warning',
      message:
        `joints are ${trackingError.toFixed(1)} % of the height away from the clip on average, ` +
        `${referenceError.toFixed(1)} % from putting it on the ground`,
      fix:
        referenceError > trackingError / 2
          ? 'Clean its contacts by hand first: its feet slide or float too much.'
          : 'Allow more rounds, or a clip that asks for less.',
    });
  }
  if (penetration > SUNK) {
    findings.push({
      code: 'sinks-in',
      severity: 'warning',
      message: `the lowest point is ${penetration.toFixed(2)} % of the height in the ground on average`,
      fix: 'Look at what is in the ground: flesh that bends between two segments.',
    });
  }
  return findings;
}

/** Share of frames in which nothing is meant to touch. */
function floatShare({ contacts, clip }: Omit<TrackedMotion, 'findings'>): number {
  const duration = clipDuration(clip);
  const isDown = (at: number) =>
    contacts.tracks.some(({ spans }) => spans.some(({ start, end }) => at >= start && at <= end));
  const floats = clip.times.filter((time) => !isDown(time) && !(contacts.loop && isDown(time + duration)));
  return floats.length / clip.times.length;
}

function checkClip({ skeleton }: PartialRig, clip: Clip): void {
  requireInput(
    clip.times.length > 1 && clipDuration(clip) > 0 && clipDuration(clip) <= LONGEST,
    `motion/trackMotion: clip "${clip.name}" has ${clip.times.length} frames over ${clipDuration(clip)} s; ` +
      `give two frames at least and ${LONGEST} s at most`,
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
