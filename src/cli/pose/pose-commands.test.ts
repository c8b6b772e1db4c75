import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { poseSampleCommand } from './pose-sample.js';
import { poseSolveCommand } from './pose-solve.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('wolf');
let folder: string;
const at = (name: string) => join(folder, name);

const pose = (...words: string[]) =>
  runPosespace(['pose', ...words, '--model', MODEL], { commands: [poseSampleCommand, poseSolveCommand] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-pose-'));
  await writeModelFile(at('beast.glb'), creature.model);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('samples poses into a clip and a picture, the same for the same seed', async () => {
  const words = ['sample', at('beast.glb'), '--count', '3', '--steps', '2', '--seed', '5', '--json'];
  const { code, stdout, stderr } = await pose(...words, '-o', at('a.glb'), '--sheet', at('a.png'));
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ count: 3, steps: 2, seed: 5, clip: 'samples' });
  const bytes = await readFile(at('a.glb'));
  await expectNoErrors(bytes);
  const { clips } = await readModelFile(at('a.glb'));
  expect(clips.at(-1)).toMatchObject({ name: 'samples', times: Float32Array.of(0, 1, 2) });
  expect((await readFile(at('a.png'))).subarray(1, 4).toString()).toBe('PNG');
  await pose(...words, '-o', at('b.glb'));
  expect((await readFile(at('b.glb'))).equals(bytes)).toBe(true);
});

it('solves handles by the names of joints', async () => {
  const { skeleton } = creature.rig;
  const joint = skeleton.parents.length - 1;
  const name = skeleton.names[joint];
  const target = Array.from(
    skeleton.rest.subarray(joint * 3, joint * 3 + 3),
    (value, k) => value + (k === 1 ? 0.02 : 0),
  );
  await writeFile(
    at('handles.json'),
    JSON.stringify([
      { joint: 0, pin: true },
      { joint: name, position: target },
    ]),
  );
  const { code, stdout } = await pose(
    'solve',
    at('beast.glb'),
    '--handles',
    at('handles.json'),
    '-o',
    at('s.glb'),
    '--json',
  );
  expect(code).toBe(0);
  const { errors } = JSON.parse(stdout);
  expect(Math.max(...errors)).toBeLessThan(0.002);
  await expectNoErrors(await readFile(at('s.glb')));
  const model = await readModelFile(at('s.glb'));
  const { positions } = poseJoints(model.skeleton!, model.clips.at(-1)!.poses[0]);
  const found = model.skeleton!.names.indexOf(name);
  for (let k = 0; k < 3; k++) expect(positions[found * 3 + k]).toBeCloseTo(target[k], 2);
});

it('says what is wrong', async () => {
  await writeFile(at('bad.json'), '[{"joint": "nowhere", "pin": true}]');
  const bad = async (code: number, message: RegExp, ...words: string[]) => {
    const result = await pose(...words, '--json');
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout).error.message).toMatch(message);
  };
  await bad(1, /joint "nowhere"/, 'solve', at('beast.glb'), '--handles', at('bad.json'));
  await bad(2, /needs --handles/, 'solve', at('beast.glb'));
  await bad(2, /--count must be/, 'sample', at('beast.glb'), '--count', '0');
  await bad(2, /no clip "x"/, 'solve', at('beast.glb'), '--handles', at('handles.json'), '--clip', 'x');
  const bare = { ...creature.model };
  await writeModelFile(at('bare.obj'), { ...bare, clips: [] });
  await bad(1, /has no skeleton/, 'sample', at('bare.obj'));
});
