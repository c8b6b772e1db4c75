/** @file `posespace/video`: videos in and out, the stage that they are filmed on, and motion from them. */

export { distilMotion } from './distil/distil-motion.js';
export {
  DISTIL_DEFAULTS,
  DISTIL_PAPER,
  type DistilCheckpoint,
  type DistilledMotion,
  type DistilOptions,
  type DistilStep,
} from './distil/distil-options.js';
export {
  DISTIL_TRAJECTORIES_DEFAULTS,
  type DistilTrajectoriesOptions,
  distilTrajectories,
} from './distil/distil-trajectories.js';
export { createHttpScore, type HttpScoreTools } from './distil/http-score.js';
export { findMotionAction, MOTION_ACTIONS, type MotionAction } from './distil/motion-actions.js';
export type { MotionPrior, MotionPriorCard, MotionPriorFiles } from './distil/motion-prior-model.js';
export { createPriorDenoiser, type PriorDenoiserOptions } from './distil/prior-denoiser.js';
export {
  createDenoiserScore,
  type ScoreModel,
  type ScoreRequest,
  type VideoDenoiser,
} from './distil/score-model.js';
export type { TimeSchedule } from './distil/time-schedule.js';
export type { TrajectoryCells } from './distil/trajectory-cells.js';
export type { TrajectoryDenoiser, TrajectoryRequest } from './distil/trajectory-denoiser.js';
export { drawFitVideo } from './fit/draw-fit-video.js';
export {
  FIT_RECONSTRUCTIONS_DEFAULTS,
  type FitReconstructionsOptions,
  type FittedReconstructions,
  fitReconstructions,
  type ReconstructionFit,
} from './fit/fit-reconstructions.js';
export {
  FIT_RIG_VIDEO_DEFAULTS,
  type FitRigVideoOptions,
  type FittedVideo,
  fitRigVideo,
  type VideoView,
} from './fit/fit-rig-video.js';
export type { Registration } from './fit/register-points.js';
export type { VideoFitReport } from './fit/report-fit.js';
export type { ShapeDrift } from './fit/stretch-body.js';
export { type DecodeVideoOptions, decodeVideo } from './frames/decode-video.js';
export { ENCODE_VIDEO_DEFAULTS, encodeVideo } from './frames/encode-video.js';
export { resizeImage } from './frames/resize-image.js';
export { type SliceVideoOptions, sliceVideo } from './frames/slice-video.js';
export type { EncodeVideoOptions, VideoFormat } from './frames/video-format.js';
export { createVideoFrames, type VideoFrames, videoDuration } from './frames/video-frames.js';
export { VIDEO_LIMITS, type VideoLimits } from './frames/video-limits.js';
export {
  CREATE_GUIDE_DEFAULTS,
  type CreateGuideOptions,
  createGuide,
  type Guide,
} from './guide/create-guide.js';
export type { GuidePoint, GuideTrack } from './guide/follow-points.js';
export { TRACK_FORMS, type TrackForm, writeTracks } from './guide/write-tracks.js';
export { createEndpointJudge, type EndpointJudgeOptions } from './judge/endpoint-judge.js';
export type { Judge, JudgeScore } from './judge/judge.js';
export { createOwnJudge, type OwnJudgeOptions } from './judge/own-judge.js';
export { type ComfyuiOptions, createComfyuiVideoModel } from './models/comfyui-video-model.js';
export {
  createEmbeddedVideoModel,
  type EmbeddedTake,
  type EmbeddedVideoOptions,
  embeddedMotion,
} from './models/embedded-video-model.js';
export type { FalOptions } from './models/fal-queue.js';
export { createFalVideoModel } from './models/fal-video-model.js';
export {
  cancelVideoJob,
  GENERATE_VIDEO_DEFAULTS,
  type GeneratedVideo,
  generateVideo,
  planVideo,
  type VideoPlan,
} from './models/generate-video.js';
export type { GenerateVideoOptions } from './models/job-keeper.js';
export { openMeshModel } from './models/mesh-models.js';
export { createRunwayVideoModel, type RunwayOptions } from './models/runway-video-model.js';
export type { ProgressSocket, ServiceTools } from './models/service-tools.js';
export {
  createMemoryJobStore,
  type VideoJob,
  type VideoJobState,
  type VideoJobStore,
  type VideoOutput,
} from './models/video-job.js';
export type {
  VideoCost,
  VideoModel,
  VideoModelCall,
  VideoModelFile,
  VideoModelOutput,
  VideoModelStatus,
} from './models/video-model.js';
export {
  listVideoModels,
  openVideoModel,
  VIDEO_MODELS,
  type VideoModelEntry,
  type VideoModelState,
} from './models/video-models.js';
export type { RequestFile, TrackPoint, VideoRequest } from './models/video-request.js';
export { adjustStage, type StageAdjustment } from './stage/adjust-stage.js';
export { type AlignedStage, alignStage } from './stage/align-stage.js';
export { composePrompt, type StagePrompt } from './stage/compose-prompt.js';
export { CREATE_STAGE_DEFAULTS, type CreateStageOptions, createStage } from './stage/create-stage.js';
export { type RenderStageOptions, renderStage } from './stage/render-stage.js';
export { decodeStage, encodeStage, type Stage } from './stage/stage-record.js';
export { cutOutCreature } from './track/cut-out.js';
export { type FindMatteOptions, findMatte, type Matte } from './track/find-matte.js';
export { createWorkingFrame, type WorkingFrame } from './track/working-frame.js';
