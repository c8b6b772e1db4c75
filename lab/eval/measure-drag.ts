/**
 * @file Measures dragging (METRICS.md, "Locality of a drag"): the end of a limb is dragged from rest to where its limb alone
 * can bring it, and the ends of all other limbs should stay. Figures are mean movements of those ends over the length of
 * the drag: by default, and with the whole body taking part. `kept` is how far the end that was dragged first moves while
 * another one is dragged.
 */

import { throwIfAborted } from '../../src/base/progress.js';
import { createRng, type Rng } from '../../src/base/rng.js';
import { expRotationInto } from '../../src/math/quaternion.js';
import { distance, lerp, type Vec3, vectorAt } from '../../src/math/vector.js';
import { findLimbs, type LimbEnds } from '../../src/pose/solve/local-prior.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { type Pose, type Rig, restPose, type Skeleton } from '../../src/rig/rig-records.js';
import {
  createDragBody,
  createPoseDrag,
  type DragBody,
  type PoseDragOptions,
} from '../../src/verbs/create-pose-drag.js';
import { type Figure, meanOf } from './means.js';

/** Movements over the length of the drag. */
export interface DragFigures {
  readonly drags: number;
  /** Of the ends of other limbs. */
  readonly local: Figure;
  readonly whole: Figure;
  /** Of the end that was dragged before. */
  readonly kept: Figure;
  /** Distance from the target at the end. */
  readonly error: Figure;
  readonly wholeError: Figure;
}

export interface MeasureDragOptions {
  /** Limbs that are dragged, at most. */
  readonly limbs?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export const MEASURE_DRAG_DEFAULTS = Object.freeze({ limbs: 6, seed: 0 });

/** Largest rotation of a limb's joints, radians, and targets on the way. */
const BEND = 0.6;
const STEPS = 4;
/** The present behaviour before there was any other: everything takes part, nothing is locked. */
const WHOLE: PoseDragOptions = { locality: 0, feet: [] };

export async function measureDrag(
  space: PoseSpace,
  rig: Rig | { readonly skeleton: Skeleton },
  options: MeasureDragOptions = {},
): Promise<DragFigures | null> {
  const { limbs: most, seed, signal } = { ...MEASURE_DRAG_DEFAULTS, ...options };
  // An end that is the only joint of its limb cannot be moved by it.
  const limbs = findLimbs(space.rig).filter(({ top, end }) => top !== end);
  if (limbs.length < 2) return null;
  const body = createDragBody(rig);
  const rng = createRng(seed);
  const drags: { local: number; whole: number; kept: number; error: number; wholeError: number }[] = [];
  const rest = restPose(rig.skeleton);
  for (const [i, limb] of limbs.slice(0, most).entries()) {
    throwIfAborted(signal);
    const target = reachableTarget(rig.skeleton, limb, rest, rng);
    const local = await dragLimb(space, body, limb, target, rest, {});
    const whole = await dragLimb(space, body, limb, target, rest, WHOLE);
    const others = limbs.filter((one) => one !== limb).map(({ end }) => end);
    const next = limbs[(i + 1) % limbs.length];
    const second = await dragLimb(
      space,
      body,
      next,
      reachableTarget(rig.skeleton, next, local.pose, rng),
      local.pose,
      { touched: [limb.end] },
    );
    drags.push({
      local: movement(rig.skeleton, rest, local.pose, others) / local.length,
      whole: movement(rig.skeleton, rest, whole.pose, others) / whole.length,
      kept: movement(rig.skeleton, local.pose, second.pose, [limb.end]) / second.length,
      error: local.error,
      wholeError: whole.error,
    });
  }
  const mean = (key: keyof (typeof drags)[number]) => meanOf(drags.map((drag) => drag[key]));
  return {
    drags: drags.length,
    local: mean('local'),
    whole: mean('whole'),
    kept: mean('kept'),
    error: mean('error'),
    wholeError: mean('wholeError'),
  };
}

/** Where the end of a limb comes to when its joints alone are bent. */
function reachableTarget(skeleton: Skeleton, { top, end }: LimbEnds, from: Pose, rng: Rng): Vec3 {
  const rotations = from.rotations.slice();
  for (let j = end; ; j = skeleton.parents[j]) {
    const vector = [0, 1, 2].map(() => rng.range(-1, 1));
    const size = (BEND * rng.range(0.3, 1)) / Math.max(1e-6, Math.hypot(...vector));
    expRotationInto(
      rotations,
      j * 4,
      vector.map((x) => x * size),
      0,
    );
    if (j === top) break;
  }
  return vectorAt(poseJoints(skeleton, { ...from, rotations }).positions, end);
}

async function dragLimb(
  space: PoseSpace,
  body: DragBody,
  { end }: LimbEnds,
  target: Vec3,
  from: Pose,
  options: PoseDragOptions,
): Promise<{ pose: Pose; length: number; error: number }> {
  const start = vectorAt(poseJoints(body.rig.skeleton, from).positions, end);
  const length = Math.max(1e-9, distance(start, target));
  const drag = createPoseDrag(space, body, end, { ...options, from });
  for (let step = 1; step <= STEPS; step++) await drag.to(lerp(start, target, step / STEPS));
  const at = vectorAt(poseJoints(body.rig.skeleton, drag.pose).positions, end);
  return { pose: drag.pose, length, error: distance(at, target) / length };
}

/** Mean distance of joints between two poses. */
function movement(skeleton: Skeleton, a: Pose, b: Pose, joints: readonly number[]): number {
  const [from, to] = [poseJoints(skeleton, a).positions, poseJoints(skeleton, b).positions];
  return joints.reduce((sum, j) => sum + distance(vectorAt(from, j), vectorAt(to, j)), 0) / joints.length;
}
