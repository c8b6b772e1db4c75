import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { evaluateSequenceCommand } from './eval-sequence.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-sequences-'));
  const fish = sampleCreature('fish');
  await writeModelFile(join(folder, 'fish.glb'), fish.model);
  await writeFile(join(folder, 'index.json'), JSON.stringify([{ file: 'fish.glb', split: 'test' }]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sources are TypeScript, which threads cannot run: everything in one. */
const run = (...words: string[]) =>
  runPosespace(['eval', 'sequence', folder, '--jobs', '0', '--frames', '6', ...words], {
    commands: [evaluateSequenceCommand],
  });

describe('eval sequence', () => {
  it('gives the figures of METRICS.md and a table', async () => {
    const output = join(folder, 'out.json');
    const { code, stdout } = await run('--solo-frames', '0', '-o', output);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sequence +clip +frames +joints +rigid % +LBS RMSE % +s\nfish\.glb +\S/);
    expect(stdout).toMatch(/\nunder 1 % of the box +1 of 1\n.*0 by construction\n/);
    const data = JSON.parse(await readFile(output, 'utf8'));
    expect(data).toMatchObject({ sequences: 1, failed: [], median: { pjdd: 0, gsd: 0, temporalError: 0 } });
    for (const key of ['lbsRmse', 'seconds']) expect(data.median[key]).toEqual(expect.any(Number));
    expect(data.perSequence[0]).toMatchObject({ file: 'fish.glb', frames: 6 });
  });

  it('measures bodies that morph targets move, without a folder', async () => {
    const { code, stdout } = await runPosespace(
      ['eval', 'sequence', '--morphs', '1', '--jobs', '0', '--solo-frames', '0', '--json'],
      { commands: [evaluateSequenceCommand] },
    );
    expect(code).toBe(0);
    const data = JSON.parse(stdout);
    expect(data).toMatchObject({ sequences: 1, failed: [], skipped: {} });
    const [row] = data.perSequence;
    expect(row).toMatchObject({ file: 'morph 0', clip: 'wobble', frames: 17 });
    expect(row.joints.truth).toBeUndefined();
    // No skeleton moved it, so none follows it exactly; better than moving it as one piece is possible.
    expect(row.lbsRmse).toBeGreaterThan(1e-5);
    expect(row.lbsRmse).toBeLessThan(row.rigidRmse);
  });

  it.each([
    [['--frames', 'many'], /--frames must be a whole number from 2/],
    [['--solo-frames', '-1'], /--solo-frames must be a whole number from 0/],
    [['--split', 'none'], /no row of the index is chosen/],
  ])('%j is bad usage', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
