/** @file Puts the files of a result where the user wants them, each whole or not at all. */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBytesFile } from '../io/node-write-files.js';
import { type Artefact, hashBytes, type RunJob, type StepResult } from './step-record.js';
import { readBlob } from './storage.js';
import type { Storage } from './storage-record.js';

/** A file that was put somewhere. */
export interface CollectedFile extends Artefact {
  readonly path: string;
}

/** Files of an argument `output/wolf.glb` go to the folder of `output`; those that are there already are left alone. */
export async function collectOutputs(
  { outputs }: RunJob,
  { files }: StepResult,
  storage: Storage,
): Promise<CollectedFile[]> {
  const collected: CollectedFile[] = [];
  for (const file of files) {
    const [role, ...rest] = file.name.split('/');
    const folder = outputs[role];
    if (folder === undefined || rest.includes('..')) continue;
    const path = join(folder, ...rest);
    if (!(await isSame(path, file))) await writeBytesFile(path, await readBlob(storage, file.sha256));
    collected.push({ ...file, path });
  }
  return collected;
}

async function isSame(path: string, { bytes, sha256 }: Artefact): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info?.isFile() === true && info.size === bytes && hashBytes(await readFile(path)) === sha256;
}
