/** @file Writes `sw.js` beside the page: the service worker with the list of all files of the build. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = new URL('./service-worker.js', import.meta.url);

export function writeServiceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'write-service-worker',
    apply: 'build',
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After all other plugins: their files belong to the list.
      order: 'post',
      async handler(_, bundle) {
        const hash = createHash('sha256');
        const files = new Map<string, string | Uint8Array>();
        for (const [name, output] of Object.entries(bundle)) {
          if (name.endsWith('.map')) continue;
          files.set(name, output.type === 'chunk' ? output.code : output.source);
        }
        for (const entry of await readdir(publicFolder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || entry.name === 'open.json') continue;
          const path = join(entry.parentPath, entry.name);
          const name = path.slice(publicFolder.length + 1).replaceAll('\\', '/');
          files.set(name, await readFile(path));
        }
        const names = [...files.keys()].sort();
        for (const name of names) hash.update(name).update(files.get(name)!);
        const code = await readFile(fileURLToPath(SOURCE), 'utf8');
        hash.update(code);
        const version = hash.digest('hex').slice(0, 16);
        const source = `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(names)};\n${code}`;
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
