/**
 * @file The node tree of a glTF document: parents, default transforms, world matrices.
 */

import { composeMatrix4, linearPart, type Matrix4, multiplyMatrix4 } from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import { normalizeQuaternion } from '../../math/quaternion.js';
import type { GltfJson, GltfNode } from './gltf-json.js';

/** A local transform in parts, as animation channels set them. */
export interface Transform {
  translation: readonly number[];
  rotation: readonly number[];
  scale: readonly number[];
}

export interface SceneGraph {
  /** −1 for roots. [N] */
  readonly parents: Int32Array;
  readonly children: readonly (readonly number[])[];
  /** Parents before children. [N] */
  readonly order: readonly number[];
  readonly defaults: readonly Transform[];
  readonly locals: readonly Matrix4[];
  readonly worlds: readonly Matrix4[];
  /** Whether the default scene shows the node; every node where the scene is missing or empty. [N] */
  readonly visible: Uint8Array;
}

export function buildSceneGraph(json: GltfJson): SceneGraph {
  const nodes = json.nodes ?? [];
  const parents = new Int32Array(nodes.length).fill(-1);
  const children = nodes.map((node) => node.children ?? []);
  for (const [i, list] of children.entries()) for (const child of list) parents[child] = i;

  const order: number[] = [];
  const stack = [...nodes.keys()].filter((i) => parents[i] < 0).reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    order.push(node);
    for (let i = children[node].length - 1; i >= 0; i--) stack.push(children[node][i]);
  }

  const locals = nodes.map((node) =>
    node.matrix
      ? Float64Array.from(node.matrix)
      : composeMatrix4(node.translation ?? [0, 0, 0], rotationOf(node), node.scale ?? [1, 1, 1]),
  );
  const defaults = nodes.map((node, i) => (node.matrix ? decompose(locals[i]) : transformOf(node)));
  const worlds = new Array<Matrix4>(nodes.length);
  for (const node of order) {
    worlds[node] = parents[node] < 0 ? locals[node] : multiplyMatrix4(worlds[parents[node]], locals[node]);
  }

  const shown = (json.scenes?.[json.scene ?? 0]?.nodes ?? []) as number[];
  const visible = new Uint8Array(nodes.length).fill(shown.length === 0 ? 1 : 0);
  for (const root of shown) visible[root] = 1;
  for (const node of order) if (parents[node] >= 0 && visible[parents[node]]) visible[node] = 1;
  return { parents, children, order, defaults, locals, worlds, visible };
}

/** More than rounding from unit length, a rotation is normalised; one without length is none. */
const LENGTH_FAULT = 1e-3;

function rotationOf({ rotation = [0, 0, 0, 1] }: GltfNode): readonly number[] {
  const length = Math.hypot(...rotation);
  if (Math.abs(length - 1) <= LENGTH_FAULT) return rotation;
  return length > 0 && Number.isFinite(length) ? rotation.map((x) => x / length) : [0, 0, 0, 1];
}

function transformOf(node: GltfNode): Transform {
  return {
    translation: node.translation ?? [0, 0, 0],
    rotation: rotationOf(node),
    scale: node.scale ?? [1, 1, 1],
  };
}

/** Translation, rotation and scale of a matrix; a shear is lost. */
export function decompose(m: Matrix4): Transform {
  const rotation = [0, 0, 0, 1];
  polarRotationInto(rotation, 0, linearPart(m));
  const [x, y, z, w] = rotation;
  // The scale along each rotated axis: signed, so that a mirrored node stays mirrored.
  const axes = composeMatrix4([0, 0, 0], [x, y, z, w], [1, 1, 1]);
  const scale = [0, 4, 8].map((c) => axes[c] * m[c] + axes[c + 1] * m[c + 1] + axes[c + 2] * m[c + 2]);
  return { translation: [m[12], m[13], m[14]], rotation, scale };
}

/** Unit length in the precision of the file: a component of 1.0000001 is a validation error. */
export function toUnitQuaternion(q: number[]): void {
  normalizeQuaternion(q, 0);
  for (let k = 0; k < 4; k++) q[k] = Math.min(1, Math.max(-1, q[k]));
}

/** The node and all its ancestors, from itself upwards. */
export function pathToRoot(graph: SceneGraph, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = graph.parents[at]) path.push(at);
  return path;
}

/** The nodes and all their ancestors; −1 counts as none. Stops where it has been, so deep trees cost their size. */
export function withAncestors(graph: SceneGraph, nodes: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const node of nodes) {
    for (let at = node; at >= 0 && !found.has(at); at = graph.parents[at]) found.add(at);
  }
  return found;
}
