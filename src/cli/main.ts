#!/usr/bin/env node
/** @file The `posespace` program. */

import { readFile } from 'node:fs/promises';
import { COMMANDS } from './commands.js';
import { runInTerminal } from './shared/run-in-terminal.js';

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

await runInTerminal(
  {
    name: 'posespace',
    description: 'Auto-rig, pose and animate any 3D mesh.',
    version,
    groups: {
      pose: 'Sample, solve (inverse kinematics), interpolate, check and repair poses',
      video: 'Videos for and from a rig: stages, video models, their jobs, guides',
      batch: 'Any of these commands over many files, on this machine or many; status, logs, retry, cancel',
      animate: 'Loop, edit, retarget, clean up foot skate, simulate, keyframe clips',
    },
  },
  COMMANDS,
);
