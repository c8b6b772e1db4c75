/**
 * @file A path bent so that the body runs through itself on the way no more than it does at the ends.
 *
 * Poses in which more of the skin meets than at either end are repaired (`repair-body.ts`), each starting from what the
 * one before needed, and the changes are smoothed along the path, none at its ends: repaired one by one, poses jump
 * from one way out to another and the path becomes twice as long. A bent path is taken only where less of the skin
 * meets on it, else half of the bend is tried, then a quarter.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { repairBody } from '../repair/repair-body.js';
import type { RepairTools } from '../repair/repair-workspace.js';
import { type BodyPath, evenPath } from './body-path.js';
import { addTurns, turnsBetween } from './path-turns.js';

/** Rounds of bending, and steps to either side that go along with a change, one number a round. */
const REACHES: readonly number[] = [2, 2, 1];
/** Shares of a bend that are tried. */
const SHARES: readonly number[] = [1, 0.5, 0.25];
/** Rounds of pushing a pose out of itself. */
const PUSHES = 8;
/** What meets beyond the ends by less than this share of the surface is none. */
const LEAST_EXCESS = 1e-5;

/** Untangles a path in even steps; it comes out in as many. */
export function untanglePath(
  tools: RepairTools,
  path: BodyPath,
  { signal }: Pick<WorkOptions, 'signal'> = {},
): BodyPath {
  const { surface, tree } = tools;
  if (!surface || path.count < 3) return path;
  let best = path;
  let areas = meetingAreas(tools, best);
  const level = Math.max(areas[0], areas[areas.length - 1]);
  let excess = sumExcess(areas, level);
  for (const reach of REACHES) {
    if (!(excess > LEAST_EXCESS)) break;
    const turns = spreadTurns(repairTurns(tools, best, areas, level, signal), best.count, reach);
    let isBetter = false;
    for (const share of SHARES) {
      throwIfAborted(signal);
      const bent = addTurns(
        best.rotations,
        turns.map((turn) => share * turn),
      );
      const even = evenPath(tree, { ...best, rotations: bent }, best.count - 1);
      const found = meetingAreas(tools, even);
      const left = sumExcess(found, level);
      if (!(left < excess)) continue;
      [best, areas, excess, isBetter] = [even, found, left, true];
      break;
    }
    if (!isBetter) break;
  }
  return best;
}

/** How much of the skin meets on a path beyond what does at its ends, the mean over it. */
export function pathExcess(tools: RepairTools, path: BodyPath): number {
  const areas = meetingAreas(tools, path);
  return sumExcess(areas, Math.max(areas[0], areas[areas.length - 1])) / areas.length;
}

/** Shares of the surface that meet another part of it. [count] */
function meetingAreas({ surface, tree }: RepairTools, { count, rotations }: BodyPath): Float64Array {
  const size = tree.jointCount * 4;
  return Float64Array.from(
    { length: count },
    (_, i) => surface!.measure(rotations.subarray(i * size, (i + 1) * size)).area,
  );
}

const sumExcess = (areas: Float64Array, level: number): number =>
  areas.reduce((sum, area) => sum + Math.max(0, area - level), 0);

/** What poses of the path need to be as the ends are. [count, J, 3] */
function repairTurns(
  tools: RepairTools,
  { count, rotations }: BodyPath,
  areas: Float64Array,
  level: number,
  signal: AbortSignal | undefined,
): Float64Array {
  const size = tools.tree.jointCount * 4;
  const width = tools.tree.jointCount * 3;
  const turns = new Float64Array(count * width);
  for (let i = 1; i < count - 1; i++) {
    if (!(areas[i] > level)) continue;
    throwIfAborted(signal);
    const pose = rotations.slice(i * size, (i + 1) * size);
    const before = turns.subarray((i - 1) * width, i * width);
    const repaired = repairBody(tools, pose, [], {
      rounds: PUSHES,
      start: addTurns(pose, before),
      tolerances: { area: level },
      signal,
    });
    if (repaired.after.area < areas[i]) turns.set(turnsBetween(pose, repaired.rotations), i * width);
  }
  return turns;
}

/** Every turn lasts for some steps around and fades; where several meet, the strongest counts most. */
function spreadTurns(turns: Float64Array, count: number, reach: number): Float64Array {
  const width = turns.length / count;
  const sizes = Float64Array.from({ length: count }, (_, i) =>
    Math.hypot(...turns.subarray(i * width, (i + 1) * width)),
  );
  const out = new Float64Array(turns.length);
  for (let i = 1; i < count - 1; i++) {
    let [total, strongest] = [0, 0];
    for (let d = -reach; d <= reach; d++) {
      const from = i + d;
      if (from < 1 || from > count - 2 || sizes[from] === 0) continue;
      const fade = 0.5 + 0.5 * Math.cos((Math.PI * d) / (reach + 1));
      const weight = fade * sizes[from];
      for (let k = 0; k < width; k++) out[i * width + k] += weight * turns[from * width + k];
      total += weight;
      strongest = Math.max(strongest, fade);
    }
    for (let k = 0; total > 0 && k < width; k++) out[i * width + k] *= strongest / total;
  }
  return out;
}
