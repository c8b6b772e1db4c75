/**
 * @file Inspects clips: duration, whether anything moves, whether they loop, root motion, translation and scale tracks.
 */

import type { Finding } from '../base/finding.js';
import { quaternionAngle } from '../math/quaternion.js';
import { type Clip, clipDuration } from '../motion/clip.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Skeleton } from '../rig/rig-records.js';
import { counted, elementFinding, figure } from './inspect-finding.js';

export interface ClipFacts {
  readonly name: string;
  readonly seconds: number;
  readonly frameCount: number;
  /** Nothing moves from the first frame to the last. */
  readonly static: boolean;
  /** The last pose equals the first, root motion along the ground aside. */
  readonly loops: boolean;
  /** Largest rotation of a joint between the last pose and the first, degrees. */
  readonly loopGap: number;
  /** Root motion: how far the body moves along the ground from the first frame to the last, metres. */
  readonly travel: number;
  /** Joints are translated, not only rotated. */
  readonly hasOffsets: boolean;
  readonly hasScales: boolean;
  readonly finite: boolean;
}

/** Radians, and fractions of the body's size, that count as no motion. */
const STILL_ANGLE = 1e-3;
const STILL_DISTANCE = 1e-4;
/** A loop closes within these: an invisible seam. */
const LOOP_DEGREES = 3;
const LOOP_DISTANCE = 0.01;
/** Names of clips that are played in a loop. */
const CYCLIC = /walk|run|idle|trot|gallop|canter|fly|swim|crawl|hover|slither|flap/i;

/** Inspects clips. `size` is the diagonal of the mesh, `bodyJoint` the first joint with weights. */
export function inspectClips(
  clips: readonly Clip[],
  skeleton: Skeleton | undefined,
  size: number,
  bodyJoint: number,
): { facts: ClipFacts[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const facts = clips.map((clip, index) => {
    const trouble = clipTrouble(clip, skeleton);
    if (!trouble) return describeClip(clip, skeleton!, size, bodyJoint);
    findings.push({ ...trouble, kind: 'clip', elements: [index], count: 1 });
    return brokenClip(clip);
  });
  return { facts, findings: [...findings, ...clipFindings(facts)] };
}

/** What makes a clip unusable, if anything. */
function clipTrouble(
  clip: Clip,
  skeleton: Skeleton | undefined,
): Pick<Finding, 'code' | 'severity' | 'message' | 'fix'> | undefined {
  const fix = 'Export the clip again together with its skeleton.';
  const report = (code: string, message: string) =>
    ({ code, severity: 'error', message: `Clip "${clip.name}" ${message}`, fix }) as const;
  if (!skeleton) return report('clip-without-skeleton', 'has no skeleton.');
  if (clip.poses.length === 0 || clip.poses.length !== clip.times.length) {
    return report('clip-mismatch', `has ${clip.poses.length} poses at ${clip.times.length} times.`);
  }
  const joints = jointCount(skeleton);
  if (clip.poses.some((pose) => pose.rotations.length !== joints * 4)) {
    return report('clip-mismatch', `has poses for another skeleton; this one has ${joints} joints.`);
  }
  if (!isFiniteClip(clip)) return report('clip-not-finite', 'holds NaN or infinite values.');
  if (clip.times.some((time, f) => f > 0 && !(time > clip.times[f - 1]))) {
    return report('clip-times', 'has times that do not increase.');
  }
  return undefined;
}

function isFiniteClip(clip: Clip): boolean {
  const whole = (values: Float32Array | undefined) => values?.every(Number.isFinite) ?? true;
  return (
    whole(clip.times) &&
    clip.poses.every((pose) => whole(pose.rotations) && whole(pose.root) && whole(pose.offsets)) &&
    (clip.scales ?? []).every((track) => whole(track.values))
  );
}

const brokenClip = (clip: Clip): ClipFacts => ({
  name: clip.name,
  seconds: Number.isFinite(clipDuration(clip)) ? clipDuration(clip) : 0,
  frameCount: clip.times.length,
  static: false,
  loops: false,
  loopGap: 0,
  travel: 0,
  hasOffsets: clip.poses.some((pose) => pose.offsets !== undefined),
  hasScales: (clip.scales?.length ?? 0) > 0,
  finite: isFiniteClip(clip),
});

function describeClip(clip: Clip, skeleton: Skeleton, size: number, bodyJoint: number): ClipFacts {
  const first = clip.poses[0];
  const last = clip.poses[clip.poses.length - 1];
  const still = clip.poses.every(
    (pose) =>
      largestAngle(first, pose) < STILL_ANGLE && largestOffset(first, pose, false) < STILL_DISTANCE * size,
  );
  const stillScales = (clip.scales ?? []).every(({ values }) =>
    values.every((value, i) => Math.abs(value - values[i % 3]) < STILL_DISTANCE),
  );
  const loopGap = (largestAngle(first, last) * 180) / Math.PI;
  const from = poseJoints(skeleton, first).positions;
  const to = poseJoints(skeleton, last).positions;
  const at = bodyJoint * 3;
  return {
    ...brokenClip(clip),
    static: still && stillScales,
    loops: loopGap < LOOP_DEGREES && largestOffset(first, last, true) < LOOP_DISTANCE * size,
    loopGap,
    travel: Math.hypot(to[at] - from[at], to[at + 2] - from[at + 2]),
  };
}

function largestAngle(a: Pose, b: Pose): number {
  let largest = 0;
  for (let i = 0; i < a.rotations.length; i += 4) {
    largest = Math.max(largest, quaternionAngle(a.rotations, i, b.rotations, i));
  }
  return largest;
}

/** Largest difference of a translation; with `mayTravel`, root motion along the ground does not count. */
function largestOffset(a: Pose, b: Pose, mayTravel: boolean): number {
  let largest = Math.abs(a.root[1] - b.root[1]);
  if (!mayTravel) largest = Math.max(largest, Math.hypot(a.root[0] - b.root[0], a.root[2] - b.root[2]));
  const count = Math.max(a.offsets?.length ?? 0, b.offsets?.length ?? 0);
  for (let i = 0; i < count; i += 3) {
    const difference = [0, 1, 2].map((k) => (a.offsets?.[i + k] ?? 0) - (b.offsets?.[i + k] ?? 0));
    largest = Math.max(largest, Math.hypot(...difference));
  }
  return largest;
}

/** One finding per kind, however many clips there are. */
function clipFindings(facts: readonly ClipFacts[]): Finding[] {
  const findings: Finding[] = [];
  const uses = new Map<string, number>();
  for (const { name } of facts) uses.set(name, (uses.get(name) ?? 0) + 1);
  const add = (code: string, holds: (clip: ClipFacts) => boolean, text: string, fix: string) => {
    const found = facts.flatMap((clip, index) => (holds(clip) ? [index] : []));
    if (found.length === 0) return;
    const names = found.slice(0, 3).map((index) => `"${facts[index].name}"`);
    const message = `${counted(found.length, 'clip')} of ${facts.length} ${text}: ${names.join(', ')}${found.length > 3 ? ', …' : ''}.`;
    findings.push(elementFinding('info', code, 'clip', found, message, fix));
  };
  add(
    'static-clips',
    (clip) => clip.static,
    'without any motion',
    'Delete such a clip, or keep it as a pose.',
  );
  add(
    'open-loops',
    (clip) => CYCLIC.test(clip.name) && clip.frameCount > 1 && clip.finite && !clip.static && !clip.loops,
    `with the name of a loop and a last pose more than ${figure(LOOP_DEGREES)}° away from the first`,
    'End such a clip with a copy of its first pose if it should loop.',
  );
  add(
    'scaled-clips',
    (clip) => clip.hasScales,
    'with scale tracks',
    'Nothing to do: scale tracks are kept on export, but poses made from these clips do not contain them.',
  );
  add(
    'duplicate-clip-names',
    (clip) => uses.get(clip.name)! > 1,
    'with the name of another clip',
    'Give every clip its own name.',
  );
  return findings;
}
