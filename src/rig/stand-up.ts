/**
 * @file Stands a mesh up: turns it so that a direction of it points to +Y, about the middle of its box, with its lowest
 * point as high as before. Size and shape stay.
 */

import { requireInput } from '../base/errors.js';
import { quaternionBetweenInto, rotateVectorInto } from '../math/quaternion.js';
import { add, lengthOf, subtract, unitVector, type Vec3, vectorAt } from '../math/vector.js';
import { boxCenter, computeBox } from '../mesh/box.js';
import type { Mesh } from '../mesh/mesh.js';

/** A mesh that was stood up, and how to bring other points along. */
export interface StoodMesh {
  readonly mesh: Mesh;
  /** A point of the given mesh as it lies now. */
  readonly movePoint: (point: Vec3) => Vec3;
  /** A direction of the given mesh as it points now. */
  readonly turn: (direction: Vec3) => Vec3;
}

/** Directions nearer to +Y than this are up already. */
const UPRIGHT = 1e-6;

/** Stands a mesh up; undefined where `up` is +Y already. */
export function standUp(mesh: Mesh, up: Vec3): StoodMesh | undefined {
  requireInput(
    up.length === 3 && up.every(Number.isFinite) && lengthOf(up) > 0,
    `rig/standUp: up must be a direction of three finite numbers, got [${up.join(', ')}]`,
  );
  const direction = unitVector(up);
  if (direction[1] > 1 - UPRIGHT) return undefined;
  const rotation = new Float64Array(4);
  // Upside down, it turns about x: front stays in the plane of left and right.
  if (direction[1] < -1 + UPRIGHT) rotation[0] = 1;
  else quaternionBetweenInto(rotation, 0, direction, 0, [0, 1, 0], 0);
  const turned = new Float64Array(3);
  const turn = (v: Vec3): Vec3 => {
    rotateVectorInto(turned, 0, rotation, 0, v, 0);
    return [turned[0], turned[1], turned[2]];
  };
  const box = computeBox(mesh.positions);
  const center = boxCenter(box);
  const positions = new Float32Array(mesh.positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    positions.set(add(center, turn(subtract(vectorAt(mesh.positions, v), center))), v * 3);
  }
  const lift = box.min[1] - computeBox(positions).min[1];
  for (let i = 1; i < positions.length; i += 3) positions[i] += lift;
  return {
    mesh: { ...mesh, positions },
    turn,
    movePoint: (point) => {
      const [x, y, z] = add(center, turn(subtract(point, center)));
      return [x, y + lift, z];
    },
  };
}
