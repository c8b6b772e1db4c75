/** @file Bundler aliases of the public sub-paths, read from the exports of the root package.json. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);

export function packageAliases(): { readonly find: RegExp; readonly replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  return Object.entries(exports).map(([subPath, { default: file }]) => ({
    find: new RegExp(`^posespace${subPath.slice(1)}$`),
    replacement: fileURLToPath(new URL(file, ROOT)),
  }));
}
