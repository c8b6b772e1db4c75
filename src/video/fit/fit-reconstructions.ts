/**
 * @file The motion of a rig from one reconstruction per frame: meshes that share neither vertices nor scale nor heading, as
 * services make them of single pictures (the way of ViPS).
 *
 * Each mesh is registered to the body in its last pose (`register-points.ts`), then the pose is fitted by a symmetric
 * Chamfer distance with bones of fixed length: points of the body are pulled to the nearest of the mesh, and points of the
 * mesh pull the nearest of the body. Frames that stay far are dropped, as are those that jump; the clip goes on over them.
 * A wrong pose can fit as closely as the right one, but its surface then faces other ways (`measure-facing.ts`).
 * A sequence that does not move is refused.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { computeBox } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex } from '../../mesh/nearest-surface.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { smoothNormals } from '../../mesh/smooth-normals.js';
import type { Clip } from '../../motion/clip.js';
import { fromSolverPose } from '../../pose/model/bound-rig.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { restPose } from '../../rig/rig-records.js';
import { createFitBody, type FitBody, type FitPose, fromFitPose, poseBody, toFitPose } from './fit-body.js';
import { createFrameSystem } from './frame-system.js';
import { measureFacing } from './measure-facing.js';
import { type PairedBody, pairSurfaces } from './pair-surfaces.js';
import { createPoseMetric, type PoseMetric } from './pose-metric.js';
import {
  applyRegistration,
  type Registration,
  refineRegistration,
  registerPoints,
} from './register-points.js';
import { applyStep } from './rotation-steps.js';
import { addMetric } from './solve-frame.js';
import { addSpatialTerms } from './spatial-terms.js';

/** Options of `fitReconstructions`. */
export interface FitReconstructionsOptions extends WorkOptions {
  /** Frames per second. */
  readonly frameRate?: number;
  /** Name of the clip. */
  readonly name?: string;
  /** Points on each surface. */
  readonly points?: number;
  /** Largest mean distance of a frame's surface that counts as a fit, over the diagonal. */
  readonly maxChamfer?: number;
  /** Least mean motion of a sequence, over the diagonal. */
  readonly leastMotion?: number;
  /** Largest mean motion from one frame to the next, over the diagonal. */
  readonly maxJump?: number;
  /** Most that the normals of both surfaces may agree less than in the best frame, as a mean cosine. */
  readonly maxFacingLoss?: number;
  readonly seed?: number;
}

/** Defaults of `fitReconstructions`. */
export const FIT_RECONSTRUCTIONS_DEFAULTS = Object.freeze({
  frameRate: 24,
  name: 'frames',
  points: 600,
  maxChamfer: 0.012,
  leastMotion: 0.0015,
  maxJump: 0.15,
  maxFacingLoss: 0.09,
  seed: 0,
} as const satisfies FitReconstructionsOptions);

/** What became of one frame. */
export interface ReconstructionFit {
  /** Mean symmetric distance of both surfaces, over the diagonal. */
  readonly chamfer: number;
  readonly registration: Registration;
  /** Mean cosine between the normals of both surfaces, −1 to 1. */
  readonly facing: number;
  /** Why it was dropped; absent where it was kept. */
  readonly dropped?: 'far' | 'jump' | 'empty' | 'facing';
}

/** A clip fitted to reconstructions. */
export interface FittedReconstructions {
  /** Of the frames that were kept, at their own times. */
  readonly clip: Clip;
  readonly frames: readonly ReconstructionFit[];
  readonly findings: readonly Finding[];
}

/** Registrations that are tried for a pose, and poses of the pose space. */
const STARTS = 2;
const MOST_POSES = 10;
/** Those of them that are fitted, the best registered ones. */
const MOST_FITTED = 3;
/** Turns of pose and registration, and what each must gain. */
const MOST_TURNS = 3;
const LEAST_GAIN = 0.03;
const ITERATIONS = 14;
/** Scale of the robust function over the diagonal: at first, and at last. */
const SCALES = [0.08, 0.015] as const;
const TARGET_WEIGHT = 500_000;

/** Fits the rig of a pose space to meshes of single frames. */
export async function fitReconstructions(
  space: PoseSpace,
  meshes: readonly Mesh[],
  options: FitReconstructionsOptions = {},
): Promise<FittedReconstructions> {
  const settings = { ...FIT_RECONSTRUCTIONS_DEFAULTS, ...options };
  const { mesh, skin, skeleton } = space.anatomy.rig;
  requireInput(mesh && skin, 'video/fitReconstructions: the rig has no surface; give a mesh with a skin');
  requireInput(meshes.length > 0, 'video/fitReconstructions: there are no meshes; give one for each frame');
  const body = createFitBody({ mesh, skin, skeleton });
  const box = computeBox(mesh.positions);
  const diagonal = Math.hypot(...[0, 1, 2].map((k) => box.max[k] - box.min[k]));
  const prior = await space.prepare({ signal: options.signal });
  const fitter: Fitter = {
    body,
    diagonal,
    starts: spreadPoses(body, prior.samples),
    samples: sampleSurface(mesh, settings.points, createRng(settings.seed)),
    metric: createPoseMetric(prior),
  };
  const frames: ReconstructionFit[] = [];
  const fitted: { frame: number; pose: FitPose }[] = [];
  let last = toFitPose(restPose(skeleton));
  for (const [f, one] of meshes.entries()) {
    await pauseUnlessAborted(options.signal);
    options.onProgress?.({ stage: 'fitting reconstructions', fraction: f / meshes.length });
    const points = samplePoints(one, settings.points, settings.seed + f + 1);
    if (points.length === 0) {
      frames.push({
        chamfer: Infinity,
        facing: 0,
        registration: { yaw: 0, scale: 1, shift: [0, 0, 0] },
        dropped: 'empty',
      });
      continue;
    }
    const target = { mesh: one, points, normals: smoothNormals(one, 180).vertices };
    const found = fitMesh(fitter, target, last, settings.maxChamfer);
    const before = fitted.at(-1);
    const jump = before ? meanMotion(fitter, found.pose, last) / (f - before.frame) : 0;
    const dropped =
      found.chamfer > settings.maxChamfer ? 'far' : jump > settings.maxJump ? 'jump' : undefined;
    const { chamfer, registration } = found;
    const facing = measureFacing(fitter, found, target);
    frames.push({ chamfer, registration, facing, ...(dropped && { dropped }) });
    if (dropped) continue;
    fitted.push({ frame: f, pose: found.pose });
    last = found.pose;
  }
  const bestFacing = Math.max(...fitted.map(({ frame }) => frames[frame].facing));
  const kept = fitted.filter(({ frame }) => {
    const faces = frames[frame].facing >= bestFacing - settings.maxFacingLoss;
    if (!faces) frames[frame] = { ...frames[frame], dropped: 'facing' };
    return faces;
  });
  checkMotion(
    fitter,
    kept.map(({ pose }) => pose),
    meshes.length,
    settings.leastMotion,
  );
  return {
    clip: {
      name: settings.name,
      source: 'video',
      times: Float32Array.from(kept, ({ frame }) => frame / settings.frameRate),
      poses: kept.map(({ pose }) => fromSolverPose(space, fromFitPose(pose))),
    },
    frames,
    findings: describeFrames(frames),
  };
}

/** A pose fitted to a mesh. */
interface MeshFit {
  readonly pose: FitPose;
  readonly registration: Registration;
  /** Over the diagonal. */
  readonly chamfer: number;
}

interface Fitter extends PairedBody {
  /** Poses to start from where the last one is no help. */
  readonly starts: readonly FitPose[];
  readonly diagonal: number;
  readonly metric: PoseMetric;
}

/** A mesh to fit to, with points spread over it. */
interface Target {
  readonly mesh: Mesh;
  readonly points: Float32Array;
  /** Of the vertices. [V, 3] */
  readonly normals: Float32Array;
}

/** Points spread over a mesh; none where it has no surface. */
function samplePoints(mesh: Mesh, count: number, seed: number): Float32Array {
  const points = samplePositions(sampleSurface(mesh, count, createRng(seed)), mesh.positions, mesh.triangles);
  return points.every(Number.isFinite) ? points : new Float32Array(0);
}

/** The best fit of a mesh: from the last pose, and where that stays far from rest and from poses of the pose space. */
function fitMesh(fitter: Fitter, target: Target, last: FitPose, maxChamfer: number): MeshFit {
  const from = (start: FitPose) =>
    registerPoints(target.points, bodyPoints(fitter, start), STARTS)
      .map(({ registration }) => fitPose(fitter, target, registration, start))
      .reduce(nearer);
  const near = takeTurns(fitter, target, from(last));
  if (near.chamfer < maxChamfer / 2) return near;
  const rest = toFitPose(restPose(fitter.body.rig.skeleton));
  const others = [rest, ...fitter.starts].map((start) => {
    const [found] = registerPoints(target.points, bodyPoints(fitter, start), 1);
    return { start, ...found };
  });
  others.sort((a, b) => a.error - b.error);
  const far = others
    .slice(0, MOST_FITTED)
    .map(({ start, registration }) => fitPose(fitter, target, registration, start))
    .reduce(nearer);
  return nearer(near, takeTurns(fitter, target, far));
}

const nearer = (a: MeshFit, b: MeshFit): MeshFit => (b.chamfer < a.chamfer ? b : a);

/** Pose and registration in turns: a heading and scale found for another pose are not quite those of this one. */
function takeTurns(fitter: Fitter, target: Target, first: MeshFit): MeshFit {
  let best = first;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const body = bodyPoints(fitter, best.pose);
    const registration = refineRegistration(best.registration, target.points, body);
    const next = fitPose(fitter, target, registration, best.pose);
    if (next.chamfer > best.chamfer * (1 - LEAST_GAIN)) return nearer(best, next);
    best = next;
  }
  return best;
}

/** A few of the poses of a pose space, facing forward. */
function spreadPoses({ jointCount }: FitBody, samples: Float64Array): FitPose[] {
  const length = jointCount * 4;
  const count = Math.floor(samples.length / length);
  const wanted = Math.min(MOST_POSES, count);
  return Array.from({ length: wanted }, (_, i) => {
    const at = Math.floor(((i + 0.5) * count) / wanted) * length;
    const rotations = samples.slice(at, at + length);
    rotations.set([0, 0, 0, 1]);
    return { rotations, root: new Float64Array(3) };
  });
}

const bodyPoints = ({ body, samples }: Fitter, pose: FitPose): Float32Array =>
  samplePositions(samples, poseBody(body, pose).positions, body.rig.mesh.triangles);

/** Gauss–Newton on the symmetric Chamfer distance; pairs are found anew in every iteration. */
function fitPose(
  fitter: Fitter,
  { mesh, points }: Target,
  registration: Registration,
  start: FitPose,
): MeshFit {
  const { body, diagonal, metric } = fitter;
  const seen = applyRegistration(registration, points);
  const placed = { ...mesh, positions: applyRegistration(registration, mesh.positions) };
  const surface = createSurfaceIndex(placed);
  let pose = start;
  let chamfer = Infinity;
  for (let i = 0; i <= ITERATIONS; i++) {
    const share = Math.min(1, i / (ITERATIONS - 1));
    const scale = diagonal * SCALES[0] ** (1 - share) * SCALES[1] ** share;
    const system = createFrameSystem(body);
    const posed = poseBody(body, pose);
    const pairs = pairSurfaces(fitter, posed, seen, placed, surface);
    chamfer = pairs.chamfer / diagonal;
    if (i === ITERATIONS) break;
    addSpatialTerms(system, body, posed, pairs, scale, TARGET_WEIGHT);
    addMetric(system, pose, metric, 1);
    for (let k = system.size - 3; k < system.size; k++) system.matrix[k * system.size + k] += 1e-3;
    if (!factorCholesky(system.matrix, system.size)) break;
    solveCholesky(system.matrix, system.size, system.vector);
    pose = applyStep(body, pose, system.vector, 0.3);
  }
  return { pose, registration, chamfer };
}

/** Mean distance of the surface between two poses, over the diagonal. */
function meanMotion(fitter: Fitter, a: FitPose, b: FitPose): number {
  const [p, q] = [bodyPoints(fitter, a), bodyPoints(fitter, b)];
  let sum = 0;
  for (let i = 0; i < p.length; i += 3)
    sum += Math.hypot(p[i] - q[i], p[i + 1] - q[i + 1], p[i + 2] - q[i + 2]);
  return (3 * sum) / p.length / fitter.diagonal;
}

function checkMotion(fitter: Fitter, poses: readonly FitPose[], all: number, least: number): void {
  if (poses.length < 2) {
    throw new PosespaceError(
      'bad-input',
      `video/fitReconstructions: ${poses.length} of ${all} meshes could be fitted; check that they show this body`,
    );
  }
  let motion = 0;
  for (let i = 1; i < poses.length; i++)
    motion += meanMotion(fitter, poses[i], poses[i - 1]) / (poses.length - 1);
  if (motion >= least) return;
  throw new PosespaceError(
    'bad-input',
    `video/fitReconstructions: the meshes hardly move, ${(motion * 100).toFixed(2)} % of the diagonal a frame; give another video`,
  );
}

function describeFrames(frames: readonly ReconstructionFit[]): Finding[] {
  const dropped = frames.filter((frame) => frame.dropped);
  if (dropped.length === 0) return [];
  const count = (reason: string) => dropped.filter((frame) => frame.dropped === reason).length;
  const parts = [
    [count('far'), 'stay far from the body'],
    [count('jump'), 'jump'],
    [count('facing'), 'face other ways than the body in the pose that fits'],
    [count('empty'), 'have no surface'],
  ].filter(([n]) => (n as number) > 0);
  return [
    {
      code: 'reconstructions-dropped',
      severity: dropped.length > frames.length / 2 ? 'warning' : 'info',
      message: `${dropped.length} of ${frames.length} meshes were dropped: ${parts.map(([n, what]) => `${n} ${what}`).join(', ')}`,
      fix: 'The clip interpolates over them.',
    },
  ];
}
