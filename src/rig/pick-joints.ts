/** @file Some joints of a rig as a skeleton of their own, and the weights on it. */

import type { Skeleton, Skin } from './rig-records.js';

/** The joints `sources`, with parents among themselves. */
export function pickJoints(
  { names, rest, frames }: Skeleton,
  sources: readonly number[] | Int16Array,
  parents: Int16Array,
): Skeleton {
  const rows = (values: Float32Array, width: number) =>
    Float32Array.from({ length: sources.length * width }, (_, i) => {
      return values[sources[Math.floor(i / width)] * width + (i % width)];
    });
  return {
    names: Array.from(sources, (j) => names[j]),
    parents,
    rest: rows(rest, 3),
    frames: rows(frames, 4),
  };
}

/** Weights of joints go to those that carry them, of joints that nothing carries to the root. */
export const pickSkin = (skin: Skin, carriers: Int16Array): Skin => ({
  ...skin,
  joints: skin.joints.map((j) => Math.max(0, carriers[j] ?? 0)),
});
