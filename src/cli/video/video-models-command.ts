/** @file `posespace video models`: which video models can be used here, and what the others lack. */

import { nodeServiceTools } from '../../io/node-video-jobs.js';
import { listVideoModels, type VideoModelState } from '../../video/models/video-models.js';
import { defineCommand } from '../shared/shell.js';

const EMBEDDED: VideoModelState = Object.freeze({
  name: 'embedded',
  summary: 'motions of the library, filmed by the renderer: no network, no key',
  models: ['library'],
  ready: true,
  found: 'part of posespace',
  missing: [],
});

export const videoModelsCommand = defineCommand({
  usage: 'video models',
  summary: 'List video models: which are ready, and what the others need',
  examples: [
    ['posespace video models', 'what is configured, and the commands that add the rest'],
    ['COMFYUI_URL=http://gpu:8188 posespace video models', 'a ComfyUI on another machine'],
  ],
  async run() {
    const models = [EMBEDDED, ...(await listVideoModels(nodeServiceTools()))];
    return { data: { models }, text: models.map(describeModel).join('\n\n') };
  },
});

function describeModel({ name, summary, models, ready, found, missing }: VideoModelState): string {
  return [
    `${name.padEnd(9)} ${ready ? 'ready' : 'not ready'}: ${found}`,
    `  ${summary}`,
    ...(models.length > 1 ? [`  --model ${name}:<model>, by default ${models[0]}`] : [`  --model ${name}`]),
    ...models.slice(1).map((model) => `    ${name}:${model}`),
    ...missing.map((step) => `  → ${step}`),
  ].join('\n');
}
