/** @file The rig doctor: what is in a file, what is wrong with it and how to fix it. */

export * from './inspect.js';
export type { ClipFacts } from './inspect-clips.js';
export { FORMAT_INSPECT_DEFAULTS, type FormatInspectOptions, formatInspectReport } from './inspect-format.js';
export type { MeshFacts } from './inspect-mesh.js';
export type { JointFacts, SkeletonFacts } from './inspect-skeleton.js';
export type { SkinFacts } from './inspect-skin.js';
