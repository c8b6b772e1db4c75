/**
 * @file A skeleton written by the network: points → plan → joints → refined joints, made symmetric where the body is.
 *
 * The network reads bodies well and places joints roughly; the combined finder takes its plan and its roles, and the
 * places from geometry. lab/notes/rig-skeleton-network.md
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { type BodyFrame, toFrame } from '../find/body-frame.js';
import { countLimbs, type DecodedSkeleton, decodeJoints, type Plan } from './decode-joints.js';
import { normalizePoints, type PlanReading, readPlan, VIEWS, type View } from './read-plan.js';
import { refineJoints } from './refine-joints.js';
import { WHOLES } from './role-tokens.js';
import { PLAN_QUESTIONS, type PlanQuestion, type SkeletonModel } from './skeleton-model.js';
import { spreadPoints } from './spread-points.js';

/** What the network makes of a mesh, in the body's frame (longest side 1, y up). */
export interface LearnedSkeleton {
  /** Parents before children; −1 for the root. Empty where the mesh is no body. [J] */
  readonly parents: Int16Array;
  /** Role and side: role · 3 + side. [J] */
  readonly tokens: Uint8Array;
  /** [J, 3] */
  readonly positions: Float64Array;
  readonly reading: PlanReading;
  /** The answers that the skeleton was written for. */
  readonly plan: Plan;
  /** The quarter that the body faces: 0 is the frame's +z, 1 its +x. */
  readonly facing: number;
  /** Mean log likelihood of a joint. */
  readonly score: number;
}

/** Options of `findLearnedSkeleton`. */
export interface LearnedSkeletonOptions extends WorkOptions {
  /** Answers that are known: the network is told them. */
  readonly plan?: Plan;
  /** Whether the shape shows a tail: small ones are as much its question as the network's. */
  readonly showsTail?: boolean;
  /** The quarter that the body faces, where it is known. */
  readonly facing?: number;
}

/** Reads a mesh in the body's frame. */
export async function findLearnedSkeleton(
  model: SkeletonModel,
  mesh: Mesh,
  frame: BodyFrame,
  options: LearnedSkeletonOptions = {},
): Promise<LearnedSkeleton> {
  const framed: Mesh = { positions: toFrame(frame, mesh.positions), triangles: mesh.triangles };
  const { points, center, size } = normalizePoints(spreadPoints(framed, model.card.points));
  const reading = await readPlan(model, points);
  throwIfAborted(options.signal);
  const tails = options.showsTail === undefined ? {} : { tails: decideTail(reading, options.showsTail) };
  const plan = { ...likeliestPlan(reading), ...tails, ...options.plan };
  const facing = options.facing ?? chooseFacing(reading.facing, frame.symmetric);
  const empty = {
    parents: new Int16Array(0),
    tokens: new Uint8Array(0),
    positions: new Float64Array(0),
    score: 0,
  };
  if (WHOLES[plan.whole ?? 0] === 'nothing') return { ...empty, reading, plan, facing };
  // Seen from its front, as it is and mirrored.
  const views: View[] = [
    { quarter: (4 - facing) % 4, mirrored: false },
    { quarter: facing, mirrored: true },
  ];
  const keys = pickViews(reading, views, model);
  const decoded = await decodeJoints(model, keys, views, plan);
  throwIfAborted(options.signal);
  const best = mergeDecoded(decoded, plan);
  const refined = await refineJoints(model, points, best, views[0]);
  const positions = refined.map((value, i) => value * size + center[i % 3]);
  return { ...best, positions, reading, plan, facing };
}

/** How many times likelier a tail is where the shape shows one, and less likely where it shows none. */
const TAIL_EVIDENCE = Math.E;

function decideTail({ chances }: PlanReading, shows: boolean): number {
  const odds = chances.tails[1] / chances.tails[0];
  return odds * (shows ? TAIL_EVIDENCE : 1 / TAIL_EVIDENCE) > 1 ? 1 : 0;
}

/** A body that is symmetric across x = 0 faces along z, unless the network is very sure that it does not. */
function chooseFacing(chances: Float64Array, symmetric: boolean): number {
  const across = chances[1] + chances[3];
  const along = chances[0] >= chances[2] ? 0 : 2;
  return symmetric && across < ACROSS ? along : largest(chances);
}

const ACROSS = 0.9;

/** The likeliest answer to every question. */
export function likeliestPlan({ chances }: Pick<PlanReading, 'chances'>): Required<Plan> {
  const questions = Object.keys(PLAN_QUESTIONS) as PlanQuestion[];
  return Object.fromEntries(questions.map((name) => [name, largest(chances[name])])) as Required<Plan>;
}

/** The index of the largest number. */
export const largest = (values: Float64Array): number =>
  values.indexOf(values.reduce((a, b) => Math.max(a, b)));

/** The keys of some of the views that were read. */
function pickViews({ keys }: PlanReading, views: readonly View[], model: SkeletonModel) {
  const [layers, two, count, heads, tokens, width] = keys.dims;
  const row = heads * tokens * width;
  const data = new Float32Array(layers * two * views.length * row);
  const rows = views.map((view) =>
    VIEWS.findIndex(({ quarter, mirrored }) => quarter === view.quarter && mirrored === view.mirrored),
  );
  for (let pair = 0; pair < layers * two; pair++) {
    rows.forEach((from, to) => {
      const start = (pair * count + from) * row;
      data.set((keys.data as Float32Array).subarray(start, start + row), (pair * views.length + to) * row);
    });
  }
  return { data, dims: [model.card.decoder_layers, two, views.length, heads, tokens, width] };
}

/** The skeleton that keeps to the plan best, then the likeliest; those with the same joints are averaged. */
function mergeDecoded(all: readonly DecodedSkeleton[], plan: Plan): DecodedSkeleton {
  const misses = (one: DecodedSkeleton) => {
    const counts = countLimbs(one);
    return (Object.keys(plan) as PlanQuestion[]).filter(
      (name) => name !== 'whole' && Math.min(counts[name], PLAN_QUESTIONS[name] - 1) !== plan[name],
    ).length;
  };
  const best = all.reduce((kept, one) => {
    const gain = misses(kept) - misses(one) || one.score - kept.score;
    return gain > 0 ? one : kept;
  });
  const same = all.filter(
    (one) => one.tokens.join() === best.tokens.join() && one.parents.join() === best.parents.join(),
  );
  const positions = best.positions.map(
    (_, i) => same.reduce((sum, one) => sum + one.positions[i], 0) / same.length,
  );
  return { ...best, positions };
}
