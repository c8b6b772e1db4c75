/**
 * @file Recovers one rig and one motion from an animated mesh: frames of the same vertices in; skeleton, skin weights and poses
 * out. The problem of SPRig (rigging from dynamic mesh sequences), solved per sequence and without a network.
 *
 * (1) The frame with the largest area is the anchor and rest pose. (2) A skeleton and weights from its geometry are the
 * start. (3) Poses, joint centres and weights are solved in turn against the LBS error of all frames; bones that move with
 * another bone are reparented. (4) Where the error stays, regions with one rigid motion become joints (Le & Deng 2012,
 * 2014), back to (3). (5) Weights between bones that never move apart come from heat on the final skeleton.
 *
 * Rotations and one root only: bones keep their length, and the skeleton cannot flicker. On eleven creatures (medians)
 * CD-J2J 4.3 %, J2B 3.3 %, B2B 3.0 % at an error of 0.15 % of the box. lab/notes/rig-sequences.md
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { checkSequence, type MeshSequence } from '../../mesh/mesh-sequence.js';
import { createRigSkinner } from '../kinematics/skin-mesh.js';
import type { Pose, Rig } from '../rig-records.js';
import { solveWeights } from '../weights/solve-weights.js';
import { coarsen, coarseState, fullState } from './coarsen.js';
import { copySkin, startState, statePoses, stateRig } from './convert-fit-state.js';
import { estimatePoses } from './estimate-poses.js';
import {
  cloneState,
  type FitState,
  jointTotal,
  rmsError,
  type Trajectories,
  vertexErrors,
} from './fit-state.js';
import { insertJoints } from './insert-joints.js';
import { sumMoments } from './moments.js';
import { type NormalizedSequence, normalizeSequence } from './normalize-sequence.js';
import { pruneJoints } from './prune-joints.js';
import { rebuildJointTree } from './rebuild-joint-tree.js';
import { refineWeights } from './refine-weights.js';
import { reportSequenceFit } from './report-sequence-fit.js';
import { type StartRig, tryRigAnchor } from './rig-anchor.js';
import { solveCenters } from './solve-centers.js';
import { createPoseSolver } from './solve-poses.js';

/** Options of `fitSequence`. */
export interface FitSequenceOptions extends WorkOptions {
  /**
   * Rigs the anchor; by default `rigAnchor`. Where it returns undefined the fit starts from one joint, and the motion
   * adds the others.
   */
  readonly startRig?: (anchor: Mesh) => StartRig | undefined;
  /** Most joints, 1 to 256. */
  readonly maxJoints?: number;
  /** LBS error at which no more joints are added, as a fraction of the anchor's longest side. */
  readonly tolerance?: number;
  /** Error that smoothing the weights may add at a vertex, as a fraction of the anchor's longest side. */
  readonly smoothness?: number;
  /** Whether joints of the start that the motion never bends are removed. */
  readonly dropStill?: boolean;
}

/** Defaults of `fitSequence`. */
export const FIT_SEQUENCE_DEFAULTS = Object.freeze({
  maxJoints: 64,
  tolerance: 0.002,
  smoothness: 0.001,
  dropStill: false,
});

/** A rig and a clip recovered from a mesh sequence. */
export interface SequenceFit {
  /** Its rest pose is the anchor. */
  readonly rig: Rig;
  /** One pose per frame; a `Clip`. */
  readonly clip: { readonly name: string; readonly times: Float32Array; readonly poses: readonly Pose[] };
  /** Index of the frame that is the rest pose. */
  readonly anchor: number;
  /** Root mean square distance of vertices, over all fitted frames, as a fraction of the anchor's longest side. */
  readonly rmse: number;
  /** The same for each frame; −1 where a frame was left out. [F] */
  readonly frameRmse: Float64Array;
  /** Error of the whole body as one rigid piece: how much deformation there was to recover. */
  readonly rigidRmse: number;
  /** Rounds of poses, centres and weights. */
  readonly iterations: number;
  /** Indices of joints that the motion added to the start. */
  readonly addedJoints: readonly number[];
  readonly findings: readonly Finding[];
}

/** Fits a rig and its motion to a sequence. */
export function fitSequence(sequence: MeshSequence, options: FitSequenceOptions = {}): SequenceFit {
  const settings = { ...FIT_SEQUENCE_DEFAULTS, ...options, ...forwardProgress(options) };
  checkSettings(settings);
  checkSequence(sequence);
  const normalized = normalizeSequence(sequence);
  if (!normalized) {
    throw new PosespaceError(
      'bad-input',
      'rig/fitSequence: no frame has only finite coordinates; export the sequence again',
    );
  }
  settings.onProgress?.({ stage: 'rigging the anchor', fraction: 0 });
  const anchorMesh = { positions: sequence.frames[normalized.anchor], triangles: sequence.triangles };
  const startRig = options.startRig ?? ((mesh) => tryRigAnchor(mesh, settings));
  const start = startRig(anchorMesh);
  const rigid = fitRigid(normalized);
  let fit = fitFrom(normalized, startState(normalized, start), rigid, settings);
  let fromMotion = false;
  if (start && fit.rms > POOR) {
    // A start that is fundamentally wrong is worse than none.
    const other = fitFrom(normalized, startState(normalized), rigid, settings);
    fromMotion = other.rms < fit.rms / 2;
    if (fromMotion) fit = other;
  }

  fit = refineByShape(sequence, normalized, fit, settings);
  const rig = stateRig(sequence, normalized, fit.state);
  const poses = fillPoses(sequence, normalized, statePoses(normalized, fit.state));
  const { rmse, frameRmse } = measure(sequence, normalized, rig, poses);
  const { findings, names } = reportSequenceFit({
    sequence,
    normalized,
    start,
    rigid: rigid.rms,
    rmse,
    fromMotion,
  });
  return {
    rig,
    clip: { name: sequence.name, times: sequence.times.slice(), poses },
    anchor: normalized.anchor,
    rmse,
    frameRmse,
    rigidRmse: rigid.rms,
    iterations: fit.iterations,
    addedJoints: rig.skeleton.names.flatMap((name, j) => (names.has(name) ? [] : [j])),
    findings,
  };
}

interface Settings extends Required<Omit<FitSequenceOptions, keyof WorkOptions | 'startRig'>>, WorkOptions {}

/** Progress that never goes back: a second fit starts from the beginning. */
function forwardProgress({ onProgress }: WorkOptions): WorkOptions {
  if (!onProgress) return {};
  let furthest = 0;
  return {
    onProgress: ({ stage, fraction }) => {
      furthest = Math.max(furthest, fraction);
      onProgress({ stage, fraction: furthest });
    },
  };
}

function checkSettings({ maxJoints, tolerance, smoothness }: Settings): void {
  const inRange = maxJoints >= 1 && maxJoints <= 256 && tolerance >= 0 && smoothness > 0 && smoothness < 1;
  if (inRange) return;
  throw new PosespaceError(
    'bad-usage',
    'rig/fitSequence: maxJoints must be 1 to 256, tolerance at least 0 and smoothness between 0 and 1, ' +
      `got ${maxJoints}, ${tolerance} and ${smoothness}; omit them for the defaults`,
  );
}

interface Fit {
  readonly state: FitState;
  readonly iterations: number;
  readonly rms: number;
}

/** Above this, in longest sides, a fit is worth a second one from the motion alone. */
const POOR = 0.005;
/** Fraction of the squared error, and of the vertices, that a new joint must account for. */
const GROWTH = Object.freeze({ gain: 0.01, vertexShare: 0.002, leastVertices: 4 });
/** Joints whose removal costs less than this fraction of the error in total are not needed. */
const SPARE = 0.15;
const MOST_ROUNDS = 20;
/** Most vertices and frames that the skeleton is fitted on; all are used in the last rounds. */
const COARSE = Object.freeze({ vertices: 6000, frames: 60 });
/** The error has converged where a round removes less than this fraction of it. */
const STOPPED = 0.02;

/** Error, in longest sides, that weights by heat may add at a vertex over those of the motion. */
const OPEN = 0.01;
const SHAPE_ROUNDS = 3;

/** The whole body as one bone. */
function fitRigid(normalized: NormalizedSequence): Fit {
  const state = startState(normalized);
  estimatePoses(state, sumMoments(normalized.data, state));
  return { state, iterations: 0, rms: rmsError(normalized.data, state) };
}

/** No deformation: all joints move with the body. */
function moveAsOne(state: FitState, rigid: Fit): Fit {
  const frameSize = jointTotal(state) * 12;
  for (let i = 0; i < state.bones.length; i += 12) {
    const from = Math.floor(i / frameSize) * 12;
    state.bones.set(rigid.state.bones.subarray(from, from + 12), i);
  }
  return { state, iterations: 0, rms: rigid.rms };
}

function fitFrom(
  { data: all, rounding }: NormalizedSequence,
  start: FitState,
  rigid: Fit,
  settings: Settings,
): Fit {
  if (rigid.rms < rounding) return moveAsOne(start, rigid);
  const coarse = coarsen(all, COARSE);
  let data = coarse?.data ?? all;
  let state = coarse ? coarseState(start, coarse) : start;
  const given = new Set(state.names);
  let iterations = 0;
  let rms = Infinity;
  const iterate = (rounds: number, fraction: number): void => {
    for (let i = 0; i < rounds; i++) {
      throwIfAborted(settings.signal);
      solveRound(data, state, settings.smoothness);
      iterations++;
      const before = i === 0 ? Infinity : rms;
      rms = rmsError(data, state);
      const stage = `fitting ${jointTotal(state)} joints, error ${(100 * rms).toFixed(2)} %`;
      settings.onProgress?.({ stage, fraction });
      if (rms > before * (1 - STOPPED)) return;
    }
  };

  // (1) The start, pruned to the allowed number of joints.
  estimatePoses(state, sumMoments(data, state));
  trim(data, state, settings.maxJoints);
  iterate(3, 0.2);

  // (2) Another tree where the motion contradicts this one. Kept only if the error falls.
  const [before, error] = [cloneState(state), rms];
  if (rebuildJointTree(data, state) > 0) iterate(2, 0.2);
  if (rms > error) [state, rms] = [before, error];

  // (3) More joints where the error stays.
  for (let round = 0; round < MOST_ROUNDS && rms > settings.tolerance; round++) {
    const count = jointTotal(state);
    const added = insertJoints(data, state, vertexErrors(data, state), {
      most: Math.min(settings.maxJoints - count, Math.max(2, Math.ceil(count / 3))),
      gain: GROWTH.gain,
      vertices: Math.max(GROWTH.leastVertices, GROWTH.vertexShare * data.vertexCount),
    });
    if (added === 0) break;
    iterate(2, 0.2 + (0.6 * (round + 1)) / MOST_ROUNDS);
  }

  // (4) Fewer joints where nothing bends, and final rounds.
  const removable = (joint: number) => settings.dropStill || !given.has(state.names[joint]);
  const budget = (SPARE * Math.max(settings.tolerance, rms)) ** 2;
  while (pruneJoints(state, sumMoments(data, state), data.vertexCount, { budget, removable }) > 0)
    iterate(1, 0.8);
  iterate(12, 0.9);

  // (5) All vertices and frames.
  if (coarse) {
    data = all;
    state = fullState(state, coarse, all.frameCount);
    const moments = sumMoments(data, state);
    estimatePoses(state, moments);
    const solver = createPoseSolver(state, moments);
    for (let f = 0; f < data.frameCount; f++) solver.improve(f, 5);
    iterate(4, 1);
  }
  return { state, iterations, rms };
}

/**
 * The motion does not determine weights between bones that never move apart: they would be noise, and tear when the rig
 * is posed differently. There the weights that heat gives the final skeleton are used.
 */
function refineByShape(
  sequence: MeshSequence,
  normalized: NormalizedSequence,
  fit: Fit,
  settings: Settings,
): Fit {
  const { data, vertexMap } = normalized;
  const state = cloneState(fit.state);
  const { mesh, skeleton } = stateRig(sequence, normalized, state);
  const solved = solveWeights(mesh, skeleton, { signal: settings.signal });
  const prior = {
    joints: new Uint16Array(state.joints.length),
    weights: new Float64Array(state.weights.length),
  };
  copySkin(prior, vertexMap, solved.skin);
  for (let i = 0; i < SHAPE_ROUNDS; i++) {
    throwIfAborted(settings.signal);
    refineWeights(data, state, { smoothness: OPEN, prior });
    const solver = createPoseSolver(state, sumMoments(data, state));
    for (let f = 0; f < data.frameCount; f++) solver.improve(f, 3);
  }
  const rms = rmsError(data, state);
  return { state, iterations: fit.iterations + SHAPE_ROUNDS, rms };
}

/** Removes the joints that the motion needs least until at most `maxJoints` are left. */
function trim(data: Trajectories, state: FitState, maxJoints: number): void {
  const removable = () => true;
  for (let left = jointTotal(state) - maxJoints; left > 0; left = jointTotal(state) - maxJoints) {
    const options = { budget: Infinity, most: left, removable };
    if (pruneJoints(state, sumMoments(data, state), data.vertexCount, options) === 0) return;
  }
}

/** Poses and centres in turn, then weights. */
function solveRound(data: Trajectories, state: FitState, smoothness: number): void {
  const moments = sumMoments(data, state);
  const solver = createPoseSolver(state, moments);
  for (let i = 0; i < 3; i++) {
    for (let f = 0; f < data.frameCount; f++) solver.improve(f, 1);
    solveCenters(state, moments);
  }
  refineWeights(data, state, { smoothness });
}

/** Poses of all frames: one that was left out gets the pose of the fitted frame nearest in time. */
function fillPoses(sequence: MeshSequence, normalized: NormalizedSequence, fitted: readonly Pose[]): Pose[] {
  const { times } = sequence;
  return sequence.frames.map((_, f) => {
    let nearest = 0;
    for (let i = 1; i < fitted.length; i++) {
      const closer =
        Math.abs(times[normalized.frames[i]] - times[f]) <
        Math.abs(times[normalized.frames[nearest]] - times[f]);
      if (closer) nearest = i;
    }
    return fitted[nearest];
  });
}

/** The error of the returned records, in single precision as they will be skinned. */
function measure(sequence: MeshSequence, normalized: NormalizedSequence, rig: Rig, poses: readonly Pose[]) {
  const skinner = createRigSkinner(rig);
  const frameRmse = new Float64Array(sequence.frames.length).fill(-1);
  const posed = new Float32Array(rig.mesh.positions.length);
  let total = 0;
  for (const f of normalized.frames) {
    skinner.pose(poses[f], posed);
    const frame = sequence.frames[f];
    let sum = 0;
    for (let i = 0; i < posed.length; i++) {
      const difference = (posed[i] - frame[i]) / normalized.scale;
      sum += difference * difference;
    }
    const square = sum / (posed.length / 3);
    frameRmse[f] = Math.sqrt(square);
    total += square;
  }
  return { rmse: Math.sqrt(total / normalized.frames.length), frameRmse };
}
