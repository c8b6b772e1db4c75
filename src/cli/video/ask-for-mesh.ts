/** @file A mesh of a picture by a model that makes meshes: paid for once, like a video. */

import type { Model } from '../../io/model.js';
import { readModel } from '../../io/read.js';
import { encodePng } from '../../render/encode-png.js';
import type { Image } from '../../render/image.js';
import type { VideoPlan } from '../../video/models/generate-video.js';
import { openMeshModel } from '../../video/models/mesh-models.js';
import type { VideoModel } from '../../video/models/video-model.js';
import { cutOutCreature } from '../../video/track/cut-out.js';
import { text } from '../shared/flags.js';
import type { CommandContext } from '../shared/shell.js';
import { askVideoModel, graphIn, readGraph, serviceToolsOf, type VideoModelOptions } from './model-flags.js';

/** What models are that make meshes. */
export const MESH_MODELS = 'comfyui, comfyui:<graph.json>, or fal:<endpoint> such as fal:fal-ai/trellis-2';

/** Flags of commands that ask for meshes of pictures. */
export const MESH_FLAGS = {
  model: text(`who makes a mesh of a picture: ${MESH_MODELS}`, {
    default: 'comfyui',
    fileIn: graphIn,
    forAssistants: [],
  }),
  thing: text('what the picture shows, in a word, for services that ask for it', { default: 'creature' }),
};

/** A mesh that a service made. */
export interface AskedMesh {
  readonly bytes: Uint8Array;
  readonly model: Model;
  /** Dollars at most; 0 where it was there already. */
  readonly cost: number;
}

/** Opens the model that a flag names. */
export const openMeshModelOf = async (
  name: string,
  { dryRun }: Pick<VideoModelOptions, 'dryRun'>,
): Promise<VideoModel> => openMeshModel(name, serviceToolsOf(dryRun), await readGraph(name));

/** Asks for the mesh of the creature in a picture. `spent` is what earlier requests of the run cost. */
export async function askForMesh(
  context: CommandContext<VideoModelOptions>,
  model: VideoModel,
  image: Image,
  thing: string,
  spent: number,
): Promise<AskedMesh | { readonly plan: VideoPlan }> {
  const picture = cutOutCreature(image);
  const { width, height } = picture;
  const firstFrame = { mediaType: 'image/png', bytes: encodePng(picture) };
  const request = { prompt: thing, firstFrame, width, height, frames: 1, fps: 1, seed: context.seed };
  const made = await askVideoModel(context, model, request, spent);
  if ('plan' in made) return made;
  const { bytes } = made.output.files[0];
  return {
    bytes,
    model: await readModel('mesh.glb', bytes, { limits: context.limits }),
    cost: made.origin === 'new' ? (made.job?.cost?.dollars ?? 0) : 0,
  };
}
