/**
 * @file Reads what the joints of a rig are: the only reader of bodies. What the rig says of itself goes before everything;
 * else its anatomical tree is found, then its body plan, from what its joints are called or from its shape.
 *
 * Nothing else reads a body: who needs one takes `rig.anatomy`, or asks here for a rig that has none.
 */

import type { Finding } from '../../base/finding.js';
import { scale } from '../../math/vector.js';
import { computeBox } from '../../mesh/box.js';
import type { AnatomicalRig } from '../anatomy/anatomical-rig.js';
import { toAnatomy } from '../anatomy/to-anatomy.js';
import type { BodyKind, BodyPlan, FoundBodyPlan } from '../body-plan/body-plan.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { mapPlan } from '../body-plan/map-plan.js';
import { hasOwnNames } from '../body-plan/plan-from-names.js';
import { hasNeutralNames } from '../body-plan/unknown-body.js';
import { isUpright } from '../kinematics/assign-parts.js';
import { createBodyPoints } from '../kinematics/body-points.js';
import { turnPoints, turnToBody } from '../kinematics/turn-to-body.js';
import type { JointLabels } from '../label/network-labels.js';
import type { Anatomy, PartialRig, Pose, Skeleton } from '../rig-records.js';
import { anatomyOfLabels } from './anatomy-of-labels.js';
import { findAnatomicalRig } from './find-anatomical-rig.js';
import { findFishPlan } from './fish-plan.js';
import { readParts } from './loose-parts-plan.js';
import { readNames } from './named-plan.js';
import {
  jointConfidences,
  type ReadingClues,
  readingConfidence,
  readingEvidence,
} from './reading-confidence.js';
import { findSerpentPlan } from './serpent-plan.js';
import { keepSkinnedChains } from './skinned-chains.js';
import { findStandingLimbs, findWings, freeFromLegs } from './standing-limbs.js';

/** Options of `readAnatomy`. */
export interface ReadAnatomyOptions {
  /** Poses of the rig: they show which joints move together. */
  readonly poses?: readonly Pose[];
  /** What the labelling network says of its joints. */
  readonly labels?: JointLabels;
}

/** What a rig's joints are, and what was noticed on the way. */
export interface AnatomyReading {
  readonly anatomy: Anatomy;
  readonly findings: readonly Finding[];
  /** What its confidence rests on, for fitting it; absent where the names are posespace's own. */
  readonly evidence?: readonly number[];
}

/** The anatomy of a rig: its own, or one that is read. */
export const anatomyOf = (rig: PartialRig, poses: readonly Pose[] = []): Anatomy =>
  rig.anatomy ?? readAnatomy(rig, { poses }).anatomy;

/** Reads the anatomy of a rig, whatever it says of itself. */
export function readAnatomy(rig: PartialRig, options: ReadAnatomyOptions = {}): AnatomyReading {
  const { poses = [], labels } = options;
  const atRest = findAnatomicalRig(rig);
  // The network has learnt skeletons; loose parts have none, and where they touch says more.
  const isLabelled = labels && !hasNamesOfOurs(rig.skeleton) && !isJoined(atRest);
  const labelled = isLabelled ? anatomyOfLabels(rig, labels) : undefined;
  if (labelled) return { anatomy: labelled, findings: [] };
  const whole = readTree(atRest);
  // Feet of a control rig are children of its root; poses show which leg they belong to.
  const { tree, read, evidence } =
    poses.length > 0 && !isWhole(whole) ? readTree(findAnatomicalRig(rig, poses)) : whole;
  return {
    anatomy: inFile(rig, tree, read, evidence),
    findings: [...tree.findings, ...inSources(read.findings, tree)],
    ...(evidence && { evidence }),
  };
}

/** Whether a skeleton has the names that posespace gives: they say what its joints are. */
export const hasNamesOfOurs = (skeleton: Skeleton): boolean =>
  hasOwnNames(skeleton) || hasNeutralNames(skeleton);

interface TreeReading {
  readonly tree: AnatomicalRig;
  readonly read: FoundBodyPlan;
  readonly evidence?: readonly number[];
}

/** Whether a body was joined from loose parts. */
const isJoined = ({ findings }: AnatomicalRig): boolean =>
  findings.some(({ code }) => code === 'parts-joined');

function readTree(tree: AnatomicalRig): TreeReading {
  const { seen, named, read } = readPlan(tree);
  if (hasOwnNames(tree.rig.skeleton)) return { tree, read };
  const evidence = readingEvidence(read, tree.rig, { seen, named });
  return { tree, read: { ...read, confidence: readingConfidence(evidence) }, evidence };
}

/** Whether every joint of a leg is a child of the one before. */
const isWhole = ({ tree, read }: TreeReading): boolean =>
  read.plan.legs.every((leg) => leg.every((j, k) => k === 0 || tree.rig.skeleton.parents[j] === leg[k - 1]));

/** The body plan of an anatomical tree, and what it was read from. */
function readPlan(tree: AnatomicalRig): ReadingClues & { readonly read: FoundBodyPlan } {
  const { mesh = NO_MESH, skeleton, skin } = tree.rig;
  const seen = isJoined(tree) ? readParts(tree.rig) : findBodyPlan(mesh, skeleton, { skin });
  const own = isJoined(tree) ? undefined : readNames(seen, tree.rig);
  const named = own !== undefined;
  const read = correctLimbs(readChain(own ?? seen, tree.rig), tree.rig, { parts: isJoined(tree), named });
  return { seen, named, read };
}

const NO_MESH = { positions: new Float32Array(0), triangles: new Uint32Array(0) };

/** The anatomy in the joints of the file. */
function inFile(
  rig: PartialRig,
  tree: AnatomicalRig,
  read: FoundBodyPlan,
  evidence: readonly number[] | undefined,
): Anatomy {
  const { sources, carriers } = tree;
  const { parents } = tree.rig.skeleton;
  const toFile = (a: number) => (a < 0 ? -1 : sources[a]);
  const moves = carriers.map(toFile);
  sources.forEach((j, a) => {
    moves[j] = toFile(parents[a]);
  });
  const kept = new Set(sources);
  const controls = new Set(carriers.keys());
  for (const j of kept) controls.delete(j);
  const partner = new Int16Array(carriers.length).fill(-1);
  sources.forEach((j, a) => {
    partner[j] = toFile(read.partner[a] ?? -1);
  });
  const sure = evidence && jointConfidences(read, evidence);
  const confidence = sure && new Float32Array(carriers.length).fill(read.confidence);
  sources.forEach((j, a) => {
    if (confidence) confidence[j] = sure[a];
  });
  return toAnatomy(
    rig,
    { ...read, plan: mapPlan(read.plan, toFile), partner },
    { moves, controls, confidence },
  );
}

const inSources = (findings: readonly Finding[], { sources }: AnatomicalRig): Finding[] =>
  findings.map((finding) =>
    finding.kind === 'joint' && finding.elements
      ? { ...finding, elements: finding.elements.map((a) => sources[a]) }
      : finding,
  );

/** A reading in which a long thin chain is a serpent, and one that ends in an upright fin a fish. */
function readChain(read: FoundBodyPlan, { skeleton, mesh }: PartialRig): FoundBodyPlan {
  if (!LIMBLESS.has(read.kind)) return read;
  const turn = turnToBody(read);
  const own = { ...skeleton, rest: turnPoints(skeleton.rest, turn) };
  const points = mesh && mesh.positions.length > 0 ? turnPoints(mesh.positions, turn) : own.rest;
  const { min, max } = computeBox(points);
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const serpent = read.kind === 'serpent' ? undefined : findSerpentPlan(read.plan, own, sides);
  const chain = serpent ?? findFishPlan(read.plan, own, points);
  if (!chain) return read;
  const sign = chain.reversed ? -1 : 1;
  return {
    ...read,
    kind: serpent ? 'serpent' : 'fish',
    plan: chain.plan,
    forward: scale(read.forward, sign),
    left: scale(read.left, sign),
  };
}

const LIMBLESS: ReadonlySet<BodyKind> = new Set(['blob', 'unknown', 'serpent']);

/** A reading whose limbs are what the body stands on, whatever the plan called them. */
function correctLimbs(
  read: FoundBodyPlan,
  rig: PartialRig,
  { parts = false, named = false }: { readonly parts?: boolean; readonly named?: boolean },
): FoundBodyPlan {
  const turn = turnToBody(read);
  const skeleton = { ...rig.skeleton, rest: turnPoints(rig.skeleton.rest, turn) };
  const mesh = rig.mesh && { ...rig.mesh, positions: turnPoints(rig.mesh.positions, turn) };
  const points = createBodyPoints({ skeleton, skin: rig.skin, mesh }, read.plan.feet);
  const skinned = keepSkinnedChains(read.plan, skeleton, rig.skin, points.size);
  const upright = isUpright(skeleton, skinned, points);
  const standing = findStandingLimbs(skinned, skeleton, points, { upright, parts, named });
  const plan = freeFromLegs(findWings(standing, skeleton, points.size, upright), skeleton);
  const isSame = plan.legs.length === read.plan.legs.length;
  return {
    ...read,
    plan: isSame ? plan : inOrder(plan, skeleton.rest),
    kind: plan.legs.length > read.plan.legs.length ? kindWithLegs(plan) : read.kind,
  };
}

/** The plan with its legs left before right, front before back; positions are in the axes of the body. */
function inOrder(plan: BodyPlan, rest: Float32Array): BodyPlan {
  const at = ([first]: readonly number[], k: number) => rest[first * 3 + k];
  const left = plan.legs.filter((leg) => at(leg, 0) >= 0);
  const right = plan.legs.filter((leg) => at(leg, 0) < 0);
  const legs = [left, right].flatMap((side) => side.sort((a, b) => at(b, 2) - at(a, 2)));
  return { ...plan, legs, feet: legs.map((leg) => leg[leg.length - 1]) };
}

/** What a body is whose legs were taken for something else. */
function kindWithLegs({ legs, wings }: BodyPlan): BodyKind {
  if (legs.length > 4) return legs.length > 6 ? 'spider' : 'insect';
  if (legs.length > 2) return wings.length > 1 ? 'dragon' : 'quadruped';
  return wings.length > 1 ? 'bird' : 'biped';
}
