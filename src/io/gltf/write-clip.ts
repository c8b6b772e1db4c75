/**
 * @file Turns rest-relative poses back into the local transforms of nodes, and clips into animations.
 *
 * A posed joint has the world matrix Q_j · rest_j at g_j; relative to its parent node's world that is translation ·
 * rotation · scale again, with the scale it has at rest. Only what differs from the node's default becomes a channel.
 */

import {
  composeMatrix4,
  invertMatrix4,
  isSimilarity,
  linearPart,
  type Matrix4,
  multiplyMatrix4,
  transformPointInto,
} from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import {
  invertQuaternionInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  quaternionAngle,
  quaternionToMatrixInto,
} from '../../math/quaternion.js';
import type { Clip } from '../../motion/clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import type { GltfBuilder } from './builder.js';
import { withClipSource } from './clip-extras.js';
import type { GltfAnimation } from './gltf-json.js';
import { CHANNEL_PATHS, type ChannelPath, reduceChannels } from './reduce-channels.js';
import { decompose, type SceneGraph, type Transform, toUnitQuaternion } from './scene-graph.js';

/** A skeleton as it stands in a document. */
export interface PlacedSkeleton {
  readonly skeleton: Skeleton;
  /** [J], −1 for a root that is not in the file */
  readonly nodes: readonly number[];
  /** [J, 16] */
  readonly restMatrices: Float64Array;
}

/** Local transforms for poses of one skeleton in one document. */
export interface PoseWriter {
  /** The transform of each joint's node; undefined for a root that is not in the file. [J] */
  transforms(pose: Pose, scales?: ReadonlyMap<number, readonly number[]>): (Transform | undefined)[];
}

export function createPoseWriter(placed: PlacedSkeleton, graph: SceneGraph): PoseWriter {
  const { skeleton, nodes, restMatrices } = placed;
  const rest = nodes.map((_, j) => restMatrices.subarray(j * 16, j * 16 + 16));
  const restScale = nodes.map((node, j) => {
    if (node < 0) return [1, 1, 1];
    const parent = skeleton.parents[j];
    const parentMatrix = parent >= 0 && nodes[parent] >= 0 ? rest[parent] : parentWorld(graph, node);
    return localScale(parentMatrix, rest[j], graph.defaults[node].scale);
  });
  const sheared = nodes.some(
    (node, j) => node >= 0 && !(isSimilarity(rest[j]) && isSimilarity(parentWorld(graph, node))),
  );
  const restInverse = rest.map((matrix) => invertMatrix4(matrix));
  const q = new Float64Array(9);

  return {
    transforms(pose, scales) {
      const globals = poseJoints(skeleton, pose);
      const worlds = new Array<Matrix4>(nodes.length);
      return nodes.map((node, j) => {
        // (1) The world matrix of the pose.
        quaternionToMatrixInto(q, 0, globals.rotations, j * 4);
        const wanted = placeRotated(q, rest[j], globals.positions, j * 3);
        worlds[j] = wanted;
        if (node < 0) return undefined;
        // (2) Relative to where the parent really is, scale tracks included.
        const parent = skeleton.parents[j];
        const above = parent >= 0 && nodes[parent] >= 0 ? worlds[parent] : parentWorld(graph, node);
        const inverse = invertMatrix4(above);
        if (!inverse) return graph.defaults[node];
        const scale = scales?.get(j) ?? restScale[j];
        const check = sheared || (scales?.size ?? 0) > 0 ? restInverse[j] : undefined;
        const bone = { rest: rest[j], restInverse: check, restScale: restScale[j], scale };
        const rotation = localRotation(globals.rotations, j * 4, above, inverse, bone);
        if (!rotation) return graph.defaults[node];
        const translation = [0, 0, 0];
        transformPointInto(translation, 0, inverse, wanted, 12);
        const transform = { translation, rotation, scale };
        worlds[j] = multiplyMatrix4(above, composeMatrix4(translation, rotation, scale));
        return transform;
      });
    },
  };
}

interface PosedBone {
  readonly rest: Matrix4;
  /** Given where the rotation is to be checked. */
  readonly restInverse: Matrix4 | undefined;
  readonly restScale: readonly number[];
  /** The scale it has in this frame. */
  readonly scale: readonly number[];
}

/**
 * The local rotation in which a reader finds the global one, `aim`; undefined where a scale of zero hides it. Uneven
 * scales above a joint shear it, and the nearest rotation of the result then differs from the wanted one:
 * the target is corrected by the difference until it agrees: once or twice for scales near one.
 */
function localRotation(
  aim: Float64Array,
  at: number,
  above: Matrix4,
  inverse: Matrix4,
  { rest, restInverse, restScale, scale }: PosedBone,
): number[] | undefined {
  const targetRotation = [...aim.subarray(at, at + 4)];
  normalizeQuaternion(targetRotation, 0);
  const found = [0, 0, 0, 1];
  const out = [0, 0, 0, 1];
  const q = new Float64Array(9);
  for (let round = 0; ; round++) {
    quaternionToMatrixInto(q, 0, targetRotation, 0);
    const linear = linearPart(multiplyMatrix4(inverse, placeRotated(q, rest, ORIGIN, 0)));
    for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) linear[c * 3 + r] /= restScale[c];
    if (!polarRotationInto(out, 0, linear)) return undefined;
    if (round === 40 || !restInverse) return out;
    const world = multiplyMatrix4(above, composeMatrix4(ORIGIN, out, scale));
    if (!polarRotationInto(found, 0, linearPart(multiplyMatrix4(world, restInverse)))) return out;
    if (quaternionAngle(found, 0, aim, at) < 1e-8) return out;
    invertQuaternionInto(found, 0, found, 0);
    multiplyQuaternionInto(found, 0, aim, at, found, 0);
    multiplyQuaternionInto(targetRotation, 0, found, 0, targetRotation, 0);
  }
}

const ORIGIN = new Float64Array(3);

function parentWorld(graph: SceneGraph, node: number): Matrix4 {
  const parent = graph.parents[node];
  return parent < 0 ? composeMatrix4([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]) : graph.worlds[parent];
}

function placeRotated(q: Float64Array, rest: Float64Array, positions: Float64Array, at: number): Matrix4 {
  const out = new Float64Array(16);
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) {
      out[c * 4 + r] = q[r] * rest[c * 4] + q[3 + r] * rest[c * 4 + 1] + q[6 + r] * rest[c * 4 + 2];
    }
  }
  for (let r = 0; r < 3; r++) out[12 + r] = positions[at + r];
  out[15] = 1;
  return out;
}

/** The scale between two rest matrices. Where the node's own scale fits it is taken: it knows which axis is mirrored. */
function localScale(parent: Matrix4, rest: Matrix4, own: readonly number[]): readonly number[] {
  const inverse = invertMatrix4(parent);
  const local = inverse && multiplyMatrix4(inverse, rest);
  if (!local) return [1, 1, 1];
  const lengths = [0, 4, 8].map((c) => Math.hypot(local[c], local[c + 1], local[c + 2]));
  const fits = lengths.every((length, k) => Math.abs(length - Math.abs(own[k])) <= 1e-4 * length);
  const scale = fits ? own : decompose(local).scale;
  return scale.every((x) => Math.abs(x) > 1e-12) ? scale : [1, 1, 1];
}

/** Sets the nodes of a skeleton to a pose. */
export function writePose(builder: GltfBuilder, placed: PlacedSkeleton, graph: SceneGraph, pose: Pose): void {
  const transforms = createPoseWriter(placed, graph).transforms(pose);
  for (const [j, transform] of transforms.entries()) {
    if (!transform) continue;
    const node = builder.json.nodes![placed.nodes[j]];
    delete node.matrix;
    node.translation = [...transform.translation];
    const rotation = [...transform.rotation];
    toUnitQuaternion(rotation);
    node.rotation = rotation;
    node.scale = [...transform.scale];
  }
}

/**
 * Writes a clip as an animation; `kept` are channels of an earlier version that the clip does not hold. With `reduce`
 * each channel holds only the frames that keep all joints within that many % of the diameter.
 */
export function encodeClip(
  builder: GltfBuilder,
  placed: PlacedSkeleton,
  graph: SceneGraph,
  clip: Clip,
  kept: GltfAnimation = { channels: [], samplers: [] },
  reduce?: number,
): GltfAnimation {
  const { nodes, skeleton } = placed;
  const frameCount = clip.times.length;
  const animation: GltfAnimation = {
    ...withClipSource(kept, clip),
    name: clip.name,
    channels: [...kept.channels],
    samplers: [...kept.samplers],
  };
  if (frameCount === 0) return animation;

  // (1) Local transforms of all frames.
  const writer = createPoseWriter(placed, graph);
  const frames = clip.poses.map((pose, f) => {
    const scales = new Map(
      (clip.scales ?? []).map(({ joint, values }) => [joint, [...values.subarray(f * 3, f * 3 + 3)]]),
    );
    return writer.transforms(pose, scales);
  });

  // (2) The frames that each channel needs.
  const all = Uint32Array.from(clip.times, (_, f) => f);
  const above = nodes.map((node, j) => {
    const parent = skeleton.parents[j];
    return node < 0 || (parent >= 0 && nodes[parent] >= 0) ? undefined : parentWorld(graph, node);
  });
  const reduced =
    reduce === undefined
      ? undefined
      : reduceChannels({ skeleton, above, frames, times: clip.times }, reduce).kept;
  const inputs = new Map<string, number>();
  const inputOf = (at: ArrayLike<number>): number => {
    const key = at.length === frameCount ? 'all' : Array.from(at).join(' ');
    const known = inputs.get(key);
    if (known !== undefined) return known;
    const input = builder.addAccessor(
      Float32Array.from(at, (f) => clip.times[f]),
      'SCALAR',
      { bounds: true },
    );
    inputs.set(key, input);
    return input;
  };

  // (3) One channel for whatever differs from the node's default in some frame.
  const negligible = 1e-7 * skeletonDiameter(skeleton);
  const anchor = nodes.find((node) => node >= 0);
  const addChannel = (node: number, path: ChannelPath, values: Float32Array, at: ArrayLike<number>) => {
    const input = inputOf(at);
    const output = builder.addAccessor(values, path === 'rotation' ? 'VEC4' : 'VEC3');
    animation.samplers.push({ input, output, interpolation: 'LINEAR' });
    animation.channels.push({ sampler: animation.samplers.length - 1, target: { node, path } });
    delete builder.json.nodes![node].matrix;
  };
  for (const [j, node] of nodes.entries()) {
    if (node < 0) continue;
    const usual = graph.defaults[node];
    const unit = unitScale(parentWorld(graph, node));
    for (const path of CHANNEL_PATHS) {
      const size = path === 'rotation' ? 4 : 3;
      // A clip keeps its length: what never changes still needs a channel that lasts as long as the clip.
      const anchors = node === anchor && path === 'rotation';
      const fewer = reduced?.[j][path];
      const own: ArrayLike<number> = fewer && isWorthIt(fewer.length, frameCount, size) ? fewer : all;
      const at = anchors && own.length === 1 && frameCount > 1 ? [0, frameCount - 1] : own;
      const values = new Float32Array(at.length * size);
      for (let i = 0; i < at.length; i++) values.set(frames[at[i]][j]![path], i * size);
      const tolerance = path === 'translation' ? negligible / unit : 1e-7;
      const differs =
        path === 'rotation'
          ? rotationDiffers(values, usual.rotation)
          : values.some((x, i) => Math.abs(x - usual[path][i % size]) > tolerance);
      if (!differs && !anchors) continue;
      if (path === 'rotation') makeContinuous(values);
      if (builder.json.nodes![node].matrix) Object.assign(builder.json.nodes![node], structuredClone(usual));
      addChannel(node, path, values, at);
    }
  }
  return animation;
}

/** Bytes of JSON that a list of times of its own costs. */
const TIMES_COST = 200;

/** Whether fewer frames save more than their own times cost; what holds still shares its one time with others. */
const isWorthIt = (count: number, frameCount: number, size: number): boolean =>
  count === 1 || (frameCount - count) * size * 4 > TIMES_COST + count * 4;

/** Length of the longest axis of a matrix: how much a local unit is in metres. */
function unitScale(m: Matrix4): number {
  return Math.max(...[0, 4, 8].map((c) => Math.hypot(m[c], m[c + 1], m[c + 2]))) || 1;
}

function rotationDiffers(values: Float32Array, usual: readonly number[]): boolean {
  for (let i = 0; i < values.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += values[i + k] * usual[k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) if (Math.abs(values[i + k] * sign - usual[k]) > 1e-7) return true;
  }
  return false;
}

/** Engines interpolate quaternions as they come: neighbours must lie on the same side. */
function makeContinuous(values: Float32Array): void {
  for (let i = 4; i < values.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += values[i + k] * values[i - 4 + k];
    if (dot < 0) for (let k = 0; k < 4; k++) values[i + k] *= -1;
  }
}
