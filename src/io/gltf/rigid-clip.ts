/**
 * @file The fast path from channels to poses, for clips that only rotate bones, as most do.
 *
 * Where no scale is uneven or animated and only the root is moved, a joint's rotation away from rest is its node's
 * rotation between two constants: q_j = F_parent · local_j(t) · F_j⁻¹, with F the rest orientations. No matrices, no
 * polar decomposition: a fifth of the time. What bones differ from rest in length is then constant, too.
 */

import {
  determinantMatrix4,
  isSimilarity,
  linearPart,
  type Matrix4,
  transformPointInto,
} from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import { invertQuaternionInto, multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { type Channel, sampleChannelInto } from './channels.js';
import type { ClipContext, SampledPoses } from './clip-context.js';

/** The poses of a clip, or undefined where it needs the general path. */
export function sampleRigidPoses(
  context: ClipContext,
  channels: readonly Channel[],
  times: Float32Array,
): SampledPoses | undefined {
  const { graph, tree, skeleton } = context;
  const { parents, rest } = skeleton;
  const count = tree.nodes.length;
  const rootNode = tree.nodes[0];
  const rotationOf: (Channel | undefined)[] = new Array(count);
  let travel: Channel | undefined;

  // (1) Does it only rotate bones?
  if (rootNode < 0 || !isEven(graph.worlds[rootNode])) return undefined;
  if (!tree.nodes.every((node) => isEven(graph.locals[node])) || !context.rest.every(isEven))
    return undefined;
  for (const channel of channels) {
    const joint = tree.jointOfNode[channel.node];
    if (channel.path === 'rotation' && joint >= 0 && !rotationOf[joint]) rotationOf[joint] = channel;
    else if (channel.path === 'translation' && joint === 0 && !travel) travel = channel;
    else if (channel.path === 'rotation' || !isIdle(channel, graph.defaults[channel.node][channel.path]))
      return undefined;
  }

  // (2) The constants: orientations at rest, and how far each bone is from its rest.
  const aboveRoot = graph.parents[rootNode];
  const before = new Float64Array(count * 4);
  const after = new Float64Array(count * 4);
  const fixed = new Float32Array(count * 3);
  const bone = new Float64Array(3);
  for (let j = 0; j < count; j++) {
    const p = parents[j];
    const above = p >= 0 ? context.rest[p] : aboveRoot >= 0 ? graph.worlds[aboveRoot] : undefined;
    before[j * 4 + 3] = 1;
    if (above) polarRotationInto(before, j * 4, linearPart(above));
    polarRotationInto(after, j * 4, linearPart(context.rest[j]));
    invertQuaternionInto(after, j * 4, after, j * 4);
    if (p < 0) continue;
    const unit = Math.cbrt(determinantMatrix4(graph.worlds[tree.nodes[p]]));
    const { translation } = graph.defaults[tree.nodes[j]];
    for (let k = 0; k < 3; k++) bone[k] = translation[k] * unit;
    rotateVectorInto(bone, 0, before, j * 4, bone, 0);
    for (let k = 0; k < 3; k++) fixed[j * 3 + k] = bone[k] - (rest[j * 3 + k] - rest[p * 3 + k]);
  }

  // (3) The frames.
  const rotations = new Float32Array(times.length * count * 4);
  const roots = new Float32Array(times.length * 3);
  const local = new Float64Array(4);
  const position = new Float64Array(3);
  for (let f = 0; f < times.length; f++) {
    for (let j = 0; j < count; j++) {
      const channel = rotationOf[j];
      if (channel) sampleChannelInto(local, 0, channel, times[f]);
      else local.set(graph.defaults[tree.nodes[j]].rotation);
      multiplyQuaternionInto(local, 0, before, j * 4, local, 0);
      multiplyQuaternionInto(rotations, (f * count + j) * 4, local, 0, after, j * 4);
    }
    if (travel) sampleChannelInto(position, 0, travel, times[f]);
    else position.set(graph.defaults[rootNode].translation);
    if (aboveRoot >= 0) transformPointInto(position, 0, graph.worlds[aboveRoot], position, 0);
    for (let k = 0; k < 3; k++) roots[f * 3 + k] = position[k] - rest[k];
  }
  const offsets = new Float32Array(times.length * count * 3);
  for (let f = 0; f < times.length; f++) offsets.set(fixed, f * count * 3);
  return { rotations, roots, offsets };
}

/** Whether a channel only repeats the node's default, as exporters that key everything write them. */
function isIdle({ values, size }: Channel, usual: readonly number[]): boolean {
  return values.every((x, i) => Math.abs(x - usual[i % size]) <= 1e-7 * Math.abs(usual[i % size]));
}

/** Whether a matrix is a rotation, translation and uniform scale, without mirroring. */
const isEven = (m: Matrix4): boolean => isSimilarity(m) && determinantMatrix4(m) > 0;
