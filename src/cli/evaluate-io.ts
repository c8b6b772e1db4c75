/** @file `posespace eval io`: reading and writing measured over a folder with an index.json. */

import { join } from 'node:path';
import validator from 'gltf-validator';
import { PosespaceError } from '../base/errors.js';
import { evaluateIo } from '../eval/evaluate-io.js';
import { readBytes, writeBytesFile } from '../io/node.js';
import type { CommandDefinition } from './shell.js';

export const evaluateIoCommand: CommandDefinition = {
  usage: 'eval io <folder>',
  summary: 'Read, pose, write and validate every file of a folder with an index.json',
  output: 'a JSON file to write the whole evaluation to',
  examples: [
    ['posespace eval io creatures/', 'a table'],
    ['posespace eval io creatures/ --json > io.json', 'the figures of METRICS.md and every exception'],
  ],
  async run({ signal, onProgress, output, limits, now }, folder) {
    const files = await readIndex(folder);
    const load = (file: string) => readBytes(join(folder, file), limits.maxBytes);
    const evaluation = await evaluateIo(files, load, validateGlb, { signal, onProgress, now });
    if (output)
      await writeBytesFile(
        output,
        new TextEncoder().encode(`${JSON.stringify(evaluation, null, 2)}
`),
      );
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
};

/** The files an index.json lists; rows need no more than `file`. */
export async function readIndex(folder: string): Promise<string[]> {
  const bytes = await readBytes(join(folder, 'index.json'));
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new PosespaceError('bad-input', `eval: "${join(folder, 'index.json')}" is not JSON`);
  }
  const files = Array.isArray(rows) ? rows.map((row) => (row as { file?: unknown } | null)?.file) : [];
  const escapes = (file: unknown) =>
    typeof file !== 'string' || /^([\\/]|[a-z]:)/i.test(file) || file.split(/[\\/]/).includes('..');
  if (files.length === 0 || files.some(escapes)) {
    throw new PosespaceError(
      'bad-input',
      'eval: index.json must be a list of rows with a "file" inside the folder',
    );
  }
  return files as string[];
}

async function validateGlb(bytes: Uint8Array): Promise<string[]> {
  const report = await validator.validateBytes(bytes, { maxIssues: 10_000 });
  return report.issues.messages
    .filter((message) => message.severity === 0)
    .map((message) => `${message.code} at ${message.pointer}: ${message.message}`);
}
