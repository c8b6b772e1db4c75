import { afterEach, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import {
  type Answer,
  fakeTools,
  type PlayedService,
  playService,
  reply,
} from '../../../test/support/video-services.js';
import { createMotion } from '../../motion/library/create-motion.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { MOTIONS } from '../../motion/library/motions.js';
import { createImage } from '../../render/image.js';
import { restPose } from '../../rig/rig-records.js';
import { createVideoFrames } from '../frames/video-frames.js';
import { createEndpointJudge } from './endpoint-judge.js';
import { createOwnJudge } from './own-judge.js';

const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});
const videoOf = (frames: number) =>
  createVideoFrames(
    Array.from({ length: frames }, () => createImage(16, 8, [9, 9, 9, 255])),
    8,
  );

async function judgeOf(answer: (body: Record<string, unknown>) => Answer) {
  const service = await playService(({ body }) => answer(JSON.parse(body)));
  services.push(service);
  const judge = createEndpointJudge(
    { model: 'eye', baseUrl: `${service.url}/v1`, key: 'judge-key-123' },
    fakeTools().tools,
  );
  return { service, judge };
}
const token = (top: [string, number][]) => ({
  choices: [
    {
      logprobs: {
        content: [{ top_logprobs: top.map(([text, p]) => ({ token: text, logprob: Math.log(p) })) }],
      },
    },
  ],
});

describe('a judge behind an endpoint', () => {
  it('takes P(yes) against P(no)', async () => {
    const { service, judge } = await judgeOf(() =>
      token([
        ['Yes', 0.5],
        [' yes', 0.1],
        ['No', 0.2],
        ['The', 0.1],
      ]),
    );
    const score = await judge.score(videoOf(20), 'a wolf walks');
    expect(score).toMatchObject({
      semantic: expect.closeTo(0.75),
      physical: expect.closeTo(0.75),
      method: 'P(yes) of eye',
    });
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions',
    ]);
    const { messages } = JSON.parse(service.requests[0].body);
    expect(messages[0].content).toHaveLength(9);
    expect(messages[0].content[0].text).toContain('"a wolf walks"');
  });

  it('takes the mean of five ratings where there are no probabilities', async () => {
    let n = 0;
    const { judge } = await judgeOf(() => ({
      choices: [
        { message: { content: ['Yes', '4', '5', 'I say 3', 'x', '4', '2', '2', '2', '2', '2'][n++] } },
      ],
    }));
    const score = await judge.score(videoOf(2), 'a wolf walks');
    expect(score).toMatchObject({
      semantic: 0.75,
      physical: 0.25,
      details: { semanticRating: 4, physicalRating: 2 },
    });
    expect(score.method).toBe('mean of 5 ratings by eye');
  });

  it.each([
    ['no choice', {}, /no choice/],
    [
      'an error that has the key in it',
      reply(400, { error: { message: 'bad judge-key-123' } }),
      /bad \*\*\*/,
    ],
    ['no rating', { choices: [{ message: { content: 'a fish' } }] }, /no rating/],
    ['odd types', { choices: [{ logprobs: { content: 'x' }, message: 7 }] }, /no rating/],
  ])('says so where the answer has %s', async (_, answer, message) => {
    const { judge } = await judgeOf(() => answer as Answer);
    await expect(judge.score(videoOf(2), 'c')).rejects.toThrow(message);
  });
});

describe('our own judge', () => {
  const { rig } = sampleCreature('wolf');
  const body = createMotionBody(rig);
  const walk = createMotion(body, MOTIONS.find(({ name }) => name === 'walk')!, {
    frameRate: 8,
    rootMotion: true,
  });
  const { clip } = walk;
  const video = videoOf(clip.poses.length);
  const score = (more: object, caption = 'the wolf walks') =>
    createOwnJudge({ rig, clip, ground: 0, ...more }).score(video, caption);

  it('tells a walk from what is none, and sees what cannot be', async () => {
    const real = await score({});
    expect(real.semantic).toBeGreaterThan(0.9);
    expect(real.physical).toBeGreaterThan(0.7);
    expect((await score({}, 'it sits down')).semantic).toBeLessThan(real.semantic!);
    expect((await score({}, 'it recites a poem')).semantic).toBeNull();
    const sunk = {
      ...clip,
      poses: clip.poses.map((pose) => ({ ...pose, root: pose.root.map((v, k) => (k === 1 ? v - 0.2 : v)) })),
    };
    expect((await score({ clip: sunk })).physical).toBeLessThan(real.physical! - 0.1);
    const still = { ...clip, poses: clip.poses.map(() => restPose(rig.skeleton)) };
    expect((await score({ clip: still })).semantic).toBe(0);
    const loose = await score({ overlaps: clip.poses.map(() => 0.5) });
    expect([loose.physical! < real.physical!, loose.semantic! < real.semantic!]).toEqual([true, true]);
    // Deterministic.
    expect(await score({})).toEqual(real);
  });

  it('wants the clip of the video', async () => {
    await expect(createOwnJudge({ rig, clip, ground: 0 }).score(videoOf(1), 'x')).rejects.toThrow(
      /1 frames and the clip/,
    );
  });
});
