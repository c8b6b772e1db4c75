import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { readModelFile, writeModelFile } from '../io/node.js';
import { editAnatomy } from '../rig/anatomy/edit-anatomy.js';
import { arms, feet, legs } from '../rig/anatomy/views.js';
import { withAnatomy } from '../verbs/with-anatomy.js';

// A dog whose file says that its front legs are arms: whoever read the body again would find four legs.
let folder: string;
let hindFeet: readonly string[];
const at = (name: string) => join(folder, name);
const TOLD = { legs: 2, arms: 2 };

/** Runs a command with --json and gives what it printed. */
async function posespace(...words: string[]) {
  const { code, stdout, stderr } = await runPosespace([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const tracksOf = ({ tracks }: { tracks: { name: string }[] }) => tracks.map(({ name }) => name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-told-'));
  const dog = withAnatomy(sampleCreature('dog').model);
  const rig = { mesh: dog.mesh, skeleton: dog.skeleton!, skin: dog.skin!, anatomy: dog.anatomy! };
  const [front] = legs(rig.anatomy);
  const anatomy = editAnatomy(rig, { labels: [{ joint: front[0], is: 'leftArm' }] });
  expect([legs(rig.anatomy).length, legs(anatomy).length, arms(anatomy).length]).toEqual([4, 2, 2]);
  hindFeet = feet(anatomy).map((j) => rig.skeleton.names[j]);
  await writeModelFile(at('dog.glb'), { ...dog, anatomy });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('inspect says what the file says', async () => {
  expect((await posespace('inspect', at('dog.glb'))).body).toMatchObject(TOLD);
});

it.each([
  ['kept', []],
  ['renamed', ['--names', 'unity']],
  ['with new weights', ['--weights']],
])('rig %s: the limbs stay', async (name, flags) => {
  const out = at(`${name}.glb`);
  expect((await posespace('rig', at('dog.glb'), ...flags, '-o', out)).body).toMatchObject(TOLD);
  const { anatomy } = await readModelFile(out);
  expect([legs(anatomy!).length, arms(anatomy!).length]).toEqual([2, 2]);
});

it('animate generate walks on the hind legs', async () => {
  const { clips } = await posespace(
    'animate',
    'generate',
    at('dog.glb'),
    '--motion',
    'walk',
    '-o',
    at('w.glb'),
  );
  expect(tracksOf(clips[0].contacts)).toEqual(hindFeet);
  expect((await posespace('inspect', at('w.glb'))).body).toMatchObject(TOLD);
});

it('animate edit leaves it in the file', async () => {
  await posespace('animate', 'edit', at('dog.glb'), '--clip', 'walk', '--reverse', '-o', at('e.glb'));
  expect((await posespace('inspect', at('e.glb'))).body).toMatchObject(TOLD);
});
