/**
 * @file Meshes of single pictures by fal.ai, one row per endpoint. Field names were read in public programs that call
 * these endpoints, November 2026; not called live. Textures are left out where that can be asked for: the fit reads the
 * surface alone.
 */

import { PosespaceError } from '../../base/errors.js';
import { createFalQueue, FAL_QUEUE, type FalOptions } from './fal-queue.js';
import { recordOf, shorten } from './json-answers.js';
import type { ServiceTools } from './service-tools.js';
import type { VideoModel, VideoModelCall } from './video-model.js';
import { fileUri, frameOf } from './video-request.js';

/** One endpoint of fal that makes a mesh of a picture. */
export interface FalMeshEndpoint {
  /** Field of the picture. */
  readonly picture: string;
  /** Whether it takes words: a name of the thing. */
  readonly prompt?: boolean;
  /** Fields that are always sent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Dollars at most for a picture; absent where no price was found. */
  readonly price?: number;
}

/** Endpoints whose fields are known. The first is the default. */
export const FAL_MESH_ENDPOINTS: Readonly<Record<string, FalMeshEndpoint>> = Object.freeze({
  'fal-ai/trellis-2': {
    picture: 'image_url',
    fixed: { resolution: 512, texture_size: 1024, decimation_target: 50_000 },
    price: 0.35,
  },
  'fal-ai/hunyuan3d-v21': { picture: 'input_image_url', fixed: { textured_mesh: false } },
  'fal-ai/sam-3/3d-objects': { picture: 'image_url', prompt: true },
} satisfies Record<string, FalMeshEndpoint>);

/** Fields of a result that may hold the mesh. */
const RESULTS = ['model_glb', 'model_mesh', 'model', 'mesh'] as const;

/** A model of fal that makes a mesh of a picture. */
export function createFalMeshModel(
  endpoint: string,
  { key, baseUrl = FAL_QUEUE }: FalOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
): VideoModel {
  const queue = createFalQueue(endpoint, { key, baseUrl }, tools, findMesh);
  const table = FAL_MESH_ENDPOINTS[endpoint] ?? { picture: 'image_url' };
  const write = (call: VideoModelCall): Record<string, unknown> => {
    const picture = frameOf(call, 'first');
    if (!picture) throw new PosespaceError('bad-usage', `video/fal: ${endpoint} needs a picture`);
    return {
      ...table.fixed,
      [table.picture]: fileUri(picture),
      ...(table.prompt && { prompt: call.prompt }),
      ...(call.seed !== undefined && { seed: call.seed }),
    };
  };
  return {
    provider: 'fal',
    modelId: endpoint,
    makes: 'mesh',
    doStart: async (call) => ({ operation: await queue.start(write(call), call), warnings: [] }),
    doStatus: queue.doStatus,
    doCancel: queue.doCancel,
    fetchOutput: queue.fetchOutput,
    estimateCost: () =>
      table.price === undefined
        ? { note: `see https://fal.ai/models/${endpoint} for the price` }
        : { dollars: table.price, note: 'a picture, at most, by the prices of November 2026' },
    describeCall: (call) => ({
      method: 'POST',
      url: `${baseUrl}/${endpoint}`,
      body: shorten(write(call)),
    }),
  };
}

/** The address of the mesh of a result. */
function findMesh(result: Record<string, unknown>) {
  const several = Array.isArray(result.individual_glbs) ? result.individual_glbs : [];
  const files = [...RESULTS.map((name) => result[name]), ...several].map(recordOf);
  const found = files.find(({ url }) => typeof url === 'string')?.url;
  if (found === undefined) return 'the result has no mesh';
  return [{ type: 'url' as const, url: String(found), mediaType: 'model/gltf-binary' }];
}
