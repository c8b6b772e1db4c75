/**
 * @file The bones of a skin that move no vertex of it: tips, twist helpers, the root above the hips. FBX lists only
 * those that do, but they are joints of the same skeleton and would be lost.
 */

import { type Matrix4, multiplyMatrix4 } from '../../../math/matrix4.js';
import type { FbxObject } from './fbx-scene.js';
import type { FbxSkin } from './fbx-skin.js';

/** Where the models of a file are. */
export interface ModelTree {
  readonly parents: ReadonlyMap<FbxObject, FbxObject | undefined>;
  readonly children: ReadonlyMap<FbxObject, readonly FbxObject[]>;
  /** Relative to the parent. */
  readonly locals: ReadonlyMap<FbxObject, Matrix4>;
  /** In the file's own space. */
  readonly globals: ReadonlyMap<FbxObject, Matrix4>;
}

export interface LooseBone {
  readonly bone: FbxObject;
  /** Its global transform when the skin was bound: relative to a parent whose bind pose is known, or as it is. */
  readonly link: Matrix4;
}

const BONE_TYPES = ['LimbNode', 'Limb', 'Root', 'Effector'];

/** Whether a model is a bone by its own word. */
export const isBoneType = ({ type }: FbxObject): boolean => BONE_TYPES.includes(type);

/** All bones of a skin's skeleton that it has no cluster for, parents first. */
export function findLooseBones({ clusters }: FbxSkin, tree: ModelTree): LooseBone[] {
  const links = new Map(clusters.map(({ bone, link }) => [bone, link]));
  const isBone = (model: FbxObject): boolean => isBoneType(model) || links.has(model);
  // (1) The highest bones above the ones that have clusters.
  const seen = new Set<FbxObject>();
  const tops: FbxObject[] = [];
  for (const { bone } of clusters) {
    let at: FbxObject = bone;
    while (!seen.has(at)) {
      seen.add(at);
      const above = tree.parents.get(at);
      if (!above || !isBone(above)) tops.push(at);
      else at = above;
    }
  }
  // (2) Everything below them.
  const loose: LooseBone[] = [];
  const queue = [...tops];
  for (let i = 0; i < queue.length; i++) {
    const bone = queue[i];
    if (!links.has(bone)) {
      const above = tree.parents.get(bone);
      const hanging = above && links.get(above);
      const link = hanging ? multiplyMatrix4(hanging, tree.locals.get(bone)!) : tree.globals.get(bone)!;
      links.set(bone, link);
      loose.push({ bone, link });
    }
    for (const child of tree.children.get(bone) ?? []) if (isBone(child)) queue.push(child);
  }
  return loose;
}
