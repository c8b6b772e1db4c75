import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { evaluateRigCommand } from './eval-rig.js';
import { evaluateSkinCommand } from './eval-skin.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-evaluate-'));
  await writeModelFile(at('fish1.glb'), sampleCreature('fish').model);
  await writeModelFile(at('fish2.glb'), sampleCreature('clownfish').model);
  await writeFile(at('broken.glb'), 'not a model');
  await writeFile(
    at('index.json'),
    JSON.stringify([
      { file: 'fish1.glb', category: 'fish', split: 'train', rigFamily: 'one', joints: 12 },
      { file: 'fish2.glb', category: 'fish', split: 'test', rigFamily: 'two', clips: [] },
      { file: 'broken.glb', category: 'unknown', split: 'test', rigFamily: 3 },
    ]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sources are TypeScript, which threads cannot run: everything in one. */
const run = (...words: string[]) =>
  runPosespace(['eval', ...words, '--jobs', '0'], { commands: [evaluateRigCommand, evaluateSkinCommand] });

describe('eval rig', () => {
  it('prints a table, with what failed', async () => {
    const { code, stdout, stderr } = await run('rig', folder);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^medians +rigs +J2J +J2B +B2B/);
    expect(stdout).toMatch(/\nfish +2 +0\.\d{4}/);
    expect(stdout).toMatch(
      /\nall +2 +0\.\d{4}[^\n]*\n {2}raw curve, even steps +2 [^\n]*\n {2}category's skeleton +1 /,
    );
    expect(stdout).toMatch(
      /\njoints outside +\d+, in \d rigs\nleft out +none\nfailed +1\nfailed: broken\.glb: io\/read/,
    );
  });

  it('gives the figures of METRICS.md, for a split', async () => {
    const { code, stdout } = await run('rig', folder, '--split', 'test', '--category', 'fish', '--json');
    expect(code).toBe(0);
    const data = JSON.parse(stdout);
    expect(data).toMatchObject({ rigs: 1, failed: [], byCategory: { fish: { rigs: 1 } } });
    const figures = ['cdJ2J', 'cdJ2B', 'cdB2B', 'precision', 'recall', 'jointRatio', 'seconds'];
    for (const key of figures) expect(data.median[key]).toEqual(expect.any(Number));
    expect(data.perRig).toHaveLength(1);
    expect(data.perRig[0]).toMatchObject({ file: 'fish2.glb', categorySkeleton: { from: 'fish1.glb' } });
  });
});

describe('eval skin', () => {
  it('prints a table, with what failed, and writes everything', async () => {
    const { code, stdout } = await run('skin', folder, '-o', at('skin.json'));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^medians +rigs +precision +recall +L1 +motion % +leakage % +µs a vertex\nfish +2 /,
    );
    expect(stdout).toMatch(/\nreference: nearest bone, rigid +– +\d/);
    expect(stdout).toMatch(
      /\nworst L1:\n {2}\d\.\d{3} {2}fish\d\.glb\n {2}\d\.\d{3} {2}fish\d\.glb\nslowest/,
    );
    expect(stdout).toMatch(/\nunweighted vertices +0\n/);
    expect(stdout).toMatch(/\nfailed: broken\.glb: io\/read/);
    const data = JSON.parse(await readFile(at('skin.json'), 'utf8'));
    await rm(at('skin.json'));
    expect(data).toMatchObject({ rigs: 2, unweightedVertices: 0, failed: [{ file: 'broken.glb' }] });
    const figures = ['precision', 'recall', 'l1', 'motionError', 'leakage', 'microsecondsPerVertex'];
    for (const key of figures) expect(data.median[key]).toEqual(expect.any(Number));
    expect(data.perRig.map(({ file }: { file: string }) => file)).toEqual(['fish1.glb', 'fish2.glb']);
    // Weights that follow the shape are nearer to the truth than rigid ones.
    expect(data.median.l1).toBeLessThan(data.references.nearestBone.l1);
  });

  it('ends with 0 where nothing failed', async () => {
    expect((await run('skin', folder, '--split', 'train', '--limit', '1')).code).toBe(0);
  });
});

describe('what is not there to evaluate', () => {
  it.each([
    [['--split', 'none'], /splits are: test, train; its categories: fish, unknown/],
    [['--limit', '0'], /--limit must be a whole number from 1 up, got 0/],
    [['--timeout', 'soon'], /--timeout must be a whole number from 1 up, got soon/],
  ])('%j is bad usage', async (flags, message) => {
    const { code, stdout, stderr } = await run('skin', folder, ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('stops when it is told to, and leaves no file', async () => {
    const controller = new AbortController();
    const { code, stdout } = await runPosespace(
      ['eval', 'rig', folder, '--jobs', '0', '-o', at('rig.json')],
      {
        commands: [evaluateRigCommand],
        signal: controller.signal,
        interactive: true,
        onError: () => controller.abort(),
      },
    );
    expect([code, stdout]).toEqual([130, '']);
    expect(await readdir(folder)).not.toContain('rig.json');
  });
});
