import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { dressed, furniture } from '../../../test/support/sample-documents.js';
import { readSplats } from '../../io/splat/splat-files.js';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-splats-'));
  await writeFile(at('hero.glb'), dressed().glb());
  await writeFile(at('chair.glb'), furniture().glb());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('writes splats of a mesh, which render binds to the rig again', async () => {
  for (const name of ['hero.ply', 'hero.splats.glb']) {
    const written = await runPosespace([
      'splats',
      at('hero.glb'),
      '--count',
      '300',
      '-o',
      at(name),
      '--json',
    ]);
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(written.stdout)).toEqual({ file: at(name), splats: 300 });
    expect((await readSplats(await readFile(at(name)))).opacities.length).toBe(300);
    const drawn = await runPosespace([
      'render',
      at('hero.glb'),
      '--splats',
      at(name),
      '--size',
      '48',
      '-o',
      at('a.png'),
    ]);
    expect(drawn.code).toBe(0);
    expect(new Set(decode(await readFile(at('a.png'))).data).size).toBeGreaterThan(20);
  }
});

it('says what is missing', async () => {
  const bare = await runPosespace(['splats', at('chair.glb'), '-o', at('chair.ply')]);
  expect(bare).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/has no rig; run "posespace rig" first/),
  });
  // Splats have no surface: nothing is drawn, converted or rigged without a word.
  await runPosespace(['splats', at('hero.glb'), '--count', '9', '-o', at('only.glb')]);
  const empty = await runPosespace(['render', at('only.glb')]);
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringMatching(/no surface.*hero\.glb --splats/) });
  await runPosespace(['splats', at('hero.glb'), '--count', '9', '-o', at('only.ply')]);
  const cloud = await runPosespace(['render', at('only.ply')]);
  expect(cloud).toMatchObject({ code: 1, stderr: expect.stringMatching(/Gaussian splats and no faces/) });
  const lost = await runPosespace(['render', at('hero.glb'), '--splats', at('none.ply')]);
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringMatching(/none\.ply/) });
});
