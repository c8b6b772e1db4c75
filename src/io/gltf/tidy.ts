/**
 * @file Mends what would make a written file invalid although the source was read without loss: exporters leave
 * empty lists, a skin's `skeleton` hint that is no common root, morph weights without targets.
 */

import type { GLTF } from '@gltf-transform/core';

/** Changes the document in place. */
export function tidyGltf(json: GLTF.IGLTF): void {
  const parents = new Map<number, number>();
  for (const [i, node] of (json.nodes ?? []).entries())
    for (const child of node.children ?? []) parents.set(child, i);
  const isAbove = (ancestor: number, node: number) => {
    for (let at: number | undefined = node; at !== undefined; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  };

  for (const skin of json.skins ?? []) {
    if (skin.skeleton !== undefined && !skin.joints.every((joint) => isAbove(skin.skeleton!, joint)))
      delete skin.skeleton;
  }
  for (const mesh of json.meshes ?? []) {
    const targetCount = mesh.primitives[0]?.targets?.length ?? 0;
    if (mesh.weights && mesh.weights.length !== targetCount) delete mesh.weights;
  }
  for (const node of json.nodes ?? []) {
    const targetCount =
      node.mesh === undefined ? 0 : (json.meshes![node.mesh].primitives[0]?.targets?.length ?? 0);
    if (node.weights && node.weights.length !== targetCount) delete node.weights;
    if (node.children?.length === 0) delete node.children;
  }
  for (const scene of (json.scenes ?? []) as Partial<GLTF.IScene>[]) {
    if (scene.nodes?.length === 0) delete scene.nodes;
  }
  json.animations = json.animations?.filter((animation) => animation.channels.length > 0);
  for (const key of Object.keys(json) as (keyof GLTF.IGLTF)[]) {
    const value: unknown = json[key];
    if (Array.isArray(value) && value.length === 0) delete json[key];
  }
}
