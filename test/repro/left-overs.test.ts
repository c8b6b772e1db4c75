/** @file What a killed process was writing stayed for ever, beside outputs and in the system's temporary folder. */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAM } from '../support/start-program.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-left-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const MODULE = pathToFileURL(join(PROGRAM, '../../io/node-scratch.js')).href;

/** Starts a process that uses a folder in the temporary folder and one beside an output. */
async function start(temporary: string, output: string, ends: boolean) {
  const wait = ends ? '' : 'await new Promise((r) => setTimeout(r, 60_000));';
  const program = `
    import { writeFile } from 'node:fs/promises';
    import { withScratch, withTemporaryFolder } from '${MODULE}';
    await withTemporaryFolder((a) => withScratch(process.argv[1], async (b) => {
      for (const folder of [a, b]) await writeFile(folder + '/half', 'half');
      console.log('there');
      ${wait}
    }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, output], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

it('the next run removes it', async () => {
  const [temporary, output] = [join(folder, 'tmp'), join(folder, 'out')];
  for (const one of [temporary, output]) await mkdir(one);
  const killed = await start(temporary, output, false);
  const gone = new Promise((resolve) => killed.once('exit', resolve));
  killed.kill('SIGKILL');
  await gone;
  for (const one of [temporary, output]) expect(await readdir(one)).toHaveLength(1);
  const next = await start(temporary, output, true);
  expect(await new Promise((resolve) => next.once('exit', resolve))).toBe(0);
  for (const one of [temporary, output]) expect(await readdir(one)).toEqual([]);
});
