/**
 * @file The Mesh record: positions and triangles, nothing else. What a renderer needs (UVs, materials,
 * textures, morphs, colours) stays in the file it came from.
 */

/** A triangle mesh: positions and triangles. */
export interface Mesh {
  /** Metres, +Y up. [V, 3] */
  readonly positions: Float32Array;
  /** Counter-clockwise seen from outside. [T, 3] */
  readonly triangles: Uint32Array;
}

/** Number of vertices. */
export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;
/** Number of triangles. */
export const triangleCount = (mesh: Mesh): number => mesh.triangles.length / 3;
