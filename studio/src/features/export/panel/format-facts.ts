/** @file What each format holds and what it loses, in words. */

import type { ModelFormat } from '../../../store/views/export-view.js';

export interface FormatFacts {
  readonly label: string;
  /** What becomes of the model in it. */
  readonly words: string;
  /** How many clips it holds. */
  readonly clips: 'all' | 'one' | 'none';
  readonly hasBones: boolean;
}

export const FORMATS: Readonly<Record<ModelFormat, FormatFacts>> = {
  glb: {
    label: 'GLB',
    words: 'Everything in one file: mesh, materials, rig, clips.',
    clips: 'all',
    hasBones: true,
  },
  gltf: {
    label: 'glTF',
    words: 'Everything, as text; a third larger than GLB.',
    clips: 'all',
    hasBones: true,
  },
  fbx: {
    label: 'FBX',
    words: 'Mesh, rig and clips. Materials and textures stay behind.',
    clips: 'all',
    hasBones: true,
  },
  bvh: {
    label: 'BVH',
    words: 'The skeleton and one clip. The mesh stays behind.',
    clips: 'one',
    hasBones: true,
  },
  obj: {
    label: 'OBJ',
    words: 'The surface alone. Rig, clips and materials stay behind.',
    clips: 'none',
    hasBones: false,
  },
  ply: {
    label: 'PLY',
    words: 'The surface with its vertex colours. Rig, clips and materials stay behind.',
    clips: 'none',
    hasBones: false,
  },
  stl: {
    label: 'STL',
    words: 'Bare triangles, to print. Rig, clips and colours stay behind.',
    clips: 'none',
    hasBones: false,
  },
};
