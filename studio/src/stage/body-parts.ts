/**
 * @file Geometry and materials of the body, created once and shared by the stage, thumbnails and images. Each
 * renderer has its own GPU buffers of a geometry.
 */

import type { Appearance, Model } from 'posespace/io';
import type { Mesh } from 'posespace/mesh';
import type { Skin } from 'posespace/rig';
import type { BufferGeometry, MeshStandardMaterial } from 'three';
import { createBodyGeometry, createMaterials, setSkin } from './body-geometry.js';

export interface BodyParts {
  readonly geometry: BufferGeometry;
  readonly materials: MeshStandardMaterial[];
}

interface Made extends BodyParts {
  readonly mesh: Mesh;
  readonly appearance: Appearance;
  skin: Skin;
}

let made: Made | null = null;
const listeners = new Set<() => void>();

/** Calls back when a texture is decoded. */
export function onPicture(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts of a model; null where it has no skinned mesh. Those of the previous model are disposed. */
export function bodyParts({ mesh, skin }: Model, appearance: Appearance | null): BodyParts | null {
  if (!skin || !appearance || mesh.triangles.length === 0) return null;
  if (made?.mesh !== mesh || made.appearance !== appearance) {
    made?.geometry.dispose();
    for (const material of made?.materials ?? []) material.dispose();
    const geometry = createBodyGeometry(mesh, appearance);
    const materials = createMaterials(appearance, () => {
      for (const listener of listeners) listener();
    });
    setSkin(geometry, skin);
    made = { mesh, appearance, skin, geometry, materials };
  }
  // Compare the arrays: the record may change while they do not.
  if (made.skin.joints !== skin.joints || made.skin.weights !== skin.weights) {
    setSkin(made.geometry, skin);
    made.skin = skin;
  }
  return made;
}
