/**
 * @file Measures the repair of poses of a rig.
 *
 * Broken poses come in equal parts from three sources, of which those that self-intersect are used: samples of the space;
 * real poses with one to three joints rotated by 20 to 60 degrees about any axis; random rotations with the mean angles
 * of the real ones (`random-poses.ts`). A source that gives too few in a number of tries gives fewer.
 *
 * The area of a pose is that of all triangles that intersect a non-neighbour which they do not intersect at rest, rest-pose
 * overlaps excluded, over the whole surface. `removed` compares sums over all poses, `removedMean` is the mean over poses.
 * Each pose is repaired twice: free, and with the root and two leaves pinned. Joint limits are measured separately.
 */

import { throwIfAborted } from '../../src/base/progress.js';
import { createRng, type Rng } from '../../src/base/rng.js';
import { expRotationInto, multiplyQuaternionInto } from '../../src/math/quaternion.js';
import { findPoseFaults } from '../../src/pose/repair/find-pose-faults.js';
import { type RepairedPose, type RepairOptions, repairPose } from '../../src/pose/repair/repair-pose.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { leafJoints } from '../../src/rig/joint-tree.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { type Figure, meanOf } from './means.js';
import { createPoseCloud } from './pose-cloud.js';
import { type NamedPoses, spreadIndices } from './pose-subject.js';
import { randomPoses } from './random-poses.js';

/** Figures of some repaired poses; null where there are none. */
export interface RepairFigures {
  readonly poses: number;
  /** Mean share of the surface that intersects before. */
  readonly area: Figure;
  /** Share of the area that is gone, 0 to 1: of the sums, and the mean over poses. */
  readonly removed: Figure;
  readonly removedMean: Figure;
  /** Share of poses without any intersection left, 0 to 1. */
  readonly clean: Figure;
  /** Mean distance that joints moved, % of the diameter. */
  readonly change: Figure;
  /** Mean distance that vertices moved, % of the diameter: limbs may turn about joints that stay where they are. */
  readonly skinChange: Figure;
  /** The largest miss of a pinned joint, % of the diameter. */
  readonly handleError: Figure;
  /** Median of a repair; null without a clock. */
  readonly milliseconds: Figure;
}

export const REPAIR_SOURCES = ['sample', 'perturbed', 'random'] as const;
export type RepairSource = (typeof REPAIR_SOURCES)[number];

export interface RepairMeasures extends RepairFigures {
  readonly bySource: Readonly<Record<RepairSource, RepairFigures>>;
  /** With the root and two leaves pinned. */
  readonly pinned: RepairFigures;
  /** With limits: mean excess of the worst joint before and after, degrees, and what became of the area. */
  readonly limited: RepairFigures & { readonly excess: Figure; readonly excessAfter: Figure };
}

export interface MeasureRepairOptions {
  /** Broken poses of each source, at most. */
  readonly perSource?: number;
  /** Poses of a source that are looked at, at most. */
  readonly tries?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

export const MEASURE_REPAIR_DEFAULTS = Object.freeze({ perSource: 4, tries: 24, seed: 0 });

const DEGREES = 180 / Math.PI;
/** Joints that are pinned beside the root. */
const PINNED_LEAVES = 2;
const SAMPLE_STEPS = 10;

interface BrokenPose {
  readonly source: RepairSource;
  readonly pose: Pose;
}

/** Measures repair on the body of a space; null where there is no mesh or no pose to start from. */
export async function measureRepair(
  space: PoseSpace,
  clips: readonly NamedPoses[],
  rig: Rig | undefined,
  options: MeasureRepairOptions = {},
): Promise<RepairMeasures | null> {
  const settings = { ...MEASURE_REPAIR_DEFAULTS, ...options };
  const frames = clips.flatMap(({ poses }) => poses);
  if (!rig || frames.length === 0 || rig.skeleton.parents.length < 2) return null;
  const skinner = createRigSkinner(rig);
  const skin = (pose: Pose) => skinner.pose(pose);
  const broken = await drawBroken(space, frames, settings);
  const run = async (repair: (pose: Pose, index: number) => RepairOptions): Promise<Repaired[]> => {
    const repaired: Repaired[] = [];
    for (const [i, { source, pose }] of broken.entries()) {
      throwIfAborted(settings.signal);
      const start = settings.now?.() ?? 0;
      const result = await repairPose(space, pose, { signal: settings.signal, ...repair(pose, i) });
      const milliseconds = settings.now ? settings.now() - start : null;
      repaired.push({ source, result, milliseconds, moved: meanDistance(skin(pose), skin(result)) });
    }
    return repaired;
  };
  const diameter = 2 / space.rig.scale;
  const free = await run(() => ({ limits: 'none' }));
  const rng = createRng(settings.seed + 1);
  const leaves = leafJoints(space.anatomy.original.parents);
  const pins = broken.map(() => [0, ...drawSome(leaves, PINNED_LEAVES, rng)]);
  const pinned = await run((_, i) => ({ limits: 'none', pinned: pins[i] }));
  const limited = await run(() => ({ limits: 'learned' }));
  return {
    ...summarize(free, diameter),
    bySource: Object.fromEntries(
      REPAIR_SOURCES.map((source) => [
        source,
        summarize(
          free.filter((one) => one.source === source),
          diameter,
        ),
      ]),
    ) as Record<RepairSource, RepairFigures>,
    pinned: summarize(pinned, diameter),
    limited: {
      ...summarize(limited, diameter),
      excess: meanOf(limited.map(({ result }) => DEGREES * result.before.excess)),
      excessAfter: meanOf(limited.map(({ result }) => DEGREES * result.after.excess)),
    },
  };
}

interface Repaired {
  readonly source: RepairSource;
  /** Mean distance that vertices moved, metres. */
  readonly moved: number;
  readonly result: RepairedPose;
  readonly milliseconds: number | null;
}

function summarize(list: readonly Repaired[], diameter: number): RepairFigures {
  const results = list.map(({ result }) => result);
  const before = meanOf(results.map((result) => result.before.area));
  const after = meanOf(results.map((result) => result.after.area));
  const times = list.flatMap(({ milliseconds }) => milliseconds ?? []).sort((a, b) => a - b);
  const errors = results.map((result) => Math.max(0, ...result.errors));
  return {
    poses: list.length,
    area: before,
    removed: before ? 1 - after! / before : null,
    removedMean: meanOf(results.map((result) => 1 - result.after.area / result.before.area)),
    clean: meanOf(results.map((result) => (result.after.area === 0 ? 1 : 0))),
    change: meanOf(results.map(({ change }) => 100 * change)),
    skinChange: meanOf(list.map(({ moved }) => (100 * moved) / diameter)),
    handleError: list.length > 0 ? (100 * Math.max(...errors)) / diameter : null,
    milliseconds: times.length > 0 ? times[times.length >> 1] : null,
  };
}

function meanDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3)
    sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  return a.length > 0 ? (3 * sum) / a.length : 0;
}

/** Poses that intersect themselves, of each source. */
async function drawBroken(
  space: PoseSpace,
  frames: readonly Pose[],
  {
    perSource,
    tries,
    seed,
    signal,
  }: Required<Pick<MeasureRepairOptions, 'perSource' | 'tries' | 'seed'>> & MeasureRepairOptions,
): Promise<BrokenPose[]> {
  const rng = createRng(seed);
  const cloud = createPoseCloud(
    space.rig,
    spreadIndices(frames.length, 200).map((i) => frames[i]),
  );
  const poses: Record<RepairSource, Pose[]> = {
    sample: await space.sample({ count: tries, steps: SAMPLE_STEPS, seed, raw: true, signal }),
    perturbed: Array.from({ length: tries }, () => perturb(frames[rng.integer(frames.length)], rng)),
    random: randomPoses(cloud, tries, rng),
  };
  const broken: BrokenPose[] = [];
  for (const source of REPAIR_SOURCES) {
    let count = 0;
    for (const pose of poses[source]) {
      if (count >= perSource) break;
      throwIfAborted(signal);
      const { area } = await findPoseFaults(space, pose, { limits: 'none', signal });
      if (!(area > 0)) continue;
      count++;
      broken.push({ source, pose });
    }
  }
  return broken;
}

/** A pose with one to three joints rotated by 20 to 60 degrees about any axis. */
function perturb(pose: Pose, rng: Rng): Pose {
  const rotations = pose.rotations.slice();
  const jointCount = rotations.length / 4;
  const turn = [0, 0, 0, 1];
  const count = 1 + rng.integer(3);
  for (let i = 0; i < count; i++) {
    const joint = 1 + rng.integer(jointCount - 1);
    const axis = [rng.normal(), rng.normal(), rng.normal()];
    const scale = rng.range(20, 60) / DEGREES / (Math.hypot(...axis) || 1);
    expRotationInto(
      turn,
      0,
      axis.map((value) => value * scale),
      0,
    );
    multiplyQuaternionInto(rotations, joint * 4, turn, 0, rotations, joint * 4);
  }
  return { ...pose, rotations };
}

function drawSome(list: readonly number[], count: number, rng: Rng): number[] {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(rng.integer(left.length), 1)[0],
  );
}
