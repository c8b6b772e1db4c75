/**
 * @file Converts animation channels to rest-relative poses.
 *
 * Per frame: world matrices of the joints, M_j = world_j · rest_j⁻¹, its rotation is Q_j, and q_j = Q_parent⁻¹ Q_j.
 * A scale of a joint at rest cancels in M_j; an animated one is not part of a rotation and is kept beside the poses.
 * Translations of joints become `Pose.offsets`.
 *
 * Frames are the keys of all channels together: slerp between two local rotations is slerp between two
 * rest-relative ones, so LINEAR files lose nothing. STEP gets a frame just before each jump, CUBICSPLINE is
 * sampled at 30 frames per second.
 */

import { identityMatrix4, invertMatrix4, type Matrix4 } from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import { invertQuaternionInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { Clip, ScaleTrack } from '../../motion/clip.js';
import type { Pose } from '../../rig/rig-records.js';
import { type Channel, constantValue, sampleChannel } from './channels.js';
import type { ClipContext, SampledPoses } from './clip-context.js';
import { readClipSource } from './clip-extras.js';
import type { GltfAnimation } from './gltf-json.js';
import { createGraphPlayer } from './graph-player.js';
import { sampleRigidPoses } from './rigid-clip.js';
import { withAncestors } from './scene-graph.js';

/** Displacements below this share of the skeleton's size are rounding. */
const NEGLIGIBLE = 1e-5;
const STEP_LEAD = 1e-3;
const CUBIC_RATE = 30;
const MAX_SAMPLES = 20_000;
/** A rotation and an offset. */
const JOINT_FRAME_BYTES = 28;

/** The clip of one animation, or nothing where it moves no joint. */
export function readClip(
  context: ClipContext,
  animation: GltfAnimation,
  channels: readonly Channel[],
  name: string,
): Clip | undefined {
  const { graph, tree } = context;
  const relevant = withAncestors(graph, tree.nodes);
  const used = channels.filter((channel) => relevant.has(channel.node));
  if (used.length === 0) return undefined;

  const times = frameTimes(used, context.frameRate);
  context.budget('joint frames', times.length * tree.nodes.length, JOINT_FRAME_BYTES);
  const sampled = sampleRigidPoses(context, used, times) ?? samplePoses(context, used, times);
  const scales = readScales(context, used, times);
  if (!holdsNumbers(sampled, scales)) {
    context.findings.push({
      code: 'clip-not-finite',
      severity: 'warning',
      message: `Animation "${name}" moves joints beyond all numbers and is not read as a clip.`,
      fix: 'Repair its keys, or the scale of the nodes above its joints.',
    });
    return undefined;
  }
  const poses = toPoses(context, sampled);
  return { name, ...readClipSource(animation), times, poses, ...(scales.length > 0 && { scales }) };
}

/** Whether all that a clip holds is a number: finite keys may still multiply to infinity. */
const holdsNumbers = ({ rotations, roots, offsets }: SampledPoses, scales: readonly ScaleTrack[]): boolean =>
  [rotations, roots, offsets, ...scales.map(({ values }) => values)].every((list) =>
    list.every(Number.isFinite),
  );

function frameTimes(channels: readonly Channel[], frameRate: number | undefined): Float32Array {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const times = new Set<number>();
  for (const channel of channels) {
    first = Math.min(first, channel.times[0]);
    last = Math.max(last, channel.times[channel.times.length - 1]);
    for (const time of channel.times) times.add(time);
    if (channel.interpolation === 'STEP') {
      for (let i = 1; i < channel.times.length; i++) {
        const before = Math.fround(channel.times[i] - STEP_LEAD);
        if (before > channel.times[i - 1]) times.add(before);
      }
    }
  }
  const smooth = channels.some((channel) => channel.interpolation === 'CUBICSPLINE');
  const rate = frameRate ?? (smooth ? CUBIC_RATE : 0);
  if (frameRate) times.clear();
  const steps = Math.min(MAX_SAMPLES, Math.max(1, Math.round((last - first) * rate)));
  if (rate > 0) for (let i = 0; i <= steps; i++) times.add(Math.fround(first + ((last - first) * i) / steps));
  const sorted = Float32Array.from(times).sort();
  // Keys of two channels that differ by rounding only are one frame.
  const gap = Math.max(1e-6, (last - first) * 1e-7);
  return sorted.filter((time, i) => i === 0 || time - sorted[i - 1] > gap);
}

function samplePoses(context: ClipContext, channels: readonly Channel[], times: Float32Array): SampledPoses {
  const { graph, tree, skeleton } = context;
  const { parents, rest } = skeleton;
  const count = tree.nodes.length;
  const restInverse = context.rest.map((matrix) => invertMatrix4(matrix) ?? invertMatrix4(rigid(matrix))!);
  const player = createGraphPlayer(graph, tree.nodes, channels);
  const identity = identityMatrix4();
  const worlds = tree.nodes.map((node) => (node < 0 ? identity : player.worlds[node]));

  const rotations = new Float32Array(times.length * count * 4);
  const roots = new Float32Array(times.length * 3);
  const offsets = new Float32Array(times.length * count * 3);
  const globals = new Float64Array(count * 4);
  const linear = new Float64Array(9);
  const bone = new Float64Array(3);
  const inverse = new Float64Array(4);

  for (let f = 0; f < times.length; f++) {
    player.seek(times[f]);
    for (let j = 0; j < count; j++) {
      // (1) The rotation away from rest. A joint scaled to zero has none: it follows its parent.
      const p = parents[j];
      const world = worlds[j];
      multiplyLinearInto(linear, world, restInverse[j]);
      if (!polarRotationInto(globals, j * 4, linear)) {
        for (let k = 0; k < 4; k++) globals[j * 4 + k] = p < 0 ? +(k === 3) : globals[p * 4 + k];
      }
      const at = (f * count + j) * 4;
      if (p < 0) for (let k = 0; k < 4; k++) rotations[at + k] = globals[j * 4 + k];
      else relativeQuaternionInto(rotations, at, globals, p * 4, globals, j * 4);
      // (2) What translations do beyond that.
      if (p < 0) {
        for (let k = 0; k < 3; k++) roots[f * 3 + k] = world[12 + k] - rest[j * 3 + k];
        continue;
      }
      for (let k = 0; k < 3; k++) bone[k] = world[12 + k] - worlds[p][12 + k];
      invertQuaternionInto(inverse, 0, globals, p * 4);
      rotateVectorInto(bone, 0, inverse, 0, bone, 0);
      for (let k = 0; k < 3; k++) {
        offsets[(f * count + j) * 3 + k] = bone[k] - (rest[j * 3 + k] - rest[p * 3 + k]);
      }
    }
  }
  return { rotations, roots, offsets };
}

/** Cuts the frames apart, quaternions on one side from frame to frame, offsets only where there are any. */
function toPoses(context: ClipContext, { rotations, roots, offsets }: SampledPoses): Pose[] {
  const count = context.tree.nodes.length;
  const size = count * 4;
  for (let at = 0; at < rotations.length; at += 4) {
    let dot = at < size ? rotations[at + 3] : 0;
    for (let k = at; at >= size && k < at + 4; k++) dot += rotations[k] * rotations[k - size];
    if (dot < 0) for (let k = at; k < at + 4; k++) rotations[k] *= -1;
  }
  let largest = 0;
  for (let i = 0; i < offsets.length; i++) largest = Math.max(largest, Math.abs(offsets[i]));
  const moving = largest > NEGLIGIBLE * context.size;
  return Array.from({ length: roots.length / 3 }, (_, f) => ({
    rotations: rotations.subarray(f * size, (f + 1) * size),
    root: roots.subarray(f * 3, f * 3 + 3),
    ...(moving && { offsets: offsets.subarray(f * count * 3, (f + 1) * count * 3) }),
  }));
}

function multiplyLinearInto(out: Float64Array, a: Matrix4, b: Matrix4): void {
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) {
      out[c * 3 + r] = a[r] * b[c * 4] + a[4 + r] * b[c * 4 + 1] + a[8 + r] * b[c * 4 + 2];
    }
  }
}

/** A matrix with the same translation and no scale, for singular rest matrices. */
function rigid(matrix: Matrix4): Matrix4 {
  const out = identityMatrix4();
  for (let k = 12; k < 15; k++) out[k] = matrix[k];
  return out;
}

function readScales(context: ClipContext, channels: readonly Channel[], times: Float32Array): ScaleTrack[] {
  const tracks: ScaleTrack[] = [];
  for (const channel of channels) {
    const joint = context.tree.jointOfNode[channel.node];
    if (channel.path !== 'scale' || joint < 0) continue;
    const constant = constantValue(channel, 1e-4);
    const usual = context.graph.defaults[channel.node].scale;
    if (constant?.every((x, k) => Math.abs(x - usual[k]) <= 1e-4 * Math.max(1, Math.abs(usual[k])))) continue;
    const values = new Float32Array(times.length * 3);
    for (const [f, time] of times.entries()) values.set(sampleChannel(channel, time), f * 3);
    tracks.push({ joint, values });
  }
  return tracks;
}
