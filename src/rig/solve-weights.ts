/**
 * @file Skinning weights for any mesh and skeleton.
 */

import { requireInput } from '../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import type { Finding } from '../base/report.js';
import type { Mesh } from '../mesh/mesh.js';
import { buildBones } from './bones.js';
import type { Skeleton, Skin } from './rig.js';
import { containBones } from './weights/contain-bones.js';
import { diffuseHeat } from './weights/diffuse-heat.js';
import { holdParts } from './weights/hold-parts.js';
import { jointRoleScores } from './weights/joint-roles.js';
import { prepareSurface } from './weights/prepare-surface.js';
import { CANDIDATE_COUNT, scoreBones } from './weights/score-bones.js';

export interface SolveWeightsOptions extends WorkOptions {
  /** Joints a vertex may follow, 1 to 8. */
  readonly influenceCount?: number;
  /** How firmly bones hold what is near them against smoothing, above 0. */
  readonly strength?: number;
  /** How sure the scores are, above 0. */
  readonly sharpness?: number;
  /** Exponent on the weights. */
  readonly contrast?: number;
}

export const SOLVE_WEIGHTS_DEFAULTS = Object.freeze({
  influenceCount: 4,
  strength: 4,
  sharpness: 2,
  contrast: 2,
});

export interface SolvedWeights {
  readonly skin: Skin;
  readonly method: 'heat' | 'voxels';
  readonly findings: readonly Finding[];
}

/** Solves the weights. */
export function solveWeights(
  mesh: Mesh,
  skeleton: Skeleton,
  options: SolveWeightsOptions = {},
): SolvedWeights {
  const { influenceCount, strength, sharpness, contrast } = { ...SOLVE_WEIGHTS_DEFAULTS, ...options };
  const surface = prepareSurface(mesh);
  const bones = buildBones(skeleton, surface);
  const contained = containBones(surface, bones);
  const roles = jointRoleScores(skeleton, bones, surface.size);
  throwIfAborted(options.signal);
  const candidates = scoreBones(surface, bones, roles, contained, sharpness);
  const carriers = holdParts(surface, candidates, contained);
  const { ofVertex, count } = surface.components;
  for (let v = 0; v < ofVertex.length; v++) {
    const carrier = ofVertex[v] < count ? carriers[ofVertex[v]] : -1;
    if (carrier < 0) continue;
    candidates.joints.fill(carrier, v * CANDIDATE_COUNT, (v + 1) * CANDIDATE_COUNT);
    candidates.shares.fill(0, v * CANDIDATE_COUNT, (v + 1) * CANDIDATE_COUNT);
    candidates.shares[v * CANDIDATE_COUNT] = 1;
  }
  const rows = diffuseHeat(surface, candidates, roles.length, strength, influenceCount, options);
  requireInput(rows, 'rig/solveWeights: failed');
  const vertexCount = mesh.positions.length / 3;
  const joints = new Uint16Array(vertexCount * influenceCount);
  const weights = new Float32Array(vertexCount * influenceCount);
  for (let v = 0; v < vertexCount; v++) {
    const from = surface.vertexMap[v] * influenceCount;
    let sum = 0;
    for (let k = 0; k < influenceCount; k++) {
      joints[v * influenceCount + k] = rows.joints[from + k];
      const w = rows.weights[from + k] ** contrast;
      weights[v * influenceCount + k] = w;
      sum += w;
    }
    for (let k = 0; k < influenceCount; k++) weights[v * influenceCount + k] /= sum;
  }
  return { skin: { joints, weights, influenceCount }, method: 'heat', findings: [] };
}
