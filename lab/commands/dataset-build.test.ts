import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import type { ShardRow } from '../dataset/encode-shards.js';
import { datasetCommand } from './dataset-build.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-dataset-'));
  const fish = sampleCreature('fish');
  await writeModelFile(at('fish.glb'), fish.model);
  await writeModelFile(at('still.glb'), { ...fish.model, clips: [] });
  await writeFile(at('broken.glb'), 'not a model');
  const shared = { source: 'pond', licence: 'CC0-1.0', category: 'fish', split: 'train', rigFamily: 'fish' };
  await writeFile(
    at('index.json'),
    JSON.stringify([
      { file: 'fish.glb', name: 'fish', ...shared },
      { file: 'still.glb', name: 'borrower', clipsFrom: 'fish.glb', ...shared },
      { file: 'still.glb', name: 'still', ...shared },
      { file: 'broken.glb', ...shared },
      { file: 'fish.glb', ...shared, split: 'test' },
    ]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sources are TypeScript, which threads cannot run: everything in one. */
const run = (...words: string[]) =>
  runPosespace(['dataset', 'build', ...words, '--jobs', '0'], { commands: [datasetCommand] });

describe('dataset build', () => {
  it('writes shards and says what is in them', async () => {
    const { code, stdout } = await run(folder, '-o', at('shards'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^body plan +rigs +families +frames\nfish +2 +1 +\d+\nall +2 +1 +\d+\n/);
    expect(stdout).toMatch(/\nclips +3, and 3 that rigs share\n/);
    expect(stdout).toMatch(/\nfiles left out +1 no clips, 1 io\/read: "[^"]*broken.glb" is not a GLB/);
    expect((await readdir(at('shards'))).sort()).toEqual([
      'card.json',
      'poses.safetensors',
      'rigs.json',
      'rigs.safetensors',
    ]);
    const rows = JSON.parse(await readFile(at('shards', 'rigs.json'), 'utf8'));
    expect(rows).toMatchObject([
      { name: 'fish', source: 'pond', split: 'train', bodyPlan: 'fish', shared: [] },
      { name: 'borrower', clips: [], frameCount: 0 },
    ]);
    expect(rows[1].shared).toHaveLength(3);
  });

  it('adds creatures of our own, and prints the card', async () => {
    const { code, stdout } = await run(
      folder,
      '-o',
      at('more'),
      '--creatures',
      '1',
      '--split',
      'test',
      '--json',
    );
    expect(code).toBe(0);
    const card = JSON.parse(stdout);
    expect(card).toMatchObject({ rigs: 2, families: 2, licences: { MIT: { rigs: 1 } } });
    expect(card.command).toBe('npm run lab -- dataset build <folder> --split test --creatures 1');
    const rows = JSON.parse(await readFile(at('more', 'rigs.json'), 'utf8'));
    expect(rows[1]).toMatchObject({
      file: 'posespace/biped-1000',
      family: 'posespace-biped',
      source: 'posespace',
      bodyPlan: 'biped',
      split: 'test',
    });
    expect(rows[1].clips.length).toBeGreaterThan(10);
  });

  it('lends clips among rigs of one body plan', async () => {
    const { code, stdout } = await run(folder, '-o', at('lent'), '--creatures', '4', '--lend', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).command).toBe(
      'npm run lab -- dataset build <folder> --split train --creatures 4 --lend',
    );
    const rows: ShardRow[] = JSON.parse(await readFile(at('lent', 'rigs.json'), 'utf8'));
    const lentTo = (family: string) =>
      new Set(rows.find((row) => row.family === family)!.clips.map(({ lentBy }) => lentBy));
    expect(lentTo('fish')).toEqual(new Set([undefined, 'posespace-fish']));
    expect(lentTo('posespace-fish')).toEqual(new Set([undefined, 'fish']));
    expect(lentTo('posespace-bird')).toEqual(new Set([undefined]));
  });

  it('refuses what is no data set, and writes nothing', async () => {
    const unknown = await run(folder, '-o', at('none'), '--split', 'spare');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/its splits are: test, train/)]);
    const many = await run(folder, '-o', at('none'), '--creatures', 'many');
    expect([many.code, many.stderr]).toEqual([
      2,
      expect.stringMatching(/--creatures must be a whole number/),
    ]);
    const missing = await run(at('nowhere'), '-o', at('none'));
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/does not exist/)]);
    await expect(readdir(at('none'))).rejects.toThrow();
  });
});
