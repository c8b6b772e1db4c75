/** @file `posespace/io/node`: the disk. */

export * from './node.js';
export { readSample } from './node-samples.js';
export * from './node-sequence-folder.js';
export {
  READ_VIDEO_DEFAULTS,
  type ReadVideoOptions,
  readVideoFile,
  type WriteVideoOptions,
  writeVideoFile,
} from './node-video-file.js';
export { nodeServiceTools, openVideoJobs, videoJobFolder } from './node-video-jobs.js';
