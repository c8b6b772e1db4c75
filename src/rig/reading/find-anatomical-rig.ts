/**
 * @file Finds the anatomical tree of a rig: the joints of the body, each parented to the joint it moves with.
 *
 * A control rig serves the animator: feet are children of the root so that they stay where they are put, IK targets and
 * poles lie beside the body, a root marks the floor. A pose model needs the tree of the body, in which a foot follows the
 * shin. Skin weights and rigid motion over the given poses decide, names only help; without poses the surface decides.
 *
 * On one rig of each of 91 families, all clips: bones alone reproduce the joint positions to within 0.1 % of the diameter
 * for 38, 0.5 % for 60, 1 % for 69 and 2 % for 83. From the surface alone 80 of the 91 trees are the same.
 * `toAnatomicalPose` and `fromAnatomicalPose` convert poses.
 */

import type { Finding } from '../../base/finding.js';
import type { AnatomicalRig } from '../anatomy/anatomical-rig.js';
import { pickJoints, pickSkin } from '../pick-joints.js';
import type { PartialRig, Pose } from '../rig-records.js';
import { analyzeJoints, type JointAnalysis, measureDrift } from './analyze-joints.js';
import { collapseRoots } from './collapse-roots.js';
import { dropCoincident } from './drop-coincident.js';
import { dropControls } from './drop-controls.js';
import { type JointForest, rootOf } from './joint-forest.js';
import { parentLooseParts } from './parent-loose-parts.js';
import { reparentJoints } from './reparent-joints.js';

/** A dropped joint follows a kept one if it drifts from it by less than this fraction of the size. */
const FOLLOWS = 0.04;

/** Finds the anatomical rig; the more poses are given, the better. */
export function findAnatomicalRig(body: PartialRig, poses: readonly Pose[] = []): AnatomicalRig {
  const { skeleton } = body;
  const analysis = analyzeJoints(body, poses);
  const forest = {
    parents: skeleton.parents.slice(),
    kept: new Uint8Array(skeleton.parents.length).fill(1),
  };
  const representatives = parentLooseParts(analysis, forest, poses.length === 0);
  if (representatives) return rigOfParts(body, forest, representatives);
  const controls = dropControls(analysis, forest);
  const reparented = reparentJoints(analysis, forest);
  const roots = collapseRoots(analysis, forest);
  // Joints that were children of the ground and move with no joint of the body show only now.
  controls.push(...dropControls(analysis, forest));
  const coincident = dropCoincident(analysis, forest);

  const sources = sortJoints(forest);
  const carriers = findCarriers(analysis, forest, sources);
  const moved = [...reparented, ...roots.reparented].filter(({ joint }) => forest.kept[joint]);
  return {
    original: skeleton,
    rig: pickRig(body, forest, sources, carriers),
    sources,
    carriers,
    findings: [
      ...listJoints(
        'controls-dropped',
        'are animation controls or scene nodes, not part of the body',
        controls,
      ),
      ...listJoints(
        'joints-reparented',
        'were children of the root or a helper and are now children of the joint they move with',
        moved.map(({ joint }) => joint),
      ),
      ...listJoints(
        'roots-collapsed',
        'were above the body in the hierarchy and moved no vertex',
        roots.dropped,
      ),
      ...listJoints('coincident-joints', 'coincided with another joint and moved no vertex', coincident),
    ],
  };
}

/** The anatomical rig of a body that was joined from parts. */
function rigOfParts(body: PartialRig, forest: JointForest, representatives: Int16Array): AnatomicalRig {
  const { skeleton } = body;
  const sources = sortJoints(forest);
  const carriers = representatives.map((joint) => sources.indexOf(joint));
  const moved = Array.from(sources.subarray(1));
  return {
    original: skeleton,
    rig: pickRig(body, forest, sources, carriers),
    sources,
    carriers,
    findings: listJoints(
      'parts-joined',
      'had no parent and are now children of the part they move with',
      moved,
    ),
  };
}

/** Kept joints, parents first, otherwise in their original order. */
function sortJoints(forest: JointForest): Int16Array {
  const { parents, kept } = forest;
  const waiting = [...parents.keys()].filter((j) => kept[j]);
  const placed = new Uint8Array(parents.length);
  const order: number[] = [];
  placed[rootOf(forest)] = 1;
  order.push(rootOf(forest));
  for (let pass = waiting.filter((j) => !placed[j]); pass.length > 0; pass = pass.filter((j) => !placed[j])) {
    for (const j of pass) {
      if (!placed[parents[j]]) continue;
      placed[j] = 1;
      order.push(j);
    }
  }
  return Int16Array.from(order);
}

/** The rig of the kept joints; the weights of dropped ones go to the joints they follow. */
function pickRig(
  body: PartialRig,
  { parents }: JointForest,
  sources: Int16Array,
  carriers: Int16Array,
): PartialRig {
  const kept = sources.map((j) => (parents[j] < 0 ? -1 : sources.indexOf(parents[j])));
  return {
    ...body,
    skeleton: pickJoints(body.skeleton, sources, kept),
    ...(body.skin && { skin: pickSkin(body.skin, carriers) }),
  };
}

function findCarriers(analysis: JointAnalysis, { kept }: JointForest, sources: Int16Array): Int16Array {
  const { parents } = analysis.skeleton;
  const carriers = new Int16Array(parents.length).fill(-1);
  sources.forEach((j, a) => {
    carriers[j] = a;
  });
  for (let j = 0; j < parents.length; j++) {
    if (kept[j]) continue;
    // An ancestor of the body stands still; any other follows the joint it moved with, else its parent.
    if (isAbove(parents, j, sources[0])) continue;
    let least = analysis.poseCount > 0 ? FOLLOWS : 0;
    for (const [a, source] of sources.entries()) {
      const drift = least > 0 ? measureDrift(analysis, j, source) : Infinity;
      if (drift < least) [carriers[j], least] = [a, drift];
    }
    if (carriers[j] < 0 && parents[j] >= 0) carriers[j] = carriers[parents[j]];
  }
  return carriers;
}

function isAbove(parents: Int16Array, joint: number, below: number): boolean {
  for (let a = parents[below]; a >= 0; a = parents[a]) if (a === joint) return true;
  return false;
}

function listJoints(code: string, what: string, joints: readonly number[]): Finding[] {
  if (joints.length === 0) return [];
  return [
    {
      code,
      severity: 'info',
      message: `${joints.length} joints ${what}`,
      kind: 'joint',
      elements: joints.slice(0, 200),
      count: joints.length,
    },
  ];
}
