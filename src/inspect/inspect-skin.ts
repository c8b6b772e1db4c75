/**
 * @file Inspects skin weights: vertices without weights, weights that do not sum to 1, joints that do not exist, too many
 * influences, and weight on joints far away from their vertex.
 *
 * A weight leak is suspected where a vertex has a tenth or more of its weight on a joint whose bones are all further away
 * than a quarter of the diagonal and than four times the nearest bone. Distances are straight lines, not geodesic: a
 * hint, found in one pass.
 */

import type { Finding } from '../base/finding.js';
import type { Mesh } from '../mesh/mesh.js';
import { jointCount, type Skeleton, type Skin } from '../rig/rig-records.js';
import { counted, elementFinding, percent, verb } from './inspect-finding.js';
import type { MeshFacts } from './inspect-mesh.js';

export interface SkinFacts {
  /** Slots per vertex, K. */
  readonly influenceCount: number;
  /** Most influences of any vertex. */
  readonly mostInfluences: number;
  readonly unweightedVertexCount: number;
  readonly badSumVertexCount: number;
  /** Vertices with more than four influences. */
  readonly overInfluencedVertexCount: number;
  /** Vertices with suspected weight leaks. */
  readonly leakVertexCount: number;
}

export interface SkinInspection {
  readonly facts: SkinFacts;
  readonly findings: Finding[];
  /** Vertices with weight on each joint. [J] */
  readonly followers: Uint32Array;
}

const SUM_TOLERANCE = 0.01;
const LEAK_WEIGHT = 0.1;
const LEAK_DISTANCE = 0.25;
const LEAK_RATIO = 4;

/** Inspects a skin. Vertices that no triangle uses are ignored. */
export function inspectSkin(
  mesh: Mesh,
  skeleton: Skeleton,
  skin: Skin,
  meshFacts: MeshFacts,
  usedVertices: Uint8Array,
): SkinInspection {
  const { influenceCount, joints, weights } = skin;
  const count = jointCount(skeleton);
  const followers = new Uint32Array(count);
  const unweighted: number[] = [];
  const badSum: number[] = [];
  const outOfRange: number[] = [];
  const overInfluenced: number[] = [];
  const leaks: number[] = [];
  const bones = boneDistances(skeleton);
  const far = LEAK_DISTANCE * meshFacts.diagonal;
  let mostInfluences = 0;

  const rowCount = Math.min(usedVertices.length, Math.floor(joints.length / Math.max(1, influenceCount)));
  for (let v = 0; v < rowCount; v++) {
    let sum = 0;
    let influences = 0;
    let bad = false;
    let outside = false;
    let leak = false;
    for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
      const weight = weights[i];
      sum += weight;
      if (!(weight >= 0 && weight < Infinity)) bad = true;
      if (!(weight > 0)) continue;
      influences++;
      if (joints[i] >= count) {
        outside = true;
        continue;
      }
      followers[joints[i]]++;
      if (weight >= LEAK_WEIGHT && !leak) {
        const distance = bones.toJoint(mesh.positions, v, joints[i]);
        leak = distance > far && distance > LEAK_RATIO * bones.toNearest(mesh.positions, v);
      }
    }
    mostInfluences = Math.max(mostInfluences, influences);
    if (usedVertices[v] === 0) continue;
    if (influences === 0 && !bad) unweighted.push(v);
    else if (bad || Math.abs(sum - 1) > SUM_TOLERANCE) badSum.push(v);
    if (outside) outOfRange.push(v);
    if (influences > 4) overInfluenced.push(v);
    if (leak) leaks.push(v);
  }
  for (let v = rowCount; v < usedVertices.length; v++) if (usedVertices[v] === 1) unweighted.push(v);

  const facts: SkinFacts = {
    influenceCount,
    mostInfluences,
    unweightedVertexCount: unweighted.length,
    badSumVertexCount: badSum.length,
    overInfluencedVertexCount: overInfluenced.length,
    leakVertexCount: leaks.length,
  };
  const lists = { unweighted, badSum, outOfRange, overInfluenced, leaks };
  return { facts, findings: skinFindings(lists, usedVertices.length, count), followers };
}

/** Distances from a vertex to the bones that meet in a joint, and to the nearest bone at all. */
function boneDistances(skeleton: Skeleton) {
  const { parents, rest } = skeleton;
  const ends: number[][] = Array.from(parents, (parent, j) => (parent >= 0 ? [parent] : [j]));
  parents.forEach((parent, j) => {
    if (parent >= 0) ends[parent].push(j);
  });
  const toJoint = (positions: Float32Array, v: number, joint: number): number => {
    let nearest = Infinity;
    for (const end of ends[joint]) {
      nearest = Math.min(nearest, segmentDistance(positions, v, rest, joint, end));
    }
    return nearest;
  };
  const toNearest = (positions: Float32Array, v: number): number => {
    let nearest = Infinity;
    for (let j = 0; j < parents.length; j++) {
      nearest = Math.min(nearest, segmentDistance(positions, v, rest, j, Math.max(0, parents[j])));
    }
    return nearest;
  };
  return { toJoint, toNearest };
}

function segmentDistance(
  positions: Float32Array,
  v: number,
  rest: Float32Array,
  a: number,
  b: number,
): number {
  let px = positions[v * 3] - rest[a * 3];
  let py = positions[v * 3 + 1] - rest[a * 3 + 1];
  let pz = positions[v * 3 + 2] - rest[a * 3 + 2];
  const dx = rest[b * 3] - rest[a * 3];
  const dy = rest[b * 3 + 1] - rest[a * 3 + 1];
  const dz = rest[b * 3 + 2] - rest[a * 3 + 2];
  const squared = dx * dx + dy * dy + dz * dz;
  const t = squared > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / squared)) : 0;
  px -= t * dx;
  py -= t * dy;
  pz -= t * dz;
  return Math.sqrt(px * px + py * py + pz * pz);
}

interface VertexLists {
  readonly unweighted: readonly number[];
  readonly badSum: readonly number[];
  readonly outOfRange: readonly number[];
  readonly overInfluenced: readonly number[];
  readonly leaks: readonly number[];
}

function skinFindings(lists: VertexLists, vertexCount: number, joints: number): Finding[] {
  const findings: Finding[] = [];
  const add = (
    severity: Finding['severity'],
    code: string,
    vertices: readonly number[],
    text: (one: (singular: string, plural: string) => string) => string,
    fix: string,
  ) => {
    if (vertices.length === 0) return;
    const subject = `${counted(vertices.length, 'vertex', 'vertices')} (${percent(vertices.length, vertexCount)})`;
    const message = `${subject} ${text((singular, plural) => verb(vertices.length, singular, plural))}`;
    findings.push(elementFinding(severity, code, 'vertex', vertices, message, fix));
  };
  add(
    'error',
    'joint-out-of-range',
    lists.outOfRange,
    (one) => `${one('has', 'have')} weight on a joint that does not exist; the skeleton has ${joints}.`,
    'Export the rig again; the joint list of the skin and the weights do not match.',
  );
  add(
    'error',
    'unweighted-vertices',
    lists.unweighted,
    (one) => `${one('has', 'have')} no weights and will stay behind when the rig moves.`,
    'Assign weights to them, or solve new weights for the whole mesh.',
  );
  add(
    'error',
    'weights-not-normalised',
    lists.badSum,
    (one) => `${one('has', 'have')} weights that are negative, not finite or do not sum to 1.`,
    'Normalise all weights in the modelling tool and export again.',
  );
  add(
    'warning',
    'too-many-influences',
    lists.overInfluenced,
    (one) => `${one('has', 'have')} more than four influences; many engines read only four.`,
    'Limit the total to four influences per vertex and normalise.',
  );
  add(
    'warning',
    'leak-suspects',
    lists.leaks,
    (one) => `${one('has', 'have')} weight on a joint far away although another bone is near.`,
    'Check these vertices in weight paint and remove the stray influences.',
  );
  return findings;
}
