/** @file What each export format holds and what it loses. */

import type { ModelFormat } from '../../../store/views/export-view.js';

export interface FormatFacts {
  readonly label: string;
  /** What the format holds and loses. */
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
    words: 'Mesh, rig and clips, without materials and textures.',
    clips: 'all',
    hasBones: true,
  },
  bvh: {
    label: 'BVH',
    words: 'The skeleton and one clip, without the mesh.',
    clips: 'one',
    hasBones: true,
  },
  obj: {
    label: 'OBJ',
    words: 'The mesh only, without rig, clips and materials.',
    clips: 'none',
    hasBones: false,
  },
  ply: {
    label: 'PLY',
    words: 'The mesh with vertex colours, without rig, clips and materials.',
    clips: 'none',
    hasBones: false,
  },
  stl: {
    label: 'STL',
    words: 'Triangles only, for 3D printing, without rig, clips and colours.',
    clips: 'none',
    hasBones: false,
  },
};
