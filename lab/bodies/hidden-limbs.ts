/**
 * @file Limbs that nobody could see: legs shorter than the belly is deep, wings inside a fat back. A label that the
 * surface does not show teaches the network to invent limbs, so such bodies are drawn again.
 */

import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { Body } from '../creatures/body.js';
import { shapeDistance } from '../creatures/shapes.js';

const LIMBS = /Leg$|Foot$|Arm$|^hand$|^wing$|^fin$|^tentacle$|^tail$|^head$/;

/** Joints at the ends of limbs whose bone ends inside the trunk. Garments are other parts and hide nothing. */
export function findHiddenLimbs({ skeleton, tips, shapes }: Body, roles: readonly Role[]): number[] {
  const inner = new Set(skeleton.parents);
  const trunk = shapes.filter((shape) => shape.part === 0);
  return roles.flatMap((role, j) => {
    if (inner.has(j) || !LIMBS.test(role)) return [];
    const [x, y, z] = tips[j];
    return trunk.some((shape) => shapeDistance(shape, x, y, z, 0) < 0) ? j : [];
  });
}
