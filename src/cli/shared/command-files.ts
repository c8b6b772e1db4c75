/** @file Small files that commands read and write: JSON in, JSON out, names beside the input. */

import { readBytes, writeBytesFile } from '../../io/node.js';

/** JSON files that are given with a flag are small. */
const LARGEST_JSON = 1 << 20;

/** Reads a JSON file of at most 1 MiB; calls `fail` where it is not JSON. */
export async function readJsonFile(path: string, fail: () => never): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path, LARGEST_JSON));
  try {
    return JSON.parse(text);
  } catch {
    return fail();
  }
}

/** Writes data as an indented JSON file, whole or not at all. */
export async function writeJsonFile(path: string, data: object): Promise<void> {
  await writeBytesFile(path, new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`));
}

/** The input's path with another ending: `wolf.obj` and `-rigged.glb` give `wolf-rigged.glb`. */
export const besideInput = (input: string, ending: string): string =>
  `${input.replace(/[\\/]+$/, '').replace(/\.[^.\\/]*$/, '')}${ending}`;
