/**
 * @file The Mesh record: positions and triangles, nothing else. What a renderer needs (UVs, materials,
 * textures, morphs, colours) stays in the file it came from.
 */

export interface Mesh {
  /** Metres, +Y up. [V, 3] */
  readonly positions: Float32Array;
  /** Counter-clockwise seen from outside. [T, 3] */
  readonly triangles: Uint32Array;
}

export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;
export const triangleCount = (mesh: Mesh): number => mesh.triangles.length / 3;
