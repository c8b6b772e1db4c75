/**
 * @file A model scaled, turned or moved as a whole: everything of its scene is put below a new root node, and the records are
 * read anew from there, so mesh, skeleton, weights, clips and morphs stay consistent.
 */

import type { Matrix4 } from '../math/matrix4.js';
import { createGltfBuilder } from './gltf/builder.js';
import { readGltfModel } from './gltf/read-model.js';
import { decompose } from './gltf/scene-graph.js';
import { writeGltfModel } from './gltf/write-model.js';
import { READ_LIMITS } from './limits.js';
import type { Model } from './model.js';
import { createBudget } from './read-budget.js';

/** Transforms a model by a matrix of rotation, uniform scale and translation. */
export async function transformModel(model: Model, matrix: Matrix4): Promise<Model> {
  const builder = createGltfBuilder(writeGltfModel(model));
  const { json } = builder;
  const { translation, rotation, scale } = decompose(matrix);
  for (const scene of json.scenes ?? []) {
    const root = builder.add('nodes', {
      name: model.name,
      translation: [...translation],
      rotation: [...rotation],
      scale: [...scale],
      children: scene.nodes ?? [],
    });
    scene.nodes = [root];
  }
  const unlimited = Number.POSITIVE_INFINITY;
  const limits = { ...READ_LIMITS, maxElements: unlimited, maxMemory: unlimited };
  const { fileOrder } = model.source.gltf;
  return readGltfModel(
    { ...builder.finish(), ...(fileOrder && { fileOrder }) },
    {
      name: model.name,
      limits,
      budget: createBudget(limits),
      findings: [],
    },
  );
}
