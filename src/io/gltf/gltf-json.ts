/**
 * @file The JSON of a glTF 2.0 document, as far as posespace reads and writes it. Types of our own, so that programs
 * that use the package need no other's: the properties of the specification (Khronos, glTF 2.0, chapter 5), all plain
 * JSON. What is not named here (cameras, samplers, unknown extensions) passes through untouched.
 */

/** What every object of a document may have. */
interface Property {
  name?: string;
  extensions?: Record<string, unknown>;
  extras?: Record<string, unknown>;
}

/** 5120 int8, 5121 uint8, 5122 int16, 5123 uint16, 5125 uint32, 5126 float32. */
export type GltfComponentType = 5120 | 5121 | 5122 | 5123 | 5125 | 5126;

/** A typed array inside a buffer view; `sparse` replaces some of its elements. */
export interface GltfAccessor extends Property {
  bufferView?: number;
  byteOffset?: number;
  componentType: GltfComponentType;
  normalized?: boolean;
  count: number;
  type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT2' | 'MAT3' | 'MAT4';
  min?: number[];
  max?: number[];
  sparse?: {
    count: number;
    indices: { bufferView: number; byteOffset?: number; componentType: GltfComponentType };
    values: { bufferView: number; byteOffset?: number };
  };
}

export interface GltfBuffer extends Property {
  uri?: string;
  byteLength: number;
}

export interface GltfBufferView extends Property {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride?: number;
  target?: number;
}

export type GltfChannelPath = 'translation' | 'rotation' | 'scale' | 'weights';

export interface GltfAnimationChannel extends Property {
  sampler: number;
  target: Property & { node?: number; path: GltfChannelPath };
}

export interface GltfAnimationSampler extends Property {
  input: number;
  output: number;
  interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

export interface GltfAnimation extends Property {
  channels: GltfAnimationChannel[];
  samplers: GltfAnimationSampler[];
}

export interface GltfTextureInfo extends Property {
  index: number;
  texCoord?: number;
}

export interface GltfMaterial extends Property {
  pbrMetallicRoughness?: {
    baseColorFactor?: number[];
    baseColorTexture?: GltfTextureInfo;
    metallicFactor?: number;
    roughnessFactor?: number;
    metallicRoughnessTexture?: GltfTextureInfo;
  };
  normalTexture?: GltfTextureInfo & { scale?: number };
  occlusionTexture?: GltfTextureInfo & { strength?: number };
  emissiveTexture?: GltfTextureInfo;
  emissiveFactor?: number[];
  alphaMode?: 'OPAQUE' | 'MASK' | 'BLEND';
  alphaCutoff?: number;
  doubleSided?: boolean;
}

export interface GltfPrimitive extends Property {
  /** Accessors by semantic: POSITION, NORMAL, JOINTS_0, … */
  attributes: Record<string, number>;
  indices?: number;
  material?: number;
  /** 0 points, 1 to 3 lines, 4 triangles (the default), 5 strip, 6 fan. */
  mode?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  targets?: Record<string, number>[];
}

export interface GltfMesh extends Property {
  primitives: GltfPrimitive[];
  weights?: number[];
}

export interface GltfNode extends Property {
  camera?: number;
  children?: number[];
  mesh?: number;
  skin?: number;
  /** Column-major; instead of the three below. */
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  weights?: number[];
}

export interface GltfScene extends Property {
  nodes: number[];
}

/** A whole document. */
export interface GltfJson extends Property {
  asset: Property & { version: string; minVersion?: string; generator?: string; copyright?: string };
  extensionsUsed?: string[];
  extensionsRequired?: string[];
  accessors?: GltfAccessor[];
  animations?: GltfAnimation[];
  buffers?: GltfBuffer[];
  bufferViews?: GltfBufferView[];
  cameras?: (Property & {
    type: 'perspective' | 'orthographic';
    perspective?: object;
    orthographic?: object;
  })[];
  images?: (Property & { uri?: string; mimeType?: string; bufferView?: number })[];
  materials?: GltfMaterial[];
  meshes?: GltfMesh[];
  nodes?: GltfNode[];
  samplers?: (Property & { magFilter?: number; minFilter?: number; wrapS?: number; wrapT?: number })[];
  scene?: number;
  scenes?: GltfScene[];
  skins?: (Property & { inverseBindMatrices?: number; skeleton?: number; joints: number[] })[];
  textures?: (Property & { sampler?: number; source?: number })[];
}

/** What a primitive's Draco data holds; what is listed there wins over the accessor of the same name. */
export function dracoAttributes(primitive: GltfPrimitive): Record<string, number> | undefined {
  const draco = primitive.extensions?.KHR_draco_mesh_compression;
  return (draco as { attributes?: Record<string, number> } | undefined)?.attributes;
}
