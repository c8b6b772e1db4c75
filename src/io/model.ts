/**
 * @file A model: the records of a file (mesh, skeleton, skin, clips), and the file itself, so that writing changes only
 * what changed. Plain data: it can be posted to a worker.
 */

import type { Finding } from '../base/finding.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Clip } from '../motion/clip.js';
import type { Anatomy, Rig, Skeleton, Skin } from '../rig/rig-records.js';
import type { GltfSource } from './gltf/container.js';

/** What reading a file gives: mesh, skeleton, skin, clips, and the file itself. */
export interface Model {
  readonly name: string;
  /** All surfaces of the scene in one mesh, in scene space at rest; empty for motion-only files. */
  readonly mesh: Mesh;
  /** Absent where nothing in the file moves. */
  readonly skeleton?: Skeleton;
  /** Absent where there is no skeleton or no mesh. */
  readonly skin?: Skin;
  /** What the joints are; absent until it is read, where the file does not say. */
  readonly anatomy?: Anatomy;
  readonly clips: readonly Clip[];
  /** The file behind the records. To change a model, replace its records and leave this as it is. */
  readonly source: ModelSource;
  /** Findings of the reader. */
  readonly findings: readonly Finding[];
}

/** The file, and how the records correspond to it. */
export interface ModelSource {
  readonly gltf: GltfSource;
  /** The records as read: a model whose record is another object has changed it. */
  readonly mesh: Mesh;
  readonly skeleton?: Skeleton;
  readonly skin?: Skin;
  readonly anatomy?: Anatomy;
  readonly clips: readonly Clip[];
  /** Which animation of the file each clip is. */
  readonly clipAnimations: readonly number[];
  /** Node of each joint; −1 for a root that only holds several skeletons together. */
  readonly jointNodes: readonly number[];
  /** Scene matrix of each joint at rest, including the scale of its bone. [J, 16] */
  readonly restMatrices: Float64Array;
  /** The vertex range of each primitive. */
  readonly parts: readonly ModelPart[];
}

export interface ModelPart {
  readonly node: number;
  readonly mesh: number;
  readonly primitive: number;
  readonly vertexStart: number;
  readonly vertexCount: number;
  /** From the primitive's own space to scene space at rest; absent where vertices were placed one by one. [16] */
  readonly toScene?: Float64Array;
}

/** The model as a rig, where it has a mesh, a skeleton and a skin. */
export function modelRig(model: Model): Rig | undefined {
  const { mesh, skeleton, skin, anatomy } = model;
  if (!skeleton || !skin || mesh.positions.length === 0) return undefined;
  return { mesh, skeleton, skin, ...(anatomy && { anatomy }) };
}
