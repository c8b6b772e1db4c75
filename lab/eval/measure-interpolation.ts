/**
 * @file How good walks between real poses of a rig are (METRICS.md, "Pose space", Walk), against the two ways that need
 * no network: every joint's rotation by slerp, and joints' places in a straight line with bones fitted to them.
 *
 * Ends are real poses of different clips, at least 2 % of the diameter apart (the mean distance of their joints). All
 * three ways are taken in the same number of even steps, or a way that stays near its ends for long and jumps in
 * between would look better than it is.
 *
 * - Evenness: longest step over the shortest.
 * - Intersection: the mean over the poses between the ends of how much the share of intersecting triangles exceeds that
 *   of the worse end. What the ends have is no fault of the way. To compare ways over rigs, divide the means over
 *   rigs: most walks meet nothing, and a ratio of nothings is none.
 * - Middle: the distance of the pose half-way from the nearest real pose of the rig, % of the diameter.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import { createIntersectionFinder } from '../../src/mesh/self-intersection.js';
import { posesToPath } from '../../src/pose/model/convert-path.js';
import { type InterpolatePosesOptions, interpolatePoses } from '../../src/pose/path/interpolate-poses.js';
import { chordLengths, type PosePath, resamplePath, samplePath } from '../../src/pose/records/pose-path.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { solveLeastSquares } from '../../src/pose/solve/solve-least-squares.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { type Figure, meanOf } from './means.js';
import { createPoseCloud, PERCENT_OF_DIAMETER, type PoseCloud, poseDistance } from './pose-cloud.js';
import { nearestDistances } from './pose-metrics.js';
import type { RealPoses } from './pose-subject.js';

export interface MeasureWalkOptions extends WorkOptions {
  /** Walks on a rig, at most: of 12 on each of 13 rigs, middles over slerp's vary by .03 from draw to draw. */
  readonly walks?: number;
  readonly steps?: number;
  readonly seed?: number;
  readonly walk?: Omit<InterpolatePosesOptions, 'steps'>;
}

export const MEASURE_WALK_DEFAULTS = Object.freeze({ walks: 36, steps: 32, seed: 0 });

export const WALK_METHODS = ['model', 'slerp', 'places'] as const;
type ByMethod = Readonly<Record<(typeof WALK_METHODS)[number], Figure>>;

export interface WalkFigures {
  /** Walks that were measured. */
  readonly walks: number;
  /** Longest step over the shortest. */
  readonly evenness: ByMethod;
  /** Share of triangles that intersect beyond what the ends do, 0 to 1; null without a mesh. */
  readonly intersection: ByMethod;
  /** Distance of the middle from the nearest real pose, % of the diameter. */
  readonly middle: ByMethod;
  /** Length of the way over the distance of its ends. */
  readonly detour: ByMethod;
}

/** Ends nearer than this make no walk, normalised. */
const LEAST_DISTANCE = 2 / PERCENT_OF_DIAMETER;
/** Pairs of poses that are looked at for each walk. */
const TRIES = 100;
/** Every so many steps intersections are looked for. */
const INTERSECTION_STRIDE = 2;
/** Iterations that fit bones to places; the poses that they start from are near. */
const FIT_ITERATIONS = 12;

/** Measures walks; null where no two clips of the rig have poses that differ. */
export async function measureWalk(
  space: PoseSpace,
  real: RealPoses,
  rig: Rig | undefined,
  options: MeasureWalkOptions = {},
): Promise<WalkFigures | null> {
  const { walks, steps, seed, walk, signal } = { ...MEASURE_WALK_DEFAULTS, ...options };
  const pairs = chooseEnds(real, walks, seed);
  if (pairs.length === 0) return null;
  const share = rig && createShareFinder(rig);
  const rows: Record<(typeof WALK_METHODS)[number], WayFigures[]> = { model: [], slerp: [], places: [] };
  for (const pair of pairs) {
    throwIfAborted(signal);
    const ends = pair.map((i) => real.poses[i]);
    const { poses } = await interpolatePoses(space, ends, { ...walk, steps, signal });
    const slerped = slerpWay(space, posesToPath(space, ends), steps);
    const ways = { model: posesToPath(space, poses), slerp: slerped, places: placesWay(space, slerped) };
    for (const method of WALK_METHODS) {
      const way = method === 'model' ? ways.model : resamplePath(space.rig, ways[method], steps);
      rows[method].push(measureWay(space, way, real.cloud, share));
    }
  }
  const of = (key: keyof WayFigures): ByMethod => ({
    model: meanOf(rows.model.map((row) => row[key])),
    slerp: meanOf(rows.slerp.map((row) => row[key])),
    places: meanOf(rows.places.map((row) => row[key])),
  });
  return {
    walks: pairs.length,
    evenness: of('evenness'),
    intersection: of('intersection'),
    middle: of('middle'),
    detour: of('detour'),
  };
}

/** Pairs of real poses of different clips that are well apart. */
function chooseEnds({ poses, clipOf, cloud }: RealPoses, walks: number, seed: number): number[][] {
  const rng = createRng(seed);
  const pairs: number[][] = [];
  for (let i = 0; i < walks * TRIES && pairs.length < walks && poses.length > 0; i++) {
    const [a, b] = [rng.integer(poses.length), rng.integer(poses.length)];
    if (clipOf[a] === clipOf[b] || poseDistance(cloud, a, cloud, b) < LEAST_DISTANCE) continue;
    pairs.push([a, b]);
  }
  return pairs;
}

/** Every joint the short way round. */
function slerpWay({ rig }: PoseSpace, ends: PosePath, steps: number): PosePath {
  return samplePath(
    rig,
    ends,
    Float64Array.from({ length: steps + 1 }, (_, i) => i / steps),
  );
}

/** Joints in straight lines, as near as bones allow. */
function placesWay({ rig }: PoseSpace, slerped: PosePath): PosePath {
  const { count } = slerped;
  const size = rig.jointCount * 4;
  const at = (i: number) => slerped.rotations.subarray(i * size, (i + 1) * size);
  const cloud = createPoseCloud(
    rig,
    Array.from({ length: count }, (_, i) => ({ rotations: Float32Array.from(at(i)) })),
  );
  const rotations = slerped.rotations.slice();
  const joints = Array.from({ length: rig.jointCount - 1 }, (_, j) => j + 1);
  const last = (count - 1) * rig.jointCount * 3;
  for (let i = 1; i < count - 1; i++) {
    const share = i / (count - 1);
    const targets = Array.from(
      { length: joints.length * 3 },
      (_, k) => (1 - share) * cloud.positions[k + 3] + share * cloud.positions[last + k + 3],
    );
    const { rotations: fitted } = solveLeastSquares(
      rig,
      { joints, targets },
      { start: at(i), restPull: 0, iterations: FIT_ITERATIONS },
    );
    rotations.set(fitted, i * size);
  }
  return { ...slerped, rotations };
}

interface WayFigures {
  readonly evenness: Figure;
  readonly intersection: Figure;
  readonly middle: Figure;
  readonly detour: Figure;
}

function measureWay(
  { rig }: PoseSpace,
  way: PosePath,
  real: PoseCloud,
  share: ((pose: Pose) => number) | undefined,
): WayFigures {
  const size = rig.jointCount * 4;
  const chords = chordLengths(rig, way);
  const pose = (i: number): Pose => ({
    rotations: Float32Array.from(way.rotations.subarray(i * size, (i + 1) * size)),
    root: new Float32Array(3),
  });
  const ends = createPoseCloud(rig, [pose(0), pose(way.count - 1)]);
  const length = chords.reduce((sum, chord) => sum + chord, 0);
  const middle = createPoseCloud(rig, [pose(way.count >> 1)]);
  return {
    evenness: Math.max(...chords) / Math.min(...chords),
    intersection: share ? excessShare(way.count, pose, share) : null,
    middle: PERCENT_OF_DIAMETER * nearestDistances(middle, real)[0],
    detour: length / poseDistance(ends, 0, ends, 1),
  };
}

function excessShare(count: number, pose: (i: number) => Pose, share: (pose: Pose) => number): Figure {
  const worse = Math.max(share(pose(0)), share(pose(count - 1)));
  const excess: number[] = [];
  for (let i = INTERSECTION_STRIDE; i < count - 1; i += INTERSECTION_STRIDE) {
    excess.push(Math.max(0, share(pose(i)) - worse));
  }
  return meanOf(excess);
}

function createShareFinder(rig: Rig): (pose: Pose) => number {
  const skinner = createRigSkinner(rig);
  const finder = createIntersectionFinder(rig.mesh);
  const posed = new Float32Array(rig.mesh.positions.length);
  return (pose) => finder.find(skinner.pose(pose, posed)).triangleFraction;
}
