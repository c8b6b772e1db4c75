/**
 * @file Which way is up: the network looks at the points laid on each of six sides. The side on which it sees +Y as up,
 * and a body that it is sure of, is the right one. A mesh that seems to stand is not laid on the others.
 */

import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { likeliestPlan } from './find-learned-skeleton.js';
import { normalizePoints, type PlanReading, readPlan, type View } from './read-plan.js';
import { WHOLES } from './role-tokens.js';
import type { SkeletonModel } from './skeleton-model.js';
import { spreadPoints } from './spread-points.js';

/** An up direction and how likely it is. */
export interface FoundUp {
  readonly up: Vec3;
  readonly chance: number;
  /** Whether the network sees a body that way up: a thing may lie on any side. */
  readonly isBody: boolean;
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
  const readings: PlanReading[] = [];
  for (const { raise } of UPS) {
    const turned = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) turned.set(raise(points[i], points[i + 1], points[i + 2]), i);
    const reading = await readPlan(model, turned, LOOKS);
    readings.push(reading);
    scores.push(Math.log(reading.up[0] + 1e-6) + sureness(reading));
    if (readings.length === 1 && reading.up[0] >= STANDS) break;
  }
  const most = Math.max(...scores);
  const best = scores.indexOf(most);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  const { whole } = likeliestPlan(readings[best]);
  return { up: UPS[best].up, chance: 1 / total, isBody: WHOLES[whole] === 'body' };
}

/** From this chance of +Y on, as the mesh is, nothing else is tried. */
const STANDS = 0.8;

/** Log chance of the likeliest plan: a body on its side looks like no body in particular. */
function sureness(reading: PlanReading): number {
  const plan = likeliestPlan(reading);
  return (['whole', 'legs', 'arms', 'wings'] as const).reduce(
    (sum, name) => sum + Math.log(reading.chances[name][plan[name]] + 1e-6),
    0,
  );
}
