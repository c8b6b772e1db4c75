import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { playService, sketchMp4 } from '../../../test/support/video-services.js';
import { writeModelFile } from '../../io/node.js';
import { createStage } from '../../video/stage/create-stage.js';
import { encodeStage } from '../../video/stage/stage-record.js';
import { videoGenerateCommand } from './video-generate-command.js';
import { videoGuideCommand } from './video-guide-command.js';
import { videoJobsCommand } from './video-jobs-command.js';

const NETWORK = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('fish');
const commands = [videoGenerateCommand, videoGuideCommand, videoJobsCommand];
let folder: string;
const at = (name: string) => join(folder, name);
const kept = { ...process.env };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-video-'));
  process.env.POSESPACE_VIDEO_JOBS = at('jobs');
  await writeModelFile(at('fish.glb'), creature.model);
  await writeFile(at('stage.json'), encodeStage(createStage(creature.rig, { width: 96, height: 64 })));
});
afterAll(async () => {
  for (const name of ['POSESPACE_VIDEO_JOBS', 'FAL_KEY', 'FAL_QUEUE_URL']) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
  await rm(folder, { recursive: true, force: true });
});

const video = async (...words: string[]) => {
  const { code, stdout, stderr } = await runPosespace(['video', ...words, '--json'], { commands });
  return { code, data: JSON.parse(stdout), stderr };
};
const generate = (...words: string[]) =>
  video(
    'generate',
    at('fish.glb'),
    '--stage',
    at('stage.json'),
    '--prompt',
    'swims',
    '--frames',
    '2',
    ...words,
  );

describe('video generate', () => {
  it('films the motion library, once', async () => {
    const first = await generate('-o', at('made'));
    expect(first).toMatchObject({
      code: 0,
      data: { origin: 'new', files: [at('made/video'), at('made/stage.json')] },
    });
    expect((await generate('-o', at('made'))).data.origin).toBe('store');
    const { data } = await video('jobs');
    expect(data.jobs).toMatchObject([{ state: 'done', seed: 0 }]);
    expect(await video('jobs', '--fetch', data.jobs[0].id.slice(0, 6), '-o', at('again'))).toMatchObject({
      code: 0,
    });
    expect(await readFile(at('again/0001.png'))).toEqual(await readFile(at('made/video/0001.png')));
  });

  it('asks no service without a key, and none in a dry run', async () => {
    delete process.env.FAL_KEY;
    expect(await generate('--model', 'fal')).toMatchObject({
      code: 2,
      data: { error: { message: expect.stringMatching(/no FAL_KEY.*export FAL_KEY/) } },
    });
    process.env.FAL_KEY = 'key-of-the-test';
    process.env.FAL_QUEUE_URL = 'http://127.0.0.1:1';
    const { code, data } = await generate('--model', 'fal', '--dry-run');
    expect([code, data.plan.action, data.plan.cost.dollars]).toEqual([0, 'send', 0.05]);
    expect(JSON.stringify(data)).not.toContain('key-of-the-test');
  });

  it('takes a model of the AI SDK from a file', async () => {
    const bytes = Buffer.from(sketchMp4()).toString('base64');
    const text = `export default { provider: 'mine', modelId: 'm', doGenerate: async () => ({ warnings: [], videos: [{ type: 'base64', mediaType: 'video/mp4', data: '${bytes}' }] }) };`;
    await writeFile(at('model.mjs'), text);
    const { code, data } = await generate('--model', at('model.mjs'), '-o', at('own'));
    expect([code, data.files[0]]).toEqual([0, at('own/video.mp4')]);
    await writeFile(at('none.mjs'), 'export default {};');
    expect((await generate('--model', at('none.mjs'))).data.error.message).toMatch(/no video model.*AI SDK/);
  });
});

describe('video guide', () => {
  it('writes pictures and tracks, and asks a model with them', async () => {
    const service = await playService(({ method }, url) => {
      const at = `${url}/fal-ai/wan-move/requests/r`;
      if (method === 'POST')
        return { request_id: 'r', status_url: `${at}/status`, response_url: at, cancel_url: at };
      return (response) => response.end(sketchMp4());
    });
    process.env.FAL_KEY = 'key-of-the-test';
    process.env.FAL_QUEUE_URL = service.url;
    const words = [
      'guide',
      at('fish.glb'),
      '--stage',
      at('stage.json'),
      '--fps',
      '4',
      '--pose-model',
      NETWORK,
    ];
    const { code, data } = await video(
      ...words,
      '--keys',
      '0=rest,0.5=swim:2',
      '--between',
      'smooth',
      '--tracks',
      '6',
      '-o',
      at('guide'),
    );
    expect(code).toBe(0);
    expect(data.frames).toBe(3);
    const tracks = JSON.parse(await readFile(at('guide/tracks-comfyui.json'), 'utf8'));
    expect([tracks.length, tracks[0].length]).toEqual([data.tracks, 3]);
    expect(data.files.map((path: string) => path.slice(folder.length))).toEqual(
      expect.arrayContaining([
        '/guide/first-frame.png',
        '/guide/tracks-ati.json',
        '/guide/tracks-wan-move.json',
      ]),
    );
    const asked = await video(
      ...words,
      '--clip',
      'swim',
      '--control',
      'tracks',
      '--model',
      'fal:fal-ai/wan-move',
      '--patience',
      '1',
      '-o',
      at('guide'),
    );
    expect(asked.data.error.message).toMatch(/not done after 1 s/);
    const sent = JSON.parse(service.requests[0].body);
    expect(sent.trajectories[0][0]).toEqual({
      x: expect.any(Number),
      y: expect.any(Number),
      speed: expect.any(Number),
    });
    await service.close();
    expect((await video('guide', at('fish.glb'))).data.error.message).toMatch(/--keys <list> or --clip/);
  });
});
