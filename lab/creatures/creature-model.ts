/**
 * @file A sample creature as a model, ready to be written: coloured and skinned.
 */

import { createModel } from '../../src/io/gltf/create-model.js';
import type { Model } from '../../src/io/model.js';
import { linear } from '../../src/math/srgb.js';
import { smoothNormals } from '../../src/mesh/smooth-normals.js';
import type { Creature } from './creature-record.js';

/** A sample creature as a model, ready to write. */
export function createCreatureModel(creature: Creature & { readonly normals?: Float32Array }): Model {
  const { name, rig, colors, normals = smoothNormals(rig.mesh, 180).vertices } = creature;
  // glTF wants linear colours; eight bits of those would band in the dark.
  const linearColors = Uint16Array.from(colors, (value, i) =>
    Math.round((i % 4 === 3 ? value / 255 : linear(value / 255)) * 65535),
  );
  return createModel({
    name,
    ...rig,
    colors: linearColors,
    normals,
  });
}
