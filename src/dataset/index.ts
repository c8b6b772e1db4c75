/** @file `posespace/dataset`: rigs and poses of many files as shards that training reads. */

export * from './body-plan-word.js';
export * from './carry-clips.js';
export * from './convert-creature.js';
export * from './convert-model.js';
export * from './dataset-row.js';
export * from './encode-safetensors.js';
export * from './encode-shards.js';
export * from './half-float.js';
export * from './joint-surfaces.js';
export * from './lend-clips.js';
export * from './make-card.js';
export * from './pack-rig.js';
export * from './share-clips.js';
