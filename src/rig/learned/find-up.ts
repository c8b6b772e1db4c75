/**
 * @file Which way is up: the network looks at the points laid on each of six sides, its mirror plane across x. The side on
 * which it sees +Y as up, and a body that it is sure of, is the right one. A mesh that seems to stand is not laid on the
 * others, and up is only found where the network is sure and sees a body: scans and OBJ files often lie.
 */

import type { Finding } from '../../base/finding.js';
import type { Vec3 } from '../../math/vector.js';
import { findSymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import { windAlike } from '../../mesh/wind-alike.js';
import { CONFIDENCE } from '../anatomy/confidence.js';
import { nameAxis } from '../body-plan/describe-body.js';
import { likeliestPlan } from './find-learned-skeleton.js';
import { normalizePoints, type PlanReading, readPlan, type View } from './read-plan.js';
import { WHOLES } from './role-tokens.js';
import type { SkeletonModel } from './skeleton-model.js';
import { spreadPoints } from './spread-points.js';

/** Where up is on a mesh that lies, and what is said about it. */
export interface FoundUp {
  /** Absent where the mesh stands, or it cannot be told. */
  readonly up?: Vec3;
  readonly findings: readonly Finding[];
}

/** Directions that may be up, and the rotation of each onto +Y. */
const UPS: readonly {
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

/** A mesh stands, or lies and is to be turned, where that is certain, and from this chance on of the body that is then seen. */
const SEEN = 0.3;

const LOOKS: readonly View[] = [0, 1, 2, 3].map((quarter) => ({ quarter, mirrored: false }));

/** Finds up on a bare mesh. */
export async function findUp(model: SkeletonModel, given: Mesh): Promise<FoundUp> {
  const mesh = windAlike(given);
  const points = spreadPoints(mesh, model.card.points);
  const asIs = await readPlan(model, normalizePoints(points).points, LOOKS);
  if (asIs.up[0] >= CONFIDENCE.certain) return { findings: [] };
  const normal = findSymmetryPlane(mesh)?.normal ?? [1, 0, 0];
  const readings: PlanReading[] = [];
  for (const { raise } of UPS) {
    readings.push(await readPlan(model, layPoints(points, raise, normal), LOOKS));
    if (readings.length === 1 && readings[0].up[0] >= CONFIDENCE.certain) return { findings: [] };
  }
  const scores = readings.map((reading) => Math.log(reading.up[0] + 1e-6) + sureness(reading));
  const most = Math.max(...scores);
  const best = scores.indexOf(most);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  const chance = 1 / total;
  if (best === 0 || chance < CONFIDENCE.certain || bodyChance(readings[best]) < SEEN) return { findings: [] };
  const { up } = UPS[best];
  return { up, findings: [lyingFinding(up, chance)] };
}

const lyingFinding = (up: Vec3, chance: number): Finding => ({
  code: 'found-up',
  severity: 'warning',
  message: `The mesh seems to lie: ${nameAxis(up)} was read as up, with a chance of ${Math.round(100 * chance)} %.`,
  fix: 'Say which way is up if that is wrong (option up, --up); +y leaves the mesh as it is.',
});

/**
 * Chance that the network sees, with just these limbs, a body that has any; 0 for a thing or a snake, which may lie on any
 * side.
 */
function bodyChance(reading: PlanReading): number {
  const { whole, legs, arms, wings } = likeliestPlan(reading);
  return WHOLES[whole] === 'body' && legs + arms + wings > 0 ? Math.exp(sureness(reading)) : 0;
}

/** Points [N, 6] raised, then turned about +Y until the mirror plane, if it stands, is across x. */
function layPoints(
  points: Float32Array,
  raise: (x: number, y: number, z: number) => Vec3,
  normal: Vec3,
): Float32Array {
  const [nx, ny, nz] = raise(...normal);
  const length = Math.abs(ny) < Math.SQRT1_2 ? Math.hypot(nx, nz) : 0;
  const [c, s] = length > 0 ? [nx / length, nz / length] : [1, 0];
  const laid = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = raise(points[i], points[i + 1], points[i + 2]);
    laid.set([c * x + s * z, y, c * z - s * x], i);
  }
  return normalizePoints(laid).points;
}

/** Log chance of the likeliest plan: a body on its side looks like no body in particular. */
function sureness(reading: PlanReading): number {
  const plan = likeliestPlan(reading);
  return (['whole', 'legs', 'arms', 'wings'] as const).reduce(
    (sum, name) => sum + Math.log(reading.chances[name][plan[name]] + 1e-6),
    0,
  );
}
