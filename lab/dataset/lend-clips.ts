/**
 * @file Retargets clips between creatures of one body plan: captured walks for all bipeds, one animal's leap for all
 * quadrupeds, so that a body learns motions that nobody animated on it.
 *
 * Joints are matched by their body plans, else by position; the clip is then retargeted without contacts: feet slightly
 * off the ground do not spoil a pose. The clip keeps the family it came from, so that held-out clips can be excluded.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import {
  mapJointsByPosition,
  mapJointsBySurePlan,
  mappedShare,
} from '../../src/motion/retarget/map-joints.js';
import { retargetClip, rootMotionScale } from '../../src/motion/retarget/retarget-clip.js';
import type { Pose, Skeleton } from '../../src/rig/rig-records.js';
import { type PackedClip, type PackedRig, packClip, unpackPose } from './pack-rig.js';

export interface LendClipsOptions {
  /** Families that a family borrows from. */
  readonly lenders?: number;
  /** Captured performances, of bare skeletons, that it borrows from besides. */
  readonly captured?: number;
  /** Clips of each, at most. */
  readonly clips?: number;
  /** Frames of each clip, at most. */
  readonly frames?: number;
  readonly seed?: number;
}

export const LEND_CLIPS_DEFAULTS = Object.freeze({ lenders: 16, captured: 10, clips: 4, frames: 4, seed: 0 });

/** By place alone, fewer partners than this mean that the bodies are not alike. */
const MOST_PLACES = 0.6;

/** Lends clips among the given rigs: the first rig of every family that has flesh and a plan gets more of them. */
export function lendClips<R extends PackedRig>(rigs: readonly R[], options: LendClipsOptions = {}): R[] {
  const settings = { ...LEND_CLIPS_DEFAULTS, ...options };
  const rng = createRng(settings.seed);
  const firsts = new Map<string, PackedRig>();
  const captured: PackedRig[] = [];
  for (const rig of rigs) {
    if (rig.clips.length === 0) continue;
    if (!rig.rig.hasSkin.includes(1)) captured.push(rig);
    else if (rig.reading && !firsts.has(rig.family)) firsts.set(rig.family, rig);
  }
  const borrowers = new Set(firsts.values());
  return rigs.map((rig) => {
    if (!borrowers.has(rig) || rig.bodyPlan === 'other') return rig;
    const alike = (other: PackedRig) => other.bodyPlan === rig.bodyPlan && other.family !== rig.family;
    const lenders = [
      ...draw(rng, [...borrowers].filter(alike), settings.lenders),
      ...draw(rng, captured.filter(alike), settings.captured),
    ];
    return {
      ...rig,
      clips: [...rig.clips, ...lenders.flatMap((lender) => lend(lender, rig, settings, rng))],
    };
  });
}

/** Some of a list, no one twice. */
function draw<T>(rng: Rng, list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(rng.integer(left.length), 1)[0],
  );
}

function lend(
  lender: PackedRig,
  borrower: PackedRig,
  { clips, frames }: Required<LendClipsOptions>,
  rng: Rng,
): PackedClip[] {
  const [from, to] = [skeletonOf(lender), skeletonOf(borrower)];
  const match = matchBodies(lender, borrower);
  if (!match) return [];
  const settings = { turn: match.turn, rootScale: rootMotionScale(from, to) };
  return draw(rng, lender.clips, clips).map((clip) => {
    const count = clip.heights.length;
    const kept = Math.min(frames, count);
    const poses = Array.from({ length: kept }, (_, i) =>
      unpackPose(clip, Math.floor(((i + rng.next()) * count) / kept)),
    );
    const lent = retargetClip(
      { name: clip.name, times: timesOf(poses), poses },
      from,
      to,
      match.joints,
      settings,
    );
    const packed = packClip(borrower.rig, { ...lent, residual: clip.residual }, 0, 1);
    return { ...packed, lentBy: lender.family };
  });
}

const timesOf = (poses: readonly Pose[]) => Float32Array.from(poses, (_, i) => i);

/** In normalised lengths: heights of packed clips are. */
const skeletonOf = ({ names, rig: { parents, rest } }: PackedRig): Skeleton => ({
  names,
  parents,
  rest: Float32Array.from(rest),
  frames: Float32Array.from({ length: parents.length * 4 }, (_, i) => +(i % 4 === 3)),
});

function matchBodies(lender: PackedRig, borrower: PackedRig) {
  const [from, to] = [skeletonOf(lender), skeletonOf(borrower)];
  const planned = mapJointsBySurePlan(lender.reading, borrower.reading, to);
  if (planned) return planned;
  const placed = mapJointsByPosition(from, to);
  return mappedShare(placed.joints, to) >= MOST_PLACES ? placed : undefined;
}
