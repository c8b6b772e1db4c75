/**
 * @file The graphs that ComfyUI runs, as templates in its API format: a text `{{width}}` is a slot, and a value that is a
 * slot alone gets the slot's own type. They end in `SaveImage`: frames come back lossless. A user's own file is read by
 * the same rules.
 *
 * Settings: Comfy's own Wan 2.2 image-to-video workflow with the four-step LoRAs (two experts, steps 0 to 2 and 2 to 4);
 * the nodes' inputs: `comfy_extras/nodes_wan.py`.
 */

import { PosespaceError } from '../../base/errors.js';

/** One node: its class and its inputs; a link is `[node, output]`. */
export interface ComfyNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A graph in ComfyUI's API format. */
export type ComfyGraph = Readonly<Record<string, ComfyNode>>;

/** A file that a graph needs, and where it is to be had. */
export interface ComfyModelFile {
  /** Folder under `models`. */
  readonly folder: string;
  readonly name: string;
  readonly url: string;
}

/** What ComfyUI can be asked for. */
export type ComfyTask = 'image-to-video' | 'first-last-frame' | 'tracks' | 'depth';

/** Fills the slots that a graph may have. */
export type ComfySlots = Readonly<Record<string, string | number>>;

const NEGATIVE =
  'overexposed, static, blurred details, subtitles, worst quality, low quality, deformed, extra limbs, fused limbs, camera movement, cut, cluttered background';

const node = (class_type: string, inputs: Readonly<Record<string, unknown>>): ComfyNode => ({
  class_type,
  inputs,
});

const WAN_22 = 'https://huggingface.co/Comfy-Org/Wan_2.2_ComfyUI_Repackaged/resolve/main/split_files';
const WAN_21 = 'https://huggingface.co/Comfy-Org/Wan_2.1_ComfyUI_repackaged/resolve/main/split_files';
const file = (base: string, folder: string, name: string): ComfyModelFile => ({
  folder,
  name,
  url: `${base}/${folder}/${name}`,
});

const ENCODER = file(WAN_21, 'text_encoders', 'umt5_xxl_fp8_e4m3fn_scaled.safetensors');
const VAE = file(WAN_22, 'vae', 'wan_2.1_vae.safetensors');
const EXPERTS = ['high', 'low'].map((noise) =>
  file(WAN_22, 'diffusion_models', `wan2.2_i2v_${noise}_noise_14B_fp8_scaled.safetensors`),
);
const LORAS = ['high', 'low'].map((noise) =>
  file(WAN_22, 'loras', `wan2.2_i2v_lightx2v_4steps_lora_v1_${noise}_noise.safetensors`),
);
const VACE = file(WAN_21, 'diffusion_models', 'wan2.1_vace_14B_fp16.safetensors');
const VISION = file(WAN_21, 'clip_vision', 'clip_vision_h.safetensors');
const ATI: ComfyModelFile = {
  folder: 'diffusion_models',
  name: 'Wan2_1-I2V-ATI-14B_fp8_e4m3fn.safetensors',
  url: 'https://huggingface.co/Kijai/WanVideo_comfy/resolve/main/Wan2_1-I2V-ATI-14B_fp8_e4m3fn.safetensors',
};

/** Files that each task needs. */
export const COMFY_FILES: Readonly<Record<ComfyTask, readonly ComfyModelFile[]>> = Object.freeze({
  'image-to-video': [...EXPERTS, ...LORAS, ENCODER, VAE],
  'first-last-frame': [...EXPERTS, ...LORAS, ENCODER, VAE],
  tracks: [ATI, VISION, ENCODER, VAE],
  depth: [VACE, ENCODER, VAE],
});

/** The node that makes each task's latent. */
export const COMFY_NODES: Readonly<Record<ComfyTask, string>> = Object.freeze({
  'image-to-video': 'WanImageToVideo',
  'first-last-frame': 'WanFirstLastFrameToVideo',
  tracks: 'WanTrackToVideo',
  depth: 'WanVaceToVideo',
});

const SIZE = { width: '{{width}}', height: '{{height}}', length: '{{frames}}', batch_size: 1 } as const;
const CONDITION = { positive: ['prompt', 0], negative: ['negative', 0], vae: ['vae', 0], ...SIZE } as const;

const TEXTS: ComfyGraph = {
  clip: node('CLIPLoader', { clip_name: ENCODER.name, type: 'wan', device: 'default' }),
  vae: node('VAELoader', { vae_name: VAE.name }),
  prompt: node('CLIPTextEncode', { text: '{{prompt}}', clip: ['clip', 0] }),
  negative: node('CLIPTextEncode', { text: NEGATIVE, clip: ['clip', 0] }),
};

/** Two experts with four steps in all; `latent` is the node that conditions them. */
const twoExperts = (): ComfyGraph => ({
  ...Object.fromEntries(
    ['high', 'low'].flatMap((noise, i) => [
      [`${noise} model`, node('UNETLoader', { unet_name: EXPERTS[i].name, weight_dtype: 'default' })],
      [
        `${noise} lora`,
        node('LoraLoaderModelOnly', {
          lora_name: LORAS[i].name,
          strength_model: 1,
          model: [`${noise} model`, 0],
        }),
      ],
      [noise, node('ModelSamplingSD3', { shift: 5, model: [`${noise} lora`, 0] })],
    ]),
  ),
  first: node('KSamplerAdvanced', {
    ...{ add_noise: 'enable', noise_seed: '{{seed}}', return_with_leftover_noise: 'enable' },
    ...sampling('high', [0, 2]),
    latent_image: ['latent', 2],
  }),
  second: node('KSamplerAdvanced', {
    ...{ add_noise: 'disable', noise_seed: 0, return_with_leftover_noise: 'disable' },
    ...sampling('low', [2, 4]),
    latent_image: ['first', 0],
  }),
  ...saved(['second', 0]),
});

const sampling = (model: string, [start, end]: readonly [number, number]) => ({
  ...{ steps: 4, cfg: 1, sampler_name: 'euler', scheduler: 'simple' },
  ...{ start_at_step: start, end_at_step: end, model: [model, 0] },
  ...{ positive: ['latent', 0], negative: ['latent', 1] },
});

/** One model with twenty steps. */
const oneModel = (name: string, samples: readonly [string, number]): ComfyGraph => ({
  model: node('UNETLoader', { unet_name: name, weight_dtype: 'default' }),
  shifted: node('ModelSamplingSD3', { shift: 8, model: ['model', 0] }),
  sampled: node('KSampler', {
    ...{ seed: '{{seed}}', steps: 20, cfg: 6, sampler_name: 'uni_pc', scheduler: 'simple', denoise: 1 },
    ...{
      model: ['shifted', 0],
      positive: ['latent', 0],
      negative: ['latent', 1],
      latent_image: ['latent', 2],
    },
  }),
  ...saved(samples),
});

const saved = (samples: readonly [string, number]): ComfyGraph => ({
  decoded: node('VAEDecode', { samples, vae: ['vae', 0] }),
  save: node('SaveImage', { filename_prefix: '{{name}}', images: ['decoded', 0] }),
});

const picture = (slot: string): ComfyNode => node('LoadImage', { image: `{{${slot}}}` });

/** The graph of each task. */
export const COMFY_GRAPHS: Readonly<Record<ComfyTask, ComfyGraph>> = Object.freeze({
  'image-to-video': {
    ...TEXTS,
    'first picture': picture('first'),
    latent: node('WanImageToVideo', { ...CONDITION, start_image: ['first picture', 0] }),
    ...twoExperts(),
  },
  'first-last-frame': {
    ...TEXTS,
    'first picture': picture('first'),
    'last picture': picture('last'),
    latent: node('WanFirstLastFrameToVideo', {
      ...CONDITION,
      start_image: ['first picture', 0],
      end_image: ['last picture', 0],
    }),
    ...twoExperts(),
  },
  tracks: {
    ...TEXTS,
    'first picture': picture('first'),
    vision: node('CLIPVisionLoader', { clip_name: VISION.name }),
    seen: node('CLIPVisionEncode', {
      clip_vision: ['vision', 0],
      image: ['first picture', 0],
      crop: 'none',
    }),
    latent: node('WanTrackToVideo', {
      ...CONDITION,
      ...{ tracks: '{{tracks}}', temperature: 220, topk: 2 },
      ...{ start_image: ['first picture', 0], clip_vision_output: ['seen', 0] },
    }),
    ...oneModel(ATI.name, ['sampled', 0]),
  },
  depth: {
    ...TEXTS,
    'first picture': picture('first'),
    'depth video': node('LoadVideo', { file: '{{depth}}' }),
    'depth frames': node('GetVideoComponents', { video: ['depth video', 0] }),
    latent: node('WanVaceToVideo', {
      ...CONDITION,
      ...{ strength: 1, control_video: ['depth frames', 0], reference_image: ['first picture', 0] },
    }),
    // The reference picture is the first latent, and not part of the video.
    trimmed: node('TrimVideoLatent', { samples: ['sampled', 0], trim_amount: ['latent', 3] }),
    ...oneModel(VACE.name, ['trimmed', 0]),
  },
});

/** A mesh of a picture by Hunyuan3D 2.1, with the nodes that ComfyUI has itself; read in public graphs, not run here. */
export const COMFY_MESH_GRAPH: ComfyGraph = Object.freeze({
  'first picture': picture('first'),
  model: node('ImageOnlyCheckpointLoader', { ckpt_name: 'hunyuan_3d_v2.1.safetensors' }),
  shifted: node('ModelSamplingAuraFlow', { model: ['model', 0], shift: 1 }),
  seen: node('CLIPVisionEncode', {
    clip_vision: ['model', 1],
    image: ['first picture', 0],
    crop: 'none',
  }),
  condition: node('Hunyuan3Dv2Conditioning', { clip_vision_output: ['seen', 0] }),
  latent: node('EmptyLatentHunyuan3Dv2', { resolution: 3072, batch_size: 1 }),
  sampled: node('KSampler', {
    ...{ seed: '{{seed}}', steps: 30, cfg: 5, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    ...{ model: ['shifted', 0], positive: ['condition', 0], negative: ['condition', 1] },
    latent_image: ['latent', 0],
  }),
  voxels: node('VAEDecodeHunyuan3D', {
    samples: ['sampled', 0],
    vae: ['model', 2],
    num_chunks: 8000,
    octree_resolution: 256,
  }),
  mesh: node('VoxelToMesh', { voxel: ['voxels', 0], algorithm: 'surface net', threshold: 0.6 }),
  save: node('SaveGLB', { mesh: ['mesh', 0], filename_prefix: '{{name}}' }),
});

/** Reads a user's graph: the JSON of ComfyUI's "Export (API)". */
export function checkComfyGraph(value: unknown, origin: string): ComfyGraph {
  const nodes =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  const whole = nodes.every((one) => {
    const { class_type: type, inputs } = (one ?? {}) as Partial<ComfyNode>;
    return typeof type === 'string' && typeof inputs === 'object' && inputs !== null;
  });
  if (nodes.length > 0 && whole) return value as ComfyGraph;
  const saved = Array.isArray((value as { nodes?: unknown } | null)?.nodes);
  throw new PosespaceError(
    'bad-usage',
    `video/comfyui: "${origin}" is no graph in the API format; ` +
      `${saved ? 'it was saved for the editor: ' : ''}use "Export (API)" in ComfyUI's menu`,
  );
}

/** A graph with its slots filled. Throws where a slot has no value. */
export function fillComfyGraph(graph: ComfyGraph, slots: ComfySlots): ComfyGraph {
  const slotValue = (name: string): string | number => {
    if (Object.hasOwn(slots, name)) return slots[name];
    throw new PosespaceError(
      'bad-usage',
      `video/comfyui: the graph has a slot {{${name}}} that this request does not fill; it has ${Object.keys(slots).join(', ')}`,
    );
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
    if (typeof value !== 'string') return value;
    const alone = /^\{\{(\w+)\}\}$/.exec(value);
    return alone
      ? slotValue(alone[1])
      : value.replace(/\{\{(\w+)\}\}/g, (_, name) => String(slotValue(name)));
  };
  return fill(graph) as ComfyGraph;
}
