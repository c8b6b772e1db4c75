/**
 * @file Measures reading and writing over a folder of rigs (METRICS.md, `eval io`).
 *
 * Every file is read; the joint positions of every clip by our forward kinematics are compared with the file's own scene
 * graph; every clip is encoded again, written, checked by the Khronos validator and read back.
 *
 * Clips that move joints by translation or scale cannot be reproduced by rotations alone. Such files are listed with
 * that residual; all others must agree.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { type Channel, constantValue, readChannels } from '../../src/io/gltf/channels.js';
import { encodeGlb } from '../../src/io/gltf/container.js';
import { decodeGltf } from '../../src/io/gltf/decode.js';
import { createGraphPlayer } from '../../src/io/gltf/graph-player.js';
import { buildSceneGraph, pathToRoot, type SceneGraph } from '../../src/io/gltf/scene-graph.js';
import { writeGltfModel } from '../../src/io/gltf/write-model.js';
import type { Model } from '../../src/io/model.js';
import { readModel } from '../../src/io/read.js';
import { determinantMatrix4 } from '../../src/math/matrix4.js';
import type { Clip } from '../../src/motion/clip.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { skeletonDiameter } from '../../src/rig/rig-records.js';

export interface IoEvaluation {
  readonly files: number;
  readonly clips: number;
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  /** Largest joint distance between our kinematics and the file, share of the skeleton's diameter; rotation-only clips. */
  readonly fkMaxError: number;
  /** The same over the other clips, with `Pose.offsets`, scale tracks left out. */
  readonly fkWithOffsetsMaxError: number;
  /** Files with clips that move joints by translation or scale, and what rotations alone leave of them. */
  readonly fkExceptions: readonly FkException[];
  /** Largest difference of a pose after write and read: quaternion components; positions as share of the diameter. */
  readonly roundTripMaxError: number;
  readonly roundTripWorstFile: string;
  readonly validatorErrors: number;
  readonly validatorMessages: readonly string[];
  readonly seconds: number;
}

export interface FkException {
  readonly file: string;
  readonly residual: number;
  readonly clips: number;
  readonly moves: 'translation' | 'scale' | 'translation and scale';
}

export interface EvaluateIoOptions extends WorkOptions {
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

/** Validates a GLB and returns its errors as text. Injected: the validator is a large module. */
export type ValidateGlb = (bytes: Uint8Array) => Promise<readonly string[]>;

export async function evaluateIo(
  files: readonly string[],
  load: (file: string) => Promise<Uint8Array>,
  validate: ValidateGlb,
  options: EvaluateIoOptions = {},
): Promise<IoEvaluation> {
  const now = options.now ?? (() => 0);
  const start = now();
  const failed: { file: string; error: string }[] = [];
  const fkExceptions: FkException[] = [];
  const validatorMessages: string[] = [];
  let [clips, fkMaxError, fkWithOffsetsMaxError, roundTripMaxError, roundTripWorstFile] = [0, 0, 0, 0, ''];

  for (const [i, file] of files.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: file, fraction: i / files.length });
    try {
      const model = await readModel(file, await load(file));
      const kinematics = await checkKinematics(model);
      clips += model.clips.length;
      fkMaxError = Math.max(fkMaxError, kinematics.rotationOnly);
      fkWithOffsetsMaxError = Math.max(fkWithOffsetsMaxError, kinematics.withOffsets);
      if (kinematics.exception) fkExceptions.push({ file, ...kinematics.exception });
      const trip = await checkRoundTrip(model, validate);
      if (trip.error > roundTripMaxError) [roundTripMaxError, roundTripWorstFile] = [trip.error, file];
      for (const message of trip.messages) validatorMessages.push(`${file}: ${message}`);
    } catch (error) {
      throwIfAborted(options.signal);
      failed.push({ file, error: (error as Error).message });
    }
  }
  return {
    files: files.length,
    clips,
    failed,
    fkMaxError,
    fkWithOffsetsMaxError,
    fkExceptions,
    roundTripMaxError,
    roundTripWorstFile,
    validatorErrors: validatorMessages.length,
    validatorMessages: validatorMessages.slice(0, 100),
    seconds: (now() - start) / 1000,
  };
}

interface KinematicsCheck {
  readonly rotationOnly: number;
  readonly withOffsets: number;
  readonly exception?: Omit<FkException, 'file'>;
}

async function checkKinematics(model: Model): Promise<KinematicsCheck> {
  const { skeleton, source } = model;
  if (!skeleton || model.clips.length === 0) return { rotationOnly: 0, withOffsets: 0 };
  const { json } = source.gltf;
  const graph = buildSceneGraph(json);
  const decoded = await decodeGltf(source.gltf);
  const diameter = skeletonDiameter(skeleton) || 1;
  let [rotationOnly, withOffsets, residual, count, translates, scales] = [0, 0, 0, 0, false, false];
  for (const [i, clip] of model.clips.entries()) {
    const channels = readChannels(json.animations![source.clipAnimations[i]], decoded);
    const moves = movesBeyondRotation(model, graph, channels, diameter);
    const error = kinematicsError(model, graph, channels, clip, true) / diameter;
    if (!moves.translation && !moves.scale) {
      rotationOnly = Math.max(rotationOnly, error);
      continue;
    }
    count++;
    translates ||= moves.translation;
    scales ||= moves.scale;
    if (!moves.scale) withOffsets = Math.max(withOffsets, error);
    residual = Math.max(residual, kinematicsError(model, graph, channels, clip, false) / diameter);
  }
  if (count === 0) return { rotationOnly, withOffsets };
  const moves = translates && scales ? 'translation and scale' : scales ? 'scale' : 'translation';
  return { rotationOnly, withOffsets, exception: { residual, clips: count, moves } };
}

/** Whether channels move joints other than the root, or scale any, away from the node's default. */
function movesBeyondRotation(
  model: Model,
  graph: SceneGraph,
  channels: readonly Channel[],
  diameter: number,
) {
  const { jointNodes } = model.source;
  const free = new Set(jointNodes[0] >= 0 ? pathToRoot(graph, jointNodes[0]) : []);
  const relevant = new Set(jointNodes.flatMap((node) => (node < 0 ? [] : pathToRoot(graph, node))));
  const result = { translation: false, scale: false };
  for (const channel of channels) {
    const { node, path } = channel;
    if (path === 'rotation' || !relevant.has(node) || (path === 'translation' && free.has(node))) continue;
    const parent = graph.parents[node];
    const unit =
      path === 'translation' && parent >= 0
        ? Math.cbrt(Math.abs(determinantMatrix4(graph.worlds[parent])))
        : 1;
    const tolerance = path === 'translation' ? (1e-5 * diameter) / unit : 1e-4;
    const constant = constantValue(channel, tolerance);
    const usual = graph.defaults[node][path];
    if (!constant?.every((x, k) => Math.abs(x - usual[k]) <= tolerance)) result[path] = true;
  }
  return result;
}

/** Largest distance between the file's joints and ours over a clip, metres. */
function kinematicsError(
  model: Model,
  graph: SceneGraph,
  channels: readonly Channel[],
  clip: Clip,
  withOffsets: boolean,
): number {
  const { jointNodes } = model.source;
  const player = createGraphPlayer(graph, jointNodes, channels);
  let largest = 0;
  for (const [f, pose] of clip.poses.entries()) {
    player.seek(clip.times[f]);
    const ours = poseJoints(
      model.skeleton!,
      withOffsets ? pose : { rotations: pose.rotations, root: pose.root },
    );
    for (const [j, node] of jointNodes.entries()) {
      if (node < 0) continue;
      const p = ours.positions;
      const w = player.worlds[node];
      largest = Math.max(largest, Math.hypot(p[j * 3] - w[12], p[j * 3 + 1] - w[13], p[j * 3 + 2] - w[14]));
    }
  }
  return largest;
}

async function checkRoundTrip(model: Model, validate: ValidateGlb) {
  // Copies are other objects than those that were read, so the writer encodes every clip anew.
  const bytes = encodeGlb(writeGltfModel({ ...model, clips: model.clips.map((clip) => ({ ...clip })) }));
  const messages = await validate(bytes);
  const again = await readModel(`${model.name}.glb`, bytes);
  let error = again.clips.length === model.clips.length ? 0 : 1;
  const diameter = model.skeleton ? skeletonDiameter(model.skeleton) || 1 : 1;
  for (const clip of model.clips) {
    const other = again.clips.find(({ name }) => name === clip.name);
    error = Math.max(error, other ? clipDifference(clip, other, diameter) : 1);
  }
  return { error, messages };
}

/** Largest difference between two clips: quaternion components up to sign, positions as share of the diameter. */
export function clipDifference(a: Clip, b: Clip, diameter: number): number {
  if (a.times.length !== b.times.length) return 1;
  let largest = 0;
  for (const [f, pose] of a.poses.entries()) {
    const other = b.poses[f];
    if (pose.rotations.length !== other.rotations.length) return 1;
    for (let i = 0; i < pose.rotations.length; i += 4) {
      let dot = 0;
      for (let k = i; k < i + 4; k++) dot += pose.rotations[k] * other.rotations[k];
      const sign = dot < 0 ? -1 : 1;
      for (let k = i; k < i + 4; k++)
        largest = Math.max(largest, Math.abs(pose.rotations[k] - sign * other.rotations[k]));
    }
    for (let k = 0; k < 3; k++)
      largest = Math.max(largest, Math.abs(pose.root[k] - other.root[k]) / diameter);
    for (let k = 0; k < (pose.offsets ?? other.offsets ?? []).length; k++) {
      largest = Math.max(largest, Math.abs((pose.offsets?.[k] ?? 0) - (other.offsets?.[k] ?? 0)) / diameter);
    }
  }
  // No number is no agreement; a comparison with NaN would pass for one.
  return Number.isNaN(largest) ? 1 : largest;
}
