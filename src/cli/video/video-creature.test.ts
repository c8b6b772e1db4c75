import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { type PlayedCreatures, playCreatures } from '../../../test/support/play-creatures.js';
import { modelRig } from '../../io/model.js';
import { readModelFile } from '../../io/node.js';
import { videoCreatureCommand } from './video-creature-command.js';

const kept = { ...process.env };
let folder: string;
let service: PlayedCreatures;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-creature-'));
  service = await playCreatures('dog');
  process.env.POSESPACE_VIDEO_JOBS = at('jobs');
  process.env.FAL_KEY = 'key-of-the-test';
  process.env.FAL_QUEUE_URL = service.url;
});
afterAll(async () => {
  for (const name of ['POSESPACE_VIDEO_JOBS', 'FAL_KEY', 'FAL_QUEUE_URL']) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const make = async (...words: string[]) => {
  const argv = ['video', 'creature', '--model', 'fal', ...words, '--json'];
  const { code, stdout } = await runPosespace(argv, { commands: [videoCreatureCommand] });
  return { code, data: JSON.parse(stdout) };
};

it('a rigged creature of words: picture, mesh, rig; each paid for once', async () => {
  const words = ['--subject', 'a red fox', '--size', '512'];
  const plan = await make(...words, '--dry-run');
  expect([plan.code, plan.data.plans[0].model]).toEqual([0, 'fal:fal-ai/flux/dev']);
  expect(service.requests).toHaveLength(0);

  const made = await make(...words, '--keep', at('kept'), '-o', at('fox.glb'));
  expect(made).toMatchObject({ code: 0, data: { body: 'quadruped', cost: 0.35 } });
  expect(made.data.files).toEqual([at('fox.glb'), at('kept/picture.png'), at('kept/mesh.glb')]);
  expect(new Uint8Array(await readFile(at('kept/picture.png')))).toEqual(service.picture);
  const [picture, mesh] = service.requests.filter(({ method }) => method === 'POST');
  expect(picture.path).toBe('/fal-ai/flux/dev');
  expect(JSON.parse(picture.body)).toEqual({
    prompt: expect.stringMatching(/a red fox alone/),
    image_size: { width: 512, height: 512 },
    seed: 0,
    num_images: 1,
    output_format: 'png',
  });
  expect(JSON.parse(mesh.body).image_url).toMatch(/^data:image\/png;base64,/);
  const rig = modelRig(await readModelFile(at('fox.glb')));
  expect(rig!.skeleton.names).toEqual(expect.arrayContaining(['hips', 'leftFrontFoot']));

  const again = await make(...words, '-o', at('again.glb'));
  expect([again.code, again.data.cost, service.count('POST', /./)]).toEqual([0, 0, 2]);
}, 60_000);

it('of a picture of your own; what is no picture, or not asked for, is said', async () => {
  await writeFile(at('own.png'), service.picture);
  const before = service.count('POST', /./);
  expect((await make('--picture', at('own.png'), '-o', at('own.glb'))).code).toBe(0);
  // The same picture: its mesh is there.
  expect(service.count('POST', /./)).toBe(before);
  await writeFile(at('noise.png'), 'no picture');
  const noise = await make('--picture', at('noise.png'));
  expect([noise.code, service.count('POST', /./)]).toEqual([1, before]);
  expect((await make()).data.error.message).toMatch(/--subject <words> or --picture <file>/);
  const embedded = await make('--subject', 'a wolf', '--pictures', 'embedded');
  expect(embedded.data.error.message).toMatch(/choose an image model/);
  const priced = await make('--subject', 'a wolf', '--budget', '5');
  expect(priced.data.error.message).toMatch(/over the budget.*flux/);
}, 60_000);
