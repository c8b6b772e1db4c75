/** @file `posespace/video`: videos in and out, the stage that they are filmed on, and motion from them. */

export { type DecodeVideoOptions, decodeVideo } from './frames/decode-video.js';
export { ENCODE_VIDEO_DEFAULTS, encodeVideo } from './frames/encode-video.js';
export { resizeImage } from './frames/resize-image.js';
export { type SliceVideoOptions, sliceVideo } from './frames/slice-video.js';
export type { EncodeVideoOptions, VideoFormat } from './frames/video-format.js';
export { createVideoFrames, type VideoFrames, videoDuration } from './frames/video-frames.js';
export { VIDEO_LIMITS, type VideoLimits } from './frames/video-limits.js';
export { composePrompt, type StagePrompt } from './stage/compose-prompt.js';
export { CREATE_STAGE_DEFAULTS, type CreateStageOptions, createStage } from './stage/create-stage.js';
export { type RenderStageOptions, renderStage } from './stage/render-stage.js';
export { decodeStage, encodeStage, type Stage } from './stage/stage-record.js';
