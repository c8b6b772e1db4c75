/** @file `posespace/io/node`: the disk. */

export * from './node.js';
export * from './read-pose-model.js';
export * from './read-sequence-folder.js';
