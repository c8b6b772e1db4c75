/**
 * @file A loader for TypeScript: `.js` specifiers find their `.ts` source, types are stripped by esbuild. Threads
 * inherit it with `--import`. tsx was dropped: it names every closure at run time, which slows the loops we measure.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

export async function resolve(specifier, context, nextResolve) {
  if (/^\.{1,2}\//.test(specifier) && specifier.endsWith('.js') && context.parentURL?.startsWith('file:')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

/** `POSESPACE_PARAMETERS=<model>=<file.json>` puts another record in place of that of models/<model>/parameters.js. */
const [replacedModel, replacement] = (process.env.POSESPACE_PARAMETERS ?? '').split('=');

export async function load(url, context, nextLoad) {
  if (replacement && url.endsWith(`/models/${replacedModel}/parameters.js`)) {
    const source = await readFile(fileURLToPath(url), 'utf8');
    const name = /export const (\w+)/.exec(source)[1];
    const record = await readFile(replacement, 'utf8');
    return { format: 'module', source: `export const ${name} = ${record};`, shortCircuit: true };
  }
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: path,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
