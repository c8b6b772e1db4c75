/**
 * @file Finds the body plan of a skeleton from its mesh and joint tree alone: left and right, front and back, legs, arms,
 * wings, tail, neck, head. Joint names are not used, except those that posespace gives itself: a rig that it saved is
 * read as it was rigged, and neutral names (`part1` …) say that it is no body.
 *
 * Mirror plane → body coordinates → mirror partners → surface around the bones → limbs and their labels → facing, by
 * vote → trunk from tail to head → remaining chains. Where the votes are close or the plane is uncertain, a finding says
 * so and suggests landmarks.
 *
 * On ten kinds of sample creatures, ten seeds each: legs, wings, tail, head and facing are right for 100 of 100 on their
 * own skeletons (each in three orientations), for 95 of 100 on skeletons found in their meshes; the rest lack the joints
 * (a hind wing, a mantle).
 */

import type { Finding } from '../../base/finding.js';
import { createRng } from '../../base/rng.js';
import { quantile } from '../../math/statistics.js';
import { cross, dot, scale, unitVector, type Vec3 } from '../../math/vector.js';
import { computeBox } from '../../mesh/box.js';
import { findSymmetryPlane, type SymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { jointCount, type Skeleton, type Skin } from '../rig-records.js';
import { assignLimbs } from './assign-limbs.js';
import { type BodyAxes, findBodyAxes, reverseFacing, toBody } from './body-axes.js';
import type { BodyKind, BodyPlan, FoundBodyPlan } from './body-plan.js';
import { type BoneRegions, measureBoneRegions } from './bone-regions.js';
import { constrainLabels } from './constrain-labels.js';
import { findDeformSkeleton } from './deform-skeleton.js';
import { type Front, findFront } from './find-front.js';
import { type BodyTree, createBodyTree, findLimbs, type Limb } from './find-limbs.js';
import { findTrunk, type KnownEnds } from './find-trunk.js';
import {
  fitsBody,
  type KnownBody,
  type KnownPart,
  type LimbNumbers,
  limbsOfBody,
  requireLimbs,
  showsParts,
} from './known-body.js';
import { type LimbLabel, labelLimbs } from './label-limbs.js';
import { isLonePart, toLonePart } from './lone-part.js';
import { pairJoints } from './pair-joints.js';
import { bodyFromNames } from './plan-from-names.js';
import { hasNeutralNames, toUnknownBody } from './unknown-body.js';

/** Options of `findBodyPlan`. */
export interface FindBodyPlanOptions extends KnownBody {
  /** The mirror plane, where it is known. */
  readonly symmetry?: SymmetryPlane;
  /** Whether that plane is certain, however few joints have a partner across it. */
  readonly keepSymmetry?: boolean;
  /** Unit, in character space. */
  readonly up?: Vec3;
  /** Facing direction, where it is known; need not be exact. */
  readonly forward?: Vec3;
  /** Parts that joints are known to belong to. */
  readonly parts?: ReadonlyMap<number, KnownPart>;
  /** Skin weights: tell deform joints from controls. */
  readonly skin?: Skin;
  /** Surface samples to measure with. */
  readonly sampleCount?: number;
  readonly seed?: number;
}

/** Defaults of `findBodyPlan`. */
export const FIND_BODY_PLAN_DEFAULTS = Object.freeze({
  up: [0, 1, 0] as Vec3,
  sampleCount: 6000,
  seed: 1,
} as const satisfies FindBodyPlanOptions);

/** A body in its own coordinates. */
interface Body {
  readonly axes: BodyAxes;
  readonly tree: BodyTree;
  readonly regions: BoneRegions;
  readonly limbs: readonly Limb[];
  readonly labels: readonly LimbLabel[];
  /** Limbs whose label the user knows. */
  readonly decided: ReadonlySet<number>;
  readonly height: number;
}

/** Below this sum of votes, front and back are ambiguous. */
const CLEAR_VOTE = 0.5;
/** Below this fraction of matched joints another plane is tried. */
const GOOD_MATCH = 0.7;
/** Limbs of an octopus are at least this long. */
const TENTACLE_LENGTH = 0.1;
/** A known head or tail this far from the middle, over the longest side, shows where the body faces. */
const CLEAR_END = 0.05;
/** Height and depth over width below which a body is lengthwise: no body with limbs is this thin. */
const LENGTHWISE = 0.3;

/** Finds the body plan of a skeleton inside a mesh. */
export function findBodyPlan(
  mesh: Mesh,
  skeleton: Skeleton,
  options: FindBodyPlanOptions = {},
): FoundBodyPlan {
  const { up: givenUp, sampleCount, seed } = { ...FIND_BODY_PLAN_DEFAULTS, ...options };
  const up = unitVector(givenUp);
  const named = bodyFromNames(mesh, skeleton, up);
  if (named && agrees(named, options)) return options.kind ? { ...named, kind: options.kind } : named;
  const samples = sampleSurface(mesh, sampleCount, createRng(seed));
  const sampled = samplePositions(samples, mesh.positions, mesh.triangles);
  // Without a surface, the joints themselves are measured.
  const points = sampled.length > 0 ? sampled : skeleton.rest;
  const plane = options.symmetry ?? (sampled.length > 0 ? findSymmetryPlane(mesh) : undefined);

  // (1) Body coordinates, with z forward or backward.
  const deform = findDeformSkeleton(skeleton, findBodyAxes(points, plane, up), mesh, options.skin);
  const { axes, partner, matched } = chooseAxes(points, deform.skeleton, plane, up, options.keepSymmetry);
  const known = knownIn(deform.source, options);
  let body = createBody(axes, points, deform.skeleton, partner, known);

  // (2) Facing.
  const given = options.forward ?? forwardOfParts(body, known.parts);
  const front = frontOf(body, given);
  if (front.vote < 0) body = createBody(reverseFacing(axes), points, deform.skeleton, partner, known);

  // (3) Trunk and limbs.
  const trunk = findTrunk(body.tree, body.regions, body.limbs, body.labels, endsOfParts(known.parts));
  const read = assignLimbs(body.tree, body.regions, body.limbs, body.labels, trunk, body.decided);
  const { plan } = read;
  const kind = options.kind ?? read.kind;
  requireLimbs(options, plan);
  const symmetric = plane?.symmetric ?? false;
  const findings = reportBodyPlan(kind, plan, front, symmetric, matched, partner, deform.source);
  const certainty = given ? 1 : Math.min(1, Math.abs(front.vote) / (2 * CLEAR_VOTE));
  const confidence =
    (symmetric ? 1 : 0.7) * (0.3 + 0.7 * matched) * (0.4 + 0.6 * certainty) * (kind === 'blob' ? 0.5 : 1);
  const { left, forward } = body.axes;
  const found: FoundBodyPlan = {
    plan: inSource(plan, deform.source),
    kind,
    up,
    forward,
    left,
    partner: partnersInSource(partner, deform.source, jointCount(skeleton)),
    confidence,
    axes: body.axes,
    findings,
  };
  if (options.kind === 'unknown') return toUnknownBody(found, 'it was said to be none', 1);
  if (isLonePart(options.kind)) return toLonePart(found, skeleton, options.kind);
  if (options.kind) return found;
  return hasNeutralNames(skeleton) ? toUnknownBody(found, 'the names of its joints are neutral', 1) : found;
}

/** Whether what the names say is what the user says, as far as that goes. */
function agrees(named: FoundBodyPlan, { kind, limbs, forward, parts }: FindBodyPlanOptions): boolean {
  if (!fitsBody({ kind, limbs }, named)) return false;
  if (forward && dot(forward, named.forward) <= 0) return false;
  return !parts || showsParts(named, parts);
}

/** The plan with the joint indices of the whole skeleton. */
function inSource(plan: BodyPlan, source: Int16Array): BodyPlan {
  const one = (j: number) => (j >= 0 ? source[j] : -1);
  const chain = (joints: readonly number[]) => joints.map(one);
  return {
    spine: chain(plan.spine),
    neck: chain(plan.neck),
    head: one(plan.head),
    jaw: one(plan.jaw),
    tail: chain(plan.tail),
    legs: plan.legs.map(chain),
    arms: plan.arms.map(chain),
    wings: plan.wings.map(chain),
    feet: chain(plan.feet),
    extras: plan.extras.map((extra) => ({ ...extra, joints: chain(extra.joints) })),
  };
}

function partnersInSource(partner: Int16Array, source: Int16Array, count: number): Int16Array {
  const out = new Int16Array(count).fill(-1);
  for (let i = 0; i < source.length; i++) if (partner[i] >= 0) out[source[i]] = source[partner[i]];
  return out;
}

/** The mesh's mirror plane, unless the joints fit the perpendicular plane better: a straight snake has both. */
function chooseAxes(
  points: Float32Array,
  skeleton: Skeleton,
  plane: SymmetryPlane | undefined,
  up: Vec3,
  certain = false,
) {
  const evaluate = (candidate: SymmetryPlane | undefined, tolerance: number) => {
    const axes = findBodyAxes(points, candidate, up);
    const planeTolerance = candidate?.symmetric ? 0.03 : 0.06;
    const partner = pairJoints(toBody(skeleton.rest, axes), skeleton.parents, {
      tolerance,
      planeTolerance,
    });
    const matched = partner.reduce((sum, p) => sum + +(p >= 0), 0) / Math.max(1, partner.length);
    return { axes, partner, matched };
  };
  const first = evaluate(plane, plane?.symmetric ? 0.1 : 0.2);
  const lengthwise = isLengthwise(points, first.axes);
  if (certain || (first.matched >= GOOD_MATCH && !lengthwise)) return first;
  const normal = cross(first.axes.left, up);
  const middle = first.axes.origin;
  const offset = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2];
  const other = evaluate({ normal, offset, error: 1, symmetric: false }, 0.1);
  return other.matched > first.matched || (lengthwise && other.matched >= GOOD_MATCH) ? other : first;
}

/** Whether a body is so long across its plane, and so thin otherwise, that the plane must separate head and tail. */
function isLengthwise(points: Float32Array, axes: BodyAxes): boolean {
  const { min, max } = computeBox(Float32Array.from(toBody(points, axes)));
  return Math.max(max[1] - min[1], max[2] - min[2]) < LENGTHWISE * (max[0] - min[0]);
}

interface Known {
  /** Whether all limbs are tentacles. */
  readonly tentacled: boolean;
  readonly limbs: LimbNumbers;
  /** By joint of the deform skeleton. */
  readonly parts: ReadonlyMap<number, KnownPart>;
}

function knownIn(source: Int16Array, { kind, limbs, parts }: FindBodyPlanOptions): Known {
  const indices = new Map(Array.from(source, (old, j) => [old, j]));
  const known = [...(parts ?? [])].flatMap(([joint, part]): [number, KnownPart][] => {
    const j = indices.get(joint);
    return j === undefined ? [] : [[j, part]];
  });
  return {
    tentacled: kind === 'octopus',
    limbs: limbsOfBody({ kind, limbs }),
    parts: new Map(known),
  };
}

/** Joints known to be in the head and in the tail. */
function endsOfParts(parts: Known['parts']): KnownEnds {
  const of = (wanted: KnownPart) => [...parts].find(([, part]) => part === wanted)?.[0];
  return { head: of('head'), tail: of('tail') };
}

/** Where the body faces if its head or its tail is known. */
function forwardOfParts({ tree, axes }: Body, parts: Known['parts']): Vec3 | undefined {
  const { head, tail } = endsOfParts(parts);
  const along = (j: number | undefined) => (j === undefined ? undefined : tree.joints[j * 3 + 2]);
  // The origin of body coordinates is in the middle of the surface.
  const away = (along(head) ?? 0) - (along(tail) ?? 0);
  return Math.abs(away) > CLEAR_END ? scale(axes.forward, Math.sign(away)) : undefined;
}

function createBody(
  axes: BodyAxes,
  points: Float32Array,
  skeleton: Skeleton,
  partner: Int16Array,
  known: Known,
): Body {
  const joints = toBody(skeleton.rest, axes);
  const regions = measureBoneRegions(toBody(points, axes), joints, skeleton.parents);
  const tree = createBodyTree(joints, skeleton.parents, partner, regions);
  const limbs = findLimbs(tree, regions);
  let height = 0;
  for (let i = 1; i < regions.points.length; i += 3) height = Math.max(height, regions.points[i]);
  height = height || 1;
  const seen = known.tentacled
    ? limbs.map(({ length }): LimbLabel => (length > TENTACLE_LENGTH ? 'tentacle' : 'other'))
    : labelLimbs(limbs, height, bellyOf(tree, regions, height));
  const named = new Map(
    [...known.parts].flatMap(([j, part]): [number, LimbLabel][] => {
      const limb = limbs.findIndex((each) => each.joints.includes(j));
      return limb < 0 || part === 'head' || part === 'tail' ? [] : [[limb, part]];
    }),
  );
  const { labels, decided } = constrainLabels(limbs, seen, named, known.limbs, height);
  return { axes, tree, regions, limbs, labels, decided, height };
}

/** Height of the trunk's underside: the 5th percentile of the surface around the midline. Upright bodies have none. */
function bellyOf(tree: BodyTree, regions: BoneRegions, height: number): number {
  const heights: number[] = [];
  for (let i = 0; i < regions.owner.length; i++) {
    const bone = regions.owner[i];
    // A root on the ground would count the feet around it as a belly.
    const rooted = bone > 0 && tree.joints[tree.parents[bone] * 3 + 1] > 0.12 * height;
    if (tree.midline[bone] && rooted) heights.push(regions.points[i * 3 + 1]);
  }
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let j = 0; j < tree.midline.length; j++) {
    if (!tree.midline[j]) continue;
    for (let k = 0; k < 2; k++) {
      low[k] = Math.min(low[k], tree.joints[j * 3 + 1 + k]);
      high[k] = Math.max(high[k], tree.joints[j * 3 + 1 + k]);
    }
  }
  if (high[0] - low[0] > high[1] - low[1]) return height;
  return heights.length > 0 ? quantile(heights, 0.05) : 0;
}

function frontOf(body: Body, given: Vec3 | undefined): Front {
  const { axes } = body;
  if (given) {
    const vote = given[0] * axes.forward[0] + given[1] * axes.forward[1] + given[2] * axes.forward[2];
    return { vote: vote < 0 ? -1 : 1, votes: {} };
  }
  const convention = axes.forward[2] || axes.forward[0];
  return findFront(body.tree, body.regions, body.limbs, body.labels, body.height, Math.sign(convention));
}

function reportBodyPlan(
  kind: BodyKind,
  plan: BodyPlan,
  front: Front,
  symmetric: boolean,
  matched: number,
  partner: Int16Array,
  source: Int16Array,
): Finding[] {
  const findings: Finding[] = [];
  if (Math.abs(front.vote) < CLEAR_VOTE) {
    findings.push({
      code: 'ambiguous-front',
      severity: 'warning',
      message: 'Front and back of the body look alike, so left and right may be swapped.',
      fix: 'Give the forward direction, or landmarks for the head and the tail.',
    });
  }
  if (!symmetric || matched < GOOD_MATCH) {
    findings.push({
      code: 'no-mirror-plane',
      severity: 'warning',
      message: `Left and right were matched without a clear mirror plane: ${Math.round(100 * matched)} % of the joints have a partner.`,
      fix: 'Start from a symmetric rest pose, or give landmarks for both sides.',
      kind: 'joint',
      elements: Array.from(source.filter((_, i) => partner[i] < 0).subarray(0, 200)),
      count: partner.filter((p) => p < 0).length,
    });
  }
  if (plan.legs.length % 2 === 1) {
    findings.push({
      code: 'odd-legs',
      severity: 'warning',
      message: `An odd number of legs was found: ${plan.legs.length}.`,
      fix: 'Give landmarks for the feet, or a rest pose with all feet on the ground.',
      kind: 'joint',
      elements: plan.feet.map((j) => source[j]),
    });
  }
  if (kind === 'blob' || plan.head < 0) {
    findings.push({
      code: 'ambiguous-body-plan',
      severity: 'warning',
      message: 'No head, limbs or tail could be recognised from the shape.',
      fix: 'Give landmarks for the joints that matter: head, hands, feet, tail.',
    });
  }
  return findings;
}
