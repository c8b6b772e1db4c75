/**
 * @file Reads BVH motion: a node per joint, rest is zero rotation, one animation with every frame. An end site
 * becomes a leaf named `<parent>_end`. (Biovision's format as described by Meredith and Maddock, "Motion capture
 * file formats explained", 2001.)
 *
 * Rotation channels apply in the order in which they are listed, each about the axes that the ones before have
 * rotated. The root's position channels add to its offset. For other joints tools differ, some add and some
 * repeat the offset: whichever reading keeps the joint nearer to its offset is taken.
 *
 * Our own: three's BVHLoader parses by recursion, an object per joint and frame, and takes missing numbers for NaN.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { axisAngleInto, multiplyQuaternionInto, setIdentityQuaternion } from '../../math/quaternion.js';
import { createGltfBuilder, type GltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import type { GltfAnimationChannel, GltfAnimationSampler } from '../gltf/gltf-json.js';
import { checkByteLimit, checkElementLimit } from '../limits.js';
import { addNode, markJoints } from './add-surface.js';
import { type ReadContext, stemOf } from './read-context.js';
import { scanText, type TextScanner } from './text-scanner.js';

interface BvhJoint {
  readonly name: string;
  readonly parent: number;
  offset: readonly number[];
  /** 0–2: position x, y, z; 3–5: rotation x, y, z. */
  channels: readonly number[];
}

interface BvhMotion {
  readonly frameCount: number;
  readonly frameTime: number;
  /** [frameCount, channelCount] */
  readonly values: Float32Array;
}

const CHANNEL_NAMES = ['Xposition', 'Yposition', 'Zposition', 'Xrotation', 'Yrotation', 'Zrotation'];

/** Degrees or units; beyond it sums with an offset could overflow. */
const MAX_VALUE = 1e18;

/** Reads a BVH as a glTF document with nodes and one animation. */
export function readBvh(bytes: Uint8Array, context: ReadContext): GltfSource {
  checkByteLimit(bytes.length, context.limits);
  const scanner = scanText(bytes);
  const joints = parseHierarchy(scanner, context);
  const channelCount = joints.reduce((sum, joint) => sum + joint.channels.length, 0);
  const motion = parseMotion(scanner, channelCount, bytes.length, context);
  const builder = createGltfBuilder();
  const nodes: number[] = [];
  for (const { name, parent, offset } of joints) {
    nodes.push(addNode(builder, { name, translation: [...offset] }, parent < 0 ? undefined : nodes[parent]));
  }
  markJoints(builder, nodes);
  if (motion.frameCount > 0 && channelCount > 0)
    addAnimation(builder, joints, nodes, motion, stemOf(context));
  return builder.finish();
}

function parseHierarchy(scanner: TextScanner, context: ReadContext): BvhJoint[] {
  requireInput(
    scanner.nextLine() && scanner.word().toUpperCase() === 'HIERARCHY',
    'io/readBvh: not a BVH file; it should begin with HIERARCHY',
  );
  const joints: BvhJoint[] = [];
  const open: number[] = [];
  // A brace belongs to the joint before it, which is only open from then on.
  let announced = -1;
  const fail = (what: string): never => {
    throw new PosespaceError('bad-input', `io/readBvh: line ${scanner.line}: ${what}; export the file again`);
  };
  const announce = (label: string): void => {
    // Some tools open the brace on the same line.
    const name = label.replace(/\s*\{$/, '');
    if (announced >= 0) fail('a joint begins before the one before it has opened');
    if (joints.length >= context.limits.maxNodes) fail(`more than ${context.limits.maxNodes} joints`);
    announced = joints.length;
    joints.push({
      name: name || `joint_${announced}`,
      parent: open[open.length - 1] ?? -1,
      offset: [0, 0, 0],
      channels: [],
    });
    if (name !== label) openAnnounced();
  };
  const openAnnounced = (): void => {
    if (announced < 0) fail('a brace that belongs to no joint');
    open.push(announced);
    announced = -1;
  };
  const current = (): BvhJoint =>
    joints[open[open.length - 1]] ?? fail('a statement stands outside of any joint');
  while (scanner.nextLine()) {
    while (!scanner.ended()) {
      const key = scanner.word();
      switch (key.toUpperCase()) {
        case 'ROOT':
          if (open.length > 0) fail('a root inside of a joint');
          announce(scanner.rest());
          break;
        case 'JOINT':
          if (open.length === 0) fail('a joint outside of the root');
          announce(scanner.rest());
          break;
        case 'END':
          announce(`${current().name}_end${scanner.rest().endsWith('{') ? ' {' : ''}`);
          break;
        case '{':
          openAnnounced();
          break;
        case '}':
          if (open.pop() === undefined) fail('a brace that closes nothing');
          break;
        case 'OFFSET':
          current().offset = readOffset(scanner);
          break;
        case 'CHANNELS':
          current().channels = readChannels(scanner);
          break;
        case 'MOTION':
          if (open.length > 0 || announced >= 0) fail('the hierarchy is not closed');
          if (joints.length === 0) fail('the hierarchy is empty');
          return joints;
        default:
          fail(`"${key.slice(0, 40)}" is no statement of the hierarchy`);
      }
    }
  }
  return fail('there is no MOTION section');
}

function readOffset(scanner: TextScanner): number[] {
  const offset = [0, 1, 2].map(() => Math.fround(scanner.number()));
  requireInput(
    offset.every(Number.isFinite),
    `io/readBvh: line ${scanner.line}: an offset needs three finite numbers; export the file again`,
  );
  return offset;
}

function readChannels(scanner: TextScanner): number[] {
  const count = scanner.number();
  const channels: number[] = [];
  requireInput(
    Number.isInteger(count) && count >= 0 && count <= 6,
    `io/readBvh: line ${scanner.line}: a joint has 0 to 6 channels, got ${count}; export the file again`,
  );
  for (let i = 0; i < count; i++) {
    const name = scanner.word();
    const channel = CHANNEL_NAMES.findIndex((known) => known.toLowerCase() === name.toLowerCase());
    requireInput(
      channel >= 0 && !channels.includes(channel),
      `io/readBvh: line ${scanner.line}: channel "${name.slice(0, 40)}" is unknown or twice there; export the file again`,
    );
    channels.push(channel);
  }
  return channels;
}

function parseMotion(
  scanner: TextScanner,
  channelCount: number,
  byteLength: number,
  context: ReadContext,
): BvhMotion {
  const labelled = (label: RegExp, what: string): number => {
    const line = scanner.nextLine() ? scanner.rest() : '';
    const value = label.test(line) ? Number(line.replace(label, '').trim() || 'none') : Number.NaN;
    requireInput(value >= 0, `io/readBvh: the motion has no ${what}; export the file again`);
    return value;
  };
  const frameCount = labelled(/^Frames\s*:/i, 'number of frames');
  requireInput(
    Number.isInteger(frameCount),
    `io/readBvh: the motion has ${frameCount} frames, not a whole number`,
  );
  const frameTime = labelled(/^Frame\s+Time\s*:/i, 'frame time');
  const claimed = frameCount * channelCount;
  checkElementLimit('motion values', claimed, context.limits);
  requireInput(
    claimed * 2 <= byteLength - scanner.nextOffset + 1,
    `io/readBvh: ${frameCount} frames of ${channelCount} channels do not fit into the file; it is truncated, fetch it again`,
  );
  // The times must increase: a still picture or a broken frame time becomes 30 frames per second.
  const usable = frameTime > 1e-6 && frameTime * frameCount < 1e6;
  if (!usable && frameCount > 1) {
    context.findings.push({
      code: 'frame-time',
      severity: 'warning',
      message: `The frame time is ${frameTime} s; the motion plays at 30 frames per second instead.`,
      fix: 'Set "Frame Time:" in the file.',
    });
  }
  const values = new Float32Array(claimed);
  for (let i = 0; i < claimed; i++) {
    while (scanner.ended()) {
      requireInput(
        scanner.nextLine(),
        `io/readBvh: the motion ends after ${i} of ${claimed} values; fetch the file again`,
      );
    }
    values[i] = scanner.number();
    if (!(Math.abs(values[i]) < MAX_VALUE)) {
      throw new PosespaceError(
        'bad-input',
        `io/readBvh: line ${scanner.line}: a value is no number below ${MAX_VALUE}; export the file again`,
      );
    }
  }
  return { frameCount, frameTime: usable ? frameTime : 1 / 30, values };
}

function addAnimation(
  builder: GltfBuilder,
  joints: readonly BvhJoint[],
  nodes: readonly number[],
  motion: BvhMotion,
  name: string,
): void {
  const { frameCount, frameTime, values } = motion;
  const stride = values.length / frameCount;
  const times = Float32Array.from({ length: frameCount }, (_, f) => f * frameTime);
  const input = builder.addAccessor(times, 'SCALAR', { bounds: true });
  const samplers: GltfAnimationSampler[] = [];
  const channels: GltfAnimationChannel[] = [];
  const add = (node: number, path: 'translation' | 'rotation', data: Float32Array): void => {
    const output = builder.addAccessor(data, path === 'rotation' ? 'VEC4' : 'VEC3');
    channels.push({ sampler: samplers.length, target: { node, path } });
    samplers.push({ input, output, interpolation: 'LINEAR' });
  };
  let column = 0;
  for (const [j, joint] of joints.entries()) {
    const track = { values, stride, column, frameCount };
    if (joint.channels.some((channel) => channel < 3))
      add(nodes[j], 'translation', translations(joint, track));
    if (joint.channels.some((channel) => channel >= 3)) add(nodes[j], 'rotation', rotations(joint, track));
    column += joint.channels.length;
  }
  builder.add('animations', { name, samplers, channels });
}

interface Track {
  readonly values: Float32Array;
  readonly stride: number;
  readonly column: number;
  readonly frameCount: number;
}

function translations(joint: BvhJoint, { values, stride, column, frameCount }: Track): Float32Array {
  const out = new Float32Array(frameCount * 3);
  let added = 0;
  let repeated = 0;
  for (let f = 0; f < frameCount; f++) {
    for (let k = 0; k < 3; k++) {
      const c = joint.channels.indexOf(k);
      const value = c < 0 ? 0 : values[f * stride + column + c];
      out[f * 3 + k] = value;
      added += Math.abs(value);
      repeated += Math.abs(c < 0 ? 0 : value - joint.offset[k]);
    }
  }
  const repeats = joint.parent >= 0 && repeated < added;
  for (let i = 0; i < out.length; i++) {
    if (!repeats || !joint.channels.includes(i % 3)) out[i] += joint.offset[i % 3];
  }
  return out;
}

function rotations(joint: BvhJoint, { values, stride, column, frameCount }: Track): Float32Array {
  const out = new Float64Array(frameCount * 4);
  const turn = [0, 0, 0, 1];
  for (let f = 0; f < frameCount; f++) {
    setIdentityQuaternion(out, f * 4);
    for (const [c, channel] of joint.channels.entries()) {
      if (channel < 3) continue;
      const angle = (values[f * stride + column + c] * Math.PI) / 180;
      axisAngleInto(turn, 0, channel === 3 ? 1 : 0, channel === 4 ? 1 : 0, channel === 5 ? 1 : 0, angle);
      multiplyQuaternionInto(out, f * 4, out, f * 4, turn, 0);
    }
  }
  return new Float32Array(out);
}
