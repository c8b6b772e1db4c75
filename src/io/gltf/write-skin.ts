/**
 * @file Adds a skeleton's nodes and binds the parts of a document to it.
 *
 * Vertices stay as they are in the file: a part in another space than the scene's gets inverse bind matrices that
 * include the way there, so parts that share a space share a skin.
 */

import { composeMatrix4, invertMatrix4, type Matrix4, multiplyMatrix4 } from '../../math/matrix4.js';
import { relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skeleton, Skin } from '../../rig/rig-records.js';
import type { ModelPart } from '../model.js';
import type { GltfBuilder } from './builder.js';
import { dracoAttributes, type GltfJson, type GltfNode, type GltfPrimitive } from './gltf-json.js';
import { toUnitQuaternion } from './scene-graph.js';
import type { PlacedSkeleton } from './write-clip.js';

/** Appends the nodes of a new skeleton, its root in the default scene. */
export function addSkeletonNodes(builder: GltfBuilder, skeleton: Skeleton): PlacedSkeleton {
  const { names, parents, rest, frames } = skeleton;
  const restMatrices = new Float64Array(names.length * 16);
  const nodes: number[] = [];
  for (const [j, name] of names.entries()) {
    const p = parents[j];
    const position = [...rest.subarray(j * 3, j * 3 + 3)];
    const frame = [...frames.subarray(j * 4, j * 4 + 4)];
    restMatrices.set(composeMatrix4(position, frame, [1, 1, 1]), j * 16);
    const translation = [...position];
    const rotation = [...frame];
    if (p >= 0) {
      for (let k = 0; k < 3; k++) translation[k] -= rest[p * 3 + k];
      const inverse = [-frames[p * 4], -frames[p * 4 + 1], -frames[p * 4 + 2], frames[p * 4 + 3]];
      rotateVectorInto(translation, 0, inverse, 0, translation, 0);
      relativeQuaternionInto(rotation, 0, frames, p * 4, frames, j * 4);
    }
    toUnitQuaternion(rotation);
    const node: GltfNode = { name, translation };
    if (rotation.some((x, k) => Math.abs(x - +(k === 3)) > 1e-7)) node.rotation = rotation;
    nodes.push(builder.add('nodes', node));
    if (p >= 0) {
      const parent = builder.json.nodes![nodes[p]];
      parent.children ??= [];
      parent.children.push(nodes[j]);
    }
  }
  addToScene(builder.json, nodes[0]);
  return { skeleton, nodes, restMatrices };
}

export function addToScene(json: GltfJson, node: number): void {
  json.scenes ??= [];
  json.scene ??= 0;
  json.scenes[json.scene] ??= { nodes: [] };
  const scene = json.scenes[json.scene];
  scene.nodes = [...(scene.nodes ?? []), node];
}

/**
 * Binds every part to the skeleton with the given weights, at most four per vertex. Weights that the file had stay in it
 * unused, unless they are `invalid`.
 */
export function bindParts(
  builder: GltfBuilder,
  placed: PlacedSkeleton,
  skin: Skin,
  mesh: Mesh,
  parts: readonly ModelPart[],
  invalid: boolean,
): void {
  const { json } = builder;
  const slots = boundJoints(json, placed, skin);
  const slotOfJoint = new Map(slots.map((joint, slot) => [joint, slot]));
  const skinOfSpace = new Map<string, number>();
  const meshOwner = new Map<number, number>();

  for (const part of parts) {
    const node = json.nodes![part.node];
    // (1) Two nodes that show one mesh may move apart: the second gets a copy.
    const owner = meshOwner.get(part.mesh) ?? part.node;
    meshOwner.set(part.mesh, owner);
    if (owner !== part.node && node.mesh === part.mesh)
      node.mesh = builder.add('meshes', structuredClone(json.meshes![part.mesh]));
    const primitive = json.meshes![node.mesh!].primitives[part.primitive];

    // (2) Vertices that were placed one by one are stored in scene space.
    if (!part.toScene) {
      const positions = mesh.positions.slice(part.vertexStart * 3, (part.vertexStart + part.vertexCount) * 3);
      primitive.attributes.POSITION = builder.addAccessor(positions, 'VEC3', {
        usage: 'vertex',
        bounds: true,
      });
      delete dracoAttributes(primitive)?.POSITION;
    }

    // (3) A skin per space.
    const key = part.toScene ? part.toScene.join() : '';
    let index = skinOfSpace.get(key);
    if (index === undefined) {
      index = builder.add('skins', {
        joints: slots.map((joint) => placed.nodes[joint]),
        inverseBindMatrices: builder.addAccessor(inverseBinds(placed, slots, part.toScene), 'MAT4'),
      });
      skinOfSpace.set(key, index);
    }
    node.skin = index;
    writeWeights(builder, primitive, skin, part, { slotOfJoint, invalid });
  }
  dropUnusedSkins(json);
}

/**
 * The joints of the new skins: those that the document's skins bind and those that the weights follow; all of them where
 * the skeleton is new to the document. A joint that was never bound has a rest that is only inferred, and binding it
 * would make a fact of it.
 */
function boundJoints(json: GltfJson, placed: PlacedSkeleton, skin: Skin): number[] {
  const bound = new Set((json.skins ?? []).flatMap(({ joints }) => joints));
  const all = !placed.nodes.some((node) => bound.has(node));
  const followed = new Uint8Array(placed.nodes.length);
  for (let i = 0; i < skin.joints.length; i++) if (skin.weights[i] > 0) followed[skin.joints[i]] = 1;
  return placed.nodes.flatMap((node, joint) =>
    node >= 0 && (all || bound.has(node) || followed[joint] === 1) ? [joint] : [],
  );
}

function inverseBinds(
  placed: PlacedSkeleton,
  slots: readonly number[],
  toScene: Matrix4 | undefined,
): Float32Array {
  const out = new Float32Array(slots.length * 16);
  for (const [slot, joint] of slots.entries()) {
    const rest = placed.restMatrices.subarray(joint * 16, joint * 16 + 16);
    // A joint that is scaled to nothing has no inverse; where it is counts.
    const inverse =
      invertMatrix4(rest) ?? invertMatrix4(composeMatrix4(rest.subarray(12, 15), [0, 0, 0, 1], [1, 1, 1]))!;
    out.set(toScene ? multiplyMatrix4(inverse, toScene) : inverse, slot * 16);
    // The last row is exact by definition; rounding there is a validation error.
    for (let c = 0; c < 4; c++) out[slot * 16 + c * 4 + 3] = c === 3 ? 1 : 0;
  }
  return out;
}

function writeWeights(
  builder: GltfBuilder,
  primitive: GltfPrimitive,
  skin: Skin,
  part: ModelPart,
  { slotOfJoint, invalid }: { slotOfJoint: ReadonlyMap<number, number>; invalid: boolean },
): void {
  const wide = slotOfJoint.size > 256;
  const joints = wide ? new Uint16Array(part.vertexCount * 4) : new Uint8Array(part.vertexCount * 4);
  const weights = new Float32Array(part.vertexCount * 4);
  const row = createInfluenceRow(skin);
  for (let i = 0; i < part.vertexCount; i++) {
    const count = row.load(part.vertexStart + i);
    for (let k = 0; k < count; k++) {
      joints[i * 4 + k] = slotOfJoint.get(row.joints[k]) ?? 0;
      weights[i * 4 + k] = row.weights[k];
    }
    // The first takes the rounding, so that the sum is one in single precision.
    weights[i * 4] = 1 - weights[i * 4 + 1] - weights[i * 4 + 2] - weights[i * 4 + 3];
  }
  const former: number[] = [];
  for (const [name, index] of Object.entries(primitive.attributes)) {
    if (!/^(JOINTS|WEIGHTS)_\d+$/.test(name)) continue;
    former.push(index);
    delete primitive.attributes[name];
  }
  const coded = dracoAttributes(primitive) ?? {};
  for (const name of Object.keys(coded)) if (primitive.attributes[name] === undefined) delete coded[name];
  primitive.attributes.JOINTS_0 = builder.addAccessor(joints, 'VEC4', { usage: 'vertex' });
  primitive.attributes.WEIGHTS_0 = builder.addAccessor(weights, 'VEC4', { usage: 'vertex' });
  if (invalid) overwriteUnused(builder.json, former, primitive.attributes.WEIGHTS_0);
}

/** Accessors that nothing refers to any more keep their number, not their data. */
function overwriteUnused(json: GltfJson, former: readonly number[], by: number): void {
  const primitives = (json.meshes ?? []).flatMap((mesh) => mesh.primitives);
  for (const index of former) {
    const used = primitives.some(({ attributes }) => Object.values(attributes).includes(index));
    if (!used) json.accessors![index] = { ...json.accessors![by] };
  }
}

/** One vertex at a time, without allocating: `load` leaves its influences in `joints` and `weights`. */
function createInfluenceRow(skin: Skin) {
  const joints = new Uint16Array(skin.influenceCount);
  const weights = new Float64Array(skin.influenceCount);
  return {
    joints,
    weights,
    /** The four largest influences, normalised, largest first; a joint in two slots counts once, as glTF wants. */
    load(vertex: number): number {
      let count = 0;
      for (let k = vertex * skin.influenceCount; k < (vertex + 1) * skin.influenceCount; k++) {
        if (!(skin.weights[k] > 0)) continue;
        let at = 0;
        while (at < count && joints[at] !== skin.joints[k]) at++;
        if (at === count) weights[count++] = 0;
        const weight = weights[at] + skin.weights[k];
        // Insertion sort: the row is short and usually in order.
        for (; at > 0 && weights[at - 1] < weight; at--) {
          weights[at] = weights[at - 1];
          joints[at] = joints[at - 1];
        }
        weights[at] = weight;
        joints[at] = skin.joints[k];
      }
      count = Math.min(4, count);
      let sum = 0;
      for (let k = 0; k < count; k++) sum += weights[k];
      for (let k = 0; k < count; k++) weights[k] /= sum;
      return count;
    },
  };
}

function dropUnusedSkins(json: GltfJson): void {
  const used = new Set((json.nodes ?? []).flatMap((node) => (node.skin === undefined ? [] : [node.skin])));
  const renumbered = new Map<number, number>();
  json.skins = (json.skins ?? []).filter((_, i) => {
    if (used.has(i)) renumbered.set(i, renumbered.size);
    return used.has(i);
  });
  for (const node of json.nodes ?? []) if (node.skin !== undefined) node.skin = renumbered.get(node.skin);
}
