/**
 * @file Interpolates between poses through the pose space, in even steps and exactly through the given poses.
 *
 * Each leg starts as slerp of every joint, through examples in an adapted space (`example-path.ts`), or as the arc
 * between the latents of its ends. It is pulled toward natural poses (`refine-path.ts`) as far as that is no detour
 * (`path-trust.ts`), then bent where the body would intersect itself (`resolve-path-intersections.ts`). Heading takes
 * the short way, position is linear.
 *
 * On 15 unseen families: steps even to 1.01, intersections beyond those of the ends 0.15 ‰ (slerp 0.76), the midpoint
 * 2.07 % of the diameter from the nearest real pose (slerp 2.09). A leg takes 0.1 s for 9 joints, 1 to 2 s for 40. See
 * lab/notes/pose-interpolation.md.
 */

import { requireInput } from '../../base/errors.js';
import { type Progress, pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { smoothStep } from '../../math/scalar.js';
import { sum } from '../../math/statistics.js';
import type { Pose } from '../../rig/rig-records.js';
import { invertMany, stateLength } from '../model/batch-states.js';
import { pathToPoses, pathToStates, posesToPath } from '../model/convert-path.js';
import { checkCount, checkStrength } from '../model/sample-states.js';
import {
  blendPathsByJoint,
  chordLengths,
  concatPaths,
  matchPathEnds,
  type PosePath,
  pathLength,
  resamplePath,
  slicePath,
} from '../records/pose-path.js';
import type { PosePlacement } from '../records/pose-state.js';
import { createRepairTools } from '../repair/repair-tools.js';
import type { RepairTools } from '../repair/repair-workspace.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { distanceFromExamples, findExamplePath } from './example-path.js';
import { latentPath } from './latent-path.js';
import { measurePathTrust } from './path-trust.js';
import { refinePath } from './refine-path.js';
import { intersectionExcess, resolvePathIntersections } from './resolve-path-intersections.js';

/** Options of `interpolatePoses`. */
export interface InterpolatePosesOptions extends WorkOptions {
  /** Even steps of the whole path; each leg takes at least one. */
  readonly steps?: number;
  /**
   * What a path is before it is refined: `straight`, every joint turning evenly, or `noise`, the arc between the noises
   * that the poses decode to.
   */
  readonly start?: 'straight' | 'noise';
  /** Steps between noise and pose, for paths through noise. */
  readonly networkSteps?: number;
  /** Batches of eight poses that are decoded on each leg, for paths through noise. */
  readonly decodedBatches?: number;
  /** Rounds that pull the path toward natural poses; 0 leaves it where it starts. */
  readonly refinements?: number;
  /** How far examples and network may lead away from slerp of every joint, 0 to 1. */
  readonly trust?: number;
  /** Whether the path is bent where the body would run through itself more than at its ends; needs a mesh. */
  readonly avoidIntersections?: boolean;
}

/** Defaults of `interpolatePoses`. */
export const INTERPOLATE_POSES_DEFAULTS = Object.freeze({
  steps: 32,
  start: 'straight' as 'straight' | 'noise',
  networkSteps: 10,
  decodedBatches: 2,
  refinements: 4,
  trust: 1,
  avoidIntersections: true,
});

type Settings = Required<Omit<InterpolatePosesOptions, keyof WorkOptions>> & WorkOptions;

/** Steps of a leg while it is found; all work grows with them. */
const LEG_STEPS = 14;
/** Noise level of the clean estimate, and the share of it that a pose moves per round. */
const REFINED_TIME = 0.65;
const REFINED_RATE = 0.5;

/**
 * Legs between poses less than 7 % of the diameter apart are straight, those of 15 % as trust has it, normalised: what
 * the network has to say of a pose is uncertain by 1 %, on short legs more than they bend.
 */
const SHORT_LEG = 0.14;
const LONG_LEG = 0.3;

/** A refined path that is this many times as far from the examples as before is rejected. */
const LED_AWAY = 1.1;

/** Share of a leg's work for the network, for progress; the rest resolves intersections. */
const NETWORK_PART = 0.4;

/**
 * Intersections are resolved until no more of the skin intersects than this, or than this share of the straight path's:
 * the last of them cost the longest detours. A path with more left than is tolerated is replaced by the straight one.
 */
const LEAST_EXCESS = 5e-5;
const TANGLED_SHARE = 0.4;
const TOLERATED_EXCESS = 3e-4;

/** Poses along a path, evenly spaced. */
export interface InterpolatedPoses {
  /** Poses at even distances, those given among them. [steps + 1] */
  readonly poses: readonly Pose[];
  /** Where in `poses` each given one is. */
  readonly stops: readonly number[];
  /** Length of the longest step over the shortest; 1 is even. */
  readonly evenness: number;
  /** Length of the path over the distances between the given poses; 1 is straight. */
  readonly detour: number;
}

/** Walks through two poses or more. */
export async function interpolatePoses(
  space: PoseSpace,
  poses: readonly Pose[],
  options: InterpolatePosesOptions = {},
): Promise<InterpolatedPoses> {
  const settings = { ...INTERPOLATE_POSES_DEFAULTS, ...options };
  const { steps, signal, onProgress } = settings;
  requireInput(
    poses.length >= 2,
    `pose/interpolatePoses: ${poses.length} poses; give two or more to interpolate between`,
  );
  const legs = poses.length - 1;
  checkCount('steps', steps, legs);
  checkCount('networkSteps', settings.networkSteps, 1);
  checkCount('decodedBatches', settings.decodedBatches, 1);
  checkCount('refinements', settings.refinements, 0);
  checkStrength('interpolatePoses', settings.trust, 'trust');
  const given = posesToPath(space, poses);
  const noises =
    settings.start === 'noise'
      ? await invertMany(space, pathToStates(space, given), settings.networkSteps, { signal })
      : undefined;
  const examples = posesToPath(space, space.examples);
  const found: PosePath[] = [];
  for (let leg = 0; leg < legs; leg++) {
    await pauseUnlessAborted(signal);
    const report =
      onProgress &&
      (({ stage, fraction }: Progress) => onProgress({ stage, fraction: (leg + fraction) / legs }));
    report?.({ stage: 'interpolating', fraction: 0 });
    const ends = slicePath(space.rig, given, leg, leg + 2);
    const decode =
      noises && (async () => matchPathEnds(space.rig, await decodeLeg(space, noises, leg, settings), ends));
    found.push(await interpolateLeg(space, ends, examples, decode, { ...settings, onProgress: report }));
  }
  const counts = shareSteps(
    found.map((path) => pathLength(space.rig, path)),
    steps,
  );
  const even = found.map((path, leg) => resamplePath(space.rig, path, counts[leg]));
  // A leg begins where the one before ends: that pose is there once.
  const whole = concatPaths(
    even.map((path, leg) => (leg === 0 ? path : slicePath(space.rig, path, 1, path.count))),
  );
  const stops = [0];
  for (const count of counts) stops.push(stops[stops.length - 1] + count);
  const chords = chordLengths(space.rig, whole);
  const direct = pathLength(space.rig, given);
  const walked = pathToPoses(space, whole, interpolatePlacements(given.placements, counts));
  // Bit for bit: poses converted back may differ in rounding and lack joints outside the body.
  for (const [i, stop] of stops.entries()) walked[stop] = poses[i];
  const [longest, shortest] = [Math.max(...chords), Math.min(...chords)];
  return {
    poses: walked,
    stops,
    evenness: shortest > 0 ? longest / shortest : longest > 0 ? Infinity : 1,
    detour: direct > 0 ? sum(chords) / direct : 1,
  };
}

/** The path from one given pose to the next. */
async function interpolateLeg(
  space: PoseSpace,
  ends: PosePath,
  examples: PosePath,
  decode: (() => Promise<PosePath>) | undefined,
  settings: Settings,
): Promise<PosePath> {
  const { rig } = space;
  const { signal } = settings;
  const straight = resamplePath(rig, ends, LEG_STEPS);
  /** A path blended toward another as far as `measurePathTrust` allows. */
  const follow = (way: PosePath, other: PosePath, trust: number) => {
    const shares = measurePathTrust(rig, way, other).map((share) => trust * share);
    return resamplePath(rig, blendPathsByJoint(way, other, shares), LEG_STEPS);
  };
  const known = concatPaths([ends, examples]);
  const passed = findExamplePath(rig, known);
  let walked =
    passed.count > 2 ? follow(straight, resamplePath(rig, passed, LEG_STEPS), settings.trust) : straight;
  const trust =
    settings.trust * smoothStep(0, 1, (chordLengths(rig, ends)[0] - SHORT_LEG) / (LONG_LEG - SHORT_LEG));
  if (trust > 0 && (decode || settings.refinements > 0)) {
    const refined = await refinePath(space, decode ? await decode() : walked, {
      time: REFINED_TIME,
      rounds: settings.refinements,
      rate: REFINED_RATE,
      steps: LEG_STEPS,
      signal,
      onProgress: within(settings.onProgress, 0, NETWORK_PART),
    });
    const led = follow(walked, refined, trust);
    const away = (way: PosePath) => distanceFromExamples(rig, way, known);
    if (examples.count === 0 || away(led) <= LED_AWAY * away(walked)) walked = led;
  }
  if (!settings.avoidIntersections) return walked;
  const tools = await createRepairTools(space, { limits: 'none', restOverlaps: 'counted', signal });
  if (!tools.surface) return walked;
  const met = await intersectionExcess(tools, straight, signal);
  const goal = Math.max(LEAST_EXCESS, TANGLED_SHARE * met);
  return resolveFirst(tools, goal, walked === straight ? [straight] : [walked, straight], settings);
}

/** The path of a leg through the latents of its ends. */
function decodeLeg(
  space: PoseSpace,
  noises: Float32Array,
  leg: number,
  { networkSteps, decodedBatches, signal }: Settings,
): Promise<PosePath> {
  const length = stateLength(space);
  const at = (i: number) => noises.subarray(i * length, (i + 1) * length);
  return latentPath(space, at(leg), at(leg + 1), { steps: networkSteps, rounds: decodedBatches, signal });
}

/** The first path without its intersections; where too many are left, the one with the fewest. */
async function resolveFirst(
  tools: RepairTools,
  goal: number,
  candidates: readonly PosePath[],
  { signal, onProgress }: Settings,
): Promise<PosePath> {
  const report = within(onProgress, NETWORK_PART, 1);
  report?.({ stage: 'resolving intersections', fraction: 0 });
  let best = candidates[0];
  let least = Infinity;
  for (const [i, way] of candidates.entries()) {
    const path = await resolvePathIntersections(tools, way, {
      goal,
      signal,
      onProgress: within(report, i / candidates.length, (i + 1) / candidates.length),
    });
    const excess = await intersectionExcess(tools, path, signal);
    if (excess < least) [best, least] = [path, excess];
    if (least <= Math.max(goal, TOLERATED_EXCESS)) break;
  }
  return best;
}

/** Progress of a part of the work, from one fraction of the whole to another. */
const within = (onProgress: WorkOptions['onProgress'], from: number, to: number): WorkOptions['onProgress'] =>
  onProgress && (({ stage, fraction }) => onProgress({ stage, fraction: from + (to - from) * fraction }));

/** Steps in proportion to lengths, at least one each, `steps` in all. */
function shareSteps(lengths: readonly number[], steps: number): number[] {
  const counts = lengths.map(() => 1);
  for (let left = steps - counts.length; left > 0; left--) {
    // The leg whose steps are longest gets the next one.
    let longest = 0;
    for (let i = 1; i < counts.length; i++) {
      if (lengths[i] / counts[i] > lengths[longest] / counts[longest]) longest = i;
    }
    counts[longest]++;
  }
  return counts;
}

/** Headings the short way round and linear positions, for each step of each leg. */
function interpolatePlacements(given: readonly PosePlacement[], counts: readonly number[]): PosePlacement[] {
  const placements: PosePlacement[] = [given[0]];
  for (const [leg, count] of counts.entries()) {
    const [a, b] = [given[leg], given[leg + 1]];
    const turn = Math.atan2(Math.sin(b.heading - a.heading), Math.cos(b.heading - a.heading));
    for (let i = 1; i <= count; i++) {
      const t = i / count;
      placements.push({ heading: a.heading + t * turn, x: a.x + t * (b.x - a.x), z: a.z + t * (b.z - a.z) });
    }
  }
  return placements;
}
