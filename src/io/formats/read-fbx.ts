/**
 * @file Reads FBX 7.0 and later, binary or text: nodes, meshes, materials, skins, blend shapes and animations.
 *
 * Our own, though three has a loader: FBXLoader keeps four influences of a vertex, binds clips to nodes by
 * names that need not be unique, copies a bone for every mesh it moves, takes cubic curves for straight lines,
 * needs a DOM for cameras and images, and cannot be guarded against malicious files from outside (an angle of
 * 1e9 degrees makes it add five million keys). The tests hold the result against three's where three is right.
 *
 * The file's unit and up axis become a scale and a rotation on a root node; everything below is as in the file.
 */

import { requireInput } from '../../base/errors.js';
import { composeMatrix4, type Matrix4, multiplyMatrix4 } from '../../math/matrix4.js';
import { matrixToQuaternionInto } from '../../math/quaternion.js';
import { createGltfBuilder, type GltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import type { GltfNode } from '../gltf/gltf-json.js';
import { checkByteLimit } from '../limits.js';
import { addNode, createPictureShelf, markJoints } from './add-surface.js';
import { type AnimatedNode, addFbxAnimations, type MorphedNode } from './fbx/fbx-animation.js';
import { findLooseBones, isBoneType, type ModelTree } from './fbx/fbx-bones.js';
import { addFbxMaterials } from './fbx/fbx-material.js';
import { addFbxMesh, type MeshCache } from './fbx/fbx-mesh.js';
import { numberOf } from './fbx/fbx-node.js';
import { type FbxObject, type FbxScene, indexScene } from './fbx/fbx-scene.js';
import { inverseBindMatrices } from './fbx/fbx-skin.js';
import { geometricTransform, localTransform, readTransform } from './fbx/fbx-transform.js';
import { loadInflate } from './fbx/inflate.js';
import { isFbxBinary, parseFbxBinary, startsLikeFbxBinary } from './fbx/parse-fbx-binary.js';
import { parseFbxText } from './fbx/parse-fbx-text.js';
import { type ReadContext, stemOf } from './read-context.js';

/** Reads an FBX as a glTF document. */
export async function readFbx(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  const { limits, findings } = context;
  checkByteLimit(bytes.length, limits);
  requireInput(
    isFbxBinary(bytes) || !startsLikeFbxBinary(bytes),
    'io/readFbx: a binary FBX whose zero bytes are gone, as if it had been saved as text; fetch or export it again',
  );
  const document = isFbxBinary(bytes)
    ? parseFbxBinary(bytes, await loadInflate(), limits)
    : parseFbxText(bytes, limits);
  const scene = indexScene(document, limits);
  const models = orderModels(scene);
  requireInput(models.length > 0, 'io/readFbx: the file has no objects; export the scene again');
  const builder = createGltfBuilder();
  const { budget } = context;
  const root = addRoot(builder, scene, stemOf(context));
  const { nodes, tree } = addModels(builder, models, root);
  const materials = await addFbxMaterials(scene, builder, createPictureShelf(builder, context));
  const cache: MeshCache = {
    scene,
    builder,
    budget,
    limits,
    findings,
    geometries: new Map(),
    meshes: new Map(),
  };
  const morphs: MorphedNode[] = [];
  for (const { model } of models) {
    const slots = scene.childrenOf(model, 'Material').map(({ object }) => materials.get(object)!);
    for (const { object } of scene.childrenOf(model, 'Geometry')) {
      const morph = attachMesh(cache, { model, slots, nodes, tree }, object);
      if (morph) morphs.push(morph);
    }
  }
  const bones = models.filter(({ model }) => isBoneType(model));
  markJoints(
    builder,
    bones.map(({ model }) => nodes.get(model)!.node),
  );
  addFbxAnimations(scene, { builder, nodes, morphs, budget, findings });
  return builder.finish();
}

interface OrderedModel {
  readonly model: FbxObject;
  readonly parent?: FbxObject;
}

/** All Models, parents first, with the parent of each. */
function orderModels(scene: FbxScene): OrderedModel[] {
  const models = scene.ofKind('Model');
  const children = new Map<FbxObject | undefined, FbxObject[]>();
  for (const model of models) {
    const parent = scene.parentsOf(model, 'Model').find(({ property }) => property === '')?.object;
    const list = children.get(parent);
    if (list) list.push(model);
    else children.set(parent, [model]);
  }
  const ordered: OrderedModel[] = (children.get(undefined) ?? []).map((model) => ({ model }));
  for (let i = 0; i < ordered.length; i++) {
    const { model: parent } = ordered[i];
    for (const model of children.get(parent) ?? []) ordered.push({ model, parent });
  }
  requireInput(
    ordered.length === models.length,
    `io/readFbx: ${models.length - ordered.length} nodes are their own ancestors; the file is damaged, export it again`,
  );
  return ordered;
}

/** A node that converts the file's units to metres and its up axis to +Y, where needed. */
function addRoot(builder: GltfBuilder, scene: FbxScene, name: string): number | undefined {
  const setting = (key: string, fallback: number): number => numberOf(scene.settings.get(key), fallback);
  // The unit is given in centimetres.
  const unit = setting('UnitScaleFactor', 1) / 100;
  const scale = unit > 1e-9 && unit < 1e9 ? unit : 0.01;
  const axis = (key: string, fallback: number): number[] => {
    const vector = [0, 0, 0];
    const index = setting(key, fallback);
    vector[[0, 1, 2].includes(index) ? index : fallback] = setting(`${key}Sign`, 1) < 0 ? -1 : 1;
    return vector;
  };
  const up = axis('UpAxis', 1);
  let right = axis('CoordAxis', 0);
  // Two axes that are one cannot be meant.
  if (right.some((v, k) => v !== 0 && up[k] !== 0)) right = [up[1], up[2], up[0]].map(Math.abs);
  const front = [0, 1, 2].map(
    (k) => right[(k + 1) % 3] * up[(k + 2) % 3] - right[(k + 2) % 3] * up[(k + 1) % 3],
  );
  const rotation = [0, 0, 0, 1];
  matrixToQuaternionInto(
    rotation,
    0,
    [right[0], up[0], front[0], right[1], up[1], front[1], right[2], up[2], front[2]],
    0,
  );
  const node: GltfNode = { name };
  if (rotation[3] < 1) node.rotation = rotation;
  if (scale !== 1) node.scale = [scale, scale, scale];
  return node.rotation || node.scale ? addNode(builder, node) : undefined;
}

interface PlacedModels {
  readonly nodes: Map<FbxObject, AnimatedNode>;
  readonly tree: ModelTree;
}

function addModels(
  builder: GltfBuilder,
  models: readonly OrderedModel[],
  root: number | undefined,
): PlacedModels {
  const nodes = new Map<FbxObject, AnimatedNode>();
  const parents = new Map<FbxObject, FbxObject | undefined>();
  const children = new Map<FbxObject, FbxObject[]>();
  const locals = new Map<FbxObject, Matrix4>();
  const globals = new Map<FbxObject, Matrix4>();
  for (const { model, parent } of models) {
    const transform = readTransform(model);
    const above = parent && nodes.get(parent);
    const scaleFix = transform.ignoresParentScale && above ? inverseScale(above) : [1, 1, 1];
    const { translation, rotation, scale } = localTransform(transform);
    const fixed = scale.map((v, k) => v * scaleFix[k]);
    const json: GltfNode = { name: model.name || `node_${model.id}` };
    if (translation.some((v) => v !== 0)) json.translation = [...translation];
    if (rotation.slice(0, 3).some((v) => v !== 0)) json.rotation = [...rotation];
    if (fixed.some((v) => v !== 1)) json.scale = fixed;
    const node = addNode(builder, json, above ? above.node : root);
    nodes.set(model, { node, transform, scaleFix });
    const local = composeMatrix4(translation, rotation, fixed);
    parents.set(model, parent);
    children.set(model, []);
    if (parent) children.get(parent)!.push(model);
    locals.set(model, local);
    globals.set(model, parent ? multiplyMatrix4(globals.get(parent)!, local) : local);
  }
  return { nodes, tree: { parents, children, locals, globals } };
}

/** What undoes a node's own scale; exact where that is the same along all axes. */
function inverseScale({ transform, scaleFix }: AnimatedNode): number[] {
  return transform.scaling.map((v, k) => {
    const scale = v * scaleFix[k];
    return Math.abs(scale) > 1e-9 ? 1 / scale : 1;
  });
}

interface MeshHolder {
  readonly model: FbxObject;
  /** Its materials. */
  readonly slots: readonly number[];
  readonly nodes: ReadonlyMap<FbxObject, AnimatedNode>;
  readonly tree: ModelTree;
}

/** Hangs a geometry from its model's node; returns what animates its shapes, if it has any. */
function attachMesh(
  cache: MeshCache,
  { model, slots, nodes, tree }: MeshHolder,
  geometry: FbxObject,
): MorphedNode | undefined {
  const { builder, budget, limits } = cache;
  const added = addFbxMesh(cache, geometry, slots);
  if (!added) return undefined;
  const geometric = geometricTransform(model);
  let node = nodes.get(model)!.node;
  const json = builder.json.nodes![node];
  // A second geometry, or one that is moved without moving the node's children, needs a node of its own.
  if (json.mesh !== undefined || (geometric && !added.skin)) {
    node = addNode(builder, { name: `${json.name}_mesh` }, node);
    if (geometric && !added.skin) builder.json.nodes![node].matrix = [...geometric];
    requireInput(
      node < limits.maxNodes,
      `io/readFbx: the file has more than ${limits.maxNodes} nodes; raise maxNodes to read it`,
    );
  }
  builder.json.nodes![node].mesh = added.mesh;
  if (added.skin) {
    const loose = findLooseBones(added.skin, tree);
    const bones = [...added.skin.clusters, ...loose].map(({ bone }) => bone);
    budget('bind matrices', bones.length * 16);
    const matrices = inverseBindMatrices(added.skin, loose, tree.globals.get(model)!, geometric);
    builder.json.nodes![node].skin = builder.add('skins', {
      name: geometry.name || model.name,
      joints: bones.map((bone) => nodes.get(bone)!.node),
      inverseBindMatrices: builder.addAccessor(matrices, 'MAT4'),
    });
  }
  if (added.shapes.length === 0) return undefined;
  return {
    node,
    channels: added.shapes.map(({ channel }) => channel),
    weights: added.shapes.map(({ weight }) => weight),
  };
}
