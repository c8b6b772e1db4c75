/**
 * @file The couplings of a prior in the system of handles (`handle-system.ts`): each is a column of the covariance with
 * one or two joints in it, so that it moves few handles, and costs only these.
 */

import type { HandleWorkspace } from './handle-workspace.js';
import type { Coupling } from './pose-prior.js';

/** A coupling that moves some handle. */
export interface HandleCoupling extends Coupling {
  /** Rows of the system that it moves, three for each handle, ascending. [R] */
  readonly rows: Int32Array;
  /** For each joint, the anchors that it moves and where their rows begin in `rows`. */
  readonly moved: readonly (readonly { readonly anchor: number; readonly at: number }[])[];
  /** J times the coupling. [R] */
  readonly carried: Float64Array;
}

/** Couplings that move anchors; `handleOf` and `moverOf` say whose they are and what turns them. */
export function findCouplings(
  couplings: readonly Coupling[],
  parents: Int16Array,
  handleOf: Int32Array,
  moverOf: Int32Array,
): HandleCoupling[] {
  const below: number[][] = Array.from(parents, () => []);
  for (let a = 0; a < moverOf.length; a++) for (let j = moverOf[a]; j >= 0; j = parents[j]) below[j].push(a);
  // Couplings of the same joints about other axes move the same handles.
  const reaches = new Map<readonly number[], Pick<HandleCoupling, 'rows' | 'moved'>>();
  const found: HandleCoupling[] = [];
  for (const { axis, joints, turns } of couplings) {
    let reach = reaches.get(joints);
    if (!reach) {
      const anchors = joints.map((j) => below[j]);
      const handles = [...new Set(anchors.flat().map((a) => handleOf[a]))].sort((a, b) => a - b);
      const rows = Int32Array.from(handles.flatMap((h) => [h * 3, h * 3 + 1, h * 3 + 2]));
      const moved = anchors.map((list) =>
        list.map((anchor) => ({ anchor, at: handles.indexOf(handleOf[anchor]) * 3 })),
      );
      reach = { rows, moved };
      reaches.set(joints, reach);
    }
    if (reach.rows.length === 0) continue;
    found.push({ axis, joints, turns, ...reach, carried: new Float64Array(reach.rows.length) });
  }
  return found;
}

/** Carries all couplings through J. */
export function carryCouplings({ couplings, bentFrames, anchors, positions }: HandleWorkspace): void {
  for (const { axis, joints, turns, moved, carried } of couplings) {
    carried.fill(0);
    for (let i = 0; i < joints.length; i++) {
      const j = joints[i];
      const m = j * 9 + axis;
      const x = turns[i] * bentFrames[m];
      const y = turns[i] * bentFrames[m + 3];
      const z = turns[i] * bentFrames[m + 6];
      for (const { anchor, at } of moved[i]) {
        if (anchors.turning[anchor]) {
          carried[at] += x;
          carried[at + 1] += y;
          carried[at + 2] += z;
          continue;
        }
        const w = anchors.weight[anchor];
        const px = anchors.place[anchor * 3] - positions[j * 3];
        const py = anchors.place[anchor * 3 + 1] - positions[j * 3 + 1];
        const pz = anchors.place[anchor * 3 + 2] - positions[j * 3 + 2];
        carried[at] += w * (y * pz - z * py);
        carried[at + 1] += w * (z * px - x * pz);
        carried[at + 2] += w * (x * py - y * px);
      }
    }
  }
}

/** system += Σ (J c)(J c)ᵀ, lower triangle. */
export function addCouplings({ couplings, system, rowCount }: HandleWorkspace): void {
  for (const { rows, carried } of couplings) {
    for (let a = 0; a < rows.length; a++) {
      const o = rows[a] * rowCount;
      for (let b = 0; b <= a; b++) system[o + rows[b]] += carried[a] * carried[b];
    }
  }
}

/** solved += Σ c (J c)ᵀ y. */
export function spreadCouplings({ couplings, forces, solved }: HandleWorkspace): void {
  for (const { axis, joints, turns, rows, carried } of couplings) {
    let share = 0;
    for (let a = 0; a < rows.length; a++) share += carried[a] * forces[rows[a]];
    for (let i = 0; i < joints.length; i++) solved[joints[i] * 3 + axis] += share * turns[i];
  }
}
