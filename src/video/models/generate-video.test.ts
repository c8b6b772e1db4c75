import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  fakeTools,
  type PlayedService,
  playService,
  reply,
  type ServedRequest,
  sketchMp4,
} from '../../../test/support/video-services.js';
import { createFalVideoModel } from './fal-video-model.js';
import { cancelVideoJob, generateVideo, planVideo } from './generate-video.js';
import { createRunwayVideoModel } from './runway-video-model.js';
import { createMemoryJobStore, type VideoJob } from './video-job.js';
import type { VideoModel } from './video-model.js';
import type { VideoRequest } from './video-request.js';

const KEY = 'secret-key-0123456789';
const ENDPOINT = 'fal-ai/wan/v2.2-a14b/image-to-video/turbo';
const MP4 = sketchMp4();
const request: VideoRequest = {
  prompt: 'the wolf walks',
  firstFrame: { mediaType: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
  width: 832,
  height: 480,
  frames: 49,
  fps: 16,
  seed: 0,
};

/** A video that ends before its announced length. */
const breakOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': '999' });
  response.write(MP4);
  setImmediate(() => response.destroy());
};

const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function play(answer: (one: ServedRequest, url: string) => Answer | undefined) {
  const service = await playService(answer);
  services.push(service);
  return service;
}

/** fal's queue; `script` overrides answers by `start`, `status`, `result`, `file`. */
async function playFal(
  script: Partial<Record<'start' | 'status' | 'result' | 'file', (n: number) => Answer>>,
) {
  const asked = { start: 0, status: 0, result: 0, file: 0 };
  const service = await play((one, url) => {
    const at = `${url}/fal-ai/wan/requests/r1`;
    const usual: Record<keyof typeof asked, () => Answer> = {
      start: () => ({
        request_id: 'r1',
        status_url: `${at}/status`,
        response_url: at,
        cancel_url: `${at}/cancel`,
      }),
      status: () => ({ status: 'COMPLETED' }),
      result: () => ({ video: { url: `${url}/video.mp4` }, seed: 0 }),
      file: () => reply(200, MP4, { 'content-type': 'text/plain' }),
    };
    const kind = /\/status$/.test(one.path)
      ? 'status'
      : /\/cancel$/.test(one.path)
        ? undefined
        : one.method === 'POST'
          ? 'start'
          : /video\.mp4|video-again/.test(one.path)
            ? 'file'
            : 'result';
    if (!kind) return {};
    return script[kind]?.(asked[kind]++) ?? usual[kind]();
  });
  return service;
}

function open(service: PlayedService, store = createMemoryJobStore()) {
  const { tools, waits } = fakeTools({ FAL_KEY: KEY });
  const model = createFalVideoModel(ENDPOINT, { key: KEY, baseUrl: service.url }, tools);
  const jobs: VideoJob[] = [];
  const options = { store, tools, onJob: (job: VideoJob) => jobs.push(job) };
  return { model, options, jobs, waits, store };
}

describe('generateVideo with fal', () => {
  it('waits through the queue and outages, and never pays twice', async () => {
    const states: Answer[] = [
      { status: 'IN_QUEUE', queue_position: 3 },
      reply(503, 'upstream'),
      (response) => response.destroy(),
      reply(200, '<html>maintenance</html>'),
      { status: 'IN_PROGRESS' },
    ];
    const service = await playFal({ status: (n) => states[n] ?? { status: 'COMPLETED' } });
    const { model, options, jobs, waits } = open(service);
    const made = await generateVideo(model, request, options);
    expect(made.origin).toBe('new');
    expect(made.output.files).toEqual([{ mediaType: 'video/mp4', bytes: MP4 }]);
    expect(jobs.map(({ state, operation }) => [state, operation !== undefined])).toEqual([
      ['queued', false],
      ['queued', true],
      ['running', true],
      ['done', true],
      ['done', true],
    ]);
    expect(waits.length).toBe(5);
    const [sent] = service.requests;
    expect(sent.headers.authorization).toBe(`Key ${KEY}`);
    expect(JSON.parse(sent.body)).toMatchObject({
      prompt: 'the wolf walks',
      image_url: 'data:image/png;base64,AQID',
      seed: 0,
      resolution: '480p',
    });
    // The key goes to the service alone, and into no record.
    expect(JSON.stringify(jobs)).not.toContain(KEY);
    const again = await generateVideo(model, request, options);
    expect([again.origin, service.count('POST', /./)]).toEqual(['store', 1]);
    const other = await generateVideo(model, { ...request, seed: 1 }, options);
    expect([other.origin, service.count('POST', /./)]).toEqual(['new', 2]);
  });

  it('resumes a job of an earlier run without sending anything', async () => {
    const service = await playFal({});
    const { model, options, store } = open(service);
    const stopper = new AbortController();
    const stopped = generateVideo(model, request, {
      ...options,
      signal: stopper.signal,
      onJob: ({ operation }) => operation && stopper.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect((await store.listJobs()).map(({ state }) => state)).toEqual(['queued']);
    expect((await planVideo(model, request, store)).action).toBe('resume');
    expect((await generateVideo(model, request, options)).origin).toBe('resumed');
    expect(service.count('POST', /./)).toBe(1);
  });

  it('says what was refused, keeps it, and does not send it again', async () => {
    const detail = [
      { loc: ['body', 'prompt'], msg: 'flagged by a content checker', type: 'content_policy_violation' },
    ];
    for (const script of [
      { start: () => reply(422, { detail }) },
      { result: () => reply(422, { detail }) },
    ]) {
      const service = await playFal(script);
      const { model, options, store } = open(service);
      await expect(generateVideo(model, request, options)).rejects.toThrow(
        /refused.*flagged by a content checker/,
      );
      expect((await store.listJobs())[0]).toMatchObject({ state: 'refused' });
      await expect(generateVideo(model, request, options)).rejects.toThrow(/refused this request before/);
      expect(service.count('POST', /./)).toBe(1);
      await expect(generateVideo(model, request, { ...options, again: true })).rejects.toThrow(/refused/);
      expect(service.count('POST', /./)).toBe(2);
    }
  });

  it('sends no second request where the answer to the first was lost', async () => {
    const service = await playFal({ start: (n) => (n === 0 ? reply(504, 'gateway') : (undefined as never)) });
    const { model, options } = open(service);
    await expect(generateVideo(model, request, options)).rejects.toThrow(/answered 504/);
    await expect(generateVideo(model, request, options)).rejects.toThrow(/may have been charged.*--again/);
    expect(service.count('POST', /./)).toBe(1);
    expect((await generateVideo(model, request, { ...options, again: true })).origin).toBe('new');
  });

  it('waits as long as a busy service says', async () => {
    const service = await playFal({
      start: (n) => (n < 2 ? reply(429, 'slow down', { 'retry-after': '7' }) : (undefined as never)),
    });
    const { model, options, waits } = open(service);
    await generateVideo(model, request, options);
    expect(waits.slice(0, 2)).toEqual([7000, 7000]);
  });

  it.each([
    ['broken off', () => reply(200, MP4.subarray(0, 70)), /breaks off in its box/],
    ['shorter than announced', () => breakOff, /broke off/],
    ['a web page', () => reply(200, '<html>gone</html>'), /no MP4, WebM, GIF, PNG or GLB/],
    ['gone', () => reply(404, 'expired'), /answered 404/],
    ['too large', () => reply(200, 'x', { 'content-length': `${1 << 30}` }), /larger than/],
    [
      'in a private network',
      () => reply(302, '', { location: 'http://169.254.169.254/latest' }),
      /private network.*169\.254/,
    ],
    [
      'on another port of this machine',
      () => reply(307, '', { location: 'http://127.0.0.1:1/x' }),
      /private network/,
    ],
    ['a file of this machine', () => reply(302, '', { location: 'file:///etc/passwd' }), /not http or https/],
    ['behind endless redirects', () => reply(302, '', { location: '/video-again' }), /more than 5 redirects/],
  ])('a video that is %s is not kept, its job is', async (_, file, message) => {
    const service = await playFal({ file });
    const { model, options, store } = open(service);
    await expect(generateVideo(model, request, options)).rejects.toThrow(message);
    const [job] = await store.listJobs();
    expect([job.state, await store.readOutput(job.requestHash)]).toEqual(['done', undefined]);
    await expect(generateVideo(model, request, options)).rejects.toThrow(message);
    expect(service.count('POST', /./)).toBe(1);
  });

  it.each([
    ['no id', {}, /no request id/],
    [
      'addresses elsewhere',
      {
        request_id: 'r',
        status_url: 'https://evil.example/s',
        response_url: 'https://evil.example/r',
        cancel_url: 'https://evil.example/c',
      },
      /another server/,
    ],
    ['wrong types', { request_id: 7, status_url: [], response_url: {}, cancel_url: null }, /no request id/],
    ['a list', [1, 2], /no request id/],
  ])('an answer with %s is not believed', async (_, answer, message) => {
    const service = await playFal({ start: () => answer });
    const { model, options } = open(service);
    await expect(generateVideo(model, request, options)).rejects.toThrow(message);
    expect(service.requests).toHaveLength(1);
  });

  it('hides the key where a service sends it back, and terminal codes', async () => {
    const service = await playFal({ start: () => reply(400, { detail: `bad key ${KEY} \u001b[2J` }) });
    const { model, options, store } = open(service);
    const error = await generateVideo(model, request, options).catch((one) => one);
    expect(error.message).toMatch(/bad key \*\*\*/);
    expect(error.message).not.toContain('\u001b');
    expect(JSON.stringify(await store.listJobs())).not.toContain(KEY);
  });

  it('keeps within a budget, and says what it would do', async () => {
    const service = await playFal({});
    const { model, options, store } = open(service);
    await expect(generateVideo(model, request, { ...options, budget: 0.01 })).rejects.toThrow(
      /up to \$0\.05/,
    );
    const unknown = createFalVideoModel(
      'fal-ai/some-model',
      { key: KEY, baseUrl: service.url },
      options.tools,
    );
    await expect(generateVideo(unknown, request, { ...options, budget: 5 })).rejects.toThrow(
      /over the budget/,
    );
    const plan = await planVideo(model, request, store);
    expect(plan).toMatchObject({ action: 'send', cost: { dollars: 0.05 } });
    expect(JSON.stringify(plan)).toMatch(/data:image\/png;base64, \d+ characters/);
    expect([service.requests.length, JSON.stringify(plan).includes(KEY)]).toEqual([0, false]);
    expect(await store.listJobs()).toEqual([]);
  });

  it('gives up for now when patience ends, and can be cancelled', async () => {
    const service = await playFal({ status: () => ({ status: 'IN_QUEUE', queue_position: 9 }) });
    const { model, options, store } = open(service);
    await expect(generateVideo(model, request, { ...options, patience: 60 })).rejects.toThrow(
      /not done after 60 s.*run the same command/,
    );
    const [job] = await store.listJobs();
    expect(job.state).toBe('queued');
    expect((await cancelVideoJob(model, job, options)).state).toBe('cancelled');
    expect(service.count('PUT', /r1\/cancel$/)).toBe(1);
    expect((await planVideo(model, request, store)).action).toBe('send');
  });
});

describe('generateVideo with Runway', () => {
  const usual = { id: 'task-1' };
  it('follows a task, and records what was charged', async () => {
    const states = [
      { status: 'PENDING' },
      { status: 'THROTTLED' },
      { status: 'RUNNING', progress: 0.4 },
      { status: 'SUCCEEDED', cost: { credits: 25 } },
    ];
    const service = await play(({ method, path }, url) => {
      if (method === 'POST') return usual;
      if (path === '/video.mp4') return reply(200, MP4);
      const state = states.length > 1 ? states.shift() : states[0];
      return { ...usual, ...state, output: [`${url}/video.mp4`] };
    });
    const { tools } = fakeTools({ RUNWAYML_API_SECRET: KEY });
    const model = createRunwayVideoModel('gen4_turbo', { key: KEY, baseUrl: service.url }, tools);
    const shares: number[] = [];
    const made = await generateVideo(
      model,
      { ...request, lastFrame: request.firstFrame },
      {
        store: createMemoryJobStore(),
        tools,
        onProgress: ({ fraction }) => shares.push(fraction),
      },
    );
    expect(made.job).toMatchObject({ state: 'done', cost: { dollars: 0.25, note: '25 credits charged' } });
    expect(made.job?.warnings.join()).toMatch(/last frame/);
    expect(shares).toContain(0.4);
    const [sent] = service.requests;
    expect(sent.headers).toMatchObject({ 'x-runway-version': '2024-11-06', authorization: `Bearer ${KEY}` });
    expect(JSON.parse(sent.body)).toMatchObject({
      ratio: '1280:720',
      duration: 4,
      seed: 0,
    });
  });

  it.each([
    [{ status: 'FAILED', failure: 'no', failureCode: 'SAFETY.INPUT.TEXT', cost: { credits: 0 } }, 'refused'],
    [{ status: 'FAILED', failure: 'bad output', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' }, 'failed'],
    [{ status: 'CANCELLED' }, 'failed'],
    [{ status: 'SUCCEEDED', output: 'not a list' }, 'done'],
  ])('%j ends as %s', async (task, state) => {
    const service = await play(({ method }) => (method === 'POST' ? usual : task));
    const { tools } = fakeTools();
    const model = createRunwayVideoModel('gen4_turbo', { key: KEY, baseUrl: service.url }, tools);
    const store = createMemoryJobStore();
    await expect(generateVideo(model, request, { store, tools })).rejects.toMatchObject({ code: 'service' });
    expect((await store.listJobs())[0].state).toBe(state);
  });

  it('a key that is not accepted while waiting does not end the job', async () => {
    const service = await play(({ method }) =>
      method === 'POST' ? usual : reply(401, { error: 'expired key' }),
    );
    const { tools } = fakeTools();
    const model = createRunwayVideoModel('gen4_turbo', { key: KEY, baseUrl: service.url }, tools);
    const store = createMemoryJobStore();
    await expect(generateVideo(model, request, { store, tools })).rejects.toThrow(/key was not accepted/);
    expect((await store.listJobs())[0]).toMatchObject({ state: 'queued', operation: usual });
  });
});

describe('generateVideo with a model of the AI SDK', () => {
  const { tools } = fakeTools();
  it('takes one that starts and reports, or one that only generates', async () => {
    const videos = [
      { type: 'base64' as const, data: btoa(String.fromCharCode(...MP4)), mediaType: 'video/mp4' },
    ];
    const warnings = [{ type: 'unsupported' as const, feature: 'seed' }];
    const calls: unknown[] = [];
    const starting: VideoModel = {
      provider: 'google.generative-ai',
      modelId: 'veo',
      async doStart(call) {
        calls.push(call);
        return { operation: { name: 'op' }, warnings };
      },
      doStatus: async () => ({ status: 'completed', videos, warnings: [] }),
    };
    const made = await generateVideo(starting, request, { store: createMemoryJobStore(), tools });
    expect([made.output.files[0].bytes, made.job?.warnings]).toEqual([MP4, ['unsupported: seed']]);
    expect(calls[0]).toMatchObject({ n: 1, resolution: '832x480', aspectRatio: '26:15', seed: 0, fps: 16 });
    const generating: VideoModel = {
      provider: 'x',
      modelId: 'y',
      doGenerate: async () => ({ videos, warnings: [] }),
    };
    const store = createMemoryJobStore();
    expect((await generateVideo(generating, request, { store, tools })).job?.state).toBe('done');
    expect((await generateVideo(generating, request, { store, tools })).origin).toBe('store');
  });

  it('is not sent into private networks, and its errors are read by their status', async () => {
    const model: VideoModel = {
      provider: 'x',
      modelId: 'y',
      doStart: async () => ({ operation: 1, warnings: [] }),
      doStatus: async () => ({
        status: 'completed',
        videos: [{ type: 'url', url: 'http://192.168.0.1/video.mp4', mediaType: 'video/mp4' }],
        warnings: [],
      }),
    };
    const options = { store: createMemoryJobStore(), tools };
    await expect(generateVideo(model, request, options)).rejects.toThrow(/private network/);
    const failing: VideoModel = {
      ...model,
      modelId: 'z',
      doStart: async () => {
        throw Object.assign(new Error('prompt violates our policy'), { statusCode: 400 });
      },
    };
    await expect(generateVideo(failing, request, options)).rejects.toMatchObject({ trouble: 'refused' });
  });
});
