/**
 * @file A labelled body from implicit shapes: joints with roles and sides as they are described, the surface by
 * `sketchBody`, weights that fade over the neighbouring bones.
 */

import type { Vec3 } from '../../src/math/vector.js';
import { vectorAt } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Role, RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Skeleton, Skin } from '../../src/rig/rig-records.js';
import { type Body, type BodyBuilder, createBody } from '../creatures/body.js';
import { sketchBody } from '../creatures/sketch-creature.js';

/** Describes a body joint by joint; shapes go to the parts of `body`. */
export interface LabelledShapes {
  readonly body: BodyBuilder;
  readonly roles: readonly Role[];
  readonly sides: readonly RoleSide[];
  joint(role: Role, parent: number, at: Vec3, tip?: Vec3, side?: RoleSide): number;
  /** A run of joints of one role through points; the last point is the last tip. */
  chain(role: Role, parent: number, points: readonly Vec3[], side?: RoleSide): number[];
}

/** An empty description. */
export function createLabelledShapes(): LabelledShapes {
  const body = createBody();
  const roles: Role[] = [];
  const sides: RoleSide[] = [];
  const joint: LabelledShapes['joint'] = (role, parent, at, tip, side = 'middle') => {
    sides.push(side);
    roles.push(role);
    return body.joint(`${side === 'middle' ? '' : side}${role}${roles.length}`, parent, at, tip);
  };
  return {
    body,
    roles,
    sides,
    joint,
    chain(role, parent, points, side) {
      const made: number[] = [];
      for (let i = 0; i + 1 < points.length; i++) {
        made.push(joint(role, i === 0 ? parent : made[i - 1], points[i], points[i + 1], side));
      }
      return made;
    },
  };
}

/** Meshes a description with points this far apart. */
export function meshLabelledShapes(
  shapes: LabelledShapes,
  spacing: number,
): { mesh: Mesh; skeleton: Skeleton; skin: Skin } {
  const body = shapes.body.build();
  const { mesh, skin } = sketchBody(body, false, spacing);
  return { mesh, skeleton: body.skeleton, skin: fadeWeights(body, mesh, skin) };
}

/** Weights of a vertex fall with the fourth power of the distance to the bones next to its own. */
function fadeWeights(body: Body, mesh: Mesh, skin: Skin): Skin {
  const { parents, rest } = body.skeleton;
  const family = Array.from(parents, (parent, j) => [
    j,
    ...(parent >= 0 ? [parent] : []),
    ...Array.from(parents.keys()).filter((k) => parents[k] === j),
  ]);
  const count = mesh.positions.length / 3;
  const joints = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let v = 0; v < count; v++) {
    const at = vectorAt(mesh.positions, v);
    const row = family[skin.joints[v]]
      .map((j): [number, number] => [
        j,
        1 / Math.max(1e-9, distanceToSegment(at, vectorAt(rest, j), body.tips[j])) ** 4,
      ])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 4);
    const total = row.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [k, [joint, weight]] of row.entries()) {
      joints[v * 4 + k] = joint;
      weights[v * 4 + k] = weight / total;
    }
  }
  return { joints, weights, influenceCount: 4 };
}

/** Distance of a point to a bone's segment. */
export function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const square = x * x + y * y + z * z;
  const along = square > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y + (p[2] - a[2]) * z) / square : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y, p[2] - a[2] - t * z);
}
