import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { playService, reply } from '../../../test/support/video-services.js';
import { readExamplePoses } from '../../io/example-poses.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { readVideoFile, writeVideoFile } from '../../io/node-video-file.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import { createImage } from '../../render/image.js';
import { createVideoFrames } from '../../video/frames/video-frames.js';
import { createStage } from '../../video/stage/create-stage.js';
import { encodeStage } from '../../video/stage/stage-record.js';
import { renderCommand } from '../files/render-command.js';
import { poseDiscoverCommand } from '../pose/pose-discover.js';
import { videoJudgeCommand } from '../video/video-judge-command.js';
import { animateVideoCommand } from './animate-video.js';

const NETWORK = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('fish');
const SIZE = { width: 192, height: 128 };
const commands = [animateVideoCommand, videoJudgeCommand, renderCommand, poseDiscoverCommand];
const NAMES = [
  'POSESPACE_VIDEO_JOBS',
  'FAL_KEY',
  'POSESPACE_JUDGE_URL',
  'POSESPACE_JUDGE_MODEL',
  'POSESPACE_JUDGE_KEY',
];
const kept = { ...process.env };
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-animate-video-'));
  process.env.POSESPACE_VIDEO_JOBS = at('jobs');
  await writeModelFile(at('fish.glb'), creature.model);
  const { paint: surface } = await readSurfacePaint(creature.model);
  await writeFile(at('stage.json'), encodeStage(createStage(creature.rig, { ...SIZE, surface })));
});
afterAll(async () => {
  for (const name of NAMES) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
  await rm(folder, { recursive: true, force: true });
});

const run = async (...words: string[]) => {
  const { code, stdout } = await runPosespace([...words, '--json'], { commands });
  return { code, data: JSON.parse(stdout) };
};
const animate = (...words: string[]) =>
  run('animate', 'video', at('fish.glb'), '--stage', at('stage.json'), '--no-adapt', ...words);

describe('animate video', () => {
  it('goes from a prompt to a clip, its video and its overlay', async () => {
    const { code, data } = await animate(
      ...['--prompt', 'swims', '--frames', '5', '--fps', '8', '-o', at('swim.glb')],
      ...['--preview', at('swim.gif'), '--overlay', at('check')],
    );
    expect([code, data.frames, data.clip]).toEqual([0, 5, 'swims']);
    expect(data.overlap).toBeGreaterThan(0.8);
    expect(data.files).toEqual([at('swim.glb'), at('swim.gif'), at('check')]);
    const { clips } = await readModelFile(at('swim.glb'));
    expect(clips.at(-1)!.times.length).toBeGreaterThan(1);
    expect((await readVideoFile(at('check'))).images).toHaveLength(5);
    expect((await readVideoFile(at('swim.gif'))).width).toBe(480);
  });

  it('fits a part of a video, at another rate, inside masks', async () => {
    // The overlay's frames hardly differ from the video's; its folder plays at 24 a second.
    const all = createVideoFrames(
      Array.from({ length: 5 }, () => createImage(SIZE.width, SIZE.height, [255, 255, 255, 255])),
      24,
    );
    await writeVideoFile(at('white'), all);
    const words = ['--video', at('check'), '--start', '0.05', '--end', '0.2', '-o', at('part.glb')];
    const part = await animate(...words, '--hold-feet', '--name', 'short');
    expect([part.code, part.data.frames < 5, part.data.clip]).toEqual([0, true, 'short']);
    // All white: everything is said to be creature, which the outline cannot meet.
    const masked = await animate(...words, '--mask', at('white'));
    expect(masked.data.overlap).toBeLessThan(part.data.overlap - 0.2);
    expect(masked.data.findings.map((one: { code: string }) => one.code)).toContain('outline-not-met');
  });

  it('says what it would cost, and what it needs', async () => {
    process.env.FAL_KEY = 'key-of-the-test';
    const { code, data } = await animate('--prompt', 'swims', '--model', 'fal', '--dry-run');
    expect([code, data.plan.action, data.plan.cost.dollars]).toEqual([0, 'send', 0.05]);
    expect((await animate()).data.error.message).toMatch(/--video <file> or --prompt <words>/);
    const odd = createVideoFrames([createImage(64, 64), createImage(64, 64)], 24);
    await writeVideoFile(at('square'), odd);
    expect((await animate('--video', at('square'))).data.error.message).toMatch(/64 × 64 and the stage 192/);
  });
});

describe('video judge', () => {
  const judge = (...words: string[]) =>
    run('video', 'judge', at('swim.glb'), '--video', at('check'), '--caption', 'a fish swims', ...words);

  it('measures the clip, for nothing', async () => {
    const { code, data } = await judge('--clip', 'swims');
    expect([code, data.method]).toEqual([0, expect.stringMatching(/own/)]);
    expect(data.physical).toBeGreaterThan(0);
    expect((await judge('--clip', 'sinks')).data.error.message).toMatch(/no clip "sinks"/);
  });

  it('asks a vision model, and hides its key', async () => {
    expect((await judge('--judge', 'endpoint')).data.error.message).toMatch(/POSESPACE_JUDGE_URL/);
    const token = (word: string, logprob: number) => ({ token: word, logprob });
    const service = await playService(() => ({
      choices: [
        {
          message: { content: 'Yes' },
          logprobs: {
            content: [{ top_logprobs: [token('Yes', Math.log(0.6)), token('No', Math.log(0.2))] }],
          },
        },
      ],
    }));
    process.env.POSESPACE_JUDGE_URL = `${service.url}/v1`;
    process.env.POSESPACE_JUDGE_MODEL = 'eye';
    process.env.POSESPACE_JUDGE_KEY = 'judge-key-123';
    const { code, data } = await judge('--judge', 'endpoint');
    await service.close();
    expect([code, data.semantic, data.physical]).toEqual([0, expect.closeTo(0.75), expect.closeTo(0.75)]);
    expect(service.requests[0].headers.authorization).toBe('Bearer judge-key-123');
    const refusing = await playService(() => reply(401, { error: { message: 'bad judge-key-123' } }));
    process.env.POSESPACE_JUDGE_URL = `${refusing.url}/v1`;
    const refused = await judge('--judge', 'endpoint');
    await refusing.close();
    expect(refused.code).not.toBe(0);
    expect(JSON.stringify(refused.data)).not.toContain('judge-key-123');
  });
});

it('render --video draws a clip as a GIF or as frames', async () => {
  const { code, data } = await run('render', at('fish.glb'), '--clip', 'swim', '--video', at('clip.gif'));
  expect([code, data.file]).toEqual([0, at('clip.gif')]);
  const video = await readVideoFile(at('clip.gif'));
  expect(video.images.length).toBeGreaterThan(3);
  const missing = await run('render', at('fish.glb'), '--clip', 'sinks', '--video', at('x.gif'));
  expect(missing.data.error.message).toMatch(/no clip "sinks"/);
});

it('pose discover learns from videos that are given and asked for, and can forget them', async () => {
  const words = ['--stage', at('stage.json'), '--pose-model', NETWORK, '--fps', '8', '--frames', '5'];
  const { code, data } = await run(
    ...['pose', 'discover', at('fish.glb'), ...words, '--prompts', 'swims', '--videos', at('check')],
    ...['--least-overlap', '0.5', '--sheet', at('poses.png'), '-o', at('taught.glb')],
  );
  expect(code).toBe(0);
  expect(data.videos.map(({ label }: { label: string }) => label)).toEqual([
    at('check'),
    expect.stringMatching(/^"swims", seed 0, embedded/),
  ]);
  const { poses, sources } = readExamplePoses(await readModelFile(at('taught.glb')));
  expect(poses.length).toBe(data.poses);
  expect(sources!.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  const forgot = await run('pose', 'discover', at('taught.glb'), '--forget', '-o', at('plain.glb'));
  expect([forgot.code, forgot.data.poses]).toEqual([0, 0]);
});
