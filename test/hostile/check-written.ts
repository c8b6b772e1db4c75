/** @file What must hold of what is written of any model that a reader lets through: it is read again, and a GLB is valid. */

import validator from 'gltf-validator';
import { PosespaceError } from '../../src/base/errors.js';
import type { Model } from '../../src/io/model.js';
import { readModel } from '../../src/io/read.js';
import { encodeModel } from '../../src/io/write.js';
import { findFault } from './check-model.js';

/**
 * What is wrong with the files that are written of a model, or undefined; a refusal in words is right. A glTF file passes
 * through where posespace changes nothing: errors that it had already, and wrong values in accessors, are not counted.
 */
export async function findWrittenFault(model: Model, source?: Uint8Array): Promise<string | undefined> {
  const known = source ? await findErrorCodes(source) : new Set<string>();
  const isKnown = (code: string) =>
    source !== undefined && (known === undefined || known.has(code) || code.startsWith('ACCESSOR_'));
  for (const name of ['a.glb', 'a.fbx', 'a.obj']) {
    const fault = await tryFormat(model, name, isKnown);
    if (fault) return `${name}: ${fault}`;
  }
  return undefined;
}

async function tryFormat(
  model: Model,
  name: string,
  isKnown: (code: string) => boolean,
): Promise<string | undefined> {
  let files: Awaited<ReturnType<typeof encodeModel>>['files'];
  try {
    ({ files } = await encodeModel(model, name));
  } catch (error) {
    return error instanceof PosespaceError ? undefined : `writing: ${(error as Error).stack}`;
  }
  const beside = new Map(files.map((file) => [file.name, file.bytes]));
  try {
    const fault = findFault(
      await readModel(name, files[0].bytes, {
        resolve: async (path) => beside.get(path) ?? Promise.reject(new Error('no such file')),
      }),
    );
    if (fault) return `reading again: ${fault}`;
  } catch (error) {
    return `reading again: ${(error as Error).message}`;
  }
  if (!name.endsWith('.glb')) return undefined;
  const errors = await listErrors(files[0].bytes);
  const first = errors.find(({ code }) => !isKnown(code));
  return first && `${first.code} at ${first.pointer}`;
}

/** Codes of the errors of a glTF file; undefined where the validator itself fails. */
async function findErrorCodes(bytes: Uint8Array): Promise<ReadonlySet<string> | undefined> {
  const errors = await listErrors(bytes).catch(() => undefined);
  return errors && new Set(errors.map(({ code }) => code));
}

async function listErrors(bytes: Uint8Array): Promise<{ code: string; pointer?: string }[]> {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 1000 });
  return issues.messages.filter(({ severity }) => severity === 0);
}
