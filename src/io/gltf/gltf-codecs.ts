/**
 * @file The parts of glTF-Transform and meshoptimizer that decode accessors, in one module that is loaded on demand. The
 * build makes it self-contained (scripts/bundle-vendor.mjs): glTF-Transform also carries a reader for Node, on which
 * bundlers for browsers stumble.
 */

export { WebIO } from '@gltf-transform/core';
export {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
export { MeshoptDecoder } from 'meshoptimizer/decoder';
