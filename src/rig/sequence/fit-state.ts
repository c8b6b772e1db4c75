/**
 * @file The data of a sequence fit: the normalised surface with its trajectories, and the rig that is being fitted.
 *
 * Bone k of frame f is the rigid map A = [Q | t] away from the anchor, so linear blend skinning is x = Σ_k w_k A_k (v, 1).
 * Joints connect bones: t_j = t_parent + (Q_parent − Q_j) rest_j.
 */

/** The unique vertices of the anchor and their trajectories, box-normalised: longest side 1, centre 0. */
export interface Trajectories {
  readonly vertexCount: number;
  readonly frameCount: number;
  /** The anchor. [V, 3] */
  readonly points: Float64Array;
  /** [F][V, 3] */
  readonly frames: readonly Float32Array[];
  /** Neighbours of vertex v: `neighbors[starts[v] .. starts[v + 1]]`. */
  readonly starts: Uint32Array;
  readonly neighbors: Uint32Array;
}

/** Influences per vertex. */
export const INFLUENCES = 4;

/** The rig being fitted; every step changes it in place. */
export interface FitState {
  names: string[];
  /** A parent comes before its children. [J] */
  parents: number[];
  /** Joint centres in the anchor. [J, 3] */
  rest: Float64Array;
  /** Initial centres: a regularisation toward them keeps undetermined ones in place. [J, 3] */
  home: Float64Array;
  /** [V, 4] */
  joints: Uint16Array;
  /** [V, 4] */
  weights: Float64Array;
  /** A of each bone, 3 × 4 column-major. [F, J, 12] */
  bones: Float64Array;
}

export const jointTotal = (state: FitState): number => state.parents.length;

export const cloneState = (state: FitState): FitState => ({
  names: [...state.names],
  parents: [...state.parents],
  rest: state.rest.slice(),
  home: state.home.slice(),
  joints: state.joints.slice(),
  weights: state.weights.slice(),
  bones: state.bones.slice(),
});

/** Recomputes the translations of bones from their rotations: t_j = t_p + (Q_p − Q_j) rest_j, roots keep theirs. */
export function chainBones(state: FitState, frame: number): void {
  const { parents, rest, bones } = state;
  const count = parents.length;
  const start = frame * count * 12;
  for (let j = 1; j < count; j++) {
    const a = start + parents[j] * 12;
    const b = start + j * 12;
    const x = rest[j * 3];
    const y = rest[j * 3 + 1];
    const z = rest[j * 3 + 2];
    for (let r = 0; r < 3; r++) {
      bones[b + 9 + r] =
        bones[a + 9 + r] +
        (bones[a + r] - bones[b + r]) * x +
        (bones[a + 3 + r] - bones[b + 3 + r]) * y +
        (bones[a + 6 + r] - bones[b + 6 + r]) * z;
    }
  }
}

/** Squared distance between the skinned anchor and the frames, summed over frames. [V] */
export function vertexErrors(data: Trajectories, state: FitState): Float64Array {
  const out = new Float64Array(data.vertexCount);
  for (let f = 0; f < data.frameCount; f++) addFrameErrors(out, data, state, f);
  return out;
}

/** Sum of squared distances of each frame. [F] */
export function frameErrors(data: Trajectories, state: FitState): Float64Array {
  const scratch = new Float64Array(data.vertexCount);
  return Float64Array.from({ length: data.frameCount }, (_, f) => {
    addFrameErrors(scratch.fill(0), data, state, f);
    let sum = 0;
    for (let v = 0; v < scratch.length; v++) sum += scratch[v];
    return sum;
  });
}

function addFrameErrors(out: Float64Array, data: Trajectories, state: FitState, frame: number): void {
  const { joints, weights, bones } = state;
  const { points } = data;
  const target = data.frames[frame];
  const start = frame * state.parents.length * 12;
  for (let v = 0; v < data.vertexCount; v++) {
    const px = points[v * 3];
    const py = points[v * 3 + 1];
    const pz = points[v * 3 + 2];
    let x = -target[v * 3];
    let y = -target[v * 3 + 1];
    let z = -target[v * 3 + 2];
    for (let s = v * INFLUENCES; s < (v + 1) * INFLUENCES; s++) {
      const w = weights[s];
      if (w === 0) continue;
      const a = start + joints[s] * 12;
      x += w * (bones[a] * px + bones[a + 3] * py + bones[a + 6] * pz + bones[a + 9]);
      y += w * (bones[a + 1] * px + bones[a + 4] * py + bones[a + 7] * pz + bones[a + 10]);
      z += w * (bones[a + 2] * px + bones[a + 5] * py + bones[a + 8] * pz + bones[a + 11]);
    }
    out[v] += x * x + y * y + z * z;
  }
}

/** Root mean square distance over all vertices and frames, in longest sides of the anchor's box. */
export function rmsError(data: Trajectories, state: FitState): number {
  const errors = vertexErrors(data, state);
  let sum = 0;
  for (let v = 0; v < errors.length; v++) sum += errors[v];
  return Math.sqrt(sum / Math.max(1, data.vertexCount * data.frameCount));
}
