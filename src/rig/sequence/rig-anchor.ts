/**
 * @file A skeleton and weights from the geometry of one mesh: the start of `fitSequence` on the anchor, and its baseline when run
 * on every frame alone.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import type { WorkOptions } from '../../base/progress.js';
import type { Mesh } from '../../mesh/mesh.js';
import { findSkeleton } from '../find/find-skeleton.js';
import type { Skeleton, Skin } from '../rig-records.js';
import { solveWeights } from '../weights/solve-weights.js';

/** The start of a fit. */
export interface StartRig {
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly findings?: readonly Finding[];
}

export function rigAnchor(mesh: Mesh, options: WorkOptions = {}): StartRig {
  const signal = options.signal ? { signal: options.signal } : {};
  const found = findSkeleton(mesh, signal);
  const solved = solveWeights(mesh, found.skeleton, signal);
  return {
    skeleton: found.skeleton,
    skin: solved.skin,
    findings: [...found.findings, ...solved.findings],
  };
}

/** The same, or undefined where no skeleton is found: three triangles, a plane. */
export function tryRigAnchor(mesh: Mesh, options: WorkOptions = {}): StartRig | undefined {
  try {
    return rigAnchor(mesh, options);
  } catch (error) {
    if (error instanceof PosespaceError && error.code === 'bad-input') return undefined;
    throw error;
  }
}
