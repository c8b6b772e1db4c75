/**
 * @file What is measured of a branch of the curve to tell whether it is a limb that needs joints, or a bump.
 */

import { quantile } from '../../math/statistics.js';
import { distanceBetween } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { type BodyCurve, type Branch, branchLength, findBranches } from './curve-branches.js';
import type { MeshDetail } from './measure-detail.js';

/** Properties of the whole body. */
export interface BodyStance {
  /** Height the body stands on. */
  readonly ground: number;
  readonly height: number;
  readonly symmetric: boolean;
  readonly mesh: MeshDetail;
}

/** A branch with the features it is classified by. */
export interface MeasuredBranch {
  readonly branch: Branch;
  readonly length: number;
  /** In the order of `BRANCH_FEATURES`. */
  readonly features: readonly number[];
}

/** Names of the features; lengths, radii and volumes as logarithms. */
export const BRANCH_FEATURES = [
  'lengthOverFork',
  'protrusion',
  'protrusionOverFork',
  'protrusionOverRadius',
  'volume',
  'flatness',
  'fork',
  'radiusOverFork',
  'grounded',
  'central',
  'reach',
  'turn',
  'crowd',
  'lengthOverSibling',
  'straightness',
  'height',
  'tipOverRadius',
  'length',
  'depth',
  'similar',
  'forkReach',
  'fineness',
  'parts',
  'square',
  'boxes',
  'corners',
] as const;

/** Added to lengths before a logarithm or a division, as a fraction of the longest side: below voxel size. */
const TINY = 0.003;

/** Measures every branch that ends in a leaf. */
export function measureBranches(tree: BodyCurve, frame: BodyStance): MeasuredBranch[] {
  const branches = findBranches(tree);
  const limbs = branches.filter((branch) => branch.isLimb);
  const { positions, radii, volumes, corners, parents } = tree;
  const { fineness, parts, square } = frame.mesh;
  const paths = new Float64Array(radii.length);
  const depths = new Int32Array(radii.length);
  const forks = new Uint8Array(radii.length);
  for (const branch of branches) forks[branch.from] = 1;
  let longest = TINY;
  let total = 0;
  for (let i = 0; i < radii.length; i++) {
    total += volumes[i];
    if (i === 0) continue;
    paths[i] = paths[parents[i]] + distanceBetween(positions, i, parents[i]);
    depths[i] = depths[parents[i]] + forks[parents[i]];
    longest = Math.max(longest, paths[i]);
  }
  const ratio = (a: number, b: number) => Math.log((a + TINY) / (b + TINY));

  return limbs.map((branch) => {
    const { from, points } = branch;
    const tip = points[points.length - 1];
    const fork = radii[from];
    const length = branchLength(branch);
    // How far the surface along the branch stands out of the sphere at its fork.
    let protrusion = 0;
    let volume = 0;
    let cornerCount = 0;
    for (const p of points) {
      protrusion = Math.max(protrusion, distanceBetween(positions, from, p) + radii[p] - fork);
      volume += volumes[p];
      cornerCount += corners[p];
    }
    const beyond = points.findIndex((p) => distanceBetween(positions, from, p) > fork);
    const radius =
      quantile(
        points.slice(Math.max(0, beyond)).map((p) => radii[p]),
        0.5,
      ) || 0;
    const similar = limbs.filter((other) => {
      const otherLength = branchLength(other);
      const alike = otherLength > 0.6 * length && otherLength < 1.67 * length;
      return alike && distanceBetween(positions, from, other.from) < Math.max(2 * fork, 0.1);
    }).length;
    let sibling = 0;
    for (const other of branches) {
      if (other !== branch && other.from === from) sibling = Math.max(sibling, branchLength(other));
    }
    const features = [
      ratio(length, fork),
      ratio(protrusion, 1),
      ratio(protrusion, fork),
      ratio(protrusion, radius),
      Math.log(volume / total + 1e-5),
      // The radius of a round branch of this volume over its own radius: large for sheets.
      ratio(Math.sqrt(volume / (Math.PI * (length + TINY))), radius),
      ratio(fork, 1),
      ratio(radius, fork),
      positions[tip * 3 + 1] - radii[tip] - frame.ground < 0.03 ? 1 : 0,
      frame.symmetric && positions[tip * 3] === 0 ? 1 : 0,
      paths[tip] / longest,
      turnAtFork(tree, branch),
      Math.log(limbs.length),
      ratio(length, sibling),
      distanceBetween(positions, from, tip) / (length + TINY),
      (positions[tip * 3 + 1] - frame.ground) / (frame.height + TINY),
      ratio(radii[tip], radius),
      ratio(length, 1),
      Math.min(depths[tip], 8),
      Math.log(similar),
      paths[from] / longest,
      fineness,
      parts,
      square,
      square * Math.min(1, parts / 2),
      Math.log(1 + cornerCount),
    ];
    return { branch, length, features };
  });
}

/** Cosine between the direction into a fork and the direction out along a branch; 0 at the root. */
function turnAtFork({ positions, radii, parents }: CurveTree, { from, points }: Branch): number {
  const reach = Math.max(0.03, radii[from]);
  let back = from;
  while (parents[back] >= 0 && distanceBetween(positions, from, back) < reach) back = parents[back];
  if (back === from) return 0;
  const tip = points[points.length - 1];
  let dot = 0;
  for (let k = 0; k < 3; k++) {
    dot +=
      (positions[from * 3 + k] - positions[back * 3 + k]) *
      (positions[tip * 3 + k] - positions[from * 3 + k]);
  }
  return dot / (distanceBetween(positions, back, from) * distanceBetween(positions, tip, from) + 1e-9);
}
