/** @file All commands, in the order in which help lists them. */

import { animateContactsCommand } from './animate-contacts.js';
import { animateEditCommand } from './animate-edit.js';
import { animateKeysCommand } from './animate-keys.js';
import { animateLoopCommand } from './animate-loop.js';
import { animateRetargetCommand } from './animate-retarget.js';
import { animateTrackCommand } from './animate-track.js';
import { convertCommand } from './convert.js';
import { creatureCommand } from './creature.js';
import { demoCommand } from './demo.js';
import { inspectCommand } from './inspect.js';
import { poseAdaptCommand } from './pose-adapt.js';
import { poseCheckCommand } from './pose-check.js';
import { poseMapCommand } from './pose-map.js';
import { poseProjectCommand } from './pose-project.js';
import { poseRepairCommand } from './pose-repair.js';
import { poseSampleCommand } from './pose-sample.js';
import { poseSolveCommand } from './pose-solve.js';
import { poseWalkCommand } from './pose-walk.js';
import { renderCommand } from './render.js';
import { rigCommand } from './rig.js';
import type { CommandDefinition } from './shell.js';
import { studioCommand } from './studio.js';

export const COMMANDS: readonly CommandDefinition[] = Object.freeze([
  studioCommand,
  demoCommand,
  rigCommand,
  poseSampleCommand,
  poseSolveCommand,
  poseWalkCommand,
  poseProjectCommand,
  poseCheckCommand,
  poseRepairCommand,
  poseAdaptCommand,
  poseMapCommand,
  animateLoopCommand,
  animateContactsCommand,
  animateRetargetCommand,
  animateTrackCommand,
  animateEditCommand,
  animateKeysCommand,
  inspectCommand,
  convertCommand,
  renderCommand,
  creatureCommand,
]);
