/** @file `npm run lab -- eval io`: reading and writing measured over a folder with an index.json. */

import { join } from 'node:path';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { readBytes } from '../../src/io/node.js';
import { evaluateIo } from '../eval/evaluate-io.js';
import { readIndex } from './read-index.js';
import { validateGlb } from './validate-glb.js';

export const evaluateIoCommand = defineCommand({
  usage: 'eval io <folder>',
  summary: 'Read, pose, write and validate every file of a folder with an index.json',
  output: 'a JSON file to write the whole evaluation to',
  examples: [
    ['npm run lab -- eval io creatures/', 'a table'],
    ['npm run lab -- eval io creatures/ --json > io.json', 'the figures of METRICS.md and every exception'],
  ],
  async run({ signal, onProgress, output, limits, now }, folder) {
    const files = (await readIndex(folder)).map(({ file }) => file);
    const load = (file: string) => readBytes(join(folder, file), limits.maxBytes);
    const evaluation = await evaluateIo(files, load, validateGlb, { signal, onProgress, now });
    if (output) await writeJsonFile(output, evaluation);
    const { failed, fkExceptions, validatorMessages } = evaluation;
    const worst = [...fkExceptions].sort((a, b) => b.residual - a.residual);
    const text = [
      `files                       ${evaluation.files}, ${evaluation.clips} clips, ${evaluation.seconds.toFixed(1)} s`,
      `failed to read              ${failed.length}`,
      `kinematics, rotations only  ${evaluation.fkMaxError.toExponential(2)} of the diameter at most`,
      `kinematics, with offsets    ${evaluation.fkWithOffsetsMaxError.toExponential(2)}`,
      `write and read again        ${evaluation.roundTripMaxError.toExponential(2)}`,
      `validator errors            ${evaluation.validatorErrors}`,
      `files that move joints by translation or scale: ${fkExceptions.length} (residual of rotations alone)`,
      ...worst.map(
        ({ file, residual, clips, moves }) =>
          `  ${residual.toExponential(1).padStart(8)}  ${file} (${clips} clips: ${moves})`,
      ),
      ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
      ...validatorMessages.map((message) => `invalid: ${message}`),
    ];
    return {
      data: evaluation,
      text: text.join('\n'),
      ok: failed.length === 0 && evaluation.validatorErrors === 0,
    };
  },
});
