/** @file All commands, in the order in which help lists them. */

import { animateDistilCommand } from './animate/animate-distil.js';
import { animateEditCommand } from './animate/animate-edit.js';
import { animateFootSkateCommand } from './animate/animate-foot-skate.js';
import { animateGenerateCommand } from './animate/animate-generate.js';
import { animateImagineCommand } from './animate/animate-imagine.js';
import { animateKeysCommand } from './animate/animate-keys.js';
import { animateLoopCommand } from './animate/animate-loop.js';
import { animateRetargetCommand } from './animate/animate-retarget.js';
import { animateTrackCommand } from './animate/animate-track.js';
import { animateVideoCommand } from './animate/animate-video.js';
import { batchCommands } from './batch/batch-commands.js';
import {
  batchCancelCommand,
  batchLogsCommand,
  batchRetryCommand,
  batchStatusCommand,
} from './batch/batch-manage.js';
import { batchPosesCommand } from './batch/batch-poses.js';
import { workerCommand } from './batch/worker-command.js';
import { creatureCommand } from './creature/creature-command.js';
import { demoCommand } from './creature/demo-command.js';
import { convertCommand } from './files/convert-command.js';
import { inspectCommand } from './files/inspect-command.js';
import { renderCommand } from './files/render-command.js';
import { splatsCommand } from './files/splats-command.js';
import { mcpCommand } from './mcp/mcp-command.js';
import { poseAdaptCommand } from './pose/pose-adapt.js';
import { poseCheckCommand } from './pose/pose-check.js';
import { poseDiscoverCommand } from './pose/pose-discover.js';
import { poseInterpolateCommand } from './pose/pose-interpolate.js';
import { poseMapCommand } from './pose/pose-map.js';
import { poseProjectCommand } from './pose/pose-project.js';
import { poseRepairCommand } from './pose/pose-repair.js';
import { poseSampleCommand } from './pose/pose-sample.js';
import { poseSolveCommand } from './pose/pose-solve.js';
import { rigCommand } from './rig/rig-command.js';
import type { CommandDefinition } from './shared/shell.js';
import { studioCommand } from './studio/studio-command.js';
import { videoCreatureCommand } from './video/video-creature-command.js';
import { videoGenerateCommand } from './video/video-generate-command.js';
import { videoGuideCommand } from './video/video-guide-command.js';
import { videoJobsCommand } from './video/video-jobs-command.js';
import { videoJudgeCommand } from './video/video-judge-command.js';
import { videoModelsCommand } from './video/video-models-command.js';
import { videoPosesCommand } from './video/video-poses-command.js';
import { videoPromptsCommand } from './video/video-prompts-command.js';
import { videoReconstructCommand } from './video/video-reconstruct-command.js';
import { videoStageCommand } from './video/video-stage-command.js';

const FILE_COMMANDS: readonly CommandDefinition[] = [
  studioCommand,
  demoCommand,
  rigCommand,
  poseSampleCommand,
  poseSolveCommand,
  poseInterpolateCommand,
  poseProjectCommand,
  poseCheckCommand,
  poseRepairCommand,
  poseAdaptCommand,
  poseDiscoverCommand,
  poseMapCommand,
  animateGenerateCommand,
  animateImagineCommand,
  animateLoopCommand,
  animateFootSkateCommand,
  animateRetargetCommand,
  animateTrackCommand,
  animateDistilCommand,
  animateEditCommand,
  animateKeysCommand,
  animateVideoCommand,
  videoStageCommand,
  videoGenerateCommand,
  videoCreatureCommand,
  videoGuideCommand,
  videoPosesCommand,
  videoReconstructCommand,
  videoPromptsCommand,
  videoJudgeCommand,
  videoModelsCommand,
  videoJobsCommand,
  inspectCommand,
  convertCommand,
  renderCommand,
  splatsCommand,
  creatureCommand,
];

export const COMMANDS: readonly CommandDefinition[] = Object.freeze([
  ...FILE_COMMANDS,
  ...batchCommands(FILE_COMMANDS),
  batchPosesCommand(FILE_COMMANDS),
  batchStatusCommand,
  batchLogsCommand,
  batchRetryCommand,
  batchCancelCommand,
  workerCommand(FILE_COMMANDS),
  mcpCommand(FILE_COMMANDS),
]);
