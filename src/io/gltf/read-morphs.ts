/**
 * @file The morph targets of a model in scene space, as one list for all its surfaces, and how its animations move them.
 */

import type { Model } from '../model.js';
import { displacements, type MorphTrack, readTracks, sampleMorphsInto } from './bake-morphs.js';
import { decodeGltf } from './decode.js';
import type { GltfJson } from './gltf-json.js';

/** One morph target: a node has one weight for each. */
export interface MorphTarget {
  readonly name: string;
  readonly node: number;
  /** Which target of the node's mesh. */
  readonly index: number;
  /** Weight at rest. */
  readonly weight: number;
  /** Displacement of every vertex of the model, scene space. [V, 3] */
  readonly displacements: Float32Array;
}

/** Keys of one target in an animation. */
export interface MorphCurve {
  /** Index in `Morphs.targets`. */
  readonly target: number;
  /** Seconds. [K] */
  readonly times: Float32Array;
  /** [K] */
  readonly values: Float32Array;
}

export interface Morphs {
  readonly targets: readonly MorphTarget[];
  /** By animation of the file. */
  readonly curves: ReadonlyMap<number, readonly MorphCurve[]>;
}

const CURVE_RATE = 30;

/** Morph targets and their curves; none where the vertices of a part were placed one by one. */
export async function readMorphs(model: Model): Promise<Morphs> {
  const { gltf, parts } = model.source;
  const { json } = gltf;
  if (countMorphs(json).targets === 0) return { targets: [], curves: new Map() };
  const decoded = await decodeGltf(gltf);
  const targets: MorphTarget[] = [];
  for (const node of new Set(parts.map((part) => part.node))) {
    const own = parts.filter((part) => part.node === node && part.toScene);
    const mesh = json.meshes![json.nodes![node].mesh!];
    const count = Math.max(0, ...mesh.primitives.map((primitive) => primitive.targets?.length ?? 0));
    const names = mesh.extras?.targetNames;
    const weights = json.nodes![node].weights ?? mesh.weights ?? [];
    const moved = own.map((part) => displacements(json, part, decoded, count));
    for (let t = 0; t < count; t++) {
      const all = new Float32Array(model.mesh.positions.length);
      own.forEach((part, p) => {
        if (moved[p][t]) all.set(moved[p][t], part.vertexStart * 3);
      });
      const name = Array.isArray(names) && typeof names[t] === 'string' ? names[t] : `target${t + 1}`;
      targets.push({ name, node, index: t, weight: weights[t] ?? 0, displacements: all });
    }
  }
  const curves = new Map<number, MorphCurve[]>();
  for (let a = 0; a < (json.animations?.length ?? 0); a++) {
    const tracks = readTracks(json, a, decoded);
    const list = targets.flatMap((target, i) => {
      const track = tracks.get(target.node);
      return track && target.index < track.targetCount ? [sampleCurve(track, target.index, i)] : [];
    });
    if (list.length > 0) curves.set(a, list);
  }
  return { targets, curves };
}

/** How many targets and animations of them a document has. */
export function countMorphs(json: GltfJson): { targets: number; animations: number } {
  const targets = (json.meshes ?? []).reduce(
    (sum, { primitives }) => sum + Math.max(0, ...primitives.map((each) => each.targets?.length ?? 0)),
    0,
  );
  const animations = (json.animations ?? []).filter(({ channels }) =>
    channels.some(({ target }) => target.path === 'weights'),
  ).length;
  return { targets, animations: targets > 0 ? animations : 0 };
}

/** Keys as they are where lines join them, 30 a second otherwise. */
function sampleCurve(track: MorphTrack, index: number, target: number): MorphCurve {
  const { times, targetCount, interpolation } = track;
  const span = times[times.length - 1] - times[0];
  const steps = Math.max(1, Math.min(20_000, Math.round(span * CURVE_RATE)));
  const keys =
    interpolation === 'LINEAR' || span <= 0
      ? times
      : Float32Array.from({ length: steps + 1 }, (_, i) => times[0] + (span * i) / steps);
  const weights = new Float64Array(targetCount);
  const values = Float32Array.from(keys, (time) => {
    sampleMorphsInto(weights, track, time);
    return weights[index];
  });
  return { target, times: keys, values };
}
