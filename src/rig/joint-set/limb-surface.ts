/** @file The surface around joints: where a limb ends, which its last joint does not say. */

import { dot, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import type { PartJoint } from './plan-draft.js';

/** The surface that is nearest to each joint. */
export interface LimbSurface {
  readonly up: Vec3;
  readonly forward: Vec3;
  /** The point of the surface around some joints that is farthest in a direction; undefined where there is none. */
  farthest(joints: readonly PartJoint[], direction: Vec3): Vec3 | undefined;
  /** Where between two points, 0 to 1, the surface around some joints is narrowest; undefined where there is none. */
  narrowest(joints: readonly PartJoint[], from: Vec3, to: Vec3): number | undefined;
}

/** Assigns every vertex to the joint that it is nearest to. */
export function createLimbSurface(
  { positions, triangles }: Mesh,
  joints: readonly PartJoint[],
  { up, forward }: Pick<FoundBodyPlan, 'up' | 'forward'>,
): LimbSurface {
  const places = joints.map(({ position }) => position);
  const vertices = new Map<PartJoint, number[]>(joints.map((joint) => [joint, []]));
  for (const v of new Set(triangles)) {
    let nearest = 0;
    let least = Infinity;
    for (const [j, [x, y, z]] of places.entries()) {
      const away =
        (positions[v * 3] - x) ** 2 + (positions[v * 3 + 1] - y) ** 2 + (positions[v * 3 + 2] - z) ** 2;
      if (away < least) [nearest, least] = [j, away];
    }
    vertices.get(joints[nearest])?.push(v);
  }
  return {
    up,
    forward,
    farthest(around, direction) {
      let best: Vec3 | undefined;
      let most = -Infinity;
      for (const v of around.flatMap((joint) => vertices.get(joint) ?? [])) {
        const point = vectorAt(positions, v);
        const far = dot(point, direction);
        if (far > most) [best, most] = [point, far];
      }
      return best;
    },
    narrowest(around, from, to) {
      const points = around.flatMap((joint) => vertices.get(joint) ?? []).map((v) => vectorAt(positions, v));
      return findNarrowest(points, from, to);
    },
  };
}

/** Slices between two points, and vertices that a slice has at least. */
const SLICES = 12;
const FEWEST = 3;

function findNarrowest(points: readonly Vec3[], from: Vec3, to: Vec3): number | undefined {
  const axis = subtract(to, from);
  const squared = dot(axis, axis);
  if (!(squared > 0)) return undefined;
  const sums = new Float64Array(SLICES);
  const counts = new Int32Array(SLICES);
  for (const point of points) {
    const away = subtract(point, from);
    const along = dot(away, axis) / squared;
    if (along < 0 || along >= 1) continue;
    const slice = Math.floor(along * SLICES);
    sums[slice] += Math.sqrt(Math.max(0, dot(away, away) - along * along * squared));
    counts[slice]++;
  }
  let best = -1;
  for (let i = 0; i < SLICES; i++) {
    if (counts[i] < FEWEST) continue;
    if (best < 0 || sums[i] / counts[i] < sums[best] / counts[best]) best = i;
  }
  return best < 0 ? undefined : (best + 0.5) / SLICES;
}

/** The direction in which a chain ends: its last bone's, or from its parent. */
export function endDirection(chain: readonly PartJoint[]): Vec3 {
  const last = chain[chain.length - 1];
  const before = chain[chain.length - 2] ?? last.parent;
  return before ? subtract(last.position, before.position) : [0, 0, 0];
}
