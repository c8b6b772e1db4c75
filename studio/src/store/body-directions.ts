/** @file Left and right of the body of a model, as its anatomy says: it faces +z, with its left at +x, where that is unknown. */

import type { Vec3 } from 'posespace';
import type { Model } from 'posespace/io';

type Body = Pick<Model, 'anatomy'> | undefined;

/** Unit, in the axes of the file. */
export const forwardOf = (model: Body): Vec3 => model?.anatomy?.forward ?? [0, 0, 1];

/** Unit, to the left of the body. */
export function leftOf(model: Body): Vec3 {
  const [x, y, z] = model?.anatomy?.up ?? [0, 1, 0];
  const [a, b, c] = forwardOf(model);
  return [y * c - z * b, z * a - x * c, x * b - y * a];
}

const NO_PARTNERS = new Int16Array(0);

/** The joint across from each joint, itself in the middle, −1 for none. [J] */
export const partnersOf = (model: Body): Int16Array => model?.anatomy?.partner ?? NO_PARTNERS;

/** The joint on the other side, −1 where there is none. */
export function twinOf(model: Body, joint: number): number {
  const partner = partnersOf(model)[joint] ?? -1;
  return partner === joint ? -1 : partner;
}

/** Whether the body has a left and a right. */
export const hasSides = (model: Body): boolean =>
  partnersOf(model).some((_, joint) => twinOf(model, joint) >= 0);
