/**
 * @file Vertex colours that show skinning: the weight of one joint as heat, or all joints at once.
 */

import { PosespaceError } from '../base/errors.js';
import { jointCount, type Rig } from '../rig/rig-records.js';
import { type Color, encodeLinear, heatColor, jointColor, LINEAR_OF_BYTE } from './color.js';

/** Colours for each vertex: how much it follows one joint, from blue (not at all) to yellow. [V, 4] */
export function paintJointWeight(rig: Rig, joint: number): Uint8Array {
  if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount(rig.skeleton))) {
    throw new PosespaceError(
      'bad-usage',
      `render/paintJointWeight: joint is 0 to ${jointCount(rig.skeleton) - 1}, got ${joint}; ` +
        'pass a joint of the rig',
    );
  }
  const { joints, weights, influenceCount } = rig.skin;
  const count = rig.mesh.positions.length / 3;
  const colors = new Uint8Array(count * 4);
  for (let v = 0; v < count; v++) {
    let weight = 0;
    for (let s = v * influenceCount; s < (v + 1) * influenceCount; s++) {
      if (joints[s] === joint) weight += weights[s];
    }
    setColor(colors, v, heatColor(weight));
  }
  return colors;
}

/** Colours for each vertex: the colours of its joints, mixed by weight in linear light. [V, 4] */
export function paintJoints(rig: Rig): Uint8Array {
  const { joints, weights, influenceCount } = rig.skin;
  const count = rig.mesh.positions.length / 3;
  const colors = new Uint8Array(count * 4);
  for (let v = 0; v < count; v++) {
    let [red, green, blue] = [0, 0, 0];
    for (let s = v * influenceCount; s < (v + 1) * influenceCount; s++) {
      const color = jointColor(joints[s]);
      red += weights[s] * LINEAR_OF_BYTE[color[0]];
      green += weights[s] * LINEAR_OF_BYTE[color[1]];
      blue += weights[s] * LINEAR_OF_BYTE[color[2]];
    }
    setColor(colors, v, [encodeLinear(red), encodeLinear(green), encodeLinear(blue)]);
  }
  return colors;
}

function setColor(colors: Uint8Array, v: number, color: Color): void {
  colors[v * 4] = color[0];
  colors[v * 4 + 1] = color[1];
  colors[v * 4 + 2] = color[2];
  colors[v * 4 + 3] = 255;
}
