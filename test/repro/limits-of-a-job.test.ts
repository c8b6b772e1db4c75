/**
 * @file A file that hung or took all memory held a lane of a batch for ever, and ended the server of an assistant: commands had
 * no limits, and a thread that runs out of memory takes its process along.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandProcesses, createCommandProcesses } from '../../src/cli/processes/command-processes.js';
import { PROGRAM, startProgram } from '../support/start-program.js';

let folder: string;
let create: typeof createCommandProcesses;
const at = (name: string) => join(folder, name);
const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
/** Megabytes that the program may take: enough to start, not enough for the large file. */
const SMALL = '300';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-limits-'));
  await writeFile(at('small.obj'), TRIANGLE);
  const count = 1_400_000;
  const rows = Array.from({ length: count }, (_, i) => `${i} ${i % 7} ${i % 11}`);
  for (let i = 2; i < count; i++) rows.push(`3 ${i} ${i - 1} ${i - 2}`);
  await writeFile(at('large.off'), `OFF\n${count} ${count - 2} 0\n${rows.join('\n')}`);
  const module = join(PROGRAM, '../processes/command-processes.js');
  ({ createCommandProcesses: create } = await import(module));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inspect = (processes: CommandProcesses, name: string) =>
  processes.run({ command: 'inspect', operands: [at(name)], flags: {} });
const failure = { error: expect.objectContaining({ code: 'over-limit' }) };

it('a command that takes too much time or memory is an answer, and the next one runs', async () => {
  const quick = create(1, { timeLimit: 0.05, memoryLimit: 4096 });
  expect(await inspect(quick, 'large.off')).toEqual(failure);
  await quick.close();
  const tight = create(1, { timeLimit: 60, memoryLimit: Number(SMALL) });
  expect(await inspect(tight, 'large.off')).toEqual(failure);
  expect(await inspect(tight, 'small.obj')).toMatchObject({ data: {} });
  await tight.close();
});

it('a batch says why a file is dead, tries it once, and does the others', async () => {
  const words = ['batch', 'inspect', 'small.obj', 'large.off', '--workers', '2', '--memory-limit', SMALL];
  const { seen, ended } = startProgram(words, { cwd: folder });
  expect(await ended).toBe(1);
  const of = (kind: string) => seen.filter(({ event }) => event === kind);
  expect(of('done')).toMatchObject([{ name: 'small.obj' }]);
  expect(of('failed')).toEqual([]);
  expect(of('dead')).toMatchObject([
    { name: 'large.off', reason: expect.stringMatching(/took more memory/) },
  ]);
  const manifest = JSON.parse(
    await readFile(String(of('finished')[0].manifest).replace(/^/, `${folder}/`), 'utf8'),
  );
  expect(manifest.totals).toMatchObject({ done: 1, dead: 1 });
}, 120_000);

it('the server of an assistant outlives a command that dies', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [PROGRAM, 'mcp', folder, '--memory-limit', SMALL];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
  try {
    const call = (file: string) => client.callTool({ name: 'inspect', arguments: { file } });
    const answers = await Promise.all([call('large.off'), call('small.obj')]);
    expect(answers.map(({ isError = false }) => isError)).toEqual([true, false]);
    expect(JSON.stringify(answers[0].content)).toMatch(/took more memory than 300 MiB/);
    expect((await call('small.obj')).isError).toBeUndefined();
  } finally {
    await client.close();
  }
}, 120_000);
