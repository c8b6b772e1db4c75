/** @file Writes data as an indented JSON file, whole or not at all. */

import { writeBytesFile } from '../../io/node.js';

export async function writeJsonFile(path: string, data: object): Promise<void> {
  await writeBytesFile(path, new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`));
}
