import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { writeModelFile } from '../../io/node.js';
import { poseMapCommand } from './pose-map.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const fish = sampleCreature('clownfish');
// The front of it is drawn faster.
const mesh = { ...fish.rig.mesh, triangles: fish.rig.mesh.triangles.slice(0, 900) };
const creature = { ...fish, rig: { ...fish.rig, mesh } };
let folder: string;
const at = (name: string) => join(folder, name);
const map = (...words: string[]) =>
  runPosespace(['pose', 'map', ...words, '--model', MODEL], { commands: [poseMapCommand] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-map-'));
  await writeModelFile(at('fish.glb'), creature.model);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('draws the map and tells the points', async () => {
  const words = [
    at('fish.glb'),
    '--count',
    '3',
    '--no-adapt',
    '--steps',
    '2',
    '--json',
    '-o',
    at('map.json'),
  ];
  const { code, stdout, stderr } = await map(...words);
  expect([code, stderr]).toEqual([0, '']);
  const data = JSON.parse(stdout);
  expect(data.files).toEqual([at('fish-map.png'), at('map.json')]);
  expect(data.samples).toHaveLength(3);
  expect(data.clips.map(({ name }: { name: string }) => name)).toEqual(
    creature.clips.map(({ name }) => name),
  );
  for (const [c, { points }] of data.clips.entries()) {
    expect(points).toHaveLength(creature.clips[c].poses.length);
    expect(points.flat().every(Number.isFinite)).toBe(true);
  }
  expect(JSON.parse(await readFile(at('map.json'), 'utf8'))).toEqual({
    clips: data.clips,
    samples: data.samples,
  });
  expect((await readFile(at('fish-map.png'))).subarray(1, 4).toString()).toBe('PNG');
});

it('says what is wrong', async () => {
  const { code, stderr } = await map(at('fish.glb'), '--count', '-1');
  expect(code).toBe(2);
  expect(stderr).toMatch(/--count must be/);
});
