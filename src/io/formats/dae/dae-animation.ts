/**
 * @file Animations of a Collada document. A channel changes a step of a node's transform, or one number of it; at every key
 * of a node the whole stack is evaluated and taken apart into translation, rotation and scale. Bézier curves are read as
 * straight lines between their keys, which exporters that bake have at every frame.
 */

import type { GltfBuilder } from '../../gltf/builder.js';
import type { GltfAnimation, GltfChannelPath } from '../../gltf/gltf-json.js';
import { decompose } from '../../gltf/scene-graph.js';
import { childrenNamed, findElement, type XmlElement } from '../parse-xml.js';
import { type DaeDocument, inputsOf, readSource } from './dae-document.js';
import type { DaeNode } from './dae-scene.js';
import { composeSteps, type DaeStep } from './dae-transform.js';

const COMPONENTS: Readonly<Record<string, number>> = { X: 0, Y: 1, Z: 2, ANGLE: 3, W: 3 };

interface DaeChannel {
  readonly node: DaeNode;
  readonly step: number;
  /** The number of the step that it changes; undefined: all of them. */
  readonly component?: number;
  readonly times: Float64Array;
  /** [K, size] */
  readonly values: Float64Array;
  readonly size: number;
  readonly stepped: boolean;
}

/**
 * Appends the clips of `library_animation_clips` where there are some; without them one animation with everything that
 * moves, or one for each element of the library where several move the same thing (as assimp writes clips).
 */
export function addDaeAnimations(
  document: DaeDocument,
  builder: GltfBuilder,
  nodes: readonly DaeNode[],
  name: string,
): void {
  const library = findElement(document.root, 'library_animations');
  const byId = firstById(nodes);
  const clips = findElement(document.root, 'library_animation_clips')?.children ?? [];
  for (const clip of clips) {
    const parts = childrenNamed(clip, 'instance_animation').flatMap(
      ({ attributes }) => document.byUrl(attributes.get('url')) ?? [],
    );
    const label = clip.attributes.get('name') ?? clip.attributes.get('id') ?? name;
    addAnimation(document, builder, collectChannels(document, parts, byId), label);
  }
  if (clips.length > 0 || !library) return;
  const animations = childrenNamed(library, 'animation');
  for (const parts of moveTheSame(animations) ? animations.map((each) => [each]) : [animations]) {
    const { attributes } = parts[0] ?? library;
    const label = parts === animations ? name : (attributes.get('name') ?? attributes.get('id') ?? name);
    addAnimation(document, builder, collectChannels(document, parts, byId), label);
  }
}

/** The first node of an id: one that is instanced twice has it twice. */
function firstById(nodes: readonly DaeNode[]): Map<string, DaeNode> {
  const byId = new Map<string, DaeNode>();
  for (const node of nodes) {
    const id = node.element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
  }
  return byId;
}

/** Whether a target is moved by more than one of the animations. */
function moveTheSame(animations: readonly XmlElement[]): boolean {
  const targets = animations.flatMap((animation) => [
    ...new Set(
      channelsIn(animation).flatMap(({ channels }) =>
        channels.map(({ attributes }) => attributes.get('target')),
      ),
    ),
  ]);
  return new Set(targets).size < targets.length;
}

/** The channels of an animation and of those within it. */
function channelsIn(root: XmlElement): { animation: XmlElement; channels: readonly XmlElement[] }[] {
  const all = [root];
  for (const animation of all) all.push(...childrenNamed(animation, 'animation'));
  return all.map((animation) => ({ animation, channels: childrenNamed(animation, 'channel') }));
}

function collectChannels(
  document: DaeDocument,
  animations: readonly XmlElement[],
  nodes: ReadonlyMap<string, DaeNode>,
): DaeChannel[] {
  const out: DaeChannel[] = [];
  let skipped = 0;
  for (const { animation, channels } of animations.flatMap(channelsIn)) {
    const scope = within(document, animation);
    for (const channel of channels) {
      const read = readChannel(scope, channel, nodes);
      if (read) out.push(read);
      else skipped++;
    }
  }
  if (skipped > 0) {
    document.findings.push({
      code: 'channels-not-read',
      severity: 'info',
      message: `${skipped} animation channels have no keys, or move something that is no transform of a node, and are left out.`,
    });
  }
  return out;
}

/** The document where samplers and sources of the animation itself come first: some exporters use their ids again. */
function within(document: DaeDocument, animation: XmlElement): DaeDocument {
  const own = new Map(animation.children.map((child) => [child.attributes.get('id') ?? '', child]));
  return {
    ...document,
    byUrl: (url) => own.get(url?.slice(url.indexOf('#') + 1) ?? '') ?? document.byUrl(url),
  };
}

function readChannel(
  document: DaeDocument,
  channel: XmlElement,
  nodes: ReadonlyMap<string, DaeNode>,
): DaeChannel | undefined {
  const target = /^([^/]+)\/([^.(]+)(?:\.(\w+))?((?:\(\d+\))*)$/.exec(channel.attributes.get('target') ?? '');
  const sampler = document.byUrl(channel.attributes.get('source'));
  if (!target || !sampler) return undefined;
  const node = nodes.get(target[1]);
  const step = node?.steps.findIndex(({ sid }) => sid === target[2]) ?? -1;
  if (!node || step < 0) return undefined;
  const inputs = inputsOf(sampler);
  const sourceOf = (semantic: string) => {
    const input = inputs.find((candidate) => candidate.semantic === semantic);
    return input && document.byUrl(input.source) && readSource(document, input.source);
  };
  const [times, output, names] = [sourceOf('INPUT'), sourceOf('OUTPUT'), sourceOf('INTERPOLATION')?.names];
  if (!times || !output) return undefined;
  const component = componentOf(node.steps[step], target[3], target[4]);
  if (component === null) return undefined;
  const size = component === undefined ? node.steps[step].values.length : 1;
  const count = times.numbers.length;
  const ascending = times.numbers.every(
    (t, i) => Number.isFinite(t) && (i === 0 || t > times.numbers[i - 1]),
  );
  if (count === 0 || output.numbers.length < count * size || !ascending) return undefined;
  const values = output.numbers.slice(0, count * size);
  if (!values.every(Number.isFinite)) return undefined;
  return {
    node,
    step,
    component,
    times: times.numbers,
    values,
    size,
    stepped: names?.every((each) => each === 'STEP') === true,
  };
}

/** `.X`, `.ANGLE`, `(3)` or `(row)(column)`; undefined for the whole step, null where it is unknown. */
function componentOf(
  { kind, values }: DaeStep,
  member?: string,
  indices?: string,
): number | undefined | null {
  if (member !== undefined) return COMPONENTS[member] < values.length ? COMPONENTS[member] : null;
  const numbers = indices?.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 0) return undefined;
  const index = kind === 'matrix' && numbers.length === 2 ? numbers[1] * 4 + numbers[0] : numbers[0];
  return index < values.length ? index : null;
}

function addAnimation(
  document: DaeDocument,
  builder: GltfBuilder,
  channels: readonly DaeChannel[],
  name: string,
): void {
  const byNode = new Map<DaeNode, DaeChannel[]>();
  for (const channel of channels) byNode.set(channel.node, [...(byNode.get(channel.node) ?? []), channel]);
  const animation: GltfAnimation = { name, channels: [], samplers: [] };
  const inputs = new Map<string, number>();
  for (const [node, moving] of byNode) {
    const times = frameTimes(moving);
    document.budget('keys', times.length);
    const key = times.join();
    const input =
      inputs.get(key) ?? builder.addAccessor(Float32Array.from(times), 'SCALAR', { bounds: true });
    inputs.set(key, input);
    const tracks = evaluate(node, moving, times);
    for (const [path, values] of Object.entries(tracks)) {
      const output = builder.addAccessor(values, path === 'rotation' ? 'VEC4' : 'VEC3');
      const sampler = animation.samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
      animation.channels.push({ sampler, target: { node: node.node, path: path as GltfChannelPath } });
    }
  }
  if (animation.channels.length > 0) builder.add('animations', animation);
}

function frameTimes(channels: readonly DaeChannel[]): number[] {
  const times = new Set<number>();
  for (const { times: keys } of channels) for (const time of keys) times.add(Math.fround(time));
  return [...times].sort((a, b) => a - b);
}

function evaluate(node: DaeNode, channels: readonly DaeChannel[], times: readonly number[]) {
  const translation = new Float32Array(times.length * 3);
  const rotation = new Float32Array(times.length * 4);
  const scale = new Float32Array(times.length * 3);
  const steps = node.steps.map((step) => ({ ...step, values: step.values.slice() }));
  for (const [f, time] of times.entries()) {
    for (const channel of channels) {
      const { values } = steps[channel.step];
      for (let k = 0; k < channel.size; k++) values[(channel.component ?? 0) + k] = sample(channel, time, k);
    }
    const local = decompose(composeSteps(steps));
    translation.set(local.translation, f * 3);
    scale.set(local.scale, f * 3);
    // The same side as the frame before: halfway between q and −q lies nothing.
    let dot = 0;
    for (let k = 0; k < 4 && f > 0; k++) dot += local.rotation[k] * rotation[(f - 1) * 4 + k];
    rotation.set(dot < 0 ? local.rotation.map((v) => -v) : local.rotation, f * 4);
  }
  return { translation, rotation, scale };
}

function sample({ times, values, size, stepped }: DaeChannel, time: number, k: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  const span = times[next] - times[low];
  const u = stepped || span <= 0 ? 0 : Math.min(1, Math.max(0, (time - times[low]) / span));
  return values[low * size + k] * (1 - u) + values[next * size + k] * u;
}
