/**
 * @file Writes a model: its source document plus what changed. A record that is the very object that was read is
 * not written at all, so an untouched model comes out as it came in.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Pose, Skeleton } from '../../rig/rig-records.js';
import type { Model } from '../model.js';
import { writeAnatomyInto } from './anatomy-extras.js';
import { createGltfBuilder, type GltfBuilder } from './builder.js';
import type { GltfSource } from './container.js';
import { buildSceneGraph, withAncestors } from './scene-graph.js';
import { tidyGltf } from './tidy.js';
import { encodeClip, type PlacedSkeleton, writePose } from './write-clip.js';
import { addSkeletonNodes, bindParts } from './write-skin.js';

export interface GltfWriteOptions {
  /** Leave the joints in this pose instead of where the file had them. */
  readonly pose?: Pose;
  /**
   * New and changed clips keep only the frames that hold every joint within this many % of the skeleton's diameter, each
   * channel its own; absent: all frames.
   */
  readonly reduce?: number;
}

export function writeGltfModel(model: Model, options: GltfWriteOptions = {}): GltfSource {
  const { source, skeleton, skin } = model;
  if (model.mesh !== source.mesh) {
    throw new PosespaceError(
      'bad-usage',
      'io/write: the mesh is not the one that was read; make a model of it with createModel',
    );
  }
  const { reduce } = options;
  if (reduce !== undefined && !(reduce >= 0)) {
    throw new PosespaceError(
      'bad-usage',
      `io/write: reduce is from 0 up, in % of the diameter, got ${reduce}`,
    );
  }
  const builder = createGltfBuilder(source.gltf);
  const sameSkeleton = hasSameBones(skeleton, source.skeleton);
  const placed =
    skeleton && (sameSkeleton ? renameJoints(builder, model) : addSkeletonNodes(builder, skeleton));
  const isBound = placed && skin && (skin !== source.skin || !sameSkeleton);
  if (isBound) bindParts(builder, placed, skin, model.mesh, source.parts, source.skin === undefined);
  if (isBound || model.anatomy !== source.anatomy || skeleton !== source.skeleton) {
    writeAnatomyInto(builder.json, placed?.nodes ?? [], skeleton, model.anatomy);
  }
  writeClips(builder, model, placed, sameSkeleton, reduce);
  if (options.pose) {
    if (!placed)
      throw new PosespaceError('bad-usage', 'io/write: a pose was given for a model without skeleton');
    writePose(builder, placed, buildSceneGraph(builder.json), options.pose);
  }
  tidyGltf(builder.json);
  return builder.finish();
}

/** Whether two skeletons are one but for the names, which only renames nodes. */
function hasSameBones(a: Skeleton | undefined, b: Skeleton | undefined): boolean {
  return a?.rest === b?.rest && a?.parents === b?.parents && a?.frames === b?.frames;
}

/** The skeleton of the file, under the names of the model. */
function renameJoints(builder: GltfBuilder, { skeleton, source }: Model): PlacedSkeleton {
  for (const [j, node] of source.jointNodes.entries()) {
    if (node >= 0) builder.json.nodes![node].name = skeleton!.names[j];
  }
  return { skeleton: skeleton!, nodes: source.jointNodes, restMatrices: source.restMatrices };
}

function writeClips(
  builder: GltfBuilder,
  model: Model,
  placed: PlacedSkeleton | undefined,
  sameSkeleton: boolean,
  reduce: number | undefined,
): void {
  const { source, clips } = model;
  if (clips === source.clips && sameSkeleton) return;
  const { json } = builder;
  const graph = buildSceneGraph(json);
  const animations = json.animations ?? [];
  // A clip holds what the nodes above its joints do, too: their channels would count twice.
  const moved = withAncestors(graph, source.jointNodes);
  const clipOf = new Map(source.clipAnimations.map((animation, i) => [animation, source.clips[i]]));

  // (1) Animations that are no clips (cameras, morphs) stay; clips stay where the model still has them.
  const kept = animations.filter((_, i) => {
    const clip = clipOf.get(i);
    return !clip || (sameSkeleton && clips.includes(clip));
  });
  // (2) New and changed clips. One that replaces a clip of the same name keeps its channels that move no joint.
  const written = clips.flatMap((clip) => {
    if (sameSkeleton && source.clips.includes(clip)) return [];
    if (!placed)
      throw new PosespaceError('bad-usage', `io/write: clip "${clip.name}" has no skeleton to move`);
    const index = source.clips.findIndex((old) => old.name === clip.name);
    const old = index < 0 ? undefined : animations[source.clipAnimations[index]];
    const channels = (old?.channels ?? []).filter(
      ({ target }) => target.path === 'weights' || !moved.has(target.node!),
    );
    const samplers = channels.map((channel) => old!.samplers[channel.sampler]);
    const foreign = {
      ...old,
      channels: channels.map((channel, i) => ({ ...channel, sampler: i })),
      samplers,
    };
    return [encodeClip(builder, placed, graph, clip, foreign, reduce)];
  });
  json.animations = [...kept, ...written];
}
