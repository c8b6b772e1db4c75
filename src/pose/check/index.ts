/** @file What can be wrong with a pose: checks, joint limits and their gradients. */

export { createBalanceEnergy } from './balance-energy.js';
export type { BalanceMeasure } from './check-balance.js';
export type { GroundMeasure } from './check-ground.js';
export type { Crossing, IntersectionMeasure } from './check-intersections.js';
export type { LimitMeasure } from './check-limits.js';
export type { StretchMeasure } from './check-stretch.js';
export type { VolumeMeasure } from './check-volume.js';
export * from './create-pose-checker.js';
export type { PoseEnergy } from './force-tree.js';
export { createGroundEnergy } from './ground-energy.js';
export { type LearnedLimits, limitEnergy, limitExcessInto } from './joint-limits.js';
export * from './learn-joint-limits.js';
export { ERROR_SCORE, type PoseFinding, type PoseFindingCode } from './pose-finding.js';
