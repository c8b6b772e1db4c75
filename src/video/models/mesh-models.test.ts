import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  fakeTools,
  type PlayedService,
  playService,
  reply,
  sketchGlb,
  sketchMp4,
} from '../../../test/support/video-services.js';
import { encodePng } from '../../render/encode-png.js';
import { createImage } from '../../render/image.js';
import { generateVideo, planVideo } from './generate-video.js';
import { openMeshModel } from './mesh-models.js';
import { createMemoryJobStore } from './video-job.js';
import { openVideoModel } from './video-models.js';
import type { VideoRequest } from './video-request.js';

const KEY = 'secret-key-0123456789';
const GLB = sketchGlb();
const request: VideoRequest = {
  prompt: 'creature',
  firstFrame: { mediaType: 'image/png', bytes: encodePng(createImage(8, 8, [9, 9, 9, 255])) },
  ...{ width: 16, height: 16, frames: 1, fps: 1, seed: 3 },
};

const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** fal's queue: `states` come before the end, `result` is what it gives, `file` what is behind its address. */
async function playFal(
  result: (url: string) => object,
  file: Answer = reply(200, GLB),
  states: Answer[] = [],
) {
  const service = await playService(({ method, path }, url) => {
    const at = `${url}/fal-ai/x/requests/r`;
    if (method === 'POST')
      return { request_id: 'r', status_url: `${at}/status`, response_url: at, cancel_url: at };
    if (path.endsWith('/status')) return states.shift() ?? { status: 'COMPLETED' };
    return path === '/file' ? file : result(url);
  });
  services.push(service);
  const { tools } = fakeTools({ FAL_KEY: KEY, FAL_QUEUE_URL: service.url });
  return { service, tools, options: { tools, store: createMemoryJobStore() } };
}

describe('meshes of pictures by fal', () => {
  it.each([
    ['fal:fal-ai/trellis-2', 'image_url', (url: string) => ({ model_glb: { url: `${url}/file` } })],
    [
      'fal:fal-ai/hunyuan3d-v21',
      'input_image_url',
      (url: string) => ({ model_mesh: { url: `${url}/file` } }),
    ],
    [
      'fal:fal-ai/sam-3/3d-objects',
      'image_url',
      (url: string) => ({ model_glb: null, individual_glbs: [{ url: `${url}/file` }] }),
    ],
  ])('%s is asked once, through outages', async (name, field, result) => {
    const outages = [
      { status: 'IN_QUEUE', queue_position: 2 },
      reply(503, 'busy'),
      { status: 'IN_PROGRESS' },
    ];
    const { service, tools, options } = await playFal(result, reply(200, GLB), outages);
    const model = openMeshModel(name, tools);
    const made = await generateVideo(model, request, options);
    expect(made.output.files).toEqual([{ mediaType: 'model/gltf-binary', bytes: GLB }]);
    expect(JSON.parse(service.requests[0].body)).toMatchObject({
      seed: 3,
      [field]: expect.stringMatching(/^data:image/),
    });
    expect((await generateVideo(model, request, options)).origin).toBe('store');
    expect(service.count('POST', /./)).toBe(1);
    expect(JSON.stringify(await planVideo(model, { ...request, seed: 4 }, options.store))).not.toContain(KEY);
  });

  it.each([
    ['no mesh', () => ({ model_glb: { url: 7 } }), undefined, /no mesh/],
    ['a list', () => [1], undefined, /no mesh/],
    [
      'half a GLB',
      (url: string) => ({ model_glb: { url: `${url}/file` } }),
      reply(200, GLB.subarray(0, 24)),
      /GLB breaks off/,
    ],
    [
      'a video',
      (url: string) => ({ model_glb: { url: `${url}/file` } }),
      reply(200, sketchMp4()),
      /no mesh but video\/mp4/,
    ],
    [
      'an address in a private network',
      () => ({ model_glb: { url: 'http://169.254.169.254/x.glb' } }),
      undefined,
      /private network/,
    ],
  ])('%s is not believed', async (_, result, file, message) => {
    const { tools, options } = await playFal(result, file);
    await expect(generateVideo(openMeshModel('fal', tools), request, options)).rejects.toThrow(message);
  });

  it('a video model may not answer with a mesh', async () => {
    const { tools, options } = await playFal((url) => ({ video: { url: `${url}/file` } }));
    await expect(generateVideo(openVideoModel('fal', tools), request, options)).rejects.toThrow(
      /no video but model\/gltf-binary/,
    );
  });
});

it('ComfyUI makes a mesh by its own nodes', async () => {
  let id = '';
  const service = await playService(({ path, body }) => {
    if (path === '/upload/image') return { name: 'a.png', subfolder: '', type: 'input' };
    if (path === '/prompt') {
      id = JSON.parse(body).prompt_id;
      return { prompt_id: id };
    }
    const saved = { '3d': [{ filename: 'mesh_00001_.glb', subfolder: 'posespace', type: 'output' }] };
    if (path.startsWith('/history/'))
      return { [id]: { outputs: { save: saved }, status: { status_str: 'success' } } };
    return reply(200, GLB);
  });
  services.push(service);
  const { tools } = fakeTools({ COMFYUI_URL: service.url });
  const options = { tools, store: createMemoryJobStore() };
  const made = await generateVideo(openMeshModel('comfyui', tools), request, options);
  expect(made.output.files).toEqual([{ mediaType: 'model/gltf-binary', bytes: GLB }]);
  const graph = JSON.parse(service.requests.find(({ path }) => path === '/prompt')!.body).prompt;
  for (const { inputs } of Object.values(graph) as { inputs: object }[]) {
    for (const link of Object.values(inputs).filter(Array.isArray))
      expect(Object.keys(graph)).toContain(link[0]);
  }
  expect(graph['first picture'].inputs.image).toBe('a.png');
  expect(service.requests.at(-1)?.path).toMatch(/mesh_00001_\.glb/);
});

it('names what it knows', () => {
  const { tools } = fakeTools();
  expect(() => openMeshModel('runway', tools)).toThrow(/choose comfyui.*fal:fal-ai\/trellis-2/);
  expect(() => openMeshModel('fal', tools)).toThrow(/no FAL_KEY/);
});
