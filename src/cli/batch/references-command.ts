/**
 * @file Which files beside it a file refers to: found by reading it, for which a batch has a process that may hang or die. No
 * command of the command line.
 */

import { dirname, join } from 'node:path';
import { readBytes } from '../../io/node.js';
import { readModel } from '../../io/read.js';
import { defineCommand } from '../shared/shell.js';

export interface FoundReferences {
  readonly names: readonly string[];
}

/** Names of files that reading a file asks for and that are there. A file that cannot be read fails as a job. */
export const referencesCommand = defineCommand({
  usage: 'references <file>',
  summary: 'Files beside it that a file refers to',
  examples: [],
  async run(_, path) {
    const bytes = await readBytes(path);
    const names = new Set<string>();
    const resolve = async (name: string) => {
      const found = await readBytes(join(dirname(path), ...name.split('/')));
      if (!name.split('/').includes('..')) names.add(name);
      return found;
    };
    await readModel(path, bytes, { resolve }).catch(() => undefined);
    const data: FoundReferences = { names: [...names].sort() };
    return { data, text: '' };
  },
});
