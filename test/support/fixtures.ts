/**
 * @file Prepares the folder in which tests cache what is slow to make: `node_modules/.cache/posespace/<hash>`. The hash is
 * that of all sources that sample creatures depend on, so a change of any of them starts an empty folder.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/posespace');
const SOURCES = ['src/base', 'src/math', 'src/kernels', 'src/mesh', 'src/rig', 'src/motion', 'src/creatures'];

declare module 'vitest' {
  interface ProvidedContext {
    fixtureFolder: string;
  }
}

/** Called by vitest before the tests of a project. */
export function setup(project: TestProject): void {
  const hash = createHash('sha256').update(process.version);
  for (const folder of SOURCES) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort();
    for (const name of names) hash.update(name).update(readFileSync(join(ROOT, folder, name)));
  }
  const name = hash.digest('hex').slice(0, 16);
  mkdirSync(join(CACHE, name), { recursive: true });
  for (const old of readdirSync(CACHE)) {
    if (old !== name) rmSync(join(CACHE, old), { recursive: true, force: true });
  }
  project.provide('fixtureFolder', join(CACHE, name));
}
