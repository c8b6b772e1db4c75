/** @file `posespace/mesh`: surfaces and questions about them. */

export * from './box.js';
export * from './find-components.js';
export * from './find-defects.js';
export * from './find-symmetry-plane.js';
export * from './find-topology.js';
export * from './line-spans.js';
export * from './measure-mesh.js';
export * from './mesh.js';
export * from './mesh-sequence.js';
export * from './nearest-point.js';
export * from './nearest-surface.js';
export * from './sample-surface.js';
export * from './self-intersection.js';
export * from './smooth-normals.js';
export * from './subdivide.js';
export * from './voxelize.js';
export * from './weld.js';
export * from './winding-number.js';
