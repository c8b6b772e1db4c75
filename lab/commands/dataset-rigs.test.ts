import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import type { BodyIndex } from '../bodies/encode-bodies.js';
import { datasetRigsCommand } from './dataset-rigs.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-bodies-'));
  const fish = sampleCreature('fish');
  await writeModelFile(join(folder, 'fish.glb'), fish.model);
  await writeFile(join(folder, 'broken.glb'), 'not a model');
  const shared = { category: 'fish', split: 'train', rigFamily: 'one' };
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify([
      { file: 'fish.glb', name: 'trout', source: 'pond', ...shared },
      { file: 'fish.glb', name: 'box', source: 'luanti-pond', ...shared },
      { file: 'broken.glb', source: 'pond', ...shared },
    ]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('writes a shard and an index, and says what was left out', async () => {
  const output = join(folder, 'bodies');
  const { code, stdout } = await runPosespace(['dataset', 'rigs', folder, '-o', output], {
    commands: [datasetRigsCommand],
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^kind +bodies +families +counted +held out\nfish +1 +1 +1 +\d\n/);
  expect(stdout).toMatch(/left out: 1 io\/read/);
  expect((await readdir(output)).sort()).toEqual(['bodies-000.safetensors', 'index.json']);
  const index: BodyIndex = JSON.parse(await readFile(join(output, 'index.json'), 'utf8'));
  expect(index.rows).toHaveLength(1);
  expect(index.rows[0]).toMatchObject({
    name: 'trout',
    source: 'pond',
    whole: 0,
    counts: { tails: 1, legs: 0 },
  });
});

test('makes bodies, things and lone parts, the same for the same seed', async () => {
  const write = async (name: string, seed: string) => {
    const output = join(folder, name);
    const words = ['--no-real', '--generated', '2', '--things', '2', '--parts', '1', '--seed', seed];
    const { code } = await runPosespace(['dataset', 'rigs', folder, '-o', output, ...words], {
      commands: [datasetRigsCommand],
    });
    expect(code).toBe(0);
    return {
      bytes: await readFile(join(output, 'bodies-000.safetensors')),
      index: JSON.parse(await readFile(join(output, 'index.json'), 'utf8')) as BodyIndex,
    };
  };
  const [first, again, other] = [await write('a', '1'), await write('b', '1'), await write('c', '2')];
  expect(first.index.rows.map(({ source }) => source)).toEqual([
    'generator',
    'generator',
    'things',
    'things',
    'things',
  ]);
  expect(first.index.rows.map(({ whole }) => first.index.wholes[whole]).slice(0, 4)).toEqual([
    'body',
    'body',
    'nothing',
    'nothing',
  ]);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect(other.bytes.equals(first.bytes)).toBe(false);
});
