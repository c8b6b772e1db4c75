/**
 * @file Files from operands: paths, and patterns that the shell did not expand: `*` and `?` within a name, `**` for folders,
 * `{obj,ply}` for alternatives; one that ends with `/` matches folders of frames. A folder stands for its models. Each input gets a name, its path from where
 * the patterns begin, without its ending: `meshes/**\/*.obj` names `meshes/cats/lion.obj` as `cats/lion`.
 */

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { FILE_EXTENSIONS } from '../../io/file-formats.js';

export interface BatchInput {
  /** As found, from where the command was started. */
  readonly path: string;
  /** Of its results: `cats/lion`. */
  readonly name: string;
  readonly folder: boolean;
}

const MAGIC = /[*?{]/;

/** What a folder is searched for: texts may be anything. */
const MODELS = FILE_EXTENSIONS.filter((extension) => extension !== 'txt').flatMap((extension) => [
  extension,
  extension.toUpperCase(),
]);

/** All inputs, in order, each once. */
export async function expandInputs(operands: readonly string[]): Promise<BatchInput[]> {
  const found = new Map<string, { path: string; folder: boolean }>();
  const bases: string[] = [];
  for (const operand of operands) {
    const isFolder = !MAGIC.test(operand) && (await stat(operand).catch(() => undefined))?.isDirectory();
    const pattern = isFolder ? `${operand.replace(/[\\/]+$/, '')}/**/*.{${MODELS.join()}}` : operand;
    const matches = MAGIC.test(pattern) ? await findMatches(pattern) : await findOne(pattern);
    if (matches.length === 0) {
      const what = isFolder ? 'there is no model in' : 'nothing matches';
      throw new PosespaceError('bad-usage', `batch: ${what} "${operand}"`);
    }
    bases.push(MAGIC.test(pattern) ? baseOf(pattern) : dirname(resolve(pattern)));
    for (const match of matches) found.set(resolve(match.path), match);
  }
  const base = bases.reduce(commonFolder);
  const inputs = [...found].map(([whole, { path, folder }]) => {
    const name = relative(base, whole).split(sep).join('/');
    return { path, folder, name: folder ? name : name.replace(/\.[^./]*$/, '') };
  });
  const names = new Map<string, string>();
  for (const { name, path } of inputs) {
    if (names.has(name)) {
      throw new PosespaceError(
        'bad-usage',
        `batch: the results of "${names.get(name)}" and "${path}" would have one name; submit them apart`,
      );
    }
    names.set(name, path);
  }
  return inputs.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function findOne(path: string): Promise<{ path: string; folder: boolean }[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new PosespaceError('file', `batch: cannot read "${path}": it does not exist`);
  return [{ path, folder: info.isDirectory() }];
}

/** Files that a pattern matches; folders where it ends with a slash. */
async function findMatches(pattern: string): Promise<{ path: string; folder: boolean }[]> {
  const folders = /[\\/]$/.test(pattern);
  const whole = resolve(pattern).split(sep).join('/');
  const matcher = new RegExp(`^${toExpression(whole)}$`);
  const base = baseOf(pattern);
  const deep = pattern.includes('**');
  const depth = whole.split('/').length - base.split(sep).length;
  const matches: { path: string; folder: boolean }[] = [];
  const walk = async (folder: string, level: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder === folders && matcher.test(path.split(sep).join('/'))) {
        matches.push({ path: relative('.', path) || path, folder: folders });
      }
      if (isFolder && (deep || level < depth)) await walk(path, level + 1);
    }
  };
  await walk(base, 1);
  return matches;
}

/** The folder before the first part of a pattern with a wildcard. */
function baseOf(pattern: string): string {
  const parts = resolve(pattern).split(sep);
  const magic = parts.findIndex((part) => MAGIC.test(part));
  return parts.slice(0, magic).join(sep) || sep;
}

function toExpression(pattern: string): string {
  let [expression, inBraces] = ['', false];
  for (let i = 0; i < pattern.length; i++) {
    const letter = pattern[i];
    if (pattern.startsWith('**/', i)) {
      expression += '(?:[^/]+/)*';
      i += 2;
    } else if (letter === '*') expression += '[^/]*';
    else if (letter === '?') expression += '[^/]';
    else if (letter === '{' || letter === '}') {
      inBraces = letter === '{';
      expression += inBraces ? '(?:' : ')';
    } else if (letter === ',' && inBraces) expression += '|';
    else expression += letter.replace(/[.+^$()|[\]\\]/, '\\$&');
  }
  if (inBraces) throw new PosespaceError('bad-usage', `batch: "${basename(pattern)}" has a { without its }`);
  return expression;
}

function commonFolder(a: string, b: string): string {
  const [left, right] = [a.split(sep), b.split(sep)];
  const length = left.findIndex((part, i) => part !== right[i]);
  return (length < 0 ? left : left.slice(0, length)).join(sep) || sep;
}
