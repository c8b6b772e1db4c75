/**
 * @file One rig and one motion for a moving mesh: frames of the same vertices in; skeleton, weights and poses out.
 * The problem of SPRig (self-supervised pose-invariant rigging from dynamic mesh sequences), solved for one
 * sequence at a time and without a network: the sequence itself is the supervision.
 *
 * (1) The frame with the largest area is the anchor and the rest pose; its box normalises all frames. (2) A skeleton
 * and weights from its geometry are the start. (3) Poses, joint centres and weights are solved in turn, each in
 * closed form or by Gauss–Newton against the LBS error of all frames, until the error stops falling; bones that the
 * motion shows to belong elsewhere are rehung. (4) Where the error stays, the geometry has missed a joint: regions
 * that one rigid motion explains become joints (after smooth skinning decomposition with rigid bones, Le & Deng 2012,
 * and their skeletal rigging of 2014), and back to (3).
 * (5) What the motion leaves open, the shape decides: weights between bones that never part are those that heat gives
 * the final skeleton. Without this, bending a joint that the clip holds still tore the skin (edges stretched 6 to 36
 * times instead of 2 to 8, at an error of .07 to .2 % of the size instead of .01 to .14 %, on five creatures).
 *
 * Rotations and one root only: bones keep their lengths, so the result is a pose clip like any other. As the rig is
 * one, its skeleton cannot flicker from frame to frame.
 *
 * On eleven creatures, medians: geometry alone lies 4.96 / 3.92 / 3.04 % from the artist's skeleton (CD-J2J / J2B /
 * B2B, in the anchor's pose), the fit 4.3 / 3.3 / 3.0 % at an error of 0.15 % of the box; the motion alone, from one joint,
 * 5.4 / 4.0 / 3.8 % at 0.29 %, and it has no joints where nothing moves. Taking out joints until the error reaches half
 * the tolerance was dropped: ears and fingers went first (4.4 / 3.7 / 3.5 %).
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

export interface FitSequenceOptions extends WorkOptions {
  /**
   * Rigs the anchor; by default `rigAnchor`. Where it gives nothing the fit starts from one joint, and the motion
   * finds the others.
   */
  readonly startRig?: (anchor: Mesh) => StartRig | undefined;
  /** Most joints, 1 to 256. */
  readonly maxJoints?: number;
  /** LBS error at which no more joints are added, as a fraction of the anchor's longest side. */
  readonly tolerance?: number;
  /** Error that smoother weights may cost at a vertex, as a fraction of the anchor's longest side. */
  readonly smoothness?: number;
  /** Whether joints of the start that the motion never bends are taken out. */
  readonly dropStill?: boolean;
}

export const FIT_SEQUENCE_DEFAULTS = Object.freeze({
  maxJoints: 64,
  tolerance: 0.002,
  smoothness: 0.001,
  dropStill: false,
});

export interface SequenceFit {
  /** The rest is the anchor. */
  readonly rig: Rig;
  /** One pose per frame; a `Clip`. */
  readonly clip: { readonly name: string; readonly times: Float32Array; readonly poses: readonly Pose[] };
  /** The frame that the rest is. */
  readonly anchor: number;
  /** Root mean square distance of vertices, over all fitted frames, as a fraction of the anchor's longest side. */
  readonly rmse: number;
  /** The same for each frame; −1 where a frame was left out. [F] */
  readonly frameRmse: Float64Array;
  /** What is left when the whole body moves as one piece: how much there was to recover. */
  readonly rigidRmse: number;
  /** Rounds of poses, centres and weights. */
  readonly iterations: number;
  /** Joints that the motion asked for and the start did not have, by index. */
  readonly addedJoints: readonly number[];
  readonly findings: readonly Finding[];
}

/** Fits a rig and its motion to a sequence. */
export function fitSequence(sequence: MeshSequence, options: FitSequenceOptions = {}): SequenceFit {
  const settings = { ...FIT_SEQUENCE_DEFAULTS, ...options, ...forwardProgress(options) };
  checkSettings(settings);
  checkSequence(sequence);
  const prepared = normalizeSequence(sequence);
  if (!prepared) {
    throw new PosespaceError(
      'bad-input',
      'rig/fitSequence: no frame has only finite coordinates; export the sequence again',
    );
  }
  settings.onProgress?.({ stage: 'rigging the anchor', fraction: 0 });
  const anchorMesh = { positions: sequence.frames[prepared.anchor], triangles: sequence.triangles };
  const startRig = options.startRig ?? ((mesh) => tryRigAnchor(mesh, settings));
  const start = startRig(anchorMesh);
  const rigid = fitRigid(prepared);
  let fit = fitFrom(prepared, startState(prepared, start), rigid, settings);
  let alone = false;
  if (start && fit.rms > POOR) {
    // A skeleton that is wrong at its core costs more to mend than to do without.
    const other = fitFrom(prepared, startState(prepared), rigid, settings);
    alone = other.rms < fit.rms / 2;
    if (alone) fit = other;
  }

  fit = settleOnShape(sequence, prepared, fit, settings);
  const rig = stateRig(sequence, prepared, fit.state);
  const poses = holdPoses(sequence, prepared, statePoses(prepared, fit.state));
  const { rmse, frameRmse } = measure(sequence, prepared, rig, poses);
  const { findings, names } = reportSequenceFit({ sequence, prepared, start, rigid: rigid.rms, rmse, alone });
  return {
    rig,
    clip: { name: sequence.name, times: sequence.times.slice(), poses },
    anchor: prepared.anchor,
    rmse,
    frameRmse,
    rigidRmse: rigid.rms,
    iterations: fit.iterations,
    addedJoints: rig.skeleton.names.flatMap((name, j) => (names.has(name) ? [] : [j])),
    findings,
  };
}

interface Settings extends Required<Omit<FitSequenceOptions, keyof WorkOptions | 'startRig'>>, WorkOptions {}

/** A second fit starts from the beginning; a bar that runs backwards would worry people. */
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
    'rig/fitSequence: maxJoints must lie in 1 to 256, tolerance be at least 0 and smoothness lie between 0 and 1, ' +
      `got ${maxJoints}, ${tolerance} and ${smoothness}`,
  );
}

interface Fit {
  readonly state: FitState;
  readonly iterations: number;
  readonly rms: number;
}

/** Above this, in longest sides, a fit is worth a second one from the motion alone. */
const POOR = 0.005;
/** Share of the squared error, and of the vertices, that a new joint must account for. */
const GROWTH = Object.freeze({ gain: 0.01, vertexShare: 0.002, leastVertices: 4 });
/** Joints whose absence costs together less than this share of the error are not needed. */
const SPARE = 0.15;
const MOST_ROUNDS = 20;
/** The skeleton is found on no more than this: what is beyond only slows it down. */
const COARSE = Object.freeze({ vertices: 6000, frames: 60 });
/** The error has stopped falling where a round takes away less than this share of it. */
const STOPPED = 0.02;

/** Error, in longest sides, that the shape's weights may cost at a vertex in place of the motion's. */
const OPEN = 0.01;
const SHAPE_ROUNDS = 3;

/** The whole body as one bone. */
function fitRigid(prepared: NormalizedSequence): Fit {
  const state = startState(prepared);
  estimatePoses(state, sumMoments(prepared.data, state));
  return { state, iterations: 0, rms: rmsError(prepared.data, state) };
}

/** Nothing tells one joint from another: all go with the body. */
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
  const settle = (rounds: number, fraction: number): void => {
    for (let i = 0; i < rounds; i++) {
      throwIfAborted(settings.signal);
      settleOnce(data, state, settings.smoothness);
      iterations++;
      const before = i === 0 ? Infinity : rms;
      rms = rmsError(data, state);
      const stage = `fitting ${jointTotal(state)} joints, error ${(100 * rms).toFixed(2)} %`;
      settings.onProgress?.({ stage, fraction });
      if (rms > before * (1 - STOPPED)) return;
    }
  };

  // (1) The start as it is, less what is too much.
  estimatePoses(state, sumMoments(data, state));
  trim(data, state, settings.maxJoints);
  settle(3, 0.2);

  // (2) Another tree where the motion speaks against this one. Kept only where it pays.
  const [before, error] = [cloneState(state), rms];
  if (rebuildJointTree(data, state) > 0) settle(2, 0.2);
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
    settle(2, 0.2 + (0.6 * (round + 1)) / MOST_ROUNDS);
  }

  // (4) Fewer where nothing bends, and the last polish.
  const removable = (joint: number) => settings.dropStill || !given.has(state.names[joint]);
  const budget = (SPARE * Math.max(settings.tolerance, rms)) ** 2;
  while (pruneJoints(state, sumMoments(data, state), data.vertexCount, { budget, removable }) > 0)
    settle(1, 0.8);
  settle(12, 0.9);

  // (5) What was left aside for speed.
  if (coarse) {
    data = all;
    state = fullState(state, coarse, all.frameCount);
    const moments = sumMoments(data, state);
    estimatePoses(state, moments);
    const solver = createPoseSolver(state, moments);
    for (let f = 0; f < data.frameCount; f++) solver.improve(f, 5);
    settle(4, 1);
  }
  return { state, iterations, rms };
}

/**
 * The motion says nothing about bones that never part: weights between them would be noise, and tear once somebody
 * bends the rig otherwise. There the weights that the shape gives the final skeleton are taken.
 */
function settleOnShape(
  sequence: MeshSequence,
  prepared: NormalizedSequence,
  fit: Fit,
  settings: Settings,
): Fit {
  const { data, vertexMap } = prepared;
  const state = cloneState(fit.state);
  const { mesh, skeleton } = stateRig(sequence, prepared, state);
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

/** Takes out the joints that the motion needs least until no more are left than allowed. */
function trim(data: Trajectories, state: FitState, maxJoints: number): void {
  const removable = () => true;
  for (let left = jointTotal(state) - maxJoints; left > 0; left = jointTotal(state) - maxJoints) {
    const options = { budget: Infinity, most: left, removable };
    if (pruneJoints(state, sumMoments(data, state), data.vertexCount, options) === 0) return;
  }
}

/** Poses and centres in turn, then weights. */
function settleOnce(data: Trajectories, state: FitState, smoothness: number): void {
  const moments = sumMoments(data, state);
  const solver = createPoseSolver(state, moments);
  for (let i = 0; i < 3; i++) {
    for (let f = 0; f < data.frameCount; f++) solver.improve(f, 1);
    solveCenters(state, moments);
  }
  refineWeights(data, state, { smoothness });
}

/** Poses of all frames: one that was left out holds the pose of the fitted frame nearest in time. */
function holdPoses(sequence: MeshSequence, prepared: NormalizedSequence, fitted: readonly Pose[]): Pose[] {
  const { times } = sequence;
  return sequence.frames.map((_, f) => {
    let nearest = 0;
    for (let i = 1; i < fitted.length; i++) {
      const closer =
        Math.abs(times[prepared.frames[i]] - times[f]) < Math.abs(times[prepared.frames[nearest]] - times[f]);
      if (closer) nearest = i;
    }
    return fitted[nearest];
  });
}

/** What the records that are handed out leave of the error, in single precision as everybody will skin them. */
function measure(sequence: MeshSequence, prepared: NormalizedSequence, rig: Rig, poses: readonly Pose[]) {
  const skinner = createRigSkinner(rig);
  const frameRmse = new Float64Array(sequence.frames.length).fill(-1);
  const posed = new Float32Array(rig.mesh.positions.length);
  let total = 0;
  for (const f of prepared.frames) {
    skinner.pose(poses[f], posed);
    const frame = sequence.frames[f];
    let sum = 0;
    for (let i = 0; i < posed.length; i++) {
      const difference = (posed[i] - frame[i]) / prepared.scale;
      sum += difference * difference;
    }
    const square = sum / (posed.length / 3);
    frameRmse[f] = Math.sqrt(square);
    total += square;
  }
  return { rmse: Math.sqrt(total / prepared.frames.length), frameRmse };
}
