/**
 * @file Finds the anatomical tree of a rig: the joints that are body, hung from what carries them.
 *
 * The tree of a file serves an animator: feet hang from the ground so that they stay where they are put, targets and
 * poles lie beside the body, a root below it marks the floor. A pose model needs the tree of the body, in which a
 * foot follows the shin. Weights and rigidity over the given poses decide, names only help; without poses the flesh
 * decides. Joint records stay as they are: joints leave and parents change.
 *
 * Measured on one rig of each of 91 families, all clips: bones alone put the joints where they were to within 0.1 % of
 * the diameter for 38, 0.5 % for 60, 1 % for 69 and 2 % for 83. From flesh alone 80 of the 91 trees are the same.
 *
 * `toAnatomicalPose` and `fromAnatomicalPose` carry poses over and back.
 */

import type { Finding } from '../../base/report.js';
import type { Pose, Skeleton, Skin } from '../rig-records.js';
import { analyzeJoints, type JointAnalysis, measureDrift, type PartialRig } from './analyze-joints.js';
import { collapseRoots } from './collapse-roots.js';
import { dropCoincident } from './drop-coincident.js';
import { dropControls } from './drop-controls.js';
import { type JointForest, rootOf } from './joint-forest.js';
import { parentLooseParts } from './parent-loose-parts.js';
import { reparentJoints } from './reparent-joints.js';

export type { PartialRig } from './analyze-joints.js';

export interface AnatomicalRig {
  /** The skeleton that the anatomy was found in. */
  readonly original: Skeleton;
  /** The body on its anatomical tree; mesh and skin where the original had them. */
  readonly rig: PartialRig;
  /** Joint of the original that each anatomical joint is. [A] */
  readonly sources: Int16Array;
  /**
   * The anatomical joint that each joint of the original is, or follows rigidly where it was left out; −1 where it
   * lay above the body and stands still. [J]
   */
  readonly carriers: Int16Array;
  readonly findings: readonly Finding[];
}

export interface FindAnatomicalRigOptions {
  /**
   * Whether parts that hang from nothing become one body. Left loose, they can be moved one by one: feet are then held
   * where joined legs would not reach.
   */
  readonly parentLooseParts?: boolean;
}

export const FIND_ANATOMICAL_RIG_DEFAULTS = Object.freeze({ parentLooseParts: true });

/** A joint that was left out follows a kept one if it strays from it by less than this share of the size. */
const FOLLOWS = 0.04;

/** Finds the anatomy of a rig, the better the more poses of it are known. */
export function findAnatomicalRig(
  body: PartialRig,
  poses: readonly Pose[] = [],
  options: FindAnatomicalRigOptions = {},
): AnatomicalRig {
  const { skeleton } = body;
  const analysis = analyzeJoints(body, poses);
  const forest = {
    parents: skeleton.parents.slice(),
    kept: new Uint8Array(skeleton.parents.length).fill(1),
  };
  const settings = { ...FIND_ANATOMICAL_RIG_DEFAULTS, ...options };
  const stands = settings.parentLooseParts ? parentLooseParts(analysis, forest) : undefined;
  if (stands) return anatomyOfParts(body, forest, stands);
  const controls = dropControls(analysis, forest);
  const rehung = reparentJoints(analysis, forest);
  const roots = collapseRoots(analysis, forest);
  // What hung from the ground and moves with no joint of the body shows only now.
  controls.push(...dropControls(analysis, forest));
  const coincident = dropCoincident(analysis, forest);

  const sources = sortJoints(forest);
  const carriers = findCarriers(analysis, forest, sources);
  const moved = [...rehung, ...roots.rehung].filter(({ joint }) => forest.kept[joint]);
  return {
    original: skeleton,
    rig: { ...body, skeleton: pickJoints(skeleton, forest, sources), ...pickSkin(body.skin, carriers) },
    sources,
    carriers,
    findings: [
      ...tell('controls-dropped', 'are handles for animators or nodes of the scene, not body', controls),
      ...tell(
        'joints-rehung',
        'hung from the root or from a helper and now hang from the joint that carries them',
        moved.map(({ joint }) => joint),
      ),
      ...tell('roots-collapsed', 'lay above the body and moved no vertex', roots.dropped),
      ...tell('coincident-joints', 'lay on another joint and added nothing', coincident),
    ],
  };
}

/** The anatomy of a body that was joined from parts. */
function anatomyOfParts(body: PartialRig, forest: JointForest, stands: Int16Array): AnatomicalRig {
  const { skeleton } = body;
  const sources = sortJoints(forest);
  const carriers = stands.map((joint) => sources.indexOf(joint));
  const moved = Array.from(sources.subarray(1));
  return {
    original: skeleton,
    rig: { ...body, skeleton: pickJoints(skeleton, forest, sources), ...pickSkin(body.skin, carriers) },
    sources,
    carriers,
    findings: tell('parts-joined', 'hung from nothing and now hang from the part that carries them', moved),
  };
}

/** Kept joints, parents first, otherwise in the order that they had. */
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

function pickJoints(skeleton: Skeleton, { parents }: JointForest, sources: Int16Array): Skeleton {
  const numbers = new Int16Array(parents.length).fill(-1);
  sources.forEach((j, a) => {
    numbers[j] = a;
  });
  const rest = new Float32Array(sources.length * 3);
  const frames = new Float32Array(sources.length * 4);
  sources.forEach((j, a) => {
    rest.set(skeleton.rest.subarray(j * 3, j * 3 + 3), a * 3);
    frames.set(skeleton.frames.subarray(j * 4, j * 4 + 4), a * 4);
  });
  return {
    names: Array.from(sources, (j) => skeleton.names[j]),
    parents: sources.map((j) => (parents[j] < 0 ? -1 : numbers[parents[j]])),
    rest,
    frames,
  };
}

/** The weights of joints that were left out go to what carries them. */
function pickSkin(skin: Skin | undefined, carriers: Int16Array): { skin?: Skin } {
  if (!skin) return {};
  return { skin: { ...skin, joints: skin.joints.map((j) => Math.max(0, carriers[j] ?? 0)) } };
}

function findCarriers(analysis: JointAnalysis, { kept }: JointForest, sources: Int16Array): Int16Array {
  const { parents } = analysis.skeleton;
  const carriers = new Int16Array(parents.length).fill(-1);
  sources.forEach((j, a) => {
    carriers[j] = a;
  });
  for (let j = 0; j < parents.length; j++) {
    if (kept[j]) continue;
    // Above the body it stands still; beside it, it goes with what it followed, else with what it hung from.
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

function tell(code: string, what: string, joints: readonly number[]): Finding[] {
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
