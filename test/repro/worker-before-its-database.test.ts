/** @file A worker that was started while its database was away ended at once; running ones wait. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresServer, type PostgresServer } from '../support/postgres-server.js';
import { startProgram } from '../support/start-program.js';

let folder: string;
let server: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-early-'));
  server = await createPostgresServer();
});
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

it('it waits for it, and ends when it is told to', async () => {
  const words = ['worker', '--queue', server.address, '--storage', join(folder, 'storage')];
  const [patient, told] = [startProgram(words, { cwd: folder }), startProgram(words, { cwd: folder })];
  expect((await patient.until('waiting'))[0].reason).toMatch(/cannot use the queue/);
  await told.until('waiting');
  told.child.kill('SIGTERM');
  expect(await told.ended).toBe(0);
  await server.start();
  expect(await patient.until('ready')).toHaveLength(1);
  patient.child.kill('SIGTERM');
  expect(await patient.ended).toBe(0);
}, 120_000);
