/**
 * @file A corpus of broken files, made by code. Each gets a clear error, or is read to a model that holds, within
 * ten seconds and a bounded amount of memory; none asks for a file outside of its folder.
 */

import { describe, expect, it } from 'vitest';
import { PosespaceError } from '../../src/base/errors.js';
import { readModel } from '../../src/io/read.js';
import { findFault } from './check-model.js';
import {
  bvhCorpus,
  fbxCorpus,
  objCorpus,
  plyCorpus,
  rigTextCorpus,
  stlCorpus,
  strangers,
} from './corpus-formats.js';
import { gltfCorpus } from './corpus-gltf.js';
import type { HostileFile } from './hostile-file.js';
import { startStopwatch } from './stopwatch.js';

// Hostile work grows without bound, so ten seconds tell it from honest work (1.8 s at worst here) on a slow machine.
const MAX_SECONDS = 10;
const MAX_BYTES = 1024 ** 3;

async function check({ file, bytes, error, mayPass }: HostileFile): Promise<void> {
  const before = process.memoryUsage().rss;
  const stopwatch = startStopwatch();
  const asked: string[] = [];
  const resolve = async (path: string) => {
    asked.push(path);
    throw new Error('no such file');
  };
  const outcome = await readModel(file, bytes, { resolve }).catch((reason: unknown) => reason);
  const seconds = stopwatch();
  const grown = process.memoryUsage().rss - before;
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(PosespaceError);
    expect(outcome.message).toMatch(error ?? /^it should be read$/);
  } else {
    if (!mayPass) expect(error).toBeUndefined();
    expect(findFault(outcome as Parameters<typeof findFault>[0])).toBeUndefined();
  }
  for (const path of asked) expect(path).toMatch(/^(?![\\/]|\w+:)(?!.*\.\.)/);
  expect(seconds).toBeLessThan(MAX_SECONDS);
  expect(grown).toBeLessThan(MAX_BYTES);
}

const files = [
  ...strangers(),
  ...objCorpus(),
  ...plyCorpus(),
  ...stlCorpus(),
  ...bvhCorpus(),
  ...rigTextCorpus(),
  ...fbxCorpus(),
  ...(await gltfCorpus()),
].map((file) => ({ ...file, label: `${file.file.replace(/^.*\./, '')}: ${file.what}` }));

describe('corpus', () => {
  it.each(files)('$label', check);

  it('honours the size limit', async () => {
    const limits = { maxBytes: 1000 };
    await expect(readModel('a.obj', new Uint8Array(1001), { limits })).rejects.toThrow(
      /1001 bytes, the limit is 1000/,
    );
  });
});
