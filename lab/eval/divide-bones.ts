/**
 * @file Divides every bone of a rig into parts, as a tool that subdivides bones does (even), or as a skeleton that was
 * traced more finely than artists draw it (uneven: parts of any length, a little off the line). Skin weights of a joint go
 * to the parts of the bone that a vertex is nearest to, faded from part to part.
 */

import type { Rng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { childrenOf } from '../../src/rig/joint-tree.js';
import type { Skeleton, Skin } from '../../src/rig/rig-records.js';
import type { PoseSubject } from './pose-subject.js';

/** A rig whose bones are divided. */
export interface DividedRig {
  readonly subject: Omit<PoseSubject, 'clips'>;
  /** Where each joint of the whole rig is in the divided one. [J] */
  readonly joints: Int16Array;
}

/** How far parts of an uneven division lie off the line, and how unequal they are, in lengths of the bone. */
const OFF_LINE = 0.05;
const UNEVEN = 0.3;

/** The rig with every bone in so many parts; with `rng` unevenly. */
export function divideBones({ skeleton, rig }: PoseSubject, parts: number, rng?: Rng): DividedRig {
  const { parents, rest } = skeleton;
  const joints = new Int16Array(parents.length);
  const names: string[] = [];
  const tree: number[] = [];
  const positions: number[] = [];
  /** The joints along the bone that ends at each joint, its start first. */
  const bones: number[][] = [];
  const add = (name: string, parent: number, position: readonly number[]): number => {
    names.push(name);
    tree.push(parent);
    positions.push(...position);
    return names.length - 1;
  };
  for (let j = 0; j < parents.length; j++) {
    const end = Array.from(rest.subarray(j * 3, j * 3 + 3));
    const p = parents[j];
    const along = p < 0 ? [] : [joints[p]];
    if (p >= 0) {
      const start = Array.from(rest.subarray(p * 3, p * 3 + 3));
      for (const position of splitLine(start, end, parts, rng)) {
        along.push(add(`${skeleton.names[j]} part ${along.length}`, along[along.length - 1], position));
      }
    }
    joints[j] = add(skeleton.names[j], along[along.length - 1] ?? -1, end);
    bones.push(along);
  }
  const divided: Skeleton = {
    names,
    parents: Int16Array.from(tree),
    rest: Float32Array.from(positions),
    frames: Float32Array.from({ length: names.length * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
  };
  const skin = rig && shareWeights(rig.mesh, rig.skin, skeleton, joints, bones);
  return {
    joints,
    subject: { skeleton: divided, ...(rig && skin && { rig: { mesh: rig.mesh, skeleton: divided, skin } }) },
  };
}

/** Points between two ends, one fewer than parts. */
function splitLine(start: number[], end: number[], parts: number, rng: Rng | undefined): number[][] {
  const length = Math.hypot(...end.map((value, k) => value - start[k]));
  return Array.from({ length: parts - 1 }, (_, i) => {
    const t = (i + 1 + (rng ? rng.range(-UNEVEN, UNEVEN) : 0)) / parts;
    return start.map((value, k) => {
      const away = rng ? rng.normal() * OFF_LINE * length : 0;
      return value + t * (end[k] - value) + away;
    });
  });
}

function shareWeights(
  { positions }: Mesh,
  skin: Skin,
  { parents, rest }: Skeleton,
  joints: Int16Array,
  bones: readonly (readonly number[])[],
): Skin {
  const children = childrenOf(parents);
  const { influenceCount } = skin;
  const out = {
    joints: new Uint16Array(skin.joints.length * 2),
    weights: new Float32Array(skin.weights.length * 2),
  };
  for (let i = 0; i < skin.weights.length; i++) {
    const joint = skin.joints[i];
    const v = Math.floor(i / influenceCount) * 3;
    let [best, along, nearest] = [-1, 0, Infinity];
    for (const child of children[joint]) {
      const { t, distance } = nearestOnBone(positions, v, rest, joint, child);
      if (distance < nearest) [best, along, nearest] = [child, t, distance];
    }
    const parts = best < 0 ? [joints[joint]] : bones[best];
    const at = Math.min(parts.length - 1, Math.max(0, along * parts.length - 0.5));
    const first = Math.min(parts.length - 1, Math.floor(at));
    out.joints[i * 2] = parts[first];
    out.weights[i * 2] = skin.weights[i] * (1 - (at - first));
    out.joints[i * 2 + 1] = parts[Math.min(parts.length - 1, first + 1)];
    out.weights[i * 2 + 1] = skin.weights[i] * (at - first);
  }
  return { ...out, influenceCount: influenceCount * 2 };
}

/** Where along a bone a vertex is, and how far from it. */
function nearestOnBone(positions: Float32Array, v: number, rest: Float32Array, a: number, b: number) {
  const bone = [0, 1, 2].map((k) => rest[b * 3 + k] - rest[a * 3 + k]);
  const point = [0, 1, 2].map((k) => positions[v + k] - rest[a * 3 + k]);
  const squared = bone.reduce((sum, value) => sum + value * value, 0);
  const dot = bone.reduce((sum, value, k) => sum + value * point[k], 0);
  const t = squared > 0 ? Math.min(1, Math.max(0, dot / squared)) : 0;
  return { t, distance: Math.hypot(...point.map((value, k) => value - t * bone[k])) };
}
