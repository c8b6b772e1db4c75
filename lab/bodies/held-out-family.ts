/** @file Which families of real rigs are never trained on: a fixed share of them, by a hash of the name. */

import type { IndexRow } from '../eval/index-row.js';

/** About this share of families. */
const SHARE = 0.15;

/** Whether a family is held out. The same for all its bodies, in every data set. */
export const isHeldOutFamily = (family: string): boolean => hashOf(family) < SHARE;

/** Makers with one rig for many people, and collections of many makers. */
const PEOPLE_MAKERS = /^(rocketbox|valid$|makehuman$|polygonalmind$)/;
const COLLECTIONS = /^(sketchfab|sceneview)/;

/**
 * The family that the file of a row is held out with: people who share a maker's rig by their names, animals of many makers
 * by their species, everything else by rig family.
 */
export function familyOf({
  file,
  name = file,
  source = '',
  category = '',
  rigFamily = file,
}: IndexRow): string {
  if (PEOPLE_MAKERS.test(source)) return `${source}-${name}`;
  return COLLECTIONS.test(source) ? `species-${category}` : rigFamily;
}

/** FNV-1a, finished so that near names are far apart, as a number from 0 to 1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
