/** @file Small wrongs of the command line: a folder with one mesh, a folder of models, numbers that were not kept to. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expandInputs } from '../../src/cli/batch/expand-inputs.js';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../support/creatures.js';
import { runPosespace } from '../support/fake-terminal.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-wrongs-'));
  await mkdir(at('one'));
  await mkdir(at('models', 'more'), { recursive: true });
  const model = sampleCreature('person').model;
  await writeModelFile(at('one', 'body.obj'), model);
  for (const name of ['a.obj', 'b.GLB', 'notes.txt', join('more', 'c.fbx')]) {
    await writeFile(at('models', name), name);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a folder with one mesh is rigged; another number of joints than asked for is said', async () => {
  const words = ['rig', at('one'), '--joints', '5', '--json', '-o', at('one.glb')];
  const { code, stdout } = await runPosespace(words);
  expect(code).toBe(0);
  const { joints, findings } = JSON.parse(stdout);
  expect(joints.length).toBeGreaterThan(5);
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'other-joint-count',
      message: expect.stringContaining(`--joints 5 was asked for, and the skeleton has ${joints.length}`),
    }),
  );
});

it('a folder of a batch is the models in it', async () => {
  const found = await expandInputs([at('models')]);
  expect(found.map(({ name, folder: isFolder }) => [name, isFolder])).toEqual([
    ['a', false],
    ['b', false],
    ['more/c', false],
  ]);
  await mkdir(at('empty'));
  await expect(expandInputs([at('empty')])).rejects.toThrow(/there is no model in/);
});

it('an output of unknown kind lists what can be written', async () => {
  const { stderr } = await runPosespace(['convert', at('one', 'body.obj'), at('out.xyz')]);
  expect(stderr).toMatch(/unknown extension "xyz"; posespace writes glb, vrm/);
  expect(stderr).not.toMatch(/\b(off|dae|3mf)\b/);
});
