/** @file `posespace/creatures`: procedural sample creatures with skeletons, weights and gaits. */

export { CREATE_CREATURE_DEFAULTS, type CreateCreatureOptions, createCreature } from './create-creature.js';
export {
  CREATE_CREATURE_CLIPS_DEFAULTS,
  type CreateCreatureClipsOptions,
  createCreatureClips,
} from './create-creature-clips.js';
export { CREATURE_KINDS, type Creature, type CreatureKind, type CreaturePlan } from './creature-record.js';
export { SKETCH_CREATURE_DEFAULTS, type SketchCreatureOptions, sketchCreature } from './sketch-creature.js';
