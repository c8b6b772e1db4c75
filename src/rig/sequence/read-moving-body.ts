/**
 * @file What a mesh that moves is: the network reads several frames and their answers are averaged, since one frame may
 * show a wing folded or two legs as one. The most symmetric frame counts most for where the body faces. The anchor then
 * gets the joints of that body.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Vec3 } from '../../math/vector.js';
import { findSymmetryPlane, type SymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import { findAnchorFrame, isFiniteFrame, type MeshSequence } from '../../mesh/mesh-sequence.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import { bodyFromRoles, kindOfRoles, planFromRoles } from '../body-plan/plan-from-roles.js';
import { type BodyFrame, findBodyFrame, toFrame } from '../find/body-frame.js';
import type { FoundSkeleton } from '../find/find-skeleton.js';
import type { Plan } from '../learned/decode-joints.js';
import { findCombinedSkeleton } from '../learned/find-combined-skeleton.js';
import { likeliestPlan } from '../learned/find-learned-skeleton.js';
import { normalizePoints, type PlanReading, readPlan } from '../learned/read-plan.js';
import type { PlanQuestion, SkeletonModel } from '../learned/skeleton-model.js';
import { spreadPoints } from '../learned/spread-points.js';
import type { Skeleton } from '../rig-records.js';

/** Frames that are read. */
const FRAMES = 6;

/** Options of `readMovingBody`. */
export interface ReadMovingBodyOptions extends WorkOptions {
  /** What is known of the body. */
  readonly plan?: Plan;
  /** Where it faces in the anchor frame, where that is known. */
  readonly forward?: Vec3;
}

/** Reads the body of a sequence and finds its skeleton in the anchor frame. */
export async function readMovingBody(
  network: SkeletonModel,
  sequence: MeshSequence,
  options: ReadMovingBodyOptions = {},
): Promise<FoundSkeleton & { readonly anchor: number }> {
  const read = await readFrames(network, sequence, options);
  const plan = { ...read.plan, ...options.plan };
  const forward = options.forward ?? read.forward;
  const anchor = findAnchorFrame(sequence);
  const mesh: Mesh = { positions: sequence.frames[anchor], triangles: sequence.triangles };
  return { ...(await findCombinedSkeleton(mesh, { ...options, network, plan, forward })), anchor };
}

/** What several frames show together: the body, and where it faces. */
export async function readFrames(
  network: SkeletonModel,
  sequence: MeshSequence,
  { signal }: WorkOptions = {},
): Promise<{ readonly plan: Required<Plan>; readonly forward: Vec3 }> {
  const readings: { reading: PlanReading; frame: BodyFrame; plane: SymmetryPlane | undefined }[] = [];
  for (const f of chooseFrames(sequence)) {
    const mesh: Mesh = { positions: sequence.frames[f], triangles: sequence.triangles };
    const plane = findSymmetryPlane(mesh);
    const frame = findBodyFrame(mesh, plane);
    const framed = { positions: toFrame(frame, mesh.positions), triangles: mesh.triangles };
    const { points } = normalizePoints(spreadPoints(framed, network.card.points));
    readings.push({ reading: await readPlan(network, points), frame, plane });
    throwIfAborted(signal);
  }
  return { plan: likeliestPlan({ chances: averageChances(readings) }), forward: voteForward(readings) };
}

/** Evenly spaced frames, the anchor among them. */
function chooseFrames(sequence: MeshSequence): number[] {
  const usable = [...sequence.frames.keys()].filter((f) => isFiniteFrame(sequence.frames[f]));
  const step = Math.max(1, (usable.length - 1) / (FRAMES - 2));
  const even = Array.from(
    { length: Math.min(FRAMES - 1, usable.length) },
    (_, i) => usable[Math.round(i * step)],
  );
  return [...new Set([...even, findAnchorFrame(sequence)])].filter((f) => f >= 0);
}

function averageChances(readings: readonly { reading: PlanReading }[]): PlanReading['chances'] {
  const first = readings[0].reading.chances;
  const average = (name: PlanQuestion) =>
    first[name].map((_, k) =>
      Math.exp(
        readings.reduce((sum, { reading }) => sum + Math.log(reading.chances[name][k] + 1e-6), 0) /
          readings.length,
      ),
    );
  return Object.fromEntries(
    (Object.keys(first) as PlanQuestion[]).map((name) => [name, average(name)]),
  ) as unknown as PlanReading['chances'];
}

/** The direction that most frames face; symmetric frames tell it best. */
function voteForward(
  readings: readonly { reading: PlanReading; frame: BodyFrame; plane: SymmetryPlane | undefined }[],
): Vec3 {
  const sum = [0, 0, 0];
  for (const { reading, frame, plane } of readings) {
    const weight = 1 / (0.01 + (plane?.error ?? 1));
    const [ahead, left, behind, right] = reading.facing;
    for (let k = 0; k < 3; k++) {
      sum[k] += weight * ((ahead - behind) * frame.axes[2][k] + (left - right) * frame.axes[0][k]);
    }
  }
  return [sum[0], sum[1], sum[2]];
}

/** A skeleton whose joints have roles. */
export type ReadBody = FoundSkeleton & { readonly roles: Uint8Array; readonly body: FoundBodyPlan };

/** Whether the frames show a body. */
export const isReadBody = <Found extends FoundSkeleton>(found: Found): found is Found & ReadBody =>
  found.roles !== undefined && found.body !== undefined;

/** The body of a fitted skeleton: joints of the start keep their roles, joints that the motion added go with their parents. */
export function bodyOfFit(start: ReadBody, skeleton: Skeleton, points: Float32Array): FoundBodyPlan {
  const tokenOf = new Map(start.skeleton.names.map((name, j) => [name, start.roles[j]]));
  const tokens = new Uint8Array(skeleton.names.length);
  skeleton.names.forEach((name, j) => {
    const parent = skeleton.parents[j];
    tokens[j] = tokenOf.get(name) ?? (parent >= 0 ? tokens[parent] : 0);
  });
  const { up, forward, confidence, findings, kind } = start.body;
  const roles = { skeleton, tokens, up, forward };
  const lone = kind === 'hand' || kind === 'arm' || kind === 'head';
  return bodyFromRoles(roles, points, {
    kind: lone ? kind : kindOfRoles(planFromRoles(roles), roles),
    confidence,
    findings,
  });
}
