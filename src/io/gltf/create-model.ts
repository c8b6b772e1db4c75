/**
 * @file Makes a model out of records that come from no file, as a solved rig does. Its source is a
 * document with the surface alone; skeleton, skin and clips are changes that writing adds.
 */

import { identityMatrix4 } from '../../math/matrix4.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Clip } from '../../motion/clip.js';
import type { Skeleton, Skin } from '../../rig/rig-records.js';
import type { Model, ModelPart, ModelSource } from '../model.js';
import { createGltfBuilder } from './builder.js';
import type { GltfSource } from './container.js';
import { addToScene } from './write-skin.js';

/** The records that a model is made of. */
export interface ModelRecords {
  readonly name: string;
  readonly mesh: Mesh;
  readonly skeleton?: Skeleton;
  readonly skin?: Skin;
  readonly clips?: readonly Clip[];
  /** Linear colours, RGBA. [V, 4] */
  readonly colors?: Uint8Array | Uint16Array;
  /** Unit normals. [V, 3] */
  readonly normals?: Float32Array;
}

/** A model from records alone, without a file behind it. */
export function createModel(records: ModelRecords): Model {
  const { name, mesh, skeleton, skin, clips = [], colors, normals } = records;
  const builder = createGltfBuilder();
  const parts: ModelPart[] = [];
  const vertexCount = mesh.positions.length / 3;
  if (vertexCount > 0) {
    const attributes: Record<string, number> = {
      POSITION: builder.addAccessor(mesh.positions, 'VEC3', { usage: 'vertex', bounds: true }),
    };
    if (normals) attributes.NORMAL = builder.addAccessor(normals, 'VEC3', { usage: 'vertex' });
    if (colors)
      attributes.COLOR_0 = builder.addAccessor(colors, 'VEC4', { usage: 'vertex', normalized: true });
    const narrow = vertexCount <= 65535;
    const indices = builder.addAccessor(
      narrow ? Uint16Array.from(mesh.triangles) : mesh.triangles,
      'SCALAR',
      {
        usage: 'index',
      },
    );
    const material = builder.add('materials', {
      name: 'skin',
      pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 },
    });
    builder.add('meshes', { name, primitives: [{ attributes, indices, material }] });
    addToScene(builder.json, builder.add('nodes', { name, mesh: 0 }));
    parts.push({ node: 0, mesh: 0, primitive: 0, vertexStart: 0, vertexCount, toScene: identityMatrix4() });
  }
  return {
    name,
    mesh,
    skeleton,
    skin,
    clips,
    findings: [],
    source: surfaceSource(builder.finish(), mesh, parts),
  };
}

/** The source of a model whose file holds a surface and nothing that moves it. */
export function surfaceSource(gltf: GltfSource, mesh: Mesh, parts: readonly ModelPart[]): ModelSource {
  return {
    gltf,
    mesh,
    clips: [],
    clipAnimations: [],
    jointNodes: [],
    restMatrices: new Float64Array(0),
    parts,
  };
}
