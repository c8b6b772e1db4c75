/** @file `posespace inspect`: checks files for errors in mesh, rig and clips. */

import { PosespaceError } from '../../base/errors.js';
import { type InspectReport, inspect } from '../../inspect/inspect.js';
import { formatInspectReport, summarizeInspectReport } from '../../inspect/inspect-format.js';
import { BODY_FLAGS, readBody } from '../shared/body-flags.js';
import { toggle } from '../shared/flags.js';
import { defineCommand } from '../shared/shell.js';

export const inspectCommand = defineCommand({
  usage: 'inspect <file> [more...]',
  summary: 'Check meshes, their rigs and clips for errors; every finding comes with a fix',
  flags: { summary: toggle('one line per file'), ...BODY_FLAGS },
  examples: [
    ['posespace inspect hero.glb', 'what is in the file and what is wrong with it'],
    ['posespace inspect hero.glb --json', 'the same for scripts: exit code 1 if there are errors'],
    ['posespace inspect *.glb --summary', 'one line per file; a file that cannot be read is a line too'],
    ['cat hero.glb | posespace inspect -', 'from standard input'],
  ],
  async run(context, ...given) {
    const files = given.filter((file) => file !== undefined);
    const { summary } = context.options;
    const rows: { file: string; report?: InspectReport; error?: string }[] = [];
    for (const file of files) {
      try {
        rows.push({ file, report: inspect(await readBody(context, file)) });
      } catch (error) {
        // One file: its error is the command's. Of several, each has its line.
        if (files.length === 1 || !(error instanceof PosespaceError) || error.code === 'aborted') throw error;
        rows.push({ file, error: error.message });
      }
    }
    const text = rows.map(({ file, report, error }) => {
      if (!report) return `${file}: ${error}`;
      return summary
        ? `${file}: ${summarizeInspectReport(report)}`
        : `${file}\n${formatInspectReport(report)}`;
    });
    const data = rows.map(({ file, report, error }) => ({ file, ...report, ...(error && { error }) }));
    return {
      data: files.length === 1 ? data[0] : { files: data },
      text: text.join(summary ? '\n' : '\n\n'),
      ok: rows.every(({ report }) => report?.counts.error === 0),
    };
  },
});
