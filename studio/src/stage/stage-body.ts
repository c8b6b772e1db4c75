/**
 * @file The body on the stage, for overlays, pointers and gizmos: `useBody()` in React, `stageBody()` elsewhere. Its
 * bones (`body.object.skeleton`) get the visible pose at the start of a frame; `body.update()` does it earlier.
 * `paintBody(colors)` shows vertex colours instead of the materials, until `paintBody(null)`.
 */

import type { Skeleton } from 'posespace/rig';
import { BufferAttribute, BufferGeometry, MeshStandardMaterial, type SkinnedMesh } from 'three';
import { create } from 'zustand';

export interface StageBody {
  /** The mesh in rest pose with one group per material; null where the file has a skeleton only. */
  readonly object: SkinnedMesh | null;
  readonly skeleton: Skeleton;
  /** Radius of the body at rest, metres; the scale of marks and tolerances. */
  readonly radius: number;
  /** Applies the visible pose to the bones. */
  update(): void;
}

const useStageBody = create<{ readonly body: StageBody | null }>()(() => ({ body: null }));

/** The body on the stage, null while there is none. */
export const useBody = (): StageBody | null => useStageBody(({ body }) => body);

export const stageBody = (): StageBody | null => useStageBody.getState().body;

export function setStageBody(body: StageBody | null): void {
  useStageBody.setState({ body });
}

interface Painted {
  readonly object: SkinnedMesh;
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly before: Pick<SkinnedMesh, 'geometry' | 'material'>;
}

let painted: Painted | null = null;

/** Shows these vertex colours, linear RGB [V, 3]; `null` restores the materials. Call `invalidate()` afterwards. */
export function paintBody(colors: Float32Array | null): void {
  const object = stageBody()?.object ?? null;
  if (painted && (!colors || painted.object !== object)) {
    Object.assign(painted.object, painted.before);
    // The other attributes belong to the body: only the colours are disposed.
    painted.geometry.setIndex(null);
    for (const name of Object.keys(painted.geometry.attributes)) {
      if (name !== 'color') painted.geometry.deleteAttribute(name);
    }
    painted.geometry.dispose();
    painted.material.dispose();
    painted = null;
  }
  if (!colors || !object) return;
  painted ??= startPainting(object);
  const attribute = painted.geometry.getAttribute('color') as BufferAttribute | undefined;
  if (attribute?.array.length === colors.length) {
    attribute.array.set(colors);
    attribute.needsUpdate = true;
  } else {
    painted.geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colors), 3));
  }
}

function startPainting(object: SkinnedMesh): Painted {
  const before = { geometry: object.geometry, material: object.material };
  const geometry = new BufferGeometry();
  geometry.setIndex(before.geometry.index);
  for (const name of ['position', 'normal', 'skinIndex', 'skinWeight']) {
    geometry.setAttribute(name, before.geometry.getAttribute(name));
  }
  geometry.boundingSphere = before.geometry.boundingSphere;
  geometry.boundingBox = before.geometry.boundingBox;
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.85 });
  object.geometry = geometry;
  object.material = material;
  return { object, geometry, material, before };
}
