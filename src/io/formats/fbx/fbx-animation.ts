/**
 * @file FBX animation stacks as glTF animations.
 *
 * FBX animates Euler angles axis by axis, glTF whole rotations, so the axes of a property are sampled at all of
 * their keys. Keys that are far apart get samples in between where glTF would
 * interpolate differently: on cubics, and on rotations too large for one quaternion step. A stack plays
 * from its LocalStart to its LocalStop, and its animation begins at 0.
 */

import type { Finding } from '../../../base/finding.js';
import type { GltfBuilder } from '../../gltf/builder.js';
import type { GltfAnimationChannel, GltfAnimationSampler, GltfChannelPath } from '../../gltf/gltf-json.js';
import type { Budget } from '../../read-budget.js';
import {
  type FbxCurve,
  findKey,
  KEY_CONSTANT,
  KEY_CUBIC,
  readCurve,
  sampleCurve,
  secondsOf,
} from './fbx-curve.js';
import { numberOf } from './fbx-node.js';
import type { FbxObject, FbxScene } from './fbx-scene.js';
import { localTransform, type NodeTransform } from './fbx-transform.js';

/** A Model that became a node. */
export interface AnimatedNode {
  readonly node: number;
  readonly transform: NodeTransform;
  /** What its scale is multiplied with, where it ignores its parent's. */
  readonly scaleFix: readonly number[];
}

/** A node whose mesh has shapes. */
export interface MorphedNode {
  readonly node: number;
  readonly channels: readonly FbxObject[];
  readonly weights: readonly number[];
}

export interface AnimationContext {
  readonly builder: GltfBuilder;
  readonly nodes: ReadonlyMap<FbxObject, AnimatedNode>;
  readonly morphs: readonly MorphedNode[];
  readonly budget: Budget;
  readonly findings: Finding[];
}

type Property = 'Lcl Translation' | 'Lcl Rotation' | 'Lcl Scaling';
const PROPERTIES: readonly string[] = ['Lcl Translation', 'Lcl Rotation', 'Lcl Scaling'] satisfies Property[];

/** The curves of up to three axes; an axis without one keeps its value. */
interface Track {
  readonly curves: readonly (FbxCurve | undefined)[];
  readonly still: readonly number[];
}

interface Stack {
  readonly models: Map<FbxObject, Map<string, Track>>;
  readonly shapes: Map<FbxObject, FbxCurve>;
  readonly range: { readonly start: number; readonly stop: number };
}

/** Samples per second between keys that are far apart, and the most between two. */
const SAMPLE_RATE = 30;
const MAX_SAMPLES = 300;
/** Degrees between two keys up to which interpolating quaternions equals interpolating angles, nearly. */
const SMALL_ROTATION = 10;

/** Appends an animation per stack that moves something. */
export function addFbxAnimations(scene: FbxScene, context: AnimationContext): void {
  const curves = new Map<FbxObject, FbxCurve | undefined>();
  for (const object of scene.ofKind('AnimationStack')) {
    const stack = readStack(scene, object, curves, context);
    if (!stack) continue;
    const samplers: GltfAnimationSampler[] = [];
    const channels: GltfAnimationChannel[] = [];
    const add = (
      node: number,
      path: GltfChannelPath,
      times: SampleTimes,
      width: number,
      sample: (time: number) => readonly number[],
    ): void => {
      context.budget('keys', times.seconds.length * width);
      const { start } = stack.range;
      const input = shiftTimes(times.seconds, start);
      const values = new Float32Array(input.kept.length * width);
      for (const [f, i] of input.kept.entries()) values.set(sample(times.seconds[i]), f * width);
      if (path === 'rotation') keepSigns(values);
      const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
      channels.push({ sampler: samplers.length, target: { node, path } });
      samplers.push({
        input: context.builder.addAccessor(input.times, 'SCALAR', { bounds: true }),
        output: context.builder.addAccessor(values, type),
        interpolation: times.stepped ? 'STEP' : 'LINEAR',
      });
    };
    for (const [model, tracks] of stack.models)
      addNodeChannels(context.nodes.get(model)!, tracks, stack, add);
    for (const morph of context.morphs) addMorphChannel(morph, stack, add);
    if (channels.length > 0)
      context.builder.add('animations', { name: object.name || 'clip', samplers, channels });
  }
}

function readStack(
  scene: FbxScene,
  object: FbxObject,
  known: Map<FbxObject, FbxCurve | undefined>,
  context: AnimationContext,
): Stack | undefined {
  const models: Stack['models'] = new Map();
  const shapes: Stack['shapes'] = new Map();
  let blended = false;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const curveOf = (source: FbxObject | undefined): FbxCurve | undefined => {
    if (!source) return undefined;
    if (!known.has(source)) known.set(source, readCurve(source));
    const curve = known.get(source);
    if (curve) {
      first = Math.min(first, curve.times[0]);
      last = Math.max(last, curve.times[curve.times.length - 1]);
    }
    return curve;
  };
  for (const { object: layer } of scene.childrenOf(object, 'AnimationLayer')) {
    for (const { object: curveNode } of scene.childrenOf(layer, 'AnimationCurveNode')) {
      const axes = scene.childrenOf(curveNode, 'AnimationCurve');
      const targets = scene
        .parentsOf(curveNode, 'Model')
        .filter(({ property }) => PROPERTIES.includes(property));
      const curves = ['X', 'Y', 'Z'].map((axis) =>
        targets.length > 0
          ? curveOf(axes.find((link) => link.property.endsWith(`|${axis}`))?.object)
          : undefined,
      );
      for (const { object: model, property } of targets) {
        const animated = context.nodes.get(model);
        if (!animated || !curves.some(Boolean)) continue;
        const tracks = models.get(model) ?? new Map<string, Track>();
        models.set(model, tracks);
        if (tracks.has(property)) blended = true;
        else tracks.set(property, { curves, still: stillValues(curveNode, animated.transform, property) });
      }
      for (const { object: channel } of scene.parentsOf(curveNode, 'Deformer')) {
        const curve = curveOf(axes[0]?.object);
        if (curve && !shapes.has(channel)) shapes.set(channel, curve);
      }
    }
  }
  if (!(first <= last)) return undefined;
  if (blended) {
    context.findings.push({
      code: 'animation-layers',
      severity: 'warning',
      message: `Several layers of "${object.name}" move the same joints; only the first layer was read.`,
      fix: 'Merge the layers before exporting.',
    });
  }
  const start = secondsOf(numberOf(object.properties.get('LocalStart'), 0));
  const stop = secondsOf(numberOf(object.properties.get('LocalStop'), 0));
  // A take that does not meet its keys says nothing.
  const meaningful = stop > start && stop > first && start < last;
  return {
    models,
    shapes,
    range: meaningful
      ? { start: Math.max(start, first), stop: Math.min(stop, last) }
      : { start: first, stop: last },
  };
}

function stillValues(curveNode: FbxObject, transform: NodeTransform, property: string): number[] {
  const rest =
    property === 'Lcl Translation'
      ? transform.translation
      : property === 'Lcl Rotation'
        ? transform.rotation
        : transform.scaling;
  return ['d|X', 'd|Y', 'd|Z'].map((axis, k) => {
    const value = numberOf(curveNode.properties.get(axis), rest[k]);
    return Math.abs(value) < 1e12 ? value : rest[k];
  });
}

type AddChannel = (
  node: number,
  path: GltfChannelPath,
  times: SampleTimes,
  width: number,
  sample: (time: number) => readonly number[],
) => void;

function addNodeChannels(
  { node, transform, scaleFix }: AnimatedNode,
  tracks: ReadonlyMap<string, Track>,
  { range }: Stack,
  add: AddChannel,
): void {
  const at = (property: Property, still: readonly number[], time: number): readonly number[] => {
    const track = tracks.get(property);
    return track
      ? track.still.map((value, k) => (track.curves[k] ? sampleCurve(track.curves[k], time) : value))
      : still;
  };
  const local = (time: number) =>
    localTransform(
      transform,
      at('Lcl Translation', transform.translation, time),
      at('Lcl Rotation', transform.rotation, time),
      at('Lcl Scaling', transform.scaling, time),
    );
  const curvesOf = (...properties: Property[]): FbxCurve[] =>
    properties
      .flatMap((property) => tracks.get(property)?.curves ?? [])
      .filter((curve) => curve !== undefined);
  const moving = transform.hasPivots
    ? curvesOf('Lcl Translation', 'Lcl Rotation', 'Lcl Scaling')
    : curvesOf('Lcl Translation');
  const turning = curvesOf('Lcl Rotation');
  const scaling = curvesOf('Lcl Scaling');
  // Pivots move the origin along arcs while the node rotates.
  const arcs = transform.hasPivots && turning.length > 0;
  if (moving.length > 0)
    add(node, 'translation', sampleTimes(moving, range, arcs), 3, (t) => local(t).translation);
  if (turning.length > 0)
    add(node, 'rotation', sampleTimes(turning, range, true), 4, (t) => local(t).rotation);
  if (scaling.length > 0) {
    add(node, 'scale', sampleTimes(scaling, range, false), 3, (t) =>
      local(t).scale.map((v, k) => v * scaleFix[k]),
    );
  }
}

function addMorphChannel(
  { node, channels, weights }: MorphedNode,
  { shapes, range }: Stack,
  add: AddChannel,
): void {
  const curves = channels.map((channel) => shapes.get(channel));
  const driven = curves.filter((curve) => curve !== undefined);
  if (driven.length === 0) return;
  add(node, 'weights', sampleTimes(driven, range, false), weights.length, (time) =>
    curves.map((curve, k) => (curve ? sampleCurve(curve, time) / 100 : weights[k])),
  );
}

interface SampleTimes {
  /** In the file's time, increasing. */
  readonly seconds: readonly number[];
  /** Whether values jump from key to key and stay. */
  readonly stepped: boolean;
}

/** When to sample curves so that straight lines between the samples follow them. */
function sampleTimes(
  curves: readonly FbxCurve[],
  { start, stop }: { readonly start: number; readonly stop: number },
  turns: boolean,
): SampleTimes {
  const keys: number[] = [];
  for (const { times } of curves) {
    for (const time of times) keys.push(Math.min(stop, Math.max(start, time)));
  }
  keys.sort((a, b) => a - b);
  const distinct = keys.filter((time, i) => i === 0 || time - keys[i - 1] > 1e-6);
  const stepped = curves.every(({ kinds }) =>
    kinds.every((kind, i) => i === kinds.length - 1 || kind === KEY_CONSTANT),
  );
  if (stepped) return { seconds: distinct, stepped: distinct.length > 1 };
  const seconds: number[] = [];
  for (const [i, from] of distinct.entries()) {
    seconds.push(from);
    const to = distinct[i + 1];
    if (to !== undefined) subdivide(seconds, curves, from, to, turns);
  }
  return { seconds, stepped: false };
}

function subdivide(
  out: number[],
  curves: readonly FbxCurve[],
  from: number,
  to: number,
  turns: boolean,
): void {
  let curved = false;
  let jumps = false;
  let turn = 0;
  for (const curve of curves) {
    const kind = curve.kinds[findKey(curve, from)];
    const a = sampleCurve(curve, from);
    const b = sampleCurve(curve, to);
    if (kind === KEY_CUBIC && !isStraight(curve, from, to, a, b)) curved = true;
    if (kind === KEY_CONSTANT && a !== b) jumps = true;
    else if (turns) turn = Math.max(turn, Math.abs(b - a));
  }
  let count = 1;
  if (curved || turn > SMALL_ROTATION) count = Math.ceil((to - from) * SAMPLE_RATE - 1e-3);
  if (turn > SMALL_ROTATION) count = Math.max(count, Math.ceil(turn / SMALL_ROTATION));
  count = Math.min(count, MAX_SAMPLES);
  for (let k = 1; k < count; k++) out.push(from + ((to - from) * k) / count);
  // A jump is between two samples: right before the key, and at it.
  const before = to - Math.min(1e-4, (to - from) / (count * 2));
  if (jumps && before > out[out.length - 1]) out.push(before);
}

function isStraight(curve: FbxCurve, from: number, to: number, a: number, b: number): boolean {
  const tolerance = 1e-6 * Math.max(1e-3, Math.abs(a), Math.abs(b));
  return [0.25, 0.5, 0.75].every(
    (t) => Math.abs(sampleCurve(curve, from + (to - from) * t) - (a + (b - a) * t)) <= tolerance,
  );
}

/** Times from 0 on as 32-bit floats that increase, and which of the samples they are. */
function shiftTimes(seconds: readonly number[], start: number): { times: Float32Array; kept: number[] } {
  const times: number[] = [];
  const kept: number[] = [];
  for (const [i, time] of seconds.entries()) {
    const shifted = Math.fround(Math.max(0, time - start));
    if (times.length > 0 && shifted <= times[times.length - 1]) continue;
    times.push(shifted);
    kept.push(i);
  }
  return { times: Float32Array.from(times), kept };
}

/** Flips quaternions to the side of the one before, for readers that blend without looking. */
function keepSigns(values: Float32Array): void {
  for (let i = 4; i < values.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += values[i + k] * values[i - 4 + k];
    if (dot < 0) for (let k = 0; k < 4; k++) values[i + k] = -values[i + k];
  }
}
