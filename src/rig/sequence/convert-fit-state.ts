/**
 * @file Conversion between the fit's arrays and records: a start state from a rig, and rig and poses from a state.
 */

import { matrixToQuaternionInto, relativeQuaternionInto } from '../../math/quaternion.js';
import type { MeshSequence } from '../../mesh/mesh-sequence.js';
import type { Pose, Rig, Skeleton, Skin } from '../rig-records.js';
import { type FitState, INFLUENCES, jointTotal } from './fit-state.js';
import type { NormalizedSequence } from './normalize-sequence.js';
import { sortJoints } from './sort-joints.js';

/** A state that starts from a skeleton and skin on the anchor, or from one joint in the middle. */
export function startState(
  normalized: NormalizedSequence,
  start?: { skeleton: Skeleton; skin: Skin },
): FitState {
  const { data, center, scale } = normalized;
  const count = start ? start.skeleton.parents.length : 1;
  const rest = new Float64Array(count * 3);
  if (start) for (let i = 0; i < rest.length; i++) rest[i] = (start.skeleton.rest[i] - center[i % 3]) / scale;
  else for (let i = 0; i < data.points.length; i++) rest[i % 3] += data.points[i] / data.vertexCount;
  const state: FitState = {
    names: start ? [...start.skeleton.names] : ['root'],
    parents: start ? [...start.skeleton.parents] : [-1],
    rest,
    home: rest.slice(),
    joints: new Uint16Array(data.vertexCount * INFLUENCES),
    weights: new Float64Array(data.vertexCount * INFLUENCES),
    bones: new Float64Array(data.frameCount * count * 12),
  };
  if (start) copySkin(state, normalized.vertexMap, start.skin);
  else for (let v = 0; v < data.vertexCount; v++) state.weights[v * INFLUENCES] = 1;
  sortJoints(state, data.frameCount);
  return state;
}

/** The largest four influences of each unique vertex, from the last of its copies. */
export function copySkin(
  state: Pick<FitState, 'joints' | 'weights'>,
  vertexMap: Uint32Array,
  { joints, weights, influenceCount }: Skin,
): void {
  for (let v = 0; v < vertexMap.length; v++) {
    const slots = Array.from({ length: influenceCount }, (_, k) => v * influenceCount + k)
      .sort((a, b) => weights[b] - weights[a] || a - b)
      .slice(0, INFLUENCES);
    let sum = 0;
    for (const slot of slots) sum += weights[slot];
    const o = vertexMap[v] * INFLUENCES;
    for (let k = 0; k < INFLUENCES; k++) {
      const used = k < slots.length && sum > 0;
      state.joints[o + k] = used ? joints[slots[k]] : 0;
      state.weights[o + k] = used ? weights[slots[k]] / sum : k === 0 && !(sum > 0) ? 1 : 0;
    }
  }
}

/** The fitted rig, its rest pose the anchor. */
export function stateRig(sequence: MeshSequence, normalized: NormalizedSequence, state: FitState): Rig {
  const { center, scale, vertexMap } = normalized;
  const count = jointTotal(state);
  const frames = new Float32Array(count * 4);
  for (let j = 0; j < count; j++) frames[j * 4 + 3] = 1;
  const joints = new Uint16Array(vertexMap.length * INFLUENCES);
  const weights = new Float32Array(vertexMap.length * INFLUENCES);
  for (let v = 0; v < vertexMap.length; v++) {
    for (let k = 0; k < INFLUENCES; k++) {
      joints[v * INFLUENCES + k] = state.joints[vertexMap[v] * INFLUENCES + k];
      weights[v * INFLUENCES + k] = state.weights[vertexMap[v] * INFLUENCES + k];
    }
  }
  return {
    mesh: { positions: sequence.frames[normalized.anchor].slice(), triangles: sequence.triangles },
    skeleton: {
      names: [...state.names],
      parents: Int16Array.from(state.parents),
      rest: Float32Array.from(state.rest, (x, i) => x * scale + center[i % 3]),
      frames,
    },
    skin: { joints, weights, influenceCount: INFLUENCES },
  };
}

/** Poses of the fitted frames, quaternion signs continuous from frame to frame. */
export function statePoses(normalized: NormalizedSequence, state: FitState): Pose[] {
  const count = jointTotal(state);
  const { bones, parents, rest } = state;
  const globals = new Float64Array(count * 4);
  const local = new Float64Array(4);
  const poses: Pose[] = [];
  for (let f = 0; f < normalized.data.frameCount; f++) {
    const rotations = new Float32Array(count * 4);
    const before = poses[f - 1]?.rotations;
    for (let j = 0; j < count; j++) {
      matrixToQuaternionInto(globals, j * 4, bones, (f * count + j) * 12);
      if (j === 0) local.set(globals.subarray(0, 4));
      else relativeQuaternionInto(local, 0, globals, parents[j] * 4, globals, j * 4);
      let dot = before ? 0 : local[3];
      for (let k = 0; before && k < 4; k++) dot += local[k] * before[j * 4 + k];
      for (let k = 0; k < 4; k++) rotations[j * 4 + k] = dot < 0 ? -local[k] : local[k];
    }
    const a = f * count * 12;
    const root = Float32Array.from([0, 1, 2], (r) => {
      const rotated = bones[a + r] * rest[0] + bones[a + 3 + r] * rest[1] + bones[a + 6 + r] * rest[2];
      return (rotated + bones[a + 9 + r] + normalized.shifts[f * 3 + r] - rest[r]) * normalized.scale;
    });
    poses.push({ rotations, root });
  }
  return poses;
}
