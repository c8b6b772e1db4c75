/** @file Poses out of themselves: differentiable self-collision, repair of poses and clips, clean samples. */

export { bodyFlesh } from './body-flesh.js';
export { findPoseFaults } from './find-pose-faults.js';
export * from './fit-body-spheres.js';
export type { PoseFaults } from './pose-faults.js';
export { REPAIR_DEFAULTS, type RepairedPose, type RepairOptions, repairPose } from './repair-pose.js';
export * from './repair-poses.js';
export { REPAIR_TOOL_DEFAULTS, type RepairToolOptions } from './repair-tools.js';
export * from './sample-clean-poses.js';
export { createSelfCollision, type SelfCollision } from './self-collision.js';
