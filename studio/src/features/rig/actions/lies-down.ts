/** @file Whether a body seems to lie on its back or front: files of bare meshes do not say which axis is up. */

import { type BodyKind, confidenceOf, kindOf } from 'posespace/rig';
import { bodyBounds } from '../../../stage/measure-body.js';
import type { StudioDocument } from '../../../store/document.js';

/** Bodies that are flat by nature, and how sure that must be: a man on his back may be read as a snake. */
const FLAT: ReadonlySet<BodyKind> = new Set(['insect', 'spider', 'arthropod', 'octopus', 'flier', 'hand']);
const SURE = 0.8;
/** Others are at least this high, over their longer horizontal side. */
const LOWEST = 0.42;

export function liesDown({ model, confidence }: StudioDocument): boolean {
  const { anatomy } = model;
  if (!confidence || !anatomy || (FLAT.has(kindOf(anatomy)) && confidenceOf(anatomy) >= SURE)) return false;
  const { low, high } = bodyBounds(model);
  const [x, y, z] = [0, 1, 2].map((k) => high[k] - low[k]);
  return y < LOWEST * Math.max(x, z);
}
