/**
 * @file Which bones a vertex is likely to follow, before anything is diffused over the surface.
 *
 * Bone heat (Baran & Popović 2007) uses the closest bone that is visible from inside. Artists do not: a head owns
 * vertices that are closer to a shoulder or an ear. So every bone gets a score, a weighted sum of a few measures with
 * coefficients fitted to artists' weights and motion (models/bone-scores). Visibility (the fraction of the straight line
 * that lies outside) and the role of the joint are part of it. In a body of several parts, the distance from the bone to
 * the whole part counts more than to the vertex. Visibility costs a segment cast, so only bones near the best are cast.
 * lab/notes/rig-skin-weights.md
 */

import { BONE_SCORE_PARAMETERS, type BoneScores } from '../../../models/bone-scores/parameters.js';
import type { MeshComponents } from '../../mesh/find-components.js';
import type { Bones } from './build-bones.js';
import type { WeightSurface } from './weight-surface.js';

/** Bones kept per vertex. */
export const CANDIDATE_COUNT = 6;

export interface BoneCandidates {
  /** Bones of each vertex, best first. [N, 6] */
  readonly joints: Uint16Array;
  /** Share of each bone, rows sum to 1. [N, 6] */
  readonly shares: Float32Array;
  /** Distance to the best bone, metres. [N] */
  readonly distances: Float64Array;
}

/** Added to every distance, as a fraction of the size, so that none is 0. */
const DISTANCE_FLOOR = 0.004;
const RADIUS_FLOOR = 0.02;
/** Vertices of a part that its distance to a bone is measured at. */
const PART_SAMPLES = 30;
/** A bone whose share would be below this gets none, and no visibility test. */
const LEAST_SHARE = 0.06;
/** Within this fraction of a bone's thickness nothing can be in between: no visibility test. */
const SURELY_INSIDE = 0.8;
/**
 * Triangles tested per vertex, on average, before visibility tests stop and everything counts as visible. A body needs
 * 50; a fan of 20,000 triangles around one edge would need them all for every vertex and take minutes.
 */
const CAST_LIMIT = 2000;
/** The line to a bone starts inside where its cosine with the outward normal is at most this. */
const GRAZING = 0.1;

/** Scores the bones of every vertex. `roles` are the joints' scores [J], `contained` the fractions [C, J]. */
export function scoreBones(
  surface: WeightSurface,
  bones: Bones,
  roles: Float64Array,
  contained: Float32Array,
  sharpness: number,
  scores: BoneScores = BONE_SCORE_PARAMETERS.bone,
): BoneCandidates {
  const vertexCount = surface.mesh.positions.length / 3;
  const jointCount = roles.length;
  const joints = new Uint16Array(vertexCount * CANDIDATE_COUNT);
  const shares = new Float32Array(vertexCount * CANDIDATE_COUNT);
  const distances = new Float64Array(vertexCount);
  const fixed = fixedScores(surface, bones, roles, scores);
  const pairs = { squared: new Float64Array(jointCount), along: new Float64Array(jointCount) };
  const parts = partScores(surface, bones, contained, scores, pairs);
  const values = new Float64Array(jointCount);
  const { caster } = surface;
  const castLimit = caster.tested + CAST_LIMIT * vertexCount;
  const leastVisibility = Math.min(0, scores.outside);
  const range = -Math.log(LEAST_SHARE) / sharpness;
  const best = new Int32Array(CANDIDATE_COUNT);
  const bestScores = new Float64Array(CANDIDATE_COUNT);
  for (let v = 0; v < vertexCount; v++) {
    measurePairs(surface, bones, v, pairs);
    scorePairs(surface, bones, v, pairs, fixed, parts, scores, values);
    const picked = pickBest(values, best, bestScores);
    // In order, so that a bone is only tested where it could still matter next to the best one so far. Where the second
    // is so far behind that nothing in front of the first could bring it near, none is tested.
    let count = picked > 1 && bestScores[1] < bestScores[0] - range + leastVisibility ? 1 : 0;
    let top = count === 1 ? Infinity : -Infinity;
    while (count < picked && bestScores[count] > top - range) {
      const joint = best[count];
      if (caster.tested < castLimit && pairs.squared[joint] > (SURELY_INSIDE * bones.radii[joint]) ** 2) {
        bestScores[count] += scoreVisibility(surface, bones, v, joint, pairs.along[joint], scores);
      }
      top = Math.max(top, bestScores[count++]);
    }
    sortBest(best, bestScores, count);
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const share = Math.exp(sharpness * (bestScores[i] - bestScores[0]));
      shares[v * CANDIDATE_COUNT + i] = share;
      joints[v * CANDIDATE_COUNT + i] = best[i];
      sum += share;
    }
    for (let i = 0; i < count; i++) shares[v * CANDIDATE_COUNT + i] /= sum;
    distances[v] = Math.sqrt(pairs.squared[best[0]]);
  }
  return { joints, shares, distances };
}

/** Assigns the vertices of rigid parts to their bones, in place. */
export function claimRigidParts(
  { joints, shares }: BoneCandidates,
  { ofVertex, count }: MeshComponents,
  carriers: Int32Array,
): void {
  for (let v = 0; v < ofVertex.length; v++) {
    const carrier = ofVertex[v] < count ? carriers[ofVertex[v]] : -1;
    if (carrier < 0) continue;
    shares.fill(0, v * CANDIDATE_COUNT, (v + 1) * CANDIDATE_COUNT);
    joints[v * CANDIDATE_COUNT] = carrier;
    shares[v * CANDIDATE_COUNT] = 1;
  }
}

/** The part of the score that does not depend on the vertex. [J] */
function fixedScores(
  { size }: WeightSurface,
  bones: Bones,
  roles: Float64Array,
  scores: BoneScores,
): Float64Array {
  return roles.map(
    (role, j) =>
      role +
      scores.radius * Math.log(bones.radii[j] / size + RADIUS_FLOOR) +
      scores.length * Math.log(bones.lengths[j] / size + 0.01),
  );
}

/** The part of the score that is the same for all vertices of a mesh component. [C, J] */
function partScores(
  surface: WeightSurface,
  bones: Bones,
  contained: Float32Array,
  scores: BoneScores,
  pairs: Pairs,
): Float64Array {
  const { size, components } = surface;
  const { count, ofVertex, vertexCounts } = components;
  const jointCount = bones.lengths.length;
  const out = Float64Array.from(contained, (share) => scores.contained * share);
  if (count < 2) return out;
  const sums = new Float64Array(out.length);
  const seen = new Uint32Array(count);
  const taken = new Uint32Array(count);
  for (let v = 0; v < ofVertex.length; v++) {
    const c = ofVertex[v];
    if (c >= count || seen[c]++ % Math.max(1, Math.floor(vertexCounts[c] / PART_SAMPLES)) !== 0) continue;
    taken[c]++;
    measurePairs(surface, bones, v, pairs);
    for (let j = 0; j < jointCount; j++) sums[c * jointCount + j] += Math.sqrt(pairs.squared[j]);
  }
  for (let i = 0; i < out.length; i++) {
    const mean = sums[i] / Math.max(1, taken[Math.floor(i / jointCount)]);
    out[i] += scores.part * Math.log(mean / size + DISTANCE_FLOOR);
  }
  return out;
}

interface Pairs {
  /** Squared distance from the vertex to each bone. [J] */
  readonly squared: Float64Array;
  /** Position of the vertex along the bone's line, 0 at its start and 1 at its end, not clamped. [J] */
  readonly along: Float64Array;
}

function measurePairs({ mesh }: WeightSurface, bones: Bones, v: number, { squared, along }: Pairs): void {
  const { starts, axes, lengths } = bones;
  const x = mesh.positions[v * 3];
  const y = mesh.positions[v * 3 + 1];
  const z = mesh.positions[v * 3 + 2];
  for (let j = 0; j < squared.length; j++) {
    const b = j * 3;
    const px = x - starts[b];
    const py = y - starts[b + 1];
    const pz = z - starts[b + 2];
    const length = lengths[j];
    const t = length > 0 ? (px * axes[b] + py * axes[b + 1] + pz * axes[b + 2]) / (length * length) : 0;
    const c = t < 0 ? 0 : t > 1 ? 1 : t;
    const dx = px - c * axes[b];
    const dy = py - c * axes[b + 1];
    const dz = pz - c * axes[b + 2];
    along[j] = t;
    squared[j] = dx * dx + dy * dy + dz * dz;
  }
}

/** Everything but visibility. */
function scorePairs(
  { mesh, normals, components, size }: WeightSurface,
  bones: Bones,
  v: number,
  { squared, along }: Pairs,
  fixed: Float64Array,
  parts: Float64Array,
  scores: BoneScores,
  values: Float64Array,
): void {
  const { starts, axes, lengths, children } = bones;
  const component = components.ofVertex[v];
  const row = component < components.count ? component * fixed.length : -1;
  for (let j = 0; j < fixed.length; j++) {
    const distance = Math.sqrt(squared[j]);
    const floored = distance + DISTANCE_FLOOR * size;
    const t = along[j];
    let score = fixed[j] + scores.distance * Math.log(floored / size);
    const c = t < 0 ? 0 : t > 1 ? 1 : t;
    if (distance > 0) {
      const b = j * 3;
      const inward =
        (normals[v * 3] * (mesh.positions[v * 3] - starts[b] - c * axes[b]) +
          normals[v * 3 + 1] * (mesh.positions[v * 3 + 1] - starts[b + 1] - c * axes[b + 1]) +
          normals[v * 3 + 2] * (mesh.positions[v * 3 + 2] - starts[b + 2] - c * axes[b + 2])) /
        distance;
      score += scores.inward * inward;
    }
    if (t < 0) score += scores.behind * Math.min(1, (-t * lengths[j]) / floored);
    else if (t > 1 && children[j] >= 0)
      score += scores.beyond * Math.min(1, ((t - 1) * lengths[j]) / floored);
    if (row >= 0) score += parts[row + j];
    values[j] = score;
  }
}

/** The best few, in order. Returns how many. */
function pickBest(values: Float64Array, best: Int32Array, bestScores: Float64Array): number {
  let count = 0;
  for (let j = 0; j < values.length; j++) {
    const score = values[j];
    if (count === CANDIDATE_COUNT && score <= bestScores[count - 1]) continue;
    let i = count < CANDIDATE_COUNT ? count++ : count - 1;
    for (; i > 0 && bestScores[i - 1] < score; i--) {
      best[i] = best[i - 1];
      bestScores[i] = bestScores[i - 1];
    }
    best[i] = j;
    bestScores[i] = score;
  }
  return count;
}

/** Score of the straight line to a bone: the fraction of it outside the body. */
function scoreVisibility(
  { mesh, normals, caster }: WeightSurface,
  { starts, axes }: Bones,
  v: number,
  joint: number,
  along: number,
  scores: BoneScores,
): number {
  const c = along < 0 ? 0 : along > 1 ? 1 : along;
  const x = mesh.positions[v * 3];
  const y = mesh.positions[v * 3 + 1];
  const z = mesh.positions[v * 3 + 2];
  const bx = starts[joint * 3] + c * axes[joint * 3];
  const by = starts[joint * 3 + 1] + c * axes[joint * 3 + 1];
  const bz = starts[joint * 3 + 2] + c * axes[joint * 3 + 2];
  const length = Math.hypot(bx - x, by - y, bz - z);
  const outward = (bx - x) * normals[v * 3] + (by - y) * normals[v * 3 + 1] + (bz - z) * normals[v * 3 + 2];
  const count = caster.cast(x, y, z, bx, by, bz, v);
  const { at, signs } = caster.crossings;
  let depth = outward <= GRAZING * length ? 1 : 0;
  let from = 0;
  let outside = 0;
  for (let i = 0; i < count; i++) {
    if (depth <= 0) outside += at[i] - from;
    // Leaving a solid that was never entered: the count started too low.
    depth = Math.max(0, depth + signs[i]);
    from = at[i];
  }
  if (depth <= 0) outside += 1 - from;
  return scores.outside * outside;
}

function sortBest(best: Int32Array, bestScores: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const joint = best[i];
    const score = bestScores[i];
    let k = i;
    for (; k > 0 && bestScores[k - 1] < score; k--) {
      best[k] = best[k - 1];
      bestScores[k] = bestScores[k - 1];
    }
    best[k] = joint;
    bestScores[k] = score;
  }
}
