/**
 * @file Runs one step in a scratch folder: inputs are copied in and checked against their hashes, the command writes beside
 * them, and what it wrote goes to the storage, last the record that says so. Until that record is there nothing was made; so a
 * worker may be killed at any moment.
 */

import { constants, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { WorkOptions } from '../base/progress.js';
import { withTemporaryFolder } from '../io/node-scratch.js';
import type { VideoJobStore } from '../video/models/video-job.js';
import type { RunCall, StepCall } from './step-call.js';
import {
  type Artefact,
  hashBytes,
  type Job,
  resultKey,
  type Step,
  type StepArgument,
  type StepFile,
  type StepResult,
} from './step-record.js';
import { readBlob, readJson, storeBlob, writeJson } from './storage.js';
import type { Storage } from './storage-record.js';

/** A failure of a step. */
export class StepFailure extends Error {
  /** Whether trying again may help: not where the input is at fault. */
  readonly again: boolean;

  /** Whether it would have cost too much: another run may have the money. */
  readonly overBudget: boolean;

  constructor(message: string, again: boolean, overBudget = false) {
    super(message);
    this.again = again;
    this.overBudget = overBudget;
  }
}

/** Codes of errors that the same input will always give. */
const LASTING = ['bad-input', 'bad-usage', 'unsupported', 'over-budget', 'over-limit'];

export interface RunStepOptions extends WorkOptions {
  readonly storage: Storage;
  readonly run: RunCall;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Where requests to paid services are kept. */
  readonly paidRequests?: VideoJobStore;
}

/** The result of a job: the one that is there, or a new one. Throws a `StepFailure` where there is none. */
export async function runStep(
  { key, step }: Job,
  options: RunStepOptions,
): Promise<{ readonly result: StepResult; readonly found: boolean }> {
  const { storage, run, now, signal, onProgress, paidRequests } = options;
  const known = await readJson<StepResult>(storage, resultKey(key));
  if (known) return { result: known, found: true };
  const start = now();
  return withTemporaryFolder(async (scratch) => {
    const folders = { read: join(scratch, 'in'), write: join(scratch, 'out') };
    await mkdir(folders.write);
    for (const file of step.files) await copyIn(storage, file, folders.read);
    const answer = await run(fillIn(step, folders), { signal, onProgress, paidRequests });
    if ('error' in answer) {
      const { code, message } = answer.error;
      throw new StepFailure(forget(message, folders), !LASTING.includes(code), code === 'over-budget');
    }
    const files = await storeAll(storage, folders.write);
    const result: StepResult = {
      key,
      command: step.command,
      version: step.version,
      ok: answer.ok,
      files,
      data: JSON.parse(forget(JSON.stringify(answer.data), folders)),
      text: forget(answer.text, folders),
      seconds: (now() - start) / 1000,
    };
    await writeJson(storage, resultKey(key), result);
    return { result, found: false };
  });
}

interface Folders {
  readonly read: string;
  readonly write: string;
}

/** Copies an input to where the command finds it. */
async function copyIn(storage: Storage, { name, sha256, path }: StepFile, folder: string): Promise<void> {
  const target = join(folder, ...name.split('/'));
  if (relative(folder, target).startsWith('..')) {
    throw new StepFailure(`batch: the input "${name}" leads out of its folder`, false);
  }
  await mkdir(dirname(target), { recursive: true });
  if (path === undefined) {
    await writeFile(target, await readBlob(storage, sha256));
    return;
  }
  await copyFile(path, target, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    throw new StepFailure(`batch: cannot read "${path}": ${error.message}`, error.code !== 'ENOENT');
  });
  if (hashBytes(await readFile(target)) !== sha256) {
    throw new StepFailure(`batch: "${path}" has changed since it was submitted; submit it again`, false);
  }
}

/** The command with the paths that it gets on this machine. */
function fillIn({ command, operands, flags }: Step, { read, write }: Folders): StepCall {
  const fill = (argument: StepArgument): unknown => {
    if (typeof argument !== 'object') return argument;
    if (!('read' in argument || 'write' in argument)) return argument.map(fill);
    return 'read' in argument
      ? (argument.before ?? '') + join(read, ...argument.read.split('/'))
      : join(write, ...argument.write.split('/'));
  };
  return {
    command,
    operands: operands.map((operand) => String(fill(operand))),
    flags: Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, fill(value)])),
  };
}

/** Stores every file below a folder. */
async function storeAll(storage: Storage, folder: string): Promise<Artefact[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const artefacts: Artefact[] = [];
  for (const file of files.sort()) {
    const bytes = await readFile(file);
    const sha256 = await storeBlob(storage, bytes);
    artefacts.push({ name: relative(folder, file).split(sep).join('/'), sha256, bytes: bytes.length });
  }
  return artefacts;
}

/** A text without the scratch folder, which means nothing to anybody: `input/wolf.obj`, `wolf.glb`. */
function forget(text: string, { read, write }: Folders): string {
  return [`${read}${sep}`, `${write}${sep}`].reduce((rest, folder) => rest.replaceAll(folder, ''), text);
}
