/**
 * @file A skeleton from the shape of a body alone: cells → depth → thinned curve → pruned, symmetric tree → joints.
 *
 * The recipe on one page; each step is a file in `skeleton/`. Of ten methods tried (thinning, distance-weighted
 * geodesic paths, Reeb graphs, Laplacian contraction, embedding of templates and others) thinning was nearest to
 * artists' skeletons and needs no template. What artists do beyond the geometry is fitted on rigs: which branches are
 * limbs (`judge-limb`), how high a spine lies (`settle-trunk`), where limbs hang (`settle-limbs`), how many joints there
 * are and where (`expect-joints`). Figures put together from boxes have a joint a box instead (`place-box-joints`).
 *
 * On 125 train rigs, each judged by what was fitted on other families: 0.044 / 0.035 / 0.032 (joints, joints to bones,
 * bones; medians) with 1.35 joints for each of the artist's. Finer cells find more of what artists rig: joints to bones
 * came 3.5 % nearer from 96 to 128 cells, 1.6 from 128 to 160 and 0.9 from there to 192 (means over rigs, each ± 1 to
 * 2 %), by true joints that had been missed. 160 cells take 1.4 times as long as 128.
 *
 * What is left: which stretches of the curve carry bones at all. Were that known, joints to bones would be a fifth nearer
 * and bones an eighth; the rest lies beside the curve and is the artist's choice. That bones are straight where the curve
 * is not costs 1 %. What was tried and gained nothing, or too little, on families left out:
 * - where bones end along a limb, by boosted trees over 64 measures: joints to bones 1.1 % (± 0.5) nearer, bones 1.7 %
 *   (± 0.8); by a logistic over three of them 21 of 36 rigs that changed came nearer, 15 did not. Ends are a matter of
 *   style: of the last joints of arms on two legs half lie where the artist has no bone;
 * - limbs let through generously and judged anew by the same trees: 1 % further off, 6 % in the middle of the rigs;
 * - shifts across the curve by boosted trees over 46 measures (the flesh to all sides, facing, what part it is): 0.032 to
 *   0.033 on the mirror plane, 0.0209 to 0.0206 beside it; spines of stout upright bodies moved to the back: 4 % nearer
 *   in the figures of one maker, 1.5 % further off in all others;
 * - the middle one of three skeletons from different cells: 1.2 % (± 0.8) nearer for three times the work;
 * - limbs judged by 22 more measures (where they sit in the body and the tree, loose parts) though their log loss fell by
 *   3 %, ensembles of judges, joints drawn to the middle of the corners around them, fewer joints at the ends of limbs.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Finding } from '../../base/report.js';
import { boxSize, computeBox, isFinitePoint } from '../../mesh/box.js';
import { findSymmetryPlane, type SymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skeleton } from '../rig-records.js';
import { applyLandmarks, type Landmark } from './apply-landmarks.js';
import { attachLimbs } from './attach-limbs.js';
import { type BodyFrame, findBodyFrame, fromFrame, toFrame } from './body-frame.js';
import type { DraftJoint } from './draft-joints.js';
import { estimateJointConfidence } from './joint-confidence.js';
import { MOST_DETAIL, matchJointCount } from './match-joint-count.js';
import { moveJointsInside } from './move-joints-inside.js';
import { placeBoxJoints } from './place-box-joints.js';
import { placeJoints } from './place-joints.js';
import { type PrunedCurve, pruneBranches } from './prune-branches.js';
import { refineTrunk } from './refine-trunk.js';
import { reportAmbiguities } from './report-ambiguities.js';
import { traceBody } from './trace-body.js';

export type { Landmark } from './apply-landmarks.js';

export interface FindSkeletonOptions extends WorkOptions {
  /** Joints to aim at, 2 to 256; absent: what the shape asks for, 15 to 60 as a rule. */
  readonly jointCount?: number;
  /** Joint positions that are known; a joint lies exactly there. */
  readonly landmarks?: readonly Landmark[];
  /** Cells along the longest side, 32 to 384. */
  readonly resolution?: number;
  /** The mirror plane where it is known already. */
  readonly symmetry?: SymmetryPlane;
}

export const FIND_SKELETON_DEFAULTS = Object.freeze({
  resolution: 160,
} as const satisfies FindSkeletonOptions);

export interface FoundSkeleton {
  readonly skeleton: Skeleton;
  /** Chance that an artist would have a joint within 0.05 of the longest side. [J] */
  readonly confidence: Float32Array;
  /** Distance from each joint to the surface, metres. [J] */
  readonly radii: Float32Array;
  /** The best mirror plane, symmetric or not; absent for a mesh without area. */
  readonly symmetry?: SymmetryPlane;
  readonly findings: readonly Finding[];
}

/** Log odds below which a branch is no limb. */
const LIMB_THRESHOLD = 0;
/**
 * Joints for each that an artist is expected to have. A missing joint costs a user more than one too many: with 1.3
 * the median distance of joints falls from 0.049 to 0.044 on train creatures, at 1.35 joints for each of the artists'.
 */
const DETAIL = 1.3;
/** A body that gives more joints than this is pruned harder, unless they were asked for. */
const MOST_JOINTS = 80;
const THRESHOLD_STEP = 0.5;
const MOST_STEPS = 16;
/** How much harder less detail prunes. */
const DETAIL_PRUNING = 1.2;
const thresholdFor = (detail: number): number => LIMB_THRESHOLD - DETAIL_PRUNING * Math.log(detail);

/** Finds a skeleton inside a mesh. The same mesh and options give the same bytes. */
export function findSkeleton(mesh: Mesh, options: FindSkeletonOptions = {}): FoundSkeleton {
  const { resolution, landmarks, jointCount } = { ...FIND_SKELETON_DEFAULTS, ...options };
  checkInput(mesh, options);
  // (1) The body in its own frame, as a curve.
  options.onProgress?.({ stage: 'finding the mirror plane', fraction: 0 });
  const symmetry = options.symmetry ?? findSymmetryPlane(mesh);
  throwIfAborted(options.signal);
  const frame = findBodyFrame(mesh, symmetry);
  const framed = { positions: toFrame(frame, mesh.positions), triangles: mesh.triangles };
  const body = traceBody(framed, frame.symmetric, Math.min(384, Math.max(32, resolution)), options);

  // (2) Joints on what is left of it.
  options.onProgress?.({ stage: 'placing joints', fraction: 0.9 });
  // What more pruning starts from; with a count asked for, the tree of the greatest detail.
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
  if (jointCount) {
    placed = matchJointCount(jointCount, frame.symmetric, (detail) => place(thresholdFor(detail), detail));
  } else {
    // A cogwheel or a fur coat would have hundreds: prune harder until there are few enough.
    placed = place(LIMB_THRESHOLD, DETAIL);
    for (let step = 1; placed.length > MOST_JOINTS && step <= MOST_STEPS; step++) {
      base = curve!.tree;
      placed = place(LIMB_THRESHOLD + step * THRESHOLD_STEP, DETAIL);
    }
    placed = placeBoxJoints(framed, frame.symmetric, body.stance.ground) ?? placed;
  }
  const inside = moveJointsInside(placed, body.grid, body.depth, framed, frame.symmetric);

  // (3) What the user knows better, and what to ask for.
  const known = landmarks ? landmarksIn(frame, landmarks) : [];
  const joints = known.length > 0 ? applyLandmarks(inside, known, frame.symmetric) : inside;
  const findings = reportAmbiguities(body, curve!, joints, boxSize(computeBox(framed.positions)));
  if (jointCount && joints.length !== jointCount) findings.push(countFinding(jointCount, joints.length));
  return {
    skeleton: toSkeleton(joints, frame, landmarks),
    confidence: estimateJointConfidence(joints, frame.symmetric),
    radii: Float32Array.from(joints, (joint) => joint.radius * frame.scale),
    ...(symmetry ? { symmetry } : {}),
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
      `rig/findSkeleton: jointCount must lie in 2 to 256, got ${jointCount}; leave it out to let the shape decide`,
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
  message: `${wanted} joints were asked for, the body took ${reached}.`,
  fix: 'Mirrored limbs get joints in pairs; ask for another count, or add landmarks.',
});

function toSkeleton(
  joints: readonly DraftJoint[],
  frame: BodyFrame,
  landmarks: readonly Landmark[] | undefined,
): Skeleton {
  const rest = fromFrame(
    frame,
    joints.flatMap((joint) => [...joint.position]),
  );
  // Landmarks went into the frame and back: put the user's own numbers in place of the rounded ones.
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

/** The user's names, plain numbers for the rest; no name twice. */
function nameJoints(joints: readonly DraftJoint[]): string[] {
  const used = new Set<string>();
  return joints.map((joint, j) => {
    let name = joint.name ?? (j === 0 ? 'root' : `joint${j}`);
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  });
}
