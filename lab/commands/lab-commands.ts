/** @file All commands of the lab, in the order in which help lists them. */

import type { CommandDefinition } from '../../src/cli/shared/shell.js';
import { datasetCommand } from './dataset-build.js';
import { datasetJointsCommand } from './dataset-joints.js';
import { datasetMotionsCommand } from './dataset-motions.js';
import { datasetRigsCommand } from './dataset-rigs.js';
import { datasetSequencesCommand } from './dataset-sequences.js';
import { datasetSheetCommand } from './dataset-sheet.js';
import { datasetSkinsCommand } from './dataset-skins.js';
import { evaluateBodyCommand } from './eval-body.js';
import { evaluateDistilCommand } from './eval-distil.js';
import { evaluateFilesCommand } from './eval-files.js';
import { evaluateImagineCommand } from './eval-imagine.js';
import { evaluateIoCommand } from './eval-io.js';
import { evaluateLibraryCommand } from './eval-library.js';
import { evaluateMotionCommand } from './eval-motion.js';
import { evaluatePoseCommand } from './eval-pose.js';
import { evaluateRigCommand } from './eval-rig.js';
import { evaluateSequenceCommand } from './eval-sequence.js';
import { evaluateSkinCommand } from './eval-skin.js';
import { evaluateVideoCommand } from './eval-video.js';
import { finetuneCommand } from './finetune.js';
import { fitCommand } from './fit.js';
import { samplesCommand } from './make-samples.js';

export const LAB_COMMANDS: readonly CommandDefinition[] = Object.freeze([
  evaluateIoCommand,
  evaluateFilesCommand,
  evaluateRigCommand,
  evaluateBodyCommand,
  evaluateSkinCommand,
  evaluateSequenceCommand,
  evaluatePoseCommand,
  evaluateMotionCommand,
  evaluateLibraryCommand,
  evaluateVideoCommand,
  evaluateImagineCommand,
  evaluateDistilCommand,
  datasetCommand,
  datasetRigsCommand,
  datasetJointsCommand,
  datasetMotionsCommand,
  datasetSheetCommand,
  datasetSkinsCommand,
  datasetSequencesCommand,
  finetuneCommand,
  fitCommand,
  samplesCommand,
]);
