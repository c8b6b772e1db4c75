/**
 * @file What a user should know about a fitted sequence.
 */

import type { Finding } from '../../base/finding.js';
import { frameLabel, type MeshSequence } from '../../mesh/mesh-sequence.js';
import type { Skeleton } from '../rig-records.js';
import type { NormalizedSequence } from './normalize-sequence.js';

export interface FitFacts {
  readonly sequence: MeshSequence;
  readonly prepared: NormalizedSequence;
  readonly start?: { readonly skeleton: Skeleton; readonly findings?: readonly Finding[] };
  /** Error of the body as one bone, in longest sides. */
  readonly rigid: number;
  readonly rmse: number;
  /** Whether the motion alone gave the skeleton. */
  readonly alone: boolean;
}

/** Above this error, in longest sides, a person sees the difference. */
const VISIBLE = 0.01;

/** Findings, and the names of the joints that the fit began with. */
export function reportSequenceFit(facts: FitFacts): { findings: Finding[]; names: Set<string> } {
  const { sequence, prepared, start, rigid, rmse, alone } = facts;
  const findings: Finding[] = [...(start?.findings ?? [])];
  const leftOut = (code: string, frames: readonly number[], why: string) => {
    if (frames.length === 0) return;
    findings.push({
      code,
      severity: 'warning',
      message: `${frames.length} of ${sequence.frames.length} frames ${why} (first: ${frameLabel(sequence, frames[0])})`,
      fix: 'repair them; until then they hold the pose of the nearest frame',
      count: frames.length,
    });
  };
  leftOut('frames-not-finite', prepared.broken, 'have coordinates that are not finite');
  leftOut('frames-exploded', prepared.exploded, 'are several times as large as the others');

  if (prepared.frames.length === 1) {
    findings.push({
      code: 'single-frame',
      severity: 'info',
      message: 'there is one frame, so the rig is that of its geometry',
      fix: 'give more frames for a rig that follows the motion',
    });
  } else if (rigid < prepared.rounding) {
    findings.push({
      code: 'no-bending',
      severity: 'info',
      message: 'the body moves as one piece or not at all, so no joint can be told from the motion',
      fix: 'give frames in which it bends for a rig that follows the motion',
    });
  }
  if (alone) {
    findings.push({
      code: 'skeleton-from-motion',
      severity: 'info',
      message:
        'the skeleton found in the geometry did not suit the motion; this one comes from the motion alone',
      fix: 'parts that never move in the sequence have no joints; rig a single frame to get some',
    });
  }
  if (rmse > VISIBLE) {
    findings.push({
      code: 'loose-fit',
      severity: 'warning',
      message: `vertices are ${(100 * rmse).toFixed(1)} % of the size off: the surface does not move as bones do`,
      fix: 'cloth, fluids and growth cannot be rigged; for bodies raise maxJoints or check that frames share their vertex order',
    });
  }
  return { findings, names: new Set(alone || !start ? ['root'] : start.skeleton.names) };
}
