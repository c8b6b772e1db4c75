/** @file A disk that is full while the embedded queue starts was "something that should not have happened (ErrnoError 51)". */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { skinned } from '../support/sample-documents.js';
import { PROGRAM } from '../support/start-program.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-full-'));
  await writeFile(join(folder, 'a.glb'), skinned().glb());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('it is said in words, and with space again the storage works', async () => {
  const run = (limit: string) =>
    new Promise<{ code: number; stderr: string }>((resolve) => {
      const line = `${limit} "${process.execPath}" "${PROGRAM}" batch inspect a.glb --workers 1`;
      const child = execFile('sh', ['-c', line], { cwd: folder }, (_, __, stderr) =>
        resolve({ code: child.exitCode ?? -1, stderr }),
      );
    });
  // Files of at most 32 kB: a disk that refuses to take more.
  const { code, stderr } = await run('ulimit -f 64;');
  expect(code).toBe(1);
  expect(stderr).toMatch(/the embedded queue in ".posespace" cannot start: .*free space on the disk/);
  await rm(join(folder, '.posespace', 'queue'), { recursive: true, force: true });
  expect((await run('')).code).toBe(0);
});
