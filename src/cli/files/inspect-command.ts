/** @file `posespace inspect`: checks a file for errors in mesh, rig and clips. */

import { inspect } from '../../inspect/inspect.js';
import { formatInspectReport } from '../../inspect/inspect-format.js';
import { readModelFile } from '../../io/node.js';
import { defineCommand } from '../shared/shell.js';

export const inspectCommand = defineCommand({
  usage: 'inspect <file>',
  summary: 'Check a mesh, its rig and its clips for errors; every finding comes with a fix',
  examples: [
    ['posespace inspect hero.glb', 'what is in the file and what is wrong with it'],
    ['posespace inspect hero.glb --json', 'the same for scripts: exit code 1 if there are errors'],
  ],
  async run({ limits }, file) {
    const report = inspect(await readModelFile(file, { limits }));
    return {
      data: { file, ...report },
      text: `${file}\n${formatInspectReport(report)}`,
      ok: report.counts.error === 0,
    };
  },
});
