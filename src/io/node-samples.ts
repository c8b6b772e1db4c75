/** @file Opens the sample creatures that ship with the package. */

import { fileURLToPath } from 'node:url';
import { PosespaceError } from '../base/errors.js';
import type { Model } from './model.js';
import { readModelFile } from './node.js';
import { SAMPLES, type SampleName } from './samples.js';

/** Where the package has its samples, seen from this module: the same from the sources and from what is built. */
const FOLDER = new URL('../../samples/', import.meta.url);

/**
 * Opens a sample creature.
 *
 * @example
 * const wolf = await readSample('wolf');
 */
export async function readSample(name: SampleName): Promise<Model> {
  return readModelFile(fileURLToPath(new URL(`${parseSampleName(name)}.glb`, FOLDER)));
}

/** A word as the name of a sample creature. @internal */
export function parseSampleName(word: string): SampleName {
  if (Object.hasOwn(SAMPLES, word)) return word as SampleName;
  throw new PosespaceError(
    'bad-usage',
    `there is no sample creature "${word}"; choose one of ${Object.keys(SAMPLES).join(', ')}`,
  );
}
