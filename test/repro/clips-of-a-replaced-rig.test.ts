/** @file `rig --replace` dropped the clips of the file without a word. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelFile, writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../support/creatures.js';
import { runPosespace } from '../support/fake-terminal.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-replace-'));
  const model = sampleCreature('person').model;
  await writeModelFile(join(folder, 'a.glb'), model);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('they move the new skeleton', async () => {
  const before = await readModelFile(join(folder, 'a.glb'));
  expect(before.clips.length).toBeGreaterThan(0);
  const words = [
    'rig',
    join(folder, 'a.glb'),
    '--replace',
    '--method',
    'geometric',
    '-o',
    join(folder, 'b.glb'),
  ];
  const { code } = await runPosespace(words);
  expect(code).toBe(0);
  const after = await readModelFile(join(folder, 'b.glb'));
  expect(after.clips.map(({ name }) => name)).toEqual(before.clips.map(({ name }) => name));
  expect(after.skeleton!.names).not.toEqual(before.skeleton!.names);
});
