/** @file `posespace inspect`: the rig doctor. */

import { inspect } from '../../inspect/inspect.js';
import { formatInspectReport } from '../../inspect/inspect-format.js';
import { readModelFile } from '../../io/node.js';
import type { CommandDefinition } from '../shared/shell.js';

export const inspectCommand: CommandDefinition = {
  usage: 'inspect <file>',
  summary: 'Examine a mesh, its rig and its clips; every finding comes with a fix',
  examples: [
    ['posespace inspect hero.glb', 'what is in the file and what is wrong with it'],
    ['posespace inspect hero.glb --json', 'the same for a script: exit code 1 where there are errors'],
  ],
  async run({ limits }, file) {
    const report = inspect(await readModelFile(file, { limits }));
    return {
      data: { file, ...report },
      text: `${file}\n${formatInspectReport(report)}`,
      ok: report.counts.error === 0,
    };
  },
};
