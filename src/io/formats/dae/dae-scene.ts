/** @file The nodes of a Collada document, with what they show. */

import { requireInput } from '../../../base/errors.js';
import type { GltfBuilder } from '../../gltf/builder.js';
import type { GltfNode } from '../../gltf/gltf-json.js';
import { decompose } from '../../gltf/scene-graph.js';
import type { ReadLimits } from '../../limits.js';
import { addNode } from '../add-surface.js';
import { childrenNamed, findElement, type XmlElement } from '../parse-xml.js';
import type { DaeDocument } from './dae-document.js';
import { composeSteps, type DaeStep, readSteps } from './dae-transform.js';

export interface DaeNode {
  readonly element: XmlElement;
  /** Index in the glTF document. */
  readonly node: number;
  readonly parent?: DaeNode;
  readonly steps: readonly DaeStep[];
}

/** Appends the nodes of the scene, parents first. A node that is instanced twice becomes two. */
export function addDaeNodes(
  document: DaeDocument,
  builder: GltfBuilder,
  limits: ReadLimits,
  root: number | undefined,
): DaeNode[] {
  const url = findElement(document.root, 'scene', 'instance_visual_scene')?.attributes.get('url');
  const scene = document.byUrl(url) ?? findElement(document.root, 'library_visual_scenes', 'visual_scene');
  const nodes: DaeNode[] = [];
  const add = (element: XmlElement, parent: DaeNode | undefined, open: readonly XmlElement[]): void => {
    requireInput(!open.includes(element), 'io/readDae: a node is its own ancestor; nodes must form a tree');
    requireInput(
      nodes.length < limits.maxNodes,
      `io/readDae: the scene has more than ${limits.maxNodes} nodes; raise maxNodes to read it`,
    );
    const steps = readSteps(element);
    const { translation, rotation, scale } = decompose(composeSteps(steps));
    const json: GltfNode = { name: nameOf(element, nodes.length) };
    if (translation.some((v) => v !== 0)) json.translation = [...translation];
    if (rotation.slice(0, 3).some((v) => v !== 0)) json.rotation = [...rotation];
    if (scale.some((v) => v !== 1)) json.scale = [...scale];
    const node: DaeNode = { element, node: addNode(builder, json, parent?.node ?? root), parent, steps };
    nodes.push(node);
    for (const child of instancedNodes(document, element)) add(child, node, [...open, element]);
  };
  for (const element of instancedNodes(document, scene)) add(element, undefined, []);
  return nodes;
}

const nameOf = ({ attributes }: XmlElement, index: number): string =>
  attributes.get('name') || attributes.get('id') || attributes.get('sid') || `node${index}`;

const instancedNodes = (document: DaeDocument, element: XmlElement | undefined): XmlElement[] => [
  ...childrenNamed(element, 'node'),
  ...childrenNamed(element, 'instance_node').flatMap(
    ({ attributes }) => document.byUrl(attributes.get('url')) ?? [],
  ),
];
