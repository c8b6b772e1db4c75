/**
 * @file Which segments already pass through each other, at rest or in the reference: contacts between them would push
 * the body away from its reference. Shapes are compared as a few balls each.
 */

import { multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { BodyFrame } from '../contacts/body-motion.js';
import type { SegmentShape } from './physics-body.js';

/** Frames that are looked at. */
const LOOKS = 16;
/** Shapes this near to each other touch, over the height. */
const MARGIN = 0.01;

interface Tree {
  readonly parents: Int16Array;
  readonly joints: Int16Array;
  readonly pivots: Float64Array;
  readonly homes: Float64Array;
}

export function findOverlaps(
  tree: Tree,
  shapes: readonly SegmentShape[],
  frames: readonly BodyFrame[],
  height: number,
): [number, number][] {
  const count = tree.parents.length;
  const balls = shapes.map(ballsOf);
  const touching = new Uint8Array(count * count);
  const looks = frames.filter((_, f) => f % Math.ceil(frames.length / LOOKS) === 0);
  for (const rotations of [undefined, ...looks.map(({ body }) => body.rotations)]) {
    const placed = balls.map((list, i) => placeBalls(tree, shapes[i].segment, list, rotations));
    for (let i = 0; i < shapes.length; i++) {
      for (let j = i + 1; j < shapes.length; j++) {
        const pair = shapes[i].segment * count + shapes[j].segment;
        touching[pair] ||= meet(placed[i], placed[j], MARGIN * height) ? 1 : 0;
      }
    }
  }
  const pairs: [number, number][] = [];
  for (let pair = 0; pair < touching.length; pair++) {
    if (touching[pair]) pairs.push([Math.floor(pair / count), pair % count]);
  }
  return pairs;
}

/** x, y, z, radius of balls that fill a shape, in the axes of its segment. */
function ballsOf({ kind, centre, turn, size }: SegmentShape): number[] {
  const balls: number[] = [];
  const add = (x: number, y: number, z: number, radius: number) => {
    const at = [x, y, z];
    rotateVectorInto(at, 0, turn, 0, at, 0);
    balls.push(centre[0] + at[0], centre[1] + at[1], centre[2] + at[2], radius);
  };
  if (kind === 'sphere') add(0, 0, 0, size[0]);
  if (kind === 'capsule') for (const t of [-1, -0.5, 0, 0.5, 1]) add(0, 0, t * size[1], size[0]);
  if (kind === 'box') {
    const radius = Math.min(...size);
    const steps = size.map((half) => Math.min(3, Math.max(1, Math.round(half / radius))));
    const at = (i: number, k: number) =>
      steps[k] === 1 ? 0 : ((2 * i) / (steps[k] - 1) - 1) * (size[k] - radius);
    for (let x = 0; x < steps[0]; x++)
      for (let y = 0; y < steps[1]; y++)
        for (let z = 0; z < steps[2]; z++) add(at(x, 0), at(y, 1), at(z, 2), radius);
  }
  return balls;
}

/** Balls of a segment where the tree puts them; without rotations at rest. */
function placeBalls(
  { parents, joints, pivots }: Tree,
  segment: number,
  balls: readonly number[],
  rotations: Float64Array | undefined,
): Float64Array {
  const upright = [0, 0, 0, 1];
  const rotationOf = (s: number, out: number[]) => {
    if (rotations) multiplyQuaternionInto(out, 0, rotations, joints[s] * 4, upright, 0);
    else for (let k = 0; k < 4; k++) out[k] = upright[k];
  };
  const turn = [0, 0, 0, 1];
  const place = [0, 0, 0];
  const bone = [0, 0, 0];
  for (let s = segment; parents[s] >= 0; s = parents[s]) {
    rotationOf(parents[s], turn);
    rotateVectorInto(bone, 0, turn, 0, pivots, s * 3);
    for (let k = 0; k < 3; k++) place[k] += bone[k];
  }
  rotationOf(segment, turn);
  const out = Float64Array.from(balls);
  for (let i = 0; i < out.length; i += 4) {
    rotateVectorInto(bone, 0, turn, 0, balls as number[], i);
    for (let k = 0; k < 3; k++) out[i + k] = place[k] + bone[k];
  }
  return out;
}

function meet(a: Float64Array, b: Float64Array, margin: number): boolean {
  for (let i = 0; i < a.length; i += 4) {
    for (let j = 0; j < b.length; j += 4) {
      const apart = Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
      if (apart < a[i + 3] + b[j + 3] + margin) return true;
    }
  }
  return false;
}
