/**
 * @file Decides which nodes of a glTF document are joints, and in what order.
 *
 * The joints of all skins, every node between two of them, and what ties them into one tree: their lowest common
 * ancestor, or an added root where there is none. A mesh parented to an animated node makes that node a
 * joint. A file without skins has a skeleton too if its nodes move: a robot of rigid parts, or bare mocap.
 */

import type { GltfJson } from './gltf-json.js';
import { pathToRoot, type SceneGraph } from './scene-graph.js';

export interface JointTree {
  /** Node of each joint, parents first; −1 for a root that is not in the file. [J] */
  readonly nodes: readonly number[];
  /** [J] */
  readonly parents: Int16Array;
  /** Joint of each node, −1 for the others. [N] */
  readonly jointOfNode: Int32Array;
}

/** Finds the joint tree, or nothing in a file that cannot move. `animated` flags the nodes that channels rotate or move. */
export function findJoints(json: GltfJson, graph: SceneGraph, animated: Uint8Array): JointTree | undefined {
  const nodes = json.nodes ?? [];
  const joints = new Set<number>();
  const meshNodes = [...nodes.keys()].filter((i) => nodes[i].mesh !== undefined && graph.visible[i]);

  // (1) What must be a joint.
  for (const node of meshNodes) {
    const skin = nodes[node].skin;
    if (skin !== undefined) for (const joint of json.skins![skin].joints) joints.add(joint);
  }
  for (const node of meshNodes) {
    if (nodes[node].skin !== undefined) continue;
    for (const at of pathToRoot(graph, node)) {
      if (joints.has(at)) break;
      if (animated[at]) joints.add(at);
    }
  }
  if (joints.size === 0 && meshNodes.length === 0) addMovingSkeleton(graph, animated, joints);
  // A skeleton alone: nothing moves, and nothing is skinned yet.
  if (joints.size === 0 && meshNodes.length === 0)
    for (const skin of json.skins ?? []) for (const joint of skin.joints) joints.add(joint);
  if (joints.size === 0) return undefined;

  // (2) One tree: fill the gaps, then go up to the common ancestor.
  const tops = connect(graph, joints);
  if (tops.length > 1) {
    const paths = tops.map((top) => pathToRoot(graph, top));
    const shared = paths.reduce((common, path) => {
      const set = new Set(path);
      return common.filter((node) => set.has(node));
    });
    if (shared.length > 0) {
      for (const path of paths)
        for (const node of path.slice(0, path.indexOf(shared[0]) + 1)) joints.add(node);
    }
  }

  // (3) Number them, parents first.
  const ordered = graph.order.filter((node) => joints.has(node));
  const rootCount = ordered.filter((node) => !joints.has(graph.parents[node])).length;
  if (rootCount > 1) ordered.unshift(-1);
  const jointOfNode = new Int32Array(nodes.length).fill(-1);
  for (const [joint, node] of ordered.entries()) if (node >= 0) jointOfNode[node] = joint;
  const parents = Int16Array.from(ordered, (node, joint) => {
    const parent = node >= 0 ? graph.parents[node] : -1;
    return parent >= 0 && joints.has(parent) ? jointOfNode[parent] : joint === 0 ? -1 : 0;
  });
  return { nodes: ordered, parents, jointOfNode };
}

/** Adds the nodes between any two joints; returns the joints that have no joint above them. */
function connect(graph: SceneGraph, joints: Set<number>): number[] {
  const tops: number[] = [];
  for (const joint of [...joints]) {
    const between: number[] = [];
    let above = graph.parents[joint];
    for (; above >= 0 && !joints.has(above); above = graph.parents[above]) between.push(above);
    if (above < 0) tops.push(joint);
    else for (const node of between) joints.add(node);
  }
  return tops;
}

/** Mocap: whatever moves, with all its descendants. */
function addMovingSkeleton(graph: SceneGraph, animated: Uint8Array, joints: Set<number>): void {
  for (const node of graph.order) {
    if (animated[node] || joints.has(graph.parents[node])) joints.add(node);
  }
}
