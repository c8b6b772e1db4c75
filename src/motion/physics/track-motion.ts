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
import type { PartialRig } from '../../rig/rig-records.js';
import { type Clip, clipDuration } from '../clip.js';
import { cleanFootSkateAsync } from '../contacts/clean-foot-skate.js';
import type { ClipContacts } from '../contacts/contact-record.js';
import { detectInScene } from '../contacts/detect-contacts.js';
import { retimeClip } from '../edit/resample-clip.js';
import { blendPoses } from '../sample-clip.js';
import { assembleBody, checkBody, type PhysicsBodyOptions } from './build-physics-body.js';
import { learnControl, meanFrom } from './learn-control.js';
import type { LoadPhysicsOptions } from './load-physics.js';
import { measureTracking, type TrackingMeasures, trackingErrors } from './measure-tracking.js';
import { gatherFrames, planFrames, readPoses } from './reference-frames.js';
import { layOutReference } from './reference-motion.js';
import { type OpenTrackingSession, openTrackingSession } from './tracking-session.js';

/** Options of `trackMotion`. */
export interface TrackMotionOptions extends WorkOptions, PhysicsBodyOptions, LoadPhysicsOptions {
  /** Height of the ground, metres; by default it is estimated. */
  readonly ground?: number;
  /** Residual root force is lowered as long as the error stays below this, % of the height. */
  readonly tolerance?: number;
  /** Foot-skate cleanup that moves joints by more than this on average is not used, % of the height. */
  readonly cleaning?: number;
  /** Rounds of learning at each level of residual force. */
  readonly rounds?: number;
  /** Steps a second, at least. */
  readonly stepRate?: number;
  /** Where to simulate instead of in this thread, e.g. in workers; the result is the same to the last bit. */
  readonly openSession?: OpenTrackingSession;
}

/** Defaults of `trackMotion`. */
export const TRACK_MOTION_DEFAULTS = Object.freeze({ tolerance: 3, cleaning: 4, rounds: 6, stepRate: 300 });

/** A clip as a simulated body follows it, and how well. */
export interface TrackedMotion extends TrackingMeasures {
  /** The simulated clip, in place if the source was in place. */
  readonly clip: Clip;
  readonly contacts: ClipContacts;
  /** Mean distance of joints from the clip that was given, % of the height. */
  readonly trackingError: number;
  /** The part of it that comes from foot-skate cleanup before the simulation. */
  readonly referenceError: number;
  /** The tracking error by frame. [F] */
  readonly errors: Float64Array;
  /** Residual root force: torque over the sum of the joint torques, force over the weight. */
  readonly residualRootForce: { readonly torque: number; readonly force: number };
  /** Whether it fell even with all residual force; then its root is pinned. */
  readonly fell: boolean;
  /** Steps simulated in all, and segments and degrees of freedom of the body. */
  readonly stepCount: number;
  readonly segmentCount: number;
  readonly findings: readonly Finding[];
}

/** Longest clip, seconds. */
const LONGEST = 120;
/** Feet that go this fast slide, heights a second. */
const SLIDES = 0.02;
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

  // (1) The reference: the clip after foot-skate cleanup, even where it was clean, so that feet swing clear of the ground.
  const cleaned = await cleanFootSkateAsync(body, source, {
    ground: options.ground,
    leaveClean: false,
    signal,
  });
  const { contacts } = cleaned;
  const { ground, loop, rootVelocity } = contacts;
  const { times } = cleaned.clip;
  const target = source.times.length === times.length ? source : retimeClip(source, times);
  const moved = meanFrom(trackingErrors(body.skeleton, target, cleaned.clip, contacts.height), 0);
  const isClean = moved <= settings.cleaning && !isWorse(body, target, cleaned.clip, contacts);
  const { scene, limbs } = detectInScene(body, isClean ? cleaned.clip : target, { ground, loop });
  await pauseUnlessAborted(signal);
  const physical = assembleBody(scene, limbs, options);
  await pauseUnlessAborted(signal);
  const frames = planFrames(scene);
  const reference = layOutReference(
    physical,
    gatherFrames(scene, physical, rootVelocity, frames),
    scene.step,
    Math.max(2, Math.ceil(scene.step * settings.stepRate)),
  );

  // (2) Simulate with the least residual root force that works.
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
  const poses = readPoses(scene, physical, rootVelocity, frames, followed);
  const simulated: Clip = { ...scene.clip, name: source.name, poses };
  const still = await holdFeet(body, simulated, contacts, settings.cleaning, signal);
  const { clip, share } = held ? { clip: still, share: 0 } : relaxToClip(body, still, target, contacts);
  const errors = trackingErrors(body.skeleton, target, clip, contacts.height);
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
      ...describeShare(share),
    ],
  };
}

/** Whether cleanup made feet slide: of what holds already, cleanup may move feet that it takes for others. */
function isWorse(body: PartialRig, before: Clip, after: Clip, contacts: ClipContacts): boolean {
  const slide = measureTracking(body, before, contacts).skate;
  return slide < SLIDES && measureTracking(body, after, contacts).skate > slide + SLIDES / 2;
}

/**
 * The simulated clip with its feet held: contacts of a simulation give a little, so that feet creep; a wolf's walk then
 * skates by 0.09 heights a second. Cleanup that would move the body further than `most`, % of the height, is not used.
 */
async function holdFeet(
  body: PartialRig,
  clip: Clip,
  contacts: ClipContacts,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Clip> {
  if (contacts.tracks.every(({ spans }) => spans.length === 0)) return clip;
  const held = await cleanFootSkateAsync(body, clip, { contacts, leaveClean: false, signal });
  if (held.clip.times.length !== clip.times.length) return clip;
  const moved = meanFrom(trackingErrors(body.skeleton, clip, held.clip, contacts.height), 0);
  const less = measureTracking(body, held.clip, contacts).skate < measureTracking(body, clip, contacts).skate;
  return less && moved <= most ? held.clip : clip;
}

/** How much of the clip that was given is tried, one after the other, where feet still slide. */
const SHARES = [0.5, 0.7, 0.9];

/**
 * The simulated clip, or as little of the clip that was given as its feet take to hold: bodies of boxes and parts that
 * are no limbs touch the ground where no foot is held.
 */
function relaxToClip(
  body: PartialRig,
  clip: Clip,
  target: Clip,
  contacts: ClipContacts,
): { readonly clip: Clip; readonly share: number } {
  const most = measureTracking(body, target, contacts).skate + SLIDES;
  if (clip.poses.length !== target.poses.length || measureTracking(body, clip, contacts).skate <= most)
    return { clip, share: 0 };
  for (const share of SHARES) {
    const poses = clip.poses.map((pose, f) => blendPoses(pose, target.poses[f], share));
    const relaxed = { ...clip, poses };
    if (measureTracking(body, relaxed, contacts).skate <= most) return { clip: relaxed, share };
  }
  return { clip, share: 0 };
}

const describeShare = (share: number): Finding[] =>
  share === 0
    ? []
    : [
        {
          code: 'relaxed-to-clip',
          severity: 'info',
          message: `feet slid in the simulation, so that it is blended with ${Math.round(100 * share)} % of the clip`,
        },
      ];

/** The findings of cleanup; where it was not used, only that. */
function describeCleanup(findings: readonly Finding[], moved: number, isClean: boolean): readonly Finding[] {
  if (isClean) return findings;
  return [
    {
      code: 'cleanup-not-used',
      severity: 'warning',
      message: `foot-skate cleanup would move joints by ${moved.toFixed(1)} % of the height, so the clip was tracked as it is and its feet may slide`,
      fix: 'Edit its contacts and run foot-skate cleanup first.',
    },
  ];
}

/** Residual force that is worth a warning, over the weight. */
const CARRIED = 0.4;

/** Findings about the tracked motion. */
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
        ? 'the body falls even with full residual root force; its root is pinned'
        : 'no part of the body touches the ground; its root is pinned',
      fix: 'Check its contacts; a body that swims or flies needs no physics tracking.',
    });
  } else if (residualRootForce.torque > 0 || residualRootForce.force > 0) {
    const carried = residualRootForce.force > CARRIED;
    findings.push({
      code: carried ? 'large-residual-force' : 'residual-force',
      severity: carried ? 'warning' : 'info',
      message:
        `a residual torque of ${percent(residualRootForce.torque)} of the joint torques` +
        (residualRootForce.force > 0
          ? ` and a residual force of ${percent(residualRootForce.force)} of the weight`
          : '') +
        ' act on the root' +
        (carried ? `: in ${percent(floatShare(tracked))} of the frames no foot is on the ground` : ''),
      ...(carried && { fix: 'A clip with longer contacts or lower jumps needs less.' }),
    });
  }
  if (trackingError > TRACKED) {
    findings.push({
      code: 'far-from-clip',
      severity: 'warning',
      message:
        `joints are ${trackingError.toFixed(1)} % of the height away from the clip on average, ` +
        `${referenceError.toFixed(1)} % from foot-skate cleanup`,
      fix:
        referenceError > trackingError / 2
          ? 'Edit its contacts first: its feet slide or float too much.'
          : 'Allow more rounds, or use a less demanding clip.',
    });
  }
  if (penetration > SUNK) {
    findings.push({
      code: 'penetrates-ground',
      severity: 'warning',
      message: `the lowest point is ${penetration.toFixed(2)} % of the height in the ground on average`,
      fix: 'Check what is below the ground: mesh that bends between two segments.',
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
