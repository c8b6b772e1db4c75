/** @file fal on loopback that draws a creature for words (PNG) and makes its mesh of a picture (GLB). */

import { readModel } from '../../src/io/read.js';
import type { SampleName } from '../../src/io/samples.js';
import { encodeModel } from '../../src/io/write.js';
import { encodePng } from '../../src/render/encode-png.js';
import { createStage } from '../../src/video/stage/create-stage.js';
import { renderStage } from '../../src/video/stage/render-stage.js';
import { sampleCreature } from './creatures.js';
import { type PlayedService, playService, reply } from './video-services.js';

/** Bytes that the services give. */
export interface PlayedCreatures extends PlayedService {
  readonly picture: Uint8Array;
  readonly mesh: Uint8Array;
}

export async function playCreatures(name: SampleName): Promise<PlayedCreatures> {
  const creature = sampleCreature(name);
  const stage = createStage(creature.rig, { width: 192, height: 192 });
  const picture = encodePng(renderStage(creature.rig, stage));
  const { mesh: bare } = creature.rig;
  const lines = [
    ...Array.from(
      { length: bare.positions.length / 3 },
      (_, v) => `v ${bare.positions.subarray(3 * v, 3 * v + 3).join(' ')}`,
    ),
    ...Array.from(
      { length: bare.triangles.length / 3 },
      (_, t) => `f ${Array.from(bare.triangles.subarray(3 * t, 3 * t + 3), (v) => v + 1).join(' ')}`,
    ),
  ];
  const model = await readModel('bare.obj', new TextEncoder().encode(lines.join('\n')));
  const mesh = (await encodeModel(model, 'mesh.glb')).files[0].bytes;
  const service = await playService(({ method, path }, url) => {
    if (method === 'POST') {
      const here = `${url}/${/flux/.test(path) ? 'picture' : 'mesh'}/requests/r`;
      return { request_id: 'r', status_url: `${here}/status`, response_url: here, cancel_url: here };
    }
    if (path.endsWith('/status')) return { status: 'COMPLETED' };
    if (path === '/picture.png') return reply(200, picture);
    if (path === '/mesh.glb') return reply(200, mesh);
    if (path.startsWith('/picture')) return { images: [{ url: `${url}/picture.png` }], seed: 0 };
    return { model_glb: { url: `${url}/mesh.glb` } };
  });
  return { ...service, picture, mesh };
}
