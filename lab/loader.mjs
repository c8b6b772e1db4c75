/**
 * @file A loader for TypeScript: `.js` specifiers find their `.ts` source, types are stripped by esbuild and the result
 * is kept in node_modules/.cache. Threads inherit it with `--import`. tsx was dropped: it names every closure at run
 * time, which slows the loops we measure.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const CACHE = new URL('../node_modules/.cache/posespace-lab/', import.meta.url);
mkdirSync(CACHE, { recursive: true });

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
  return {
    format: 'module',
    source: await stripTypes(path, await readFile(path, 'utf8')),
    shortCircuit: true,
  };
}

/** JavaScript of a TypeScript source: from the cache, else by esbuild, which is only loaded then. */
async function stripTypes(path, source) {
  const key = createHash('sha1').update(path).update('\0').update(source).digest('hex');
  const cached = new URL(`${key}.js`, CACHE);
  if (existsSync(cached)) return readFile(cached, 'utf8');
  const { transform } = await import('esbuild');
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: path,
  });
  // Threads may write the same file at once: each writes its own and renames it.
  const own = new URL(`${key}.${process.pid}.${Math.random()}`, CACHE);
  await writeFile(own, code);
  await rename(own, cached);
  return code;
}
