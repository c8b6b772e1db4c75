/**
 * @file Adds joints where the motion needs them: regions that no present bone explains but one rigid motion does (the bone
 * insertion of SSDR, Le & Deng 2012), inserted into the tree where the two motions share a point.
 *
 * A region starts as a patch around the worst vertex and grows over the surface through vertices that its own rigid motion
 * explains better than the rig does. Growing over the surface keeps it connected: assigning freely, as SSDR does, put two
 * feet that stand still on the ground into one bone.
 */

import { dominantJoints } from '../dominant-joints.js';
import { chainBones, type FitState, INFLUENCES, jointTotal, type Trajectories } from './fit-state.js';
import { fitMotion, sharedPoint } from './shared-point.js';
import { sortJoints } from './sort-joints.js';

export interface InsertJointsOptions {
  /** Most joints to add in this round. */
  readonly most: number;
  /** Least fraction of the total squared error that a joint must remove. */
  readonly gain: number;
  /** Least number of vertices that a joint must move. */
  readonly vertices: number;
}

/** A vertex joins a region if the region's motion leaves at most this fraction of its squared error. */
const BETTER = 0.6;
/** Steps of the surface graph in the patch that a region starts from. */
const PATCH_VERTICES = 16;
const PATCH_RINGS = 6;
const REFITS = 4;

/** Adds joints for the worst regions and returns how many. `errors` are squared and summed over frames. [V] */
export function insertJoints(
  data: Trajectories,
  state: FitState,
  errors: Float64Array,
  options: InsertJointsOptions,
): number {
  let total = 0;
  for (let v = 0; v < errors.length; v++) total += errors[v];
  if (!(total > 0)) return 0;
  const left = smooth(data, errors);
  const regions: Region[] = [];
  const taken = new Uint8Array(data.vertexCount);
  const order = seedOrder(left);
  let tries = 0;
  for (const seed of order) {
    if (regions.length >= options.most || tries >= options.most * 3) break;
    if (taken[seed] || !(left[seed] > 0)) continue;
    tries++;
    const region = growRegion(data, errors, taken, seed);
    // Try each patch once: one that no rigid motion explains would stay the worst forever.
    for (const v of region.patch) taken[v] = 1;
    if (region.vertices.length < options.vertices || region.gain < options.gain * total) continue;
    for (const v of region.vertices) taken[v] = 1;
    regions.push(region);
  }
  for (const region of regions) addJoint(data, state, region);
  return regions.length;
}

interface Region {
  readonly patch: readonly number[];
  readonly vertices: readonly number[];
  /** A of each frame. [F, 12] */
  readonly motion: Float64Array;
  readonly gain: number;
}

/** Means over neighbours: a single outlier is not a region. */
function smooth(data: Trajectories, errors: Float64Array): Float64Array {
  const out = new Float64Array(errors.length);
  for (let v = 0; v < errors.length; v++) {
    let sum = errors[v];
    for (let i = data.starts[v]; i < data.starts[v + 1]; i++) sum += errors[data.neighbors[i]];
    out[v] = sum / (1 + data.starts[v + 1] - data.starts[v]);
  }
  return out;
}

function seedOrder(errors: Float64Array): Uint32Array {
  const order = new Uint32Array(errors.length);
  for (let v = 0; v < order.length; v++) order[v] = v;
  return order.sort((a, b) => errors[b] - errors[a] || a - b);
}

function growRegion(data: Trajectories, errors: Float64Array, taken: Uint8Array, seed: number): Region {
  const patch = nearby(data, seed);
  const motion = new Float64Array(data.frameCount * 12);
  let vertices: number[] = patch;
  let gain = 0;
  for (let refit = 0; refit < REFITS; refit++) {
    fitMotion(data, vertices, motion);
    const grown = spreadMotion(data, errors, taken, motion, seed);
    // A motion that does not even explain its seed is useless.
    if (grown.vertices.length === 0) return { patch, vertices: [], motion, gain: 0 };
    gain = grown.gain;
    const same = grown.vertices.length === vertices.length;
    vertices = grown.vertices;
    if (same) break;
  }
  return { patch, vertices, motion, gain };
}

/** The seed with its nearest neighbours on the surface. */
function nearby(data: Trajectories, seed: number): number[] {
  const found = [seed];
  const seen = new Set(found);
  let ringStart = 0;
  for (let ring = 0; ring < PATCH_RINGS && found.length < PATCH_VERTICES; ring++) {
    const ringEnd = found.length;
    for (let i = ringStart; i < ringEnd; i++) {
      for (let n = data.starts[found[i]]; n < data.starts[found[i] + 1]; n++) {
        const u = data.neighbors[n];
        if (seen.has(u)) continue;
        seen.add(u);
        found.push(u);
      }
    }
    ringStart = ringEnd;
  }
  return found;
}

/** The vertices reached from the seed through vertices that the motion explains better than the rig does. */
function spreadMotion(
  data: Trajectories,
  errors: Float64Array,
  taken: Uint8Array,
  motion: Float64Array,
  seed: number,
): { vertices: number[]; gain: number } {
  const seen = new Uint8Array(data.vertexCount);
  const vertices: number[] = [];
  const queue = [seed];
  seen[seed] = 1;
  let gain = 0;
  for (let i = 0; i < queue.length; i++) {
    const v = queue[i];
    const error = motionError(data, motion, v);
    if (!(error < BETTER * errors[v])) continue;
    vertices.push(v);
    gain += errors[v] - error;
    for (let n = data.starts[v]; n < data.starts[v + 1]; n++) {
      const u = data.neighbors[n];
      if (seen[u] || taken[u]) continue;
      seen[u] = 1;
      queue.push(u);
    }
  }
  return { vertices, gain };
}

function motionError(data: Trajectories, motion: Float64Array, v: number): number {
  const x = data.points[v * 3];
  const y = data.points[v * 3 + 1];
  const z = data.points[v * 3 + 2];
  let sum = 0;
  for (let f = 0; f < data.frameCount; f++) {
    const frame = data.frames[f];
    const a = f * 12;
    const dx = motion[a] * x + motion[a + 3] * y + motion[a + 6] * z + motion[a + 9] - frame[v * 3];
    const dy = motion[a + 1] * x + motion[a + 4] * y + motion[a + 7] * z + motion[a + 10] - frame[v * 3 + 1];
    const dz = motion[a + 2] * x + motion[a + 5] * y + motion[a + 8] * z + motion[a + 11] - frame[v * 3 + 2];
    sum += dx * dx + dy * dy + dz * dz;
  }
  return sum;
}

interface Hinge {
  readonly parent: number;
  readonly center: readonly number[];
}

/** Inserts a region into the tree: child of the bone around it with which its motion shares a point best. */
function addJoint(data: Trajectories, state: FitState, region: Region): void {
  const dominant = dominantJoints({ ...state, influenceCount: INFLUENCES });
  const inside = new Uint8Array(data.vertexCount);
  for (const v of region.vertices) inside[v] = 1;
  const { parent, center } = chooseHinge(data, state, region, inside, dominant);
  const joint = appendJoint(state, data.frameCount, region.motion, parent, center);
  for (const v of region.vertices) {
    state.weights.fill(0, v * INFLUENCES, (v + 1) * INFLUENCES);
    state.joints[v * INFLUENCES] = joint;
    state.weights[v * INFLUENCES] = 1;
  }
  adoptChildren(data, state, joint, dominant, inside);
  for (let f = 0; f < data.frameCount; f++) chainBones(state, f);
}

function chooseHinge(
  data: Trajectories,
  state: FitState,
  region: Region,
  inside: Uint8Array,
  dominant: Int16Array,
): Hinge {
  // (1) Neighbouring bones, and the seams with them.
  const count = jointTotal(state);
  const seams = new Float64Array(count * 4);
  let total = 0;
  for (const v of region.vertices) {
    for (let n = data.starts[v]; n < data.starts[v + 1]; n++) {
      const u = data.neighbors[n];
      if (inside[u]) continue;
      for (let k = 0; k < 3; k++) seams[dominant[u] * 4 + k] += data.points[u * 3 + k];
      seams[dominant[u] * 4 + 3]++;
      total++;
    }
  }
  if (total === 0) {
    // A part that touches nothing becomes a child of the bone that moved it, at its own middle.
    for (const v of region.vertices) {
      for (let k = 0; k < 3; k++) seams[dominant[v] * 4 + k] += data.points[v * 3 + k];
      seams[dominant[v] * 4 + 3]++;
      total++;
    }
  }
  // (2) The point that both motions move most alike, near the seam.
  let best: Hinge & { cost: number } = { parent: 0, center: [0, 0, 0], cost: Infinity };
  for (let k = 0; k < count; k++) {
    const contacts = seams[k * 4 + 3];
    if (contacts === 0) continue;
    const seam = [0, 1, 2].map((c) => seams[k * 4 + c] / contacts);
    const { center, apart } = sharedPoint(
      region.motion,
      state.bones,
      data.frameCount,
      seam,
      k * 12,
      count * 12,
    );
    const cost = apart + 0.03 * (1 - contacts / total);
    if (cost < best.cost) best = { parent: k, center, cost };
  }
  return best;
}

/** Appends a joint; its rotations are the region's, its translations follow from the tree. */
function appendJoint(
  state: FitState,
  frameCount: number,
  motion: Float64Array,
  parent: number,
  center: readonly number[],
): number {
  const count = jointTotal(state);
  const bones = new Float64Array(frameCount * (count + 1) * 12);
  for (let f = 0; f < frameCount; f++) {
    bones.set(state.bones.subarray(f * count * 12, (f + 1) * count * 12), f * (count + 1) * 12);
    bones.set(motion.subarray(f * 12, f * 12 + 12), (f * (count + 1) + count) * 12);
  }
  state.bones = bones;
  state.names.push(freshName(state.names));
  state.parents.push(parent);
  state.rest = Float64Array.from([...state.rest, ...center]);
  state.home = Float64Array.from([...state.home, ...center]);
  return count;
}

function freshName(names: readonly string[]): string {
  let number = names.length;
  while (names.includes(`joint${number}`)) number++;
  return `joint${number}`;
}

/** Reparents children of the new joint's parent that touch the new joint's region more than the parent's. */
function adoptChildren(
  data: Trajectories,
  state: FitState,
  joint: number,
  dominant: Int16Array,
  inside: Uint8Array,
): void {
  const parent = state.parents[joint];
  const count = jointTotal(state);
  const balance = new Int32Array(count);
  for (let v = 0; v < data.vertexCount; v++) {
    if (inside[v]) continue;
    for (let n = data.starts[v]; n < data.starts[v + 1]; n++) {
      const u = data.neighbors[n];
      if (inside[u]) balance[dominant[v]]++;
      else if (dominant[u] === parent) balance[dominant[v]]--;
    }
  }
  for (let j = 1; j < count - 1; j++) {
    if (state.parents[j] !== parent || j === parent || balance[j] <= 0) continue;
    state.parents[j] = joint;
  }
  sortJoints(state, data.frameCount);
}
