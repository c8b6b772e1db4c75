/**
 * @file Limbs that the body has and its curve lacks: two legs that touch are one branch, a folded arm is none. The
 * network knows roughly where such a limb is; its joints are moved onto the deepest path inside the body from where the
 * limb begins to its extremity, that is the farthest cell along the surface's inside near the limb's end. Where the other
 * side of a symmetric body has a branch of its own, the limb is its mirror image.
 */

import { alongSegment, distance, lengthOfPath, lerp, type Vec3, vectorAt } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { distanceTransform } from '../../mesh/voxel/distance-transform.js';
import { createQueue } from '../../mesh/voxel/trace-curve.js';
import { cellAt, cellCentre, neighbourSteps, type VoxelGrid } from '../../mesh/voxel/voxel-grid.js';
import { voxelize } from '../../mesh/voxelize.js';
import { childrenOf } from '../joint-tree.js';
import type { LabelledSkeleton } from './label-skeleton.js';

const RESOLUTION = 96;
/** How far from the guess a path may go, in longest sides, and from where on it is costly. */
const REACH = 0.12;
const ASIDE = 0.04;
/** How much a step costs that is one cell deep, beside its length. */
const SHALLOW = 2;
/** An extremity may be this far from the end of the guess for nothing. */
const TIP_GAP = 0.05;
/** How much depth counts against length: an extremity is where the deepest path ends, not a corner. */
const TIP_DEPTH = 1.5;

/** Positions in which every limb without a branch (source −1) runs inside the body. `mesh` in the body's frame. [J, 3] */
export function traceLimbs(joints: LabelledSkeleton, mesh: Mesh, symmetric: boolean): Float64Array {
  const positions = Float64Array.from(joints.positions);
  const limbs = findMissing(joints);
  if (limbs.length === 0) return positions;
  const grid = voxelize(mesh, {
    resolution: RESOLUTION,
    surface: 'thin',
    ...(symmetric && { mirror: { axis: 0 as const, offset: 0 } }),
  });
  const depth = distanceTransform(grid);
  for (const limb of limbs) {
    const start = joints.parents[limb[0]];
    const guess = [start, ...limb].map((j) => vectorAt(joints.positions, j));
    const mirrored = symmetric ? mirrorPartner(joints, limb) : undefined;
    const image = mirrored && [guess[0], ...mirrored];
    const isInside = mirrored?.every((point) => grid.cells[cellAt(grid, ...point)] !== 0);
    const path = isInside ? image : findPath(grid, depth, image ?? guess);
    if (!path) continue;
    const total = lengthOfPath(guess);
    limb.forEach((j, k) => {
      positions.set(alongPath(path, lengthOfPath(guess.slice(0, k + 2)) / total), j * 3);
    });
  }
  return positions;
}

/** Chains of joints that only the network knows, the first joint's parent being one of the body. */
function findMissing({ parents, source }: LabelledSkeleton): number[][] {
  const isMissing = (j: number) => j >= 0 && source[j] < 0;
  const children = childrenOf(parents);
  return Array.from(parents.keys())
    .filter((j) => isMissing(j) && parents[j] >= 0 && !isMissing(parents[j]))
    .map((first) => {
      const chain = [first];
      // Fingers and toes stay with the network: a hand is too small for the voxels.
      for (let next = children[first]; next.length === 1; next = children[next[0]]) chain.push(next[0]);
      return chain;
    })
    .filter((chain) => chain.length > 1);
}

/** The mirror image of the limb on the other side, if that has the same role and a branch. */
function mirrorPartner({ parents, tokens, source, positions }: LabelledSkeleton, limb: readonly number[]) {
  const [first] = limb;
  const side = tokens[first] % 3;
  if (side === 0) return undefined;
  const other = tokens[first] + (side === 1 ? 1 : -1);
  const starts = Array.from(tokens.keys()).filter(
    (j) => tokens[j] === other && source[j] >= 0 && tokens[parents[j]] !== other,
  );
  const at = vectorAt(positions, first);
  const mirror = (j: number): Vec3 => [-positions[j * 3], positions[j * 3 + 1], positions[j * 3 + 2]];
  const start = starts.find((j) => distance(mirror(j), at) < REACH);
  if (start === undefined) return undefined;
  const chain = [start];
  for (let j = start + 1; j < parents.length; j++) if (parents[j] === chain[chain.length - 1]) chain.push(j);
  return chain.map(mirror);
}

/** The deepest path along a guess, from its start to the extremity near its end. */
function findPath(grid: VoxelGrid, depth: Float32Array, guess: readonly Vec3[]): Vec3[] | undefined {
  const tip = guess[guess.length - 1];
  const start = nearestSolid(grid, guess[0]);
  if (start < 0) return undefined;
  const steps = neighbourSteps(grid.size);
  const cost = new Float64Array(grid.cells.length).fill(Infinity);
  const length = new Float64Array(grid.cells.length);
  const before = new Int32Array(grid.cells.length).fill(-1);
  const done = new Uint8Array(grid.cells.length);
  const queue = createQueue(cost);
  cost[start] = 0;
  queue.push(start);
  let end = -1;
  let best = -Infinity;
  for (let cell = queue.pop(); cell >= 0; cell = queue.pop()) {
    if (done[cell]) continue;
    done[cell] = 1;
    const away = distance(cellCentre(grid, cell), tip);
    const score = length[cell] + TIP_DEPTH * depth[cell] - 2 * Math.max(0, away - TIP_GAP);
    if (away < REACH && score > best) [best, end] = [score, cell];
    for (let s = 0; s < steps.length; s++) {
      const other = cell + steps[s];
      if (grid.cells[other] === 0 || done[other]) continue;
      const aside = distanceToPath(cellCentre(grid, other), guess);
      if (aside > REACH) continue;
      const step = grid.spacing * (s < 6 ? 1 : s < 18 ? Math.SQRT2 : Math.sqrt(3));
      const shallow = (SHALLOW * grid.spacing) / Math.min(depth[cell], depth[other]);
      const through = cost[cell] + step * (1 + shallow) * (1 + (aside / ASIDE) ** 2);
      if (through >= cost[other]) continue;
      cost[other] = through;
      length[other] = length[cell] + step;
      before[other] = cell;
      queue.push(other);
    }
  }
  if (end < 0) return undefined;
  const cells = [end];
  while (before[cells[0]] >= 0) cells.unshift(before[cells[0]]);
  return smooth([guess[0], ...cells.map((cell) => cellCentre(grid, cell))]);
}

/** Voxels go in steps: the mean of five in a row does not. */
const smooth = (path: readonly Vec3[]): Vec3[] =>
  path.map((point, i) => {
    const half = Math.min(2, i, path.length - 1 - i);
    const near = path.slice(i - half, i + half + 1);
    return point.map(
      (_, k) => near.reduce((sum, other) => sum + other[k], 0) / near.length,
    ) as unknown as Vec3;
  });

function nearestSolid(grid: VoxelGrid, point: Vec3): number {
  const own = cellAt(grid, ...point);
  if (grid.cells[own]) return own;
  let best = -1;
  let least = REACH;
  grid.cells.forEach((solid, cell) => {
    if (!solid) return;
    const away = distance(cellCentre(grid, cell), point);
    if (away < least) [best, least] = [cell, away];
  });
  return best;
}

function alongPath(path: readonly Vec3[], share: number): Vec3 {
  let left = share * lengthOfPath(path);
  for (let i = 1; i < path.length; i++) {
    const step = distance(path[i - 1], path[i]);
    if (left <= step) return step > 0 ? lerp(path[i - 1], path[i], left / step) : path[i];
    left -= step;
  }
  return path[path.length - 1];
}

function distanceToPath(p: Vec3, path: readonly Vec3[]): number {
  let least = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1], path[i]];
    least = Math.min(least, distance(p, lerp(a, b, alongSegment(p, a, b))));
  }
  return least;
}
