/**
 * @file Morph-animated surfaces as frames: weights of the morph targets over time, sampled at a constant rate, and
 * the rig's clip of the same animation on top where there is one.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { MeshSequence } from '../../mesh/mesh-sequence.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Model, type ModelPart, modelRig } from '../model.js';
import { type DecodedGltf, decodeGltf } from './decode.js';
import type { GltfJson } from './gltf-json.js';

export interface BakeMorphsOptions extends WorkOptions {
  readonly frameRate: number;
  /** Throws where that many frames are too many. */
  readonly check?: (frameCount: number) => void;
}

/** Keys of one node's morph weights. */
export interface MorphTrack {
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, increasing. [K] */
  readonly times: Float32Array;
  /** [K, targets], or in-tangents, values, out-tangents for CUBICSPLINE. [K, 3, targets] */
  readonly values: Float32Array;
  readonly targetCount: number;
}

/** Whether an animation moves morph weights of a node that has a mesh with targets. */
export function hasMorphAnimation(json: GltfJson, animation: number): boolean {
  return json.animations![animation].channels.some(({ target }) => {
    const mesh = target.node === undefined ? undefined : json.nodes?.[target.node]?.mesh;
    if (target.path !== 'weights' || mesh === undefined) return false;
    return json.meshes?.[mesh]?.primitives.some(({ targets }) => (targets?.length ?? 0) > 0) ?? false;
  });
}

/** The frames of an animation that `hasMorphAnimation`, with the clip that the same animation gives the rig. */
export async function bakeMorphs(
  model: Model,
  animation: number,
  clip: Clip | undefined,
  options: BakeMorphsOptions,
): Promise<MeshSequence> {
  const { gltf, parts } = model.source;
  const decoded = await decodeGltf(gltf);
  const { json } = gltf;
  const tracks = readTracks(json, animation, decoded);
  if (tracks.size === 0) {
    throw new PosespaceError(
      'bad-input',
      `io/bakeMorphs: the morph weights of animation ${animation} cannot be used; export the file again`,
    );
  }
  const times = frameTimes([...tracks.values()], clip, options);
  const moving = parts.flatMap((part) => readTargets(json, part, decoded, tracks.get(part.node)));
  const rig = clip && modelRig(model);
  const frames = Array.from(times, (time, f) => {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: 'morphing', fraction: f / times.length });
    const positions = Float32Array.from(model.mesh.positions);
    for (const part of moving) addTargets(positions, part, time);
    return rig ? skinMesh({ ...rig, mesh: { ...rig.mesh, positions } }, sampleClip(clip, time)) : positions;
  });
  const name = json.animations![animation].name ?? clip?.name ?? model.name;
  return { name, triangles: model.mesh.triangles, frames, times: times.map((time) => time - times[0]) };
}

/** Weight tracks by node; those whose keys are no use are left out. */
export function readTracks(json: GltfJson, animation: number, decoded: DecodedGltf): Map<number, MorphTrack> {
  const tracks = new Map<number, MorphTrack>();
  const { channels, samplers } = json.animations![animation];
  for (const { target, sampler: index } of channels) {
    if (target.path !== 'weights' || target.node === undefined) continue;
    const { input, output, interpolation = 'LINEAR' } = samplers[index];
    const times = decoded.floats(input);
    const values = decoded.floats(output);
    const rows = times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    const targetCount = values.length / rows;
    const ascending = times.every((t, i) => Number.isFinite(t) && (i === 0 || t >= times[i - 1]));
    if (times.length === 0 || !Number.isInteger(targetCount) || !ascending || !values.every(Number.isFinite))
      continue;
    tracks.set(target.node, { interpolation, times, values, targetCount });
  }
  return tracks;
}

function frameTimes(
  tracks: readonly MorphTrack[],
  clip: Clip | undefined,
  options: BakeMorphsOptions,
): Float32Array {
  let first = clip && clip.times.length > 0 ? clip.times[0] : Infinity;
  let last = clip && clip.times.length > 0 ? first + clipDuration(clip) : -Infinity;
  for (const { times } of tracks) {
    first = Math.min(first, times[0]);
    last = Math.max(last, times[times.length - 1]);
  }
  const steps = Math.max(last > first ? 1 : 0, Math.round((last - first) * options.frameRate));
  options.check?.(steps + 1);
  return Float32Array.from(
    { length: steps + 1 },
    (_, i) => first + (steps > 0 ? ((last - first) * i) / steps : 0),
  );
}

interface MovingPart {
  readonly start: number;
  readonly track: MorphTrack;
  /** Displacements in scene space, one array per target. [V, 3] */
  readonly targets: readonly Float32Array[];
  readonly weights: Float64Array;
}

function readTargets(
  json: GltfJson,
  part: ModelPart,
  decoded: DecodedGltf,
  track: MorphTrack | undefined,
): MovingPart[] {
  if (!track) return [];
  const targets = displacements(json, part, decoded, track.targetCount);
  if (targets.length === 0) return [];
  return [{ start: part.vertexStart * 3, track, targets, weights: new Float64Array(track.targetCount) }];
}

/** Displacements of the first targets of a part in scene space, one array per target. [V, 3] */
export function displacements(
  json: GltfJson,
  part: ModelPart,
  decoded: DecodedGltf,
  targetCount: number,
): Float32Array[] {
  const { targets } = json.meshes![part.mesh].primitives[part.primitive];
  // Parts whose vertices took ways of their own to the scene have no matrix that displacements could take.
  const m = part.toScene;
  if (!targets || !m) return [];
  return targets.slice(0, targetCount).map((target) => {
    const out = new Float32Array(part.vertexCount * 3);
    if (target.POSITION === undefined) return out;
    const local = decoded.floats(target.POSITION);
    if (local.length !== out.length) {
      throw new PosespaceError(
        'bad-input',
        `io/bakeMorphs: a morph target of mesh ${part.mesh} has ${local.length / 3} vertices, its surface has ${part.vertexCount}`,
      );
    }
    for (let i = 0; i < local.length; i += 3) {
      for (let r = 0; r < 3; r++)
        out[i + r] = m[r] * local[i] + m[4 + r] * local[i + 1] + m[8 + r] * local[i + 2];
    }
    return out;
  });
}

function addTargets(
  positions: Float32Array,
  { start, track, targets, weights }: MovingPart,
  time: number,
): void {
  sampleMorphsInto(weights, track, time);
  for (const [i, target] of targets.entries()) {
    const weight = weights[i];
    if (weight === 0) continue;
    for (let k = 0; k < target.length; k++) positions[start + k] += weight * target[k];
  }
}

/** The weights at a time, held before the first and after the last key. [targets] */
export function sampleMorphsInto(out: Float64Array, track: MorphTrack, time: number): void {
  const { times, values, targetCount, interpolation } = track;
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  const span = times[next] - times[low];
  const u = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
  const cubic = interpolation === 'CUBICSPLINE';
  const a = (cubic ? low * 3 + 1 : low) * targetCount;
  const b = (cubic ? next * 3 + 1 : next) * targetCount;
  for (let k = 0; k < targetCount; k++) {
    if (interpolation === 'STEP' || u === 0) out[k] = values[a + k];
    else if (cubic) {
      const [u2, u3] = [u * u, u * u * u];
      out[k] =
        (2 * u3 - 3 * u2 + 1) * values[a + k] +
        span * (u3 - 2 * u2 + u) * values[a + targetCount + k] +
        (3 * u2 - 2 * u3) * values[b + k] +
        span * (u3 - u2) * values[b - targetCount + k];
    } else out[k] = (1 - u) * values[a + k] + u * values[b + k];
  }
}
