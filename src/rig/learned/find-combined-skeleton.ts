/**
 * @file The combined finder: the network decides what the body is and which joints it has, geometry where they lie.
 *
 * The joints found in the shape get the roles of the network's limbs that run along them; branches without a limb are
 * dropped, limbs without a branch are traced inside the body, with the network's joints as a guess. Where the network sees no body, the joints of the shape stay,
 * with neutral names; where it is unsure and the shape shows a body that it finds as likely, that is taken.
 */

import { BODY_CONFIDENCE_PARAMETERS } from '../../../models/body-confidence/parameters.js';
import { throwIfAborted } from '../../base/progress.js';
import type { Vec3 } from '../../math/vector.js';
import { findSymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { BodyKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { bodyFromRoles, kindOfRoles, planFromRoles } from '../body-plan/plan-from-roles.js';
import { toUnknownBody } from '../body-plan/unknown-body.js';
import { type BodyFrame, findBodyFrame, fromFrame, toFrame } from '../find/body-frame.js';
import { type FindSkeletonOptions, type FoundSkeleton, findSkeleton } from '../find/find-skeleton.js';
import { toParts } from '../find/to-parts.js';
import type { Skeleton } from '../rig-records.js';
import { keepsTrunk } from './correct-claims.js';
import { countLimbs, type Plan } from './decode-joints.js';
import { extendLimbs } from './extend-limbs.js';
import {
  findLearnedSkeleton,
  type LearnedSkeleton,
  type LearnedSkeletonOptions,
} from './find-learned-skeleton.js';
import { findAbsentParts } from './find-small-parts.js';
import { type LabelledSkeleton, labelSkeleton } from './label-skeleton.js';
import { mirrorIfSymmetric } from './mirror-joints.js';
import type { PlanReading } from './read-plan.js';
import type { RoleJoints } from './role-parts.js';
import { ROLES, WHOLES } from './role-tokens.js';
import type { SkeletonModel } from './skeleton-model.js';
import { pullInside, snapToBones } from './snap-to-bones.js';
import { traceLimbs } from './trace-limbs.js';

/** What a finder can use. */
export interface FinderOptions extends FindSkeletonOptions, Pick<LearnedSkeletonOptions, 'plan'> {
  /** The skeleton network, open; without one `auto` finds by the shape alone. */
  readonly network?: SkeletonModel;
  /** Where the body faces, in the axes of the mesh; need not be exact. */
  readonly forward?: Vec3;
}

/** Those of the finders that use the network. */
export type LearnedFinderOptions = FinderOptions & Required<Pick<FinderOptions, 'network'>>;

/** What shape and network each say of a mesh. */
export interface BodyReadings {
  readonly shape: FoundSkeleton;
  readonly frame: BodyFrame;
  /** The body that the shape's skeleton shows. */
  readonly shapeBody: FoundBodyPlan;
  readonly learned: LearnedSkeleton;
}

/** Finds a skeleton by network and geometry. */
export async function findCombinedSkeleton(
  mesh: Mesh,
  options: LearnedFinderOptions,
): Promise<FoundSkeleton> {
  return combineReadings(mesh, await readByShapeAndNetwork(mesh, options), options.plan);
}

/** Reads a mesh both ways. */
export async function readByShapeAndNetwork(
  mesh: Mesh,
  options: LearnedFinderOptions,
): Promise<BodyReadings> {
  const symmetry = options.symmetry ?? findSymmetryPlane(mesh);
  const shape = findSkeleton(mesh, { ...options, symmetry });
  throwIfAborted(options.signal);
  const frame = findBodyFrame(mesh, symmetry);
  const shapeBody = findBodyPlan(mesh, shape.skeleton, { symmetry, forward: options.forward });
  const learned = await readMesh(mesh, frame, options, shapeBody.plan.tail.length > 0);
  return { shape, frame, shapeBody, learned };
}

/** One skeleton from both readings; `told` is what the network was told of the plan. */
export function combineReadings(
  mesh: Mesh,
  { shape, frame, shapeBody, learned }: BodyReadings,
  told?: Plan,
): FoundSkeleton {
  const agrees = showsPlan(shapeBody, learned.plan);
  const evidence = [planOdds(learned.reading, learned.plan), Number(agrees)];
  if (learned.parents.length === 0) {
    const { partner, ...parts } = toParts(shape, frame);
    return { ...parts, body: noBody({ ...shapeBody, partner }, evidence), evidence };
  }
  const absent = findAbsentParts(learned.reading, learned.plan);
  const mirrored = { ...learned, positions: mirrorIfSymmetric(learned, frame) };
  const estimate = fromFrame(frame, Array.from(mirrored.positions));
  if (prefersShape(learned, shapeBody, told)) {
    const shown = [planOdds(learned.reading, shownPlan(shapeBody)), 1];
    const body = { ...shapeBody, confidence: confidenceOf(shown) };
    return { ...shape, absent, estimate, body, evidence: shown };
  }
  const bones = { parents: shape.skeleton.parents, positions: toFrame(frame, shape.skeleton.rest) };
  const whole = WHOLES[learned.plan.whole ?? 0];
  const isBody = whole === 'body';
  // A branch that an artist would likely rig stays, as an ear may that the network does not name; all boxes stay.
  const isLikely = (branch: readonly number[]) =>
    branch.reduce((sum, j) => sum + shape.confidence[j], 0) > LIKELY * branch.length;
  const keeps = shape.isBoxes ? () => true : isLikely;
  const hasBranches = isBody || whole === 'hand';
  const labelled = hasBranches
    ? labelSkeleton(bones, mirrored, keeps, { isBoxes: shape.isBoxes })
    : undefined;
  // Where the branches of the shape do not make up that body, the network's joints do.
  const framed: Mesh = { positions: toFrame(frame, mesh.positions), triangles: mesh.triangles };
  const joints =
    labelled && (shape.isBoxes || (keepsPlan(labelled, learned) && keepsTrunk(labelled, mirrored)))
      ? placeLimbs(labelled, mirrored, framed, frame.symmetric)
      : { ...mirrored, tokens: joinShoulders(mirrored), positions: snapToBones(mirrored, bones, 1) };
  const winding = createWindingNumber(framed);
  const positions = pullInside(joints.positions, bones, (x, y, z) => winding(x, y, z) >= 0.5);
  const found = toFoundSkeleton(mesh, frame, { ...learned, ...joints, positions }, { ...shape, evidence });
  // Joints of the shape keep their own confidence; those of the network have that of the body.
  const sources: ArrayLike<number> = 'source' in joints ? joints.source : [];
  const confidence = found.confidence.map((value, j) => shape.confidence[sources[j] ?? -1] ?? value);
  return {
    ...found,
    confidence,
    ...(isBody && { absent, estimate }),
    ...(shape.isBoxes && { isBoxes: true }),
  };
}

const [SHOULDER, UPPER_ARM] = (['shoulder', 'upperArm'] as const).map((role) => ROLES.indexOf(role));

/** Shoulders as first joints of their arms, as arms of the shape have them: the number of joints is that of the plan. */
const joinShoulders = ({ tokens }: LearnedSkeleton): Uint8Array =>
  tokens.map((token) => (Math.floor(token / 3) === SHOULDER ? UPPER_ARM * 3 + (token % 3) : token));

/** The limbs that the curve lacks, and the ends of those that it cuts short. */
function placeLimbs(
  labelled: LabelledSkeleton,
  network: RoleJoints,
  mesh: Mesh,
  symmetric: boolean,
): LabelledSkeleton {
  const traced = { ...labelled, positions: traceLimbs(labelled, mesh, symmetric) };
  return { ...traced, positions: extendLimbs(traced, network, mesh) };
}

/** Mean chance of the joints of a branch that no limb claims, from which on it stays. */
const LIKELY = 0.4;

/** How much likelier, as a logarithm, the plan of the shape becomes by being that of the shape. */
const SHAPE_EVIDENCE = 1;

/** Whether the plan that the shape shows is likelier, by the evidence of both, than the network's first choice. */
function prefersShape(
  { reading, plan }: LearnedSkeleton,
  body: FoundBodyPlan,
  told: Plan | undefined,
): boolean {
  if (body.kind === 'blob' || body.kind === 'unknown') return false;
  const shown = shownPlan(body);
  // What is told leaves some questions open: a biped may have arms. A plan that shows anything else is none to choose.
  if (told && ASKED.some((name) => told[name] !== undefined && told[name] !== shown[name])) return false;
  const open = told && ASKED.filter((name) => told[name] === undefined);
  if (open?.length === 0) return false;
  return logChance(reading, shown, open) + SHAPE_EVIDENCE > logChance(reading, plan, open);
}

const ASKED = ['whole', 'legs', 'arms', 'wings'] as const;

/** The plan that the shape shows. */
function shownPlan(body: FoundBodyPlan): Plan {
  const { legs, arms, wings } = body.plan;
  // The first fins of a fish are where other bodies have their wings.
  const winged = body.kind === 'fish' ? 0 : wings.length;
  return { whole: 0, legs: legs.length, arms: arms.length, wings: winged };
}

const showsPlan = (body: FoundBodyPlan, plan: Plan): boolean => {
  const shown = shownPlan(body);
  return ASKED.every((name) => shown[name] === plan[name]);
};

/** Log chance of a plan, if its answers were independent; of what is no body, nothing else is asked. */
function logChance(
  { chances }: PlanReading,
  plan: Plan,
  questions: readonly (typeof ASKED)[number][] = ASKED,
): number {
  const asked = WHOLES[plan.whole ?? 0] === 'body' ? questions : (['whole'] as const);
  return asked.reduce((sum, name) => {
    const answer = Math.min(plan[name] ?? 0, chances[name].length - 1);
    return sum + Math.log(chances[name][answer] + 1e-6);
  }, 0);
}

function planOdds(reading: PlanReading, plan: Plan): number {
  const chance = Math.min(1 - 1e-4, Math.exp(logChance(reading, plan)));
  return Math.log(chance / (1 - chance));
}

/** Calibrated: the share of readings with this evidence that is right (models/body-confidence). */
function confidenceOf([odds, agrees]: readonly number[]): number {
  const { offset, slope, agreement } = BODY_CONFIDENCE_PARAMETERS;
  return 1 / (1 + Math.exp(-(offset + slope * odds + agreement * agrees)));
}

/** Whether a skeleton has the limbs of the plan. */
function keepsPlan(joints: LabelledSkeleton, learned: LearnedSkeleton): boolean {
  const [have, want] = [countLimbs(joints), countLimbs(learned)];
  return (['legs', 'arms', 'wings', 'tails', 'heads'] as const).every((name) => have[name] === want[name]);
}

/** Finds a skeleton by the network alone. */
export async function findNetworkSkeleton(mesh: Mesh, options: LearnedFinderOptions): Promise<FoundSkeleton> {
  const symmetry = options.symmetry ?? findSymmetryPlane(mesh);
  const frame = findBodyFrame(mesh, symmetry);
  const learned = await readMesh(mesh, frame, options);
  if (learned.parents.length > 0) {
    const positions = mirrorIfSymmetric(learned, frame);
    const evidence = [planOdds(learned.reading, learned.plan), 0];
    return toFoundSkeleton(
      mesh,
      frame,
      { ...learned, positions },
      { ...(symmetry && { symmetry }), evidence },
    );
  }
  const shape = findSkeleton(mesh, { ...options, symmetry });
  const evidence = [planOdds(learned.reading, learned.plan), 0];
  return { ...shape, body: noBody(findBodyPlan(mesh, shape.skeleton, { symmetry }), evidence), evidence };
}

function readMesh(
  mesh: Mesh,
  frame: BodyFrame,
  { network, plan, forward, signal }: LearnedFinderOptions,
  showsTail?: boolean,
): Promise<LearnedSkeleton> {
  const facing = forward && quarterOf(frame, forward);
  return findLearnedSkeleton(network, mesh, frame, {
    signal,
    plan,
    showsTail,
    ...(facing !== undefined && { facing }),
  });
}

/** The quarter of the frame that a direction is nearest to. */
function quarterOf({ axes }: BodyFrame, forward: Vec3): number {
  const [x, , z] = axes.map((axis) => axis[0] * forward[0] + axis[1] * forward[1] + axis[2] * forward[2]);
  return Math.abs(z) >= Math.abs(x) ? (z >= 0 ? 0 : 2) : x >= 0 ? 1 : 3;
}

const noBody = (read: FoundBodyPlan, evidence: readonly number[]): FoundBodyPlan =>
  toUnknownBody(read, 'its shape is not that of a creature', confidenceOf(evidence));

/** Facing directions of the quarters, in the frame's axes. */
const QUARTERS: readonly Vec3[] = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 0, -1],
  [-1, 0, 0],
];

function toFoundSkeleton(
  mesh: Mesh,
  frame: BodyFrame,
  learned: LearnedSkeleton,
  shape: Partial<Pick<FoundSkeleton, 'symmetry' | 'findings'>> & { readonly evidence: readonly number[] },
): FoundSkeleton {
  const { positions } = learned;
  const count = learned.parents.length;
  const frames = new Float32Array(count * 4);
  for (let j = 0; j < count; j++) frames[j * 4 + 3] = 1;
  const skeleton: Skeleton = {
    names: Array.from({ length: count }, (_, j) => (j === 0 ? 'root' : `joint${j}`)),
    parents: learned.parents,
    rest: fromFrame(frame, Array.from(positions)),
    frames,
  };
  const turn = (v: Vec3): Vec3 =>
    [0, 1, 2].map(
      (k) => frame.axes[0][k] * v[0] + frame.axes[1][k] * v[1] + frame.axes[2][k] * v[2],
    ) as unknown as Vec3;
  const roles = {
    skeleton,
    tokens: learned.tokens,
    up: turn([0, 1, 0]),
    forward: turn(QUARTERS[learned.facing]),
  };
  const confidence = confidenceOf(shape.evidence);
  const body = bodyFromRoles(roles, mesh.positions, {
    kind: kindOf(learned, kindOfRoles(planFromRoles(roles), roles)),
    confidence,
    findings: [],
  });
  return {
    skeleton,
    confidence: new Float32Array(count).fill(confidence),
    radii: new Float32Array(count),
    ...(shape.symmetry && { symmetry: shape.symmetry }),
    body,
    roles: learned.tokens,
    evidence: shape.evidence,
    findings: shape.findings ?? [],
  };
}

/** Lone parts are what the network says; bodies what their limbs say. */
function kindOf({ plan }: LearnedSkeleton, kind: BodyKind): BodyKind {
  const whole = WHOLES[plan.whole ?? 0];
  return whole === 'hand' || whole === 'arm' || whole === 'head' ? whole : kind;
}
