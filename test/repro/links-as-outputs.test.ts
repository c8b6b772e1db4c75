/** @file A link at the guessable temporary name was followed and its target overwritten; links and pipes were replaced. */

import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeBytesFile, writeFiles } from '../../src/io/node.js';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-links-'));
  await writeFile(at('precious'), 'precious');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('model');

it('a link at the name of the temporary file of earlier versions is left alone', async () => {
  await symlink(at('precious'), at(`a.glb.${process.pid}.part`));
  await writeBytesFile(at('a.glb'), bytes);
  expect(await readFile(at('a.glb'), 'utf8')).toBe('model');
  expect(await readFile(at('precious'), 'utf8')).toBe('precious');
});

it('an output that is a link or a pipe is refused, and no file of the output is written', async () => {
  await symlink(at('precious'), at('link.glb'));
  await symlink(at('absent'), at('dangling.glb'));
  execFileSync('mkfifo', [at('pipe.glb')]);
  const files = (name: string) => [
    { name: 'first.mtl', bytes },
    { name, bytes },
  ];
  await expect(writeFiles(folder, files('link.glb'))).rejects.toThrow(
    /link.glb": it is a link; give the path/,
  );
  await expect(writeFiles(folder, files('dangling.glb'))).rejects.toThrow(/it is a link/);
  await expect(writeFiles(folder, files('pipe.glb'))).rejects.toThrow(/it is a pipe or device; write to -/);
  expect(await readFile(at('precious'), 'utf8')).toBe('precious');
  expect((await lstat(at('link.glb'))).isSymbolicLink()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['dangling.glb', 'link.glb', 'pipe.glb', 'precious']);
});
