/** @file `npm run lab -- eval files`: files of any maker in a folder: read, refused with reasons, lost on a round trip. */

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count } from '../../src/cli/shared/flags.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes } from '../../src/io/node.js';
import { evaluateFiles, TRIED_EXTENSIONS } from '../eval/evaluate-files.js';
import { validateGlb } from './validate-glb.js';

export const evaluateFilesCommand = defineCommand({
  usage: 'eval files <folder>',
  summary: 'Try every model file below a folder: read, refused with reasons, lost on a round trip',
  output: 'a JSON file to write the whole evaluation to',
  flags: { limit: count('files at most', { min: 1 }) },
  examples: [['npm run lab -- eval files downloads/', 'a table of what is read, refused and lost']],
  async run({ signal, onProgress, output, limits, options }, folder) {
    const names = await readdir(folder, { recursive: true });
    const files = names
      .filter((name) => TRIED_EXTENSIONS.includes(name.split('.').at(-1)?.toLowerCase() ?? ''))
      .sort()
      .slice(0, options.limit);
    const open = async (file: string) => ({
      bytes: await readBytes(join(folder, file), limits.maxBytes),
      resolve: (path: string) => readBytes(join(folder, dirname(file), path), limits.maxBytes),
    });
    const evaluation = await evaluateFiles(files, open, validateGlb, { signal, onProgress });
    if (output) await writeJsonFile(output, evaluation);
    const { rows, read, refused, crashed, withLoss, invalid } = evaluation;
    const reasons = new Map<string, string[]>();
    for (const { file, refused: reason } of rows) {
      if (reason) reasons.set(reason, [...(reasons.get(reason) ?? []), file]);
    }
    const text = [
      `files    ${files.length}: ${read} read, ${refused} refused, ${crashed} crashed`,
      `lost     ${withLoss} lose something on a round trip without a word`,
      `invalid  ${invalid} become a GLB with errors`,
      ...[...reasons].map(([reason, list]) => `refused  ${list.length} × ${reason} (${list[0]})`),
      ...rows.flatMap(({ file, crashed: why }) => (why ? [`crashed  ${file}: ${why}`] : [])),
      ...rows.flatMap(({ file, invalid: errors }) =>
        errors.length ? [`invalid  ${file}: ${errors[0]}`] : [],
      ),
      ...rows.flatMap(({ file, lost }) => lost.map((what) => `lost     ${file}: ${what}`)),
    ];
    return { data: evaluation, text: text.join('\n'), ok: crashed === 0 };
  },
});
