/**
 * @file Which way is up: the network looks at the points laid on each of six sides. The side on which it sees +Y as up,
 * and a body that it is sure of, is the right one.
 */

import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { likeliestPlan } from './find-learned-skeleton.js';
import { normalizePoints, type PlanReading, readPlan, type View } from './read-plan.js';
import type { SkeletonModel } from './skeleton-model.js';
import { spreadPoints } from './spread-points.js';

/** An up direction and how likely it is. */
export interface FoundUp {
  readonly up: Vec3;
  readonly chance: number;
  /** Chance of +Y, as the mesh stands. */
  readonly standing: number;
}

/** Directions that may be up, and the rotation of each onto +Y. */
export const UPS: readonly {
  readonly up: Vec3;
  readonly raise: (x: number, y: number, z: number) => Vec3;
}[] = [
  { up: [0, 1, 0], raise: (x, y, z) => [x, y, z] },
  { up: [0, -1, 0], raise: (x, y, z) => [x, -y, -z] },
  { up: [1, 0, 0], raise: (x, y, z) => [-y, x, z] },
  { up: [-1, 0, 0], raise: (x, y, z) => [y, -x, z] },
  { up: [0, 0, 1], raise: (x, y, z) => [x, z, -y] },
  { up: [0, 0, -1], raise: (x, y, z) => [x, -z, y] },
];

const LOOKS: readonly View[] = [0, 1, 2, 3].map((quarter) => ({ quarter, mirrored: false }));

/** Finds up. */
export async function findUp(model: SkeletonModel, mesh: Mesh): Promise<FoundUp> {
  const { points } = normalizePoints(spreadPoints(mesh, model.card.points));
  const scores: number[] = [];
  for (const { raise } of UPS) {
    const turned = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) turned.set(raise(points[i], points[i + 1], points[i + 2]), i);
    const reading = await readPlan(model, turned, LOOKS);
    scores.push(Math.log(reading.up[0] + 1e-6) + sureness(reading));
  }
  const most = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - most));
  const total = raised.reduce((a, b) => a + b);
  return { up: UPS[scores.indexOf(most)].up, chance: 1 / total, standing: raised[0] / total };
}

/** Log chance of the likeliest plan: a body on its side looks like no body in particular. */
function sureness(reading: PlanReading): number {
  const plan = likeliestPlan(reading);
  return (['whole', 'legs', 'arms', 'wings'] as const).reduce(
    (sum, name) => sum + Math.log(reading.chances[name][plan[name]] + 1e-6),
    0,
  );
}
