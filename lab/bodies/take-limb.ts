/** @file A limb taken off a body: its joints, and the triangles that follow them most. The cut stays open. */

import type { Vec3 } from '../../src/math/vector.js';
import { vectorAt } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Role, RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Binding } from './join-piece.js';
import { limbJoints } from './limb-groups.js';
import type { BodyMeasures } from './measure-rigged-body.js';

/** A limb without its body; joint 0 is where it starts. */
export interface LooseLimb {
  readonly mesh: Mesh;
  readonly names: readonly string[];
  /** Index into its own joints; −1 for joint 0. */
  readonly parents: readonly number[];
  readonly rest: readonly Vec3[];
  readonly roles: readonly Role[];
  readonly sides: readonly RoleSide[];
  /** Of each vertex, by its own joints. */
  readonly bindings: readonly Binding[];
}

/** Fewer triangles are no limb. */
const LEAST_TRIANGLES = 8;

/** Takes the limb that starts at a joint; undefined where hardly anything follows it. */
export function takeLimb(measures: BodyMeasures, start: number): LooseLimb | undefined {
  const { body, dominant } = measures;
  const { mesh, skeleton, skin, roles, sides } = body;
  const joints = limbJoints(measures, start);
  const number = new Map(joints.map((joint, k) => [joint, k]));
  const triangles: number[] = [];
  const index = new Map<number, number>();
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const corners = [mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]];
    if (!corners.every((v) => number.has(dominant[v]))) continue;
    for (const v of corners) {
      if (!index.has(v)) index.set(v, index.size);
      triangles.push(index.get(v)!);
    }
  }
  if (triangles.length < 3 * LEAST_TRIANGLES) return undefined;
  const used = [...index.keys()];
  const bindingOf = (v: number): Binding => {
    const row: [number, number][] = [];
    for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
      const own = number.get(skin.joints[k]);
      if (own !== undefined && skin.weights[k] > 0) row.push([own, skin.weights[k]]);
    }
    return row;
  };
  return {
    mesh: {
      positions: Float32Array.from(used.flatMap((v) => [...vectorAt(mesh.positions, v)])),
      triangles: Uint32Array.from(triangles),
    },
    names: joints.map((j) => skeleton.names[j]),
    parents: joints.map((j) => (j === start ? -1 : number.get(skeleton.parents[j])!)),
    rest: joints.map((j) => vectorAt(skeleton.rest, j)),
    roles: joints.map((j) => roles[j]),
    sides: joints.map((j) => sides[j]),
    bindings: used.map(bindingOf),
  };
}

/** The limb mapped point by point; `mirrors` turns its triangles over and swaps its sides. */
export function mapLimb(limb: LooseLimb, map: (point: Vec3) => Vec3, mirrors = false): LooseLimb {
  const positions = new Float32Array(limb.mesh.positions.length);
  for (let v = 0; v < positions.length / 3; v++) positions.set(map(vectorAt(limb.mesh.positions, v)), v * 3);
  const triangles = limb.mesh.triangles.slice();
  const other = { left: 'right', right: 'left', middle: 'middle' } as const;
  if (mirrors) {
    for (let t = 0; t < triangles.length; t += 3)
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
  }
  return {
    ...limb,
    mesh: { positions, triangles },
    rest: limb.rest.map(map),
    sides: mirrors ? limb.sides.map((side) => other[side]) : limb.sides,
  };
}
