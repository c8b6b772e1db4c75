/** @file `posespace/io`: files in and out, from bytes to bytes; `posespace/io/node` adds the disk. */

export * from './appearance.js';
export * from './creature-model.js';
export * from './example-poses.js';
export * from './fetch-pose-model.js';
export * from './file-formats.js';
export type { ReadContext } from './formats/read-context.js';
export type { GltfSource } from './gltf/container.js';
export { createModel, type ModelRecords } from './gltf/create-model.js';
export { useDracoDecoder } from './gltf/decode.js';
export * from './gltf/reshape-model.js';
export type { GltfWriteOptions } from './gltf/write-model.js';
export { READ_LIMITS, type ReadLimits } from './limits.js';
export * from './load-pose-network.js';
export * from './model.js';
export * from './read.js';
export * from './read-sequence.js';
export * from './vertex-colors.js';
export * from './write.js';
