/**
 * @file Finds a skeleton from the shape of a body alone: voxels → distance to the surface → thinned curve → pruned,
 * symmetric tree → joints. Each step is a file in this folder.
 *
 * Of ten methods tried, thinning was nearest to artists' skeletons and needs no template. What artists do beyond the
 * geometry is fitted on rigs: which branches are limbs (`classify-limb`), where spine and hips lie (`refine-trunk`,
 * `attach-limbs`), how many joints there are (`predict-joint-density`). Figures made of boxes get one joint per moving
 * box instead (`place-box-joints`).
 *
 * On 125 train rigs, models fitted on other families: CD-J2J 0.044, J2B 0.035, B2B 0.032 (medians), 1.35 joints per
 * artist's joint. What was tried: lab/notes/rig-find-skeleton.md
 */

import { JOINT_CONFIDENCE_PARAMETERS } from '../../../models/joint-confidence/parameters.js';
import { JOINT_PLACEMENT_PARAMETERS } from '../../../models/joint-placement/parameters.js';
import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { boxSize, computeBox, isFinitePoint } from '../../mesh/box.js';
import { findSymmetryPlane, type SymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { FoundBodyPlan, SmallPart } from '../body-plan/body-plan.js';
import type { Skeleton } from '../rig-records.js';
import { applyLandmarks, type Landmark } from './apply-landmarks.js';
import { attachLimbs } from './attach-limbs.js';
import { type BodyFrame, findBodyFrame, fromFrame, toFrame } from './body-frame.js';
import type { DraftJoint } from './draft-joints.js';
import { MOST_DETAIL, matchJointCount } from './match-joint-count.js';
import { moveJointsInside } from './move-joints-inside.js';
import { placeBoxJoints } from './place-box-joints.js';
import { placeJoints } from './place-joints.js';
import { type PrunedCurve, pruneBranches } from './prune-branches.js';
import { refineTrunk } from './refine-trunk.js';
import { reportAmbiguities } from './report-ambiguities.js';
import { traceBody } from './trace-body.js';

export type { Landmark } from './apply-landmarks.js';

/** Options of `findSkeleton`. */
export interface FindSkeletonOptions extends WorkOptions {
  /** Number of joints to aim for, 2 to 256; absent: decided by the shape, usually 15 to 60. */
  readonly jointCount?: number;
  /** Known joint positions: the skeleton has a joint exactly at each. */
  readonly landmarks?: readonly Landmark[];
  /** Voxels along the longest side, 32 to 384. */
  readonly resolution?: number;
  /** The mirror plane, where it is already known. */
  readonly symmetry?: SymmetryPlane;
  /**
   * @internal The mesh that this one was simplified from. The curve comes from its voxels and its vertices: a few voxels
   * more or less at the surface lead to other branches.
   */
  readonly whole?: Mesh;
}

/** Defaults of `findSkeleton`. */
export const FIND_SKELETON_DEFAULTS = Object.freeze({
  resolution: 160,
} as const satisfies FindSkeletonOptions);

/** A skeleton found in a mesh, with a confidence per joint. */
export interface FoundSkeleton {
  readonly skeleton: Skeleton;
  /** Chance that an artist would have a joint within 0.05 of the longest side. [J] */
  readonly confidence: Float32Array;
  /** Distance from each joint to the surface, metres. [J] */
  readonly radii: Float32Array;
  /** The best mirror plane, symmetric or not; absent for a mesh without area. */
  readonly symmetry?: SymmetryPlane;
  /** The body, where the finder reads it; otherwise it is read from the skeleton. */
  readonly body?: FoundBodyPlan;
  /** Whether the body is made of boxes that each got a joint. */
  readonly isBoxes?: boolean;
  /** Role and side of each joint, where a network named them: role · 3 + side. [J] */
  readonly roles?: Uint8Array;
  /** Small parts that the network does not see, whatever branches the shape has. */
  readonly absent?: ReadonlySet<SmallPart>;
  /** Where the network would place joints, metres. [K, 3] */
  readonly estimate?: Float32Array;
  /** What the confidence of the body rests on, for fitting it: log odds of its plan, whether the shape agrees. */
  readonly evidence?: readonly number[];
  readonly findings: readonly Finding[];
}

/** Branches with log odds below this are not limbs. */
const LIMB_THRESHOLD = 0;
/** Joints per predicted joint: a missing joint costs a user more than one too many. */
const DETAIL = JOINT_PLACEMENT_PARAMETERS.detail;
/** A body with more joints than this is pruned harder, unless `jointCount` was given. */
const MOST_JOINTS = 80;
const THRESHOLD_STEP = 0.5;
const MOST_STEPS = 16;
/** Change of the pruning threshold per e-fold of detail. */
const DETAIL_PRUNING = 1.2;
const thresholdFor = (detail: number): number => LIMB_THRESHOLD - DETAIL_PRUNING * Math.log(detail);

/** Finds a skeleton inside a mesh. The same mesh and options give the same bytes. */
export function findSkeleton(mesh: Mesh, options: FindSkeletonOptions = {}): FoundSkeleton {
  const { resolution, landmarks, jointCount } = { ...FIND_SKELETON_DEFAULTS, ...options };
  checkInput(mesh, options);
  // (1) The curve skeleton, in the body's own frame.
  options.onProgress?.({ stage: 'finding the mirror plane', fraction: 0 });
  const whole = options.whole ?? mesh;
  const symmetry = options.symmetry ?? findSymmetryPlane(whole);
  throwIfAborted(options.signal);
  const frame = findBodyFrame(whole, symmetry);
  const framed = { positions: toFrame(frame, mesh.positions), triangles: mesh.triangles };
  const traced =
    whole === mesh ? framed : { positions: toFrame(frame, whole.positions), triangles: whole.triangles };
  const body = traceBody(traced, frame.symmetric, Math.min(384, Math.max(32, resolution)), options);

  // (2) Joints on the pruned curve.
  options.onProgress?.({ stage: 'placing joints', fraction: 0.9 });
  // The tree that pruning starts from; with a joint count given, the one of the greatest detail.
  let base = jointCount ? pruneBranches(body.tree, body.stance, thresholdFor(MOST_DETAIL)).tree : body.tree;
  let curve: PrunedCurve | undefined;
  const place = (threshold: number, detail: number): DraftJoint[] => {
    curve = pruneBranches(base, body.stance, threshold);
    const { odds } = curve;
    const { stance } = body;
    const { tree, sources, hips } = attachLimbs(refineTrunk(curve.tree, stance), stance);
    throwIfAborted(options.signal);
    return placeJoints(tree, { stance, hips, oddsOf: (tip) => odds.get(sources[tip]) ?? 0 }, detail);
  };
  let placed: DraftJoint[];
  let isBoxes = false;
  if (jointCount) {
    placed = matchJointCount(jointCount, frame.symmetric, (detail) => place(thresholdFor(detail), detail));
  } else {
    // A cogwheel or fur would give hundreds of joints: prune harder until there are few enough.
    placed = place(LIMB_THRESHOLD, DETAIL);
    for (let step = 1; placed.length > MOST_JOINTS && step <= MOST_STEPS; step++) {
      base = curve!.tree;
      placed = place(LIMB_THRESHOLD + step * THRESHOLD_STEP, DETAIL);
    }
    const boxes = placeBoxJoints(framed, frame.symmetric, body.stance.ground);
    isBoxes = boxes !== undefined;
    placed = boxes ?? placed;
  }
  const inside = moveJointsInside(placed, body.grid, body.depth, framed, frame.symmetric);

  // (3) Landmarks of the user, and findings.
  const known = landmarks ? landmarksIn(frame, landmarks) : [];
  const joints = known.length > 0 ? applyLandmarks(inside, known, frame.symmetric) : inside;
  const findings = reportAmbiguities(body, curve!, joints, boxSize(computeBox(framed.positions)));
  if (jointCount && joints.length !== jointCount) findings.push(countFinding(jointCount, joints.length));
  return {
    skeleton: toSkeleton(joints, frame, landmarks),
    confidence: estimateJointConfidence(joints, frame.symmetric),
    radii: Float32Array.from(joints, (joint) => joint.radius * frame.scale),
    ...(symmetry ? { symmetry } : {}),
    isBoxes,
    findings,
  };
}

function checkInput({ positions, triangles }: Mesh, { jointCount, landmarks }: FindSkeletonOptions): void {
  const usable = (t: number) =>
    [0, 1, 2].every(
      (k) => triangles[t + k] * 3 < positions.length && isFinitePoint(positions, triangles[t + k]),
    );
  let found = false;
  for (let t = 0; t + 2 < triangles.length && !found; t += 3) found = usable(t);
  requireInput(found, 'rig/findSkeleton: the mesh has no finite triangle; pass a mesh with a surface');
  if (jointCount !== undefined && !(jointCount >= 2 && jointCount <= 256)) {
    throw new PosespaceError(
      'bad-usage',
      `rig/findSkeleton: jointCount must be 2 to 256, got ${jointCount}; omit it to let the shape decide`,
    );
  }
  for (const { position } of landmarks ?? []) {
    if (position.length === 3 && position.every(Number.isFinite)) continue;
    throw new PosespaceError(
      'bad-usage',
      `rig/findSkeleton: a landmark needs three finite coordinates, got [${position.join(', ')}]; give metres in the mesh's axes`,
    );
  }
}

const landmarksIn = (frame: BodyFrame, landmarks: readonly Landmark[]): Landmark[] =>
  landmarks.map(({ position, name }) => {
    const [x, y, z] = toFrame(frame, Float32Array.from(position));
    return { position: [x, y, z], ...(name === undefined ? {} : { name }) };
  });

const countFinding = (wanted: number, reached: number): Finding => ({
  code: 'joint-count',
  severity: 'info',
  message: `${wanted} joints were requested, ${reached} were placed.`,
  fix: 'Mirrored limbs get joints in pairs: request another count, or add landmarks.',
});

/** Confidence of each joint (models/joint-confidence), 0 to 1. [J] */
function estimateJointConfidence(joints: readonly DraftJoint[], symmetric: boolean): Float32Array {
  const { base, limbShare, mostLimbOdds, asymmetry } = JOINT_CONFIDENCE_PARAMETERS;
  return Float32Array.from(joints, ({ kind, odds }) => {
    if (kind === 'landmark') return 1;
    const limb =
      kind === 'first' || kind === 'limb' || kind === 'tip' ? limbShare * Math.min(mostLimbOdds, odds) : 0;
    return 1 / (1 + Math.exp(-(base[kind] + limb - (symmetric ? 0 : asymmetry))));
  });
}

function toSkeleton(
  joints: readonly DraftJoint[],
  frame: BodyFrame,
  landmarks: readonly Landmark[] | undefined,
): Skeleton {
  const rest = fromFrame(
    frame,
    joints.flatMap((joint) => [...joint.position]),
  );
  // Landmarks were converted to the body's frame and back: restore the user's exact numbers.
  for (const { position } of landmarks ?? []) {
    const framed = toFrame(frame, Float32Array.from(position));
    const j = joints.findIndex(
      (joint) => joint.kind === 'landmark' && joint.position.every((value, k) => value === framed[k]),
    );
    if (j >= 0) rest.set(position, j * 3);
  }
  const frames = new Float32Array(joints.length * 4);
  for (let j = 0; j < joints.length; j++) frames[j * 4 + 3] = 1;
  return {
    names: nameJoints(joints),
    parents: Int16Array.from(joints, (joint) => joint.parent),
    rest,
    frames,
  };
}

/** The user's names, numbered names for the rest; all unique. */
function nameJoints(joints: readonly DraftJoint[]): string[] {
  const used = new Set<string>();
  return joints.map((joint, j) => {
    let name = joint.name ?? (j === 0 ? 'root' : `joint${j}`);
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  });
}
