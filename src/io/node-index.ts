/** @file `posespace/io/node`: the disk. */

export * from './node.js';
export * from './node-sequence-folder.js';
