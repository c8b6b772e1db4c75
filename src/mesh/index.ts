/** @file `posespace/mesh`: surfaces and questions about them. */

export { type Box, boxCenter, boxDiagonal, boxSize, computeBox, longestSide } from './box.js';
export { findComponents, type MeshComponents } from './find-components.js';
export { findDefects, type MeshDefects } from './find-defects.js';
export {
  findSymmetryPlane,
  SYMMETRY_DEFAULTS,
  type SymmetryOptions,
  type SymmetryPlane,
} from './find-symmetry-plane.js';
export { findTopology, type MeshTopology } from './find-topology.js';
export { findMidpointInside, findSpansInside, type LineSpan } from './line-spans.js';
export { type MeshMeasures, measureMesh } from './measure-mesh.js';
export { type Mesh, triangleCount, vertexCount } from './mesh.js';
export { findAnchorFrame, type MeshSequence, surfaceArea } from './mesh-sequence.js';
export { createPointIndex, type NearestPoints, type PointIndex } from './nearest-point.js';
export { createSurfaceIndex, type SurfaceIndex, type SurfacePoint } from './nearest-surface.js';
export { type SurfaceSamples, sampleSurface } from './sample-surface.js';
export {
  createIntersectionFinder,
  findSelfIntersections,
  type IntersectionFinder,
  type SelfIntersectionOptions,
  type SelfIntersections,
} from './self-intersection.js';
export { type SimplifiedMesh, simplifyMesh } from './simplify-mesh.js';
export { type SmoothNormals, smoothNormals } from './smooth-normals.js';
export { subdivide } from './subdivide.js';
export type { VoxelGrid } from './voxel/voxel-grid.js';
export { VOXELIZE_DEFAULTS, type VoxelizedMesh, type VoxelizeOptions, voxelize } from './voxelize.js';
export { WELD_DEFAULTS, type WeldedMesh, type WeldOptions, weld } from './weld.js';
export {
  createWindingNumber,
  WINDING_NUMBER_DEFAULTS,
  type WindingNumber,
  type WindingNumberOptions,
} from './winding-number.js';
