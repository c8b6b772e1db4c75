import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { evaluateBodyCommand } from './eval-body.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-body-'));
  await writeModelFile(join(folder, 'fish.glb'), sampleCreature('fish').model);
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify([{ file: 'fish.glb', split: 'train', rigFamily: 'one', category: 'fish' }]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sources are TypeScript, which threads cannot run: everything in one. */
const run = (...words: string[]) =>
  runPosespace(['eval', 'body', folder, '--method', 'geometric', '--jobs', '0', ...words], {
    commands: [evaluateBodyCommand],
  });

test("takes the plan from the joints of artists' rigs, then from labels", async () => {
  const own = await run('--split', 'train', '--json');
  expect(JSON.parse(own.stdout)).toMatchObject({
    meshes: 1,
    right: 1,
    byKind: { fish: { right: 1, all: 1 } },
  });
  await writeFile(
    join(folder, 'labels.json'),
    JSON.stringify({ 'fish.glb': { kind: 'none', body: false }, 'lost.glb': { kind: 'none', body: false } }),
  );
  const labelled = await run('-o', join(folder, 'out.json'), '--sheet', join(folder, 'sheets'));
  expect(labelled.code).toBe(1);
  expect(labelled.stdout).toMatch(/\nno bodies +0 +1\n/);
  expect(labelled.stdout).toMatch(/wrong: fish.glb \(none\): fish, not a body/);
  expect(labelled.stdout).toMatch(/failed: lost.glb/);
  expect(JSON.parse(await readFile(join(folder, 'out.json'), 'utf8'))).toMatchObject({ meshes: 1, right: 0 });
  expect(await readdir(join(folder, 'sheets'))).toEqual([
    expect.stringMatching(/^wrong-fish.glb-none-x-x-x-read-fish/),
  ]);
});

test('makes bodies of held-out kinds where there is no folder', async () => {
  const { stdout } = await runPosespace(
    ['eval', 'body', '--generated', '1', '--method', 'geometric', '--jobs', '0', '--json'],
    { commands: [evaluateBodyCommand] },
  );
  expect(JSON.parse(stdout)).toMatchObject({ meshes: 1, bodies: { all: 1 }, failed: [] });
});
