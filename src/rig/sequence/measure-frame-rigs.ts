/**
 * @file How much a rigger that is run on every frame of a sequence for itself varies (what SPRig measures): joint distances
 * (PJDD), hierarchy (GSD), weights (temporal error), share of frames with the anchor's hierarchy, and how well the anchor's
 * rig follows the frames when it is posed as well as possible (LBS RMSE).
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { findAnchorFrame, type MeshSequence } from '../../mesh/mesh-sequence.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import { startState } from './convert-fit-state.js';
import { estimatePoses } from './estimate-poses.js';
import { rmsError } from './fit-state.js';
import { sumMoments } from './moments.js';
import { normalizeSequence } from './normalize-sequence.js';
import type { StartRig } from './rig-anchor.js';
import {
  carryJoints,
  graphSpectrumDistance,
  jointDistanceDrift,
  matchJoints,
  temporalError,
  weightsAtSamples,
} from './sequence-metrics.js';
import { createPoseSolver } from './solve-poses.js';

/** Rigs a single frame. */
export type FrameRigger = (mesh: Mesh) => StartRig | Promise<StartRig>;

/** How consistent the rigs of single frames are. */
export interface FrameConsistency {
  /** Frames that were rigged. */
  readonly frames: number;
  /** Joints found in each. */
  readonly jointCounts: readonly number[];
  /** Mean change of distances between joints from the anchor's, %. */
  readonly pjdd: number;
  /** Mean change of the eigenvalues of the hierarchy. */
  readonly gsd: number;
  /** Σ over 8,192 points and joints of the change of weights from frame to frame, mean over steps. */
  readonly temporalError: number;
  readonly temporalErrorPerPoint: number;
  /** Share of frames with the anchor's hierarchy, 0 to 1. */
  readonly samePlan: number;
  /** Error of the anchor's rig in its best poses, in longest sides of the anchor's box. */
  readonly lbsRmse: number;
}

/** Options of `measureFrameRigs`. */
export interface MeasureFrameRigsOptions extends WorkOptions {
  /** Most frames to rig, 2 or more, spread over the sequence, the anchor among them. */
  readonly frames?: number;
  readonly seed?: number;
}

/** Defaults of `measureFrameRigs`. */
export const MEASURE_FRAME_RIGS_DEFAULTS = Object.freeze({ frames: 6, seed: 0 });

/** Points that are tracked over the surface. */
const POINT_COUNT = 8192;
/** Steps of the pose solver for a frame. */
const POSE_STEPS = 8;

/** Rigs frames one by one and compares the rigs; undefined where there are fewer than two frames to compare. */
export async function measureFrameRigs(
  sequence: MeshSequence,
  rigger: FrameRigger,
  options: MeasureFrameRigsOptions = {},
): Promise<FrameConsistency | undefined> {
  const { frames: wanted, seed } = { ...MEASURE_FRAME_RIGS_DEFAULTS, ...options };
  const anchor = findAnchorFrame(sequence);
  if (wanted < 2 || sequence.frames.length < 2 || anchor < 0) return undefined;
  const frames = spreadFrames(sequence.frames.length, wanted, anchor);
  const { triangles } = sequence;
  const rest = sequence.frames[anchor];
  const rigs: StartRig[] = [];
  for (const [i, frame] of frames.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: `rigging frame ${frame}`, fraction: i / frames.length });
    rigs.push(await rigger({ positions: sequence.frames[frame], triangles }));
  }
  const samples = sampleSurface({ positions: rest, triangles }, POINT_COUNT, createRng(seed));
  const carried = rigs.map(({ skeleton, skin }, i) =>
    carryJoints(skeleton, skin, sequence.frames[frames[i]], rest),
  );
  const home = frames.indexOf(anchor);
  const others = frames.flatMap((_, i) => (i === home ? [] : [i]));
  const mean = (of: (i: number) => number) => others.reduce((sum, i) => sum + of(i), 0) / others.length;
  const parentsOf = (i: number) => rigs[i].skeleton.parents;
  const shape = treeShape(parentsOf(home));
  const { total, perPoint } = temporalError(
    rigs.map(({ skeleton, skin }, i) => ({
      weights: weightsAtSamples(skin, skeleton.parents.length, samples, triangles),
      columns: matchJoints(carried[i], carried[home]).match,
    })),
  );
  return {
    frames: frames.length,
    jointCounts: rigs.map(({ skeleton }) => skeleton.parents.length),
    pjdd: mean((i) => jointDistanceDrift(carried[i], carried[home])),
    gsd: mean((i) => graphSpectrumDistance(parentsOf(i), parentsOf(home))),
    temporalError: total,
    temporalErrorPerPoint: perPoint,
    samePlan: mean((i) => Number(treeShape(parentsOf(i)) === shape)),
    lbsRmse: fitPoses(sequence, rigs[home]),
  };
}

/** Frames spread over the sequence, the anchor among them in place of the nearest. */
export function spreadFrames(frameCount: number, wanted: number, anchor: number): number[] {
  const count = Math.min(wanted, frameCount);
  const frames = Array.from({ length: count }, (_, i) => Math.round((i * (frameCount - 1)) / (count - 1)));
  let nearest = 0;
  for (let i = 1; i < count; i++) {
    if (Math.abs(frames[i] - anchor) < Math.abs(frames[nearest] - anchor)) nearest = i;
  }
  frames[nearest] = anchor;
  return frames;
}

/** A word that two trees share if one can be renumbered to the other. */
function treeShape(parents: ArrayLike<number>): string {
  const words: string[][] = Array.from({ length: parents.length }, () => []);
  let whole = '';
  for (let j = parents.length - 1; j >= 0; j--) {
    whole = `(${words[j].sort().join('')})`;
    if (parents[j] >= 0) words[parents[j]].push(whole);
  }
  return whole;
}

/** Error of a rig on the anchor, posed to follow the frames as well as it can. */
function fitPoses(sequence: MeshSequence, rig: StartRig): number {
  const normalized = normalizeSequence(sequence);
  if (!normalized) return Number.NaN;
  const state = startState(normalized, rig);
  const moments = sumMoments(normalized.data, state);
  estimatePoses(state, moments);
  const solver = createPoseSolver(state, moments);
  for (let f = 0; f < normalized.data.frameCount; f++) solver.improve(f, POSE_STEPS);
  return rmsError(normalized.data, state);
}
