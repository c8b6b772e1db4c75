/**
 * @file The motion of a rig from one reconstruction per frame: meshes that share neither vertices nor scale nor heading, as
 * services make them of single pictures (the way of ViPS).
 *
 * Each mesh is registered to the body in its last pose (`register-points.ts`), then the pose is fitted by a symmetric
 * Chamfer distance with bones of fixed length: points of the body are pulled to the nearest of the mesh, and points of the
 * mesh pull the nearest of the body. Frames that stay far are dropped, as are those that jump; the clip goes on over them.
 * A sequence that does not move is refused.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { computeBox } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createSurfaceIndex, type SurfaceIndex } from '../../mesh/nearest-surface.js';
import { type SurfaceSamples, samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import type { Clip } from '../../motion/clip.js';
import { fromSolverPose } from '../../pose/model/bound-rig.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { restPose } from '../../rig/rig-records.js';
import {
  createFitBody,
  type FitBody,
  type FitPose,
  fromFitPose,
  type PosedBody,
  poseBody,
  toFitPose,
} from './fit-body.js';
import { createFrameSystem } from './frame-system.js';
import { createPoseMetric, type PoseMetric } from './pose-metric.js';
import { applyRegistration, type Registration, registerPoints } from './register-points.js';
import { applyStep } from './rotation-steps.js';
import { addMetric } from './solve-frame.js';
import { addSpatialTerms, type SpatialTargets } from './spatial-terms.js';

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
  seed: 0,
} as const satisfies FitReconstructionsOptions);

/** What became of one frame. */
export interface ReconstructionFit {
  /** Mean symmetric distance of both surfaces, over the diagonal. */
  readonly chamfer: number;
  readonly registration: Registration;
  /** Why it was dropped; absent where it was kept. */
  readonly dropped?: 'far' | 'jump' | 'empty';
}

/** A clip fitted to reconstructions. */
export interface FittedReconstructions {
  /** Of the frames that were kept, at their own times. */
  readonly clip: Clip;
  readonly frames: readonly ReconstructionFit[];
  readonly findings: readonly Finding[];
}

const STARTS = 2;
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
  const fitter: Fitter = {
    body,
    diagonal,
    samples: sampleSurface(mesh, settings.points, createRng(settings.seed)),
    metric: createPoseMetric(await space.prepare({ signal: options.signal })),
  };
  const frames: ReconstructionFit[] = [];
  const kept: { frame: number; pose: FitPose }[] = [];
  let last = toFitPose(restPose(skeleton));
  for (const [f, one] of meshes.entries()) {
    await pauseUnlessAborted(options.signal);
    options.onProgress?.({ stage: 'fitting reconstructions', fraction: f / meshes.length });
    const points = samplePoints(one, settings.points, settings.seed + f + 1);
    if (points.length === 0) {
      frames.push({
        chamfer: Infinity,
        registration: { yaw: 0, scale: 1, shift: [0, 0, 0] },
        dropped: 'empty',
      });
      continue;
    }
    const found = fitMesh(fitter, { mesh: one, points }, last, settings.maxChamfer);
    const jump =
      kept.length > 0 ? meanMotion(fitter, found.pose, last) / (f - kept[kept.length - 1].frame) : 0;
    const dropped =
      found.chamfer > settings.maxChamfer ? 'far' : jump > settings.maxJump ? 'jump' : undefined;
    frames.push({ chamfer: found.chamfer, registration: found.registration, ...(dropped && { dropped }) });
    if (dropped) continue;
    kept.push({ frame: f, pose: found.pose });
    last = found.pose;
  }
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

interface Fitter {
  readonly body: FitBody;
  readonly diagonal: number;
  readonly samples: SurfaceSamples;
  readonly metric: PoseMetric;
}

/** A mesh to fit to, with points spread over it. */
interface Target {
  readonly mesh: Mesh;
  readonly points: Float32Array;
}

/** Points spread over a mesh; none where it has no surface. */
function samplePoints(mesh: Mesh, count: number, seed: number): Float32Array {
  const points = samplePositions(sampleSurface(mesh, count, createRng(seed)), mesh.positions, mesh.triangles);
  return points.every(Number.isFinite) ? points : new Float32Array(0);
}

/** The best fit of a mesh over a few registrations: to the last pose, and to rest where that stays far. */
function fitMesh(fitter: Fitter, target: Target, last: FitPose, maxChamfer: number) {
  const from = (start: FitPose) =>
    registerPoints(target.points, bodyPoints(fitter, start), STARTS)
      .map((registration) => fitPose(fitter, target, registration, start))
      .sort((a, b) => a.chamfer - b.chamfer)[0];
  const near = from(last);
  if (near.chamfer < maxChamfer / 2) return near;
  const far = from(toFitPose(restPose(fitter.body.rig.skeleton)));
  return far.chamfer < near.chamfer ? far : near;
}

const bodyPoints = ({ body, samples }: Fitter, pose: FitPose): Float32Array =>
  samplePositions(samples, poseBody(body, pose).vertices, body.rig.mesh.triangles);

/** Gauss–Newton on the symmetric Chamfer distance; pairs are found anew in every iteration. */
function fitPose(fitter: Fitter, { mesh, points }: Target, registration: Registration, start: FitPose) {
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

/** Body points with the nearest of the mesh, mesh points with the nearest of the body; and the Chamfer distance. */
function pairSurfaces(
  { body, samples }: Fitter,
  { vertices }: PosedBody,
  seen: Float32Array,
  placed: Mesh,
  surface: SurfaceIndex,
): SpatialTargets & { readonly chamfer: number } {
  const { triangles } = body.rig.mesh;
  const own = samplePositions(samples, vertices, triangles);
  const [ownCount, seenCount] = [own.length / 3, seen.length / 3];
  const corners = new Uint32Array((ownCount + seenCount) * 3);
  const weights = new Float32Array(corners.length);
  const targets = new Float32Array(corners.length);
  const distances = [new Float32Array(ownCount), new Float32Array(seenCount)];
  const point = [0, 0, 0];
  for (let i = 0; i < ownCount; i++) {
    surface.nearest(own[i * 3], own[i * 3 + 1], own[i * 3 + 2]);
    distances[0][i] = surface.found.distance;
    surfacePoint(point, surface, placed);
    for (let k = 0; k < 3; k++) {
      corners[i * 3 + k] = triangles[samples.triangles[i] * 3 + k];
      weights[i * 3 + k] = samples.barycentric[i * 3 + k];
      targets[i * 3 + k] = point[k];
    }
  }
  const skin = createSurfaceIndex({ positions: vertices, triangles });
  for (let i = 0; i < seenCount; i++) {
    const t = skin.nearest(seen[i * 3], seen[i * 3 + 1], seen[i * 3 + 2]);
    distances[1][i] = skin.found.distance;
    for (let k = 0; k < 3; k++) {
      const row = (ownCount + i) * 3 + k;
      corners[row] = triangles[Math.max(0, t) * 3 + k];
      weights[row] = skin.found.barycentric[k];
      targets[row] = seen[i * 3 + k];
    }
  }
  const chamfer = (trimmedMean(distances[0]) + trimmedMean(distances[1])) / 2;
  return { count: ownCount + seenCount, corners, weights, targets, chamfer };
}

/** out = the point that a surface index found last. */
function surfacePoint(out: number[], { found }: SurfaceIndex, { positions, triangles }: Mesh): void {
  out.fill(0);
  for (let c = 0; c < 3 && found.triangle >= 0; c++) {
    const v = triangles[found.triangle * 3 + c] * 3;
    for (let k = 0; k < 3; k++) out[k] += found.barycentric[c] * positions[v + k];
  }
}

/** Mean without the farthest tenth: what a hole took has no partner. */
function trimmedMean(distances: Float32Array): number {
  const kept = distances
    .slice()
    .sort()
    .subarray(0, Math.ceil(distances.length * 0.9));
  return kept.reduce((sum, d) => sum + d, 0) / kept.length;
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
