/**
 * @file What the body is drawn with, made once and shared by everything that draws it: the stage, thumbnails, pictures.
 * A renderer keeps its own buffers of a geometry, so several may draw the same one.
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

/** Tells when a picture of a material has arrived. */
export function onPicture(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts of a model; null where it has no skinned surface. Those of the model before it are freed. */
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
  // Records may change while their arrays do not.
  if (made.skin.joints !== skin.joints || made.skin.weights !== skin.weights) {
    setSkin(made.geometry, skin);
    made.skin = skin;
  }
  return made;
}
