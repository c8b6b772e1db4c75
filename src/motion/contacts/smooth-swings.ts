/**
 * @file Where a foot goes between its contacts: from where it stands to where it will stand, as evenly as the time in
 * between allows, and else as it did.
 *
 * The target of a foot is known while it stands. Between, its displacement has the least acceleration that leads
 * from one contact to the next, with the foot at rest at both ends. Where the foot itself would then accelerate more than
 * is usual in the clip, its own acceleration counts as well, ever more the further it is beyond (least squares, weighed
 * anew a few times), so that no moment of a swing has to take what all of it can share. A foot that is low does not like
 * to move along the ground, and keeps above a least height.
 *
 * Curves of fixed shape between the contacts were used before: they looked at the displacement only and left jolts where
 * it and the foot's own swing came together.
 */

import { findRuns } from './detect-contacts.js';

export interface Swing {
  /** Where the foot is in the source: x, y, z; a loop's goes on after its last frame. [3][P or more] */
  readonly path: readonly Float64Array[];
  /** Whether it touches, and its displacement is known. [P] */
  readonly held: Uint8Array;
  /** The least displacement upwards; −Infinity where any will do. [P] */
  readonly least: Float64Array;
  /** How low the foot is on the way from each frame to the next: 1 on the ground, 0 clear of it. [P] */
  readonly lows: Float64Array;
  /** How far the ground passes below a foot that stands, per frame: x, y, z. */
  readonly travel: readonly [number, number, number];
  /** Acceleration that is nothing unusual, metres per frame squared. */
  readonly usual: number;
  readonly loop: boolean;
}

/** How often accelerations are weighed anew. */
const ROUNDS = 12;
/** How far a foot's own accelerations are evened out everywhere. */
const EVEN = 0.15;
/** What speed along the ground counts for a foot that is on it. */
const DRAG = 3;
/** What a place below the least displacement counts. */
const FLOOR = 1000;
/** What it counts to be off the straight way from one contact's displacement to the next: a long swing would go far out. */
const RIDGE = 0.015;

/** Fills displacements [3][P] of the frames in which a foot does not touch. */
export function smoothSwings(moves: readonly Float64Array[], swing: Swing): void {
  const { held, loop } = swing;
  if (!held.includes(1) && !swing.least.some((low) => low > 0)) {
    for (const move of moves) move.fill(0);
    return;
  }
  for (const { start, length } of findRuns(held, 0, loop)) smoothSwing(moves, swing, start, length);
}

function smoothSwing(moves: readonly Float64Array[], swing: Swing, start: number, length: number): void {
  const { path, held, least, usual, loop, lows, travel } = swing;
  const period = held.length;
  // (1) Two frames on either side say where it comes from and goes to; missing where the clip ends.
  const count = length + 4;
  const at = Int32Array.from({ length: count }, (_, i) => {
    const f = start + i - 2;
    if (loop) return ((f % period) + period) % period;
    return f >= 0 && f < period ? f : -1;
  });
  const values = moves.map((move) => Float64Array.from(at, (f) => (f >= 0 ? move[f] : 0)));
  const positions = path.map((axis) => unroll(axis, start - 2, count, period, loop));
  const curves = positions.map((axis, k): Curve => {
    const speeds = axis.map((x, i) => (i + 1 < count ? axis[i + 1] - x : 0) + travel[k]);
    return {
      accelerations: axis.map((_, i) => (i > 0 ? speeds[i] - speeds[i - 1] : 0)),
      speeds,
      drags: Float64Array.from(at, (f, i) =>
        k !== 1 && f >= 0 && i + 1 < count && at[i + 1] >= 0 ? DRAG * lows[f] : 0,
      ),
      least: Float64Array.from(at, (f) => (k === 1 && f >= 0 ? least[f] : -Infinity)),
    };
  });
  const even = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    // (2) How much the foot's own acceleration counts in each frame; none where the clip ends.
    for (let i = 1; i + 1 < count; i++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        squared += (curves[k].accelerations[i] + values[k][i - 1] - 2 * values[k][i] + values[k][i + 1]) ** 2;
      }
      // Half way from the last weight, or weights swing to and fro.
      even[i] = round === 0 ? EVEN : Math.sqrt(even[i] * (EVEN + squared / (usual * usual)));
      if (at[i - 1] < 0 || at[i] < 0 || at[i + 1] < 0) even[i] = NaN;
    }
    // (3) The curve of least weighed acceleration.
    for (let k = 0; k < 3; k++) solveCurve(values[k], curves[k], even);
  }
  for (let k = 0; k < 3; k++) for (let i = 2; i < length + 2; i++) moves[k][at[i]] = values[k][i];
}

/** One axis of a swing, with two frames on either side. */
interface Curve {
  readonly accelerations: Float64Array;
  /** From each frame to the next, over the ground. */
  readonly speeds: Float64Array;
  /** What these count. */
  readonly drags: Float64Array;
  readonly least: Float64Array;
}

/** Places of a path from a frame on; a loop that travels goes on from where it has come to. [count] */
function unroll(
  path: Float64Array,
  first: number,
  count: number,
  period: number,
  loop: boolean,
): Float64Array {
  const gain = loop && path.length > period ? path[period] - path[0] : 0;
  return Float64Array.from({ length: count }, (_, i) => {
    const f = first + i;
    if (!loop) return path[Math.min(path.length - 1, Math.max(0, f))];
    return path[((f % period) + period) % period] + gain * Math.floor(f / period);
  });
}

/**
 * The displacements between the first two and the last two that have the least squares of their own accelerations, of
 * the foot's with its weight `even`, of the speed of a foot that is low, and of what lies below `least`. Rows whose weight is no number do not count.
 */
function solveCurve(
  values: Float64Array,
  { accelerations, speeds, drags, least }: Curve,
  even: Float64Array,
): void {
  const count = values.length - 4;
  // (1) The matrix by its diagonals, and what accelerations put into it.
  const [main, next, far] = [
    new Float64Array(count + 2),
    new Float64Array(count + 2),
    new Float64Array(count + 2),
  ];
  const right = new Float64Array(count);
  const bands = [main, next, far];
  for (let i = 1; i < values.length - 1; i++) {
    if (!(even[i] >= 0)) continue;
    const weight = 1 + even[i];
    const target = -even[i] * accelerations[i];
    for (let a = -1; a <= 1; a++) {
      const row = i + a - 2;
      if (row < 0 || row >= count) continue;
      const factor = a === 0 ? -2 : 1;
      right[row] += factor * target;
      for (let b = -1; b <= 1; b++) {
        const other = i + b - 2;
        const product = weight * factor * (b === 0 ? -2 : 1);
        if (other < 0 || other >= count) right[row] -= product * values[other + 2];
        else if (other >= row) bands[other - row][row] += product;
      }
    }
  }
  // (2) What speeds do.
  for (let i = 1; i < count + 2; i++) {
    const [row, other] = [i - 2, i - 1];
    if (!(even[i] >= 0 && even[i + 1] >= 0)) continue;
    const weight = drags[i];
    if (row >= 0) {
      main[row] += weight;
      right[row] += drags[i] * speeds[i] + (other >= count ? weight * values[i + 1] : 0);
    }
    if (other < count) {
      main[other] += weight;
      right[other] -= drags[i] * speeds[i] - (row < 0 ? weight * values[i] : 0);
    }
    if (row >= 0 && other < count) next[row] -= weight;
  }
  // (3) What goes far out, and what lies too low.
  const [hasFirst, hasLast] = [even[1] >= 0, even[count + 2] >= 0];
  const first = values[hasFirst ? 1 : count + 2];
  const last = values[hasLast ? count + 2 : 1];
  for (let i = 0; i < count; i++) {
    main[i] += RIDGE;
    right[i] += RIDGE * (first + ((last - first) * (i + 1)) / (count + 1));
    if (!(values[i + 2] < least[i + 2])) continue;
    main[i] += FLOOR;
    right[i] += FLOOR * least[i + 2];
  }
  solveBand(main, next, far, right);
  for (let i = 0; i < count; i++) values[i + 2] = right[i];
}

/** Solves a symmetric system of five diagonals by its factors L D Lᵀ; the right side becomes the answer. */
function solveBand(main: Float64Array, next: Float64Array, far: Float64Array, right: Float64Array): void {
  const count = right.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [next[i] / main[i], far[i] / main[i]];
    main[i + 1] -= a * next[i];
    next[i + 1] -= a * far[i];
    main[i + 2] -= b * far[i];
    [next[i], far[i]] = [a, b];
    if (i + 1 < count) right[i + 1] -= a * right[i];
    if (i + 2 < count) right[i + 2] -= b * right[i];
  }
  for (let i = count - 1; i >= 0; i--) {
    right[i] /= main[i];
    if (i + 1 < count) right[i] -= next[i] * right[i + 1];
    if (i + 2 < count) right[i] -= far[i] * right[i + 2];
  }
}
