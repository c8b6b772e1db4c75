/**
 * @file The appearance of a model for rendering: normals, texture coordinates, colours, materials and images, in the
 * vertex and triangle order of `model.mesh`. Plain data, so that a worker can read it for a page.
 */

import { smoothNormals } from '../mesh/smooth-normals.js';
import { pictureType } from './gltf/container.js';
import type { GltfMaterial } from './gltf/gltf-json.js';
import type { Model } from './model.js';
import { readSurface } from './surface-attributes.js';

/** A metallic-roughness material. Colours are linear; textures are indices into `Appearance.images`. */
export interface AppearanceMaterial {
  readonly name: string;
  readonly color: readonly [number, number, number, number];
  readonly metallic: number;
  readonly roughness: number;
  readonly emissive: readonly [number, number, number];
  readonly colorTexture?: number;
  /** Roughness in green, metalness in blue. */
  readonly roughnessTexture?: number;
  readonly normalMap?: number;
  readonly emissiveTexture?: number;
  readonly alpha: 'opaque' | 'mask' | 'blend';
  /** Opacity below which nothing is drawn, for `mask`. */
  readonly cutoff: number;
  readonly doubleSided: boolean;
}

/** Triangles that share a material. */
export interface AppearanceGroup {
  readonly triangleStart: number;
  readonly triangleCount: number;
  /** Index into `Appearance.materials`. */
  readonly material: number;
}

/** An image of a material. */
export interface AppearanceImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Materials and images of a model, for a renderer. */
export interface Appearance {
  /** Unit normals at rest; smooth ones where the file has none. [V, 3] */
  readonly normals: Float32Array;
  /** v down, as glTF has them. [V, 2] */
  readonly uvs?: Float32Array;
  /** Linear, 0 to 1. [V, 4] */
  readonly colors?: Float32Array;
  readonly groups: readonly AppearanceGroup[];
  readonly materials: readonly AppearanceMaterial[];
  readonly images: readonly AppearanceImage[];
}

/** Angle up to which normals that the file does not give are smoothed, degrees. */
const CREASE = 60;

/** Reads materials and images of a model. */
export async function readAppearance(model: Model): Promise<Appearance> {
  const { mesh, source } = model;
  const { json } = source.gltf;
  const { normals, uvs, colors } = await readSurface(model);
  const images: AppearanceImage[] = [];
  const known = new Map<number, number | undefined>();
  const imageOf = (texture: { readonly index: number } | undefined): number | undefined => {
    const image = texture && json.textures?.[texture.index]?.source;
    if (image === undefined) return undefined;
    if (!known.has(image)) {
      const found = readImage(source.gltf, image);
      known.set(image, found && images.push(found) - 1);
    }
    return known.get(image);
  };
  const materials = [...(json.materials ?? []), {}].map((material) => describeMaterial(material, imageOf));
  return {
    normals: normals ?? smoothNormals(mesh, CREASE).vertices,
    uvs,
    colors,
    groups: groupTriangles(model, materials.length - 1),
    materials,
    images,
  };
}

function describeMaterial(
  material: GltfMaterial,
  imageOf: (texture: { readonly index: number } | undefined) => number | undefined,
): AppearanceMaterial {
  const { pbrMetallicRoughness: base = {}, alphaMode = 'OPAQUE' } = material;
  const [r = 1, g = 1, b = 1, a = 1] = base.baseColorFactor ?? [];
  const [er = 0, eg = 0, eb = 0] = material.emissiveFactor ?? [];
  return {
    name: material.name ?? '',
    color: [r, g, b, a],
    metallic: base.metallicFactor ?? (material.pbrMetallicRoughness ? 1 : 0),
    roughness: base.roughnessFactor ?? 1,
    emissive: [er, eg, eb],
    colorTexture: imageOf(base.baseColorTexture),
    roughnessTexture: imageOf(base.metallicRoughnessTexture),
    normalMap: imageOf(material.normalTexture),
    emissiveTexture: imageOf(material.emissiveTexture),
    alpha: alphaMode === 'MASK' ? 'mask' : alphaMode === 'BLEND' ? 'blend' : 'opaque',
    cutoff: material.alphaCutoff ?? 0.5,
    doubleSided: material.doubleSided === true,
  };
}

/** The bytes of an image, where the file holds it in a known format. */
function readImage({ json, bin }: Model['source']['gltf'], image: number): AppearanceImage | undefined {
  const view = json.bufferViews?.[json.images?.[image]?.bufferView ?? -1];
  if (view?.buffer !== 0) return undefined;
  const start = view.byteOffset ?? 0;
  const bytes = bin.slice(start, start + view.byteLength);
  const type = pictureType(bytes);
  return type === undefined ? undefined : { type, bytes };
}

/** Runs of triangles with one material; the part of a triangle is that of its first corner. */
function groupTriangles({ mesh, source }: Model, fallback: number): AppearanceGroup[] {
  const materialOf = source.parts.map(
    (part) => source.gltf.json.meshes![part.mesh].primitives[part.primitive].material ?? fallback,
  );
  const partOf = new Uint32Array(mesh.positions.length / 3);
  source.parts.forEach(({ vertexStart, vertexCount }, part) => {
    partOf.fill(part, vertexStart, vertexStart + vertexCount);
  });
  const groups: { triangleStart: number; triangleCount: number; material: number }[] = [];
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const material = materialOf[partOf[mesh.triangles[t * 3]]] ?? fallback;
    const last = groups.at(-1);
    if (last?.material === material) last.triangleCount++;
    else groups.push({ triangleStart: t, triangleCount: 1, material });
  }
  return groups;
}
