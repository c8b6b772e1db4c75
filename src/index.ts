/** @file `posespace`: everything but the disk. */

export * from './base/errors.js';
export * from './base/finding.js';
export * from './base/progress.js';
export * from './base/rng.js';
export * from './creatures/index.js';
export * from './inspect/index.js';
export * from './io/index.js';
export { type Alignment, type AlignOptions, alignPoints } from './math/procrustes.js';
export * from './math/quaternion.js';
export * from './math/rotation6d.js';
export * from './mesh/index.js';
export * from './motion/index.js';
export * from './pose/index.js';
export * from './render/index.js';
export * from './rig/index.js';
export * from './verbs/index.js';
