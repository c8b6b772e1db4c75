import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { animateEditCommand } from './animate-edit.js';
import { animateFootSkateCommand } from './animate-foot-skate.js';
import { animateGenerateCommand } from './animate-generate.js';
import { animateLoopCommand } from './animate-loop.js';
import { animateRetargetCommand } from './animate-retarget.js';

let folder: string;
const at = (name: string) => join(folder, name);
const animate = (...words: string[]) =>
  runPosespace(['animate', ...words], {
    commands: [
      animateFootSkateCommand,
      animateEditCommand,
      animateGenerateCommand,
      animateLoopCommand,
      animateRetargetCommand,
    ],
  });

const creature = sampleCreature('wolf');
const other = sampleCreature('cat');
const walk = creature.clips.find(({ name }) => /walk/i.test(name))!;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-animate-'));
  // A walk that sinks in and slides.
  const poses = walk.poses.map((pose, f) => ({
    ...pose,
    root: pose.root.map((x, k) => x + (k === 1 ? -0.03 : 0.03 * Math.sin(f))),
  }));
  const model = creature.model;
  await writeModelFile(at('beast.glb'), { ...model, clips: [{ ...walk, poses }] });
  await writeModelFile(at('other.glb'), { ...other.model, clips: [] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('cleans up foot skate, with a strip and a plot', async () => {
  const { code, stdout, stderr } = await animate(
    ...[
      'foot-skate',
      at('beast.glb'),
      '-o',
      at('clean.glb'),
      '--sheet',
      at('strip.png'),
      '--plot',
      at('feet.svg'),
    ],
    ...['--ground', '0', '--json'],
  );
  expect([code, stderr]).toEqual([0, '']);
  const { metrics, contacts, clip } = JSON.parse(stdout);
  expect(clip).toBe(walk.name);
  expect(contacts.tracks.length).toBe(4);
  expect(metrics.after.skate).toBeLessThan(0.2 * metrics.before.skate);
  expect(metrics.after.penetration).toBeLessThan(0.2 * metrics.before.penetration);
  await expectNoErrors(await readFile(at('clean.glb')));
  expect((await readModelFile(at('clean.glb'))).clips.map(({ name }) => name)).toEqual([walk.name]);
  expect((await readFile(at('strip.png'))).subarray(1, 4).toString()).toBe('PNG');
  const svg = await readFile(at('feet.svg'), 'utf8');
  expect(svg.match(/class="after"/g)?.length).toBe(4);
  expect(svg).not.toContain('NaN');
});

it('obeys edits and says what is wrong with them', async () => {
  await writeFile(at('edits.json'), '[{"joint": "nose", "start": 0, "end": 1, "touches": true}]');
  const wrong = await animate('foot-skate', at('beast.glb'), '--edits', at('edits.json'));
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/tracks are/)]);
  await writeFile(at('edits.json'), '{}');
  const bad = await animate('foot-skate', at('beast.glb'), '--edits', at('edits.json'));
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/no list of edits/)]);
});

it('loops a clip', async () => {
  const { code, stdout } = await animate(
    'loop',
    at('beast.glb'),
    '-o',
    at('loop.glb'),
    '--reduce',
    '0.5',
    '--json',
  );
  expect(code).toBe(0);
  const { seam, step, clip, frames } = JSON.parse(stdout);
  expect(seam).toBeLessThan(step);
  const { clips } = await readModelFile(at('loop.glb'));
  expect(clips.map(({ name }) => name)).toEqual([walk.name, `${walk.name} loop`]);
  expect(clip).toBe(clips[1].name);
  expect(clips[1].times.length).toBe(frames);
  await expectNoErrors(await readFile(at('loop.glb')));
});

it('retargets a walk to another creature', async () => {
  const { code, stdout } = await animate(
    'retarget',
    at('beast.glb'),
    at('other.glb'),
    '-o',
    at('r.glb'),
    '--json',
  );
  expect(code).toBe(0);
  const { by, metrics } = JSON.parse(stdout);
  expect(by).toBe('name');
  expect(metrics.skate).toBeLessThan(0.1);
  expect(metrics.penetration).toBeLessThan(0.3);
  const { clips } = await readModelFile(at('r.glb'));
  expect(clips.map(({ name }) => name)).toEqual([walk.name]);
  await expectNoErrors(await readFile(at('r.glb')));
  const bad = await animate('retarget', at('beast.glb'), at('other.glb'), '--by', 'luck');
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringMatching(/name, plan, position/)]);
  const none = await animate('loop', at('other.glb'));
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/it has none/)]);
});

it('edits a clip, and says when there is nothing to do', async () => {
  const { code, stdout } = await animate(
    ...['edit', at('beast.glb'), '-o', at('edited.glb'), '--reverse', '--mirror', '--no-root-motion'],
    ...['--speed', '2', '--reduce', '0.2', '--json'],
  );
  expect(code).toBe(0);
  const { clip, done, duration } = JSON.parse(stdout);
  expect(done).toEqual(['reversed', 'mirrored', 'in place', 'at 2']);
  expect(clip).toBe(`${walk.name} reversed mirrored in place at 2`);
  expect(duration).toBeCloseTo(walk.times[walk.times.length - 1] / 2, 4);
  await expectNoErrors(await readFile(at('edited.glb')));
  const { clips } = await readModelFile(at('edited.glb'));
  expect(clips.map(({ name }) => name)).toEqual([walk.name, clip]);
  const nothing = await animate('edit', at('beast.glb'));
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to do')]);
  const easing = await animate('edit', at('beast.glb'), '--easing', 'wild');
  expect([easing.code, easing.stderr]).toEqual([2, expect.stringContaining('in-out')]);
});

it('generates motions, and lists what the body has', async () => {
  const listed = await animate('generate', at('other.glb'), '--list', '--json');
  expect(JSON.parse(listed.stdout).motions.map(({ name }: { name: string }) => name)).toContain('walk');
  const words = ['--motion', 'idle,walk', '--duration', '1', '--json', '-o', at('moving.glb')];
  const { code, stdout, stderr } = await animate('generate', at('other.glb'), ...words);
  expect([code, stderr]).toEqual([0, '']);
  const { clips } = JSON.parse(stdout);
  expect(clips.map((one: { clip: string; loop: boolean }) => [one.clip, one.loop])).toEqual([
    ['idle', true],
    ['walk', true],
  ]);
  await expectNoErrors(await readFile(at('moving.glb')));
  expect((await readModelFile(at('moving.glb'))).clips.map(({ name }) => name)).toEqual(['idle', 'walk']);
  const wrong = await animate('generate', at('other.glb'), '--motion', 'fly');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/has no motion "fly"; it has idle/)]);
});
