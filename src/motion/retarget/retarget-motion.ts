/**
 * @file Retargets a clip from one rig to another without foot skate: joints are matched, poses transferred as global
 * rotations on the anatomical trees of both, and what touched the ground touches it again, at the same time.
 *
 * Bones keep the lengths of the target: only rotations and root motion are transferred, and contacts are met by inverse
 * kinematics.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import type { WorkOptions } from '../../base/progress.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { quantile } from '../../math/statistics.js';
import { type AnatomicalRig, toAnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { fromAnatomicalPose } from '../../rig/anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../../rig/anatomy/to-anatomical-pose.js';
import { confidenceOf, planOf } from '../../rig/anatomy/views.js';
import { mapPlan } from '../../rig/body-plan/map-plan.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import type { Anatomy, PartialRig } from '../../rig/rig-records.js';
import { jointCount, restPose } from '../../rig/rig-records.js';
import { type Clip, inheritSource } from '../clip.js';
import { cleanFootSkate } from '../contacts/clean-foot-skate.js';
import type { ClipContacts } from '../contacts/contact-record.js';
import { createContactScene } from '../contacts/contact-scene.js';
import { type DetectedContacts, detectInScene } from '../contacts/detect-contacts.js';
import type { ContactLimb } from '../contacts/find-contact-limbs.js';
import {
  type JointMatch,
  mapJointsByPlan,
  mapJointsByPosition,
  mapJointsBySurePlan,
  mappedShare,
  type PlanReading,
} from './map-joints.js';
import { mapJointsByName, retargetClip, rootMotionScale } from './retarget-clip.js';

/** How joints of two rigs are matched. */
export type MatchBy = 'name' | 'plan' | 'position';

/** Options of `retargetMotion`. */
export interface RetargetMotionOptions extends WorkOptions {
  /** How joints are matched; absent: by name if most names match, else by body plan if both have one, else by position. */
  readonly by?: MatchBy;
  /** Poses of the target that are known to be good: its anatomy is found from them. */
  readonly targetPoses?: readonly Clip['poses'][number][];
  /** Whether foot skate is removed on the target; default true. */
  readonly contacts?: boolean;
}

/** A clip on another rig, and how its joints were matched. */
export interface RetargetedMotion {
  readonly clip: Clip;
  /** How joints were matched. */
  readonly by: MatchBy;
  /** Joint of the source for each joint of the target, in the rigs' own numbers, −1 where there is none. */
  readonly joints: Int32Array;
  /** Present if `contacts` was set. */
  readonly contacts?: ClipContacts;
  readonly findings: readonly Finding[];
}

/** Names decide where at least this share of the target's joints have a namesake. */
const MOST_NAMES = 0.6;

/** Transfers a clip from one rig to another. */
export function retargetMotion(
  source: PartialRig,
  target: PartialRig,
  clip: Clip,
  options: RetargetMotionOptions = {},
): RetargetedMotion {
  const [theirs, ours] = [anatomyOf(source, clip.poses), anatomyOf(target, options.targetPoses)];
  const [from, to] = [toAnatomicalRig(source, theirs), toAnatomicalRig(target, ours)];
  const { match, by } = matchBodies(from, to, { theirs, ours, by: options.by });
  const onBody: Clip = { ...clip, poses: clip.poses.map((pose) => toAnatomicalPose(from, pose).pose) };
  const [a, b] = [from.rig.skeleton, to.rig.skeleton];
  const rootScale = rootMotionScale(a, b);
  const carried = retargetClip(onBody, a, b, match.joints, { turn: match.turn, rootScale });
  const own: Clip = {
    name: clip.name,
    ...inheritSource(clip),
    times: clip.times,
    poses: carried.poses.map((pose) => fromAnatomicalPose(to, pose)),
  };
  const joints = new Int32Array(jointCount(target.skeleton)).fill(-1);
  match.joints.forEach((s, t) => {
    if (s >= 0) joints[to.sources[t]] = from.sources[s];
  });
  const findings = tellUnmatched(joints, target);
  if (options.contacts === false) return { clip: own, by, joints, findings };

  const known = { ...target, anatomy: ours };
  const ground = createContactScene(known, {
    ...own,
    poses: [restPose(target.skeleton)],
    times: own.times.slice(0, 1),
  }).ground;
  const standing = createContactScene(known, own);
  const grounded = liftClip(own, ground - standing.ground);
  const before = detectInScene({ ...source, anatomy: theirs }, clip, { signal: options.signal });
  const after = detectInScene(known, grounded, { ground, signal: options.signal });
  const contacts = carryContacts(before, after, match, rootScale);
  const cleaned = cleanFootSkate(known, grounded, { ...options, contacts, slide: 0, leaveClean: false });
  return { clip: cleaned.clip, by, joints, contacts, findings: [...findings, ...cleaned.findings] };
}

function matchBodies(
  from: AnatomicalRig,
  to: AnatomicalRig,
  { theirs, ours, by }: { readonly theirs: Anatomy; readonly ours: Anatomy; readonly by?: MatchBy },
): { match: JointMatch; by: MatchBy } {
  const [a, b] = [from.rig.skeleton, to.rig.skeleton];
  const named = (): JointMatch => ({ joints: mapJointsByName(a, b), turn: [0, 0, 0, 1] });
  if (by === 'name' || (!by && mappedShare(named().joints, b) >= MOST_NAMES)) {
    const match = named();
    if (match.joints[0] < 0) match.joints[0] = 0;
    return { match, by: 'name' };
  }
  if (by !== 'position') {
    const [one, other] = [planIn(from, theirs), planIn(to, ours)];
    const requested = by === 'plan' && one && other && mapJointsByPlan(one, other, jointCount(b));
    const match = requested || mapJointsBySurePlan(one, other, b);
    if (match) return { match, by: 'plan' };
    if (by === 'plan') {
      throw new PosespaceError(
        'bad-input',
        'motion/retargetMotion: body plans are read from meshes, and one of the rigs has none; match by place',
      );
    }
  }
  return { match: mapJointsByPosition(a, b), by: 'position' };
}

/** The body plan in the joints of the anatomical tree; undefined where there is no surface to read one from. */
function planIn({ rig, sources }: AnatomicalRig, anatomy: Anatomy): PlanReading | undefined {
  if (!rig.skin || !rig.mesh || rig.mesh.triangles.length === 0) return undefined;
  const plan = mapPlan(planOf(anatomy), (j) => sources.indexOf(j));
  return { plan, forward: anatomy.forward, confidence: confidenceOf(anatomy) };
}

const liftClip = (clip: Clip, height: number): Clip => ({
  ...clip,
  poses: clip.poses.map((pose) => ({ ...pose, root: pose.root.map((x, k) => (k === 1 ? x + height : x)) })),
});

/** What touches on the source, for the limbs of the target that do the same job; others as they were found. */
function carryContacts(
  theirs: DetectedContacts,
  ours: DetectedContacts,
  { joints, turn }: JointMatch,
  rootScale: number,
): ClipContacts {
  const theirParents = theirs.scene.motion.anatomy.rig.skeleton.parents;
  const ratios: number[] = [];
  const tracks = ours.contacts.tracks.map((track, l) => {
    const limb = ours.limbs[l];
    const partner = theirs.limbs.findIndex((other) =>
      [limb.end, ...[...limb.chain].reverse()].some(
        (t) => joints[t] >= 0 && holds(other, joints[t], theirParents),
      ),
    );
    if (partner < 0) return track;
    const { spans } = theirs.contacts.tracks[partner];
    if (spans.length > 0) ratios.push(limb.length / theirs.limbs[partner].length);
    return { ...track, spans };
  });
  // Legs that turn alike stride by their length, whatever the height at which a body carries itself.
  const stride = ratios.length > 0 ? quantile(ratios, 0.5) : rootScale;
  const rootVelocity = theirs.contacts.rootVelocity.map((x) => x * stride);
  rotateVectorInto(rootVelocity, 0, turn, 0, rootVelocity, 0);
  return { ...ours.contacts, rootVelocity, loop: theirs.contacts.loop, tracks };
}

/** Whether a joint is of a limb. */
function holds({ chain, end }: ContactLimb, joint: number, parents: Int16Array): boolean {
  if (chain.includes(joint)) return true;
  let j = joint;
  while (j > end) j = parents[j];
  return j === end;
}

function tellUnmatched(joints: Int32Array, { skeleton }: PartialRig): Finding[] {
  const lost = [...joints.keys()].filter((j) => joints[j] < 0);
  if (lost.length === 0) return [];
  return [
    {
      code: 'joints-unmatched',
      severity: 'info',
      message: `${lost.length} of ${skeleton.names.length} joints have no match and keep their rest rotation relative to their parent`,
      kind: 'joint',
      elements: lost.slice(0, 200),
      count: lost.length,
    },
  ];
}
