/** @file `dataset rigs` alone, so that one bundled file of it can travel to a machine that has nothing else (pack.sh). */

import { runInTerminal } from '../../../src/cli/shared/run-in-terminal.js';
import { datasetRigsCommand } from '../../commands/dataset-rigs.js';

await runInTerminal(
  {
    name: 'generate',
    invocation: 'node generate.mjs',
    description: 'Labels rigs and makes bodies for the skeleton network.',
    version: '0.1.0',
    groups: { dataset: 'Build the training data' },
  },
  [datasetRigsCommand],
);
