/**
 * @file Bends a path so that the body intersects itself no more along it than at its ends.
 *
 * First joints are timed earlier or later (`shift-joint-timing.ts`). Then poses that intersect more than either end
 * are repaired (`repair-body.ts`), each starting from the change of the one before, and the changes are smoothed along
 * the path: repaired one by one, poses jump and the path becomes twice as long. A bend is accepted only if it reduces
 * intersections and makes the path at most 4 % longer, else half and a quarter are tried. On 14 rigs intersections
 * fall from 1.51 to 0.06 ‰ of the triangles. See lab/notes/pose-interpolation.md.
 */

import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { type PosePath, pathLength, resamplePath } from '../records/pose-path.js';
import { applyRotationDifferences, rotationDifferences } from '../records/rotation-differences.js';
import { repairBody } from '../repair/repair-body.js';
import type { RepairTools } from '../repair/repair-workspace.js';
import { shiftJointTiming } from './shift-joint-timing.js';
import { visitIntersections } from './visit-intersections.js';

/** Rounds of bending, and steps to either side that go along with a change, one number a round. */
const REACHES: readonly number[] = [2, 2, 1];
/** Shares of a bend that are tried. */
const SHARES: readonly number[] = [1, 0.5, 0.25];
/** Rounds of contact forces per pose. */
const PUSHES = 8;
/** A bent path may be this many times as long as the one given. */
const MOST_DETOUR = 1.04;
/** A round that leaves more than this share is the last one. */
const STALLED = 0.9;
/** Poses are repaired that intersect this many times as much as the worse end: not for a few triangles. */
const TANGLED = 1.03;
/** What shifts aim at below the worse end, as a share of it: counts vary from one step to the next. */
const MARGIN = 0.02;

export interface ResolvePathIntersectionsOptions extends WorkOptions {
  /** So little is good enough, as `intersectionExcess` counts: the last of it costs the longest detours. */
  readonly goal?: number;
}

/** Untangles a path in even steps; it comes out in as many. */
export async function resolvePathIntersections(
  tools: RepairTools,
  path: PosePath,
  { goal = 0, signal, onProgress }: ResolvePathIntersectionsOptions = {},
): Promise<PosePath> {
  const { surface, rig } = tools;
  if (!surface || path.count < 3) return path;
  let best = path;
  let meetings = await findIntersections(tools, best, signal);
  const longest = MOST_DETOUR * pathLength(rig, path);
  const take = async (bent: PosePath): Promise<boolean> => {
    const even = resamplePath(rig, bent, best.count - 1);
    if (pathLength(rig, even) > longest) return false;
    const found = await findIntersections(tools, even, signal);
    if (!(found.excess < meetings.excess)) return false;
    [best, meetings] = [even, found];
    return true;
  };
  for (const [round, reach] of REACHES.entries()) {
    if (!(meetings.excess > goal)) break;
    onProgress?.({ stage: 'resolving intersections', fraction: round / REACHES.length });
    const before = meetings.excess;
    const enough = meetings.level + goal;
    await take(await shiftJointTiming(rig, surface, best, enough - MARGIN * meetings.level, signal));
    if (!(meetings.excess > goal)) break;
    const rotationVectors = fadeRotations(
      await repairRotations(tools, best, { ...meetings, level: enough }, signal),
      best.count,
      reach,
    );
    for (const share of SHARES) {
      const bent = applyRotationDifferences(
        best.rotations,
        rotationVectors.map((turn) => share * turn),
      );
      if (await take({ ...best, rotations: bent })) break;
    }
    if (meetings.excess > STALLED * before) break;
  }
  return best;
}

/** Mean share of intersecting triangles along a path beyond that of its worse end. */
export const intersectionExcess = async (
  tools: RepairTools,
  path: PosePath,
  signal?: AbortSignal,
): Promise<number> => (await findIntersections(tools, path, signal)).excess;

interface PathIntersections {
  /** Shares of intersecting triangles. [count] */
  readonly shares: Float64Array;
  /** That of the worse end. */
  readonly level: number;
  /** Area of those triangles as a share of the surface. [count] */
  readonly areas: Float64Array;
  /** What shares are beyond the level, the mean. */
  readonly excess: number;
}

/** Triangles are counted, not area: small ones would not show. */
async function findIntersections(
  { surface, rig }: RepairTools,
  path: PosePath,
  signal: AbortSignal | undefined,
): Promise<PathIntersections> {
  const { count } = path;
  const triangleCount = surface!.rig.mesh.triangles.length / 3;
  const shares = new Float64Array(count);
  const areas = new Float64Array(count);
  await visitIntersections(
    rig,
    surface!,
    path,
    (i, { triangles, area }) => {
      shares[i] = triangles.length / triangleCount;
      areas[i] = area;
    },
    signal,
  );
  const level = Math.max(shares[0], shares[count - 1]);
  const excess = shares.reduce((sum, share) => sum + Math.max(0, share - level), 0) / count;
  return { shares, areas, level, excess };
}

/** What poses of the path need to be as the ends are. [count, J, 3] */
async function repairRotations(
  tools: RepairTools,
  { count, rotations }: PosePath,
  { shares, areas, level }: PathIntersections,
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const size = tools.rig.jointCount * 4;
  const width = tools.rig.jointCount * 3;
  const rotationVectors = new Float64Array(count * width);
  for (let i = 1; i < count - 1; i++) {
    if (!(shares[i] > TANGLED * level)) continue;
    await pauseUnlessAborted(signal);
    const pose = rotations.slice(i * size, (i + 1) * size);
    const before = rotationVectors.subarray((i - 1) * width, i * width);
    const repaired = repairBody(tools, pose, [], {
      rounds: PUSHES,
      start: applyRotationDifferences(pose, before),
      // As much less area as there are to be fewer triangles.
      tolerances: { area: (areas[i] * level) / shares[i] },
      signal,
    });
    if (repaired.after.area < repaired.before.area)
      rotationVectors.set(rotationDifferences(pose, repaired.rotations), i * width);
  }
  return rotationVectors;
}

/** Fades each change over the steps around it; where several overlap, the largest counts most. */
function fadeRotations(rotationVectors: Float64Array, count: number, reach: number): Float64Array {
  const width = rotationVectors.length / count;
  const sizes = Float64Array.from({ length: count }, (_, i) =>
    Math.hypot(...rotationVectors.subarray(i * width, (i + 1) * width)),
  );
  const out = new Float64Array(rotationVectors.length);
  for (let i = 1; i < count - 1; i++) {
    let [total, strongest] = [0, 0];
    for (let d = -reach; d <= reach; d++) {
      const from = i + d;
      if (from < 1 || from > count - 2 || sizes[from] === 0) continue;
      const fade = 0.5 + 0.5 * Math.cos((Math.PI * d) / (reach + 1));
      const weight = fade * sizes[from];
      for (let k = 0; k < width; k++) out[i * width + k] += weight * rotationVectors[from * width + k];
      total += weight;
      strongest = Math.max(strongest, fade);
    }
    for (let k = 0; total > 0 && k < width; k++) out[i * width + k] *= strongest / total;
  }
  return out;
}
