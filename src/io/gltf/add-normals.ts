/**
 * @file Gives a glTF document what its surfaces lack to look right in an engine: normals, without which every viewer shades
 * flat, and a material, without which glTF means a rough metal, black where nothing is reflected.
 *
 * Smooth normals keep edges hard that are sharper than 60°: a vertex there is split, the first copy keeps its index and
 * others follow behind the last vertex. Flat normals give every triangle three vertices of its own.
 */

import { smoothNormals } from '../../mesh/smooth-normals.js';
import { type AccessorType, createGltfBuilder, type GltfBuilder } from './builder.js';
import type { GltfSource } from './container.js';
import { type DecodedGltf, decodeGltf } from './decode.js';
import { dracoAttributes, type GltfJson, type GltfPrimitive } from './gltf-json.js';

/** What is done about normals: those of the file alone, or computed ones for every surface. */
export type NormalMode = 'keep' | 'smooth' | 'flat';

const CREASE_ANGLE = 60;
/** Normals within this cosine of each other share a vertex. */
const SAME_NORMAL = 0.9999;
const TYPES: Readonly<Record<number, AccessorType>> = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3', 4: 'VEC4' };

/** Without a mode, surfaces that have no normals get smooth ones; `keep` adds none. */
export async function addNormals(source: GltfSource, mode?: NormalMode): Promise<GltfSource> {
  const wanted = (primitive: GltfPrimitive): boolean =>
    isSurface(primitive) &&
    (mode === undefined ? primitive.attributes.NORMAL === undefined : mode !== 'keep');
  const primitives = (json: GltfJson) => (json.meshes ?? []).flatMap(({ primitives: list }) => list);
  const bare = primitives(source.json).some((each) => isSurface(each) && each.material === undefined);
  const needed = primitives(source.json).some(wanted);
  if (!needed && !bare) return source;
  const builder = createGltfBuilder(source);
  const decoded = needed ? await decodeGltf(source) : undefined;
  let neutral: number | undefined;
  for (const primitive of primitives(builder.json)) {
    if (decoded && wanted(primitive)) writeNormals(builder, decoded, primitive, mode === 'flat');
    if (!isSurface(primitive) || primitive.material !== undefined) continue;
    neutral ??= builder.add('materials', {
      name: 'neutral',
      pbrMetallicRoughness: {
        ...(primitive.attributes.COLOR_0 === undefined && { baseColorFactor: [0.6, 0.6, 0.6, 1] }),
        metallicFactor: 0,
        roughnessFactor: 0.8,
      },
    });
    primitive.material = neutral;
  }
  return builder.finish();
}

const isSurface = ({ attributes, mode = 4 }: GltfPrimitive): boolean =>
  attributes.POSITION !== undefined && mode >= 4 && mode <= 6;

function writeNormals(
  builder: GltfBuilder,
  decoded: DecodedGltf,
  primitive: GltfPrimitive,
  flat: boolean,
): void {
  const positions = decoded.floats(primitive.attributes.POSITION);
  const triangles = triangleList(decoded, primitive, positions.length / 3);
  if (triangles.length === 0) return;
  const { corners } = smoothNormals({ positions, triangles }, flat ? 0 : CREASE_ANGLE);
  const split = flat ? splitAll(triangles, corners) : splitCreases(triangles, corners, positions.length / 3);
  // (1) Every attribute in the order of the new vertices; Draco data would hold the old ones.
  const attributes = new Map<string, number>();
  const expand = (index: number): number => {
    const values = decoded.raw(index);
    const size = decoded.elementSize(index);
    const out = new (values.constructor as Float32ArrayConstructor)(split.source.length * size);
    split.source.forEach((from, to) => {
      for (let k = 0; k < size; k++) out[to * size + k] = values[from * size + k];
    });
    if (index === primitive.attributes.WEIGHTS_0 && primitive.attributes.WEIGHTS_1 === undefined) {
      normalizeWeights(out);
    }
    const { normalized } = builder.json.accessors![index];
    return builder.addAccessor(out, TYPES[size], { usage: 'vertex', normalized, bounds: true });
  };
  const unchanged = split.source.length === positions.length / 3 && !dracoAttributes(primitive);
  for (const [name, index] of Object.entries(primitive.attributes)) {
    // Tangents belong to the old normals.
    if (name === 'TANGENT' || name === 'NORMAL') continue;
    attributes.set(name, unchanged ? index : expand(index));
  }
  const targets = primitive.targets?.map((target) =>
    Object.fromEntries(
      Object.entries(target)
        .filter(([name]) => name !== 'NORMAL' && name !== 'TANGENT')
        .map(([name, index]) => [name, unchanged ? index : expand(index)]),
    ),
  );
  attributes.set('NORMAL', builder.addAccessor(split.normals, 'VEC3', { usage: 'vertex' }));
  // (2) Triangles of the new vertices.
  const narrow = split.source.length < 65536;
  primitive.attributes = Object.fromEntries(attributes);
  primitive.indices = builder.addAccessor(
    narrow ? Uint16Array.from(split.triangles) : split.triangles,
    'SCALAR',
    { usage: 'index' },
  );
  primitive.mode = 4;
  if (targets) primitive.targets = targets;
  if (primitive.extensions) delete primitive.extensions.KHR_draco_mesh_compression;
}

/** Rows that sum to one: compression rounds weights one by one. */
function normalizeWeights(weights: ArrayLike<number>): void {
  if (!(weights instanceof Float32Array)) return;
  for (let i = 0; i < weights.length; i += 4) {
    const rest = weights[i + 1] + weights[i + 2] + weights[i + 3];
    if (Math.abs(weights[i] + rest - 1) < 1e-3) weights[i] = 1 - rest;
  }
}

/** Triangles of a primitive, strips and fans unrolled; what names vertices that are not there is left out. */
function triangleList(decoded: DecodedGltf, primitive: GltfPrimitive, vertexCount: number): Uint32Array {
  const list =
    primitive.indices === undefined
      ? Uint32Array.from({ length: vertexCount }, (_, i) => i)
      : Uint32Array.from(decoded.raw(primitive.indices));
  const { mode = 4 } = primitive;
  if (mode === 4) return list.subarray(0, list.length - (list.length % 3));
  const out: number[] = [];
  for (let i = 0; i + 2 < list.length; i++) {
    const odd = mode === 5 && i % 2 === 1;
    out.push(list[mode === 6 ? 0 : odd ? i + 1 : i], list[mode === 6 ? i + 1 : odd ? i : i + 1], list[i + 2]);
  }
  return Uint32Array.from(out);
}

interface Split {
  /** Vertex that each new vertex is a copy of. [V'] */
  readonly source: Uint32Array;
  /** [V', 3] */
  readonly normals: Float32Array;
  /** [T, 3] */
  readonly triangles: Uint32Array;
}

function splitAll(triangles: Uint32Array, corners: Float32Array): Split {
  const normals = corners.slice();
  for (let c = 0; c < triangles.length; c++) pointUp(normals, c);
  return { source: triangles.slice(), normals, triangles: Uint32Array.from(triangles, (_, c) => c) };
}

/** A vertex whose corners have different normals becomes one per normal. */
function splitCreases(triangles: Uint32Array, corners: Float32Array, vertexCount: number): Split {
  const source = Array.from({ length: vertexCount }, (_, v) => v);
  const normals: number[] = new Array(vertexCount * 3).fill(0);
  const used = new Uint8Array(vertexCount);
  /** The next copy of the same vertex, 0 where there is none. */
  const next: number[] = new Array(vertexCount).fill(0);
  const out = new Uint32Array(triangles.length);
  for (let c = 0; c < triangles.length; c++) {
    const [x, y, z] = corners.subarray(c * 3, c * 3 + 3);
    let at = triangles[c];
    // A triangle without area has no normal of its own and follows its vertex.
    const none = x === 0 && y === 0 && z === 0;
    if (!none && used[at] === 0) {
      used[at] = 1;
      [normals[at * 3], normals[at * 3 + 1], normals[at * 3 + 2]] = [x, y, z];
    }
    while (!none && normals[at * 3] * x + normals[at * 3 + 1] * y + normals[at * 3 + 2] * z < SAME_NORMAL) {
      if (next[at] === 0) {
        next[at] = source.push(triangles[c]) - 1;
        next.push(0);
        normals.push(x, y, z);
      }
      at = next[at];
    }
    out[c] = at;
  }
  const unit = Float32Array.from(normals);
  for (let v = 0; v < source.length; v++) pointUp(unit, v);
  return { source: Uint32Array.from(source), normals: unit, triangles: out };
}

/** A vertex without triangles points up: glTF wants unit normals. */
function pointUp(normals: Float32Array, vertex: number): void {
  const at = vertex * 3;
  if (normals[at] === 0 && normals[at + 1] === 0 && normals[at + 2] === 0) normals[at + 1] = 1;
}
