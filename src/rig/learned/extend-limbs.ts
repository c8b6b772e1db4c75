/**
 * @file Legs and arms down to where their surface ends: the curve of a thin limb may stop at the knee, where a few voxels
 * are all there is. Where the network sees a joint farther on, the last joint moves on to just before the farthest point of
 * the surface around it.
 */

import { distance, lerp, type Vec3, vectorAt } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { RoleJoints } from './role-parts.js';
import { ROLES } from './role-tokens.js';

/** A limb is extended if more than this share of its length is missing: ankles end before the toes on purpose. */
const MISSING = 0.3;
/** Where the last joint goes, between where it was and the farthest of the surface. */
const EXTENT = 0.9;

/** The network's joint is nearer to that point than this, in longest sides. */
const SEEN = 0.15;

const LIMB = /Leg$|Foot$|Arm$|^hand$/;

/** Positions in which every leg and arm reaches the end of its surface. [J, 3] */
export function extendLimbs(
  { parents, tokens, positions }: RoleJoints,
  network: RoleJoints,
  mesh: Mesh,
): Float64Array {
  const extended = Float64Array.from(positions);
  const isLimbToken = (token: number) => LIMB.test(ROLES[Math.floor(token / 3)]);
  const isLimb = (j: number) => j >= 0 && isLimbToken(tokens[j]);
  const seen = Array.from(network.tokens.keys())
    .filter((k) => isLimbToken(network.tokens[k]))
    .map((k) => vectorAt(network.positions, k));
  const hasChild = new Set(parents);
  const ends = Array.from(parents.keys()).filter((j) => isLimb(j) && isLimb(parents[j]) && !hasChild.has(j));
  if (ends.length === 0) return extended;
  const around = nearestVertices(mesh, positions, new Set(ends));
  for (const j of ends) {
    const [before, last] = [vectorAt(positions, parents[j]), vectorAt(positions, j)];
    let length = 0;
    for (let k = j; isLimb(parents[k]); k = parents[k]) {
      length += distance(vectorAt(positions, k), vectorAt(positions, parents[k]));
    }
    // The farthest point of the surface around the joint, ahead of it.
    let far = MISSING * length;
    let tip: Vec3 | undefined;
    for (const v of around.get(j) ?? []) {
      const point = vectorAt(mesh.positions, v);
      const away = distance(point, last);
      if (away > far && distance(point, before) > away) [far, tip] = [away, point];
    }
    const end = tip;
    const isSeen = end && seen.some((at) => distance(at, end) < Math.min(SEEN, distance(at, last)));
    if (isSeen) extended.set(lerp(last, end, EXTENT), j * 3);
  }
  return extended;
}

/** The vertices that are nearer to each of some joints than to any other joint. */
function nearestVertices(
  { positions: points, triangles }: Mesh,
  joints: ArrayLike<number>,
  wanted: ReadonlySet<number>,
): Map<number, number[]> {
  const found = new Map<number, number[]>(Array.from(wanted, (j) => [j, []]));
  for (const v of new Set(triangles)) {
    let nearest = 0;
    let least = Infinity;
    for (let j = 0; j * 3 < joints.length; j++) {
      const away =
        (points[v * 3] - joints[j * 3]) ** 2 +
        (points[v * 3 + 1] - joints[j * 3 + 1]) ** 2 +
        (points[v * 3 + 2] - joints[j * 3 + 2]) ** 2;
      if (away < least) [nearest, least] = [j, away];
    }
    found.get(nearest)?.push(v);
  }
  return found;
}
