/**
 * @file Skin weights by the network (lab/rig/skinning.py): the geometric solver's weights, corrected to what artists paint.
 *
 * The network sees an even sample of the surface, the bones, and for each vertex what the solver gives it; welded vertices go
 * through in chunks, so that memory does not grow with the mesh. Outline shells copy the surface below and symmetric bodies
 * stay exactly symmetric, as with the solver alone. lab/notes/rig-skinning-network.md
 */

import { pauseUnlessAborted } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';
import { floats, integers } from '../../nets/network.js';
import type { Skeleton, Skin } from '../rig-records.js';
import { copyShellRowsInto, findShells } from '../weights/copy-shells.js';
import {
  draftWeights,
  finishWeights,
  type SolvedWeights,
  type SolveWeightsOptions,
} from '../weights/solve-weights.js';
import { createRows, insertWeight, ROW_WIDTH, type WeightRows } from '../weights/weight-rows.js';
import { HOP_BUCKETS, SKINNING_SAMPLE, type SkinningModel } from './skinning-model.js';
import { chooseFarthest } from './spread-points.js';

/** Options of `solveLearnedWeights`. */
export interface LearnedWeightsOptions extends SolveWeightsOptions {
  readonly network: SkinningModel;
}

/** Vertices that go through the network at a time. */
const CHUNK = 4096;
/** Samples that the even ones are chosen from. */
const SAMPLES = 2048;

/** Solves the weights of a mesh for a skeleton in its rest pose. */
export async function solveLearnedWeights(
  mesh: Mesh,
  skeleton: Skeleton,
  { network, ...options }: LearnedWeightsOptions,
): Promise<SolvedWeights> {
  const draft = draftWeights(mesh, skeleton, options);
  const count = skeleton.parents.length;
  // Polygon soups and single bones leave nothing to correct.
  if (draft.method !== 'heat' || count < 2) return finishWeights(draft, skeleton, options);
  await pauseUnlessAborted(options.signal);
  const { surface, bones } = draft;
  const identity = Uint32Array.from({ length: surface.mesh.positions.length / 3 }, (_, v) => v);
  const solved = finishWeights({ ...draft, surface: { ...surface, vertexMap: identity } }, skeleton, {
    influenceCount: ROW_WIDTH,
    contrast: 1,
  }).skin;
  const box = computeBox(mesh.positions);
  const [center, size] = [boxCenter(box), longestSide(box) || 1];
  const place = (value: number, k: number) => (value - center[k]) / size;
  const sample = sampleShape(surface.mesh, solved, count, place);
  const shared = {
    sample: floats(sample.points, 1, SKINNING_SAMPLE, 6),
    sampleHeat: floats(sample.heat, 1, SKINNING_SAMPLE, count),
    bones: floats(describeBones(bones, skeleton, place, size), 1, count, 11),
    parents: integers(skeleton.parents, 1, count),
    hops: integers(countHops(skeleton.parents), 1, count, count),
  };
  const rows = createRows(identity.length);
  for (let start = 0; start < identity.length; start += CHUNK) {
    // A chunk of one vertex would be a shape of its own.
    const length = Math.max(2, Math.min(CHUNK, identity.length - start));
    const first = Math.min(start, Math.max(0, identity.length - length));
    options.onProgress?.({ stage: 'correcting weights', fraction: 0.5 + start / identity.length / 2 });
    const { weights } = await network.skinning.run({
      ...shared,
      points: floats(vertexPoints(surface, first, length, place), 1, length, 6),
      heat: floats(denseRows(solved, count, first, length), 1, length, count),
    });
    await pauseUnlessAborted(options.signal);
    keepLargest(rows, weights.data as Float32Array, count, first, start);
  }
  const shells = findShells(surface);
  if (shells.components.length > 0) copyShellRowsInto(rows, shells, count);
  const finished = finishWeights({ ...draft, rows }, skeleton, { ...options, contrast: 1 });
  return { ...finished, method: 'learned' };
}

type Place = (value: number, k: number) => number;

/** Even points with normals and the solver's weights there. */
function sampleShape(mesh: Mesh, solved: Skin, count: number, place: Place) {
  const samples = sampleSurface(mesh, SAMPLES, createRng(1));
  const positions = samplePositions(samples, mesh.positions, mesh.triangles);
  const points = new Float32Array(SKINNING_SAMPLE * 6);
  const heat = new Float32Array(SKINNING_SAMPLE * count);
  const normal = new Float64Array(3);
  chooseFarthest(positions, SKINNING_SAMPLE).forEach((s, i) => {
    triangleNormalInto(normal, 0, mesh, samples.triangles[s]);
    const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
    for (let k = 0; k < 3; k++) {
      points[i * 6 + k] = place(positions[s * 3 + k], k);
      points[i * 6 + 3 + k] = normal[k] / length;
      const v = mesh.triangles[samples.triangles[s] * 3 + k];
      for (let n = v * solved.influenceCount; n < (v + 1) * solved.influenceCount; n++)
        heat[i * count + solved.joints[n]] += samples.barycentric[s * 3 + k] * solved.weights[n];
    }
  });
  return { points, heat };
}

function vertexPoints(
  { mesh, normals }: { readonly mesh: Mesh; readonly normals: Float32Array },
  first: number,
  length: number,
  place: Place,
): Float32Array {
  const out = new Float32Array(length * 6);
  for (let i = 0; i < length; i++) {
    // A mesh of one vertex repeats it.
    const v = Math.min(first + i, mesh.positions.length / 3 - 1) * 3;
    for (let k = 0; k < 3; k++) {
      out[i * 6 + k] = place(mesh.positions[v + k], k);
      out[i * 6 + 3 + k] = normals[v + k];
    }
  }
  return out;
}

function denseRows(skin: Skin, count: number, first: number, length: number): Float32Array {
  const out = new Float32Array(length * count);
  const rows = skin.weights.length / skin.influenceCount;
  for (let i = 0; i < length; i++) {
    const v = Math.min(first + i, rows - 1) * skin.influenceCount;
    for (let n = v; n < v + skin.influenceCount; n++) out[i * count + skin.joints[n]] += skin.weights[n];
  }
  return out;
}

/** Start and end of each bone, its radius, how much of it is outside, start of the parent's. [J, 11] */
function describeBones(
  { starts, axes, radii, outside }: ReturnType<typeof draftWeights>['bones'],
  { parents }: Skeleton,
  place: Place,
  size: number,
): Float32Array {
  const out = new Float32Array(parents.length * 11);
  parents.forEach((parent, j) => {
    for (let k = 0; k < 3; k++) {
      out[j * 11 + k] = place(starts[j * 3 + k], k);
      out[j * 11 + 3 + k] = place(starts[j * 3 + k] + axes[j * 3 + k], k);
      out[j * 11 + 8 + k] = place(starts[(parent < 0 ? j : parent) * 3 + k], k);
    }
    out[j * 11 + 6] = radii[j] / size;
    out[j * 11 + 7] = outside[j];
  });
  return out;
}

/** Distances of joints in the tree, at most `HOP_BUCKETS` − 1. [J, J] */
export function countHops(parents: ArrayLike<number>): Uint8Array {
  const count = parents.length;
  const hops = new Uint8Array(count * count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < j; i++) {
      const far = parents[j] < 0 ? HOP_BUCKETS - 1 : hops[parents[j] * count + i] + 1;
      hops[j * count + i] = hops[i * count + j] = Math.min(far, HOP_BUCKETS - 1);
    }
  }
  return hops;
}

/** The largest weights of each vertex from `start` on; the chunk begins at `first`. */
function keepLargest(rows: WeightRows, weights: Float32Array, count: number, first: number, start: number) {
  const end = Math.min(rows.weights.length / rows.width, first + weights.length / count);
  for (let v = start; v < end; v++)
    for (let j = 0; j < count; j++) insertWeight(rows, v, j, weights[(v - first) * count + j]);
}
