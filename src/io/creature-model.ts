/**
 * @file A sample creature as a model, ready to be written: coloured, skinned, animated.
 */

import type { Creature } from '../creatures/creature-record.js';
import { linear } from '../math/srgb.js';
import { smoothNormals } from '../mesh/smooth-normals.js';
import { createModel } from './gltf/create-model.js';
import type { Model } from './model.js';

/** A sample creature as a model, ready to write. */
export function createCreatureModel(creature: Creature): Model {
  const { name, rig, clips, colors } = creature;
  // glTF wants linear colours; eight bits of those would band in the dark.
  const linearColors = Uint16Array.from(colors, (value, i) =>
    Math.round((i % 4 === 3 ? value / 255 : linear(value / 255)) * 65535),
  );
  return createModel({
    name,
    ...rig,
    clips,
    colors: linearColors,
    normals: smoothNormals(rig.mesh, 180).vertices,
  });
}
