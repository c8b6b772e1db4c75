/** @file Which families of real rigs are never trained on: a fixed share of them, by a hash of the name. */

/** About this share of families. */
const SHARE = 0.15;

/** Whether a family is held out. The same for all its bodies, in every data set. */
export const isHeldOutFamily = (family: string): boolean => hashOf(family) < SHARE;

/** FNV-1a, finished so that near names are far apart, as a number from 0 to 1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
