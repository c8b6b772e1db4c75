/** @file `posespace/creatures`: procedural animals with true skeletons, weights and gaits. */

export { CREATURE_KINDS, type Creature, type CreatureKind, type CreaturePlan } from './creature.js';
export * from './make-creature.js';
export * from './perform.js';
export * from './sketch-creature.js';
