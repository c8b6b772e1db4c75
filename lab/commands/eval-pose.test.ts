import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModel } from '../../src/io/gltf/create-model.js';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { evaluatePoseCommand } from './eval-pose.js';

/** A network of the right shapes that has learnt nothing. */
const MODEL = fileURLToPath(new URL('../../test/samples/pose-network/', import.meta.url));
let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-evaluate-pose-'));
  const { name, rig, clips } = sampleCreature('fish');
  // The front of it will do, and is drawn faster.
  const mesh = { ...rig.mesh, triangles: rig.mesh.triangles.slice(0, 1500) };
  const model = createModel({ name, ...rig, mesh, clips });
  await writeModelFile(at('fish1.glb'), model);
  await writeModelFile(at('fish2.glb'), { ...model, clips: [] });
  await writeFile(at('broken.glb'), 'not a model');
  await writeFile(
    at('index.json'),
    JSON.stringify([
      { file: 'fish1.glb', category: 'fish', split: 'train', rigFamily: 'one' },
      {
        file: 'fish2.glb',
        name: 'Perch',
        category: 'fish',
        split: 'test',
        rigFamily: 'two',
        clipsFrom: 'fish1.glb',
      },
      { file: 'broken.glb', category: 'unknown', split: 'other' },
    ]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sources are TypeScript, which threads cannot run: everything in one. */
const run = (...words: string[]) =>
  runPosespace(['eval', 'pose', folder, '--jobs', '0', ...words], { commands: [evaluatePoseCommand] });

describe('eval pose', () => {
  it('gives the figures of METRICS.md, of a file that borrows its clips, with a picture', async () => {
    const { code, stdout } = await run('--split', 'test', '--references', '--json', '--sheets', at('sheets'));
    expect(code).toBe(0);
    const data = JSON.parse(stdout);
    expect(data).toMatchObject({
      rigs: 1,
      failed: [],
      worstRatio: null,
      mean: {
        leaves: { model: null, dls: expect.any(Number), rest: expect.any(Number) },
        four: { retargeted: expect.any(Number) },
        one: { random: expect.any(Number) },
        rotationDegrees: { model: null, dls: expect.any(Number) },
        plausibility: null,
        logSpread: null,
        selfIntersection: null,
        bounds: null,
        inversion20: null,
        inversion50: null,
        meterAuc: null,
      },
      references: { random: { plausibility: expect.any(Number), bounds: expect.any(Number) } },
    });
    // Names and tree are those of the rig that training knew.
    expect(data.perRig[0]).toMatchObject({ file: 'fish2.glb', kinship: 'near', retargetedFrom: 'fish1.glb' });
    expect(await readdir(at('sheets'))).toEqual(['fish2.png']);
    expect([...(await readFile(at('sheets', 'fish2.png'))).subarray(1, 4)]).toEqual([80, 78, 71]);
  });

  it('prints tables, with what failed, and writes everything', async () => {
    const { code, stdout } = await run(
      '--split',
      'other',
      '--references',
      '--examples',
      '0',
      '-o',
      at('pose.json'),
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^completion, % +rigs +leaves +\/ DLS +four +\/ DLS +one/);
    expect(stdout).toMatch(/\nall +0( +–)+\n {2}least squares( +–)+\n/);
    expect(stdout).toMatch(
      /\nsamples +rigs +plausibility +log spread +intersection +bounds % +inverted 20 %/,
    );
    expect(stdout).toMatch(/\nnote +references alone/);
    expect(stdout).toMatch(/\nfailed +1\nfailed: broken\.glb: io\/read/);
    const data = JSON.parse(await readFile(at('pose.json'), 'utf8'));
    await rm(at('pose.json'));
    expect(data).toMatchObject({ rigs: 0, failed: [{ file: 'broken.glb' }] });
  });

  it('measures what it is asked to, with a model', async () => {
    const { code, stdout } = await run(
      ...['--split', 'test', '--examples', '0', '--model', MODEL, '--measure', 'meter, adapt', '--json'],
    );
    expect(code).toBe(0);
    const { mean, perRig } = JSON.parse(stdout);
    expect(mean.meterAuc).toBeGreaterThan(0);
    expect(mean.meterAucSubtle).toBeLessThanOrEqual(1);
    expect(mean.adapt.spread.leaves.taught).toBeGreaterThan(0);
    expect(perRig[0].adapt).toEqual(mean.adapt);
    expect(mean).toMatchObject({
      leaves: { dls: null },
      bounds: null,
      walk: null,
      project: null,
      repair: null,
    });
  });

  it.each([
    [['--references', '--measure', 'meter,luck'], 2, /"luck" is none of them/],
    [['--model', 'nowhere'], 1, /cannot read "nowhere.card\.json": it does not exist/],
    [['--references', '--samples', '1'], 2, /--samples must be a whole number in 2 to 10000, got 1/],
    [['--references', '--split', 'none'], 2, /splits are: other, test, train/],
  ])('%j is told in words', async (flags, expected, message) => {
    const { code, stderr } = await run(...flags);
    expect(code).toBe(expected);
    expect(stderr).toMatch(message);
  });
});
