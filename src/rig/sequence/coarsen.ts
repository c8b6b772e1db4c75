/**
 * @file A smaller problem with the same solution: some of the vertices and frames, to fit the skeleton on; the rest join for the
 * last rounds.
 *
 * Kept vertices are evenly spaced in the file's order, so their density is that of the mesh. Every vertex belongs to the
 * kept one that is nearest along the surface; kept ones are neighbours where their neighbourhoods touch.
 */

import { evenIndices } from '../../base/sample-evenly.js';
import { type FitState, INFLUENCES, jointTotal, type Trajectories } from './fit-state.js';

export interface CoarseProblem {
  readonly data: Trajectories;
  /** Kept vertices. [C] */
  readonly kept: Uint32Array;
  /** Index among the kept vertices of the one that each vertex belongs to. [V] */
  readonly owners: Uint32Array;
}

/** The smaller problem, or undefined where the whole is small enough. */
export function coarsen(
  data: Trajectories,
  limits: { readonly vertices: number; readonly frames: number },
): CoarseProblem | undefined {
  if (data.vertexCount <= limits.vertices && data.frameCount <= limits.frames) return undefined;
  const kept = Uint32Array.from(evenIndices(data.vertexCount, limits.vertices));
  const frames = Uint32Array.from(evenIndices(data.frameCount, limits.frames));
  const owners = findOwners(data, kept);
  const pick = (positions: ArrayLike<number>, i: number) => positions[kept[Math.floor(i / 3)] * 3 + (i % 3)];
  const length = kept.length * 3;
  return {
    kept,
    owners,
    data: {
      vertexCount: kept.length,
      frameCount: frames.length,
      points: Float64Array.from({ length }, (_, i) => pick(data.points, i)),
      frames: Array.from(frames, (f) => Float32Array.from({ length }, (_, i) => pick(data.frames[f], i))),
      ...coarseGraph(data, owners, kept.length),
    },
  };
}

function findOwners(data: Trajectories, kept: Uint32Array): Uint32Array {
  const none = 0xffffffff;
  const owners = new Uint32Array(data.vertexCount).fill(none);
  const queue = new Uint32Array(data.vertexCount);
  let end = 0;
  for (const [i, v] of kept.entries()) {
    owners[v] = i;
    queue[end++] = v;
  }
  for (let at = 0; at < end; at++) {
    const v = queue[at];
    for (let n = data.starts[v]; n < data.starts[v + 1]; n++) {
      const u = data.neighbors[n];
      if (owners[u] !== none) continue;
      owners[u] = owners[v];
      queue[end++] = u;
    }
  }
  // Parts without a kept vertex follow the previous vertex in the file, most often of the same object.
  for (let v = 0; v < owners.length; v++) if (owners[v] === none) owners[v] = v > 0 ? owners[v - 1] : 0;
  return owners;
}

function coarseGraph(data: Trajectories, owners: Uint32Array, count: number) {
  const keys: number[] = [];
  for (let v = 0; v < data.vertexCount; v++) {
    for (let n = data.starts[v]; n < data.starts[v + 1]; n++) {
      const [a, b] = [owners[v], owners[data.neighbors[n]]];
      if (a !== b) keys.push(a * count + b);
    }
  }
  return graphOf(Float64Array.from(keys).sort(), count);
}

/** Neighbours from sorted keys a · count + b, without duplicates. */
export function graphOf(sorted: Float64Array, count: number) {
  const starts = new Uint32Array(count + 1);
  const neighbors = new Uint32Array(sorted.length);
  let length = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && sorted[i] === sorted[i - 1]) continue;
    const a = Math.floor(sorted[i] / count);
    neighbors[length++] = sorted[i] - a * count;
    starts[a + 1]++;
  }
  for (let v = 0; v < count; v++) starts[v + 1] += starts[v];
  return { starts, neighbors: neighbors.slice(0, length) };
}

/** The state of the kept vertices, no frame posed yet. */
export function coarseState(state: FitState, { data, kept }: CoarseProblem): FitState {
  const from = (i: number) => kept[Math.floor(i / INFLUENCES)] * INFLUENCES + (i % INFLUENCES);
  const length = kept.length * INFLUENCES;
  return {
    names: [...state.names],
    parents: [...state.parents],
    rest: state.rest.slice(),
    home: state.home.slice(),
    joints: Uint16Array.from({ length }, (_, i) => state.joints[from(i)]),
    weights: Float64Array.from({ length }, (_, i) => state.weights[from(i)]),
    bones: new Float64Array(data.frameCount * jointTotal(state) * 12),
  };
}

/** The state of all vertices, each with the weights of the kept one it belongs to, no frame posed yet. */
export function fullState(state: FitState, { owners }: CoarseProblem, frameCount: number): FitState {
  const from = (i: number) => owners[Math.floor(i / INFLUENCES)] * INFLUENCES + (i % INFLUENCES);
  const length = owners.length * INFLUENCES;
  return {
    ...state,
    joints: Uint16Array.from({ length }, (_, i) => state.joints[from(i)]),
    weights: Float64Array.from({ length }, (_, i) => state.weights[from(i)]),
    bones: new Float64Array(frameCount * jointTotal(state) * 12),
  };
}
