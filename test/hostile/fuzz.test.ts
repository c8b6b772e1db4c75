/**
 * @file Every reader against thousands of broken files: either a model whose arrays are finite and in range, or an
 * error that says what to do, within ten seconds; what is written of the model is valid and is read again. Seeded: a failure names the file and the number to see it again.
 */

import { describe, expect, it } from 'vitest';
import { PosespaceError } from '../../src/base/errors.js';
import { createRng } from '../../src/base/rng.js';
import { readModel } from '../../src/io/read.js';
import { findFault } from './check-model.js';
import { findWrittenFault } from './check-written.js';
import { mutate } from './mutate.js';
import { makeSeeds, type Seed } from './seeds.js';
import { startStopwatch } from './stopwatch.js';

const MUTATIONS = Number(process.env.FUZZ_MUTATIONS ?? 300);
const FIRST = Number(process.env.FUZZ_FIRST ?? 0);
/** Every how many what was read is written too. */
const WRITTEN = Number(process.env.FUZZ_WRITTEN ?? 5);
// Hostile work grows without bound, so ten seconds tell it from honest work (1.8 s at worst here) on a slow machine.
const MAX_SECONDS = 10;

const seeds = await makeSeeds();

async function tryFile(seed: Seed, bytes: Uint8Array, write: boolean): Promise<string | undefined> {
  const stopwatch = startStopwatch();
  let fault: string | undefined;
  try {
    const model = await readModel(seed.file, bytes, {
      resolve: async (path) => {
        const file = seed.beside?.[path];
        if (!file) throw new Error('no such file');
        return file;
      },
    });
    fault = findFault(model);
    const isGltf = /\.(glb|gltf)$/.test(seed.file);
    if (write) fault ??= await findWrittenFault(model, isGltf ? bytes : undefined);
  } catch (error) {
    if (!(error instanceof PosespaceError))
      fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    else if (!/^[\w-]+\/[\w-]+: ./.test(error.message)) fault = `message without a place: ${error.message}`;
  }
  const seconds = stopwatch();
  return fault ?? (seconds > MAX_SECONDS ? `took ${seconds.toFixed(1)} s` : undefined);
}

describe('fuzz', () => {
  it.each(seeds)('$file is valid before it is broken', async (seed) => {
    expect(await tryFile(seed, seed.bytes, true)).toBeUndefined();
    await readModel(seed.file, seed.bytes);
  });

  it.each(seeds)('$file broken', async (seed) => {
    const faults: string[] = [];
    for (let n = FIRST; n < FIRST + MUTATIONS; n++) {
      const fault = await tryFile(seed, mutate(seed, createRng(n)), n % WRITTEN === 0);
      if (fault) faults.push(`mutation ${n}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
