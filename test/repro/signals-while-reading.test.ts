/** @file While a file was parsed, Ctrl-C and SIGTERM were not heard: the parser lets no events in. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeText } from '../samples/formats.js';
import { PROGRAM } from '../support/start-program.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-signals-'));
  // Seconds of work in a few kilobytes.
  const xml = encodeText(`<model>${'<a></a>'.repeat(30_000_000)}</model>`);
  await writeFile(join(folder, 'slow.3mf'), zipSync({ '3D/3dmodel.model': xml }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LIMITS = ['--max-memory', '20000000000', '--max-elements', '100000000'];

/** Waits until the file is unpacked: from then on the parser is at work. */
async function untilParsing(child: ChildProcess): Promise<void> {
  const kilobytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', `${child.pid}`], { encoding: 'utf8' }));
  while (child.exitCode === null && kilobytes() < 350_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

it.each([
  ['inspect', 'SIGINT'],
  ['convert', 'SIGTERM'],
  ['splats', 'SIGTERM'],
] as const)('%s ends within a second of %s', async (command, name) => {
  const operands = command === 'convert' ? ['slow.3mf', 'out.glb'] : ['slow.3mf'];
  const child = spawn(process.execPath, [PROGRAM, command, ...operands, ...LIMITS], { cwd: folder });
  const ended = new Promise<unknown>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  await untilParsing(child);
  expect(child.exitCode).toBeNull();
  const start = performance.now();
  child.kill(name);
  expect([name, 130]).toContain(await ended);
  expect(performance.now() - start).toBeLessThan(1000);
});
