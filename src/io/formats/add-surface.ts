/**
 * @file Adds surfaces, materials and images to a glTF document, alike for every format.
 */

import { clampUnit, linear } from '../../math/srgb.js';
import type { GltfBuilder } from '../gltf/builder.js';
import { pictureType } from '../gltf/container.js';
import type { GltfMaterial, GltfNode, GltfPrimitive } from '../gltf/gltf-json.js';
import { type ReadContext, resolveBeside } from './read-context.js';

/** One primitive: vertices that share an index. */
export interface Surface {
  /** [V, 3] */
  readonly positions: Float32Array;
  /** [T, 3] */
  readonly triangles: Uint32Array;
  /** [V, 3] */
  readonly normals?: Float32Array;
  /** As glTF has them, v down. [V, 2] */
  readonly uvs?: Float32Array;
  /** Linear, 0 to 1. [V, 4] */
  readonly colors?: Float32Array;
}

/** Appends a surface's accessors; the caller adds what only its format has. */
export function addSurface(builder: GltfBuilder, surface: Surface, material?: number): GltfPrimitive {
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(surface.positions, 'VEC3', { usage: 'vertex', bounds: true }),
  };
  if (surface.normals) {
    attributes.NORMAL = builder.addAccessor(unitNormals(surface.normals), 'VEC3', { usage: 'vertex' });
  }
  const { uvs, colors } = surface;
  if (uvs) attributes.TEXCOORD_0 = builder.addAccessor(finite(uvs), 'VEC2', { usage: 'vertex' });
  if (colors) attributes.COLOR_0 = builder.addAccessor(finite(colors), 'VEC4', { usage: 'vertex' });
  const small = surface.positions.length / 3 < 65535;
  const primitive: GltfPrimitive = {
    attributes,
    indices: builder.addAccessor(small ? new Uint16Array(surface.triangles) : surface.triangles, 'SCALAR', {
      usage: 'index',
    }),
  };
  return material === undefined ? primitive : withMaterial(builder, primitive, material);
}

/** A primitive with a material; textures need texture coordinates, so one that has none gets zeros. */
export function withMaterial(
  { json, addAccessor }: GltfBuilder,
  primitive: GltfPrimitive,
  material: number,
): GltfPrimitive {
  const { normalTexture, emissiveTexture, pbrMetallicRoughness: base } = json.materials![material];
  const textured = normalTexture ?? emissiveTexture ?? base?.baseColorTexture;
  if (!textured || primitive.attributes.TEXCOORD_0 !== undefined) return { ...primitive, material };
  const { count } = json.accessors![primitive.attributes.POSITION];
  const TEXCOORD_0 = addAccessor(new Float32Array(count * 2), 'VEC2', { usage: 'vertex' });
  return { ...primitive, attributes: { ...primitive.attributes, TEXCOORD_0 }, material };
}

/** Appends a node to the scene, or below a parent. */
export function addNode(builder: GltfBuilder, node: GltfNode, parent?: number): number {
  const index = builder.add('nodes', node);
  if (parent === undefined) {
    const scene = builder.json.scenes![0];
    scene.nodes ??= [];
    scene.nodes.push(index);
  } else {
    const above = builder.json.nodes![parent];
    above.children ??= [];
    above.children.push(index);
  }
  return index;
}

/**
 * Says which nodes are joints, by a skin that no mesh uses: nothing else tells an armature without a mesh from a scene of
 * nodes. Where a mesh is skinned, that says it.
 */
export function markJoints({ json, add }: GltfBuilder, joints: readonly number[]): void {
  if (joints.length > 0 && !json.skins?.length) add('skins', { joints: [...joints] });
}

/** The values, with zeros for what is no number in single precision. */
const finite = (values: Float32Array): Float32Array =>
  values.every(Number.isFinite) ? values : values.map((value) => (Number.isFinite(value) ? value : 0));

/** Unit length; a normal without a direction points up, because glTF has no "none". */
function unitNormals(normals: Float32Array): Float32Array {
  const out = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 1e-20 && length < Number.POSITIVE_INFINITY) {
      for (let k = 0; k < 3; k++) out[i + k] = normals[i + k] / length;
    } else out[i + 1] = 1;
  }
  return out;
}

/** A surface as OBJ and FBX describe it, after Phong. Colours as authored (sRGB). */
export interface PhongMaterial {
  readonly name?: string;
  readonly diffuse?: readonly number[];
  readonly emissive?: readonly number[];
  /** 0 to 1. */
  readonly opacity?: number;
  /** The exponent of the highlight. */
  readonly shininess?: number;
  /** 0 to 1, where the file has them; they win over `shininess`. */
  readonly roughness?: number;
  readonly metallic?: number;
  /** Texture indices. */
  readonly diffuseTexture?: number;
  readonly emissiveTexture?: number;
  readonly normalTexture?: number;
}

/**
 * Appends the metallic-roughness material nearest to a Phong one. A highlight of exponent n is as wide as a
 * microfacet lobe of α² = 2 / (n + 2) (Walter et al., "Microfacet models for refraction", 2007), and glTF's
 * roughness is √α.
 */
export function addMaterial(builder: GltfBuilder, phong: PhongMaterial): number {
  const diffuse = phong.diffuse ?? [1, 1, 1];
  const opacity = clampUnit(phong.opacity ?? 1);
  const roughness = phong.roughness ?? (2 / (Math.max(0, phong.shininess ?? 0) + 2)) ** 0.25;
  const material: GltfMaterial = {
    pbrMetallicRoughness: {
      baseColorFactor: [linear(diffuse[0]), linear(diffuse[1]), linear(diffuse[2]), opacity],
      metallicFactor: clampUnit(phong.metallic ?? 0),
      roughnessFactor: clampUnit(roughness),
    },
  };
  if (phong.name) material.name = phong.name;
  if (opacity < 1) material.alphaMode = 'BLEND';
  // Collada gives emission an alpha; glTF has none, and nothing beyond 1.
  const emissive = phong.emissive?.slice(0, 3).map((v) => linear(clampUnit(v)));
  if (emissive?.some((v) => v > 0)) material.emissiveFactor = emissive;
  if (phong.diffuseTexture !== undefined) {
    material.pbrMetallicRoughness!.baseColorTexture = { index: phong.diffuseTexture };
  }
  if (phong.normalTexture !== undefined) material.normalTexture = { index: phong.normalTexture };
  if (phong.emissiveTexture !== undefined) {
    material.emissiveTexture = { index: phong.emissiveTexture };
    material.emissiveFactor ??= [1, 1, 1];
  }
  return builder.add('materials', material);
}

/** The pictures of a document, each embedded once. */
export interface PictureShelf {
  /** The texture for a file beside the document, or undefined and a finding. */
  fromFile(path: string): Promise<number | undefined>;
  /** The texture for a picture that the document holds itself. */
  fromBytes(name: string, bytes: Uint8Array): number | undefined;
}

export function createPictureShelf(builder: GltfBuilder, context: ReadContext): PictureShelf {
  const known = new Map<string, number | undefined>();
  let bytesLeft = context.limits.maxBytes;

  const fromBytes = (name: string, bytes: Uint8Array): number | undefined => {
    const mimeType = keptPictureType(bytes);
    if (!mimeType || bytes.length > bytesLeft) {
      context.findings.push({
        code: 'picture-not-kept',
        severity: 'warning',
        message: mimeType
          ? `"${name.slice(0, 80)}" goes beyond the size limit of ${context.limits.maxBytes} bytes.`
          : `"${name.slice(0, 80)}" is neither PNG nor JPEG, the two that glTF holds.`,
        fix: mimeType ? 'Raise maxBytes.' : 'Save the picture as PNG.',
      });
      return undefined;
    }
    bytesLeft -= bytes.length;
    const image = builder.add('images', {
      name: name.replace(/^.*[\\/]|\.\w+$/g, ''),
      mimeType,
      bufferView: builder.addBytes(bytes),
    });
    if (!builder.json.samplers) {
      builder.add('samplers', { magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 });
    }
    return builder.add('textures', { sampler: 0, source: image });
  };

  return {
    fromBytes,
    async fromFile(path) {
      if (known.has(path)) return known.get(path);
      const bytes = await resolveBeside(context, path);
      const texture = bytes && fromBytes(path, bytes);
      known.set(path, texture);
      return texture;
    },
  };
}

/** The type of a picture that plain glTF may hold. */
function keptPictureType(bytes: Uint8Array): string | undefined {
  const type = pictureType(bytes);
  return type === 'image/png' || type === 'image/jpeg' ? type : undefined;
}
