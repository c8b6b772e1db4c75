/**
 * @file Measures interpolation between real poses of a rig (METRICS.md, "Pose space", Walk), against two references that
 * need no network: slerp of every joint, and joint positions on straight lines with bones fitted to them ("places").
 *
 * End poses come from different clips, at least 2 % of the diameter apart (mean joint distance). All paths are resampled
 * to the same number of even steps: a path that rests near its ends and jumps in between would look too good.
 * Intersection is the fraction of intersecting triangles beyond that of the worse end pose, averaged along the path. To
 * compare methods over rigs, divide the means: most paths have none, and 0/0 is no ratio.
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

export interface MeasureInterpolationOptions extends WorkOptions {
  /** Paths per rig, at most: with 12 on each of 13 rigs, `middle` over slerp's varies by .03 between seeds. */
  readonly walks?: number;
  readonly steps?: number;
  readonly seed?: number;
  readonly interpolation?: Omit<InterpolatePosesOptions, 'steps'>;
}

export const MEASURE_INTERPOLATION_DEFAULTS = Object.freeze({ walks: 36, steps: 32, seed: 0 });

export const INTERPOLATION_METHODS = ['model', 'slerp', 'places'] as const;
type ByMethod = Readonly<Record<(typeof INTERPOLATION_METHODS)[number], Figure>>;

export interface InterpolationFigures {
  /** Number of paths. */
  readonly walks: number;
  /** Longest step over the shortest. */
  readonly evenness: ByMethod;
  /** Fraction of triangles that intersect beyond that of the worse end, 0 to 1; null without a mesh. */
  readonly intersection: ByMethod;
  /** Distance of the middle pose to the nearest real pose, % of the diameter. */
  readonly middle: ByMethod;
  /** Length of the path over the distance of its ends. */
  readonly detour: ByMethod;
}

/** Least distance of the end poses, normalised. */
const LEAST_DISTANCE = 2 / PERCENT_OF_DIAMETER;
/** Pairs of poses that are tried for each path. */
const TRIES = 100;
/** Intersections are counted at every n-th step. */
const INTERSECTION_STRIDE = 2;
/** Iterations that fit bones to positions; they start from nearby poses. */
const FIT_ITERATIONS = 12;

/** Measures interpolation; null where no two clips of the rig have poses that differ. */
export async function measureInterpolation(
  space: PoseSpace,
  real: RealPoses,
  rig: Rig | undefined,
  options: MeasureInterpolationOptions = {},
): Promise<InterpolationFigures | null> {
  const { walks, steps, seed, interpolation, signal } = { ...MEASURE_INTERPOLATION_DEFAULTS, ...options };
  const pairs = chooseEnds(real, walks, seed);
  if (pairs.length === 0) return null;
  const fraction = rig && createIntersectionMeasure(rig);
  const rows: Record<(typeof INTERPOLATION_METHODS)[number], PathFigures[]> = {
    model: [],
    slerp: [],
    places: [],
  };
  for (const pair of pairs) {
    throwIfAborted(signal);
    const ends = pair.map((i) => real.poses[i]);
    const { poses } = await interpolatePoses(space, ends, { ...interpolation, steps, signal });
    const slerped = slerpPath(space, posesToPath(space, ends), steps);
    const paths = { model: posesToPath(space, poses), slerp: slerped, places: straightPath(space, slerped) };
    for (const method of INTERPOLATION_METHODS) {
      const path = method === 'model' ? paths.model : resamplePath(space.rig, paths[method], steps);
      rows[method].push(measurePath(space, path, real.cloud, fraction));
    }
  }
  const of = (key: keyof PathFigures): ByMethod => ({
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

/** Pairs of real poses of different clips, far enough apart. */
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

/** Every joint by slerp. */
function slerpPath({ rig }: PoseSpace, ends: PosePath, steps: number): PosePath {
  return samplePath(
    rig,
    ends,
    Float64Array.from({ length: steps + 1 }, (_, i) => i / steps),
  );
}

/** Joint positions on straight lines, as close as the bones allow. */
function straightPath({ rig }: PoseSpace, slerped: PosePath): PosePath {
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
    const t = i / (count - 1);
    const targets = Array.from(
      { length: joints.length * 3 },
      (_, k) => (1 - t) * cloud.positions[k + 3] + t * cloud.positions[last + k + 3],
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

interface PathFigures {
  readonly evenness: Figure;
  readonly intersection: Figure;
  readonly middle: Figure;
  readonly detour: Figure;
}

function measurePath(
  { rig }: PoseSpace,
  path: PosePath,
  real: PoseCloud,
  fraction: ((pose: Pose) => number) | undefined,
): PathFigures {
  const size = rig.jointCount * 4;
  const chords = chordLengths(rig, path);
  const pose = (i: number): Pose => ({
    rotations: Float32Array.from(path.rotations.subarray(i * size, (i + 1) * size)),
    root: new Float32Array(3),
  });
  const ends = createPoseCloud(rig, [pose(0), pose(path.count - 1)]);
  const length = chords.reduce((sum, chord) => sum + chord, 0);
  const middle = createPoseCloud(rig, [pose(path.count >> 1)]);
  return {
    evenness: Math.max(...chords) / Math.min(...chords),
    intersection: fraction ? meanExcess(path.count, pose, fraction) : null,
    middle: PERCENT_OF_DIAMETER * nearestDistances(middle, real)[0],
    detour: length / poseDistance(ends, 0, ends, 1),
  };
}

function meanExcess(count: number, pose: (i: number) => Pose, fraction: (pose: Pose) => number): Figure {
  const worse = Math.max(fraction(pose(0)), fraction(pose(count - 1)));
  const excess: number[] = [];
  for (let i = INTERSECTION_STRIDE; i < count - 1; i += INTERSECTION_STRIDE) {
    excess.push(Math.max(0, fraction(pose(i)) - worse));
  }
  return meanOf(excess);
}

function createIntersectionMeasure(rig: Rig): (pose: Pose) => number {
  const skinner = createRigSkinner(rig);
  const finder = createIntersectionFinder(rig.mesh);
  const posed = new Float32Array(rig.mesh.positions.length);
  return (pose) => finder.find(skinner.pose(pose, posed)).triangleFraction;
}
