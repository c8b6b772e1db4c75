/**
 * @file How far a pose is outside of what a creature does, as a whole and joint by joint: 1 is where the creature's own
 * poses end.
 *
 * Three things tell a pose that is none. Joints do not go together: the network, shown the pose through noise, takes it
 * for another; what it cannot explain is counted relative to how far joints are turned, as a great leap is no fault.
 * Joints turn against their grain (`turn-shapes.ts`). Or one joint is where it never goes: through much noise, where the
 * network says what is usual for a body so posed, it is far from that and its mirror partner and neighbours are not: a
 * wing that surprises the network because it is folded comes with another one. The distance is the weighted product of
 * the three, against what the creature's own samples, and the poses that its space was taught, show.
 *
 * Areas under the curve of real poses against random rotations, and against one joint bent 60° the wrong way, on 24
 * creatures that training had not seen, most of them of few joints (in brackets the nine of 20 and more). The constants
 * were chosen on the same creatures; weights chosen on one half of them give .89 and .89 on the other.
 *   - As it is: .91 and .86 (.96 and .78). How much the worst joint counts trades one for the other: not at all .92 and
 *     .70, without the first part .83 and .92.
 *   - Taught ten poses of half of its clips, tested on the other half (13 of them): from .84 to .87 and from .88 to .92;
 *     real poses found inside from 80 to 92 %.
 *   - Alone: unexplained .87 and .60, grain .86 and .76, worst joint .70 and .93. The greatest of them: .78 and .93.
 *   - The worst joint without its company, on a lower floor: .89 instead of .93, .84 instead of .86 in the product.
 *   - Mahalanobis distance under the samples: .67 and .83; distance to the nearest sample: .64 and .84.
 *   - What the network says when it is told all places, or those of the leaves, instead of seeing noise: .64 and .84.
 *     Told for each joint where all others are (on five creatures; a step a joint): no better than noise.
 *   - Noise of 0.35 instead of 0.2: .90 and .87. On five of them: 0.8 instead of 0.65, four noises instead of two: the
 *     same within .02.
 */

import type { WorkOptions } from '../../base/progress.js';
import type { Pose } from '../../rig/rig.js';
import { bodyPose } from '../body-space.js';
import type { PoseRig } from '../describe-rig.js';
import type { PoseSpace } from '../pose-space.js';
import { removeHeading, rotationsToStateInto, STATE_CHANNELS } from '../pose-state.js';
import { denoiseResiduals, squaredTurns } from './denoise-residuals.js';
import { againstGrain, fitTurnShapes, type TurnShapes } from './turn-shapes.js';

export interface PoseMeasure {
  /**
   * Up to 1 the pose is inside: nineteen of twenty of the creature's own poses are. Above it is outside, twice as far
   * at 2.
   */
  readonly distance: number;
  /**
   * How odd the place of each joint of the rig is in a body so posed; 1 is as odd as the worst joint of nineteen of
   * twenty of the creature's own poses. Joints that are not part of the body have 0. [J]
   */
  readonly joints: Float32Array;
}

export interface PoseMeter {
  /** Four steps of the network: 25 ms for 40 joints on one thread. */
  measure(pose: Pose): Promise<PoseMeasure>;
}

/** Shares of noise through which the network sees how joints go together, and which joint is out of place. */
const TOGETHER_NOISE = 0.2;
const PLACE_NOISE = 0.65;
/** Share of a joint's squared turn that may stay unexplained. */
const RELATIVE = 0.1;
/** Shares of the mean residual of all joints that are added to each one's: where joints hardly move, little is much. */
const TOGETHER_FLOOR = 1;
const PLACE_FLOOR = 3;
/** How much of what is odd about its mirror partner, and about the joints beside it, excuses a joint. */
const PARTNER_SHARE = 0.2;
const NEIGHBOUR_SHARE = 0.1;
/** How much the worst joint counts in the product; the others count 1. */
const WORST_WEIGHT = 0.5;
/** The quantile of the creature's own poses that lies at 1. */
const EDGE = 0.95;
/** Keeps logarithms finite where the network is right to the last digit. */
const TINY = 1e-9;

/** What is known of a creature. */
interface Gauge {
  readonly body: PoseRig;
  /** How joints turn in the samples and, where poses were taught, in all: either will do. */
  readonly shapes: readonly TurnShapes[];
  /** Mean squared residuals of the creature's own poses. [J] */
  readonly together: Float64Array;
  readonly place: Float64Array;
}

/** Poses of the body, and what the network makes of them. */
interface Seen {
  /** Without heading. [N, J, 4] */
  readonly rotations: Float64Array;
  /** Squared turns, and squared residuals through little noise and much. [N, J] */
  readonly turns: Float64Array;
  readonly together: Float64Array;
  readonly place: Float64Array;
}

/** Prepares the meter of a creature; it takes about as long as preparing its space. */
export async function openPoseMeter(space: PoseSpace, options: WorkOptions = {}): Promise<PoseMeter> {
  const { jointCount } = space.tree;
  const { bodies, weights } = await ownBodies(space, options);
  const own = await look(space, bodies, options);
  const gauge: Gauge = {
    body: space.body,
    shapes: fitShapes(own.rotations, weights, jointCount, space.examples.length),
    together: jointScales(own.together, weights, jointCount, TOGETHER_FLOOR),
    place: jointScales(own.place, weights, jointCount, PLACE_FLOOR),
  };
  const scores = weights.map((weight, i) => score(gauge, own, i, weight));
  const edge = quantile(scores, weights);
  const worst = weights.map((_, i) => Math.max(...oddJoints(gauge, own, i)));
  const placeEdge = Math.max(quantile(worst, weights), TINY);
  return {
    async measure(pose) {
      const seen = await look(space, [bodyPose(space, pose).rotations], {});
      const odd = oddJoints(gauge, seen, 0);
      return {
        distance: Math.exp((score(gauge, seen, 0, 0) - edge) / 2),
        joints: Float32Array.from(space.anatomy.carriers, (j) => (j < 0 ? 0 : Math.sqrt(odd[j] / placeEdge))),
      };
    },
  };
}

/** Samples of the creature and poses that its space was taught; where there are both, they count half each. */
async function ownBodies(space: PoseSpace, options: WorkOptions) {
  const { samples, sampleCount } = await space.prepare(options);
  const size = space.tree.jointCount * 4;
  const sampled = Array.from({ length: sampleCount }, (_, i) => samples.subarray(i * size, (i + 1) * size));
  const taught = space.examples.map((pose) => bodyPose(space, pose).rotations);
  const bodies: (Float32Array | Float64Array)[] = [...sampled, ...taught];
  const kinds = sampleCount > 0 && taught.length > 0 ? 2 : 1;
  const weights = Float64Array.from(
    bodies,
    (_, i) => 1 / (kinds * (i < sampleCount ? sampleCount : taught.length)),
  );
  return { bodies, weights };
}

/** Shapes of the samples alone and, where there are taught poses behind them, of all. */
function fitShapes(
  rotations: Float64Array,
  weights: Float64Array,
  jointCount: number,
  taughtCount: number,
): TurnShapes[] {
  const all = fitTurnShapes(rotations, weights, jointCount);
  const sampleCount = weights.length - taughtCount;
  if (taughtCount === 0 || sampleCount === 0) return [all];
  const samples = rotations.subarray(0, sampleCount * jointCount * 4);
  const alike = new Float64Array(sampleCount).fill(1 / sampleCount);
  return [fitTurnShapes(samples, alike, jointCount), all];
}

/** What the network makes of poses. The height of the root is left out: samples come without one. */
async function look(
  space: PoseSpace,
  bodies: readonly (Float32Array | Float64Array)[],
  options: WorkOptions,
): Promise<Seen> {
  const { tree } = space;
  const size = tree.jointCount * 4;
  const states = new Float32Array(bodies.length * tree.jointCount * STATE_CHANNELS);
  const rotations = new Float64Array(bodies.length * size);
  for (const [i, body] of bodies.entries()) {
    const bare = removeHeading(tree, body);
    rotations.set(bare.rotations, i * size);
    rotationsToStateInto(states, i * tree.jointCount * STATE_CHANNELS, tree, bare.rotations, bare.positions);
  }
  const together = await denoiseResiduals(space, states, TOGETHER_NOISE, options);
  const place = await denoiseResiduals(space, states, PLACE_NOISE, options);
  return { rotations, turns: squaredTurns(states), together, place };
}

/** Logarithm of the product, up to a constant; `own` is the weight of the pose among the creature's own. */
function score(gauge: Gauge, seen: Seen, index: number, own: number): number {
  const jointCount = gauge.together.length;
  const o = index * jointCount;
  let unexplained = 0;
  for (let j = 0; j < jointCount; j++) {
    unexplained += seen.together[o + j] / (gauge.together[j] + RELATIVE * seen.turns[o + j]);
  }
  return (
    Math.log(unexplained / jointCount + TINY) +
    Math.log(Math.min(...gauge.shapes.map((shapes) => againstGrain(shapes, seen.rotations, o * 4, own)))) +
    WORST_WEIGHT * Math.log(Math.max(...oddJoints(gauge, seen, index)) + TINY)
  );
}

/** How odd the place of each joint is, squared, its company considered. [J] */
function oddJoints({ place, body: { parents, partners } }: Gauge, seen: Seen, index: number): Float64Array {
  const residuals = seen.place.subarray(index * place.length, (index + 1) * place.length);
  const beside = new Float64Array(place.length);
  for (let j = 1; j < place.length; j++) {
    const p = parents[j];
    beside[p] = Math.max(beside[p], residuals[j]);
    beside[j] = Math.max(beside[j], residuals[p]);
  }
  return residuals.map((residual, j) => {
    const partner = partners[j] < 0 ? 0 : residuals[partners[j]];
    return residual / (place[j] + PARTNER_SHARE * partner + NEIGHBOUR_SHARE * beside[j]);
  });
}

/** Mean residuals of the joints, [J] of [N, J], and so many times the mean over all. */
function jointScales(
  residuals: Float64Array,
  weights: Float64Array,
  jointCount: number,
  floor: number,
): Float64Array {
  const means = new Float64Array(jointCount);
  for (let i = 0; i < residuals.length; i++) {
    means[i % jointCount] += weights[Math.floor(i / jointCount)] * residuals[i];
  }
  const mean = means.reduce((sum, value) => sum + value, 0) / jointCount;
  return means.map((value) => value + floor * mean + TINY);
}

/** The value that so much of the weight lies below. */
function quantile(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  let below = 0;
  for (const i of order) {
    below += weights[i];
    if (below >= EDGE) return values[i];
  }
  return values[order[order.length - 1]];
}
