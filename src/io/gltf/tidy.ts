/**
 * @file Mends what would make a written file invalid although the source was read without loss: exporters leave
 * empty lists, a skin's `skeleton` hint that is no common root, morph weights without targets, joints that the scene
 * of their mesh does not hold.
 */

import type { GltfJson, GltfScene } from './gltf-json.js';

/** Changes the document in place. */
export function tidyGltf(json: GltfJson): void {
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
  for (const scene of (json.scenes ?? []) as Partial<GltfScene>[]) {
    addJointsToScene(json, scene, parents);
    if (scene.nodes?.length === 0) delete scene.nodes;
  }
  json.animations = json.animations?.filter((animation) => animation.channels.length > 0);
  for (const key of Object.keys(json) as (keyof GltfJson)[]) {
    const value: unknown = json[key];
    if (Array.isArray(value) && value.length === 0) delete json[key];
  }
}

/** Bare joints show nothing, so they may be added; a tree with meshes would show up. */
function addJointsToScene(
  json: GltfJson,
  scene: Partial<GltfScene>,
  parents: ReadonlyMap<number, number>,
): void {
  const nodes = json.nodes ?? [];
  const below = (roots: readonly number[]): Set<number> => {
    const found = new Set(roots);
    for (const node of found) for (const child of nodes[node].children ?? []) found.add(child);
    return found;
  };
  const shown = below(scene.nodes ?? []);
  for (const node of [...shown]) {
    const { mesh, skin } = nodes[node];
    if (mesh === undefined || skin === undefined) continue;
    for (const joint of json.skins![skin].joints) {
      if (shown.has(joint)) continue;
      let root = joint;
      for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
      const tree = below([root]);
      if ([...tree].some((member) => nodes[member].mesh !== undefined)) continue;
      scene.nodes = [...(scene.nodes ?? []), root];
      for (const member of tree) shown.add(member);
    }
  }
}
