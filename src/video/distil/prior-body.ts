/**
 * @file A body as the motion prior is told it: its patches, where their cells and joints lie in the body's own axes, and
 * how far apart the joints are in the tree; and the network's answers for it.
 *
 * The network's numbers are [T, P, 3, K]: patches, their cells, axes of the body, frequencies. Those of the score models
 * are [N, K, 3]: cells, frequencies, axes of the camera that sees the cell.
 */

import { PosespaceError } from '../../base/errors.js';
import { invertQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { boxCenter, computeBox } from '../../mesh/box.js';
import type { FitBody } from '../fit/fit-body.js';
import { MOTION_ACTIONS, type MotionAction } from './motion-actions.js';
import { cellPositions, findMotionPatches, type MotionPatches } from './motion-patches.js';
import { type MotionPrior, type MotionSize, PRIOR_HOPS } from './motion-prior-model.js';

/** A body prepared for the motion prior. */
export interface PriorBody {
  readonly body: FitBody;
  readonly patches: MotionPatches;
  /** Cells at rest. [T, P, 3] */
  readonly points: Float32Array;
  /** Joints of the patches, and their parents. [T, 3] */
  readonly place: Float32Array;
  readonly parent: Float32Array;
  /** Steps between joints. [T, T] */
  readonly hops: BigInt64Array;
  /** Axes of each camera in those of the body. [views, 9] */
  readonly axes: readonly Float64Array[];
}

/** Places points in the body's own axes: half diameters from the middle of its box. */
export function bodyPoints(
  { rig, unit }: FitBody,
  turn: readonly number[],
  points: ArrayLike<number>,
): Float64Array {
  const center = boxCenter(computeBox(rig.mesh.positions));
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) out[i + k] = (points[i + k] - center[k]) / unit;
    rotateVectorInto(out, i, turn, 0, out, i);
  }
  return out;
}

/** Direction of a body's front, degrees about +Y from +Z; `turn` leads from character axes to the body's. */
export function bodyHeading(turn: readonly number[]): number {
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, turn, 0);
  const forward = [0, 0, 1];
  rotateVectorInto(forward, 0, back, 0, forward, 0);
  return (Math.atan2(forward[0], forward[2]) * 180) / Math.PI;
}

/** Prepares a body. */
export function createPriorBody(body: FitBody, turn: readonly number[], patch: number): PriorBody {
  const patches = findMotionPatches(body, bodyHeading(turn), patch);
  const { joints, members, cells } = patches;
  if (joints.length < 2) {
    throw new PosespaceError(
      'bad-input',
      'video/imagineMotion: fewer than two joints move what can be seen of this body; give a rig whose joints move its surface',
    );
  }
  const { parents, rest } = body.rig.skeleton;
  const atRest = bodyPoints(body, turn, cellPositions(body, cells));
  const places = bodyPoints(body, turn, rest);
  const points = new Float32Array(members.length * 3);
  members.forEach((cell, i) => {
    points.set(atRest.subarray(cell * 3, cell * 3 + 3), i * 3);
  });
  const pick = (list: readonly number[]) =>
    Float32Array.from(list.flatMap((j) => [...places.subarray(j * 3, j * 3 + 3)]));
  const own = [...joints];
  return {
    body,
    patches,
    points,
    place: pick(own),
    parent: pick(own.map((j) => (parents[j] < 0 ? j : parents[j]))),
    hops: treeHops(parents, own),
    axes: cells.cameras.map(({ right, up, back }) => {
      const out = Float64Array.from([...right, ...up, ...back]);
      for (let a = 0; a < 9; a += 3) rotateVectorInto(out, a, turn, 0, out, a);
      return out;
    }),
  };
}

/** Steps along the tree between joints, the last bucket for that many or more. [T, T] */
function treeHops(parents: Int16Array, joints: readonly number[]): BigInt64Array {
  const chains = joints.map((joint) => {
    const depth = new Map<number, number>();
    for (let j = joint; j >= 0; j = parents[j]) depth.set(j, depth.size);
    return depth;
  });
  const out = new BigInt64Array(joints.length ** 2);
  chains.forEach((a, i) => {
    chains.forEach((b, k) => {
      let least = PRIOR_HOPS - 1;
      for (const [joint, steps] of a) least = Math.min(least, steps + (b.get(joint) ?? Infinity));
      out[i * joints.length + k] = BigInt(least);
    });
  });
  return out;
}

/** What a motion's coefficients are divided by, by frequency. [K] */
export function sizeDeviations({ card }: MotionPrior, { mean, motion }: MotionSize): Float32Array {
  return Float32Array.from(card.deviations, (deviation, k) => deviation * (k === 0 ? mean : motion));
}

/** From the network's numbers to those of score models; cells that stand twice in a patch are averaged. */
export function toCellAxes(subject: PriorBody, values: Float32Array): Float32Array {
  const { patches, axes } = subject;
  const { cells, members } = patches;
  const width = values.length / members.length / 3;
  const out = new Float32Array(cells.count * width * 3);
  const times = new Uint8Array(cells.count);
  for (const cell of members) times[cell]++;
  members.forEach((cell, i) => {
    const m = axes[cells.views[cell]];
    for (let k = 0; k < width; k++) {
      for (let a = 0; a < 3; a++) {
        let sum = 0;
        for (let b = 0; b < 3; b++) sum += m[a * 3 + b] * values[(i * 3 + b) * width + k];
        out[(cell * width + k) * 3 + a] += sum / times[cell];
      }
    }
  });
  return out;
}

/** And back. */
export function fromCellAxes({ patches, axes }: PriorBody, values: Float32Array): Float32Array {
  const { cells, members } = patches;
  const width = values.length / cells.count / 3;
  const out = new Float32Array(members.length * 3 * width);
  members.forEach((cell, i) => {
    const m = axes[cells.views[cell]];
    for (let k = 0; k < width; k++) {
      for (let b = 0; b < 3; b++) {
        let sum = 0;
        for (let a = 0; a < 3; a++) sum += m[a * 3 + b] * values[(cell * width + k) * 3 + a];
        out[(i * 3 + b) * width + k] = sum;
      }
    }
  });
  return out;
}

/** The clean form of noisy trajectories [T, P, 3, K], once for each of the actions; undefined is any action. */
export async function denoiseBody(
  model: MotionPrior,
  { patches, points, place, parent, hops }: PriorBody,
  noisy: Float32Array,
  level: number,
  size: MotionSize,
  actions: readonly (MotionAction | undefined)[],
): Promise<Float32Array[]> {
  const { frequencies, patch } = model.card;
  const [batch, count] = [actions.length, patches.joints.length];
  const repeat = (data: Float32Array, ...dims: number[]) => {
    const out = new Float32Array(batch * data.length);
    for (let b = 0; b < batch; b++) out.set(data, b * data.length);
    return { data: out, dims: [batch, count, ...dims] };
  };
  const wide = new BigInt64Array(batch * hops.length);
  for (let b = 0; b < batch; b++) wide.set(hops, b * hops.length);
  const code = (action: MotionAction | undefined) =>
    action === undefined ? MOTION_ACTIONS.length : MOTION_ACTIONS.indexOf(action);
  const sizes = [Math.log(size.mean), Math.log(size.motion)];
  const { clean } = await model.prior.run({
    noisy: repeat(noisy, patch, 3, frequencies),
    points: repeat(points, patch, 3),
    place: repeat(place, 3),
    parent: repeat(parent, 3),
    hops: { data: wide, dims: [batch, count, count] },
    level: { data: new Float32Array(batch).fill(level), dims: [batch] },
    action: { data: BigInt64Array.from(actions, (action) => BigInt(code(action))), dims: [batch] },
    sizes: { data: Float32Array.from(actions.flatMap(() => sizes)), dims: [batch, 2] },
  });
  const all = clean.data as Float32Array;
  return actions.map((_, b) => all.slice(b * noisy.length, (b + 1) * noisy.length));
}
