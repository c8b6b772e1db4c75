/**
 * @file Couplings of a prior in the handle system (`handle-system.ts`): each is a column of the covariance with one or
 * two joints, so it moves few handles and costs only those.
 */

import type { HandleWorkspace } from './handle-workspace.js';

/** Carries all couplings through J. */
export function projectCouplings({ couplings, bentFrames, anchors, positions }: HandleWorkspace): void {
  for (const { axis, joints, angles, moved, carried } of couplings) {
    carried.fill(0);
    for (let i = 0; i < joints.length; i++) {
      const j = joints[i];
      const m = j * 9 + axis;
      const x = angles[i] * bentFrames[m];
      const y = angles[i] * bentFrames[m + 3];
      const z = angles[i] * bentFrames[m + 6];
      for (const { anchor, at } of moved[i]) {
        if (anchors.isRotation[anchor]) {
          carried[at] += x;
          carried[at + 1] += y;
          carried[at + 2] += z;
          continue;
        }
        const w = anchors.weight[anchor];
        const px = anchors.position[anchor * 3] - positions[j * 3];
        const py = anchors.position[anchor * 3 + 1] - positions[j * 3 + 1];
        const pz = anchors.position[anchor * 3 + 2] - positions[j * 3 + 2];
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
export function distributeCouplings({ couplings, forces, solved }: HandleWorkspace): void {
  for (const { axis, joints, angles, rows, carried } of couplings) {
    let share = 0;
    for (let a = 0; a < rows.length; a++) share += carried[a] * forces[rows[a]];
    for (let i = 0; i < joints.length; i++) solved[joints[i] * 3 + axis] += share * angles[i];
  }
}
