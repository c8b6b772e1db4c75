/** @file The material of meshes that have none: a neutral clay that reads on dark and on light. */

/** Linear RGB. */
export const CLAY: readonly [number, number, number] = [0.42, 0.36, 0.31];
export const CLAY_ROUGHNESS = 0.7;

/** The last material of an appearance is that of faces without one. */
export const isBare = (
  materials: readonly { readonly colorTexture?: number }[],
  index: number,
  hasVertexColors: boolean,
): boolean => index === materials.length - 1 && !hasVertexColors;
