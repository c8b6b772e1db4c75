/** @file Findings about a fitted sequence. */

import type { Finding } from '../../base/finding.js';
import { frameLabel, type MeshSequence } from '../../mesh/mesh-sequence.js';
import type { Skeleton } from '../rig-records.js';
import type { NormalizedSequence } from './normalize-sequence.js';

export interface FitFacts {
  readonly sequence: MeshSequence;
  readonly normalized: NormalizedSequence;
  readonly start?: { readonly skeleton: Skeleton; readonly findings?: readonly Finding[] };
  /** Error of the body as one bone, in longest sides. */
  readonly rigid: number;
  readonly rmse: number;
  /** Whether the skeleton comes from the motion alone. */
  readonly fromMotion: boolean;
}

/** Above this error, in longest sides, the difference is visible. */
const VISIBLE = 0.01;

/** Findings, and the names of the joints that the fit started with. */
export function reportSequenceFit(facts: FitFacts): { findings: Finding[]; names: Set<string> } {
  const { sequence, normalized, start, rigid, rmse, fromMotion } = facts;
  const findings: Finding[] = [...(start?.findings ?? [])];
  const leftOut = (code: string, frames: readonly number[], why: string) => {
    if (frames.length === 0) return;
    findings.push({
      code,
      severity: 'warning',
      message: `${frames.length} of ${sequence.frames.length} frames ${why} (first: ${frameLabel(sequence, frames[0])}).`,
      fix: 'Repair them; until then they get the pose of the nearest frame.',
      count: frames.length,
    });
  };
  leftOut('frames-not-finite', normalized.broken, 'have coordinates that are not finite');
  leftOut('frames-exploded', normalized.exploded, 'are several times as large as the others');

  if (normalized.frames.length === 1) {
    findings.push({
      code: 'single-frame',
      severity: 'info',
      message: 'There is one frame, so the rig comes from its geometry alone.',
      fix: 'Give more frames for a rig that follows the motion.',
    });
  } else if (rigid < normalized.rounding) {
    findings.push({
      code: 'no-bending',
      severity: 'info',
      message: 'The mesh moves rigidly or not at all, so no joint can be found from the motion.',
      fix: 'Give frames in which it bends for a rig that follows the motion.',
    });
  }
  if (fromMotion) {
    findings.push({
      code: 'skeleton-from-motion',
      severity: 'info',
      message:
        'The skeleton found in the geometry did not fit the motion; this one comes from the motion alone.',
      fix: 'Parts that never move in the sequence have no joints; rig a single frame to get some.',
    });
  }
  if (rmse > VISIBLE) {
    findings.push({
      code: 'loose-fit',
      severity: 'warning',
      message: `The mean vertex error is ${(100 * rmse).toFixed(1)} % of the size: the surface does not move as a skeleton does.`,
      fix: 'Cloth, fluids and growth cannot be rigged; for bodies raise maxJoints, or check that all frames have the same vertex order.',
    });
  }
  return { findings, names: new Set(fromMotion || !start ? ['root'] : start.skeleton.names) };
}
