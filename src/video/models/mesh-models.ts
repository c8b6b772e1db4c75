/**
 * @file The registry of models that make a mesh of a picture: `fal:fal-ai/trellis-2`, `comfyui`. They have the interface
 * of video models, so that jobs, costs and keys are kept in the same way.
 */

import { PosespaceError } from '../../base/errors.js';
import { COMFY_MESH_GRAPH, checkComfyGraph } from './comfyui-graphs.js';
import { COMFYUI_URL, createComfyuiVideoModel } from './comfyui-video-model.js';
import { createFalMeshModel, FAL_MESH_ENDPOINTS } from './fal-mesh-model.js';
import type { ServiceTools } from './service-tools.js';
import type { VideoModel } from './video-model.js';
import { serviceKey } from './video-models.js';

/** Opens a model by its name: `fal`, `fal:fal-ai/trellis-2`, `comfyui`. `graph` is the JSON of a graph for ComfyUI. */
export function openMeshModel(name: string, tools: ServiceTools, graph?: unknown): VideoModel {
  const [kind, ...rest] = name.split(':');
  const id = rest.join(':');
  const { FAL_QUEUE_URL, COMFYUI_URL: address = COMFYUI_URL } = tools.environment;
  if (kind === 'fal') {
    const baseUrl = FAL_QUEUE_URL ? { baseUrl: FAL_QUEUE_URL } : {};
    return createFalMeshModel(
      id || Object.keys(FAL_MESH_ENDPOINTS)[0],
      { key: serviceKey('fal', tools), ...baseUrl },
      tools,
    );
  }
  if (kind === 'comfyui') {
    const given = graph === undefined ? COMFY_MESH_GRAPH : checkComfyGraph(graph, id);
    const settings = { baseUrl: address, name: id || 'hunyuan3d', graph: given, makes: 'mesh' as const };
    return createComfyuiVideoModel(settings, tools);
  }
  throw new PosespaceError(
    'bad-usage',
    `video/openMeshModel: there is no model "${name}" that makes meshes; choose comfyui, comfyui:<graph.json> or ` +
      `fal:<endpoint>, such as ${Object.keys(FAL_MESH_ENDPOINTS)
        .map((one) => `fal:${one}`)
        .join(', ')}`,
  );
}
