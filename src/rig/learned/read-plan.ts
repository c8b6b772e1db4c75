/**
 * @file What the skeleton network says of a whole: whether it is a body, how many limbs it has, which way is up and
 * where it faces. The network sees the points turned by quarters and mirrored; its answers are averaged.
 */

import { floats, type Tensor } from '../../nets/network.js';
import { WHOLES } from './role-tokens.js';
import { PLAN_QUESTIONS, type PlanQuestion, type SkeletonModel } from './skeleton-model.js';

/** One way of looking at the points: mirrored across x = 0 or not, then turned about +Y by quarters. */
export interface View {
  readonly quarter: number;
  readonly mirrored: boolean;
}

/** Every quarter, as it is and mirrored. */
export const VIEWS: readonly View[] = [0, 1, 2, 3].flatMap((quarter) =>
  [false, true].map((mirrored) => ({ quarter, mirrored })),
);

/** Chances of each answer. */
export type PlanChances = Readonly<Record<PlanQuestion, Float64Array>>;

/** What the network says of some points. */
export interface PlanReading {
  readonly chances: PlanChances;
  /** That the body faces +Z, +X, −Z, −X. [4] */
  readonly facing: Float64Array;
  /** That up is +Y, −Y, +X, −X, +Z, −Z. [6] */
  readonly up: Float64Array;
  /** Keys of the context for each view: `[layers, 2, views, heads, tokens, width]`. */
  readonly keys: Tensor;
  /** Chances of each role and side at each seed point, over all views. [latents, tokens] */
  readonly parts: Float64Array;
}

/** Points [N, 6] as a view shows them: box centred, longest side 1. */
export function viewPoints(points: Float32Array, view: View): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = toView(view, points[i], points[i + 1], points[i + 2]);
    out[i] = x;
    out[i + 1] = y;
    out[i + 2] = z;
  }
  return out;
}

/** A vector as a view shows it. */
export function toView(
  { quarter, mirrored }: View,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  const across = mirrored ? -x : x;
  if (quarter === 0) return [across, y, z];
  if (quarter === 1) return [z, y, -across];
  if (quarter === 2) return [-across, y, -z];
  return [-z, y, across];
}

/** The inverse of `toView`. */
export function fromView(
  { quarter, mirrored }: View,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  const [across, up, along] = toView({ quarter: (4 - quarter) % 4, mirrored: false }, x, y, z);
  return [mirrored ? -across : across, up, along];
}

/** Moves points [N, 6] so that their box is centred at 0 with a longest side of 1. */
export function normalizePoints(points: Float32Array): {
  points: Float32Array;
  center: [number, number, number];
  size: number;
} {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 6) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points[i + k]);
      high[k] = Math.max(high[k], points[i + k]);
    }
  }
  const center = low.map((value, k) => (value + high[k]) / 2) as [number, number, number];
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1;
  const out = points.slice();
  for (let i = 0; i < points.length; i += 6) {
    for (let k = 0; k < 3; k++) out[i + k] = (points[i + k] - center[k]) / size;
  }
  return { points: out, center, size };
}

/** Reads the plan of normalised points [N, 6]. */
export async function readPlan(
  model: SkeletonModel,
  points: Float32Array,
  views: readonly View[] = VIEWS,
): Promise<PlanReading> {
  const batch = new Float32Array(views.length * points.length);
  views.forEach((view, v) => {
    batch.set(viewPoints(points, view), v * points.length);
  });
  const answers = await model.encoder.run({
    points: floats(batch, views.length, points.length / 6, 6),
  });
  const plan = answers.plan.data as Float32Array;
  const width = plan.length / views.length;
  const chances = {} as Record<PlanQuestion, Float64Array>;
  let at = 0;
  for (const [question, size] of Object.entries(PLAN_QUESTIONS) as [PlanQuestion, number][]) {
    const start = at;
    chances[question] = pool(views.length, size, (v, k) => plan[v * width + start + k]);
    at += size;
  }
  chances.whole = reweigh(chances.whole);
  const facing = answers.facing.data as Float32Array;
  const up = answers.up.data as Float32Array;
  return {
    chances,
    facing: pool(views.length, 4, (v, k) => facing[v * 4 + turnFacing(views[v], k)]),
    up: pool(views.length, 6, (v, k) => up[v * 6 + turnAxis(views[v], k)]),
    keys: answers.keys,
    parts: poolParts(answers.part, views),
  };
}

/**
 * How much more often what users bring is no creature than in training, where a tenth is. Of 90 held-out bodies and
 * things most were told right with this number.
 */
const THINGS = 3;

function reweigh(whole: Float64Array): Float64Array {
  const nothing = WHOLES.indexOf('nothing');
  const weighed = whole.map((chance, k) => (k === nothing ? THINGS * chance : chance));
  const total = weighed.reduce((a, b) => a + b);
  return weighed.map((chance) => chance / total);
}

/** The quarter that a view gives to facing quarter `k`: quarters go from +Z over +X. */
function turnFacing({ quarter, mirrored }: View, k: number): number {
  return ((mirrored ? (4 - k) % 4 : k) + quarter) % 4;
}

const AXES = [
  [0, 1, 0],
  [0, -1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;

/** The axis that a view makes of axis `k`. */
function turnAxis(view: View, k: number): number {
  const [x, y, z] = toView(view, ...(AXES[k] as readonly [number, number, number]));
  return AXES.findIndex((axis) => axis[0] === x && axis[1] === y && axis[2] === z);
}

/** Chances from the mean of the views' logarithms. */
function pool(views: number, size: number, logit: (view: number, k: number) => number): Float64Array {
  const mean = new Float64Array(size);
  for (let v = 0; v < views; v++) {
    const logits = Float64Array.from({ length: size }, (_, k) => logit(v, k));
    const most = logits.reduce((a, b) => Math.max(a, b));
    const total = Math.log(logits.reduce((sum, value) => sum + Math.exp(value - most), 0)) + most;
    for (let k = 0; k < size; k++) mean[k] += (logits[k] - total) / views;
  }
  return softmax(mean);
}

function softmax(logits: Float64Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b));
  const raised = logits.map((value) => Math.exp(value - most));
  const total = raised.reduce((a, b) => a + b);
  return raised.map((value) => value / total);
}

/** Sides swap in mirrored views. */
function poolParts({ data, dims }: Tensor, views: readonly View[]): Float64Array {
  const [, latents, tokens] = dims;
  const out = new Float64Array(latents * tokens);
  for (let i = 0; i < latents; i++) {
    const swapped = (token: number) => token + (token % 3 === 1 ? 1 : token % 3 === 2 ? -1 : 0);
    out.set(
      pool(views.length, tokens, (v, k) =>
        Number(data[(v * latents + i) * tokens + (views[v].mirrored ? swapped(k) : k)]),
      ),
      i * tokens,
    );
  }
  return out;
}
