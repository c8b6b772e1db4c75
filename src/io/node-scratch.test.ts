import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeUnfinished, withScratch } from './node-scratch.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that has ended. */
const dead = () => spawnSync(process.execPath, ['-e', '0']).pid;
const nameOf = (pid: number, host = hostname()) => `.posespace-${randomUUID()}.${pid}@${host}.part`;

it('removes what a process of this machine left when it was killed, and nothing else', async () => {
  const left = nameOf(dead());
  const kept = [nameOf(process.pid), nameOf(dead(), 'elsewhere'), 'a.glb.part', '.posespace'];
  for (const name of [left, ...kept]) await mkdir(join(folder, name));
  await writeFile(join(folder, left, 'half.glb'), 'half');
  await symlink(folder, join(folder, nameOf(dead())));
  await removeUnfinished(folder);
  const names = await readdir(folder);
  expect(names.filter((name) => kept.includes(name))).toHaveLength(kept.length);
  // A link of that name is nothing that a process of ours makes.
  expect(names).toHaveLength(kept.length + 1);
  await removeUnfinished(join(folder, 'absent'));
});

it('gives a folder of its own that is gone afterwards, also after an error', async () => {
  const seen: string[] = [];
  const use = (fail: boolean) =>
    withScratch(folder, async (scratch) => {
      seen.push(scratch);
      expect((await lstat(scratch)).mode & 0o077).toBe(0);
      if (fail) throw new Error('no');
    });
  await use(false);
  await expect(use(true)).rejects.toThrow('no');
  expect(new Set(seen).size).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});
