/**
 * @file Holds every index, count and range of a glTF document against what is there, before anything is decoded.
 * After this a decoder can neither read out of bounds, allocate what the file does not back with bytes, nor
 * walk in circles.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { checkElementLimit, type ReadLimits } from '../limits.js';
import { checkAccessors, checkBufferViews, checkZeros, UNSIGNED } from './check-buffers.js';
import { checkMaterials } from './check-materials.js';
import { checkIndex, checkList, isObject, isText } from './check-values.js';
import type { GltfSource } from './container.js';
import { dracoAttributes, type GltfJson } from './gltf-json.js';

const LISTS = [
  'accessors',
  'animations',
  'bufferViews',
  'buffers',
  'images',
  'materials',
  'meshes',
  'nodes',
  'samplers',
  'scenes',
  'skins',
  'textures',
] as const;

/** Deepest node tree: the path from a node to its root is traversed several times per node. */
const MAX_DEPTH = 512;

const DRACO = 'KHR_draco_mesh_compression';

/**
 * Throws `bad-input` where a list is no list or a URI no text. To be called before anything walks the document;
 * what the lists hold is for `checkGltf`.
 */
export function checkShape(json: GltfJson): void {
  requireInput(isObject(json.asset), 'io/gltf: "asset" is no object; the file is damaged');
  const { version } = json.asset;
  if (!/^2\./.test(String(version))) {
    throw new PosespaceError(
      'unsupported',
      `io/gltf: the file is glTF ${version}; only version 2 is read, convert it first`,
    );
  }
  for (const list of LISTS) {
    checkList(json[list], `"${list}"`, isObject);
    for (const { name } of (json[list] ?? []) as { name?: unknown }[]) {
      requireInput(
        name === undefined || isText(name),
        `io/gltf: a name in "${list}" is no text; the file is damaged`,
      );
    }
  }
  checkList(json.extensionsUsed, '"extensionsUsed"', isText);
  checkList(json.extensionsRequired, '"extensionsRequired"', isText);
  for (const mesh of json.meshes ?? []) {
    checkList(mesh.primitives, 'the primitives of a mesh', isObject);
    for (const primitive of mesh.primitives ?? [])
      checkList(primitive.targets, 'the targets of a mesh', isObject);
  }
  for (const node of json.nodes ?? []) checkList(node.children, 'the children of a node', Number.isInteger);
  for (const scene of json.scenes ?? []) checkList(scene.nodes, 'the nodes of a scene', Number.isInteger);
  for (const { uri } of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    requireInput(uri === undefined || isText(uri), 'io/gltf: a URI is no text; the file is damaged');
  }
  for (const { extensions } of json.bufferViews ?? []) {
    requireInput(
      extensions === undefined || (isObject(extensions) && Object.values(extensions).every(isObject)),
      'io/gltf: an extension of a buffer view is no object; the file is damaged',
    );
  }
}

/** Throws `bad-input` at the first thing that does not hold. */
export function checkGltf(source: GltfSource, limits: ReadLimits): void {
  const { json } = source;
  checkShape(json);
  requireInput(
    (json.nodes?.length ?? 0) <= limits.maxNodes,
    `io/gltf: the file has ${json.nodes?.length} nodes, the limit is ${limits.maxNodes}; raise maxNodes to read it`,
  );
  checkBufferViews(source, limits);
  checkAccessors(json, limits);
  checkZeros(json);
  checkMeshes(json);
  checkNodes(json);
  checkInstances(json, limits);
  checkSkins(json);
  checkAnimations(json, limits);
  checkMaterials(json);
}

function checkMeshes(json: GltfJson): void {
  for (const [m, mesh] of (json.meshes ?? []).entries()) {
    requireInput(Array.isArray(mesh.primitives), `io/gltf: mesh ${m} has no primitives`);
    for (const primitive of mesh.primitives) {
      const what = `mesh ${m}`;
      requireInput(
        typeof primitive?.attributes === 'object' && primitive.attributes !== null,
        `io/gltf: ${what} has no attributes`,
      );
      const counts = new Set<number>();
      const coded = dracoAttributes(primitive) ?? {};
      for (const set of [primitive.attributes, ...(primitive.targets ?? [])]) {
        for (const [name, index] of Object.entries(set ?? {})) {
          checkIndex(index, json.accessors, what);
          // What Draco holds decides how much there is; many exporters write another count.
          if (coded[name] === undefined) counts.add(json.accessors![index].count);
        }
      }
      requireInput(
        counts.size <= 1,
        `io/gltf: ${what} has attributes of different lengths (${[...counts].join(', ')})`,
      );
      if (primitive.material !== undefined) {
        checkIndex(primitive.material, json.materials, `the material of ${what}`);
      }
      if (primitive.indices !== undefined) checkTriangleIndices(json, primitive.indices, what);
      const draco = primitive.extensions?.[DRACO] as { bufferView: number } | undefined;
      if (draco) checkIndex(draco.bufferView, json.bufferViews, what);
    }
  }
}

function checkTriangleIndices(json: GltfJson, index: number, what: string): void {
  checkIndex(index, json.accessors, what);
  const { type, componentType } = json.accessors![index];
  requireInput(
    type === 'SCALAR' && UNSIGNED.has(componentType),
    `io/gltf: ${what} has indices of type ${type} of ${componentType}; they are unsigned whole numbers`,
  );
}

function checkNodes(json: GltfJson): void {
  const nodes = json.nodes ?? [];
  const parents = new Int32Array(nodes.length).fill(-1);
  const finite = (value: unknown, length: number) =>
    value === undefined ||
    (Array.isArray(value) &&
      value.length === length &&
      value.every((x) => typeof x === 'number' && Number.isFinite(x)));
  for (const [i, node] of nodes.entries()) {
    const what = `node ${i}`;
    for (const child of node.children ?? []) {
      checkIndex(child, nodes, what);
      requireInput(parents[child] < 0, `io/gltf: node ${child} has two parents; nodes must form a tree`);
      parents[child] = i;
    }
    if (node.mesh !== undefined) checkIndex(node.mesh, json.meshes, what);
    if (node.skin !== undefined) checkIndex(node.skin, json.skins, what);
    requireInput(
      finite(node.translation, 3) &&
        finite(node.rotation, 4) &&
        finite(node.scale, 3) &&
        finite(node.matrix, 16),
      `io/gltf: ${what} has a transform that is not made of finite numbers`,
    );
  }
  checkTree(parents);
  for (const scene of json.scenes ?? []) {
    for (const node of scene.nodes ?? []) checkIndex(node, nodes, 'a scene');
  }
  if (json.scene !== undefined) checkIndex(json.scene, json.scenes, 'the default scene');
}

/** One parent each, so a circle never reaches a root: whoever does not is in one. */
function checkTree(parents: Int32Array): void {
  const depths = new Int32Array(parents.length); // 0 is not known yet, −1 on the current path
  for (let i = 0; i < parents.length; i++) {
    const path: number[] = [];
    let at = i;
    while (at >= 0 && depths[at] === 0) {
      depths[at] = -1;
      path.push(at);
      at = parents[at];
    }
    requireInput(at < 0 || depths[at] > 0, `io/gltf: node ${at} is its own ancestor; nodes must form a tree`);
    let depth = at < 0 ? 0 : depths[at];
    while (path.length > 0) depths[path.pop()!] = ++depth;
    requireInput(
      depth <= MAX_DEPTH,
      `io/gltf: nodes are nested ${depth} deep, the limit is ${MAX_DEPTH}; flatten the tree`,
    );
  }
}

/** A mesh is small, the nodes that show it are many: every use counts. */
function checkInstances(json: GltfJson, limits: ReadLimits): void {
  const sizes = (json.meshes ?? []).map(({ primitives }) =>
    primitives.reduce((sum, { attributes, indices }) => {
      const count = (index: number | undefined): number => json.accessors?.[index ?? -1]?.count ?? 0;
      return sum + Math.max(count(attributes.POSITION), count(indices) / 3);
    }, 0),
  );
  let total = 0;
  let partCount = 0;
  for (const { mesh } of json.nodes ?? []) {
    if (mesh === undefined) continue;
    total += sizes[mesh];
    partCount += json.meshes![mesh].primitives.length;
  }
  requireInput(
    partCount <= limits.maxNodes,
    `io/gltf: the scene has ${partCount} parts, the limit is ${limits.maxNodes}; raise maxNodes to read it`,
  );
  checkElementLimit('vertices over all nodes', Math.ceil(total), limits);
}

function checkSkins(json: GltfJson): void {
  for (const [i, skin] of (json.skins ?? []).entries()) {
    const what = `skin ${i}`;
    requireInput(Array.isArray(skin.joints) && skin.joints.length > 0, `io/gltf: ${what} has no joints`);
    for (const joint of skin.joints) checkIndex(joint, json.nodes, what);
    if (skin.inverseBindMatrices === undefined) continue;
    checkIndex(skin.inverseBindMatrices, json.accessors, what);
    const accessor = json.accessors![skin.inverseBindMatrices];
    requireInput(
      accessor.type === 'MAT4' && accessor.count >= skin.joints.length,
      `io/gltf: ${what} has ${skin.joints.length} joints and ${accessor.count} inverse bind matrices`,
    );
  }
}

/** Channels may share what they read: every use counts. */
function checkAnimations(json: GltfJson, limits: ReadLimits): void {
  let total = 0;
  for (const [i, animation] of (json.animations ?? []).entries()) {
    const what = `animation ${i}`;
    requireInput(
      Array.isArray(animation.channels) && Array.isArray(animation.samplers),
      `io/gltf: ${what} has no channels or samplers`,
    );
    for (const sampler of animation.samplers) {
      checkIndex(sampler?.input, json.accessors, what);
      checkIndex(sampler.output, json.accessors, what);
    }
    for (const channel of animation.channels) {
      checkIndex(channel?.sampler, animation.samplers, what);
      const { input, output } = animation.samplers[channel.sampler];
      total += Math.max(json.accessors![input].count, json.accessors![output].count);
      checkElementLimit('keys over all channels', total, limits);
      requireInput(
        typeof channel.target === 'object' && channel.target !== null,
        `io/gltf: ${what} has a channel without target`,
      );
      if (channel.target.node !== undefined) checkIndex(channel.target.node, json.nodes, what);
    }
  }
}
