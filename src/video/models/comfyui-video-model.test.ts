import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  fakeTools,
  type PlayedService,
  playService,
  reply,
} from '../../../test/support/video-services.js';
import { encodePng } from '../../render/encode-png.js';
import { createImage } from '../../render/image.js';
import { COMFY_FILES, COMFY_GRAPHS, checkComfyGraph, fillComfyGraph } from './comfyui-graphs.js';
import { createComfyuiVideoModel } from './comfyui-video-model.js';
import { cancelVideoJob, generateVideo } from './generate-video.js';
import type { ProgressSocket } from './service-tools.js';
import { createMemoryJobStore } from './video-job.js';
import { listVideoModels, openVideoModel } from './video-models.js';
import type { VideoRequest } from './video-request.js';

const PNG = encodePng(createImage(8, 8, [9, 9, 9, 255]));
const picture = { mediaType: 'image/png', bytes: PNG };
const request: VideoRequest = {
  prompt: 'a walk',
  firstFrame: picture,
  width: 830,
  height: 480,
  frames: 48,
  fps: 16,
  seed: 5,
};

const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** A ComfyUI whose queue is a script: what `/history` and `/queue` say, question by question. */
async function playComfy(
  script: {
    history?: (id: string, n: number) => Answer;
    queue?: (id: string) => object;
    start?: (id: string) => Answer;
  } = {},
) {
  let id = '';
  let asked = 0;
  const frames = [1, 2, 3].map((n) => ({
    filename: `f_0000${n}_.png`,
    subfolder: 'posespace',
    type: 'output',
  }));
  const service = await playService(({ method, path, body }) => {
    if (path === '/upload/image')
      return { name: /filename="([^"]+)"/.exec(body)?.[1], subfolder: 'in', type: 'input' };
    if (path === '/prompt') {
      id = JSON.parse(body).prompt_id;
      return script.start?.(id) ?? { prompt_id: id, number: 1, node_errors: {} };
    }
    if (path.startsWith('/history/')) {
      const done = { [id]: { outputs: { save: { images: frames } }, status: { status_str: 'success' } } };
      return script.history?.(id, asked++) ?? done;
    }
    if (path === '/queue' && method === 'GET')
      return script.queue?.(id) ?? { queue_running: [[1, id]], queue_pending: [] };
    if (path.startsWith('/view?')) return reply(200, PNG);
    return method === 'POST' ? {} : undefined;
  });
  services.push(service);
  return service;
}

function open(service: PlayedService, graph?: unknown) {
  const sockets: (ProgressSocket & { url: string; closed: boolean })[] = [];
  const openSocket = (url: string) => {
    const socket = {
      url,
      closed: false,
      onmessage: null,
      onerror: null,
      close: () => void 0,
    } as (typeof sockets)[0];
    socket.close = () => {
      socket.closed = true;
    };
    sockets.push(socket);
    return socket;
  };
  const { tools } = fakeTools({ COMFYUI_URL: service.url }, { openSocket });
  const store = createMemoryJobStore();
  return { model: openVideoModel('comfyui', tools, graph), options: { store, tools }, store, sockets, tools };
}

describe('ComfyUI', () => {
  it('gets pictures and a graph, and gives frames', async () => {
    const service = await playComfy({ history: (_, n) => (n < 3 ? {} : (undefined as never)) });
    const { model, options, sockets } = open(service);
    const shares: number[] = [];
    const made = await generateVideo(model, request, {
      ...options,
      onProgress({ fraction }) {
        shares.push(fraction);
        const tell = (data: unknown) => sockets[0]?.onmessage?.({ data });
        tell('not json');
        tell(new ArrayBuffer(8));
        tell(JSON.stringify({ type: 'progress', data: { value: 1e9, max: 2, prompt_id: 'other' } }));
        tell(JSON.stringify({ type: 'progress', data: { value: 1, max: 4 } }));
      },
    });
    expect(made.output.files).toHaveLength(3);
    expect(made.output.files[0]).toEqual({ mediaType: 'image/png', bytes: PNG });
    expect(made.job?.warnings).toEqual([
      'compatibility: size: 832 x 480 instead of 830 x 480',
      'compatibility: frames: 49 instead of 48',
    ]);
    expect(shares).toContain(0.25);
    expect([sockets.length, sockets[0].closed]).toEqual([1, true]);
    expect(sockets[0].url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ws\?clientId=/);
    const sent = JSON.parse(service.requests.find(({ path }) => path === '/prompt')!.body);
    expect(sent.prompt_id).toBe(made.job?.id);
    expect(sent.prompt.latent).toMatchObject({
      class_type: 'WanImageToVideo',
      inputs: { width: 832, height: 480, length: 49 },
    });
    expect(sent.prompt.first.inputs.noise_seed).toBe(5);
    expect(sent.prompt['first picture'].inputs.image).toBe(`in/posespace-${made.job?.id}-first.png`);
    expect(service.requests.at(-1)?.path).toMatch(/filename=f_00003_\.png&subfolder=posespace&type=output/);
  });

  it('finds a job again whose answer was lost, and sends it anew where it was never there', async () => {
    for (const arrived of [true, false]) {
      let starts = 0;
      const service = await playComfy({
        start: () => (starts++ === 0 ? (response) => response.destroy() : (undefined as never)),
        history: (_, n) => (!arrived && n < 2 ? {} : (undefined as never)),
        queue: () => ({ queue_running: [], queue_pending: [] }),
      });
      const { model, options } = open(service);
      await expect(generateVideo(model, request, options)).rejects.toThrow(/cannot be reached/);
      const made = await generateVideo(model, request, options);
      expect([made.origin, service.count('POST', /^\/prompt/)]).toEqual(
        arrived ? ['resumed', 1] : ['new', 2],
      );
    }
  });

  it('says what is wrong with a graph or a run', async () => {
    const nodes = { 3: { class_type: 'UNETLoader', errors: [{ details: "unet_name: 'x' not in []" }] } };
    const refusing = await playComfy({
      start: () => reply(400, { error: { message: 'invalid prompt' }, node_errors: nodes }),
    });
    await expect(generateVideo(open(refusing).model, request, open(refusing).options)).rejects.toThrow(
      /UNETLoader: unet_name: 'x' not in/,
    );
    const messages = [['execution_error', { node_type: 'KSampler', exception_message: 'out of memory' }]];
    const failing = await playComfy({
      history: (id) => ({ [id]: { outputs: {}, status: { status_str: 'error', messages } } }),
    });
    await expect(generateVideo(open(failing).model, request, open(failing).options)).rejects.toThrow(
      /KSampler: out of memory/,
    );
    const empty = await playComfy({ history: (id) => ({ [id]: { outputs: [7], status: 'odd' } }) });
    await expect(generateVideo(open(empty).model, request, open(empty).options)).rejects.toThrow(
      /saved no pictures/,
    );
  });

  it('interrupts its own job, and no other', async () => {
    for (const own of [true, false]) {
      const service = await playComfy({
        history: () => ({}),
        queue: (id) => ({ queue_running: [[1, own ? id : 'other']], queue_pending: own ? [] : [[2, id]] }),
      });
      const { model, options, store } = open(service);
      await expect(generateVideo(model, request, { ...options, patience: 5 })).rejects.toThrow(/not done/);
      const [job] = await store.listJobs();
      expect((await cancelVideoJob(model, job, options)).state).toBe('cancelled');
      expect(service.count('POST', /interrupt/)).toBe(own ? 1 : 0);
      expect(service.count('POST', /queue/)).toBe(1);
    }
  });

  it('runs the graph that a request needs, or one of the user', async () => {
    const service = await playComfy();
    const kindOf = async (more: Partial<VideoRequest>) => {
      const { model, options } = open(service);
      await generateVideo(model, { ...request, ...more }, options);
      return JSON.parse(service.requests.filter(({ path }) => path === '/prompt').at(-1)!.body).prompt;
    };
    expect((await kindOf({ lastFrame: picture })).latent.class_type).toBe('WanFirstLastFrameToVideo');
    expect(
      (await kindOf({ depth: { mediaType: 'video/mp4', bytes: PNG } }))['depth video'].inputs.file,
    ).toMatch(/-depth\.mp4$/);
    const tracked = await kindOf({ tracks: [[{ x: 1.5, y: 2 }]] });
    expect(JSON.parse(tracked.latent.inputs.tracks)).toEqual([Array(121).fill({ x: 1.5, y: 2 })]);
    const { model, options } = open(service, {
      9: { class_type: 'Mine', inputs: { text: '{{prompt}}', n: '{{frames}}', s: 'x {{seed}}' } },
    });
    await generateVideo(model, request, options);
    const own = JSON.parse(service.requests.filter(({ path }) => path === '/prompt').at(-1)!.body).prompt;
    expect(own[9].inputs).toEqual({ text: 'a walk', n: 49, s: 'x 5' });
  });
});

describe('graphs', () => {
  it('link nodes that are there, and name files that are listed', () => {
    for (const [task, graph] of Object.entries(COMFY_GRAPHS)) {
      const links = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs).filter(Array.isArray));
      for (const [name] of links) expect(Object.keys(graph)).toContain(name);
      const names = Object.values(graph).flatMap(({ inputs }) =>
        Object.values(inputs).filter((value) => /\.safetensors$/.test(String(value))),
      );
      expect(COMFY_FILES[task as keyof typeof COMFY_FILES].map(({ name }) => name).sort()).toEqual(
        [...names].sort(),
      );
    }
  });

  it('are refused where they are for the editor, or have a slot that nothing fills', () => {
    expect(() => checkComfyGraph({ nodes: [], links: [] }, 'my.json')).toThrow(
      /saved for the editor.*Export \(API\)/,
    );
    for (const value of [null, 7, [], {}, { a: { class_type: 1 } }])
      expect(() => checkComfyGraph(value, 'x')).toThrow(/API format/);
    const graph = { a: { class_type: 'A', inputs: { x: '{{constructor}}' } } };
    expect(() => fillComfyGraph(graph, { prompt: 'p' })).toThrow(/slot \{\{constructor\}\}/);
  });
});

describe('listVideoModels', () => {
  it('says what is missing, with the command that adds it', async () => {
    const { tools } = fakeTools({ COMFYUI_URL: 'http://127.0.0.1:1', FAL_KEY: 'k' });
    const [comfyui, fal, runway] = await listVideoModels(tools);
    expect(comfyui).toMatchObject({ ready: false, found: 'nothing answers at http://127.0.0.1:1' });
    expect(comfyui.missing.join()).toMatch(/comfy install.*comfy launch/);
    expect([fal.ready, fal.missing, runway.ready]).toEqual([true, [], false]);
    expect(runway.missing.join()).toMatch(/export RUNWAYML_API_SECRET/);
    expect(() => openVideoModel('runway', tools)).toThrow(/no RUNWAYML_API_SECRET in the environment/);
    expect(() => openVideoModel('sora', tools)).toThrow(/choose one of embedded, comfyui, fal, runway/);
  });

  it('looks for the files of ComfyUI', async () => {
    const service = await playService(({ path }) => {
      if (path === '/system_stats')
        return { system: { comfyui_version: '0.4' }, devices: [{ name: 'cuda:0' }] };
      return path === '/models/vae' ? ['wan_2.1_vae.safetensors'] : [];
    });
    services.push(service);
    const [comfyui] = await listVideoModels(fakeTools({ COMFYUI_URL: service.url }).tools);
    expect([comfyui.ready, comfyui.missing.length]).toEqual([false, 5]);
    expect(comfyui.found).toBe(`ComfyUI 0.4 at ${service.url}, cuda:0`);
    expect(comfyui.missing[0]).toMatch(/^comfy model download --url https:\/\/huggingface.co.*high_noise/);
  });
});

describe('a request that ComfyUI cannot do', () => {
  it('is refused before anything is sent', async () => {
    const service = await playComfy();
    const { options } = open(service);
    const model = createComfyuiVideoModel({ baseUrl: service.url }, options.tools);
    await expect(generateVideo(model, { ...request, firstFrame: undefined }, options)).rejects.toThrow(
      /needs a first frame/,
    );
    expect(service.requests).toEqual([]);
  });
});
