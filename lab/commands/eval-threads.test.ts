/** @file Evaluations by the lab's program, on threads. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';

const REGISTER = fileURLToPath(new URL('../register.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../lab.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-evaluate-'));
  await writeModelFile(join(folder, 'fish1.glb'), sampleCreature('fish').model);
  await writeModelFile(join(folder, 'fish2.glb'), sampleCreature('clownfish').model);
  await writeFile(join(folder, 'broken.glb'), 'not a model');
  const files = ['fish1.glb', 'broken.glb', 'fish2.glb'];
  const rows = files.map((file) => ({ file, category: 'fish', split: 'train', rigFamily: file }));
  await writeFile(join(folder, 'index.json'), JSON.stringify(rows));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the program prints; it ends with 1, one of the files being broken. */
async function evaluate(...words: string[]) {
  const failure = await promisify(execFile)(process.execPath, [
    '--import',
    pathToFileURL(REGISTER).href,
    PROGRAM,
    'eval',
    ...words,
    '--json',
  ]).then(
    () => undefined,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(failure).toMatchObject({ code: 1, stderr: '' });
  return JSON.parse(failure!.stdout);
}

/** Without the figures that a clock gives. */
const timeless = (data: object) =>
  JSON.parse(JSON.stringify(data), (key, value) =>
    /^(seconds|microsecondsPerVertex)$/.test(key) ? 0 : value,
  );

it('eval skin says the same on any number of threads', async () => {
  const two = await evaluate('skin', folder, '--jobs', '2');
  expect(two.perRig.map(({ file }: { file: string }) => file)).toEqual(['fish1.glb', 'fish2.glb']);
  expect(two.failed).toEqual([{ file: 'broken.glb', error: expect.stringContaining('io/read') }]);
  expect(timeless(await evaluate('skin', folder, '--jobs', '1'))).toEqual(timeless(two));
});

it('eval rig goes on where a file is broken', async () => {
  const { perRig, failed } = await evaluate('rig', folder, '--method', 'geometric');
  expect(perRig).toMatchObject([
    { file: 'fish1.glb', categorySkeleton: { from: 'fish2.glb' } },
    { file: 'fish2.glb', categorySkeleton: { from: 'fish1.glb' } },
  ]);
  expect(failed).toEqual([{ file: 'broken.glb', error: expect.stringContaining('io/read') }]);
});
