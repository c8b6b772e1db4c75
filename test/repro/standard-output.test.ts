/** @file Standard output that could not be written was called done: a full disk gave a truncated file and exit code 0. */

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { skinned } from '../support/sample-documents.js';
import { PROGRAM } from '../support/start-program.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-stdout-'));
  await writeFile(join(folder, 'a.glb'), skinned().glb());
  // Larger than a block of 512 bytes, the unit of the limit below.
  expect((await stat(join(folder, 'a.glb'))).size).toBeGreaterThan(1024);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A line of the shell; `posespace` is the built program. */
const shell = (line: string) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const whole = line.replaceAll('posespace', `"${process.execPath}" "${PROGRAM}"`);
    const child = execFile('sh', ['-c', whole], { cwd: folder }, (_, __, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    );
  });

it.each(['convert a.glb -', 'inspect a.glb', 'inspect a.glb --json', '--help'])(
  '%s to a full device fails',
  async (words) => {
    const { code, stderr } = await shell(`posespace ${words} > /dev/full`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot write standard output: the disk is full/);
  },
);

it('a file that ends in the middle fails', async () => {
  const { code, stderr } = await shell('ulimit -f 1; posespace convert a.glb - > cut.glb');
  expect(code).toBe(1);
  expect(stderr).toMatch(/cannot write standard output: the file is larger than the system allows/);
  expect((await stat(join(folder, 'cut.glb'))).size).toBe(512);
});

it('a file, a pipe and a pipe that is closed are as they were', async () => {
  expect((await shell('posespace convert a.glb - > whole.glb')).code).toBe(0);
  expect((await shell('posespace convert a.glb - | cat > piped.glb')).code).toBe(0);
  const whole = await readFile(join(folder, 'whole.glb'));
  expect(whole.equals(await readFile(join(folder, 'piped.glb')))).toBe(true);
  const child = spawn(process.execPath, [PROGRAM, 'convert', 'a.glb', '-'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});
