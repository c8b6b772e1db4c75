import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { poseInterpolateCommand } from './pose-interpolate.js';
import { poseProjectCommand } from './pose-project.js';
import { poseSampleCommand } from './pose-sample.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('wolf');
const commands = [poseInterpolateCommand, poseProjectCommand, poseSampleCommand];
let folder: string;
let clip: string;
const at = (name: string) => join(folder, name);
const pose = (...words: string[]) => runPosespace(['pose', ...words, '--model', MODEL], { commands });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-interpolate-'));
  const model = creature.model;
  // A few frames are as good as many.
  const [first] = model.clips;
  const short = { ...first, times: first.times.slice(0, 6), poses: first.poses.slice(0, 6) };
  clip = first.name;
  await writeModelFile(at('beast.glb'), { ...model, clips: [short] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('interpolates between poses into a clip and a picture', async () => {
  const words = [
    'interpolate',
    at('beast.glb'),
    '--from',
    'rest',
    '--through',
    `${clip}:2`,
    '--to',
    'sample:3',
  ];
  const { code, stdout, stderr } = await pose(
    ...words,
    '--frames',
    '8',
    '--seconds',
    '4',
    '-o',
    at('w.glb'),
    '--sheet',
    at('w.png'),
    '--json',
  );
  expect([code, stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout);
  expect(report.poses).toEqual(['rest', `${clip}:2`, 'sample:3']);
  expect(report.stops).toHaveLength(3);
  const bytes = await readFile(at('w.glb'));
  await expectNoErrors(bytes);
  const { clips } = await readModelFile(at('w.glb'));
  const path = clips.find(({ name }) => name === report.clip)!;
  expect(path.poses).toHaveLength(9);
  expect(path.times[8]).toBeCloseTo(4, 5);
  expect((await readFile(at('w.png'))).subarray(1, 4).toString()).toBe('PNG');
});

it('still answers to "pose walk", with a notice on stderr', async () => {
  const words = [
    'walk',
    at('beast.glb'),
    '--to',
    `${clip}:2`,
    '--frames',
    '2',
    '-o',
    at('old.glb'),
    '--json',
  ];
  const { code, stdout, stderr } = await pose(...words);
  expect([code, JSON.parse(stdout).clip]).toEqual([0, 'interpolated']);
  expect(stderr).toBe('posespace: "pose walk" is deprecated, use "pose interpolate"\n');
});

it('projects a clip, its own or one of another file', async () => {
  const own = await pose('project', at('beast.glb'), '-o', at('p.glb'), '--sheet', at('p.png'), '--json');
  expect([own.code, own.stderr]).toEqual([0, '']);
  expect(JSON.parse(own.stdout)).toMatchObject({ clip: `${clip}-projected`, frames: 6, strength: 1 });
  await expectNoErrors(await readFile(at('p.glb')));
  expect((await readModelFile(at('p.glb'))).clips).toHaveLength(2);
  const other = await pose('project', at('beast.glb'), '--from', at('p.glb'), '-o', at('q.glb'), '--json');
  expect(other.code).toBe(0);
  const codes = JSON.parse(other.stdout).findings.map(({ code }: { code: string }) => code);
  expect(codes).toContain('retargeted');
});

it('samples poses like one, in a style, symmetric, mirrored', async () => {
  const sample = async (...words: string[]) => {
    const base = ['sample', at('beast.glb'), '--count', '2', '--steps', '2', '-o', at('s.glb'), '--json'];
    const { code, stdout } = await pose(...base, ...words);
    expect([code, JSON.parse(stdout).count]).toEqual([0, 2]);
    const { clips } = await readModelFile(at('s.glb'));
    return clips.find(({ name }) => name === 'samples')!.poses.map(({ rotations }) => Array.from(rotations));
  };
  const plain = await sample();
  expect(await sample('--mirror')).not.toEqual(plain);
  expect(await sample('--symmetric')).not.toEqual(plain);
  expect(await sample('--style', clip)).not.toEqual(plain);
  const name = creature.rig.skeleton.names[3];
  const like = await sample('--like', `${clip}:1`, '--joints', name);
  expect(like[0]).not.toEqual(like[1]);
  expect(like[0].slice(0, 4)).toEqual(like[1].slice(0, 4));
});

it('says what is wrong', async () => {
  const bad = async (code: number, message: RegExp, ...words: string[]) => {
    const result = await pose(...words, '--json');
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout).error.message).toMatch(message);
  };
  await bad(2, /pose interpolate needs --to <pose>: last pose/, 'interpolate', at('beast.glb'));
  await bad(2, /no clip "x"/, 'interpolate', at('beast.glb'), '--to', 'x:1');
  await bad(2, /outside 0 to 5/, 'interpolate', at('beast.glb'), '--to', `${clip}:99`);
  await bad(2, /--seconds must be/, 'interpolate', at('beast.glb'), '--to', 'rest', '--seconds', '0');
  await bad(2, /no joint "nose9"/, 'project', at('beast.glb'), '--pin', 'nose9');
  await bad(2, /in 0 to 1/, 'project', at('beast.glb'), '--strength', '2');
  await bad(2, /one of --like/, 'sample', at('beast.glb'), '--symmetric', '--style', clip);
  await bad(2, /--joints needs --like/, 'sample', at('beast.glb'), '--joints', 'hips');
});
