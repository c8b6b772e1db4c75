/** @file `posespace/creatures`: procedural animals with true skeletons, weights and gaits. */

export * from './create-creature.js';
export * from './create-creature-clips.js';
export { CREATURE_KINDS, type Creature, type CreatureKind, type CreaturePlan } from './creature-record.js';
export * from './sketch-creature.js';
