/**
 * @file A model with the same surface in another shape: a frame of a moving mesh as the rest of a new rig. Materials,
 * textures, UVs, colours and names stay; what belongs to the old shape is removed: morph targets, tangents, animations, the
 * skeleton. Normals are computed anew where the file had some.
 */

import { PosespaceError } from '../../base/errors.js';
import { invertMatrix4, type Matrix4, transformPointsInto } from '../../math/matrix4.js';
import type { Mesh } from '../../mesh/mesh.js';
import { smoothNormals } from '../../mesh/smooth-normals.js';
import type { Model, ModelPart } from '../model.js';
import { createGltfBuilder } from './builder.js';
import { surfaceSource } from './create-model.js';
import { dracoAttributes } from './gltf-json.js';
import { buildSceneGraph } from './scene-graph.js';

/** Edges sharper than this stay hard, degrees. */
const CREASE_ANGLE = 60;

/** Puts the vertices of a model elsewhere, scene space. [V, 3] */
export function reshapeModel(model: Model, positions: Float32Array): Model {
  if (positions.length !== model.mesh.positions.length) {
    throw new PosespaceError(
      'bad-usage',
      `io/reshapeModel: the model has ${model.mesh.positions.length / 3} vertices, got ${positions.length / 3}; ` +
        'give a position for each',
    );
  }
  const mesh: Mesh = { positions, triangles: model.mesh.triangles };
  const builder = createGltfBuilder(model.source.gltf);
  const { json } = builder;
  const normals = vertexNormals(mesh);
  const { worlds } = buildSceneGraph(json);
  const parts = model.source.parts.map((part): ModelPart => {
    const toScene = worlds[part.node];
    const toLocal = invertMatrix4(toScene);
    if (!toLocal) {
      throw new PosespaceError(
        'bad-input',
        `io/reshapeModel: node ${part.node} scales its mesh to nothing; remove it`,
      );
    }
    const range = [part.vertexStart * 3, (part.vertexStart + part.vertexCount) * 3] as const;
    const node = json.nodes![part.node];
    // Two nodes that show one mesh have two shapes from now on.
    if (model.source.parts.some((other) => other.mesh === part.mesh && other.node < part.node)) {
      if (node.mesh === part.mesh)
        node.mesh = builder.add('meshes', structuredClone(json.meshes![part.mesh]));
    }
    const owner = json.meshes![node.mesh!];
    const primitive = owner.primitives[part.primitive];
    const { attributes } = primitive;
    const local = new Float32Array(part.vertexCount * 3);
    transformPointsInto(local, toLocal, positions.subarray(...range));
    attributes.POSITION = builder.addAccessor(local, 'VEC3', { usage: 'vertex', bounds: true });
    if (attributes.NORMAL !== undefined) {
      const rotated = turnNormals(normals.subarray(...range), toScene);
      attributes.NORMAL = builder.addAccessor(rotated, 'VEC3', { usage: 'vertex' });
    }
    delete node.skin;
    for (const name of Object.keys(attributes)) {
      if (/^(TANGENT|JOINTS_\d+|WEIGHTS_\d+)$/.test(name)) delete attributes[name];
    }
    delete primitive.targets;
    delete owner.weights;
    delete node.weights;
    const coded = dracoAttributes(primitive) ?? {};
    for (const name of Object.keys(coded)) {
      if (attributes[name] === undefined || name === 'POSITION' || name === 'NORMAL') delete coded[name];
    }
    return { ...part, mesh: node.mesh!, toScene };
  });
  delete json.animations;
  return {
    name: model.name,
    mesh,
    clips: [],
    findings: model.findings,
    source: surfaceSource(builder.finish(), mesh, parts),
  };
}

/** Mean normal of each vertex's corners; vertices that were split at a hard edge keep it. [V, 3] */
function vertexNormals(mesh: Mesh): Float32Array {
  const { corners } = smoothNormals(mesh, CREASE_ANGLE);
  const sums = new Float32Array(mesh.positions.length);
  for (let c = 0; c < mesh.triangles.length; c++) {
    for (let k = 0; k < 3; k++) sums[mesh.triangles[c] * 3 + k] += corners[c * 3 + k];
  }
  return sums;
}

/** Normals of the scene in a part's own space, unit length: by the transpose of the matrix to the scene. */
function turnNormals(normals: Float32Array, toScene: Matrix4): Float32Array {
  const out = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const value =
        toScene[k * 4] * normals[i] +
        toScene[k * 4 + 1] * normals[i + 1] +
        toScene[k * 4 + 2] * normals[i + 2];
      out[i + k] = value;
      length += value * value;
    }
    if (length > 0) for (let k = 0; k < 3; k++) out[i + k] /= Math.sqrt(length);
    else out[i + 1] = 1;
  }
  return out;
}
