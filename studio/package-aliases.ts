/** @file Bundler aliases of the public sub-paths, read from the exports of the root package.json. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);

export function packageAliases(): { readonly find: RegExp; readonly replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    exports: Record<string, { default: string } | string>;
  };
  // Files that are no modules, as those of `samples`, have no alias.
  return Object.entries(exports).flatMap(([subPath, target]) =>
    typeof target === 'string'
      ? []
      : {
          find: new RegExp(`^posespace${subPath.slice(1)}$`),
          replacement: fileURLToPath(new URL(target.default, ROOT)),
        },
  );
}
