/**
 * @file The linear system of handles that `solve-with-prior.ts` solves in each iteration: J C Jᵀ + N and its two
 * neighbours, r + J x and C Jᵀ y, without ever writing down J or C.
 *
 * A handle is one or several anchors: points that a joint carries, or rotations of a joint. An anchor is moved by its
 * mover, the deepest joint that turns it, and by all joints above; what two anchors share is therefore a sum along
 * the path from the root to the deepest joint that moves both.
 */

import type { BodyHandle } from './body-handle.js';
import type { PosePrior } from './pose-prior.js';
import type { PoseTree } from './pose-tree.js';

export interface HandleWorkspace {
  readonly tree: PoseTree;
  readonly prior: PosePrior;
  readonly handles: readonly BodyHandle[];
  /** Three for each handle. */
  readonly rowCount: number;
  readonly anchors: Anchors;
  /** Variance of the root's place. */
  readonly rootVariance: number;
  /** Joints that move some anchor. [J] */
  readonly active: Uint8Array;

  readonly rotations: Float64Array;
  readonly expected: Float64Array;
  readonly globals: Float64Array;
  readonly positions: Float64Array;
  readonly root: Float64Array;
  readonly solvedRoot: Float64Array;
  readonly best: Float64Array;
  readonly bestRoot: Float64Array;
  /** Turns away from what is expected, in the parent's axes, now and as solved. [J, 3] */
  readonly turns: Float64Array;
  readonly solved: Float64Array;

  /** What handles ask, world axes. [3 H] */
  readonly residual: Float64Array;
  /** [H] */
  readonly errors: Float64Array;
  /** r + pull · J x, then the forces y that solve the system. [3 H] */
  readonly forces: Float64Array;
  /** Lower triangle. [3 H, 3 H] */
  readonly system: Float64Array;
  /** The samples of the prior carried through J. [3 H, N] */
  readonly carried: Float64Array;

  /** Rotation of each joint's parent as a matrix, row-major. [J, 9] */
  readonly frames: Float64Array;
  /** From a small change of a turn's rotation vector to the rotation it adds, in the parent's axes, row-major. [J, 9] */
  readonly bends: Float64Array;
  /** The same in world axes. [J, 9] */
  readonly bentFrames: Float64Array;
  /** Sums along paths or over subtrees. [J, 6] and [J, 10] */
  readonly sums: Float64Array;
  readonly paths: Float64Array;
}

interface Anchors {
  readonly count: number;
  readonly handle: Int32Array;
  /** 1 where the anchor is a rotation, 0 where it is a point. */
  readonly turning: Uint8Array;
  readonly joint: Int32Array;
  readonly offset: Float64Array;
  readonly weight: Float64Array;
  /** −1 where nothing turns it. */
  readonly mover: Int32Array;
  /** The deepest joint that moves both of two anchors, −1 where none does. [A, A] */
  readonly shared: Int32Array;
  /** Where points are now. [A, 3] */
  readonly place: Float64Array;
}

/** An aim leaves the turn about its own axis free: that variance. */
const FREE_VARIANCE = 100;

/** Everything that solving needs, allocated once. */
export function createHandleWorkspace(
  tree: PoseTree,
  prior: PosePrior,
  handles: readonly BodyHandle[],
  rootSpread: number,
): HandleWorkspace {
  const { jointCount, parents } = tree;
  const anchors = createAnchors(parents, handles);
  const active = new Uint8Array(jointCount);
  for (const mover of anchors.mover) {
    for (let j = mover; j >= 0 && !active[j]; j = parents[j]) active[j] = 1;
  }
  const rowCount = handles.length * 3;
  const numbers = (length: number) => new Float64Array(length);
  return {
    tree,
    prior,
    handles,
    rowCount,
    anchors,
    rootVariance: rootSpread * rootSpread,
    active,
    rotations: numbers(jointCount * 4),
    expected: numbers(jointCount * 4),
    globals: numbers(jointCount * 4),
    positions: numbers(jointCount * 3),
    root: numbers(3),
    solvedRoot: numbers(3),
    best: numbers(jointCount * 4),
    bestRoot: numbers(3),
    turns: numbers(jointCount * 3),
    solved: numbers(jointCount * 3),
    residual: numbers(rowCount),
    errors: numbers(handles.length),
    forces: numbers(rowCount),
    system: numbers(rowCount * rowCount),
    carried: numbers(rowCount * prior.sampleCount),
    frames: numbers(jointCount * 9),
    bends: numbers(jointCount * 9),
    bentFrames: numbers(jointCount * 9),
    sums: numbers(jointCount * 6),
    paths: numbers(jointCount * 10),
  };
}

function createAnchors(parents: Int16Array, handles: readonly BodyHandle[]): Anchors {
  const list = handles.flatMap((handle, h) =>
    handle.kind === 'place'
      ? handle.points.map(({ joint, offset, weight }) => ({ h, turning: 0, joint, offset, weight }))
      : [{ h, turning: 1, joint: handle.joint, offset: [0, 0, 0] as const, weight: 1 }],
  );
  const count = list.length;
  // A joint does not move itself, only what it carries.
  const mover = Int32Array.from(list, ({ joint, offset, turning }) =>
    turning === 1 || offset.some((part) => part !== 0) ? joint : parents[joint],
  );
  const shared = new Int32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      let [i, j] = [mover[a], mover[b]];
      // A parent comes before its children: the deeper of two has the larger number.
      while (i !== j) [i, j] = i > j ? [parents[i], j] : [i, parents[j]];
      shared[a * count + b] = shared[b * count + a] = i;
    }
  }
  return {
    count,
    handle: Int32Array.from(list, ({ h }) => h),
    turning: Uint8Array.from(list, ({ turning }) => turning),
    joint: Int32Array.from(list, ({ joint }) => joint),
    offset: Float64Array.from(list.flatMap(({ offset }) => [...offset])),
    weight: Float64Array.from(list, ({ weight }) => weight),
    mover,
    shared,
    place: new Float64Array(count * 3),
  };
}

/** Fills residual and errors for the pose at hand; returns the root mean square error of the hard handles. */
export function measureHandles(work: HandleWorkspace): number {
  const { handles, anchors, residual, errors, globals, positions } = work;
  residual.fill(0);
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.turning[a]) continue;
    const o = a * 3;
    rotateInto(anchors.place, o, globals, anchors.joint[a] * 4, anchors.offset, o);
    for (let k = 0; k < 3; k++) {
      anchors.place[o + k] += positions[anchors.joint[a] * 3 + k];
      residual[anchors.handle[a] * 3 + k] -= anchors.weight[a] * anchors.place[o + k];
    }
  }
  let sum = 0;
  let count = 0;
  for (let h = 0; h < handles.length; h++) {
    const handle = handles[h];
    const o = h * 3;
    if (handle.kind === 'place') for (let k = 0; k < 3; k++) residual[o + k] += handle.target[k];
    else if (handle.kind === 'turn') turnResidual(residual, o, globals, handle.joint, handle.rotation);
    else aimResidual(residual, o, globals, positions, handle.joint, handle.axis, handle.target);
    const squared = residual[o] ** 2 + residual[o + 1] ** 2 + residual[o + 2] ** 2;
    errors[h] = Math.sqrt(squared);
    if (handle.softness !== undefined) continue;
    sum += squared;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** forces = r + pull · J x, and the samples carried through J. */
export function projectTurns(work: HandleWorkspace, pull: number): void {
  const { tree, globals, frames, bends, bentFrames, prior, turns, forces, residual, carried, root, handles } =
    work;
  for (let j = 0; j < tree.jointCount; j++) {
    frameInto(frames, j * 9, globals, tree.parents[j] * 4);
    bendInto(bends, j * 9, turns, j * 3);
    multiplyInto(bentFrames, frames, bends, j * 9);
  }
  forces.fill(0);
  carryThrough(work, frames, turns, 0, forces, 0, 1);
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind === 'place') for (let k = 0; k < 3; k++) forces[h * 3 + k] += root[k];
  }
  for (let row = 0; row < forces.length; row++) forces[row] = residual[row] + pull * forces[row];
  carried.fill(0);
  for (let s = 0; s < prior.sampleCount; s++) {
    carryThrough(work, bentFrames, prior.deviations, s * tree.jointCount * 3, carried, s, prior.sampleCount);
  }
}

/** out[first + stride · row] += (J x)[row] for turns x in the parents' axes. */
function carryThrough(
  { tree, active, positions, sums, anchors }: HandleWorkspace,
  frames: Float64Array,
  x: Float64Array,
  offset: number,
  out: Float64Array,
  first: number,
  stride: number,
): void {
  const { parents, jointCount } = tree;
  // (1) Over a joint and its ancestors: Σ ω and Σ ω × g, world axes.
  for (let j = 0; j < jointCount; j++) {
    if (!active[j]) continue;
    const m = j * 9;
    const i = offset + j * 3;
    const [tx, ty, tz] = [x[i], x[i + 1], x[i + 2]];
    const wx = frames[m] * tx + frames[m + 1] * ty + frames[m + 2] * tz;
    const wy = frames[m + 3] * tx + frames[m + 4] * ty + frames[m + 5] * tz;
    const wz = frames[m + 6] * tx + frames[m + 7] * ty + frames[m + 8] * tz;
    const [gx, gy, gz] = [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
    const s = j * 6;
    const p = parents[j] * 6;
    const above = p >= 0 ? 1 : 0;
    const from = above ? p : 0;
    sums[s] = above * sums[from] + wx;
    sums[s + 1] = above * sums[from + 1] + wy;
    sums[s + 2] = above * sums[from + 2] + wz;
    sums[s + 3] = above * sums[from + 3] + wy * gz - wz * gy;
    sums[s + 4] = above * sums[from + 4] + wz * gx - wx * gz;
    sums[s + 5] = above * sums[from + 5] + wx * gy - wy * gx;
  }
  // (2) A point moves by Σ ω × (place − g), a rotation turns by Σ ω.
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.mover[a] < 0) continue;
    const s = anchors.mover[a] * 6;
    const o = first + anchors.handle[a] * 3 * stride;
    if (anchors.turning[a]) {
      for (let k = 0; k < 3; k++) out[o + k * stride] += sums[s + k];
      continue;
    }
    const w = anchors.weight[a];
    const [px, py, pz] = [anchors.place[a * 3], anchors.place[a * 3 + 1], anchors.place[a * 3 + 2]];
    out[o] += w * (sums[s + 1] * pz - sums[s + 2] * py - sums[s + 3]);
    out[o + stride] += w * (sums[s + 2] * px - sums[s] * pz - sums[s + 4]);
    out[o + 2 * stride] += w * (sums[s] * py - sums[s + 1] * px - sums[s + 5]);
  }
}

/** system = J C Jᵀ + N, lower triangle; `noise` is the standard deviation of hard handles. */
export function fillHandleSystem(work: HandleWorkspace, noise: number): void {
  const { system, rowCount: size, carried, prior, handles, globals, rootVariance } = work;
  const { sampleCount } = prior;
  // (1) The shared part of the covariance.
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let s = 0, i = a * sampleCount, k = b * sampleCount; s < sampleCount; s++) {
        sum += carried[i + s] * carried[k + s];
      }
      system[a * size + b] = sum;
    }
  }
  // (2) Each joint on its own, and the root.
  gatherPaths(work);
  const { anchors } = work;
  for (let a = 0; a < anchors.count; a++) {
    for (let b = 0; b < anchors.count; b++) {
      if (anchors.handle[b] > anchors.handle[a]) continue;
      if (anchors.shared[a * anchors.count + b] >= 0) addBlock(work, a, b);
    }
  }
  for (let g = 0; g < handles.length; g++) {
    for (let h = 0; h <= g && rootVariance > 0; h++) {
      if (handles[g].kind !== 'place' || handles[h].kind !== 'place') continue;
      for (let k = 0; k < 3; k++) system[(g * 3 + k) * size + h * 3 + k] += rootVariance;
    }
  }
  // (3) What handles leave open.
  const axis = [0, 0, 0];
  for (let h = 0; h < handles.length; h++) {
    const handle = handles[h];
    const variance = (handle.softness ?? noise) ** 2;
    for (let k = 0; k < 3; k++) system[(h * 3 + k) * (size + 1)] += variance;
    if (handle.kind !== 'aim') continue;
    rotateInto(axis, 0, globals, handle.joint * 4, handle.axis, 0);
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l <= k; l++)
        system[(h * 3 + k) * size + h * 3 + l] += FREE_VARIANCE * axis[k] * axis[l];
    }
  }
}

/** Sums over a joint and its ancestors of v, v g and v g gᵀ, v the variance of a joint. */
function gatherPaths({ tree, active, prior, positions, paths }: HandleWorkspace): void {
  for (let j = 0; j < tree.jointCount; j++) {
    if (!active[j]) continue;
    const o = j * 10;
    const p = tree.parents[j] * 10;
    for (let k = 0; k < 10; k++) paths[o + k] = p < 0 ? 0 : paths[p + k];
    const v = prior.variances[j];
    const [x, y, z] = [positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
    paths[o] += v;
    paths[o + 1] += v * x;
    paths[o + 2] += v * y;
    paths[o + 3] += v * z;
    paths[o + 4] += v * x * x;
    paths[o + 5] += v * y * y;
    paths[o + 6] += v * z * z;
    paths[o + 7] += v * x * y;
    paths[o + 8] += v * x * z;
    paths[o + 9] += v * y * z;
  }
}

/** Adds what the joints' own variances make two anchors do together: Σ v J_a J_bᵀ. */
function addBlock({ system, rowCount: size, anchors, paths }: HandleWorkspace, a: number, b: number): void {
  const m = anchors.shared[a * anchors.count + b] * 10;
  const o = anchors.handle[a] * 3 * size + anchors.handle[b] * 3;
  const weight = anchors.weight[a] * anchors.weight[b];
  const v = paths[m];
  const [sx, sy, sz] = [paths[m + 1], paths[m + 2], paths[m + 3]];
  if (anchors.turning[a] && anchors.turning[b]) {
    for (let k = 0; k < 3; k++) system[o + k * (size + 1)] += v;
    return;
  }
  if (anchors.turning[a] || anchors.turning[b]) {
    // A point against a rotation: Σ v (−[lever]×), and its transpose.
    const sign = anchors.turning[a] ? -weight : weight;
    const i = (anchors.turning[a] ? b : a) * 3;
    const x = sign * (v * anchors.place[i] - sx);
    const y = sign * (v * anchors.place[i + 1] - sy);
    const z = sign * (v * anchors.place[i + 2] - sz);
    system[o + 1] += z;
    system[o + 2] -= y;
    system[o + size] -= z;
    system[o + size + 2] += x;
    system[o + 2 * size] += y;
    system[o + 2 * size + 1] -= x;
    return;
  }
  const [ax, ay, az] = [anchors.place[a * 3], anchors.place[a * 3 + 1], anchors.place[a * 3 + 2]];
  const [bx, by, bz] = [anchors.place[b * 3], anchors.place[b * 3 + 1], anchors.place[b * 3 + 2]];
  const xx = v * ax * bx - sx * (ax + bx) + paths[m + 4];
  const yy = v * ay * by - sy * (ay + by) + paths[m + 5];
  const zz = v * az * bz - sz * (az + bz) + paths[m + 6];
  const [xy, xz, yz] = [paths[m + 7], paths[m + 8], paths[m + 9]];
  system[o] += weight * (yy + zz);
  system[o + 1] -= weight * (v * bx * ay - bx * sy - sx * ay + xy);
  system[o + 2] -= weight * (v * bx * az - bx * sz - sx * az + xz);
  system[o + size] -= weight * (v * by * ax - by * sx - sy * ax + xy);
  system[o + size + 1] += weight * (xx + zz);
  system[o + size + 2] -= weight * (v * by * az - by * sz - sy * az + yz);
  system[o + 2 * size] -= weight * (v * bz * ax - bz * sx - sz * ax + xz);
  system[o + 2 * size + 1] -= weight * (v * bz * ay - bz * sy - sz * ay + yz);
  system[o + 2 * size + 2] += weight * (xx + yy);
}

/** solved = C Jᵀ y, and where the root goes. */
export function spreadForces(work: HandleWorkspace): void {
  const { tree, prior, carried, forces, solved, solvedRoot, rowCount, handles, rootVariance, bends } = work;
  const { sampleCount, deviations } = prior;
  const size = tree.jointCount * 3;
  solved.fill(0);
  for (let s = 0; s < sampleCount; s++) {
    let share = 0;
    for (let row = 0; row < rowCount; row++) share += carried[row * sampleCount + s] * forces[row];
    for (let i = 0, d = s * size; i < size; i++) solved[i] += share * deviations[d + i];
  }
  for (let j = 0; j < tree.jointCount; j++) {
    const i = j * 3;
    const m = j * 9;
    const [x, y, z] = [solved[i], solved[i + 1], solved[i + 2]];
    for (let k = 0; k < 3; k++) {
      solved[i + k] = bends[m + k * 3] * x + bends[m + k * 3 + 1] * y + bends[m + k * 3 + 2] * z;
    }
  }
  solvedRoot.fill(0);
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind !== 'place') continue;
    for (let k = 0; k < 3; k++) solvedRoot[k] += rootVariance * forces[h * 3 + k];
  }
  spreadAlone(work);
}

/** The part of each joint on its own: the moment of the forces below it, times its variance. */
function spreadAlone({
  tree,
  prior,
  active,
  anchors,
  forces,
  sums,
  positions,
  frames,
  solved,
}: HandleWorkspace): void {
  sums.fill(0);
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.mover[a] < 0) continue;
    const s = anchors.mover[a] * 6;
    const o = anchors.handle[a] * 3;
    const w = anchors.weight[a];
    const [x, y, z] = [w * forces[o], w * forces[o + 1], w * forces[o + 2]];
    if (anchors.turning[a]) {
      sums[s + 3] += x;
      sums[s + 4] += y;
      sums[s + 5] += z;
      continue;
    }
    const [px, py, pz] = [anchors.place[a * 3], anchors.place[a * 3 + 1], anchors.place[a * 3 + 2]];
    sums[s] += x;
    sums[s + 1] += y;
    sums[s + 2] += z;
    sums[s + 3] += py * z - pz * y;
    sums[s + 4] += pz * x - px * z;
    sums[s + 5] += px * y - py * x;
  }
  for (let j = tree.jointCount - 1; j >= 0; j--) {
    if (!active[j]) continue;
    const s = j * 6;
    const i = j * 3;
    const p = tree.parents[j] * 6;
    if (p >= 0) for (let k = 0; k < 6; k++) sums[p + k] += sums[s + k];
    const v = prior.variances[j];
    const x = v * (sums[s + 3] - positions[i + 1] * sums[s + 2] + positions[i + 2] * sums[s + 1]);
    const y = v * (sums[s + 4] - positions[i + 2] * sums[s] + positions[i] * sums[s + 2]);
    const z = v * (sums[s + 5] - positions[i] * sums[s + 1] + positions[i + 1] * sums[s]);
    const m = j * 9;
    solved[i] += frames[m] * x + frames[m + 3] * y + frames[m + 6] * z;
    solved[i + 1] += frames[m + 1] * x + frames[m + 4] * y + frames[m + 7] * z;
    solved[i + 2] += frames[m + 2] * x + frames[m + 5] * y + frames[m + 8] * z;
  }
}

/** The rotation vector from where a joint is turned to where it shall be. */
function turnResidual(
  out: Float64Array,
  o: number,
  globals: Float64Array,
  joint: number,
  to: readonly number[],
): void {
  const q = joint * 4;
  const [bx, by, bz, bw] = [-globals[q], -globals[q + 1], -globals[q + 2], globals[q + 3]];
  const [ax, ay, az, aw] = to;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = (sine < 1e-9 ? 2 : (2 * Math.atan2(sine, Math.abs(w))) / sine) * (w < 0 ? -1 : 1);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
}

/** The shortest rotation vector that points a joint's axis at a place; zero where the place is the joint's own. */
function aimResidual(
  out: Float64Array,
  o: number,
  globals: Float64Array,
  positions: Float64Array,
  joint: number,
  axis: readonly number[],
  target: readonly number[],
): void {
  const d = [0, 0, 0];
  rotateInto(d, 0, globals, joint * 4, axis, 0);
  const u = [0, 1, 2].map((k) => target[k] - positions[joint * 3 + k]);
  const length = Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
  if (length < 1e-9) return;
  const [x, y, z] = [
    (d[1] * u[2] - d[2] * u[1]) / length,
    (d[2] * u[0] - d[0] * u[2]) / length,
    (d[0] * u[1] - d[1] * u[0]) / length,
  ];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const cosine = (d[0] * u[0] + d[1] * u[1] + d[2] * u[2]) / length;
  if (sine < 1e-9) {
    // Straight away from it: any axis across will do to start with.
    if (cosine > 0) return;
    const across = Math.abs(d[0]) < 0.9 ? [0, d[2], -d[1]] : [-d[2], 0, d[0]];
    const scale = Math.PI / Math.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2);
    for (let k = 0; k < 3; k++) out[o + k] = across[k] * scale;
    return;
  }
  const scale = Math.atan2(sine, cosine) / sine;
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
}

function rotateInto(
  out: Float64Array | number[],
  o: number,
  q: Float64Array,
  i: number,
  v: ArrayLike<number>,
  j: number,
): void {
  const [qx, qy, qz, qw] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const [x, y, z] = [v[j], v[j + 1], v[j + 2]];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[o] = x + qw * tx + qy * tz - qz * ty;
  out[o + 1] = y + qw * ty + qz * tx - qx * tz;
  out[o + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** out = a quaternion as a matrix, row-major; the identity for a joint without parent. */
function frameInto(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = i < 0 ? 0 : q[i];
  const y = i < 0 ? 0 : q[i + 1];
  const z = i < 0 ? 0 : q[i + 2];
  const w = i < 0 ? 1 : q[i + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - z * w);
  out[o + 2] = 2 * (x * z + y * w);
  out[o + 3] = 2 * (x * y + z * w);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - x * w);
  out[o + 6] = 2 * (x * z - y * w);
  out[o + 7] = 2 * (y * z + x * w);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/** out = I + (1 − cos θ)/θ² [x]× + (θ − sin θ)/θ³ [x]×², the left Jacobian of the exponential map. */
function bendInto(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const [x, y, z] = [v[i], v[i + 1], v[i + 2]];
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);
  const a = angle < 1e-4 ? 0.5 : (1 - Math.cos(angle)) / squared;
  const b = angle < 1e-4 ? 1 / 6 : (angle - Math.sin(angle)) / (squared * angle);
  out[o] = 1 - b * (y * y + z * z);
  out[o + 1] = b * x * y - a * z;
  out[o + 2] = b * x * z + a * y;
  out[o + 3] = b * x * y + a * z;
  out[o + 4] = 1 - b * (x * x + z * z);
  out[o + 5] = b * y * z - a * x;
  out[o + 6] = b * x * z - a * y;
  out[o + 7] = b * y * z + a * x;
  out[o + 8] = 1 - b * (x * x + y * y);
}

/** out = a b, 3 × 3 row-major, all at one offset. */
function multiplyInto(out: Float64Array, a: Float64Array, b: Float64Array, o: number): void {
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) {
      out[o + r + c] = a[o + r] * b[o + c] + a[o + r + 1] * b[o + 3 + c] + a[o + r + 2] * b[o + 6 + c];
    }
  }
}
