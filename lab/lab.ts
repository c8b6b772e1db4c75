/** @file The `posespace-lab` program: measuring, data sets, fitted constants. Run it with `npm run lab -- …`. */

import { runInTerminal } from '../src/cli/shared/run-in-terminal.js';
import { LAB_COMMANDS } from './commands/lab-commands.js';

await runInTerminal(
  {
    name: 'posespace-lab',
    invocation: 'npm run lab --',
    description: 'Measures posespace, builds its data sets and fits its constants.',
    version: '0.1.0',
    groups: {
      eval: 'Measure reading and writing, rigging, skinning, sequences, poses, motion over a folder of files',
      dataset: 'Build the training data',
    },
  },
  LAB_COMMANDS,
);
