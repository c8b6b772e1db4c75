/** @file Which way the body of a model faces, as its anatomy says: +z, with its left at +x, where that is unknown. */

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
