/**
 * @file Models that a command reads and writes: files, or `-` for standard input and output, where the content or a flag
 * says the format.
 */

import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { WriteOptions } from '../../io/file-formats.js';
import { guessExtension } from '../../io/format-facts.js';
import { READ_LIMITS } from '../../io/limits.js';
import type { Model } from '../../io/model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { readModel } from '../../io/read.js';
import { encodeModel, type Written } from '../../io/write.js';
import { labelModel } from '../../verbs/label-model.js';
import type { CommandContext } from './shell.js';

export type Reading = Pick<CommandContext, 'limits' | 'root' | 'runBlocking'>;

/** Reads a model from a path, or from standard input where it is `-`. */
export async function readInput({ limits, root, runBlocking }: Reading, path: string): Promise<Model> {
  // Parsers let no events in and leave nothing behind: Ctrl-C and SIGTERM end them at once.
  if (path !== '-') return runBlocking(() => readModelFile(path, { limits, root }));
  const maxBytes = limits.maxBytes ?? READ_LIMITS.maxBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > maxBytes) {
      throw new PosespaceError(
        'bad-input',
        `standard input has more than ${maxBytes} bytes; raise --max-bytes`,
      );
    }
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return runBlocking(() => readModel(`stdin.${guessExtension(bytes)}`, bytes, { limits }));
}

/** Reads a model whose rig is used: with the anatomy of its joints, whoever made it. */
export const readRigged = async (reading: Reading, path: string): Promise<Model> =>
  labelModel(await readInput(reading, path));

/** Writes a model; refuses to replace the input unless told to. */
export async function writeOutput(
  model: Model,
  { input, output, force }: { readonly input: string; readonly output: string; readonly force: boolean },
  options: WriteOptions,
): Promise<Written> {
  if (!force && input !== '-' && (await isSameFile(input, output))) {
    throw new PosespaceError(
      'bad-usage',
      `"${output}" is the input; write elsewhere, or give --force to replace it`,
    );
  }
  return writeModelFile(output, model, options);
}

/** The bytes of a model for standard output: one file, in GLB. */
export async function encodeOutput(model: Model, options: WriteOptions): Promise<Written> {
  return encodeModel(model, 'stdout.glb', options);
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(a)) === (await real(b));
}
