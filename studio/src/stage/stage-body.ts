/**
 * @file The body as it stands on the stage, for whoever draws on or around it (overlays, grips, gizmos).
 *
 * Overlays read it with `useBody()`; code outside React with `stageBody()`. Its bones (`body.object.skeleton`) are put
 * into the pose that is shown at the beginning of a frame; call `body.update()` to have them there before.
 * `paintBody(colors)` shows the surface in flat vertex colours instead of its materials (weights, heat), until
 * `paintBody(null)`.
 */

import type { Skeleton } from 'posespace/rig';
import { BufferAttribute, BufferGeometry, MeshStandardMaterial, type SkinnedMesh } from 'three';
import { create } from 'zustand';

export interface StageBody {
  /** The surface; null where the file has a skeleton only. Its geometry is in rest pose, one group per material. */
  readonly object: SkinnedMesh | null;
  readonly skeleton: Skeleton;
  /** Radius of the rest body about its middle, metres: what "small" and "large" are measured by. */
  readonly radius: number;
  /** Puts the bones into the pose that is shown, unless they are there already. */
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

/** Shows the surface in these colours, linear RGB per vertex [V, 3]; `null` gives it its materials back. Call `invalidate()` after. */
export function paintBody(colors: Float32Array | null): void {
  const object = stageBody()?.object ?? null;
  if (painted && (!colors || painted.object !== object)) {
    Object.assign(painted.object, painted.before);
    // The attributes are the body's own: only what was added is freed.
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
