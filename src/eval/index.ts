/** @file `posespace/eval`: measuring, by fixed definitions. */

export * from './evaluate-io.js';
export * from './evaluate-rig.js';
export * from './evaluate-sequence.js';
export * from './evaluate-skin.js';
export * from './inspect.js';
export type { ClipFacts } from './inspect-clips.js';
export { FORMAT_INSPECT_DEFAULTS, type FormatInspectOptions, formatInspectReport } from './inspect-format.js';
export type { MeshFacts } from './inspect-mesh.js';
export type { JointFacts, SkeletonFacts } from './inspect-skeleton.js';
export type { SkinFacts } from './inspect-skin.js';
export * from './nearest-bone-skin.js';
export * from './report-rig.js';
export * from './sequence-metrics.js';
export * from './skeleton-metrics.js';
export * from './skin-metrics.js';
export * from './stress-rig.js';
