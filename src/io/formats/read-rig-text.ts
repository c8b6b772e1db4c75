/** @file Reads a rig as text (`parse-rig-text.ts`) as a document: a node per joint. Its weights need the mesh it was made for. */

import { createGltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import { addNode } from './add-surface.js';
import { parseRigText } from './parse-rig-text.js';
import type { ReadContext } from './read-context.js';

/** Reads the skeleton of a rig as a glTF document of nodes. */
export function readRigText(bytes: Uint8Array, { limits, findings, name }: ReadContext): GltfSource {
  const { skeleton, skin } = parseRigText(bytes, limits);
  const { names, parents, rest } = skeleton;
  if (skin) {
    const count = skin.weights.length / skin.influenceCount;
    findings.push({
      code: 'weights-without-mesh',
      severity: 'warning',
      message: `The weights of ${count} vertices were left out: the file has no mesh.`,
      fix: `Give the mesh that the rig was made for: posespace rig mesh.obj --skeleton-from ${name}`,
    });
  }
  const builder = createGltfBuilder();
  const nodes: number[] = [];
  names.forEach((joint, j) => {
    const p = parents[j];
    const translation = [0, 1, 2].map((k) => rest[j * 3 + k] - (p < 0 ? 0 : rest[p * 3 + k]));
    nodes.push(addNode(builder, { name: joint, translation }, p < 0 ? undefined : nodes[p]));
  });
  builder.add('skins', { name: 'rig', joints: nodes });
  return builder.finish();
}
