/**
 * @file Fits the skeleton of one body to another mesh: same joints, names and order, new positions.
 *
 * Both bodies get a curve skeleton and a body plan, in body coordinates, so that scale, position and facing cancel out.
 * Where a limb of one corresponds to a limb of the other, points at the same fraction of its length are a pair; a smooth
 * warp of space that maps one set to the other moves the joints. Because both curves come from the same finder, its
 * biases (where a limb starts, how far it reaches into a paw) cancel too. Then surfaces are registered, joints outside the
 * body move inside, left and right are made mirror images, and rest orientations rotate with their bones.
 *
 * Mean joint error on 50 pairs of sample creatures of one kind, over the longest side: 0.0082; the bounding box alone
 * 0.0199. lab/notes/rig-fit-skeleton.md
 */

import type { Finding } from '../../base/finding.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { dot, type Vec3 } from '../../math/vector.js';
import { computeBox } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { voxelize } from '../../mesh/voxelize.js';
import { CONFIDENCE } from '../anatomy/confidence.js';
import { lowestAlong } from '../anatomy/to-anatomy.js';
import { type BodyAxes, fromBody, toBody } from '../body-plan/body-axes.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { type FoundSkeleton, findSkeleton } from '../find/find-skeleton.js';
import type { Anatomy, Skeleton, Skin } from '../rig-records.js';
import { type Chain, chainLength, planChains, sampleChain } from './match-chains.js';
import { registerSurfaces, sampleForRegistration, surfaceDistance } from './register-surfaces.js';
import { rotateRestFrames } from './rotate-rest-frames.js';
import { snapInside } from './snap-inside.js';
import { createWarp } from './warp-points.js';

/** The rig to fit; with its mesh the fit is much better. */
export interface FitSource {
  readonly skeleton: Skeleton;
  readonly mesh?: Mesh;
  /** Skin weights: tell deform joints from controls. */
  readonly skin?: Skin;
  /** What its joints are. */
  readonly anatomy?: Anatomy;
}

/** Options of `fitSkeleton`. */
export interface FitSkeletonOptions extends WorkOptions {
  /** The curve skeleton of the mesh, where it is already known. */
  readonly found?: FoundSkeleton;
  /** Facing of the mesh, where it is known. */
  readonly forward?: Vec3;
  /** Facing of the source, where it is known. */
  readonly sourceForward?: Vec3;
  /** Smoothness of the warp against exact pairs of points, 0 to 1. */
  readonly smoothing?: number;
  /** Voxels along the longest side for the test whether a joint is inside, 8 to 512. */
  readonly resolution?: number;
}

/** Defaults of `fitSkeleton`. */
export const FIT_SKELETON_DEFAULTS = Object.freeze({
  smoothing: 0.05,
  resolution: 96,
} as const satisfies FitSkeletonOptions);

/**
 * Voxels along the longest side for finding the curve skeletons. Finer voxels find more limbs without a match in the
 * source: over nine pairs of creatures the joint error was 0.0081 of the longest side with 160, 0.0060 with 128.
 */
const FIND_RESOLUTION = 128;

/** A skeleton fitted to another mesh. */
export interface FittedSkeleton {
  /** Joints, names and order of the source, in the mesh. */
  readonly skeleton: Skeleton;
  /** 0 to 1 for each joint. [J] */
  readonly confidence: Float32Array;
  /** How similar the two bodies are, 0 to 1. */
  readonly similarity: number;
  /** What its joints are, as in the source, where that says so. */
  readonly anatomy?: Anatomy;
  readonly findings: readonly Finding[];
}

/** A body with its plan and chains. */
interface Body {
  readonly plan: FoundBodyPlan;
  readonly chains: readonly Chain[];
  /** Joints of the curves in body coordinates. [J, 3] */
  readonly positions: Float64Array;
}

/** Distance between paired points along a chain, over the size of the body. */
const PAIR_STEP = 0.04;
/** Below this similarity two bodies are different. */
const SIMILAR = 0.5;
/** Above this similarity of surfaces it is the same body, whatever kinds were found. */
const SAME = 0.85;
/** Mean distance of registered surfaces, over the size of the body, at which the similarity is 1/e. */
const CLOSE = 0.015;
/** A source is rotated if that brings the surfaces nearer by this factor. */
const TURN_GAIN = 0.8;
const FACING_SAMPLES = 1000;
const SOURCE_SAMPLES = 2000;
const TARGET_SAMPLES = 4000;

/** Fits a skeleton to a mesh. */
export function fitSkeleton(mesh: Mesh, source: FitSource, options: FitSkeletonOptions = {}): FittedSkeleton {
  const { smoothing, resolution } = { ...FIT_SKELETON_DEFAULTS, ...options };
  const { signal, onProgress } = options;

  // (1) Body plans of both, the source rotated to face as the mesh does.
  onProgress?.({ stage: 'analysing the mesh', fraction: 0 });
  const target = bodyOfMesh(
    mesh,
    options.found ?? findSkeleton(mesh, { signal, resolution: FIND_RESOLUTION }),
    options.forward,
  );
  throwIfAborted(signal);
  onProgress?.({ stage: 'analysing the source', fraction: 0.4 });
  const sourceMesh = source.mesh && source.mesh.triangles.length > 0 ? source.mesh : undefined;
  const from = sourceMesh
    ? faceTarget(
        sourceMesh,
        findSkeleton(sourceMesh, { signal, resolution: FIND_RESOLUTION }),
        mesh,
        target,
        options,
      )
    : bodyOfJoints(source, options.sourceForward);
  throwIfAborted(signal);
  onProgress?.({ stage: 'fitting', fraction: 0.8 });

  // (2) Box to box, curve to curve, surface to surface.
  const stretch = stretchBetween(sourceMesh?.positions ?? source.skeleton.rest, from, mesh, target);
  const matched = matchChains(from.chains, target.chains);
  const pairs = pairPoints(matched, from, target, stretch);
  const boxed = stretch(toBody(source.skeleton.rest, from.plan.axes));
  const { joints, apart } = fitJoints(mesh, sourceMesh, from, target, stretch, pairs, boxed, smoothing);

  // (3) Make it symmetric, move joints inside, rotate the rest orientations.
  const own =
    source.anatomy ??
    (sourceMesh
      ? findBodyPlan(sourceMesh, source.skeleton, { skin: source.skin, forward: from.plan.forward })
      : from.plan);
  if (isClear(target)) makeSymmetric(joints, own.partner);
  const rest = snapInside(fromBody(joints, target.plan.axes), voxelize(mesh, { resolution }));
  const agreement = agreementOf(from, target, matched);
  // Surfaces that coincide are similar, whatever their curves look like.
  let similarity = apart === undefined ? agreement : Math.exp(-apart / CLOSE);
  if (from.plan.kind !== target.plan.kind && similarity < SAME) similarity *= agreement;
  return {
    skeleton: {
      names: source.skeleton.names,
      parents: source.skeleton.parents,
      rest,
      frames: rotateRestFrames(source.skeleton, rest, from.plan.axes, target.plan.axes),
    },
    confidence: jointConfidence(boxed, pairs.from, from, target, similarity),
    similarity,
    ...(source.anatomy && { anatomy: fitAnatomy(source.anatomy, target.plan, mesh) }),
    findings: reportFit(from, target, matched, similarity),
  };
}

/** What the joints are stays; the body stands and faces as the mesh does. */
const fitAnatomy = (anatomy: Anatomy, { up, forward }: FoundBodyPlan, { positions }: Mesh): Anatomy => ({
  ...anatomy,
  up,
  forward,
  ground: lowestAlong(positions, up),
});

/** Whether left and right of a body can be relied on. */
const isClear = ({ plan }: Body): boolean => plan.confidence >= CONFIDENCE.likely;

/** The body of the source, rotated about the vertical axis if its surface fits the mesh clearly better that way. */
function faceTarget(
  sourceMesh: Mesh,
  found: FoundSkeleton,
  mesh: Mesh,
  target: Body,
  options: FitSkeletonOptions,
): Body {
  const straight = bodyOfMesh(sourceMesh, found, options.sourceForward);
  if (options.sourceForward && options.forward) return straight;
  const goal = sampleForRegistration(mesh, FACING_SAMPLES, (points) => toBody(points, target.plan.axes));
  const away = (body: Body) => {
    const stretch = stretchBetween(sourceMesh.positions, body, mesh, target);
    const { points } = sampleForRegistration(sourceMesh, FACING_SAMPLES, (positions) =>
      stretch(toBody(positions, body.plan.axes)),
    );
    return surfaceDistance(points, goal.points);
  };
  const rotated = bodyOfMesh(sourceMesh, found, flip(straight.plan.forward));
  const candidates = [straight, rotated];
  // A quarter turn means that the wrong mirror plane was found: the labels of the chains are then of no use.
  for (const { plan, positions } of [straight, rotated]) {
    const axes = { ...plan.axes, left: plan.forward, forward: flip(plan.left) };
    candidates.push({ plan: { ...plan, ...axes, axes }, chains: [], positions });
  }
  // Where front and back look alike, two files that face the same way are the better guess.
  const ambiguous = [straight, target].some(({ plan }) =>
    plan.findings.some(({ code }) => code === 'ambiguous-front'),
  );
  let best = ambiguous && dot(straight.plan.forward, target.plan.forward) < -0.5 ? rotated : straight;
  let nearest = TURN_GAIN * away(best);
  for (const candidate of candidates) {
    const distance = candidate === best ? Infinity : away(candidate);
    if (distance < nearest) {
      nearest = distance;
      best = candidate;
    }
  }
  return best;
}

const flip = (v: Vec3): Vec3 => [-v[0], -v[1], -v[2]];

function bodyOfMesh(mesh: Mesh, found: FoundSkeleton, forward: Vec3 | undefined): Body {
  const plan = findBodyPlan(mesh, found.skeleton, { symmetry: found.symmetry, forward });
  return {
    plan,
    chains: planChains(plan.plan, found.skeleton),
    positions: toBody(found.skeleton.rest, plan.axes),
  };
}

function bodyOfJoints(source: FitSource, forward: Vec3 | undefined): Body {
  const bare: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
  const plan = findBodyPlan(bare, source.skeleton, { forward });
  return {
    plan,
    chains: planChains(plan.plan, source.skeleton),
    positions: toBody(source.skeleton.rest, plan.axes),
  };
}

interface Pairs {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/**
 * The joints in the target: by box or by curves, whichever brings the surfaces nearer after registration. Without a
 * surface of the source, by curves.
 */
function fitJoints(
  mesh: Mesh,
  sourceMesh: Mesh | undefined,
  from: Body,
  target: Body,
  stretch: (points: Float64Array) => Float64Array,
  pairs: Pairs,
  boxed: Float64Array,
  smoothing: number,
): { joints: Float64Array; apart?: number } {
  const warp = pairs.from.length > 0 ? createWarp(pairs.from, pairs.to, smoothing) : undefined;
  if (!sourceMesh) return { joints: warp ? warp(boxed) : boxed };
  const mine = sampleForRegistration(sourceMesh, SOURCE_SAMPLES, (positions) =>
    stretch(toBody(positions, from.plan.axes)),
  );
  const other = sampleForRegistration(mesh, TARGET_SAMPLES, (positions) =>
    toBody(positions, target.plan.axes),
  );
  const mirrored = isClear(target) && isClear(from);
  const starts = [{ points: mine.points, joints: boxed }];
  if (warp) starts.push({ points: warp(mine.points), joints: warp(boxed) });
  let joints = boxed;
  let apart = Infinity;
  for (const start of starts) {
    const registered = registerSurfaces(
      { points: start.points, normals: mine.normals },
      other,
      start.joints,
      mirrored,
    );
    const distance = surfaceDistance(registered.points, other.points);
    if (distance < apart) {
      apart = distance;
      joints = registered.inside;
    }
  }
  // Two samplings of one surface have a distance too.
  const again = sampleForRegistration(mesh, SOURCE_SAMPLES, (points) => toBody(points, target.plan.axes), 8);
  return { joints, apart: Math.max(0, apart - surfaceDistance(again.points, other.points)) };
}

interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

function stretchBetween(positions: Float32Array, from: Body, mesh: Mesh, target: Body) {
  return boxStretch(boundsOf(positions, from.plan.axes), boundsOf(mesh.positions, target.plan.axes));
}

function boundsOf(positions: Float32Array, axes: BodyAxes): Bounds {
  return computeBox(Float32Array.from(toBody(positions, axes)));
}

/** Maps one body's box to another's: sideways about the mirror plane, up from the ground, along from end to end. */
function boxStretch(source: Bounds, target: Bounds): (points: Float64Array) => Float64Array {
  const halfWidth = ({ min, max }: Bounds) => Math.max(Math.abs(min[0]), Math.abs(max[0]));
  const ratio = (to: number, from: number) => (from > 1e-6 && to > 1e-6 ? to / from : 1);
  const across = ratio(halfWidth(target), halfWidth(source));
  const up = ratio(target.max[1] - target.min[1], source.max[1] - source.min[1]);
  const along = ratio(target.max[2] - target.min[2], source.max[2] - source.min[2]);
  return (points) => {
    const out = Float64Array.from(points);
    for (let i = 0; i < out.length; i += 3) {
      out[i] *= across;
      out[i + 1] = target.min[1] + (out[i + 1] - source.min[1]) * up;
      out[i + 2] = target.min[2] + (out[i + 2] - source.min[2]) * along;
    }
    return out;
  };
}

type MatchedChains = readonly (readonly [Chain, Chain])[];

function matchChains(source: readonly Chain[], target: readonly Chain[]): MatchedChains {
  const byKey = new Map(target.map((chain) => [chain.key, chain]));
  return source.flatMap((chain) => {
    const other = byKey.get(chain.key);
    return other ? [[chain, other] as const] : [];
  });
}

/** Points at the same fractions of matched chains; those of the source already stretched. */
function pairPoints(
  matched: MatchedChains,
  source: Body,
  target: Body,
  stretch: (points: Float64Array) => Float64Array,
): Pairs {
  const from: number[] = [];
  const to: number[] = [];
  const stretched = stretch(source.positions);
  for (const [mine, other] of matched) {
    const length = Math.max(chainLength(mine.joints, stretched), chainLength(other.joints, target.positions));
    const single = mine.joints.length === 1 || other.joints.length === 1;
    // A chain that is a single joint in the other body only fixes its middle.
    const count = single ? 3 : Math.min(24, Math.max(2, Math.round(length / PAIR_STEP) + 1));
    const mineAt = sampleChain(mine.joints, stretched, count);
    const otherAt = sampleChain(other.joints, target.positions, count);
    for (let i = 0; i < count; i++) {
      if (single && i !== 1) continue;
      for (let k = 0; k < 3; k++) {
        from.push(mineAt[i * 3 + k]);
        to.push(otherAt[i * 3 + k]);
      }
    }
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** Makes partners exact mirror images across x = 0 and puts midline joints on it. */
function makeSymmetric(positions: Float64Array, partner: Int16Array): void {
  for (let j = 0; j < partner.length; j++) {
    const p = partner[j];
    if (p < j) continue;
    const x = p === j ? 0 : (positions[j * 3] - positions[p * 3]) / 2;
    const y = (positions[j * 3 + 1] + positions[p * 3 + 1]) / 2;
    const z = (positions[j * 3 + 2] + positions[p * 3 + 2]) / 2;
    positions[j * 3] = x;
    positions[p * 3] = -x;
    for (const at of [j, p]) {
      positions[at * 3 + 1] = y;
      positions[at * 3 + 2] = z;
    }
  }
}

/** Fraction of the chains of both bodies, by length, that have a counterpart. */
function agreementOf(source: Body, target: Body, matched: MatchedChains): number {
  const total = (body: Body, chains: readonly Chain[]) =>
    chains.reduce((sum, chain) => sum + chainLength(chain.joints, body.positions), 1e-6);
  const mine =
    total(
      source,
      matched.map(([chain]) => chain),
    ) / total(source, source.chains);
  const other =
    total(
      target,
      matched.map(([, chain]) => chain),
    ) / total(target, target.chains);
  return Math.min(mine, other);
}

/** Confidence from both body plans, the similarity of the bodies, and the distance to the nearest pair of points. */
function jointConfidence(
  joints: Float64Array,
  pairs: Float64Array,
  source: Body,
  target: Body,
  similarity: number,
): Float32Array {
  const both = Math.min(source.plan.confidence, target.plan.confidence) * similarity;
  return Float32Array.from({ length: joints.length / 3 }, (_, j) => {
    let nearest = 1;
    for (let i = 0; i < pairs.length; i += 3) {
      const d = Math.hypot(
        joints[j * 3] - pairs[i],
        joints[j * 3 + 1] - pairs[i + 1],
        joints[j * 3 + 2] - pairs[i + 2],
      );
      if (d < nearest) nearest = d;
    }
    return both * Math.exp(-nearest / NEAR);
  });
}

/** Distance to a pair of points, over the size of the body, at which the confidence falls to 1/e. */
const NEAR = 0.15;

function reportFit(source: Body, target: Body, matched: MatchedChains, similarity: number): Finding[] {
  const findings: Finding[] = [...target.plan.findings];
  const keys = new Set(matched.map(([chain]) => chain.key));
  const lost = (body: Body) => body.chains.map((chain) => chain.key).filter((key) => !keys.has(key));
  const [mine, other] = [lost(source), lost(target)];
  if (similarity < SIMILAR) {
    findings.push({
      code: 'different-body',
      severity: 'warning',
      message: `The skeleton is that of a ${source.plan.kind}, the mesh looks like a ${target.plan.kind}: similarity ${similarity.toFixed(2)} of 1.`,
      fix: 'Fit the skeleton of a body of the same kind, or find a skeleton from the mesh instead.',
    });
  } else if (mine.length > 0 || other.length > 0) {
    findings.push({
      code: 'unmatched-limbs',
      severity: 'info',
      message: `Limbs without a counterpart: ${[...mine.map((key) => `${key} of the source`), ...other.map((key) => `${key} of the mesh`)].slice(0, 8).join(', ')}.`,
      fix: 'Check these parts of the result, or give landmarks for them.',
    });
  }
  return findings;
}
