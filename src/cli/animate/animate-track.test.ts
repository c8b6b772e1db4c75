import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { animateTrackCommand } from './animate-track.js';

let folder: string;
const at = (name: string) => join(folder, name);
const track = (...words: string[]) =>
  runPosespace(['animate', 'track', ...words], { commands: [animateTrackCommand] });

const creature = sampleCreature('wolf');
const walk = creature.clips.find(({ name }) => /walk/i.test(name))!;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-track-'));
  await writeModelFile(at('beast.glb'), { ...creature.model, clips: [walk] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('tracks a clip, with a strip and a plot', async () => {
  const { code, stdout, stderr } = await track(
    ...[at('beast.glb'), '-o', at('heavy.glb'), '--sheet', at('strip.png'), '--plot', at('feet.svg')],
    ...['--jobs', '0', '--rounds', '1', '--json'],
  );
  expect([code, stderr]).toEqual([0, '']);
  const { trackingError, metrics, residualRootForce, fell } = JSON.parse(stdout);
  expect(fell).toBe(false);
  expect(trackingError).toBeGreaterThan(0);
  expect(trackingError).toBeLessThan(6);
  expect(metrics.after.penetration).toBeLessThan(0.3);
  expect(residualRootForce).toEqual({ torque: 0, force: 0 });
  await expectNoErrors(await readFile(at('heavy.glb')));
  expect((await readModelFile(at('heavy.glb'))).clips.map(({ name }) => name)).toEqual([walk.name]);
  expect((await readFile(at('strip.png'))).subarray(1, 4).toString()).toBe('PNG');
  const svg = await readFile(at('feet.svg'), 'utf8');
  // Four feet and the error.
  expect(svg.match(/class="after"/g)?.length).toBe(5);
  expect(svg).not.toContain('NaN');
});

it('says what is wrong in a sentence', async () => {
  const flag = await track(at('beast.glb'), '--jobs', 'many');
  expect([flag.code, flag.stderr]).toEqual([2, expect.stringMatching(/--jobs must be a whole number/)]);
  const name = await track(at('beast.glb'), '--clip', 'fly');
  expect([name.code, name.stderr]).toEqual([2, expect.stringMatching(/no clip "fly"/)]);
});
